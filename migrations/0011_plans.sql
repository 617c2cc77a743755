-- A planned match is a subject as a table is: it has a log, due times in `due`, and digests. The plans that are here are moved
-- when this file is applied (bot/store/older_plans.py), each with one row of a log that says how it stands.

ALTER TABLE plans RENAME TO older_plans;
ALTER TABLE plan_due RENAME TO older_plan_due;
