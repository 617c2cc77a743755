-- A link that seats whoever opens it, once. It names a place and nobody: who opens it stays the person he is.

CREATE TABLE invitations (
    bot TEXT NOT NULL,
    table_id TEXT NOT NULL,
    invitation TEXT NOT NULL, -- a digest: who reads it here cannot use it
    seat TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (bot, table_id, invitation),
    FOREIGN KEY (bot, table_id) REFERENCES tables (bot, table_id)
) STRICT;

CREATE UNIQUE INDEX invitations_found ON invitations (bot, invitation);
