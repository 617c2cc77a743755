"""What happens by itself: one slow or broken table keeps no other waiting, and what is cancelled is gone."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from bot.host import scheduler as scheduling
from bot.host.ports import Change, DueRow, Outcome, StoreError
from bot.host.scheduler import FEW, Scheduler
from bot.tables.table import OVER, PLAYING, Settings, Table
from bot.tables.who import Who
from engine.actions import Action
from engine.view import View
from tests.host.test_door import BOT, World, in_turn, run, think
from tests.tables.playing import ANNA, BRUNO

ALONE = Settings(house="hands=1", pace=0, pause=0, watched=True)  # computers only


async def watch(here: World, *tables: str, who: Who = ANNA) -> None:
    """Open tables where computers play by themselves."""
    for table_id in tables:
        await here.door.open(table_id, table_id.upper(), "c1", who, ALONE)
        await here.door.submit(table_id, who, "start", "start")


def test_a_table_whose_player_hangs_keeps_no_other_waiting(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await watch(here, "slow")
        while (table := await here.door.table("slow")) and table.phase != PLAYING:
            await here.tick()
        began, over = asyncio.Event(), asyncio.Event()

        async def hangs_once(name: str, seen: View, _person: str) -> Action:
            if not began.is_set():
                began.set()
                await asyncio.Event().wait()
            return await think(name, seen)

        phases: dict[str, str] = {}

        def note(table_id: str, table: Table) -> None:
            phases[table_id] = table.phase
            if table.phase == OVER:
                over.set()

        here.door.listen(note)
        scheduler = Scheduler(here.door, here.store, hangs_once)
        running = asyncio.create_task(scheduler.run())
        await asyncio.wait_for(began.wait(), 30)
        await watch(here, "fast")
        await asyncio.wait_for(over.wait(), 60)
        assert "slow" not in phases  # it was asked once, and is not asked again while it thinks
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        assert not scheduler._loop.busy
        await scheduler.fire()
        assert phases["slow"] == PLAYING

    run(test, tmp_path)


def test_a_thought_is_given_up_when_its_table_goes_on_without_it(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await watch(here, "t1")
        while (table := await here.door.table("t1")) and table.phase != PLAYING:
            await here.tick()
        began, given_up = asyncio.Event(), asyncio.Event()

        async def hangs_once(name: str, seen: View, _person: str) -> Action:
            if began.is_set():
                return await think(name, seen)
            began.set()
            try:
                await asyncio.Event().wait()
            finally:
                given_up.set()
            raise AssertionError

        running = asyncio.create_task(Scheduler(here.door, here.store, hangs_once).run())
        await asyncio.wait_for(began.wait(), 30)
        await here.door.submit("t1", ANNA, "end", "end")
        await asyncio.wait_for(given_up.wait(), 30)
        assert not running.done()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    run(test, tmp_path)


def test_tables_whose_computers_think_take_no_place_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "AT_ONCE", 2)

    async def test(here: World) -> None:
        slow = [f"slow{number}" for number in range(4)]
        await watch(here, *slow)
        all_think, over, views = asyncio.Event(), asyncio.Event(), set[str]()

        async def annas_hang(name: str, seen: View, person: str) -> Action:
            if person == ANNA.id:
                views.add(str(seen))
                if len(views) == len(slow):
                    all_think.set()
                await asyncio.Event().wait()
            return await think(name, seen)

        here.door.listen(lambda _id, table: over.set() if table.phase == OVER else None)
        running = asyncio.create_task(Scheduler(here.door, here.store, annas_hang).run())
        async with asyncio.timeout(60):
            await all_think.wait()
            await watch(here, "fast", who=BRUNO)
            await over.wait()
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    run(test, tmp_path)


def test_what_each_change_tells_is_not_read_from_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World) -> None:
        over, readings, read = asyncio.Event(), [], here.store.due_rows

        async def due_rows(bot: str, until: int, limit: int) -> tuple[DueRow, ...]:
            readings.append(until)
            return await read(bot, until, limit)

        monkeypatch.setattr(here.store, "due_rows", due_rows)
        here.door.listen(lambda _id, table: over.set() if table.phase == OVER else None)
        await watch(here, "t1")
        running = asyncio.create_task(Scheduler(here.door, here.store, think).run())
        await asyncio.wait_for(over.wait(), 60)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        assert len(readings) == 1  # of a whole deal, in which the clock stands still

    run(test, tmp_path)


def test_a_crowd_waits_before_the_store_and_not_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World) -> None:
        await watch(here, *[f"t{number}" for number in range(4 * FEW)])
        monkeypatch.setattr("bot.host.scheduler.LONG", 600.0)
        written, together, all_there = here.store.commit, Together(), asyncio.Barrier(FEW)

        async def commit(change: Change) -> Outcome:
            with together:
                async with asyncio.timeout(20):
                    await all_there.wait()
                return await written(change)

        monkeypatch.setattr(here.store, "commit", commit)
        assert await Scheduler(here.door, here.store, think).fire() == 4 * FEW
        assert together.most == FEW

    run(test, tmp_path)


class Together:
    """How many were inside at once."""

    def __init__(self) -> None:
        self.inside = self.most = 0

    def __enter__(self) -> None:
        self.inside += 1
        self.most = max(self.most, self.inside)

    def __exit__(self, *_: object) -> None:
        self.inside -= 1


def test_a_table_that_fails_is_tried_again_later_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: World) -> None:
        await watch(here, "t1", "t2")
        while any(row.phase != PLAYING for row in await here.store.live(BOT)):
            await here.tick()
        calls = 0

        async def fails_twice(name: str, seen: View, _person: str) -> Action:
            nonlocal calls
            calls += 1
            if calls <= 2:
                raise KeyError("they hold 4h5h6h")
            return await think(name, seen)

        scheduler = Scheduler(here.door, here.store, fails_twice)
        assert await scheduler.fire() == 0
        assert await scheduler.fire() == 0  # not at once
        assert calls == 2
        here.now += 1_000
        assert await scheduler.fire() == 2
        assert [record.__dict__["table"] for record in caplog.records] == ["t1", "t2"]
        assert "4h" not in str([vars(record) for record in caplog.records])

    run(test, tmp_path)


def test_each_failure_doubles_the_wait_and_the_log_says_why_the_store_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(here: World) -> None:
        await watch(here, "t1")
        tried = []

        async def fails(*_: object) -> None:
            tried.append(here.now)
            raise StoreError("the disk is full")

        monkeypatch.setattr(here.store, "commit", fails)
        begun = here.now
        while len(tried) < 4:
            await here.clockwork.fire()
            here.now += 500
        assert [at - begun for at in tried] == [0, 1_000, 3_000, 7_000]
        assert {record.__dict__["error"] for record in caplog.records} == {"StoreError: the disk is full"}

    run(test, tmp_path)


def test_who_ticks_cards_is_neither_named_nor_reminded_until_they_stop(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal()
        began, who = here.now, in_turn(table)
        here.now = began + 9_000
        here.door.note_handled("t1", who.id)
        here.now = began + 10_000
        await here.clockwork.fire()
        table = await here.table()
        assert (table.mentioned, table.acted) == (-1, began + 9_000)
        here.now = began + 19_000
        await here.clockwork.fire()
        table = await here.table()
        assert table.mentioned == began + 9_000
        kinds = [(one.viewer, one.kind) for one in await here.store.letters(BOT, "t1") if one.kind == "call"]
        assert kinds == [("#c1", "call")]

    run(test, tmp_path)
