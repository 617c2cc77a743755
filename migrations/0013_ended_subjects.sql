-- Tournaments that are over feed boards and seasons: this index finds what has ended and is no table of cards, in the order in
-- which it ended, so that a board need not read through every table that was ever closed.

CREATE INDEX tables_ended ON tables (bot, kind, updated_at, table_id) WHERE kind <> 'table' AND phase = 'closed';
