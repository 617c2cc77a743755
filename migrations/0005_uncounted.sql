-- Matches that could not be counted stood there as if they counted for nothing. They are counted again when a board is next
-- asked for; from now on '' stands where that fails once more.

DELETE FROM tallies WHERE facts = 'null';
