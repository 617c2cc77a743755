"""The store on real files: one change at a time, crashes, rivals, migrations, backups."""
