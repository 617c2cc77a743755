-- What the program has to know again after a start, and what belongs to no table: until now rows of `channels` that were no
-- channels, and plans that were none. They are moved when this file is applied (bot/store/note_rows.py).

CREATE TABLE notes (
    bot TEXT NOT NULL,
    note TEXT NOT NULL, -- its kind as in bot/host/notes.py, a colon, and what it is about
    value TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (bot, note)
) STRICT;
