"""Computer players beside a host: how soon a process is free of a thought nobody waits for, and what experts cost.

A cancelled thought is one about which the host has changed its mind: somebody left, a turn was taken back, a table was
ended. Thoughts are cancelled at random moments, and the time is taken until the process could be asked the next thing.
The load is tables of one person and three experts, with a host's door, scheduler and database; no messages. Each
person plays their turn some seconds after it began, between half and one and a half times the pace, without a search.
How many turns that should be is told beside what was played: tables that stand still would seem cheap.
"""

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import engine.players.rollout
from bench.host import PLATFORM, Measurements, TimedStore, milliseconds, now
from bench.process_figures import busy, on_processors
from bench.timing import chance_of
from bot.host.computers import ComputerPlayers
from bot.host.door import Door
from bot.host.garbage import keep_collections_short
from bot.host.hosted_bots import BOT
from bot.host.ports import Change, Outcome
from bot.host.scheduler import Scheduler
from bot.store.sqlite import open_store
from bot.tables.log import parse_who
from bot.tables.table import PLAYING, Settings, Table
from bot.tables.who import Who
from engine.actions import Action, format_action
from engine.deal import Deal
from engine.play import Step, advance
from engine.players import sees
from engine.players.club import Club
from engine.rules import load_rules
from engine.simulate import simulate
from engine.view import View, view

TABLES: Final = 50
SECONDS: Final = 120.0
PACE: Final = 20_000  # milliseconds a person takes for a turn
LEVEL: Final = "expert"
CANCELLED: Final = 200  # thoughts of each kind
USUAL: Final = 30  # thoughts of each kind that are left to end, to know how long they take
SEED: Final = 11
LOOK: Final = 0.5  # seconds between two looks of a person at their table
BETWEEN: Final = Settings().pace  # milliseconds between two actions of computers
EXPERTS: Final = 3  # at a table
ANNA: Final = Who("p0", "Anna")


class Freed(NamedTuple):
    """How long a process still thought: seconds, and those of CPU time among them, however busy the machine."""

    seconds: float
    cpu: float


Thinks = Callable[[ComputerPlayers, View], Awaitable[object]]


def measure(tables: int = TABLES, seconds: float = SECONDS, pace: int = PACE) -> dict[str, object]:
    """Figures by name; no seconds, no load."""
    keep_collections_short()
    engine_is = "compiled" if engine.players.rollout.__file__.endswith(".so") else "pure Python"
    found: dict[str, object] = {"engine": engine_is, **asyncio.run(cancelled(CANCELLED))}
    return found | (asyncio.run(under_load(tables, seconds, pace)) if seconds else {})


# --- cancelled thoughts -----------------------------------------------------------------------------------------------


async def cancelled(number: int) -> dict[str, object]:
    """From the cancellation to a free process, for a player's thought and for a hint's."""
    found: dict[str, object] = {}
    positions = looked_at(SEED)
    for name, thinks in (("move", _a_move), ("hint", _a_hint)):
        thinking = ComputerPlayers(processes=1)
        try:
            found |= await _free_again(name, thinking, thinks, positions, number)
        finally:
            thinking.close()
    return found


def _a_move(thinking: ComputerPlayers, seen: View) -> Awaitable[object]:
    return thinking.think(LEVEL, seen)


def _a_hint(thinking: ComputerPlayers, seen: View) -> Awaitable[object]:
    return thinking.advise(seen)


def looked_at(seed: int) -> list[View]:
    """What is seen in deals of the club by who is about to take a card, and by who has just taken one."""
    played = [one.game for one in simulate(load_rules("fibur"), ("club",) * 4, 4, seed)]
    before = [deal for game in played for deal in game.turns if not deal.is_over]
    after = [step.deal for deal in before if isinstance(step := advance(deal, _taken(deal)), Step)]
    found = [view(deal, deal.seat) for deal in (*before, *after) if not deal.is_over]
    chance_of(seed).shuffle(found)
    return found


def _taken(deal: Deal) -> Action:
    return Club(0).choose(view(deal, deal.seat))


