"""The database of a campaign by its kind: a file in a folder that goes with it, or one of a server of its own."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.database_address import Database, ServerDatabase
from tests.postgres_server import PostgresServer, binaries, running_server

SQLITE: Final = "sqlite"
POSTGRESQL: Final = "postgresql"
_NUMBERS: Final = count()


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


@dataclass(frozen=True, slots=True)
class Databases:
    """Where each run of a campaign has a database of its own, in whatever process: files, or those of one server."""

    folder: str = ""  # of the server

    @contextmanager
    def new(self) -> Iterator[Database]:
        """An empty one that had all migrations, for as long as this lasts; a file where there is no server."""
        if not self.folder:
            with database_of(SQLITE) as file:
                yield file
            return
        server = PostgresServer(Path(self.folder))
        name = f"run{os.getpid()}_{next(_NUMBERS)}"
        yield server.create(name)
        server.ask(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def databases_of(kind: str) -> Iterator[Databases]:
    if kind == SQLITE:
        yield Databases()
    else:
        with own_server() as server:
            yield Databases(str(server.folder))


def named(database: Database) -> str:
    """What another program is told it by."""
    return database.address if isinstance(database, ServerDatabase) else str(database)
