"""The numbered SQL files of `migrations/`, and which of them a database still needs.

A file `NNNN_name.sql` serves every database; `NNNN_name.sqlite.sql` or `.postgres.sql` stands in for it where they
differ. A database records number, name and checksum of each file applied to it. What was released is never changed.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from bot.host.ports import StoreError

RECORD: Final = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at INTEGER NOT NULL
) STRICT
"""
OF_THE_PROGRAM: Final = "migrations"
"""The table of those that were applied."""
APPLIED: Final = "SELECT number, name, checksum FROM migrations ORDER BY number"
ADD_APPLIED: Final = """
INSERT INTO migrations (number, name, checksum, applied_at)
VALUES (:number, :name, :checksum, :at)
"""

_FILE: Final = re.compile(r"(?P<name>(?P<number>[0-9]{4})_[a-z0-9_]+)(\.(?P<database>sqlite|postgres))?\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """`name` is that of the file, without its endings."""

    number: int
    name: str
    checksum: str
    sql: str


@dataclass(frozen=True, slots=True)
class Applied:
    """What a database records of a migration."""

    number: int
    name: str
    checksum: str


def shipped_migrations(folder: Traversable | None = None, database: str = "sqlite") -> tuple[Migration, ...]:
    """The migrations of this program, in order, numbered from 1 without a gap. Raises `StoreError`."""
    common: dict[int, Migration] = {}
    special: dict[int, Migration] = {}
    for file in (folder or files("migrations")).iterdir():
        if not file.name.endswith(".sql"):
            continue
        found = _FILE.fullmatch(file.name)
        if not found:
            raise StoreError(f"migrations/{file.name} is not named NNNN_name.sql; rename it")
        if found["database"] in (None, database):
            _add(special if found["database"] else common, _read(file, found))
    migrations = sorted((common | special).values(), key=lambda migration: migration.number)
    for number, migration in enumerate(migrations, start=1):
        if migration.number != number:
            raise StoreError(f"migrations/{number:04}_….sql is missing; install the program anew")
    return tuple(migrations)


def _read(file: Traversable, found: re.Match[str]) -> Migration:
    sql = file.read_text(encoding="utf-8")  # every kind of line end is \n here, so that a checkout has one checksum
    return Migration(int(found["number"]), found["name"], hashlib.sha256(sql.encode()).hexdigest(), sql)


def _add(migrations: dict[int, Migration], migration: Migration) -> None:
    other = migrations.setdefault(migration.number, migration)
    if other is not migration:
        both = " and ".join(sorted((other.name, migration.name)))
        raise StoreError(f"migrations/{both} have the same number; give the newer one the next")


START_NEWER: Final = "start the newer program"


class NewerDatabase(StoreError):
    """A newer program has upgraded the database."""


class AnotherProgram(StoreError):
    """It is the database of another program."""


class NotAwaited(StoreError):
    """Somebody has asked to stop first: while hosts of an older version ran, or the database was looked at."""


def never() -> bool:
    """Whether somebody has asked to stop, where nobody can."""
    return False


def pending(migrations: Sequence[Migration], applied: Sequence[Applied]) -> tuple[Migration, ...]:
    """What a database still needs. Raises `StoreError` where its history is not the one of this program."""
    for number, row in enumerate(applied, start=1):
        if row.number != number:
            raise StoreError(f"migration {number:04} is not recorded, but {row.name} is; bring back a backup")
        if number > len(migrations):
            raise NewerDatabase(f"it was upgraded with {row.name}.sql, which this program does not have; {START_NEWER}")
        migration = migrations[number - 1]
        if (row.name, row.checksum) != (migration.name, migration.checksum):
            raise StoreError(
                f"{row.name}.sql was changed after it was applied; bring back the released file, "
                "what is to be different belongs in a new one"
            )
    return tuple(migrations[len(applied) :])
