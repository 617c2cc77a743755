"""Many people at many tables of a chat: the load of `burraco bench discord` and `bench telegram`, over the wire.

Three processes: the platform's loopback server, which is part of the tests; the host, `burraco run` as it is; and this
one, which drives people. Each table makes an action every `pace` milliseconds: whoever is in turn looks at their
private chat and presses what stands there, a second before the channel would call them. What differs between platforms
is a `Site`.

The tables are stored before the host starts, which then shows them; only when all stand before their players are
figures taken.
"""

import asyncio
import os
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from bench.host import milliseconds, now
from bench.process_figures import busy, kept_waiting
from bench.processes import Json, Server, hosting, serving
from bench.timing import chance_of
from bot.cli.output import Unusable
from bot.host.door import Accepted, Door
from bot.host.hosted_bots import BOT
from bot.messages.buttons import Ask, Press, Verb
from bot.requests.service import Service
from bot.store.sqlite import open_store
from bot.tables.table import Settings
from bot.tables.who import HOST, Who
from engine.actions import DECLINE, DRAW, PICK_UP, Discard

SEATS: Final = "NESW"
TABLES: Final = 200
SECONDS: Final = 30.0
PACE: Final = 9_000  # milliseconds between two actions of a table; at 10,000 nearly each turn is called first
WARM_UP: Final = 180.0  # seconds until everybody must have been shown their cards
TAKES: Final = (DRAW, PICK_UP, DECLINE)
SUGGESTED: Final = 0.35  # how often the suggestions are asked for where there are some
TRIED: Final = 0.15  # how often cards are chosen by hand
IN_TURN: Final = frozenset([Verb.SURE, Verb.CHOOSE, Verb.TICK, Verb.DROP, Verb.CLOSE])


@dataclass(frozen=True, slots=True)
class Load:
    """So many tables of four people, an action every `pace` milliseconds at each, measured for so many seconds."""

    tables: int = TABLES
    seconds: float = SECONDS
    pace: int = PACE


@dataclass(frozen=True, slots=True)
class Room:
    """Where a table is: its channel as the host names it, and the accounts of its people in the order of the seats."""

    channel: str
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """Something to press on a screen, and what tells the server that it is pressed."""

    press: Press
    message: int
    fields: Json

    @property
    def verb(self) -> Verb | None:
        return self.press.request.verb if isinstance(self.press.request, Ask) else None

    @property
    def is_of_turn(self) -> bool:
        """Whether only the player in turn is offered it."""
        return self.verb is None or self.verb in IN_TURN


class Site(Protocol):
    """A platform under load."""

    name: str

    async def build(self, server: Server, tables: int) -> list[Room]:
        """People, and rooms for so many tables of four."""

    async def settings(self, server: Server) -> dict[str, str]:
        """What the host needs to log in there, as environment variables."""

    async def screen(self, server: Server, person: int) -> list[Offer]:
        """Everything that somebody can press in their private chat, the newest last."""

    async def press(self, server: Server, person: int, offer: Offer) -> Json:
        """Press it, and wait for the answer."""

    def messages(self, count: Json) -> int:
        """How many messages have been sent, by a count of the server."""

    def figures(self, before: Json, after: Json, turns: int, rooms: Sequence[Room]) -> dict[str, float]:
        """What a turn has cost, out of two counts of the server."""


# --- the tables -------------------------------------------------------------------------------------------------------


async def store_tables(path: Path, platform: str, rooms: Sequence[Room]) -> None:
    """A table in each room, with its four people seated and the first deal on it."""
    store = await open_store(path, now())
    try:
        door = Door(store, BOT, now, secrets.token_bytes)
        service = Service(door, store, BOT)
        await asyncio.gather(*[_store(door, service, platform, number, room) for number, room in enumerate(rooms, 1)])
    finally:
        await store.close()


async def _store(door: Door, service: Service, platform: str, number: int, room: Room) -> None:
    names = [f"{seat}{number}" for seat in SEATS]
    people = [
        Who(await service.register(platform, str(account), "en", name), name)
        for account, name in zip(room.people, names, strict=True)
    ]
    table, host = f"t{number}", Who(HOST)
    await door.open(table, f"L{number}", room.channel, people[0], Settings())
    joins = [(people[0], "join N"), *[(who, f"join {seat}") for who, seat in zip(people[1:], SEATS[1:], strict=True)]]
    for step, (who, command) in enumerate([*joins, (people[0], "start"), (host, "seal"), (host, "deal")]):
        reply = await door.submit(table, who, f"{table}:{step}", command)
        assert isinstance(reply, Accepted) or command == "join N", reply  # who opens a table has a seat already


# --- people -----------------------------------------------------------------------------------------------------------


def choose(offers: Sequence[Offer], rng: Random) -> Offer | None:
    """What the player in turn presses, by lot: cards are taken, played as suggested, tried, and one is discarded.

    None where it is not their turn.
    """
    newest = max([one.press.stage for one in offers if one.is_of_turn], default=None)
    fresh = [one for one in offers if one.press.stage == newest]
    sure = [one for one in fresh if one.verb is Verb.SURE]
    takes = [one for one in fresh if one.press.request in TAKES]
    plays = [one for one in fresh if one.verb is None]
    by = {verb: [one for one in fresh if one.verb is verb] for verb in Verb}
    if sure or takes or (plays and by[Verb.CLOSE]):
        return rng.choice(sure or takes or plays)
    dice = rng.random()
    if by[Verb.SUGGEST] and dice < SUGGESTED:
        return by[Verb.SUGGEST][-1]
    if dice > 1 - TRIED and (by[Verb.CHOOSE] or by[Verb.TICK]):
        return rng.choice(by[Verb.CHOOSE] or by[Verb.TICK])
    away = [one for one in plays if isinstance(one.press.request, Discard)]
    if away:
        return rng.choice(away)
    for verb in (Verb.CLEAR, Verb.DROP, Verb.CLOSE):  # until nothing is ticked, and the discards stand open
        if by[verb]:
            return by[verb][-1]
    return None


