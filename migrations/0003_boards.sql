-- Leaderboards and planned matches. A result says who sat where; tallies are derived from results and corrections, and
-- can be rebuilt; corrections are only added.

ALTER TABLE results ADD COLUMN players TEXT NOT NULL DEFAULT ''; -- JSON: by deal, by seat, person and computer

CREATE INDEX results_matches ON results (bot, table_id, revision) WHERE kind = 'match' AND players <> '';

CREATE TABLE corrections (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    revision INTEGER NOT NULL, -- of the match's result
    number INTEGER NOT NULL CHECK (number > 0), -- the last one counts
    corrected_at INTEGER NOT NULL,
    author TEXT NOT NULL, -- a person
    reason TEXT NOT NULL,
    totals TEXT NOT NULL, -- Match Points by side, as in a record; '' annuls the match
    PRIMARY KEY (bot, table_id, revision, number),
    FOREIGN KEY (bot, table_id, revision) REFERENCES log (bot, table_id, seq)
) STRICT;

CREATE TABLE tallies (
    bot TEXT NOT NULL,
    number INTEGER NOT NULL CHECK (number > 0), -- in the order in which they were counted
    table_id TEXT NOT NULL,
    revision INTEGER NOT NULL, -- of the match's result
    channel TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    facts TEXT NOT NULL, -- JSON; 'null' for a match that does not count
    PRIMARY KEY (bot, table_id, revision),
    UNIQUE (bot, number),
    FOREIGN KEY (bot, table_id, revision) REFERENCES log (bot, table_id, seq)
) STRICT;

CREATE TABLE plans (
    bot TEXT NOT NULL,
    plan TEXT NOT NULL,
    channel TEXT NOT NULL,
    revision INTEGER NOT NULL CHECK (revision > 0),
    state TEXT NOT NULL,
    content TEXT NOT NULL, -- JSON
    PRIMARY KEY (bot, plan)
) STRICT;

CREATE INDEX plans_channel ON plans (bot, channel);

CREATE TABLE plan_due (
    bot TEXT NOT NULL,
    plan TEXT NOT NULL,
    kind TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (bot, plan, kind),
    FOREIGN KEY (bot, plan) REFERENCES plans (bot, plan)
) STRICT;

CREATE INDEX plan_due_soon ON plan_due (bot, due_at);
