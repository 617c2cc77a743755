-- What an erasure has rewritten last, so that other hosts read it anew.
CREATE TABLE rewritten (
    bot TEXT NOT NULL,
    subject TEXT NOT NULL, -- '' for people, and for all that is known of them
    written INTEGER NOT NULL, -- the number of the transaction
    PRIMARY KEY (bot, subject)
);
