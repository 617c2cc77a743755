"""The database of a campaign by its kind: a file in a folder that goes with it, or one of a server of its own."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.database_address import Database, ServerDatabase
from tests.postgres_server import PostgresServer, binaries, running_server

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"


def add_database(parser: argparse.ArgumentParser) -> None:
    """`--database KIND`."""
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE, help="on which it is played")


@contextmanager
def database_of(kind: str) -> Iterator[Database]:
    """An empty one, for as long as this lasts."""
    if kind == SQLITE:
        with TemporaryDirectory() as folder:
            yield Path(folder) / "burraco.db"
    else:
        with own_server() as server:
            yield server.new_database()


@contextmanager
def own_server() -> Iterator[PostgresServer]:
    programs = binaries()
    if programs is None:
        raise SystemExit("no PostgreSQL on this machine: Debian has it as `postgresql`")
    with running_server(programs) as server:
        yield server


def named(database: Database) -> str:
    """What another program is told it by."""
    return database.address if isinstance(database, ServerDatabase) else str(database)
