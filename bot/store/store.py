"""The store of whichever database it is: opened, upgraded, hosted, copied. Only a server's needs its driver."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.database_address import Database
from bot.host.ports import StoreError
from bot.store.backup import backup
from bot.store.connection import is_there, open_connection
from bot.store.database import driver_of
from bot.store.file_identity import require_not_lost
from bot.store.host_lock import is_hosted, only_host
from bot.store.migrations import Migration, never, shipped_migrations
from bot.store.sqlite import open_store
from bot.store.upgrade import needs, upgrade
from bot.store.writing import WritingStore


async def open_database(database: Database, at: int, hosts: bool = True) -> WritingStore:
    """The store in this database, which is created or upgraded first; `hosts` as of a file. Raises `StoreError`."""
    if isinstance(database, Path):
        if not hosts:
            await asyncio.to_thread(upgrade_beside_hosts, database, at)
        return await open_store(database, at, hosts)
    driver_of(database)
    from bot.store.postgres import open_postgres_store  # noqa: PLC0415  it imports the driver, which is there

    return await open_postgres_store(database, at)


def upgrade_database(database: Database, at: int, is_to_stop: Callable[[], bool] = never) -> tuple[Migration, ...]:
    """Bring it to this program's version; what was applied now. Raises `StoreError`.

    `is_to_stop`: whether somebody has asked to stop, asked while hosts of an older version are waited for.
    """
    if isinstance(database, Path):
        require_not_lost(database)
        return upgrade(database, at)
    driver_of(database)
    from bot.store.postgres_upgrade import upgrade_postgres  # noqa: PLC0415  it imports the driver, which is there

    return upgrade_postgres(database, at, is_to_stop=is_to_stop)


def upgrade_beside_hosts(database: Database, at: int) -> tuple[Migration, ...]:
    """The same where somebody may host it, but never under a host of an older version. Raises `StoreError`."""
    if not isinstance(database, Path) or not is_there(database) or not needs_of(database):
        return upgrade_database(database, at)
    if has_host(database):
        raise StoreError(
            f"{database}: a host of an older version is running with it, and would not know what is changed: "
            "stop that one first"
        )
    with only_host(database):
        return upgrade_database(database, at)


@contextmanager
def only_host_with(database: Database) -> Iterator[None]:
    """Nobody else hosts the database while this lasts. Raises `StoreError` where somebody does."""
    if isinstance(database, Path):
        with only_host(database):
            yield
        return
    driver_of(database)
    from bot.store.postgres_host import only_host_of  # noqa: PLC0415  it imports the driver, which is there

    with only_host_of(database):
        yield


@contextmanager
def one_host_with(database: Database) -> Iterator[None]:
    """A host of the database: the only one of a file, one of several of a server's. Raises `StoreError`."""
    if isinstance(database, Path):
        with only_host(database):
            yield
        return
    driver_of(database)
    from bot.store.postgres_host import one_host_of  # noqa: PLC0415  it imports the driver, which is there

    with one_host_of(database):
        yield


def has_host(database: Database) -> bool:
    """Whether somebody hosts the database now. Raises `StoreError` where nobody can say."""
    if isinstance(database, Path):
        return is_hosted(database)
    driver_of(database)
    from bot.store.postgres_host import is_server_hosted  # noqa: PLC0415  it imports the driver, which is there

    return is_server_hosted(database)


def backup_database(database: Database, target: Path) -> None:
    """Copy it to a new file while a host goes on writing. Raises `StoreError`, and leaves nothing behind."""
    if isinstance(database, Path):
        backup(database, target)
        return
    driver_of(database)
    from bot.store.postgres_backup import backup_server  # noqa: PLC0415  it imports the driver, which is there

    backup_server(database, target)


def needs_of(database: Database) -> tuple[Migration, ...]:
    """What a database that is there still needs. Raises `StoreError`."""
    if isinstance(database, Path):
        require_not_lost(database)
        with open_connection(database, create=False) as file:
            return needs(file, database, shipped_migrations())
    connections = driver_of(database)
    from bot.store.postgres_upgrade import needs_postgres  # noqa: PLC0415  it imports the driver, which is there

    with connections.open_postgres(database) as connection:
        return needs_postgres(connection, database, shipped_migrations(database="postgres"))


def is_older(database: Database) -> bool:
    """Whether it is there, and what this program knows is still to be added to it."""
    try:
        return bool(needs_of(database))
    except StoreError:
        return False


def require_current(database: Database) -> None:
    """Raises `StoreError` where a database that is there is of another version."""
    if needs_of(database):
        raise StoreError(f"{database}: is of an older version; `burraco db upgrade` first")
