-- Several hosts share only a server's database: a file has one, and nothing is added to it.
SELECT 1;
