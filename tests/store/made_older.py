"""A database as an older version left it."""

import sqlite3
from pathlib import Path

from bot.store.migrations import shipped_migrations
from bot.store.upgrade import upgrade


def make_older(path: Path, before: str) -> None:
    """The database becomes what it was before this migration, with the same rows as far as both have them."""
    whole = path.rename(path.with_name(f"{path.name}.new"))
    upgrade(path, 1, [one for one in shipped_migrations() if one.name < before])
    connection = sqlite3.connect(path)
    connection.execute("ATTACH ? AS whole", (str(whole),))
    tables = [str(name) for (name,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'")]
    tables_there = {
        str(name) for (name,) in connection.execute("SELECT name FROM whole.sqlite_master WHERE type = 'table'")
    }
    for table in tables:
        columns = ", ".join([str(row[1]) for row in connection.execute(f"PRAGMA main.table_info({table})")])
        if table != "migrations" and table in tables_there:
            connection.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM whole.{table}")  # noqa: S608  names of the schema
    connection.commit()
    connection.close()
    for file in path.parent.glob(f"{whole.name}*"):
        file.unlink()
