"""A year of planned matches over a real store, with the clock passed in: what is opened, when, and what is told."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import pytest

from bot.boards.ports import Forgetting
from bot.cli.repair import repair
from bot.cli.soundness import refuse_faulty, soundness
from bot.durations import DAY, HOUR, MINUTE
from bot.host.notes import LOST, Notes
from bot.host.ports import OutboxRow, Person, StoreError
from bot.planner.calendar import moment, occurrences
from bot.planner.kind import OWN, PLAN, TAIL, PlanKind, plan_of
from bot.planner.plan import (
    ACTIVE,
    ANNOUNCED,
    ENDED,
    FAILED,
    OPENED,
    PAUSED,
    REMINDED,
    Plan,
    Terms,
    Word,
    from_json,
    is_moved,
    new_plan,
    to_json,
    unsaid,
    with_word_sent,
)
from bot.planner.planner import Full, Planner, World, named_after
from bot.planner.when import When, parse_when
from bot.store.sqlite import SqliteStore
from bot.store.verified import remember, states
from bot.tables.log import LogRow
from tests.planner.letters import bring
from tests.store.altered import alter
from tests.store.changes import BOT, using
from tests.store.test_damage import spoil

ROME: Final = "Europe/Rome"
BAR: Final = "club/bar"


def at(text: str, fold: int = 0) -> int:
    """The milliseconds of a wall clock in Rome."""
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(ROME), fold=fold)
    return round(local.astimezone(UTC).timestamp() * 1000)


class Here:
    """A channel: its clock, the tables that are open, and what it was told."""

    def __init__(self, store: SqliteStore, now: str) -> None:
        self.store = store
        self.now = at(now)
        self.open: dict[str, str] = {}  # tables, with their channels
        self.ever: list[tuple[str, int]] = []  # each table that was opened, and when
        self.words_sent: list[Word] = []
        self.terms = Terms()
        self.broken = False
        self.spoke: list[str] = []  # plans that had something to say, before any letter
        self.has_spoken = asyncio.Event()
        self.planner = self.another()

    def another(self) -> Planner:
        world = World(lambda: self.now, self._open, self._tables, self._terms, self._moved)
        return Planner(self.store, Notes(self.store, BOT, lambda: self.now), BOT, world)

    async def _open(self, plan: Plan, table: str) -> str:
        if self.broken:
            return ""
        if table not in [id_ for id_, _ in self.ever]:
            self.ever.append((table, self.now))
            self.open[table] = plan.channel
        return f"table {1 + [id_ for id_, _ in self.ever].index(table)}"

    async def _tables(self, channel: str) -> int:
        return list(self.open.values()).count(channel)

    async def _moved(self, plan: Plan) -> None:
        self.spoke.append(plan.id)
        self.has_spoken.set()

    async def fire(self) -> int:
        """What is due happens, and its channels are told; how often a plan moved on."""
        moved = await self.planner.fire()
        await self.bring()
        return moved

    async def bring(self) -> None:
        await bring(self.store, BOT, self.planner, self.deliver, self.now)

    async def deliver(self, plan: Plan, _row: OutboxRow) -> str:
        for word in unsaid(plan, self.now)[:1]:
            self.words_sent.append(word)
            await self.planner.mark_word_sent(word)
        return ""

    async def _terms(self, _channel: str) -> Terms:
        return self.terms

    async def plan(self, text: str, channel: str = BAR) -> Plan:
        when = parse_when(text, self.now, ROME)
        assert isinstance(when, When), when
        found = await self.planner.plan(channel, "p1", "{}", when, ROME)
        assert isinstance(found, Plan), found
        return found

    async def until(self, text: str, close_after: int = 2 * HOUR) -> None:
        """Live on until then: fire what is due when it is, and close tables after a while."""
        end = at(text)
        while True:
            later = await self.store.next_due(BOT, self.now, "plan")
            closing = [opened + close_after for table, opened in self.ever if table in self.open]
            self.now = min(
                [time for time in (later, *closing, end) if time is not None and time > self.now], default=end
            )
            for table, opened in self.ever:
                if opened + close_after <= self.now:
                    self.open.pop(table, None)
            await self.fire()
            if self.now >= end:
                return

    def words(self) -> list[str]:
        """What was told, with the wall clock's time of the start it is about."""
        times = [
            datetime.fromtimestamp(word.starts / 1000, ZoneInfo(ROME)).strftime("%m-%d %H:%M")
            for word in self.words_sent
        ]
        return [f"{word.kind} {time}" for word, time in zip(self.words_sent, times, strict=True)]


def living(path: Path, now: str, body: Callable[[Here], Awaitable[None]]) -> None:
    using(path / "burraco.db", lambda store: _body(Here(store, now), body))


async def _body(here: Here, body: Callable[[Here], Awaitable[None]]) -> None:
    await body(here)


