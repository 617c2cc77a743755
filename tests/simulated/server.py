"""The server below the real PostgreSQL store: slow, locked, full, out of reach or lost at a commit for a while.

Every statement is done by a real server. What is simulated is when the answer comes, and what goes wrong: errors are
raised where the driver would raise them. A connection that is lost at a commit is lost before it, or behind it.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors

from bot.database_address import ServerDatabase
from bot.store.asking import Values
from bot.store.postgres import PostgresStore
from bot.store.postgres_connection import PostgresConnection, PostgresCursor
from bot.store.postgres_thread import PostgresThread
from bot.store.postgres_upgrade import upgrade_postgres
from tests.simulated.disk import FAILS, FULL, LOCKED, UNREADABLE, Disk, Queue
from tests.simulated.host import NotedStore

T = TypeVar("T")

ERRORS: Final[dict[str, type[psycopg.Error]]] = {
    LOCKED: errors.LockNotAvailable,
    FULL: errors.DiskFull,
    FAILS: psycopg.OperationalError,
    UNREADABLE: psycopg.OperationalError,
}
COUNTED: Final = "WITH done AS ("  # before a statement that must change a row


class SimulatedConnection(PostgresConnection):
    """A connection, before whose statements the disk of the server is asked."""

    def __init__(self, raw: Any, disk: Disk) -> None:
        super().__init__(raw)
        self._disk = disk

    def execute(self, statement: str, values: Values = (), /) -> PostgresCursor:
        self._check(statement)
        return super().execute(statement, values)

    def executemany(self, statement: str, values: Iterable[Values], /) -> PostgresCursor:
        self._check(statement)
        return super().executemany(statement, values)

    def send_word(self, word: str) -> None:
        self._check(word)
        super().send_word(word)

    def send_each(self, statement: str, values: Iterable[Mapping[str, object]]) -> None:
        self._check(statement)
        super().send_each(statement, values)

    def _check(self, statement: str) -> None:
        """Raises `psycopg.Error`."""
        if self._disk.dead:
            raise psycopg.OperationalError("the process is gone")
        fault = self._disk.struck(statement.removeprefix(COUNTED))
        if fault == FAILS and self._disk.rng.random() < 0.5:
            self._commit_unheard()
        if fault in (FAILS, UNREADABLE):
            self.raw.close()
        if fault:
            raise ERRORS[fault](f"the server {fault}")

    def _commit_unheard(self) -> None:
        """What was begun is stored, and nobody hears of it; nothing is, where a statement of it was refused."""
        with suppress(psycopg.Error):
            if not self.pipeline.is_under_way:
                self.raw.execute("COMMIT")
                return
            super().send_word("COMMIT")
            self.pipeline.send_off()
            self.pipeline.wait()

    def dies(self) -> None:
        """Whatever was begun is rolled back, as a server does that hears no more of a host."""
        with suppress(psycopg.Error):
            self.raw.execute("ROLLBACK")
        self.raw.close()


class SimulatedThread(PostgresThread):
    """A connection whose thread is the event loop."""

    def __init__(self, server: ServerDatabase, disk: Disk) -> None:
        super().__init__(server)
        self._disk = disk
        self._queue = Queue(disk)

    @property
    def idle(self) -> None:
        """Nothing is sent before its turn."""

    async def hop(self, work: Callable[[], T]) -> T:
        return await self._queue.give(work)

    def _connect(self) -> PostgresConnection:
        if self._disk.strikes(UNREADABLE):
            raise psycopg.OperationalError("the server cannot be reached")
        connection = SimulatedConnection(super()._connect().raw, self._disk)
        self._disk.lines.append(connection)
        return connection


class NotedServer(NotedStore, PostgresStore):
    """In a server's database."""


async def open_noted_server(server: ServerDatabase, at: int, disk: Disk) -> NotedServer:
    """Raises `StoreError`."""
    await asyncio.to_thread(upgrade_postgres, server, at)
    return NotedServer(server, lambda one: SimulatedThread(one, disk))
