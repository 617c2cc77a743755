"""Whether a database has the tables, columns, indexes, triggers and views that its migrations make, and no others.

The migrations are run once into memory. What SQLite keeps of each statement is compared without its comments, spaces
and quotes: those differ between the ways in which a database came to be the same.
"""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from typing import Final, TypeAlias

from bot.store.digests import with_digests
from bot.store.migrations import APPLIED, RECORD, shipped_migrations
from bot.store.upgrade import statements

Name: TypeAlias = tuple[str, str]
"""Its kind, such as "table", and its name."""

_ALL: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
"""What SQLite makes by itself, such as the index of a key or its own statistics, follows from the rest."""
_PARTS: Final = re.compile(r"--[^\n]*|/\*.*?\*/|('(?:[^']|'')*')|[\"`\[\]]|(\w+)|\s+|(.)", re.DOTALL)


def differences(connection: sqlite3.Connection) -> list[str]:
    """What is missing, was added or is otherwise, a sentence each; for as many migrations as the database has."""
    count = len(connection.execute(APPLIED).fetchall())
    right, found = _made_by(count), _schema(connection)
    missing = [f"{' '.join(one)} is missing" for one in right if one not in found]
    added = [f"{' '.join(one)} is none of this program's" for one in found if one not in right]
    changed = [one for one in right if found.get(one, right[one]) != right[one]]
    return [*missing, *added, *[_otherwise(connection, count, *one) for one in changed]]


def tables() -> list[str]:
    """The names of this program's tables, in the order in which they are made."""
    return [name for kind, name in _made_by(len(shipped_migrations())) if kind == "table"]


def columns_of(table: str) -> list[str]:
    """The names of its columns, in their order."""
    with closing(_database_at(len(shipped_migrations()))) as right:
        return _columns(right, table)


def _otherwise(connection: sqlite3.Connection, count: int, kind: str, name: str) -> str:
    words = f"{kind} {name} is not as this program makes it"
    if kind != "table":
        return words
    with closing(_database_at(count)) as right:
        wanted, there = _columns(right, name), _columns(connection, name)
    faults = [f"column {column} is missing" for column in wanted if column not in there]
    faults += [f"column {column} is none of this program's" for column in there if column not in wanted]
    return f"{words}: {', '.join(faults)}" if faults else words


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [str(name) for (name,) in connection.execute("SELECT name FROM pragma_table_xinfo(?)", [table])]


@cache
def _made_by(count: int) -> Mapping[Name, str]:
    with closing(_database_at(count)) as connection:
        return _schema(connection)


def _database_at(count: int) -> sqlite3.Connection:
    """A database in memory, with so many migrations."""
    connection = with_digests(sqlite3.connect(":memory:", isolation_level=None))
    connection.execute(RECORD)
    for migration in shipped_migrations()[:count]:
        for statement in statements(migration.sql):
            connection.execute(statement)
    return connection


def _schema(connection: sqlite3.Connection) -> dict[Name, str]:
    return {(kind, name): f"{table} {_plain(sql)}" for kind, name, table, sql in connection.execute(_ALL)}


def _plain(sql: str) -> str:
    """The words of a statement and what stands between them, in small letters but for texts."""
    found = [(text, (word or sign).lower()) for text, word, sign in _PARTS.findall(sql)]
    return " ".join([text or word for text, word in found if text or word])
