"""A due time that was read before somebody's change was stored: what was meant for one turn is not done to the next.

Each kind of due time runs into a change that ends its reason: after it was read, while what it does waits to be stored,
and where another host makes that change.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from bot.host.door import Accepted, Door, Reply
from bot.host.ports import DueRow
from bot.tables import timers
from bot.tables.log import fold
from bot.tables.table import LOBBY, PLAYING, Settings, Table
from bot.tables.who import HOST, Who
from engine.actions import Discard, format_action
from engine.legal import legal
from tests.host.test_door import BOT, World, in_turn, run
from tests.tables.playing import ANNA, BRUNO, CARLA, DARIO, FAST

YEAR: Final = 365 * 86_400_000

Step = Callable[[Table], tuple[Who, str]]


def does(who: Who, command: str) -> Step:
    return lambda _table: (who, command)


def draw(table: Table) -> tuple[Who, str]:
    return in_turn(table), "play d"


def discard(table: Table) -> tuple[Who, str]:
    """Somebody else is in turn then."""
    assert table.game is not None
    action = next(one for one in legal(table.game.deal) if isinstance(one, Discard))
    return in_turn(table), f"play {format_action(action)}"


def leave(table: Table) -> tuple[Who, str]:
    return in_turn(table), "leave"


def ask(table: Table) -> tuple[Who, str]:
    """Somebody for whom no computer plays asks the others."""
    chair = table.chair(table.people[0])
    return Who(chair.person, chair.name), "propose annul"


def wanted(what: str) -> tuple[Step, ...]:
    """By all but Dario."""
    return does(ANNA, f"propose {what}"), does(BRUNO, "agree"), does(CARLA, "agree")


AGREES: Final = does(DARIO, "agree")


@dataclass(frozen=True)
class Race:
    """How a table comes to wait for a due time, what people do just before it, and what else the log would have."""

    kind: str
    entry: str
    before: Sequence[Step]
    then: Sequence[Step]
    settings: Settings = FAST


LIVE: Final = Settings(rules="fibur", house="hands=1 turn_seconds=30", pace=0)
DAYS: Final = Settings(rules="fibur", house="hands=1", days=1, quiet="", zone="UTC", pace=0)

RACES: Final = {
    "a lobby is told that it closes": Race(timers.WARN, "warn", (), (does(BRUNO, "join"),)),
    "a lobby closes": Race(timers.EXPIRE, "expire", (), (does(BRUNO, "join"),)),
    "a deck is sealed": Race(timers.SEAL, "seal", (*wanted("annul"), AGREES), (does(ANNA, "pause"),)),
    "cards are dealt": Race(timers.DEAL, "deal", (*wanted("annul"), AGREES), (does(ANNA, "pause"),)),
    "a computer plays": Race(timers.MOVE, "play", (leave,), (ask,)),
    "the code plays": Race(timers.FORCE, "play", (draw, discard, *wanted("undo")), (AGREES,), LIVE),
    "the channels name who is in turn": Race(timers.MENTION, "mention turn", (draw,), (discard,)),
    "the channels name whose answer is missing": Race(
        timers.MENTION_REQUEST,
        "mention request",
        (draw, does(BRUNO, "propose annul")),
        (does(BRUNO, "refuse"), does(CARLA, "propose annul")),
    ),
    "nobody has played for long": Race(timers.IDLE, "idle", (), (ask,), LIVE),
    "who is in turn is pinged": Race(timers.PING, "ping", (draw,), (discard,)),
    "who is in turn is reminded": Race(timers.REMIND, "remind", (draw,), (discard,)),
    "a stand-in is offered": Race(timers.OFFER, "offer", (draw,), (discard,)),
    "who is in turn is pinged, over days": Race(timers.PING, "ping", (draw,), (discard,), DAYS),
    "who is in turn is reminded, over days": Race(timers.REMIND, "remind", (draw,), (discard,), DAYS),
    "a bank is used up": Race(timers.STANDIN, "standin", (draw,), (discard,), DAYS),
    "a bank is used up, and the match lost": Race(
        timers.CLOCK, "play t", (draw,), (discard,), Settings(rules="online", days=1, quiet="", zone="UTC")
    ),
    "time is called": Race(
        timers.CALL, "call", (draw,), (discard,), Settings(rules="fitab", house="hands=1 clock_scale=1")
    ),
    "a turn is over": Race(timers.CLOCK, "play t", (draw,), (discard,), LIVE),
    "a turn is over, and the match lost": Race(
        timers.CLOCK, "play t", (draw,), (discard,), Settings(rules="online", house="hands=1 turn_seconds=30")
    ),
    "the match is over": Race(
        timers.TIMEOUT, "timeout", (*wanted("time"),), (AGREES,), Settings(match_minutes=20, pace=0)
    ),
    "an adjournment is over": Race(
        timers.RESUME, "resume", (*wanted("adjourn 1"), AGREES), (does(DARIO, "resume"), does(ANNA, "pause"))
    ),
}


async def waits(here: World, race: Race) -> DueRow:
    """The table waits for it, and for nothing before it."""
    if race.kind in (timers.WARN, timers.EXPIRE):
        await here.open(race.settings)
    else:
        await here.deal(race.settings)
    for step in race.before:
        await here.done(*step(await here.table()))
    while (row := (await here.store.due_rows(BOT, here.now + YEAR))[0]).kind != race.kind:
        await here.tick()
    return row


async def entries(here: World) -> list[str]:
    return [row.entry for row in await here.store.log(BOT, "t1")]


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_where_nothing_comes_between_it_is_done(race: Race, tmp_path: Path) -> None:
    async def test(here: World) -> None:
        row = await waits(here, race)
        before, here.now = await entries(here), row.at + 5
        await here.clockwork.fire()
        host, entry = [(row.actor, row.entry) for row in await here.store.log(BOT, "t1")][len(before)]
        assert HOST in host
        assert entry.startswith(race.entry)

    run(test, tmp_path)


class Between:
    """What people do before the clockwork goes on, once: at this door, or at that of another host."""

    def __init__(self, here: World, race: Race, door: Door) -> None:
        self._here = here
        self._race = race
        self._door = door
        self.commands: list[str] = []

    async def __call__(self) -> None:
        if self.commands:
            return
        now, self._here.now = self._here.now, self._here.now - 25
        for number, step in enumerate(self._race.then):
            table = await self._door.table("t1")
            assert table is not None
            who, command = step(table)
            self.commands.append(command)
            assert isinstance(await self._door.submit("t1", who, f"between{number}", command), Accepted)
        self._here.now = now


async def nothing_more_is_done(here: World, between: Between, before: list[str]) -> None:
    await here.clockwork.fire()
    await here.clockwork.fire()
    assert between.commands
    assert await entries(here) == [*before, *between.commands]
    assert fold(await here.store.log(BOT, "t1")) == await here.table()


@pytest.mark.parametrize("other_host", [False, True], ids=["one host", "two hosts"])
@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_what_was_read_before_a_change_is_not_done_after_it(
    race: Race, other_host: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: World) -> None:
        row = await waits(here, race)
        before, here.now = await entries(here), row.at + 5
        door = here.door
        if other_host:
            here.door.share()
            door = Door(here.store, BOT, lambda: here.now, lambda size: bytes([7]) * size)
            door.share()
        between, read = Between(here, race, door), here.store.due_rows

        async def due_rows(*facts: Any) -> tuple[DueRow, ...]:
            rows = await read(*facts)
            await between()
            return rows

        monkeypatch.setattr(here.store, "due_rows", due_rows)  # it is read, and then the change is stored
        await nothing_more_is_done(here, between, before)

    run(test, tmp_path)


@pytest.mark.parametrize("other_host", [False, True], ids=["one host", "two hosts"])
@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_what_waits_to_be_stored_is_not_done_after_a_change(
    race: Race, other_host: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: World) -> None:
        row = await waits(here, race)
        before, here.now = await entries(here), row.at + 5
        door = Door(here.store, BOT, lambda: here.now, lambda size: bytes([7]) * size)
        if other_host:
            here.door.share()
            door.share()
        between, submit = Between(here, race, door if other_host else here.door), here.door.submit

        async def submit_late(table_id: str, who: Who, *command: Any) -> Reply:
            if who.id == HOST:
                await between()
            return await submit(table_id, who, *command)

        monkeypatch.setattr(here.door, "submit", submit_late)  # the change is quicker
        await nothing_more_is_done(here, between, before)

    run(test, tmp_path)


def test_a_clock_that_stood_still_meanwhile_ends_no_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(here: World) -> None:
        row = await waits(here, RACES["a turn is over, and the match lost"])
        here.now = row.at + 5
        submit = here.door.submit

        async def submit_late(table_id: str, who: Who, *command: Any) -> Reply:
            if here.now < row.at + 60_000:
                here.door.note_clock_jump(row.at - 1_000, row.at + 60_000)  # the machine slept
                here.now = row.at + 60_000
            return await submit(table_id, who, *command)

        monkeypatch.setattr(here.door, "submit", submit_late)
        await here.clockwork.fire()
        table = await here.table()
        assert table.phase == PLAYING
        assert (await entries(here))[-1].startswith("restarted")
        (left,) = [due.at - here.now for due in timers.dues(table, here.now) if due.kind == timers.CLOCK]
        assert left == 1_000
        here.now += left
        await here.clockwork.fire()
        assert (await entries(here))[-1] == "play t"

    run(test, tmp_path)


def test_a_due_time_that_a_clock_set_back_by_little_has_brought_too_early_is_done_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(here: World) -> None:
        row = await waits(here, RACES["a lobby closes"])
        here.now = row.at
        read = here.store.due_rows

        async def due_rows(*facts: Any) -> tuple[DueRow, ...]:
            rows = await read(*facts)
            here.now = row.at - 30
            return rows

        monkeypatch.setattr(here.store, "due_rows", due_rows)
        await here.clockwork.fire()
        assert (await here.table()).phase == LOBBY
        monkeypatch.setattr(here.store, "due_rows", read)
        here.now = row.at
        await here.clockwork.fire()
        assert (await entries(here))[-1] == "expire"

    run(test, tmp_path)
