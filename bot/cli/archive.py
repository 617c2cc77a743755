"""`burraco db archive`: tables that closed long ago are archived now, and the room is given back."""

import asyncio
from pathlib import Path

from bot.database_address import Database
from bot.durations import DAY
from bot.host.archiving import AT_ONCE, FIRST, ArchiveStore
from bot.host.ports import StoreError
from bot.store.archives import archives_to_make
from bot.store.board_rows import bots_of
from bot.store.connection import is_there
from bot.store.store import one_host_with, open_database, require_current


def archive(database: Database, days: int, at: int) -> str:
    """What was done, in words. Raises `StoreError`, also where a host has the file: it archives by itself."""
    _require_there(database)
    with one_host_with(database):
        tables, rows, obstacle = asyncio.run(_archive(database, at - days * DAY, at))
    words = f"{tables} tables archived: {rows} rows" if tables else "no table is to be archived"
    if obstacle is not None:
        raise StoreError(f"{words}, but the room was not given back ({obstacle}): {_remedy(database)}")
    return words


def archive_dry(database: Database, days: int, at: int) -> str:
    """What would be done; nothing is written. Raises `StoreError`."""
    _require_there(database)
    require_current(database)
    found = list(archives_to_make(database, at - days * DAY))
    if not found:
        return "no table is to be archived"
    rows, size = map(sum, zip(*found, strict=True))
    return f"{len(found)} tables would be archived: {rows} rows in {size} bytes"


def _remedy(database: Database) -> str:
    """What helps; to write a file anew takes as much as it has at most."""
    room = f"make {database.stat().st_size} bytes free, and " if isinstance(database, Path) else ""
    return f"{room}run it again"


def _require_there(database: Database) -> None:
    if isinstance(database, Path) and not is_there(database):
        raise StoreError(f"there is no database {database}")


async def _archive(database: Database, before: int, at: int) -> tuple[int, int, StoreError | None]:
    """How many tables, and rows of their logs; and why the room was not given back, also that of an earlier time."""
    counts, obstacle = list[int](), None
    store = await open_database(database, at)
    try:
        for bot in bots_of(database):
            counts += [await store.archive(bot, table, at) for table in await _waiting(store, bot, before)]
        if any(counts) or await store.freed():
            try:
                await store.give_back()
            except StoreError as error:
                obstacle = error
    finally:
        await store.close()
    return len([count for count in counts if count]), sum(counts), obstacle


async def _waiting(store: ArchiveStore, bot: str, before: int) -> list[str]:
    """The tables that closed by then and are not archived."""
    place, waiting = FIRST, list[str]()
    while found := await store.closed_tables(bot, before, place, AT_ONCE):
        waiting += [table.id for table in found if not table.archived]
        place = found[-1].place
    return waiting
