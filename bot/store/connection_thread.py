"""A connection with a thread of its own, to which whole pieces of work are given: one hop, not one a statement.

Of writes that share a transaction (`bot.store.groups`) what need not wait for the disk is done on the event loop: a
thread would have to win Python's lock back from it at each row. What is found by its key is read there for the same
reason.

Nobody waits inside SQLite for another program that keeps the database locked: it is tried again and again for as long
as each has patience, from the moment they came, so that those who wait do so together.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Final, TypeVar

import aiosqlite

from bot.store.groups import (
    PATIENCE,
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

T = TypeVar("T")

AT_ONCE: Final = "PRAGMA busy_timeout = 0"


def is_busy(error: BaseException) -> bool:
    """Whether another program keeps the database locked."""
    return isinstance(error, sqlite3.Error) and _name(error).startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def _name(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", None) or ""


class ConnectionThread(aiosqlite.Connection):
    """A connection; `connector` opens it in its thread. Without `check_same_thread` it may be used while it is idle."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, 64)
        self._queued = 0
        self._finished = 0  # counted in the thread, and there alone

    @property
    def idle(self) -> sqlite3.Connection | None:
        """The connection, where the thread has nothing to do with it, also not for somebody who no longer waits."""
        return self._connection if self._queued == self._finished else None

    @property
    def at_hand(self) -> sqlite3.Connection | None:
        """The same, for questions that are answered on the event loop."""
        return self.idle

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        self._queued += 1
        found: T = await super()._execute(self._call, fn, *args, **kwargs)  # type: ignore[no-untyped-call]  # the library's own
        return found

    def _call(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        try:
            return fn(*args, **kwargs)
        finally:
            self._finished += 1

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives, done in the connection's thread; in order with everything else it was given.

        Raises `sqlite3.ProgrammingError` where the connection is closed.
        """
        if self._connection is None:
            raise sqlite3.ProgrammingError("it is closed: the host is stopping")
        return await self._execute(work, self._connection)


# --- writing ----------------------------------------------------------------------------------------------------------


class SqliteGroup(GroupCommit):
    """Whoever holds the lock may replace `line`."""

    def __init__(
        self,
        line: ConnectionThread,
        writing: asyncio.Lock,
        halted: Callable[[], Exception | None],
        note_uncertain: Callable[[Uncertain], None],
    ) -> None:
        super().__init__(writing, halted, note_uncertain)
        self.line = line

    async def _commit(self, works: Sequence[Work]) -> list[bool]:
        connection = self.line.idle
        if connection is None or not begin_together(connection, works):
            return await self.line.do(lambda connection: together(connection, works))
        await self.line.do(commit)
        return [True] * len(works)

    def _is_busy(self, error: Exception) -> bool:
        return is_busy(error)


def begin_together(connection: sqlite3.Connection, works: Sequence[Work]) -> bool:
    """Whether all are done, in a transaction that is still to be committed; if not, nothing was. Waits for nobody."""
    try:
        begin(connection)
        _do(connection, merged(works))
    except (NotApplied, sqlite3.Error) as error:  # whoever does it at leisure finds out why
        _roll_back(connection)
        if is_busy(error):
            raise
        return False
    except BaseException:
        _roll_back(connection)
        raise
    return True


def begin(connection: sqlite3.Connection) -> None:
    """Begin to write. Raises `sqlite3.Error` at once where somebody else is writing (`is_busy`)."""
    ((patience,),) = connection.execute("PRAGMA busy_timeout")
    connection.execute(AT_ONCE)
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience}")


def commit(connection: sqlite3.Connection) -> None:
    """Wait for the disk. Raises `sqlite3.Error`, where nothing was written, and `Uncertain`."""
    try:
        connection.execute("COMMIT")
    except BaseException as error:
        _roll_back(connection)
        if isinstance(error, sqlite3.Error) and _name(error).startswith("SQLITE_IOERR"):
            raise Uncertain(str(error)) from error
        raise


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # SQLite may have rolled back by itself
        connection.execute("ROLLBACK")


def together(connection: sqlite3.Connection, works: Sequence[Work]) -> list[bool]:
    """Whether each could be done, in one transaction; one that could not leaves no trace in it."""
    if at_a_stroke(connection, works):
        return [True] * len(works)
    return _in_transaction(connection, lambda: [_apart(connection, work) for work in works])


def at_a_stroke(connection: sqlite3.Connection, works: Sequence[Work]) -> bool:
    """Whether all could be done, statement by statement for all of them; if not, nothing was."""
    steps = merged(works)
    try:
        _in_transaction(connection, lambda: _do(connection, steps))
    except (NotApplied, sqlite3.IntegrityError):
        return False
    return True


def _in_transaction(connection: sqlite3.Connection, body: Callable[[], T]) -> T:
    begin(connection)
    try:
        found = body()
    except BaseException:
        _roll_back(connection)
        raise
    commit(connection)
    return found


def alone(connection: sqlite3.Connection, statement: str, values: Values) -> list[Any]:
    """The rows of a statement that is a transaction of its own."""
    return _in_transaction(connection, lambda: connection.execute(statement, values).fetchall())


def _apart(connection: sqlite3.Connection, work: Work) -> bool:
    connection.execute("SAVEPOINT apart")
    try:
        _do(connection, work.steps)
    except NotApplied:
        connection.execute("ROLLBACK TO apart")
        connection.execute("RELEASE apart")
        return False
    connection.execute("RELEASE apart")
    return True


def _do(connection: sqlite3.Connection, steps: Sequence[Statement]) -> None:
    for step in steps:
        changed = connection.executemany(step.statement, step.values).rowcount if step.values else 0
        if step.each and changed != len(step.values):
            raise NotApplied


# --- reading ----------------------------------------------------------------------------------------------------------


class Readings(GroupedReads):
    """`line` may be replaced; what it was given before is answered by it.

    `quick` are statements that find a few rows by their key: where nobody is before them they are answered on the event
    loop, and no thread has to be woken. For that the line's own patience with another program is 0 (`AT_ONCE`); in the
    thread it is `PATIENCE`.
    """

    def __init__(self, line: ConnectionThread, quick: Collection[str] = ()) -> None:
        super().__init__()
        self.line = line
        self._quick = frozenset(quick)

    async def do(self, statement: str, values: Values | None) -> list[Any]:
        connection = self.line.at_hand if self._task is None and statement in self._quick else None
        if connection is not None:
            try:
                return _rows(connection, statement, values)
            except sqlite3.Error as error:
                if not is_busy(error):
                    raise
        return await super().do(statement, values)

    async def _answers(self, batch: Sequence[PendingRead]) -> Sequence[list[Any] | Exception]:
        return await self.line.do(lambda connection: _rows_of_all(connection, batch))


def _rows_of_all(connection: sqlite3.Connection, batch: Sequence[PendingRead]) -> list[list[Any] | Exception]:
    """The answers, for which another program is waited for."""
    connection.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")
    try:
        return [_rows_or_error(connection, one) for one in batch]
    finally:
        connection.execute(AT_ONCE)


def _rows_or_error(connection: sqlite3.Connection, pending: PendingRead) -> list[Any] | Exception:
    try:
        return _rows(connection, pending.statement, pending.values)
    except sqlite3.Error as error:
        return error


def _rows(connection: sqlite3.Connection, statement: str, values: Values | None) -> list[Any]:
    return connection.execute(statement, values or {}).fetchall()
