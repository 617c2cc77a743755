-- What is stored vouches for itself. Each row of a log has a digest over the row before, itself and the results it brought;
-- each row that is made of a log, and each correction, has one over itself. The digests of rows that are here already are
-- computed when this file is applied (bot/store/digests.py). The commitment of each deal stands apart from its seed.

ALTER TABLE log ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE due ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE tallies ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE corrections ADD COLUMN digest TEXT NOT NULL DEFAULT ''; -- over the correction before, too
ALTER TABLE results ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0; -- how many corrections there are

CREATE TABLE commitments (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL, -- the row of the log that sealed the deal
    commitment TEXT NOT NULL, -- as it was published before the deal
    PRIMARY KEY (bot, table_id, seq),
    FOREIGN KEY (bot, table_id, seq) REFERENCES log (bot, table_id, seq)
) STRICT;
