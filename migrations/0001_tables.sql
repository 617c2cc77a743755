-- Tables, their log, and everything that is stored in the same transaction; people, channels, drafts, results.
-- Bot and table come first in every key. Times are milliseconds since 1970, UTC.

CREATE TABLE tables (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    code TEXT NOT NULL, -- the short name people use; '' for none
    channel TEXT NOT NULL,
    phase TEXT NOT NULL,
    revision INTEGER NOT NULL CHECK (revision > 0), -- the number of rows in the log
    snapshot TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (bot, table_id)
) STRICT;

CREATE UNIQUE INDEX tables_code ON tables (bot, code) WHERE code <> '';
CREATE INDEX tables_live ON tables (bot, table_id) WHERE phase <> 'closed';

CREATE TABLE log (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL CHECK (seq > 0), -- the revision it made
    action_id TEXT NOT NULL,
    actor TEXT NOT NULL,
    entry TEXT NOT NULL,
    logged_at INTEGER NOT NULL,
    PRIMARY KEY (bot, table_id, seq),
    UNIQUE (bot, table_id, action_id),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE TABLE due (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (bot, table_id, kind),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE INDEX due_soon ON due (bot, due_at);

CREATE TABLE outbox (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    viewer TEXT NOT NULL,
    kind TEXT NOT NULL,
    revision INTEGER NOT NULL, -- wanted
    settled INTEGER NOT NULL, -- the newest that was delivered or given up; 0 for none
    place INTEGER NOT NULL, -- among the letters of one change
    queued_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    last_error TEXT NOT NULL,
    reference TEXT NOT NULL, -- the platform's name of the message delivered last
    sent_at INTEGER NOT NULL,
    PRIMARY KEY (bot, table_id, viewer, kind),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE INDEX outbox_unsent ON outbox (bot, not_before) WHERE settled < revision;

CREATE TABLE results (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    revision INTEGER NOT NULL,
    place INTEGER NOT NULL, -- among the results of one change
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    record TEXT NOT NULL,
    totals TEXT NOT NULL,
    PRIMARY KEY (bot, table_id, revision, place),
    FOREIGN KEY (bot, table_id, revision) REFERENCES log (bot, table_id, seq)
) STRICT;

CREATE TABLE drafts (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    person TEXT NOT NULL,
    revision INTEGER NOT NULL,
    draft TEXT NOT NULL,
    PRIMARY KEY (bot, table_id, person),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE TABLE people (
    bot TEXT NOT NULL,
    person TEXT NOT NULL,
    name TEXT NOT NULL,
    language TEXT NOT NULL,
    settings TEXT NOT NULL, -- JSON
    PRIMARY KEY (bot, person)
) STRICT;

CREATE TABLE accounts (
    bot TEXT NOT NULL,
    platform TEXT NOT NULL,
    account TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (bot, platform, account),
    FOREIGN KEY (bot, person) REFERENCES people (bot, person)
) STRICT;

CREATE INDEX accounts_person ON accounts (bot, person);

CREATE TABLE link_codes (
    bot TEXT NOT NULL,
    code TEXT NOT NULL,
    person TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (bot, code),
    FOREIGN KEY (bot, person) REFERENCES people (bot, person)
) STRICT;

CREATE TABLE channels (
    bot TEXT NOT NULL,
    channel TEXT NOT NULL,
    language TEXT NOT NULL,
    settings TEXT NOT NULL, -- JSON
    PRIMARY KEY (bot, channel)
) STRICT;
