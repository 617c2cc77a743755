"""A connection to a database that is there already, whichever it is. A server's driver is imported for it alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Final

from bot.database_address import Database, ServerDatabase
from bot.host.ports import StoreError
from bot.store.asking import Connection
from bot.store.connection import open_connection

EXTRA: Final = "install burraco-host[postgres]"


@contextmanager
def open_rows(database: Database) -> Iterator[Connection]:
    """A connection to a database that is there already. Raises `StoreError`, also for what happens inside."""
    if isinstance(database, Path):
        with open_connection(database, create=False) as file:
            yield file
    else:
        with driver_of(database).open_postgres(database) as connection:
            yield connection


def driver_of(server: ServerDatabase) -> ModuleType:
    """What opens connections to servers. Raises `StoreError` where it is not installed."""
    try:
        from bot.store import postgres_connection  # noqa: PLC0415  nobody else needs the driver
    except ImportError as error:
        raise StoreError(f"{server}: the driver is missing ({error}); {EXTRA}") from None
    return postgres_connection
