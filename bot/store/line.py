"""A connection with a thread of its own, to which whole pieces of work are given: one hop, not one a statement.

`Group` collects writes that come while others are being written, and puts them into one transaction: one wait for the
disk serves them all. Each has its own outcome. Whoever is answered finds his write on disk.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import aiosqlite

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], Any]  # None: it could not be done, and is to leave no trace

MOST: Final = 256  # writes of one transaction


class Line(aiosqlite.Connection):
    """A connection; `connector` opens it in its thread."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, 64)

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives, done in the connection's thread; in order with everything else it was given."""
        found: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return found


@dataclass(slots=True)
class Waiting:
    """A write and who waits for it."""

    work: Work
    outcome: asyncio.Future[Any]


class Group:
    """Writes, several to a transaction. `writing` is the lock of everybody who writes on this line."""

    def __init__(self, line: Line, writing: asyncio.Lock) -> None:
        self._line = line
        self._writing = writing
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Work) -> Any:
        """What the work gives, committed; None where it could not be done. Raises `sqlite3.Error`."""
        outcome: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(work, outcome))
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return await outcome

    async def settled(self) -> None:
        """Everything that was given is written."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with self._writing:
                    batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                    await self._together(batch)
        finally:
            self._task = None

    async def _together(self, batch: list[Waiting]) -> None:
        """All in one transaction; where that fails, each in its own, so that only who must hears of it."""
        try:
            found = await self._line.do(lambda connection: together(connection, [one.work for one in batch]))
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
            if len(batch) == 1:
                _fail(batch[0], error)
                return
            for one in batch:
                await self._together([one])
            return
        for one, outcome in zip(batch, found, strict=True):
            if not one.outcome.done():
                one.outcome.set_result(outcome)


def _fail(one: Waiting, error: Exception) -> None:
    if not one.outcome.done():
        one.outcome.set_exception(error)


def together(connection: sqlite3.Connection, works: list[Work]) -> list[Any]:
    """What each gives, in one transaction; one that gives None leaves no trace in it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = [_apart(connection, work) for work in works]
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # SQLite may have rolled back by itself
            connection.execute("ROLLBACK")
        raise
    return found


def _apart(connection: sqlite3.Connection, work: Work) -> Any:
    connection.execute("SAVEPOINT apart")
    outcome = work(connection)
    if outcome is None:
        connection.execute("ROLLBACK TO apart")
    connection.execute("RELEASE apart")
    return outcome