async def _free_again(
    name: str, thinking: ComputerPlayers, thinks: Thinks, positions: list[View], number: int
) -> dict[str, object]:
    chance = chance_of(SEED)
    usual = [await _thought_through(thinking, thinks, seen) for seen in positions[: min(USUAL, number) + 1]][1:]
    longest = 1.2 * sum(usual) / len(usual)
    ends: list[Freed] = []
    for place in range(10 * number):
        found = await _given_up(thinking, thinks, positions[place % len(positions)], chance.uniform(0, longest))
        ends += [found] if found else []
        if len(ends) == number:
            break
    free, cpu = [one.seconds for one in ends], [one.cpu for one in ends]
    return {
        f"{name}_p50_ms": milliseconds(usual, 0.5),
        f"cancelled_{name}s": len(free),
        f"cancelled_{name}_p50_ms": milliseconds(free, 0.5),
        f"cancelled_{name}_p99_ms": milliseconds(free, 0.99),
        f"cancelled_{name}_max_ms": milliseconds(free, 1.0),
        f"cancelled_{name}_cpu_p99_ms": milliseconds(cpu, 0.99),
        f"cancelled_{name}_cpu_max_ms": milliseconds(cpu, 1.0),
    }


async def _thought_through(thinking: ComputerPlayers, thinks: Thinks, seen: View) -> float:
    began = time.perf_counter()
    await thinks(thinking, seen)
    return time.perf_counter() - began


async def _given_up(thinking: ComputerPlayers, thinks: Thinks, seen: View, after: float) -> Freed | None:
    """What came of a thought that is cancelled after so many seconds; None where it had ended by then."""
    thought = asyncio.ensure_future(thinks(thinking, seen))
    await asyncio.wait({thought}, timeout=after)
    if thought.done():
        return None
    began, cpu = time.perf_counter(), _thinkers()
    thought.cancel()
    await asyncio.wait({thought})
    await thinking.until_idle()
    return Freed(time.perf_counter() - began, _thinkers() - cpu)


def _thinkers() -> float:
    return sum(on_processors(child.pid) for child in active_children() if child.pid)


# --- tables with experts ----------------------------------------------------------------------------------------------


async def under_load(tables: int, seconds: float, pace: int) -> dict[str, object]:
    """What the host and the processes of its players use of the processors."""
    with TemporaryDirectory() as name:
        async with _hosting(Path(name)) as (door, watch):
            waits = Waits()
            door.listen(waits.note)
            people = [asyncio.create_task(_person(door, number, pace)) for number in range(tables)]
            try:
                await asyncio.sleep(1.5 * pace / 1000)  # until everybody has had a turn
                found = await _figures(watch, waits, seconds)
                expected = expected_turns(tables, pace, watch.actions / max(1, watch.turns))
                return {"tables": tables, "pace_ms": pace, "expected_turns_per_second": round(expected, 2), **found}
            finally:
                await _end(people)


def expected_turns(tables: int, pace: int, actions: float) -> float:
    """Turns of experts a second by the paces alone, where a turn of theirs has so many actions."""
    persons = pace / 1000 + LOOK / 2  # seconds, until they have looked and played
    return EXPERTS * tables / (persons + EXPERTS * actions * BETWEEN / 1000)


class Waits:
    """How long tables wait for a computer's next action, one that never comes included."""

    def __init__(self) -> None:
        self._since: dict[str, float] = {}  # by table
        self._longest = 0.0

    def note(self, table_id: str, table: Table) -> None:
        """The table has changed."""
        self._longest = max(self._longest, self._waited(table_id))
        self._since.pop(table_id, None)
        if table.phase == PLAYING and table.in_turn and table.chair(table.in_turn).computer:
            self._since[table_id] = time.perf_counter()

    def clear(self) -> None:
        self._longest = 0.0

    def longest(self) -> float:
        """Seconds, up to now."""
        return max([self._longest, *[self._waited(table_id) for table_id in self._since]])

    def _waited(self, table_id: str) -> float:
        began = self._since.get(table_id)
        return 0.0 if began is None else time.perf_counter() - began


