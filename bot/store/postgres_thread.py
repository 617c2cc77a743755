"""A connection to PostgreSQL in a thread of its own, opened anew where it was lost; writes and questions in groups.

A group costs two ways to the server and back: one for all its statements, one for the commit. Nothing is written
outside the transaction that was begun for it: only where something begins a lost connection is opened anew.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors

from bot.database_address import ServerDatabase
from bot.store.groups import (
    GroupCommit,
    GroupedReads,
    NotApplied,
    PendingRead,
    Statement,
    Uncertain,
    Values,
    Work,
    merged,
)
from bot.store.postgres_connection import Fence, PostgresConnection, connect, is_busy, is_lost

T = TypeVar("T")

LONGEST_IDLE: Final = 2_000  # milliseconds: what a host that vanished, or was stopped, has begun keeps nobody waiting
LABEL: Final = "tables_code"  # the index by which a short name is one table's alone


class PostgresThread:
    """A connection and the thread that waits for its answers."""

    def __init__(self, server: ServerDatabase) -> None:
        self._server = server
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._connection: PostgresConnection | None = None
        self._fence: Fence | None = None

    def fence(self, fence: Fence) -> None:
        """From now on what is written here counts only as long as this host does."""
        self._fence = fence

    async def do(self, work: Callable[[PostgresConnection], T]) -> T:
        """What the work gives, in order with everything else that was given; it begins something."""
        return await self._hop(lambda: work(self._open()))

    async def go_on(self, work: Callable[[PostgresConnection], T]) -> T:
        """The same as a part of what was begun. Raises `psycopg.OperationalError` where that is lost."""
        return await self._hop(lambda: work(self._still_open()))

    async def close(self) -> None:
        await self._hop(self._drop)
        self._thread.shutdown(wait=False)

    async def _hop(self, work: Callable[[], T]) -> T:
        """Done in its turn, also for somebody who no longer waits: else what they began would stay open."""
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))

    def _open(self) -> PostgresConnection:
        if self._connection is None or self._connection.raw.closed:
            self._connection = connect(self._server)
            self._connection.execute(f"SET idle_in_transaction_session_timeout = {LONGEST_IDLE}")
        self._connection.stand_behind(self._fence)
        return self._connection

    def _still_open(self) -> PostgresConnection:
        if self._connection is None or self._connection.raw.closed:
            raise psycopg.OperationalError("the connection was lost")
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(psycopg.Error):
                self._connection.raw.close()


# --- writing ----------------------------------------------------------------------------------------------------------


class PostgresGroup(GroupCommit):
    """Writes over this thread."""

    def __init__(
        self,
        thread: PostgresThread,
        writing: asyncio.Lock,
        halted: Callable[[], Exception | None],
        note_uncertain: Callable[[Uncertain], None],
    ) -> None:
        super().__init__(writing, halted, note_uncertain)
        self._thread = thread

    async def _commit(self, works: Sequence[Work]) -> list[bool]:
        return await self._thread.do(lambda connection: together(connection, works))

    def _is_busy(self, error: Exception) -> bool:
        return is_busy(error)


def together(connection: PostgresConnection, works: Sequence[Work]) -> list[bool]:
    """Whether each could be done, in one transaction; one that could not leaves no trace in it."""
    try:
        _in_transaction(connection, lambda: _do(connection, merged(works)))
    except (NotApplied, psycopg.IntegrityError):
        return _in_transaction(connection, lambda: [_apart(connection, work) for work in works])
    return [True] * len(works)


def _in_transaction(connection: PostgresConnection, body: Callable[[], T]) -> T:
    connection.execute("BEGIN")
    try:
        connection.require_alive()
        found = body()
    except BaseException:
        roll_back(connection)
        raise
    commit(connection)
    return found


def commit(connection: PostgresConnection) -> None:
    """Wait until it is stored. Raises `psycopg.Error`, where nothing was written, and `Uncertain`."""
    try:
        connection.execute("COMMIT")
    except psycopg.Error as error:
        roll_back(connection)
        if is_lost(error):
            raise Uncertain(str(error).strip()) from error
        raise


def roll_back(connection: PostgresConnection) -> None:
    with suppress(psycopg.Error):  # a lost connection has rolled back by itself
        connection.execute("ROLLBACK")


def alone(connection: PostgresConnection, statement: str, values: Values) -> list[Any]:
    """The rows of a statement that is a transaction of its own."""
    return _in_transaction(connection, lambda: connection.execute(statement, values).fetchall())


def _apart(connection: PostgresConnection, work: Work) -> bool:
    connection.execute("SAVEPOINT apart")
    try:
        for step in work.steps:  # the first that is refused says why, which those behind it would hide
            _do(connection, [step])
    except NotApplied:
        connection.execute("ROLLBACK TO apart")
        return False
    except errors.UniqueViolation as error:
        if error.diag.constraint_name != LABEL:
            raise
        connection.execute("ROLLBACK TO apart")  # somebody else's table got the name in this moment
        return False
    connection.execute("RELEASE apart")
    return True


def _do(connection: PostgresConnection, steps: Sequence[Statement]) -> None:
    with connection.raw.pipeline() as pipeline:
        pairs = [(step, connection.executemany(step.statement, step.values)) for step in steps if step.values]
        pipeline.sync()
    for step, cursor in pairs:
        if step.each and cursor.rowcount != len(step.values):
            raise NotApplied


# --- reading ----------------------------------------------------------------------------------------------------------


class PostgresReads(GroupedReads):
    """Questions over this thread, which reads alone: what was lost meanwhile is asked once more."""

    def __init__(self, thread: PostgresThread) -> None:
        super().__init__()
        self._thread = thread

    async def _answers(self, batch: Sequence[PendingRead]) -> Sequence[list[Any] | Exception]:
        found = await self._thread.do(lambda connection: [_rows_or_error(connection, one) for one in batch])
        if any(isinstance(one, Exception) and is_lost(one) for one in found):
            return await self._thread.do(lambda connection: [_rows_or_error(connection, one) for one in batch])
        return found


def _rows_or_error(connection: PostgresConnection, pending: PendingRead) -> list[Any] | Exception:
    try:
        return connection.execute(pending.statement, pending.values or ()).fetchall()
    except psycopg.Error as error:
        return error
