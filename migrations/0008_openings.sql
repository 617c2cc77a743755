-- A table that is gone with all its rows shows. Each table has a number, in the order in which a bot's tables were opened,
-- and how many there were stands apart from them, with a digest over their ids. Tables that are here already get theirs
-- when this file is applied (bot/store/openings.py). `verified` remembers what of a table was sound as a whole
-- (bot/store/verified.py).

ALTER TABLE tables ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN verified TEXT NOT NULL DEFAULT ''; -- a digest; '' for a table that nobody has looked at

CREATE UNIQUE INDEX tables_number ON tables (bot, number) WHERE number <> 0;

CREATE TABLE openings (
    bot TEXT NOT NULL,
    opened INTEGER NOT NULL, -- how many tables
    digest TEXT NOT NULL, -- over their ids, in order
    PRIMARY KEY (bot)
) STRICT;