class HostsStore(TimedStore):
    """A clock on what the host does by itself, and not on what people do."""

    async def commit(self, change: Change) -> Outcome:
        is_persons = parse_who(change.actor).id == ANNA.id
        return await (self._store.commit(change) if is_persons else super().commit(change))


@asynccontextmanager
async def _hosting(folder: Path) -> AsyncIterator[tuple[Door, Measurements]]:
    """A host of tables, its players and its database; nobody is shown anything."""
    watch, thinking = Measurements(), ComputerPlayers()
    store: Any = HostsStore(await open_store(folder / "host.db", now()), watch)
    door = Door(store, BOT, now, secrets.token_bytes)
    running = asyncio.create_task(Scheduler(door, store, thinking.think).run())
    try:
        yield door, watch
    finally:
        await _end([running])
        thinking.close()
        await store.close()


async def _end(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _figures(watch: Measurements, waits: Waits, seconds: float) -> dict[str, object]:
    watch.clear()
    waits.clear()
    own, players, began = time.process_time(), _players_busy(), time.perf_counter()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    hosts, theirs = (time.process_time() - own) / spent, _worked_since(players) / spent
    turns = max(1, watch.turns)
    return {
        "turns_of_experts_per_second": round(watch.turns / spent, 2),
        "actions_per_turn": round(watch.actions / turns, 2),
        "longest_wait_for_an_expert_seconds": round(waits.longest(), 2),
        "players_cpu_ms_per_turn": round(1000 * theirs * spent / turns, 1),
        "players_cores": round(theirs, 3),
        "host_cores": round(hosts, 3),
        "cores": round(hosts + theirs, 3),
        "late_p50_ms": milliseconds(watch.lates, 0.5),
        "late_p99_ms": milliseconds(watch.lates, 0.99),
        "load_average": round(os.getloadavg()[0], 2),
    }


def _players_busy() -> dict[int, float]:
    """Seconds of CPU time of each players' process."""
    return {child.pid: busy(child.pid) for child in active_children() if child.pid}


def _worked_since(before: Mapping[int, float]) -> float:
    """Seconds of CPU time of those that are there; one may have been replaced, and has taken its time with it."""
    return sum(spent - before.get(process, 0.0) for process, spent in _players_busy().items())


async def _person(door: Door, number: int, pace: int) -> None:
    """Opens a table, and plays there for ever, match after match."""
    chance = chance_of(number)
    await asyncio.sleep(chance.uniform(0, pace / 1000))  # not everybody begins in the same moment
    match = 0
    while True:
        match += 1
        table = f"t{number}-{match}"
        await _open(door, table, number)
        await _play_out(door, table, chance, pace)


async def _open(door: Door, table: str, number: int) -> None:
    settings = Settings(level=LEVEL, partner=LEVEL, stand_in_after=0, pause=1000, pace=BETWEEN)
    await door.open(table, f"L{table}", f"{PLATFORM}:{number}", ANNA, settings)
    await door.submit(table, ANNA, f"join:{table}", "join N")
    for seat in "ESW":
        await door.submit(table, ANNA, f"{seat}:{table}", f"computer {seat}")
    await door.submit(table, ANNA, f"start:{table}", "start")


async def _play_out(door: Door, name: str, chance: Random, pace: int) -> None:
    """Until the match is over."""
    acted = 0
    while True:
        table = await door.table(name)
        if table is None or table.phase == "over":
            return
        if _is_in_turn(table):
            await asyncio.sleep(chance.uniform(0.5, 1.5) * pace / 1000)
            while (table := await door.table(name)) is not None and _is_in_turn(table):
                acted += 1
                await door.submit(name, ANNA, f"act:{acted}", _play(table))
        await asyncio.sleep(LOOK)


def _is_in_turn(table: Table) -> bool:
    """Wherever they sit: cards are drawn for the seats when the match starts."""
    return bool(table.in_turn) and table.in_turn == table.seat_of(ANNA.id)


def _play(table: Table) -> str:
    """What they play next: nobody measures how well."""
    assert table.game is not None
    return f"play {format_action(Club(0).choose(sees(table.game, table.game.deal.seat, remembers=False)))}"
