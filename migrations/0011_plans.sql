-- Planned matches are subjects now, and have their due times where tables have theirs.

DROP TABLE plan_due;
DROP TABLE plans;