@dataclass(slots=True)
class Seen:
    """What is counted: actions, turns that a discard ended, seconds to each answer, tables where nobody could act."""

    actions: int = 0
    turns: int = 0
    idle: int = 0
    answers: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


class CrowdTable:
    """Four people at a table, of whom one is in turn."""

    def __init__(self, site: Site, server: Server, room: Room, seed: int) -> None:
        self._site = site
        self._server = server
        self._people = room.people
        self._rng = chance_of(seed)
        self._turn = 0  # the place of who was last seen in turn

    async def act(self, seen: Seen) -> None:
        """One action of the player in turn; they are looked for where they were, then in the order of the seats."""
        for step in range(len(self._people)):
            person = self._people[(self._turn + step) % len(self._people)]
            offer = choose(await self._site.screen(self._server, person), self._rng)
            if offer is not None:
                break
        else:
            seen.idle += 1
            return
        self._turn = (self._turn + step) % len(self._people)
        seen.turns += isinstance(offer.press.request, Discard)
        answer = await self._site.press(self._server, person, offer)
        if "ms" in answer:
            seen.actions += 1
            seen.answers.append(answer["ms"] / 1000)
        else:
            seen.failures.append(str(answer.get("error", "")))


async def play(tables: Sequence[CrowdTable], load: Load, seen: Seen, seconds: float) -> None:
    """So many seconds of all tables, which do not all move in the same moment."""
    began = time.perf_counter()

    async def keep_playing(number: int, table: CrowdTable) -> None:
        due = began + load.pace / 1000 * number / len(tables)
        while due < began + seconds:
            await asyncio.sleep(due - time.perf_counter())
            await table.act(seen)
            due += load.pace / 1000

    async with asyncio.TaskGroup() as group:
        for number, table in enumerate(tables):
            group.create_task(keep_playing(number, table))


async def wait_until_shown(site: Site, server: Server, rooms: Sequence[Room]) -> None:
    """Until everybody has their cards before them, and each channel its table. Raises `Unusable`."""
    until = time.perf_counter() + WARM_UP
    wanted = sum(len(room.people) + 1 for room in rooms)
    while (found := site.messages(await server("figures"))) < wanted:
        if time.perf_counter() > until:
            raise Unusable(f"{found} of {wanted} messages stood there after {WARM_UP:.0f} s")
        await asyncio.sleep(0.5)


# --- the figures ------------------------------------------------------------------------------------------------------


async def measure(site: Site, load: Load) -> dict[str, float]:
    """All figures of a platform under this load. Raises `Unusable`."""
    with TemporaryDirectory() as name:
        folder, log = Path(name), Path(name) / "host.log"
        async with serving(site.name) as (server, serves):
            rooms = await site.build(server, load.tables)
            await store_tables(folder / "bench.db", site.name, rooms)
            began = time.perf_counter()
            async with hosting(folder, await site.settings(server), log) as hosts:
                await wait_until_shown(site, server, rooms)
                ready = time.perf_counter() - began
                figures = await _measure(site, server, rooms, load, (hosts, serves, os.getpid()))
        faults = len([line for line in log.read_text("utf-8").splitlines() if " ERROR " in line or "Traceback" in line])
    return {**figures, "shown_after_seconds": round(ready, 1), "host_errors": faults}


async def _measure(
    site: Site, server: Server, rooms: Sequence[Room], load: Load, processes: tuple[int, int, int]
) -> dict[str, float]:
    tables = [CrowdTable(site, server, room, number) for number, room in enumerate(rooms)]
    await play(tables, load, Seen(), load.pace / 1000)  # the first action of each table is no measure
    seen, before = Seen(), await server("figures")
    began, cpu, waited = time.perf_counter(), [busy(one) for one in processes], kept_waiting(processes[0])
    await play(tables, load, seen, load.seconds)
    spent = time.perf_counter() - began
    waited = kept_waiting(processes[0]) - waited
    used = [busy(one) - used for one, used in zip(processes, cpu, strict=True)]
    after = await server("figures")
    actions, turns = max(1, seen.actions), max(1, seen.turns)
    return {
        "tables": len(rooms),
        "people": sum(len(room.people) for room in rooms),
        "seconds": round(spent, 1),
        "actions": seen.actions,
        "turns": seen.turns,
        "actions_per_second": round(seen.actions / spent, 1),
        "offered_per_second": round(1000 * len(rooms) / load.pace, 1),
        "tables_nobody_could_act_at": seen.idle,
        "failed_presses": len(seen.failures),
        "answer_p50_ms": milliseconds(seen.answers, 0.5),
        "answer_p99_ms": milliseconds(seen.answers, 0.99),
        "answer_max_ms": milliseconds(seen.answers, 1.0),
        **site.figures(before, after, turns, rooms),
        "host_cpu_ms_per_action": round(1000 * used[0] / actions, 1),
        "host_cpu_share": round(used[0] / spent, 2),
        "host_kept_waiting_share": round(waited / spent, 2),
        "server_cpu_share": round(used[1] / spent, 2),
        "driver_cpu_share": round(used[2] / spent, 2),
    }


def per_turn(before: Mapping[str, float], after: Mapping[str, float], turns: int, names: Sequence[str]) -> float:
    """What was added to these counts, for each turn."""
    return round(sum(after.get(name, 0) - before.get(name, 0) for name in names) / turns, 2)
