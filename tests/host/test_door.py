"""The one door over a real database: once, in order, never lost; and what happens by itself."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.database_address import ServerDatabase
from bot.host import subjects
from bot.host.door import Accepted, Door, NoTable, OldButton, Repeated, Reply
from bot.host.ports import StoreError
from bot.host.scheduler import Scheduler
from bot.store.sqlite import SqliteStore
from bot.store.store import open_database
from bot.tables.log import BrokenLog, LogRow, fold, format_who, parse_who
from bot.tables.table import CLOSED, OVER, PLAYING, Settings, Table
from bot.tables.who import Declined, Who
from engine.actions import CLOCK_OUT, DRAW, Action, Discard
from engine.players import PLAYERS
from engine.record import Turn
from engine.replay import replay
from engine.view import View
from tests.tables.playing import ADMIN, ANNA, BRUNO, CARLA, DARIO, EVE, FAST, START

BOT = "bot"


class World:
    """A store, a door, a clock that is set by hand, chance that can be repeated."""

    def __init__(self, store: SqliteStore, now: int = START) -> None:
        self.store = store
        self.now = now
        self.seeds = iter(range(1, 1000))
        self.door = Door(store, BOT, lambda: self.now, lambda size: next(self.seeds).to_bytes(size, "big"))
        self.clockwork = Scheduler(self.door, store, think)
        self.actions = 0

    async def table(self) -> Table:
        table = await self.door.table("t1")
        assert table is not None
        return table

    async def do(self, who: Who, command: str, action_id: str = "", stage: int | None = None) -> Reply:
        self.actions += 1
        return await self.door.submit("t1", who, action_id or f"a{self.actions}", command, stage)

    async def done(self, who: Who, command: str) -> Table:
        reply = await self.do(who, command)
        assert isinstance(reply, Accepted), f"{command}: {reply}"
        return reply.table

    async def open(self, settings: Settings = FAST) -> None:
        assert isinstance(await self.door.open("t1", "ROSSO", "c1", ANNA, settings), Accepted)

    async def deal(self, settings: Settings = FAST) -> Table:
        await self.open(settings)
        for who in (BRUNO, CARLA, DARIO):
            await self.done(who, "join")
        await self.done(ANNA, "start")
        while (await self.table()).phase != PLAYING:
            await self.tick()
        return await self.table()

    async def tick(self) -> None:
        """Fire what is due, or go on to the moment when something is."""
        if not await self.clockwork.fire():
            due = await self.store.next_due(BOT)
            self.now = max(self.now + 1, due or 0)


async def think(name: str, seen: View, _person: str = "") -> Action:
    return PLAYERS["random" if name == "heuristic" else name](5).choose(seen)


def in_turn(table: Table) -> Who:
    chair = table.chair(table.in_turn)
    return Who(chair.person, chair.name)


@asynccontextmanager
async def world(place: Path | ServerDatabase, now: int = START, kind: type[World] = World) -> AsyncIterator[World]:
    store: Any = await open_database(place if isinstance(place, ServerDatabase) else place / "burraco.db", now)
    try:
        yield kind(store, now)
    finally:
        await store.close()


def run(test: Callable[[World], Coroutine[Any, Any, None]], path: Path, kind: type[World] = World) -> None:
    async def inside() -> None:
        async with world(path, kind=kind) as here:
            await test(here)

    asyncio.run(inside())


def test_the_same_delivery_twice_is_done_once(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal()
        who = in_turn(table)
        first = await here.do(who, "play d", "click-1")
        again = await here.do(who, "play d", "click-1")
        assert isinstance(first, Accepted)
        assert isinstance(again, Repeated)
        assert (again.table, again.revision) == (first.table, first.revision)

    run(test, tmp_path)


def test_a_delivery_repeated_after_a_restart_is_done_once(tmp_path: Path) -> None:
    async def first(here: World) -> None:
        await here.open()
        await here.do(BRUNO, "join", "click-1")

    async def second(here: World) -> None:
        assert isinstance(await here.do(BRUNO, "join", "click-1"), Repeated)
        assert isinstance(await here.do(BRUNO, "join", "click-2"), Declined)

    run(first, tmp_path)
    run(second, tmp_path)


@pytest.mark.parametrize("rounds", range(1, 12))
def test_whoever_goes_away_meanwhile_leaves_no_table_behind_its_log(rounds: int, tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.open()
        news: list[Table] = []
        here.door.listen(lambda table_id, table: news.append(table) if table_id == "t1" else None)
        going = asyncio.create_task(here.do(BRUNO, "join"))
        for _ in range(rounds):
            await asyncio.sleep(0)
        going.cancel()
        await asyncio.gather(going, return_exceptions=True)
        await here.door.open("t2", "VERDE", "c1", ANNA, FAST)  # everything that was given before is stored by now
        log = await here.store.log(BOT, "t1")
        assert await here.door.stored_state("t1") == (fold(log), len(log))
        assert len(news) == len(log) - 1, "all are told"

    run(test, tmp_path)


def test_a_button_from_an_older_state_does_nothing(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal()
        who = in_turn(table)
        await here.do(who, "play d", stage=table.stage)
        old = await here.do(who, "play d", stage=table.stage)
        assert isinstance(old, OldButton)
        assert old.table.stage == table.stage + 1

    run(test, tmp_path)


def test_a_stranger_changes_nothing(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal()
        before = await here.store.log(BOT, "t1")
        assert isinstance(await here.do(EVE, "play d"), Declined)
        assert isinstance(await here.door.submit("t2", EVE, "x", "join"), NoTable)
        assert (await here.store.log(BOT, "t1"), await here.table()) == (before, table)

    run(test, tmp_path)


def test_two_tables_cannot_have_one_label(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.open()
        reply = await here.door.open("t2", "ROSSO", "c1", BRUNO, FAST)
        assert isinstance(reply, Declined)
        assert reply.key == "label-taken"

    run(test, tmp_path)


def test_two_doors_on_one_table_never_overwrite_each_other(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.open(Settings(rules="fibur", players=4))
        other = Door(here.store, BOT, lambda: here.now, bytes)
        replies = await asyncio.gather(
            here.do(BRUNO, "join S"), other.submit("t1", CARLA, "b1", "join S"), other.submit("t1", DARIO, "b2", "join")
        )
        assert sorted(type(reply).__name__ for reply in replies) == ["Accepted", "Accepted", "Declined"]
        here.door._live.clear()
        assert await other.table("t1") is not None
        assert fold(await here.store.log(BOT, "t1")) == await here.table()

    run(test, tmp_path)


def test_a_crash_between_two_actions_loses_nothing(tmp_path: Path) -> None:
    seen: list[Table] = []

    async def before(here: World) -> None:
        table = await here.deal()
        await here.done(in_turn(table), "play d")
        seen.append(await here.table())

    async def after(here: World) -> None:
        assert await here.table() == seen[0]

    run(before, tmp_path)
    run(after, tmp_path)


async def fill_up(here: World) -> None:
    """Something happens until there is no room; the last page still has some."""
    for _ in range(1_000):
        await here.do(ANNA, "propose annul")
        await here.do(ANNA, "refuse")


def test_a_full_disk_refuses_the_move_and_room_lets_it_pass(tmp_path: Path) -> None:
    async def limit(here: World, pages: int) -> int:
        ((now,),) = await here.store._writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")
        return int(now)

    async def test(here: World) -> None:
        table = await here.deal()
        await limit(here, 1)  # no page more than there are
        with pytest.raises(StoreError, match="the disk is full; make room and try again"):
            await fill_up(here)
        before, log = await here.table(), await here.store.log(BOT, "t1")
        assert fold(log) == before
        await limit(here, 10**6)
        after = await here.done(in_turn(table), "play d")
        assert fold(await here.store.log(BOT, "t1")) == after == await here.table()

    run(test, tmp_path)


def test_a_closed_table_is_forgotten_and_read_again_when_somebody_asks(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.open()
        table = await here.done(ADMIN, "end")
        assert table.phase == CLOSED
        await here.door.submit("t9", EVE, "a1", "join")
        assert list(here.door._live) == []
        assert await here.table() == table
        assert isinstance(await here.do(ANNA, "end", "a1"), Repeated)

    run(test, tmp_path)


def test_of_closed_tables_that_are_looked_at_again_few_stay_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subjects, "FINISHED", 1)

    async def test(here: World) -> None:
        for table_id, label in (("t1", "ROSSO"), ("t2", "BLU")):
            assert isinstance(await here.door.open(table_id, label, "c1", ANNA, FAST), Accepted)
            assert isinstance(await here.door.submit(table_id, ADMIN, f"end {table_id}", "end"), Accepted)
            assert await here.door.table(table_id) is not None
        assert here.door.in_memory == ("t2",)

    run(test, tmp_path)


def test_computers_finish_a_match_that_everybody_has_left(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.deal()
        for who in (ANNA, BRUNO, CARLA, DARIO):
            await here.done(who, "leave")
        while (await here.table()).phase != OVER:
            await here.tick()
        results = await here.store.results(BOT, "t1")
        assert [stored.result.kind for stored in results] == ["deal", "deal", "match"]
        table = await here.table()
        again = replay(results[-1].result.record)
        assert table.match is not None
        assert (again.refusal, again.match.totals) == (None, table.match.totals)

    run(test, tmp_path)


def test_silence_is_pinged_once_and_a_stand_in_offered(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal()
        here.now = table.since + FAST.ping_after
        assert [await here.clockwork.fire() for _ in range(3)] == [1, 1, 0]  # they are named in the channel, and pinged
        here.now = table.since + FAST.stand_in_after
        assert await here.clockwork.fire() == 1
        other = next(who for who in (ANNA, BRUNO, CARLA, DARIO) if who.id != in_turn(table).id)
        assert (await here.done(other, "standin")).chair(table.in_turn).computer

    run(test, tmp_path)


def test_when_the_clock_of_a_turn_ends_the_code_plays(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal(Settings(house="turn_seconds=20", pace=0))
        seat = table.in_turn
        here.now = table.turn_since + 19_999
        await here.done(in_turn(table), "play d")  # an action within the turn does not stop the clock
        assert await here.clockwork.fire() == 0
        here.now = table.turn_since + 20_000
        while (await here.table()).in_turn == seat:
            await here.clockwork.fire()
        (line,) = (await here.table()).lines
        assert isinstance(line, Turn)
        draw, clock, discard = [written.action for written in line.actions]
        assert clock == CLOCK_OUT
        assert (draw, discard) == (DRAW, Discard(line.actions[0].revealed[0]))

    run(test, tmp_path)


def test_online_the_clock_of_a_turn_loses_the_match_and_its_result_is_stored(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal(Settings(rules="online", house="turn_seconds=20", pace=0))
        lost = table.code.side_of[table.code.seats.index(table.in_turn)]
        here.now = table.turn_since + 19_999
        assert await here.clockwork.fire() == 1  # they are named in the channel
        here.now = table.turn_since + 20_000
        assert await here.clockwork.fire() == 1
        over = await here.table()
        assert over.match is not None
        assert (over.phase, over.match.given_up_by) == (OVER, lost)
        assert await here.clockwork.fire() == 0
        rows = [entry.entry for entry in await here.store.log(BOT, "t1")]
        assert rows[-1] == "play t"
        assert fold(await here.store.log(BOT, "t1")) == over

    run(test, tmp_path)


def test_the_clock_of_fitab_gives_more_time_to_a_fuller_hand(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        table = await here.deal(Settings(rules="fitab", house="clock_scale=1"))
        assert table.turn_limit == (40 + 5) * 1000

    run(test, tmp_path)


def test_nothing_in_the_list_of_tables_names_a_card(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        await here.deal()
        (stored,) = await here.store.live(BOT)
        table = await here.table()
        assert json.loads(stored.snapshot) == {
            "rules": "fibur",
            "phase": "playing",
            "names": {seat: table.chair(seat).name for seat in "NESW"},
            "chairs": [[chair.person, chair.computer] for chair in table.chairs],
            "channels": list(table.channels),
            "waiting": [],
            "turn": table.in_turn,
        }

    run(test, tmp_path)


@pytest.mark.parametrize("who", [ANNA, ADMIN, Who("p5"), Who("p5", "Anna Maria De' Rossi", admin=True)])
def test_who_acted_is_written_and_read(who: Who) -> None:
    assert parse_who(format_who(who)) == who


def test_a_damaged_log_is_named() -> None:
    with pytest.raises(BrokenLog, match="the log is empty"):
        fold([])
    with pytest.raises(BrokenLog, match="entry 1: a log begins with 'open'"):
        fold([LogRow(1, "a", "p1 Anna", "join", START)])
