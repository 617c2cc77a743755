"""What comes in the same moment is written and read together, and each hears of their own alone."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from bot.host.ports import AlreadyDone, Committed, LabelTaken, Letter, Outcome, Stale, StoredDraft, StoreError
from bot.store.connection_thread import ConnectionThread, Readings
from bot.store.sqlite import SqliteStore
from bot.tables.log import LogRow
from bot.tables.timers import Due
from tests.store.changes import BOT, change, using

T = TypeVar("T")
SOME = tuple(f"table {number}" for number in range(12))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


async def _opened(store: SqliteStore) -> None:
    for table in SOME:
        assert await store.commit(change(0, table=table, label=table)) == Committed(1)


def test_changes_of_one_moment_are_all_applied(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await _opened(store)
        letters, dues = (Letter("N", "hand"), Letter("#club", "table")), (Due("move", 7),)
        changes = [change(1, table=table, label=table, letters=letters, dues=dues) for table in SOME]
        assert await asyncio.gather(*map(store.commit, changes)) == [Committed(2)] * len(SOME)
        assert [row.subject.id for row in await store.due_rows(BOT, 7)] == sorted(SOME)
        for table in SOME:
            assert [row.viewer for row in await store.letters(BOT, table)] == ["#club", "N"]
            assert [row.seq for row in await store.log(BOT, table)] == [1, 2]

    using(path, body)


@pytest.mark.parametrize(
    ("odd", "answered"),
    [
        (change(0, "new", table=SOME[5]), Stale(1)),
        (change(4, "new", table=SOME[5]), Stale(1)),
        (change(1, "action 1", table=SOME[5], label=SOME[5]), AlreadyDone(1)),
        (change(1, "new", table=SOME[5], label=SOME[0]), LabelTaken()),
        (change(0, "new", table="another", label=SOME[0]), LabelTaken()),
    ],
)
def test_one_that_cannot_be_applied_keeps_no_other_from_it(path: Path, odd: object, answered: Outcome) -> None:
    async def body(store: SqliteStore) -> None:
        await _opened(store)
        changes = [change(1, table=table, label=table, letters=(Letter("N", "hand"),)) for table in SOME]
        changes[5] = odd  # type: ignore[call-overload]  # which is what the test is about
        outcomes = await asyncio.gather(*map(store.commit, changes))
        assert outcomes[5] == answered
        assert outcomes[:5] + outcomes[6:] == [Committed(2)] * (len(SOME) - 1)
        assert [row.seq for row in await store.log(BOT, SOME[5])] == [1]
        assert await store.letters(BOT, SOME[5]) == ()

    using(path, body)


def test_a_write_that_fails_is_told_to_whoever_gave_it(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await _opened(store)
        changes = [store.commit(change(1, table=table, label=table)) for table in SOME]
        draft = store.put_draft(BOT, "no table", "N", StoredDraft(1, "9h"))
        *outcomes, failed = await asyncio.gather(*changes, draft, return_exceptions=True)
        assert outcomes == [Committed(2)] * len(SOME)
        assert isinstance(failed, StoreError)
        assert await store.draft(BOT, "no table", "N") is None

    using(path, body)


def test_two_changes_of_one_table_in_one_moment_come_in_their_order(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await _opened(store)
        changes = [change(revision, table=SOME[0], label=SOME[0]) for revision in (1, 2, 3)]
        beside = change(1, table=SOME[1], label=SOME[1])
        outcomes = await asyncio.gather(*map(store.commit, [*changes, beside]))
        assert outcomes == [Committed(2), Committed(3), Committed(4), Committed(2)]
        assert (await store.log(BOT, SOME[0], since=3)) == (LogRow(4, "action 4", "N", "entry 4", 4000),)

    using(path, body)


def test_while_somebody_else_writes_a_change_waits_and_the_event_loop_goes_on(path: Path) -> None:
    async def body(store: SqliteStore) -> None:
        await _opened(store)
        rival = sqlite3.connect(path, isolation_level=None)
        rival.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.commit(change(1, table=SOME[0], label=SOME[0])))
        for _ in range(50):
            await asyncio.sleep(0)
        assert not waiting.done()
        rival.execute("ROLLBACK")
        rival.close()
        assert await waiting == Committed(2)
        assert await store.commit(change(2, table=SOME[0], label=SOME[0])) == Committed(3)

    using(path, body)


def is_idle(line: ConnectionThread) -> bool:
    return line.idle is not None


def test_while_the_thread_is_at_work_nobody_else_has_the_connection() -> None:
    async def inside() -> None:
        line = ConnectionThread(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        async with line:
            assert is_idle(line)
            free, at_work = threading.Event(), threading.Event()

            def work(_connection: sqlite3.Connection) -> None:
                at_work.set()
                free.wait()

            task = asyncio.create_task(line.do(work))
            await asyncio.to_thread(at_work.wait)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert not is_idle(line)  # nobody waits for it any more, and it is not done
            free.set()
            await line.do(lambda connection: connection.execute("SELECT 1"))
            assert is_idle(line)

    asyncio.run(inside())


def test_of_questions_asked_together_each_has_its_own_answer() -> None:
    async def inside() -> None:
        line = ConnectionThread(lambda: sqlite3.connect(":memory:", isolation_level=None))
        async with line:
            readings = Readings(line)
            questions = ["SELECT 1", "SELECT nothing", "SELECT 2 UNION SELECT 3"]
            found = await asyncio.gather(*[readings.do(one, None) for one in questions], return_exceptions=True)
            assert (found[0], found[2]) == ([(1,)], [(2,), (3,)])
            assert isinstance(found[1], sqlite3.OperationalError)
            await readings.wait_until_answered()

    asyncio.run(inside())


def test_a_quick_question_wakes_no_thread_and_hears_its_own_fault() -> None:
    async def inside() -> None:
        hops: list[object] = []

        class Line(ConnectionThread):
            async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
                hops.append(work)
                return await super().do(work)

        line = Line(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        async with line:
            readings = Readings(line, ["SELECT 1", "SELECT nothing"])
            found = await asyncio.gather(
                readings.do("SELECT 1", None), readings.do("SELECT nothing", None), return_exceptions=True
            )
            assert found[0] == [(1,)]
            assert isinstance(found[1], sqlite3.OperationalError)
            assert hops == []
            together = [readings.do("SELECT 1", None), readings.do("SELECT 2", None)]
            assert await asyncio.gather(*together) == [[(1,)], [(2,)]]
            assert len(hops) == 1  # beside a slow one it is asked with it

    asyncio.run(inside())


def test_a_quick_question_before_which_nobody_asks_needs_no_task() -> None:
    async def inside() -> None:
        line = ConnectionThread(lambda: sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False))
        async with line:
            readings = Readings(line, ["SELECT 1"])
            with pytest.raises(StopIteration) as answered:  # it ends without having waited once
                readings.do("SELECT 1", None).send(None)
            assert answered.value.value == [(1,)]
            slow = asyncio.create_task(readings.do("SELECT 2", None))
            await asyncio.sleep(0)
            assert await readings.do("SELECT 1", None) == [(1,)]  # behind a slow one it goes to the thread, too
            assert await slow == [(2,)]

    asyncio.run(inside())


def test_a_quick_question_waits_for_another_program_in_the_thread_and_not_on_the_event_loop(path: Path) -> None:
    rival = sqlite3.connect(path, isolation_level=None)
    rival.execute("CREATE TABLE kept (number)")

    async def inside() -> None:
        line = ConnectionThread(lambda: sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False))
        async with line:
            readings = Readings(line, ["PRAGMA busy_timeout", "SELECT number FROM kept"])
            rival.execute("BEGIN EXCLUSIVE")  # without a write-ahead log nobody reads meanwhile
            rival.execute("INSERT INTO kept VALUES (7)")
            reading = asyncio.create_task(readings.do("SELECT number FROM kept", None))
            for _ in range(50):
                await asyncio.sleep(0)
            assert not reading.done()
            rival.execute("COMMIT")
            assert await reading == [(7,)]
            assert await readings.do("PRAGMA busy_timeout", None) == [(0,)]

    asyncio.run(inside())
    rival.close()
