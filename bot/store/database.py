"""Which database: a file that SQLite keeps, or a PostgreSQL server's. Only the latter's driver is imported for it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from bot.host.ports import StoreError
from bot.store.asking import Connection
from bot.store.connection import open_connection

EXTRA: Final = "install burraco-host[postgres]"


@dataclass(frozen=True, slots=True)
class Server:
    """A database of a server by its address, of which a password is never shown."""

    address: str

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        login, at, hosts = parts.netloc.rpartition("@")
        return f"postgresql://{login.partition(':')[0]}{at}{hosts}{parts.path}"

    def __repr__(self) -> str:
        return f"Server({str(self)!r})"


Database: TypeAlias = Path | Server


def parse_database(text: str) -> Database:
    """The database of an address, or the file of that name."""
    return Server(text) if re.match(r"postgres(ql)?://", text, re.IGNORECASE) else Path(text)


@contextmanager
def open_rows(database: Database) -> Iterator[Connection]:
    """A connection to a database that is there already. Raises `StoreError`, also for what happens inside."""
    if isinstance(database, Path):
        with open_connection(database, create=False) as file:
            yield file
    else:
        with driver_of(database).open_postgres(database) as connection:
            yield connection


def driver_of(server: Server) -> ModuleType:
    """What opens connections to servers. Raises `StoreError` where it is not installed."""
    try:
        from bot.store import postgres_connection  # noqa: PLC0415  nobody else needs the driver
    except ImportError as error:
        raise StoreError(f"{server}: the driver is missing ({error}); {EXTRA}") from None
    return postgres_connection
