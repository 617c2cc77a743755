-- Of a table that closed long ago the rows of the log that say what was played are taken out of it, and stand here, compressed
-- (bot/store/archives.py). All other rows of such a log stay where they are, and with them those that anything refers to.

CREATE TABLE archives (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    actors TEXT NOT NULL, -- the ids of those whose rows they are, with a space before and behind each
    row_count INTEGER NOT NULL CHECK (row_count > 0),
    archived_at INTEGER NOT NULL,
    digest TEXT NOT NULL, -- over the rows as they were, and all of the above
    content BLOB NOT NULL,
    PRIMARY KEY (bot, table_id),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE INDEX tables_closed ON tables (bot, updated_at, table_id) WHERE kind = 'table' AND phase = 'closed';
