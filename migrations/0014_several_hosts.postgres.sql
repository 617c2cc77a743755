-- Several hosts of one bot share this database: who they are, what only one of them does, and what another has changed.

CREATE TABLE running_hosts (
    bot TEXT NOT NULL,
    number INTEGER NOT NULL, -- the fencing number: whoever joins later has a greater one
    name TEXT NOT NULL, -- for people, as machine:process
    alive_until INTEGER NOT NULL, -- by the clock of this database
    PRIMARY KEY (bot, number)
);

CREATE TABLE leases (
    bot TEXT NOT NULL,
    lease TEXT NOT NULL, -- what only one host does
    number INTEGER NOT NULL, -- the host's
    PRIMARY KEY (bot, lease)
);

-- The number of the transaction that wrote a row: what others have committed since is found by it, in whatever order.
ALTER TABLE log ADD COLUMN written INTEGER NOT NULL DEFAULT CAST(CAST(pg_current_xact_id() AS text) AS bigint);
CREATE INDEX log_written ON log (bot, written);
