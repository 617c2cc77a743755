"""The store of whichever database it is."""

from pathlib import Path

from bot.store.database import Database, driver_of
from bot.store.rows import StoreRows
from bot.store.sqlite import open_store


async def open_database(database: Database, at: int) -> StoreRows:
    """The store in this database, which is created or upgraded first. Raises `StoreError`."""
    if isinstance(database, Path):
        return await open_store(database, at)
    driver_of(database)
    from bot.store.postgres import open_postgres_store  # noqa: PLC0415  it imports the driver, which is there

    return await open_postgres_store(database, at)
