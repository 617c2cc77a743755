-- A match counts on the boards of every channel that showed its table when it ended, not only where the table was opened.
-- Those of tables that several channels show are counted anew when a board is next asked for.

ALTER TABLE tallies ADD COLUMN mirrors TEXT NOT NULL DEFAULT ''; -- the other channels, with spaces between

DELETE FROM tallies WHERE EXISTS (
    SELECT 1 FROM log WHERE log.bot = tallies.bot AND log.table_id = tallies.table_id AND log.entry LIKE 'mirror %'
);
