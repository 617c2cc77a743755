-- A file has one host, which knows what it has rewritten: nothing is added to it.
SELECT 1;
