"""Is a database sound: the file, its references, version and schema, the logs of its tables, all digests?

None of it asks what the rows mean: that is `bot.cli.soundness`.
"""

import sqlite3
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.database_address import Database, ServerDatabase
from bot.host.ports import StoreError
from bot.store.asking import ONE_MOMENT, Connection
from bot.store.connection import meaning, open_connection
from bot.store.database import driver_of
from bot.store.digests import TALLIES, Key, altered_rows
from bot.store.migrations import shipped_migrations
from bot.store.openings import missing_tables
from bot.store.schema import differences
from bot.store.upgrade import needs

VERSION: Final = "version"  # the look at which migrations there were
_BROKEN_LOGS: Final = """
SELECT bot, table_id, revision, there, last FROM (
    SELECT tables.bot, tables.table_id, tables.revision, coalesce(max(log.seq), 0) AS last, count(log.seq) + coalesce((
        SELECT row_count FROM archives WHERE archives.bot = tables.bot AND archives.table_id = tables.table_id
    ), 0) AS there
    FROM tables LEFT JOIN log ON log.bot = tables.bot AND log.table_id = tables.table_id
    GROUP BY tables.bot, tables.table_id, tables.revision
) AS logs
WHERE there <> revision OR last <> revision
ORDER BY bot, table_id
"""
_BEYOND: Final = """
SELECT outbox.bot, outbox.table_id, outbox.viewer, outbox.kind, outbox.revision, outbox.settled, tables.revision
FROM outbox JOIN tables ON tables.bot = outbox.bot AND tables.table_id = outbox.table_id
WHERE outbox.revision > tables.revision OR outbox.settled > tables.revision OR outbox.revision < 1
ORDER BY outbox.bot, outbox.table_id, outbox.viewer, outbox.kind
"""
_COUNTS: Final = """
SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM log), count(*), coalesce(sum(row_count), 0) FROM archives
"""


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at and, where it is not sound, what is wrong: the first fault in `words`, all in `faults`.

    `altered`: the tables, each as bot and id, of which something was changed, removed or added. `newer`: whether any
    of it was written by a newer program, which alone can say whether it is sound.
    """

    name: str
    words: str
    sound: bool
    faults: tuple[str, ...] = ()
    altered: frozenset[Key] = frozenset()
    newer: bool = False


def check(database: Database, *, tallies: bool = True) -> Generator[Check, None, None]:
    """A finding for each look, all at the same state. Raises `StoreError` where the database cannot be read at all.

    `tallies`: whether to look also at rows that can be made again.
    """
    if isinstance(database, Path):
        with open_connection(database, create=False) as file:
            file.execute(ONE_MOMENT)
            file.execute("SELECT count(*) FROM sqlite_master").fetchone()
            yield from _check_file(file, database, tallies)
    else:
        yield from _check_server(database, tallies)


def _check_file(connection: sqlite3.Connection, path: Path, tallies: bool) -> Iterator[Check]:
    yield _run_check("integrity", "ok", lambda: integrity(connection))
    yield _run_check("references", "ok", lambda: references(connection))
    version = _run_check(VERSION, f"{len(shipped_migrations())}", lambda: _missing_migrations(connection, path))
    yield version
    if version.sound:
        yield _run_check("schema", "ok", lambda: differences(connection))
        yield from _check_rows(connection, tallies)


def _check_server(server: ServerDatabase, tallies: bool) -> Iterator[Check]:
    with driver_of(server).open_postgres(server) as connection:
        from bot.store import postgres_check  # noqa: PLC0415  it imports the driver, which is there

        connection.execute(ONE_MOMENT)
        yield _finding("integrity", postgres_check.server_words(connection), [])
        look = partial(postgres_check.missing_migrations, connection, server)
        version = _run_check(VERSION, f"{len(shipped_migrations(database='postgres'))}", look)
        yield version
        if version.sound:
            schema = _finding("schema", "ok", postgres_check.schema_differences(server))
            yield schema
            if schema.sound:
                yield from _check_rows(connection, tallies)


def _check_rows(connection: Connection, tallies: bool) -> Iterator[Check]:
    logs = _run_check("logs", _counts_line(connection), lambda: _broken_logs(connection))
    yield logs
    yield _digests(connection, logs, tallies)


def _digests(connection: Connection, logs: Check, tallies: bool) -> Check:
    try:
        found = [one for one in altered_rows(connection) if tallies or one.kind != TALLIES]
    except sqlite3.DatabaseError as error:
        return _finding("digests", "", [meaning(error)])
    words = "every row is what was stored" if logs.sound else "the rows that are there are what was stored"
    return replace(_finding("digests", words, [str(one) for one in found]), altered=frozenset(one.key for one in found))


def _run_check(name: str, words: str, look: Callable[[], list[str]]) -> Check:
    """The finding of a look; its first fault stands for all."""
    try:
        faults = look()
    except (sqlite3.DatabaseError, StoreError) as error:
        faults = [meaning(error) if isinstance(error, sqlite3.Error) else str(error)]
    return _finding(name, words, faults)


def _finding(name: str, words: str, faults: list[str]) -> Check:
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return Check(name, f"{faults[0]}{more}" if faults else words, not faults, tuple(faults))


def integrity(connection: sqlite3.Connection) -> list[str]:
    """What is wrong with the file."""
    return [str(row[0]) for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]


def references(connection: sqlite3.Connection) -> list[str]:
    """Rows that refer to nothing."""
    rows = connection.execute("PRAGMA foreign_key_check")
    return [f"row {row} of {table} refers to nothing in {parent}" for table, row, parent, _ in rows]


def _missing_migrations(connection: sqlite3.Connection, path: Path) -> list[str]:
    needed = needs(connection, path, shipped_migrations())
    return [f"{one.name} is still to be applied: `burraco db upgrade`" for one in needed]


def _broken_logs(connection: Connection) -> list[str]:
    logs = [
        f"table {table} of bot {bot} is at revision {revision}, its log has {rows} rows and ends with {last}"
        for bot, table, revision, rows, last in connection.execute(_BROKEN_LOGS)
    ]
    letters = [
        f"table {table} of bot {bot} is at revision {revision}, but row {viewer} {kind} of outbox wants {wanted} and "
        f"has {settled}"
        for bot, table, viewer, kind, wanted, settled, revision in connection.execute(_BEYOND)
    ]
    return [*logs, *letters, *missing_tables(connection)]


def _counts_line(connection: Connection) -> str:
    try:
        tables, rows, archives, archived = connection.execute(_COUNTS).fetchone()
    except sqlite3.DatabaseError:  # a look at the logs will say so
        return ""
    in_archives = f", {archived} of them in {archives} archives" if archives else ""
    return f"{tables} tables, {rows + archived} rows{in_archives}"
