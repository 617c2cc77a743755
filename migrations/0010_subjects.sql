-- A table of cards is one kind of what has a log, due times and letters: from now on each row of `tables` says of which kind
-- its subject is. The index finds those of other kinds, of which there are few. A planned match is such a subject: those that
-- are here are moved when this file is applied (bot/store/older_plans.py), each with one row of a log that says how it stands.

ALTER TABLE tables ADD COLUMN kind TEXT NOT NULL DEFAULT 'table';

CREATE INDEX tables_others ON tables (bot, kind, table_id) WHERE kind <> 'table' AND phase <> 'closed';
