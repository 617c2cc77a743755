"""A connection to PostgreSQL in a thread of its own, opened anew where it was lost; writes and questions in groups.

A group costs one way to the server and back, its commit included: a statement that must change a row fails there where
it does not, and then nothing of the group is stored. Nothing is written outside the transaction that was begun for it:
only where something begins a lost connection is opened anew.

A group is sent and answered on the event loop: a thread would have to win Python's lock back from it at each statement,
and be woken for each group. The thread does what may have to be waited for: what fails, and what is long.
"""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from socket import SHUT_RDWR, socket
from typing import Any, Final, TypeVar

import psycopg
from psycopg import errors

from bot.database_address import ServerDatabase
from bot.shield import shield
from bot.store.groups import (
    GroupCommit,
    GroupedReads,
    PendingRead,
    Statement,
    Uncertain,
    Values,
    Work,
    in_order,
)
from bot.store.postgres_connection import (
    LOCK_WAIT,
    ROOM,
    Fence,
    PostgresConnection,
    connect,
    has_ended,
    is_busy,
    is_lost,
)
from bot.store.postgres_dialect import INSTEAD
from bot.store.postgres_pipeline import Answer, Pipeline, can_be_said

T = TypeVar("T")

LAST_WAIT: Final = 10.0  # seconds for what is still to be answered when a host ends
LONGEST_IDLE: Final = 2_000  # milliseconds: what a host that vanished, or was stopped, has begun keeps nobody waiting
AT_HAND: Final = ROOM // 4  # signs that are sent without waiting, whatever the server does; one has four bytes at most
REFUSED: Final = (errors.DivisionByZero, psycopg.IntegrityError)
"""A statement changed no row that it must change, or another row is in its way."""
LABEL: Final = "tables_code"  # the index by which a short name is one table's alone


