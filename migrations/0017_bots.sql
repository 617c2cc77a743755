-- Bots that were added to the one of the settings. The name of each is the first part of every key of what is its own.

CREATE TABLE bots (
    bot TEXT NOT NULL PRIMARY KEY,
    language TEXT NOT NULL, -- spoken where nobody has chosen one; '' for the program's
    look TEXT NOT NULL, -- the theme of who has chosen none; '' for the usual one
    administrators TEXT NOT NULL, -- accounts as platform:account, with a space between two
    added_at INTEGER NOT NULL
) STRICT;

CREATE TABLE tokens (
    bot TEXT NOT NULL REFERENCES bots (bot),
    platform TEXT NOT NULL,
    account TEXT NOT NULL, -- the platform's own number of the bot, which stays when its token goes
    called TEXT NOT NULL, -- what the platform calls it
    token TEXT NOT NULL, -- a secret, as it is or sealed (bot/sealing.py); '' where it was removed
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (bot, platform)
) STRICT;

CREATE UNIQUE INDEX tokens_account ON tokens (platform, account) WHERE token <> '';
