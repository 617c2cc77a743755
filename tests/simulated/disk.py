"""The disk below the real SQLite: it is slow, full, locked or failing for a while, and gone with its process.

Every statement is done by the real library in a real file. What is simulated is when the answer comes, and that the
operating system refuses: the errors are raised where SQLite would raise them, with SQLite's names.
"""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, Final, Protocol, TypeVar

from bot.store.connection_thread import ConnectionThread
from tests.chance import chance
from tests.simulated.loop import Time

T = TypeVar("T")

QUICK: Final = 0.0004  # seconds for one piece of work
SLOW: Final = (0.05, 0.4, 2.0, 7.0)
WRITES: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")

STALLS, LOCKED, FULL, FAILS, UNREADABLE = "stalls", "is locked", "is full", "fails at commits", "cannot be read"
FAULTS: Final = (STALLS, LOCKED, FULL, FAILS, UNREADABLE)
WHERE: Final = {LOCKED: ("BEGIN",), FULL: WRITES, FAILS: ("COMMIT",), UNREADABLE: ("SELECT", "WITH")}
"""Before which words a fault shows."""
ERRORS: Final = {
    LOCKED: ("database is locked", "SQLITE_BUSY"),
    FULL: ("database or disk is full", "SQLITE_FULL"),
    FAILS: ("disk I/O error", "SQLITE_IOERR_FSYNC"),
    UNREADABLE: ("disk I/O error", "SQLITE_IOERR_READ"),
}


class Mortal(Protocol):
    """What dies with its process."""

    def dies(self) -> None: ...


@dataclass
class Disk:
    """The disk of one process. `fault` lasts until a time, and strikes as often as `odds` say."""

    time: Time
    rng: Random = field(default_factory=lambda: chance(0))
    fault: str = ""
    until: float = 0.0
    odds: float = 0.5
    dead: bool = False
    lines: list["Mortal"] = field(default_factory=list)

    def breaks(self, fault: str, seconds: float, odds: float) -> None:
        """From now on, for so long."""
        self.fault, self.until, self.odds = fault, self.time.seconds + seconds, odds

    def heals(self) -> None:
        self.fault = ""

    def dies(self) -> None:
        """The process is gone: what was not committed is lost, and nothing more is done."""
        self.dead = True
        for line in self.lines:
            line.dies()

    def strikes(self, fault: str) -> bool:
        """Whether this fault is there now, and shows."""
        return self.fault == fault and self.time.seconds < self.until and self.rng.random() < self.odds

    def delay(self) -> float:
        """Seconds for the next piece of work."""
        return self.rng.choice(SLOW) if self.strikes(STALLS) else QUICK

    def struck(self, statement: str) -> str:
        """The fault that keeps this statement from being done, "" for none."""
        word = statement.split(maxsplit=1)[0].upper() if self.fault else ""
        return next((fault for fault, words in WHERE.items() if word in words and self.strikes(fault)), "")


def _check(disk: Disk, statement: str) -> None:
    """Before a statement is done. Raises `sqlite3.Error`."""
    if disk.dead:
        raise sqlite3.ProgrammingError("the process is gone")
    if fault := disk.struck(statement):
        raise _error(*ERRORS[fault])


def _error(words: str, name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(words)
    error.sqlite_errorname = name
    return error


class Connection:
    """A connection of the library, before whose statements the disk is asked."""

    def __init__(self, real: sqlite3.Connection, disk: Disk) -> None:
        self._real = real
        self._disk = disk

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        _check(self._disk, statement)
        if statement == "PRAGMA synchronous = FULL":
            statement = "PRAGMA synchronous = OFF"  # the machine itself does not fail
        return self._real.execute(statement, values)

    def executemany(self, statement: str, values: Any) -> sqlite3.Cursor:
        _check(self._disk, statement)
        return self._real.executemany(statement, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)


class Queue:
    """A thread that is the event loop: one piece of work after the other, each after a moment."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._work: deque[tuple[asyncio.Future[Any], Callable[[], Any]]] = deque()

    def give(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """The answer to come."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._work.append((answer, work))
        if len(self._work) == 1:
            self._next()
        return answer

    def _next(self) -> None:
        if not self._disk.dead:
            asyncio.get_running_loop().call_later(self._disk.delay(), self._do)

    def _do(self) -> None:
        answer, work = self._work[0]
        outcome: Any = None
        error: Exception | None = None
        try:
            outcome = work()
        except Exception as raised:  # noqa: BLE001  whoever waits hears of it
            error = raised
        self._work.popleft()
        asyncio.get_running_loop().call_soon(_answer, answer, outcome, error)
        if self._work:
            self._next()


class SimulatedLine(ConnectionThread):
    """A line whose thread is the event loop: one piece of work after the other, each after a moment."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], disk: Disk) -> None:
        super().__init__(connector)
        self._disk = disk
        self._queue = Queue(disk)
        self._connector = connector

    def __await__(self) -> Generator[Any, None, "SimulatedLine"]:
        return self._open().__await__()

    @property
    def at_hand(self) -> None:
        """Nothing is read without the disk, which may stall."""

    async def _open(self) -> "SimulatedLine":
        self._connection: Any = Connection(self._connector(), self._disk)
        self._disk.lines.append(self)
        return self

    def dies(self) -> None:
        """SQLite rolls back what is open, as it does when a database is opened after a crash."""
        if self._connection is not None:
            self._connection.rollback()  # a cursor that somebody still holds would keep it open
            self._connection.close()
            self._connection = None

    async def _execute(self, fn: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        if self._connection is None:
            raise ValueError("Connection closed")
        self._queued += 1
        return await self._queue.give(partial(self._call, fn, *args, **kwargs))

    async def close(self) -> None:
        if self._connection is not None:
            await self._execute(self._close_now)

    def _close_now(self) -> None:
        """The process may be lost at any moment after it: then there is nothing left to be rolled back."""
        self._connection.close()
        self._connection = None


def _answer(answer: asyncio.Future[Any], outcome: Any, error: Exception | None) -> None:
    if answer.done():
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(outcome)