class PostgresThread:
    """A connection and the thread that waits for its answers. `lock_wait`: milliseconds, of one statement."""

    def __init__(self, server: ServerDatabase, lock_wait: int = LOCK_WAIT) -> None:
        self._server = server
        self._lock_wait = lock_wait
        self._thread = ThreadPoolExecutor(1, "postgres")
        self._connection: PostgresConnection | None = None
        self._queued = 0  # pieces of work that the thread has not done, or of which nobody has heard yet
        self._fence: Fence | None = None
        self._prepares_by_itself = True  # the driver
        self._is_cut = False

    def prepare_nothing(self) -> None:
        """What is prepared on this connection is not the driver's: it would give up everything after a rollback."""
        self._prepares_by_itself = False

    def fence(self, fence: Fence) -> None:
        """From now on what is written here counts only as long as this host does."""
        self._fence = fence

    async def do(self, work: Callable[[PostgresConnection], T]) -> T:
        """What the work gives, in order with everything else that was given; it begins something."""
        return await self.hop(lambda: work(self._open()))

    async def go_on(self, work: Callable[[PostgresConnection], T]) -> T:
        """The same as a part of what was begun. Raises `psycopg.OperationalError` where that is lost."""
        return await self.hop(lambda: work(self._still_open()))

    @property
    def idle(self) -> PostgresConnection | None:
        """The connection, where the thread has nothing to do with it, and its server has not ended it."""
        connection = self._connection
        if self._queued or connection is None or not connection.stands_behind(self._fence) or has_ended(connection):
            return None
        return connection

    async def ask(self, questions: Sequence[tuple[str, Any]]) -> Sequence[Answer] | None:
        """The answers, for which no thread is woken; None where that cannot be. One who asks at a time.

        Whoever is cancelled leaves no connection on which an answer is still to come.
        """
        connection = self.idle
        if connection is None or not all(can_be_said(values) for _, values in questions):
            return None
        try:
            if connection.pipeline.ask(questions):
                await _answer(connection.pipeline)
                connection.pipeline.take()  # raises what was wrong with the connection
            else:
                await self.hop(connection.pipeline.wait)
            return connection.pipeline.answers()
        except psycopg.Error:
            connection.raw.close()
            return None
        except asyncio.CancelledError:
            connection.raw.close()
            raise

    async def close(self) -> None:
        """Once it has done what it was given; a server that hangs is waited for no longer than `LAST_WAIT`."""
        dropping = self.give(self._drop)
        if not (await asyncio.wait([dropping], timeout=LAST_WAIT))[0]:
            self.cut()
            await asyncio.wait([dropping])
        self._thread.shutdown(wait=False)

    def cut(self) -> None:
        """Whoever waits for an answer hears at once that the connection is lost, and none is opened any more."""
        self._is_cut = True
        connection = self._connection
        if connection is not None and not connection.raw.closed:
            with suppress(OSError), socket(fileno=os.dup(connection.raw.fileno())) as same:
                same.shutdown(SHUT_RDWR)

    async def hop(self, work: Callable[[], T]) -> T:
        """Done in its turn, also for somebody who no longer waits: else what they began would stay open."""
        return await shield(self.give(work))

    def give(self, work: Callable[[], T]) -> "asyncio.Future[T]":
        """The same for whoever need not wait."""
        self._queued += 1
        answer = asyncio.get_running_loop().run_in_executor(self._thread, work)
        answer.add_done_callback(self._note_answer)
        return answer

    def _note_answer(self, answer: "asyncio.Future[Any]") -> None:
        self._queued -= 1
        if not answer.cancelled():
            answer.exception()  # whoever still waits is told; nobody else has to be

    def _open(self) -> PostgresConnection:
        if self._is_cut:
            raise psycopg.OperationalError("the host ends")
        if self._connection is None or has_ended(self._connection):
            self._connection = self._connect()
            self._connection.execute(f"SET idle_in_transaction_session_timeout = {LONGEST_IDLE}")
            if not self._prepares_by_itself:
                self._connection.raw.prepare_threshold = None
            if self._lock_wait != LOCK_WAIT:
                self._connection.execute(f"SET lock_timeout = {self._lock_wait}")
        self._connection.stand_behind(self._fence)
        return self._connection

    def _connect(self) -> PostgresConnection:
        return connect(self._server)

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
        thread.prepare_nothing()

    async def _commit(self, works: Sequence[Work]) -> list[bool]:
        connection = self._thread.idle
        if connection is None or size(works) > AT_HAND:
            return await self._thread.do(lambda connection: together(connection, works))
        transmission = send(connection, works)
        if transmission.is_sent and await self._is_done(connection):
            return [True] * len(works)
        return await self._thread.hop(lambda: together(connection, works, transmission))

    async def _is_done(self, connection: PostgresConnection) -> bool:
        """Whether what was sent is answered, and nothing was refused; where that takes a turn, it is for the thread."""
        try:
            await _answer(connection.pipeline)
        except asyncio.CancelledError:
            self._thread.give(lambda: settle(connection))
            raise
        if not connection.pipeline.has_succeeded:
            return False
        connection.pipeline.end()
        return True

    def _is_busy(self, error: Exception) -> bool:
        return is_busy(error)


def together(
    connection: PostgresConnection, works: Sequence[Work], transmission: "Transmission | None" = None
) -> list[bool]:
    """Whether each could be done, in one transaction; one that could not leaves no trace in it.

    All at a stroke: in the `transmission` that is on its way already, or in one that is sent now.
    """
    if is_stored(connection, transmission or send(connection, works)):
        return [True] * len(works)
    return _in_transaction(connection, lambda: _each_apart(connection, works))


@dataclass(frozen=True, slots=True)
class Transmission:
    """A whole transaction that is on its way; `error` is what was heard while it was sent."""

    is_sent: bool  # and nothing has failed
    error: Exception | None = None


def size(works: Sequence[Work]) -> int:
    """Of the texts in them, in signs."""
    rows = [row for work in works for step in work.steps for row in step.values]
    return sum(len(value) for row in rows for value in row.values() if isinstance(value, str))


def send(connection: PostgresConnection, works: Sequence[Work]) -> Transmission:
    """Send all of it, from the beginning to the commit, and wait for nothing. Whoever sends must ask `is_stored`."""
    error: Exception | None = None
    try:
        connection.pipeline.begin()
        try:
            connection.send_word("BEGIN")
            connection.require_alive_there()
            for work in in_order(works):
                for step in work.steps:
                    _send(connection, step)
            connection.send_word("COMMIT")
        except Exception as found:  # noqa: BLE001  whoever waits for the answers hears of it
            error = found
        is_sent = connection.pipeline.send_off()
    except psycopg.Error as found:
        return Transmission(is_sent=False, error=error or found)
    return Transmission(is_sent and error is None, error)


