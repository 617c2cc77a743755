-- Of a bot that was added what Discord alone needs: into how many shards it is divided, and its application's secret.

ALTER TABLE tokens ADD COLUMN shards TEXT NOT NULL DEFAULT ''; -- a number, 'auto', or '' for one that is not divided
ALTER TABLE tokens ADD COLUMN secret TEXT NOT NULL DEFAULT ''; -- as the token: as it is, sealed, or '' for none
