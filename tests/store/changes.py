"""Short ways to say what is committed, and to use a store from a test that is not asynchronous."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, overload

from bot.database_address import Database
from bot.host.ports import Change, Store, Subject
from bot.store.rows import StoreRows
from bot.store.sqlite import SqliteStore
from bot.store.store import open_database

T = TypeVar("T")
BOT = "bot"
TABLE = "table"
SUBJECT = Subject("table", TABLE)


def change(expected: int, action: str | None = None, **fields: Any) -> Change:
    """The change of a table from this revision on; what is not given follows from the revision."""
    revision = expected + 1
    content = {
        "bot": BOT,
        "subject": Subject("table", fields.pop("table", TABLE)),
        "actor": "N",
        "entry": f"entry {revision}",
        "at": revision * 1000,
    }
    content |= {"snapshot": f"snapshot {revision}", "phase": "playing", "channel": "club"}
    return Change(**{**content, "expected": expected, "action_id": action or f"action {revision}", **fields})


@overload
def using(database: Path, body: Callable[[SqliteStore], Awaitable[T]]) -> T: ...
@overload
def using(database: Database, body: Callable[[StoreRows], Awaitable[T]]) -> T: ...
def using(database: Database, body: Callable[[Any], Awaitable[T]]) -> T:
    """What the body gives with the store in this database, which is opened for it and closed after it."""

    async def whole() -> T:
        store = await open_database(database, at=1)
        port: Store = store
        try:
            return await body(store)
        finally:
            await port.close()

    return asyncio.run(whole())
