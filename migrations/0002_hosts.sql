-- Who hosts a bot, and when he was last alive: after a start the tables learn since when nobody was there.

CREATE TABLE hosts (
    bot TEXT NOT NULL,
    instance TEXT NOT NULL, -- a random name of the running program
    alive_at INTEGER NOT NULL,
    PRIMARY KEY (bot)
) STRICT;
