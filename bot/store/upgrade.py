"""Bringing a SQLite database to this program's version, whoever else does so at the same time."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from bot.host.ports import StoreError
from bot.store.connection import meaning, open_connection, require_sqlite
from bot.store.connection_thread import is_busy
from bot.store.digests import digest_everything
from bot.store.groups import PATIENCE
from bot.store.migrations import (
    ADD_APPLIED,
    APPLIED,
    RECORD,
    AnotherProgram,
    Applied,
    Migration,
    pending,
    shipped_migrations,
)
from bot.store.note_rows import move_notes
from bot.store.older_dues import rename_dues
from bot.store.older_plans import move_plans
from bot.store.openings import number_tables
from bot.store.private import tighten

_PAUSE: Final = 0.02  # seconds between two tries
_ANYTHING: Final = "SELECT 1 FROM sqlite_master LIMIT 1"
DIGESTS: Final = "0007_digests"  # what was stored before it gets its digests with it
OPENINGS: Final = "0008_openings"  # and its tables get their numbers
NOTES: Final = "0009_notes"  # and what was kept as something else is moved
SUBJECTS: Final = "0010_subjects"  # and planned matches become subjects
PLAIN_DUES: Final = "0012_plain_dues"  # and due times get kinds of one word
_TOUCH: Final = "UPDATE migrations SET number = number WHERE number = 0"
"""Changes nothing, but a read-only database refuses it: better now than at the first move."""


def upgrade(path: Path, at: int, migrations: Sequence[Migration] | None = None) -> tuple[Migration, ...]:
    """Create the database or bring it to this program's version; what was applied now. Raises `StoreError`.

    Each migration and its record are one transaction under the write lock, and what is still needed is asked inside it:
    of two programs that upgrade at once, one applies it and the other finds it done. The files are their owner's alone
    afterwards.
    """
    require_sqlite()
    wanted = shipped_migrations() if migrations is None else migrations
    applied: list[Migration] = []
    with open_connection(path) as connection:
        needs(connection, path, wanted)  # another program's database is left as it is
        connection.execute("PRAGMA foreign_keys = OFF")  # a migration may replace a table others refer to
        _write_ahead(connection, path)
        while (migration := _apply_next(connection, path, wanted, at)) is not None:
            applied.append(migration)
        connection.execute(_TOUCH)
        tighten(path)
    return tuple(applied)


def _write_ahead(connection: sqlite3.Connection, path: Path) -> None:
    if switch_to_wal(connection) != "wal":
        raise StoreError(f"{path}: its folder allows no write-ahead log; use a folder on a local disk")


def switch_to_wal(connection: sqlite3.Connection) -> str:
    """The journal after asking for a write-ahead log; of two that ask at once one is refused, and asks again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return str(connection.execute("PRAGMA journal_mode = WAL").fetchone()[0])
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
        time.sleep(_PAUSE)


def _apply_next(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration], at: int
) -> Migration | None:
    """Apply the first migration that is still needed; None where none is."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        needed = needs(connection, path, migrations)
        if needed:
            _apply(connection, path, needed[0], at)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return needed[0] if needed else None


def _apply(connection: sqlite3.Connection, path: Path, migration: Migration, at: int) -> None:
    try:
        connection.execute(RECORD)
        for statement in statements(migration.sql):
            connection.execute(statement)
            if not connection.in_transaction:
                raise StoreError(f"{path}: {migration.name}.sql ends its transaction; take that statement out")
        values = {"number": migration.number, "name": migration.name, "checksum": migration.checksum, "at": at}
        connection.execute(ADD_APPLIED, values)
        if migration.name == DIGESTS:
            digest_everything(connection)
        if migration.name == OPENINGS:
            number_tables(connection)
        if migration.name == NOTES:
            move_notes(connection)
        if migration.name == SUBJECTS:
            move_plans(connection, at)
        if migration.name == PLAIN_DUES:
            rename_dues(connection)
        if connection.execute("PRAGMA foreign_key_check").fetchone():
            raise StoreError(f"{path}: {migration.name}.sql leaves a reference to nothing; bring back a backup")
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {migration.name}.sql: {meaning(error)}") from error


def statements(script: str) -> Iterator[str]:
    """The statements of a file, each of which ends with a line."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def needs(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> tuple[Migration, ...]:
    """What the database still needs. Raises `StoreError` where it is another program's, or has another history."""
    if connection.execute(_ANYTHING).fetchone() is None:
        return tuple(migrations)
    try:
        applied = tuple(Applied(*row) for row in connection.execute(APPLIED))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_ERROR":
            raise
        raise AnotherProgram(f"{path}: is the database of another program; name another file") from None
    try:
        return pending(migrations, applied)
    except StoreError as error:
        raise type(error)(f"{path}: {error}") from None