def test_a_year_of_fridays_is_played_at_nine_by_the_clock_on_the_wall(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("every friday 21:00")
        await here.until("2026-12-31 12:00")
        opened = [datetime.fromtimestamp(time / 1000, ZoneInfo(ROME)) for _, time in here.ever]
        first = datetime(2026, 1, 2, 21, 0, tzinfo=ZoneInfo(ROME))
        assert opened == [first + timedelta(weeks=week) for week in range(52)]
        assert {one.astimezone(UTC).hour for one in opened} == {19, 20}
        kinds = [word.kind for word in here.words_sent]
        assert [kinds.count(kind) for kind in (ANNOUNCED, REMINDED, OPENED)] == [52, 52, 52]
        assert len(kinds) == 156
        assert [word.label for word in here.words_sent if word.kind == OPENED][-1] == "table 52"

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_time_that_the_clocks_skip_is_an_hour_later_and_one_shown_twice_is_the_first(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("ogni domenica 02:30")
        here.terms = Terms(announce=0, remind=0)
        moved = []
        while here.now < at("2026-11-02 12:00"):
            (plan,) = await here.planner.plans(BAR)
            moved += [plan.starts] if is_moved(plan) else []
            await here.until(
                (datetime.fromtimestamp(here.now / 1000, ZoneInfo(ROME)) + timedelta(days=7)).isoformat()[:16]
            )
        opened = [time for _, time in here.ever]
        assert moved == [at("2026-03-29 03:30")]
        assert at("2026-03-29 03:30") in opened
        assert at("2026-10-25 02:30", fold=0) in opened
        assert at("2026-10-25 02:30", fold=1) not in opened

    living(tmp_path, "2026-03-16 12:00", body)


def test_after_an_outage_a_match_is_late_with_a_word_or_skipped_with_a_word(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("every friday 21:00")
        here.now = at("2026-01-02 21:20")  # nobody was there at the announcement, the reminder, and the start
        await here.fire()
        assert here.words() == ["opened-late 01-02 21:00"]
        assert here.words_sent[0].late == 20 * MINUTE
        here.now = at("2026-01-09 22:01")
        await here.fire()
        assert here.words()[1:] == ["skipped 01-09 21:00"]
        here.now = at("2026-02-13 21:01")  # five Fridays have passed; the sixth is on time
        await here.fire()
        assert here.words()[2:] == ["opened 02-13 21:00"]
        assert here.words_sent[-1].missed == 4
        await here.until("2026-02-20 21:00")
        assert here.words()[3:] == ["announced 02-20 21:00", "reminded 02-20 21:00", "opened 02-20 21:00"]

    living(tmp_path, "2026-01-01 12:00", body)


def test_one_word_is_enough_after_an_outage_over_the_announcement_and_the_reminder(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("2026-01-09 21:00")
        here.now = at("2026-01-09 20:50")
        await here.fire()
        await here.fire()
        assert here.words() == ["reminded 01-09 21:00"]
        await here.until("2026-01-09 21:00")
        assert here.words() == ["reminded 01-09 21:00", "opened 01-09 21:00"]
        assert await here.planner.plans(BAR) == ()

    living(tmp_path, "2026-01-01 12:00", body)


def test_who_is_told_within_the_day_is_only_reminded(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("tonight 21:30")
        await here.until("2026-01-01 21:30")
        assert here.words() == ["reminded 01-01 21:30", "opened 01-01 21:30"]

    living(tmp_path, "2026-01-01 12:00", body)


def test_who_comes_is_asked_once_whether_they_are_here_and_that_reminds_too(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("tonight 21:30")
        for person in ("p2", "p3", "p4"):
            await here.planner.join(plan.id, person)
        await here.until("2026-01-01 21:20")
        assert here.words() == ["check-in 01-01 21:30"]
        assert here.words_sent[0].joined == ("p2", "p3", "p4")
        for person in ("p4", "p4", "p2"):
            await here.planner.check_in(plan.id, person, plan.starts)
        await here.planner.check_in(plan.id, "p3", plan.starts + DAY)  # another start
        await here.planner.leave(plan.id, "p2")
        await here.planner.join(plan.id, "p5")  # whoever says now that they come is here
        await here.until("2026-01-01 21:30")
        assert here.words() == ["check-in 01-01 21:30", "opened 01-01 21:30"]
        assert (here.words_sent[-1].joined, here.words_sent[-1].away) == (("p4", "p5"), ("p3",))

    living(tmp_path, "2026-01-01 12:00", body)


def test_where_nobody_could_be_asked_all_who_come_have_a_seat(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("tonight 21:30")
        await here.planner.join(plan.id, "p2")
        here.now = at("2026-01-01 21:40")  # the host was away
        await here.fire()
        assert here.words() == ["opened-late 01-01 21:30"]
        assert (here.words_sent[-1].joined, here.words_sent[-1].away) == (("p2",), ())

    living(tmp_path, "2026-01-01 12:00", body)


def test_the_next_start_asks_anew(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(remind=0, announce=0, checkin=30 * MINUTE)
        plan = await here.plan("every friday 21:00")
        for week in (2, 9):
            await here.planner.join(plan.id, "p2")
            await here.until(f"2026-01-{week:02} 20:40")
            await here.planner.check_in(plan.id, "p2")
            await here.until(f"2026-01-{week:02} 21:00")
        assert here.words() == [f"{kind} 01-{week} 21:00" for week in ("02", "09") for kind in ("check-in", "opened")]
        assert {word.joined for word in here.words_sent} == {("p2",)}

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_plan_that_was_written_before_anybody_was_asked_still_folds() -> None:
    plan = new_plan(
        "plan1", BAR, "p1", "", datetime.fromisoformat("2026-01-01 21:00"), "", ROME, at("2026-01-01 12:00")
    )
    text = json.loads(
        to_json(replace(plan, unsaid=({"kind": OPENED, "starts": 1, "late": 0, "missed": 0, "label": ""},)))
    )
    del text["asks"], text["here"]
    found = from_json(json.dumps(text), plan.revision)
    assert (found.asks, found.here) == (0, ())
    assert [word.away for word in unsaid(found, 0)] == [()]


def test_of_several_hosts_one_reminds(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("tonight 21:30")
        here.now = at("2026-01-01 21:20")
        await asyncio.gather(*[here.another().fire() for _ in range(4)])
        await here.bring()
        assert here.words() == ["reminded 01-01 21:30"]

    living(tmp_path, "2026-01-01 12:00", body)


def test_of_several_hosts_one_opens_and_one_tells(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("tonight 21:30")
        here.now = at("2026-01-01 21:30")
        await asyncio.gather(*[here.another().fire() for _ in range(4)])
        await here.bring()
        assert here.words() == ["opened 01-01 21:30"]
        assert len(here.ever) == 1

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_host_that_died_between_opening_and_storing_opens_no_second_table(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("tonight 21:30")
        here.now = at("2026-01-01 21:30")
        await here._open(plan, plan.table)  # and then it died
        await here.another().fire()
        await here.bring()
        assert (len(here.ever), here.words_sent[-1].label) == (1, "table 1")

    living(tmp_path, "2026-01-01 12:00", body)


def test_where_there_is_no_room_who_was_planned_first_is_next(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0, tables=2, waits=HOUR)
        here.open = {"one": BAR, "two": BAR, "elsewhere": "other"}
        await here.plan("tonight 21:00")
        await here.plan("tonight 21:30")
        third = await here.planner.queue(BAR, "p2", "{}", ROME)
        assert isinstance(third, Plan)
        await here.fire()
        await here.until("2026-01-01 21:45", close_after=DAY)
        assert here.words() == ["queued 01-01 20:00", "queued 01-01 21:00", "no-room 01-01 20:00", "queued 01-01 21:30"]
        here.open = {"elsewhere": "other"}  # both tables ended in the same moment
        await here.planner.note_free_room(BAR)
        await here.bring()
        assert here.words()[4:] == ["opened 01-01 21:00", "opened 01-01 21:30"]
        assert await here.planner.plans(BAR) == ()

    living(tmp_path, "2026-01-01 20:00", body)


def test_one_place_that_is_free_is_for_the_one_who_waits_longest(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0, tables=1)
        here.open = {"one": BAR}
        await here.plan("tonight 21:00")
        await here.until("2026-01-01 21:00:30"[:16], close_after=DAY)
        late = await here.plan("tonight 21:10")
        here.now = late.starts
        here.open = {}
        await here.fire()
        assert here.words() == ["queued 01-01 21:00", "opened 01-01 21:00", "queued 01-01 21:10"]

    living(tmp_path, "2026-01-01 20:00", body)


def test_a_channel_has_only_so_many_plans_and_so_long_a_queue(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(plans=3, queue=1, tables=0)
        assert isinstance(await here.planner.queue(BAR, "p1", "{}", ROME), Plan)
        await here.fire()
        assert await here.planner.queue(BAR, "p1", "{}", ROME) == Full(1)
        await here.plan("tonight 21:00")
        await here.plan("tonight 22:00")
        when = parse_when("tonight 23:00", here.now, ROME)
        assert isinstance(when, When)
        assert await here.planner.plan(BAR, "p1", "{}", when, ROME) == Full(3)
        assert isinstance(await here.planner.plan("elsewhere", "p1", "{}", when, ROME), Plan)

    living(tmp_path, "2026-01-01 20:00", body)


def test_a_plan_is_paused_resumed_skipped_and_cancelled(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        here.terms = Terms(announce=0, remind=0)
        assert await here.planner.pause_all(BAR) == 1
        await here.until("2026-01-10 12:00")
        assert here.words() == []
        (standing,) = await here.planner.plans(BAR)
        assert standing.state == PAUSED
        assert await here.planner.resume_all(BAR) == 1
        skipped = await here.planner.skip(plan.id)
        assert skipped is not None
        assert (skipped.state, skipped.starts) == (ACTIVE, at("2026-01-23 21:00"))
        await here.until("2026-01-24 12:00")
        assert here.words() == ["opened 01-23 21:00"]
        cancelled = await here.planner.cancel(plan.id)
        assert cancelled is not None
        assert cancelled.state == ENDED
        await here.until("2026-03-01 12:00")
        assert here.words() == ["opened 01-23 21:00"]
        assert await here.planner.cancel("nothing") is None

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_table_that_cannot_be_opened_is_told_and_the_next_one_comes(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0)
        await here.plan("every friday 21:00")
        here.broken = True
        await here.until("2026-01-03 12:00")
        here.broken = False
        await here.until("2026-01-10 12:00")
        assert [word.kind for word in here.words_sent] == [FAILED, OPENED]

    living(tmp_path, "2026-01-01 12:00", body)


def test_plans_survive_a_restart(tmp_path: Path) -> None:
    async def before(here: Here) -> None:
        await here.plan("every friday 21:00")

    async def after(here: Here) -> None:
        (plan,) = await here.planner.plans(BAR)
        assert (plan.rule, plan.author, plan.zone) == ("FREQ=WEEKLY;BYDAY=FR", "p1", ROME)
        await here.until("2026-01-02 21:00")
        assert here.words() == ["announced 01-02 21:00", "reminded 01-02 21:00", "opened 01-02 21:00"]

    living(tmp_path, "2026-01-01 12:00", before)
    living(tmp_path, "2026-01-01 13:00", after)


def test_the_planner_runs_until_it_is_cancelled_and_wakes_for_a_new_plan(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        running = asyncio.create_task(here.planner.run())
        await asyncio.sleep(0)
        await here.planner.queue(BAR, "p1", "{}", ROME)
        async with asyncio.timeout(60):
            while not here.words_sent:
                await here.bring()
                await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert [word.kind for word in here.words_sent] == [OPENED]

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_plan_survives_its_text_and_a_time_that_is_over_is_none() -> None:
    plan = new_plan(
        "x", BAR, "p1", "{}", datetime.fromisoformat("2026-01-09T21:00"), "FREQ=DAILY", ROME, at("2026-01-01 12:00")
    )
    assert from_json(to_json(plan), 0).starts == plan.starts == at("2026-01-09 21:00")
    with pytest.raises(ValueError, match="over"):
        new_plan("x", BAR, "p1", "{}", datetime.fromisoformat("2025-01-09T21:00"), "", ROME, at("2026-01-01 12:00"))
    with pytest.raises(ValueError, match="unpack"):
        new_plan("x", BAR, "p1", "{}", datetime.fromisoformat("2026-01-09T21:00"), "nonsense", ROME, 0)
    later = next(occurrences(datetime.fromisoformat("2020-01-01T21:00"), "FREQ=DAILY", ROME, at("2026-05-05 21:00")))
    assert later == moment(datetime.fromisoformat("2026-05-06T21:00"), ROME)


def test_what_waits_for_room_waits_on_after_a_pause(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0, tables=1)
        here.open = {"one": BAR}
        assert isinstance(await here.planner.queue(BAR, "p1", "{}", ROME), Plan)
        await here.fire()
        assert isinstance(await here.planner.queue(BAR, "p2", "{}", ROME), Plan)  # not looked at yet
        await here.planner.pause_all(BAR)
        here.now += MINUTE
        await here.planner.resume_all(BAR)
        assert [plan.state for plan in await here.planner.plans(BAR)] == ["waiting", "waiting"]
        here.open = {}
        here.now += MINUTE
        await here.fire()
        assert len(here.ever) == 1

    living(tmp_path, "2026-01-01 20:00", body)


def test_a_match_whose_time_came_while_it_was_paused_is_told(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("tonight 21:30")
        await here.planner.pause(plan.id)
        await here.until("2026-01-01 23:00")
        await here.planner.resume(plan.id)
        await here.until("2026-01-01 23:01")
        assert here.words() == ["passed 01-01 21:30"]
        assert await here.planner.plans(BAR) == ()

    living(tmp_path, "2026-01-01 12:00", body)


def test_nobody_slips_in_between_the_count_and_the_plan(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(plans=3, queue=2)
        when = parse_when("tomorrow 21:00", here.now, ROME)
        assert isinstance(when, When)
        answers = await asyncio.gather(*[here.planner.plan(BAR, "p1", "{}", when, ROME) for _ in range(9)])
        assert len([one for one in answers if isinstance(one, Plan)]) == 3
        here.terms = Terms(plans=99, queue=2)
        answers = await asyncio.gather(*[here.planner.queue(BAR, "p1", "{}", ROME) for _ in range(9)])
        assert len([one for one in answers if isinstance(one, Plan)]) == 2
        assert isinstance(await here.planner.queue(BAR, "p1", "{}", ROME), Full)

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_delivery_that_comes_again_plans_and_skips_once(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        when = parse_when("every friday 21:00", here.now, ROME)
        assert isinstance(when, When)
        for planner in (here.planner, here.another()):
            found = await planner.plan(BAR, "p1", "{}", when, ROME, named_after("p1", "d1"))
            assert isinstance(found, Plan)
        (plan,) = await here.planner.plans(BAR)
        for _ in range(2):
            await here.planner.skip(plan.id, plan.starts)
        (later,) = await here.planner.plans(BAR)
        assert later.starts == at("2026-01-09 21:00")

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_daily_match_is_reminded_of_and_not_announced_with_the_one_before(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        await here.plan("every day 21:00")
        await here.until("2026-03-30 21:00")
        kinds = [word.kind for word in here.words_sent]
        assert (kinds.count(ANNOUNCED), kinds.count(REMINDED), kinds.count(OPENED)) == (0, 4, 4)

    living(tmp_path, "2026-03-27 12:00", body)


def test_in_the_hour_that_comes_twice_the_second_time_can_still_be_planned(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.now = at("2026-10-25 02:10", fold=1)
        plan = await here.plan("02:40")
        assert plan.starts == at("2026-10-25 02:40", fold=1)
        await here.until("2026-10-25 04:00")
        assert len(here.ever) == 1

    living(tmp_path, "2026-10-25 01:00", body)


def test_minutes_from_now_are_counted_over_the_hour_that_comes_twice(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0)
        soon = await here.plan("in 30 minutes")
        later = await here.plan("in 90 minutes")
        assert (soon.starts, later.starts) == (at("2026-10-25 02:20"), at("2026-10-25 02:20", fold=1))
        await here.until("2026-10-25 04:00")
        assert [time for _, time in here.ever] == [soon.starts, later.starts]

    living(tmp_path, "2026-10-25 01:50", body)


def test_what_waits_on_after_a_pause_keeps_its_time_and_waits_its_whole_time_again(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0, tables=1, waits=HOUR)
        here.open = {"one": BAR}
        plan = await here.plan("tonight 21:40")
        await here.until("2026-01-01 22:00")
        await here.planner.pause(plan.id)
        await here.until("2026-01-02 02:41")
        other = await here.plan("02:42")
        await here.until("2026-01-02 02:43")
        await here.planner.resume(plan.id)
        plans = await here.planner.plans(BAR)
        assert [one.id for one in plans] == [other.id, plan.id]  # who was paused stands behind
        assert [one.starts for one in plans] == [other.starts, at("2026-01-01 21:40")]
        assert not is_moved(plans[1])
        await here.until("2026-01-02 03:41")
        assert here.words() == ["queued 01-01 21:40", "queued 01-02 02:42"]
        await here.until("2026-01-02 03:50")
        assert here.words()[2:] == ["no-room 01-02 02:42", "no-room 01-01 21:40"]

    living(tmp_path, "2026-01-01 20:00", body)


@pytest.mark.parametrize(
    ("zone", "first", "starts", "moved"),
    [
        (ROME, "2026-03-29T02:30", "2026-03-29T03:30", True),
        ("America/Nuuk", "2026-03-28T23:30", "2026-03-29T00:30", True),  # it is another day by then
        (ROME, "2026-03-28T02:30", "2026-03-28T02:30", False),
        (ROME, "2026-03-28T21:40", "2026-03-29T03:30", False),
    ],
)
def test_only_what_the_clocks_skip_is_moved(zone: str, first: str, starts: str, moved: bool) -> None:
    plan = Plan("x", BAR, "p1", "", zone, first, starts=moment(datetime.fromisoformat(starts), zone))
    assert is_moved(plan) == moved


def test_the_first_and_the_third_friday_are_both_played(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0)
        await here.plan("ogni primo e terzo venerdì alle 21")
        await here.until("2026-03-01 12:00")
        assert here.words() == [f"opened {day} 21:00" for day in ("01-02", "01-16", "02-06", "02-20")]

    living(tmp_path, "2026-01-01 12:00", body)


def test_what_a_delivery_meant_is_known_for_some_days_and_then_forgotten(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("ogni venerdì 21:00")
        assert (await here.planner.plan_of_delivery("click", plan)) == plan
        await here.until("2026-01-03 12:00")
        (later,) = await here.planner.plans(BAR)
        assert later.starts > plan.starts
        again = await here.planner.plan_of_delivery("click", later)
        assert again is not None
        assert again.starts == plan.starts
        await here.until("2026-01-05 12:00")
        assert (await here.planner.plan_of_delivery("click", later)) == later

    living(tmp_path, "2026-01-01 12:00", body)


# --- as a subject -----------------------------------------------------------------------------------------------------


def test_each_plan_is_what_its_log_says_and_keeps_nothing_of_what_changed_nothing(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(tables=1)
        here.open = {"one": BAR}
        await here.plan("every friday 21:00")
        await here.planner.queue(BAR, "p1", "{}", ROME)
        await here.until("2026-01-02 21:30")  # both wait, and are looked at each minute
        assert here.words()[-1] == "queued 01-02 21:00"
        for row in await here.store.live(BOT, PLAN):
            log = await here.store.log(BOT, row.subject.id)
            assert PlanKind().fold(log) == plan_of(row)
            assert len(log) == row.revision < 12
            outline = PlanKind().outline(None, plan_of(row), 0)
            assert (outline.snapshot, outline.phase, outline.channel) == (row.snapshot, row.phase, row.channel)
        (later, *_) = await here.store.due_rows(BOT, here.now + HOUR, kind=PLAN)
        assert later.at <= here.now + MINUTE

    living(tmp_path, "2026-01-01 12:00", body)
    assert [one.faults for one in soundness(tmp_path / "burraco.db") if not one.sound] == []


def test_a_plan_that_was_altered_shows_and_repair_cuts_it_back(tmp_path: Path) -> None:
    path = tmp_path / "burraco.db"

    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        await here.planner.join(plan.id, "p2")
        await here.planner.join(plan.id, "p3")
        await here.plan("tomorrow 20:00")

    living(tmp_path, "2026-01-01 12:00", body)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE log SET entry = replace(entry, 'p3', 'p4') WHERE seq = 3")
        connection.commit()
    assert any("row 3 of log" in fault for one in soundness(path) for fault in one.faults)
    lines = list(repair(path, tmp_path / "repaired.db", 1))
    assert len([words for words in lines if words.endswith("cut back to 2 of 3 rows: row 3 of log was altered")]) == 1

    async def repaired(store: SqliteStore) -> None:
        found = [plan_of(row) for row in await store.live(BOT, PLAN)]
        assert sorted(plan.joined for plan in found) == [(), ("p2",)]

    using(tmp_path / "repaired.db", repaired)
    assert [one.faults for one in soundness(tmp_path / "repaired.db") if not one.sound] == []


@pytest.mark.parametrize(
    ("script", "fault", "cut"),
    [
        (
            "DELETE FROM log WHERE seq = 2 AND entry LIKE '%\"p2\"%'",
            "its log has 2 rows and ends with 3",
            "cut back to 1 of 3 rows: row 2 of log is missing",
        ),
        (
            "UPDATE log SET entry = 'changed {}' WHERE seq = 3",
            "its log does not fold in this version",
            (
                "cut back to 2 of 3 rows: row 3 of log does not fold in this version: "
                "entry 3: says of no plan how it stands"
            ),
        ),
        ("UPDATE tables SET snapshot = replace(snapshot, 'p3', 'p4')", "a snapshot with other joined", ""),
        ("UPDATE tables SET channel = 'club/hall' WHERE revision = 3", "another channel than its log", ""),
        ("DELETE FROM due WHERE kind = 'start'", "row start of due has nothing", ""),
    ],
)
def test_what_is_wrong_with_a_plan_is_refused_at_a_start_and_repair_sets_it_right(
    tmp_path: Path, script: str, fault: str, cut: str
) -> None:
    path = tmp_path / "burraco.db"

    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        await here.planner.join(plan.id, "p2")
        await here.planner.join(plan.id, "p3")
        await here.plan("tomorrow 20:00")

    living(tmp_path, "2026-01-01 12:00", body)
    remember(path, refuse_faulty(path))
    assert len(states(path).unchanged) == 2
    alter(path, script, anew=True)
    with pytest.raises(StoreError, match=fault):
        refuse_faulty(path)
    lines = list(repair(path, tmp_path / "repaired.db", 1))
    assert [words for words in lines if words.endswith(cut) and "plan " in words] or not cut
    assert [one.faults for one in soundness(tmp_path / "repaired.db") if not one.sound] == []


def test_plans_and_notes_are_found_page_by_page_where_a_file_has_lost_its_beginning(tmp_path: Path) -> None:
    path, copy = tmp_path / "burraco.db", tmp_path / "repaired.db"
    plans: list[Plan] = []

    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        plans[:] = [joined for joined in [await here.planner.join(plan.id, "p2")] if joined]
        await Notes(here.store, BOT, lambda: here.now).put(LOST, BAR, "told")
        await here.store.put_person(BOT, Person("p1", "Anna", "en"))
        assert await here.store.put_link_code(BOT, "XKCD", "p1", here.now, here.now + HOUR)

    async def repaired(store: SqliteStore) -> None:
        assert [(plan_of(row).id, plan_of(row).joined) for row in await store.live(BOT, PLAN)] == [
            (plan.id, plan.joined) for plan in plans
        ]
        assert await Notes(store, BOT, lambda: 0).of(LOST, BAR) == "told"

    living(tmp_path, "2026-01-01 12:00", body)
    spoil(path, 1)
    lines = list(repair(path, copy, 1))
    assert [words for words in lines if words.startswith("notes: ")] == ["notes: 2 more rows were found page by page"]
    using(copy, repaired)
    assert [one.faults for one in soundness(copy) if not one.sound] == []


def test_a_plan_that_ended_while_nobody_was_there_keeps_what_it_waits_for(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("2026-01-02 21:00")
        await here.until("2026-01-02 21:01")
        ended = await here.planner.find(plan.id)
        assert ended is not None
        assert (ended.state, [kind for kind, _ in ended.dues]) == (ENDED, ["watch"])
        here.now += 8 * DAY  # nobody was there meanwhile
        assert await here.store.upkeep(BOT, here.now - 7 * DAY) == 0
        assert refuse_faulty(tmp_path / "burraco.db").now
        assert await here.fire() == 1
        assert await here.store.next_due(BOT, 0, PLAN) is None

    living(tmp_path, "2026-01-01 12:00", body)
    assert refuse_faulty(tmp_path / "burraco.db").now


def test_a_plan_from_before_announcements_were_noted_has_none(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        older = {key: value for key, value in json.loads(to_json(plan)).items() if key != "posts"}
        assert from_json(json.dumps(older), plan.revision) == plan

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_plan_whose_log_cannot_be_read_is_set_aside_and_the_others_are_played(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        broken, sound = await here.plan("2026-01-02 21:00"), await here.plan("2026-01-02 21:30")
        with closing(sqlite3.connect(tmp_path / "burraco.db")) as connection:
            connection.execute("UPDATE log SET entry = 'changed {}' WHERE table_id = ?", (broken.id,))
            connection.commit()
        assert await here.planner.join(broken.id, "p2") is None
        assert await here.planner.plans(BAR) == (sound,)
        await here.until("2026-01-03 12:00")
        assert here.words() == ["announced 01-02 21:30", "reminded 01-02 21:30", "opened 01-02 21:30"]

    living(tmp_path, "2026-01-01 12:00", body)


def test_the_number_of_a_plan_that_was_called_off_is_not_given_to_the_next_one(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        first = await here.plan("every day 21:00")
        await here.planner.cancel(first.id)
        here.planner = here.another()  # also after a start
        second = await here.plan("every day 22:00")
        elsewhere = await here.plan("every day 22:00", "club/garden")
        assert (first.number, second.number, elsewhere.number) == (1, 2, 1)
        await here.planner.cancel(second.id)
        await here.until("2026-01-31 12:00")
        assert (await here.plan("every day 21:00")).number == 3

    living(tmp_path, "2026-01-01 12:00", body)


def test_two_hosts_that_plan_in_one_channel_at_once_give_two_numbers(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        when = parse_when("every friday 21:00", here.now, ROME)
        assert isinstance(when, When)
        hosts = [here.planner, here.another()]
        for numbers in ([1, 2], [3, 4]):
            plans = await asyncio.gather(*[one.plan(BAR, "p1", "{}", when, ROME) for one in hosts])
            assert sorted(one.number for one in plans if isinstance(one, Plan)) == numbers

    living(tmp_path, "2026-01-01 12:00", body)


def test_numbers_begin_anew_before_they_cannot_be_written_and_spare_those_that_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.planner.planner.MOST", 5)

    async def body(here: Here) -> None:
        lasting = await here.plan("every day 21:00")
        numbers = []
        for _ in range(5):
            one = await here.plan("every day 22:00")
            numbers.append(one.number)
            await here.planner.cancel(one.id)
        assert (lasting.number, numbers) == (1, [2, 3, 4, 5, 2])

    living(tmp_path, "2026-01-01 12:00", body)


def test_what_nobody_could_hear_for_a_day_is_forgotten_and_then_the_plan_is_closed(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0)
        plan = await here.plan("tonight 21:00")
        here.now = plan.starts
        here.broken = True  # no table can be opened, and no platform takes the word
        await here.planner.fire()
        assert await here.planner.all() == []
        (row,) = await here.store.letters(BOT, plan.id)
        assert (row.viewer, row.kind) == (f"#{BAR}", "word")
        assert [one.phase for one in await here.store.live(BOT, PLAN)] == [ENDED]
        here.now += HOUR + 1
        await here.bring()
        assert here.words() == []  # it is too late
        here.now += DAY
        assert await here.fire() == 1
        assert await here.store.live(BOT, PLAN) == ()
        assert (await here.store.outbox(BOT, here.now), await here.store.next_due(BOT, 0, PLAN)) == ((), None)

    living(tmp_path, "2026-01-01 12:00", body)
    assert [one.faults for one in soundness(tmp_path / "burraco.db") if not one.sound] == []


def test_what_belongs_to_no_channel_sends_no_letter_and_has_its_say_again_after_a_start(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        here.terms = Terms(announce=0, remind=0)
        plan = await here.plan("tonight 21:00", f"{OWN}/p1")
        here.now = plan.starts
        await here.planner.fire()
        assert (await here.store.letters(BOT, plan.id), here.spoke) == ((), [plan.id])
        here.has_spoken.clear()
        running = asyncio.create_task(here.another().run())  # the one before died before it was told
        await here.has_spoken.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert here.spoke == [plan.id, plan.id]

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_word_that_was_said_while_the_plan_moved_on_is_crossed_out_and_no_other(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        here.now = plan.starts - DAY
        await here.planner.fire()
        announced = await here.planner.find(plan.id)
        assert announced is not None
        (word,) = unsaid(announced, here.now)
        await here.planner.skip(plan.id, aloud=True)  # while it is being said
        await here.planner.mark_word_sent(word, "m1")
        left = await here.planner.find(plan.id)
        assert left is not None
        assert [(one.kind, one.post) for one in unsaid(left, here.now)] == [("cancelled", ""), ("cancelled", "m1")]

    living(tmp_path, "2026-01-01 12:00", body)


def test_a_word_that_an_earlier_program_left_unsaid_is_said_once(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        here.now = plan.starts
        await here.planner.fire()
        stored = await here.planner.find(plan.id)
        assert stored is not None
        written = json.loads(to_json(stored))
        for word in written["unsaid"]:
            del word["joined"], word["post"], word["was"]  # nobody could say yet that they come
        earlier = from_json(json.dumps(written), stored.revision)
        (word,) = unsaid(earlier, here.now)
        assert (word.kind, word.joined, word.post) == (OPENED, (), "")
        assert with_word_sent(earlier, word, "").unsaid == ()

    living(tmp_path, "2026-01-01 12:00", body)


@pytest.mark.parametrize("waits", [False, True])
def test_a_match_that_is_called_off_while_others_open_their_tables_opens_none(tmp_path: Path, waits: bool) -> None:
    async def body(here: Here) -> None:
        opening = asyncio.Lock()
        world = World(lambda: here.now, here._open, here._tables, here._terms, here._moved, opening=opening)
        here.planner = Planner(here.store, Notes(here.store, BOT, lambda: here.now), BOT, world)
        plan = await here.plan("today 21:00")
        here.now = plan.starts - 1
        await here.fire()
        here.now = plan.starts
        if waits:
            here.terms = replace(here.terms, tables=0)
            await here.planner.fire()
            here.terms = Terms()
        async with opening:
            begins = asyncio.create_task(here.planner.note_free_room(BAR) if waits else here.planner.fire())
            await asyncio.sleep(0.1)  # nothing tells that it waits
            await here.planner.cancel(plan.id)
        await begins
        assert here.ever == []

    living(tmp_path, "2026-01-01 12:00", body)


def test_who_is_forgotten_while_their_match_begins_does_not_come_back(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        await here.planner.join(plan.id, "p2")
        here.now = plan.starts
        names = {"p1": "gone1", "p2": "gone2"}

        async def forgotten(found: Plan, table: str) -> str:
            if names:
                ids = {name: names.pop(name) for name in list(names)}
                nothing: frozenset[str] = frozenset()
                forgetting = Forgetting(ids, "", nothing, {}, nothing, {}, (), (), lambda _rows: None)
                assert await here.store.forget(BOT, forgetting)
            return await here._open(found, table)

        world = World(lambda: here.now, forgotten, here._tables, here._terms, here._moved)
        here.planner = Planner(here.store, Notes(here.store, BOT, lambda: here.now), BOT, world)
        assert (await here.planner.fire(), await here.planner.fire()) == (0, 1)  # it begins a moment later
        row = await here.store.load(BOT, plan.id)
        assert row is not None
        assert '"p1"' not in row.snapshot
        assert '"p2"' not in row.snapshot
        assert [one for one in await here.store.log(BOT, plan.id) if '"p2"' in one.entry] == []

    living(tmp_path, "2026-01-01 12:00", body)


def test_of_a_plan_with_a_long_past_the_end_of_its_log_is_read(tmp_path: Path) -> None:
    async def body(here: Here) -> None:
        plan = await here.plan("every day 21:00")
        for _ in range(1_000):
            await here.planner.skip(plan.id)
        read: list[int] = []
        whole = here.store.log

        async def counted(bot: str, subject: str, since: int = 0) -> tuple[LogRow, ...]:
            rows = await whole(bot, subject, since)
            read.append(len(rows))
            return rows

        here.store.log = counted  # type: ignore[method-assign]  # counted on its way
        joined = await here.planner.join(plan.id, "p2")
        assert joined is not None
        assert (joined.revision, joined.joined) == (1_002, ("p2",))
        assert joined == await here.planner.find(plan.id)
        assert read == [TAIL]

    living(tmp_path, "2026-01-01 12:00", body)


@pytest.mark.parametrize("turn", range(12))
@pytest.mark.parametrize("what", ["join", "stands", "skip", "fire"])
def test_who_is_forgotten_while_a_plan_changes_does_not_come_back(tmp_path: Path, what: str, turn: int) -> None:
    """The forgetting begins at any await of the change, and ends when it may."""

    async def body(here: Here) -> None:
        plan = await here.plan("every friday 21:00")
        await here.planner.join(plan.id, "p2")
        here.now = plan.starts if what == "fire" else here.now
        works: dict[str, Callable[[], Awaitable[object]]] = {
            "join": lambda: here.planner.join(plan.id, "p3"),
            "stands": lambda: here.planner.stands(plan.id, plan.starts, "m1"),
            "skip": lambda: here.planner.skip(plan.id),
            "fire": here.planner.fire,
        }

        async def forget() -> None:
            for _ in range(turn):
                await asyncio.sleep(0)
            nothing: frozenset[str] = frozenset()
            ids = {"p1": "gone1", "p2": "gone2"}
            async with here.planner.rewriting():
                forgetting = Forgetting(ids, "", nothing, {}, nothing, {}, (), (), lambda _rows: None)
                assert await here.store.forget(BOT, forgetting)

        await asyncio.gather(works[what](), forget())
        row = await here.store.load(BOT, plan.id)
        assert row is not None
        stored_texts = [row.snapshot, *[one.entry for one in await here.store.log(BOT, plan.id)]]
        assert [one for one in stored_texts if '"p1"' in one or '"p2"' in one] == []

    living(tmp_path, "2026-01-01 12:00", body)
