"""All rows of one database copied into another of whatever kind: a file into a server's database, and back.

The copy is one transaction, and the source is read as it was in one moment. That the rows mean the same there is looked
at afterwards, as `burraco db check` does: each digest vouches for its row, and each log folds.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.database_address import Database
from bot.host.ports import StoreError
from bot.store.asking import ONE_MOMENT, Connection
from bot.store.connection import is_there
from bot.store.database import open_rows
from bot.store.migrations import APPLIED, OF_THE_PROGRAM
from bot.store.schema import columns_of, tables
from bot.store.store import needs_of, require_current, upgrade_database
from bot.store.sweep import COLUMNS

AT_ONCE: Final = 1000  # rows


def move(source: Database, target: Database, at: int) -> dict[str, int]:
    """How many rows each table has in both now. Raises `StoreError`, and leaves no row in the target then."""
    _require_current(source)
    _require_empty(target)
    with open_rows(source) as there:
        there.execute(ONE_MOMENT)
        before = there.execute(APPLIED).fetchall()
        upgrade_database(target, at)
        with open_rows(target) as here:
            here.execute("BEGIN IMMEDIATE")
            try:
                if _names(here.execute(APPLIED)) != _names(before):
                    raise StoreError(f"{source}: is of another version; `burraco db upgrade` first")
                counts = dict(_copied(there, here, target))
            except BaseException:
                here.execute("ROLLBACK")
                raise
            here.execute("COMMIT")
    return counts


def _require_current(source: Database) -> None:
    """Something is stored in it, by this version. Raises `StoreError`."""
    needed = needs_of(source)
    if needed and needed[0].number == 1:
        raise StoreError(f"{source}: has nothing to move, for nothing was ever stored in it")
    require_current(source)


def _require_empty(target: Database) -> None:
    """No row is in it, of whatever version it is: it is not upgraded only to be refused. Raises `StoreError`."""
    if isinstance(target, Path) and not is_there(target):
        return
    needs_of(target)
    with open_rows(target) as here:
        tables_there = {str(name) for name, _, _ in here.execute(COLUMNS).fetchall()}
        for name in _copied_tables():
            if name in tables_there:
                _require_no_row(here, name, target)


def _copied_tables() -> list[str]:
    """But for what the upgrade makes: both have had the same."""
    return [name for name in tables() if name != OF_THE_PROGRAM]


def _require_no_row(here: Connection, name: str, target: Database) -> None:
    if _count(here, name):
        raise StoreError(f"{target}: is not empty; name a new database")


def _copied(there: Connection, here: Connection, target: Database) -> Iterator[tuple[str, int]]:
    names = _copied_tables()
    for name in names:
        _require_no_row(here, name, target)
    for name in names:
        columns = columns_of(name)
        marks = ", ".join("?" for _ in columns)
        insert = f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608  names of the schema
        rows = there.execute(f"SELECT {', '.join(columns)} FROM {name}")  # noqa: S608  the same
        for some in _batches(rows):
            here.executemany(insert, some)
        wanted, found = _count(there, name), _count(here, name)
        if wanted != found:
            raise StoreError(f"{target}: has {found} rows of {name} instead of {wanted}; nothing was kept")
        yield name, found


def _names(applied: Iterable[Any]) -> list[tuple[int, str]]:
    """Of migrations; the file of one may be another's for another kind of database."""
    return [(number, name) for number, name, _ in applied]


def _count(connection: Connection, name: str) -> int:
    return int(connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608  a name of the schema


def _batches(rows: Iterable[Any]) -> Iterator[Sequence[Any]]:
    left = iter(rows)
    while some := list(islice(left, AT_ONCE)):
        yield some