def is_stored(connection: PostgresConnection, transmission: Transmission) -> bool:
    """Wait for the answers: whether all could be done and is stored. Raises `psycopg.Error`, and `Uncertain`."""
    try:
        if transmission.error is not None:
            raise transmission.error
        connection.pipeline.wait()
        connection.pipeline.end()
    except Exception as error:
        settle(connection)
        roll_back(connection)
        if is_lost(error):
            raise Uncertain(str(error).strip()) from error
        if isinstance(error, REFUSED):
            return False
        raise
    return True


def settle(connection: PostgresConnection) -> None:
    """Nothing is under way any more, whatever came of it."""
    try:
        if connection.pipeline.is_under_way:
            connection.pipeline.wait()
            connection.pipeline.end()
    except psycopg.Error:
        if connection.pipeline.is_under_way:
            connection.raw.close()


async def _answer(pipeline: Pipeline) -> None:
    """Until all is answered, or something is wrong with the connection."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[None] = loop.create_future()
    is_over = False
    number = pipeline.socket  # of a lost connection it is closed, and its number soon another one's

    def look() -> None:
        nonlocal is_over
        with suppress(psycopg.Error):  # whoever asks next hears it again
            if not pipeline.take():
                return
        is_over = loop.remove_reader(number)
        if not answered.done():
            answered.set_result(None)

    loop.add_reader(number, look)
    try:
        await answered
    finally:
        if not is_over:
            loop.remove_reader(number)


def _send(connection: PostgresConnection, step: Statement) -> None:
    """Only in a pipeline."""
    if step.values:
        connection.send_each(_one_row(step.statement) if step.each else step.statement, step.values)


@lru_cache(100)
def _one_row(statement: str) -> str:
    """The same, failing where it changes no row."""
    return f"WITH done AS ({INSTEAD.get(statement, statement)} RETURNING 1) SELECT 1 / count(*) FROM done"  # noqa: S608  of `statements`


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


def _each_apart(connection: PostgresConnection, works: Sequence[Work]) -> list[bool]:
    outcomes = {id(work): _apart(connection, work) for work in in_order(works)}
    return [outcomes[id(work)] for work in works]


def _apart(connection: PostgresConnection, work: Work) -> bool:
    connection.execute("SAVEPOINT apart")
    try:
        for step in work.steps:  # the first that is refused says why, which those behind it would hide
            _at_once(connection, step)
    except errors.DivisionByZero:
        connection.execute("ROLLBACK TO apart")
        return False
    except errors.UniqueViolation as error:
        if error.diag.constraint_name != LABEL:
            raise
        connection.execute("ROLLBACK TO apart")  # somebody else's table got the name in this moment
        return False
    connection.execute("RELEASE apart")
    return True


def _at_once(connection: PostgresConnection, step: Statement) -> None:
    """One step with all its values, by one way to the server and back."""
    connection.pipeline.begin()
    try:
        _send(connection, step)
    finally:
        connection.pipeline.send_off()
        connection.pipeline.wait()
        connection.pipeline.end()


# --- reading ----------------------------------------------------------------------------------------------------------


class PostgresReads(GroupedReads):
    """Questions over this thread, which reads alone: what was lost meanwhile is asked once more."""

    def __init__(self, thread: PostgresThread) -> None:
        super().__init__()
        self._thread = thread

    async def _answers(self, batch: Sequence[PendingRead]) -> Sequence[list[Any] | Exception]:
        answered = await self._thread.ask([(one.statement, one.values or {}) for one in batch])
        if answered is not None and not any(isinstance(one, Exception) and is_lost(one) for one in answered):
            return answered
        found = await self._thread.do(lambda connection: [_rows_or_error(connection, one) for one in batch])
        if any(isinstance(one, Exception) and is_lost(one) for one in found):
            return await self._thread.do(lambda connection: [_rows_or_error(connection, one) for one in batch])
        return found


def _rows_or_error(connection: PostgresConnection, pending: PendingRead) -> list[Any] | Exception:
    try:
        return connection.execute(pending.statement, pending.values or ()).fetchall()
    except psycopg.Error as error:
        return error
