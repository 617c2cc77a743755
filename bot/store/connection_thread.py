"""A connection with a thread of its own, to which whole pieces of work are given: one hop, not one a statement.

`GroupCommit` collects writes that come while others are being written, and puts them into one transaction: one wait for
the disk serves them all. Each has its own outcome. Whoever is answered finds their write on disk. What need not wait is
done on the event loop: a thread would have to win Python's lock back from it at each row. `Readings` asks together what
is asked in the same moment; what is found by its key is read on the event loop, for the same reason.

Nobody waits inside SQLite for another program that keeps the database locked: it is tried again and again for as long
as each has patience, from the moment they came, so that those who wait do so together.
"""

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import aiosqlite

from bot.host.ports import asked_at

T = TypeVar("T")
Values: TypeAlias = Mapping[str, object]

MOST: Final = 256  # writes of one transaction
PATIENCE: Final = 5.0  # seconds to wait for another program's transaction
AT_ONCE: Final = "PRAGMA busy_timeout = 0"
AGAIN: Final = 0.02  # seconds until a locked database is tried again


class Uncertain(Exception):
    """The disk failed while a transaction was committed: whether it is stored, only reading it anew can tell."""


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
        found: T = await super()._execute(self._call, fn, *args, **kwargs)  # type: ignore[no-untyped-call]
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


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement and the values it is done with, once with each. `each`: with each it must change exactly one row."""

    statement: str
    values: Sequence[Values]
    each: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """Steps that are done all or not at all. What has another `key` touches none of their rows."""

    key: tuple[str, ...]
    steps: tuple[Statement, ...]


@dataclass(slots=True)
class Waiting:
    """A write and who waits for it."""

    work: Work
    outcome: asyncio.Future[bool]
    since: float  # when it was asked for, in seconds of the event loop


class GroupCommit:
    """Writes, several to a transaction. `writing` is the lock of everybody who writes on this line.

    `halted` says why nothing is to be written, `note_uncertain` hears at once of a commit that is uncertain. Whoever
    holds the lock may replace `line`.
    """

    def __init__(
        self,
        line: ConnectionThread,
        writing: asyncio.Lock,
        halted: Callable[[], Exception | None] = lambda: None,
        note_uncertain: Callable[[Uncertain], None] = lambda _error: None,
    ) -> None:
        self.line = line
        self.patience = PATIENCE
        self._halted_by = halted
        self._note_uncertain = note_uncertain
        self._writing = writing
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Work) -> bool:
        """Whether the work could be done; then it is committed. Raises `sqlite3.Error`, `Uncertain`."""
        outcome: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(work, outcome, asked_at()))
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return await outcome

    async def wait_until_written(self) -> None:
        """Everything that was given is written."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with self._writing:
                    batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                    still = await self._together(batch)
                if still:
                    self._waiting[:0] = still
                    await asyncio.sleep(AGAIN)
        finally:
            self._task = None

    async def _together(self, batch: list[Waiting]) -> list[Waiting]:
        """All in one transaction; where that fails, each in its own, so that only who must hears of it.

        Those that still wait for another program; what is uncertain is so for all, and is not tried again.
        """
        try:
            found = await self._commit([one.work for one in batch])
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
            if is_busy(error):
                return self._patient(batch, error)
            if isinstance(error, Uncertain):
                self._note_uncertain(error)
            if len(batch) == 1 or isinstance(error, Uncertain):
                for one in batch:
                    _answer(one.outcome, error)
                return []
            return [waits for one in batch for waits in await self._together([one])]
        for one, outcome in zip(batch, found, strict=True):
            _answer(one.outcome, outcome)
        return []

    def _patient(self, batch: list[Waiting], error: Exception) -> list[Waiting]:
        """Those who have not waited long enough; the others are told."""
        since = asyncio.get_running_loop().time() - self.patience
        for one in batch:
            if one.since <= since:
                _answer(one.outcome, error)
        return [one for one in batch if one.since > since]

    async def _commit(self, works: Sequence[Work]) -> list[bool]:
        halted = self._halted_by()
        if halted is not None:
            raise halted
        connection = self.line.idle
        if connection is None or not begin_together(connection, works):
            return await self.line.do(lambda connection: together(connection, works))
        await self.line.do(commit)
        return [True] * len(works)


def begin_together(connection: sqlite3.Connection, works: Sequence[Work]) -> bool:
    """Whether all are done, in a transaction that is still to be committed; if not, nothing was. Waits for nobody."""
    try:
        begin(connection)
        _do(connection, _at_a_stroke(works))
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
    steps = _at_a_stroke(works)
    try:
        _in_transaction(connection, lambda: _do(connection, steps))
    except (NotApplied, sqlite3.IntegrityError):
        return False
    return True


def _at_a_stroke(works: Sequence[Work]) -> list[Statement]:
    return [step for layer in _layers(works) for step in _merge(layer)]


def _layers(works: Sequence[Work]) -> list[list[Work]]:
    """The first of each key, then the second of each, and so on: within a layer none touches another's rows."""
    layers: list[list[Work]] = []
    came: Counter[tuple[str, ...]] = Counter()
    for work in works:
        if came[work.key] == len(layers):
            layers.append([])
        layers[came[work.key]].append(work)
        came[work.key] += 1
    return layers


def _merge(works: Sequence[Work]) -> list[Statement]:
    """Each statement once, with the values of all; every work has its statements in the same order."""
    merged: dict[str, tuple[list[Values], bool]] = {}
    for work in works:
        for step in work.steps:
            merged.setdefault(step.statement, ([], step.each))[0].extend(step.values)
    return [Statement(statement, values, each) for statement, (values, each) in merged.items()]


class NotApplied(Exception):
    """A step that must change a row with each of its values did not."""


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


@dataclass(slots=True)
class PendingRead:
    """A question and who waits for the answer."""

    statement: str
    values: Values | None
    answer: asyncio.Future[list[Any]]


class Readings:
    """Questions, several to a hop: those of one moment, and those that come while others are answered.

    `line` may be replaced; what it was given before is answered by it. `quick` are statements that find a few rows by
    their key: where nobody is before them they are answered on the event loop, and no thread has to be woken. For that
    the line's own patience with another program is 0 (`AT_ONCE`); in the thread it is `PATIENCE`.
    """

    def __init__(self, line: ConnectionThread, quick: Collection[str] = ()) -> None:
        self.line = line
        self._quick = frozenset(quick)
        self._waiting: list[PendingRead] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, statement: str, values: Values | None) -> list[Any]:
        """The rows. Raises `sqlite3.Error`."""
        connection = self.line.at_hand if self._task is None and statement in self._quick else None
        if connection is not None:
            try:
                return _rows(connection, statement, values)
            except sqlite3.Error as error:
                if not is_busy(error):
                    raise
        answer: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingRead(statement, values, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._ask())
        return await answer

    async def wait_until_answered(self) -> None:
        """Everything that was asked is answered."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _ask(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._together(batch)
        finally:
            self._task = None

    async def _together(self, batch: list[PendingRead]) -> None:
        found: Sequence[list[Any] | Exception]
        try:
            found = await self.line.do(lambda connection: _rows_of_all(connection, batch))
        except Exception as error:  # noqa: BLE001  those who wait must hear of it
            found = [error] * len(batch)
        for one, rows in zip(batch, found, strict=True):
            _answer(one.answer, rows)


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


def _answer(future: asyncio.Future[T], found: T | Exception) -> None:
    """Whoever still waits hears what was found."""
    if future.done():
        return
    if isinstance(found, Exception):
        future.set_exception(found)
    else:
        future.set_result(found)
