"""The host under load: so many live tables of computer players in one process, to the disk and to a messenger.

Everything is what `burraco run` hosts with: door, scheduler, players in processes of their own, database, courier and
delivery. Only the platform is not there: its messenger counts what it is given. Each table offers an action `pace`
milliseconds after its last one, as people would, however busy the host is: so the first figures tell how long things
take at the rate that is asked for. Then the tables are doubled until the host no longer follows: the ceiling. Several
hosts of one server's database share the tables; the figures are those of all of them together. The platform comes in
parts then, one for each host, as Discord's shards do; `parts` says otherwise.
"""

import asyncio
import json
import resource
import secrets
import statistics
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.beside import Beside, Stretch, of_all, others
from bench.process_figures import memory
from bench.server_load import ServerLoad, is_used, load_of
from bench.stored import store_tables
from bot.cli.chat_parts import ChatParts
from bot.cli.cohosting import Cohosting, cohosting
from bot.database_address import ServerDatabase
from bot.gateway.outbound.delivery import Delivery
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.gateway.outbound.recipients import Recipients
from bot.host.budget import Budget, Budgets, Meters
from bot.host.computers import ComputerPlayers
from bot.host.courier import Courier
from bot.host.door import Door
from bot.host.garbage import keep_collections_short
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT
from bot.host.leases import Leases
from bot.host.parts import Division
from bot.host.ports import TABLE, Change, Channel, Committed, Outcome, StoreError, Subject
from bot.host.resuming import note_outage
from bot.host.scheduler import Scheduler
from bot.host.under_way import UnderWay
from bot.messages.message import Message
from bot.painting import Painter
from bot.requests.server_settings import GROUP
from bot.store.groups import LEISURE
from bot.store.sqlite import open_store
from bot.store.store import open_database, upgrade_database
from bot.store.writing import WritingStore
from bot.tables.table import Settings
from bot.tables.who import HOST, Who
from renderers.scenes import Look, Scene

TABLES: Final = 2000
STORED: Final = 10_000
SECONDS: Final = 20.0
PACE: Final = 3_800  # milliseconds between two actions of a table: with 2,000 some 525 a second
PLAYER: Final = "greedy"
BEAT: Final = 0.05  # seconds between two looks at the event loop: few, for the host pays for them, too
AT_ONCE: Final = 50  # tables opened together
MOST: Final = 64_000
ENDLESS: Final = Budgets(Budget(1_000_000_000, 1), Budget(1_000_000_000, 1), at_once=64)
PLATFORM: Final = "bench"


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of the host; `most` is the last number of tables that is tried."""

    tables: int = TABLES
    stored: int = STORED
    seconds: float = SECONDS
    pace: int = PACE
    player: str = PLAYER
    pictures: bool = False
    most: int = MOST
    server: ServerDatabase | None = None  # in place of a file
    hosts: int = 1  # of the server's database
    parts: int = 0  # into which the platform is divided; 0: as many as there are hosts

    @property
    def divided(self) -> Division:
        return Division(PLATFORM, self.parts or self.hosts)


@dataclass(slots=True)
class Recorder:
    """A platform, and its messenger that only counts: any message arrives at once."""

    platform: str = PLATFORM
    name: str = PLATFORM
    parts: int = 1
    sends: int = 0
    edits: int = 0
    retirements: int = 0

    async def send(self, _chat: Chat, _message: Message, _drawn: Drawn | None, once: str) -> str:
        self.sends += 1
        return once

    async def edit(self, _chat: Chat, reference: str, _message: Message, _drawn: Drawn | None) -> str:
        self.edits += 1
        return reference

    async def retire(self, _chat: Chat, _reference: str, _remove: bool) -> None:
        self.retirements += 1

    def part_of(self, server: str) -> int:
        return int(server) % self.parts

    def divide(self, _holds: Callable[[int], bool], _share: Callable[[], float]) -> None:
        """Nothing comes from there, and what is sent has no limit."""

    @property
    def calls(self) -> int:
        return self.sends + self.edits + self.retirements


@dataclass(slots=True)
class Measurements:
    """What is seen while it runs: seconds of each commit, lateness of each action and of each beat, actions and turns.

    `stale`: changes that were refused, because another host was quicker. An action's lateness is all that lies between
    its time and the end of its commit, the player's thinking included.
    """

    commits: list[float] = field(default_factory=list)
    lates: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    actions: int = 0
    turns: int = 0
    stale: int = 0

    def clear(self) -> None:
        self.commits.clear()
        self.lates.clear()
        self.lags.clear()
        self.actions = self.turns = self.stale = 0

    async def beat(self) -> None:
        while True:
            due = time.perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            self.lags.append(time.perf_counter() - due)


class TimedStore:
    """A store of whichever database, with a clock on its commits."""

    def __init__(self, store: WritingStore, watch: Measurements) -> None:
        self._store = store
        self._watch = watch

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, change: Change) -> Outcome:
        began = time.perf_counter()
        outcome = await self._store.commit(change)
        self._watch.commits.append(time.perf_counter() - began)
        self._watch.stale += not isinstance(outcome, Committed)
        if isinstance(outcome, Committed) and change.entry.startswith("play"):
            self._watch.lates.append((now() - due_at(change)) / 1000)
            self._watch.actions += 1
            self._watch.turns += change.entry.startswith("play x:")
        return outcome


@dataclass(slots=True)
class Host:
    """A running host, without its people."""

    door: Door
    store: WritingStore
    leases: Leases
    recorder: Recorder
    watch: Measurements
    tables: int = 0
    beside: Sequence[Beside] = ()
    _calls: int = 0
    _cpu: float = 0.0
    _wakes: int = 0

    def parts_of(self, divided: Division) -> int:
        """How many parts of the platform it has."""
        return sum(map(self.leases.holds, divided.parts))

    def begin_stretch(self) -> None:
        """What is seen and spent is counted from now on."""
        self.watch.clear()
        self._calls, self._cpu, self._wakes = self.recorder.calls, time.process_time(), _wakes()

    def stretch(self) -> Stretch:
        watch = self.watch
        return Stretch(
            watch.commits,
            watch.lates,
            watch.lags,
            watch.actions,
            watch.turns,
            watch.stale,
            self.recorder.calls - self._calls,
            time.process_time() - self._cpu,
            _wakes() - self._wakes,
        )


def _wakes() -> int:
    """How often a thread of this process has waited for something."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_nvcsw


def due_at(change: Change) -> int:
    """When the scheduler was to do this, in milliseconds: it names its actions after that."""
    return int(change.action_id.split(":")[1])


def now() -> int:
    return time.time_ns() // 1_000_000


async def no_picture(_scene: Scene, _look: Look) -> Drawn:
    """The messages as words alone."""
    return Drawn(b"", 0, 0)


@asynccontextmanager
async def hosting(folder: Path, load: Load) -> AsyncIterator[Host]:
    """A host that runs in this folder, or with the server's database."""
    watch, recorder, thinking = Measurements(), Recorder(parts=load.divided.count), ComputerPlayers()
    opened = await open_database(load.server or folder / "host.db", now())
    opened.leisure = LEISURE
    store: Any = TimedStore(opened, watch)
    door = Door(store, BOT, now, secrets.token_bytes)
    painter = Painter()
    paint = painter.paint if load.pictures else no_picture
    under_way, meters = UnderWay(), Meters({PLATFORM: ENDLESS}, now)
    messengers = {PLATFORM: recorder}
    recipients = Recipients(store, now, messengers)
    delivery = Delivery(store, now, messengers, paint, recipients, under_way=under_way)
    door.leave_out(delivery.stands)
    health = Health(now)
    heartbeat = Heartbeat(store, BOT, secrets.token_hex(8), now, health, lambda: False)
    tasks: list[asyncio.Task[None]] = []
    try:
        leases = load.divided.parts
        async with cohosting(opened, BOT, leases, now, health, heartbeat, lambda: False) as shared:
            await shared.begin()
            parts = ChatParts(shared.leases, store, BOT, [recorder])
            bring, chat_of = delivery.deliver, recipients.chat_of
            may_send_of = partial(_may_send_of, door, parts)
            courier = Courier(
                door,
                store,
                bring,
                chat_of,
                meters,
                under_way=under_way,
                brings_to=parts.holds,
                may_send_of=may_send_of,
            )
            scheduler = Scheduler(door, store, thinking.think, parts)
            _follow(shared, door, scheduler, parts)
            shared.take_over(delivery.begin_anew, delivery.leave_to_another)
            shared.take_over(courier.begin_anew, lambda: None)
            letters = shared.leases.while_held(PLATFORM, courier.run)
            works = [scheduler.run(), letters, watch.beat(), *[work() for work in shared.works().values()]]
            tasks += [asyncio.create_task(work) for work in works]
            try:
                yield Host(door, store, shared.leases, recorder, watch)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        thinking.close()
        painter.close()
        await store.close()


def _follow(shared: Cohosting, door: Door, scheduler: Scheduler, parts: ChatParts) -> None:
    """What other hosts change is known here, too, as `burraco run` has it; all people are in the chat."""
    look_anew = partial(_look_anew, scheduler)
    shared.follow(
        {TABLE: door}, look_anew, _nothing, _nobody_is_forgotten, _nothing, lambda table: parts.may_hold(table.channel)
    )


def _may_send_of(door: Door, parts: ChatParts, table_id: str) -> bool:
    """As `burraco run` has it; at these tables nobody sits who would be written to."""
    table = door.in_mind(table_id)
    return table is None or parts.may_hold(table.channel)


def _look_anew(scheduler: Scheduler, changed: Collection[Subject] | None) -> None:
    if changed is None or any(scheduler.may_act_for(one.id) for one in changed):
        scheduler.look_anew()


def _nothing(*_: object) -> None:
    pass


async def _nobody_is_forgotten() -> None:
    pass


async def open_tables(host: Host, count: int, load: Load) -> None:
    """So many live tables in all, each in a channel of its own, that do not all move in the same moment."""
    settings = Settings(watched=True, pace=load.pace)
    pause = load.pace / 1000 * AT_ONCE / max(1, count - host.tables)
    for first in range(host.tables, count, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, count))
        await asyncio.gather(*[_open(host, number, settings, load.player) for number in numbers])
        await asyncio.sleep(pause)
    host.tables = count


async def _open(host: Host, number: int, settings: Settings, player: str) -> None:
    table, who = f"t{number}", Who("p0", "Anna")
    channel = f"{PLATFORM}:{number}"
    await host.store.put_channel(BOT, Channel(channel, "en", json.dumps({GROUP: str(number)})))
    await host.door.open(table, f"L{number}", channel, who, settings)
    for seat in "NESW":
        await host.door.submit(table, who, f"{seat}:{number}", f"computer {seat} {player}")
    await host.door.submit(table, Who(HOST), f"start:{number}", "start")


# --- figures ----------------------------------------------------------------------------------------------------------


async def level(host: Host, load: Load) -> dict[str, float]:
    """The figures of this many tables."""
    await asyncio.sleep(2 * load.pace / 1000)
    server = load.server
    before = load_of(server) if server else None
    began = time.perf_counter()
    host.begin_stretch()
    for one in host.beside:
        await one.begin()
    await asyncio.sleep(load.seconds)
    by_host = [host.stretch(), *[await one.stretch() for one in host.beside]]
    seen = of_all(by_host)
    spent = time.perf_counter() - began
    actions = max(1, seen.actions)
    found = {
        "tables": host.tables,
        "hosts": len(by_host),
        "least_share": round(min(one.actions for one in by_host) / actions, 2),
        "actions_per_second": round(seen.actions / spent, 1),
        "offered_per_second": round(1000 * host.tables / load.pace, 1),
        "commit_p50_ms": milliseconds(seen.commits, 0.5),
        "commit_p99_ms": milliseconds(seen.commits, 0.99),
        "late_p50_ms": milliseconds(seen.lates, 0.5),
        "late_p99_ms": milliseconds(seen.lates, 0.99),
        "lag_p50_ms": milliseconds(seen.lags, 0.5),
        "lag_p99_ms": milliseconds(seen.lags, 0.99),
        "messages_per_turn": round(seen.calls / max(1, seen.turns), 2),
        "cpu_ms_per_action": round(1000 * seen.cpu / actions, 2),
        "cpu_share": round(seen.cpu / spent, 2),
        "wakes_per_action": round(seen.wakes / actions, 2),
        "stale_changes": seen.stale,
    }
    return found | _of_server(server, before, actions) if server and before else found


def _of_server(server: ServerDatabase, before: ServerLoad, actions: int) -> dict[str, float]:
    """What it has spent on so many actions."""
    load = load_of(server)
    spent = load.cpu_since(before)
    cpu = {} if spent is None else {"server_cpu_ms_per_action": round(1000 * spent / actions, 2)}
    counts = {
        "transactions_per_action": round((load.transactions - before.transactions) / actions, 2),
        "written_kb_per_action": round((load.written - before.written) / 1000 / actions, 2),
    }
    return {**cpu, **counts, "connections": load.connections}


def milliseconds(times: Sequence[float], part: float) -> float:
    if not times:
        return 0.0
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))], 2)


async def measure(load: Load) -> dict[str, object]:
    """All figures: under load, with twice the tables until the host no longer follows, and of a start from a file."""
    with TemporaryDirectory() as name:
        levels, per_table = await _levels(Path(name), load)
    ceiling = max(levels, key=lambda one: one["actions_per_second"])
    found: dict[str, object] = {
        **levels[0],
        "bytes_per_table": per_table,
        "ceiling_actions_per_second": ceiling["actions_per_second"],
        "ceiling_tables": ceiling["tables"],
    }
    found["levels"] = levels
    if load.stored and load.server is None:
        with TemporaryDirectory() as name:
            found |= await start_up(Path(name), load)
    return found


async def _levels(folder: Path, load: Load) -> tuple[list[dict[str, float]], int]:
    async with (
        hosting(folder, load) as host,
        others(load.server, load.hosts - 1, parts=load.divided.count, pictures=load.pictures) as beside,
    ):
        host.beside = beside
        await _shared_out(host, load)
        await open_tables(host, min(50, load.tables), load)  # what is loaded once is no table's
        while not await _all_play(host):  # noqa: ASYNC110  nobody tells; the players' processes have to begin first
            await asyncio.sleep(BEAT)
        await asyncio.sleep(load.pace / 1000)
        few, before = host.tables, memory()
        await open_tables(host, load.tables, load)
        levels = [await level(host, load)]
        per_table = (memory() - before) // max(1, load.tables - few)
        while host.tables * 2 <= load.most and _follows(levels):
            await open_tables(host, host.tables * 2, load)
            levels.append(await level(host, load))
    return levels, per_table


async def _shared_out(host: Host, load: Load) -> None:
    """Until each of the platform's parts has a host, and this one no more of them than its share."""
    share = -(-load.divided.count // load.hosts)
    while not await _is_shared_out(host, load.divided, share):  # noqa: ASYNC110  nobody tells
        await asyncio.sleep(BEAT)


async def _is_shared_out(host: Host, divided: Division, share: int) -> bool:
    own = host.parts_of(divided)
    return own <= share and own + sum([await one.parts() for one in host.beside]) == divided.count


async def _all_play(host: Host) -> bool:
    """Whether each host that has a part of the platform has done something at a table."""
    with_parts = [one for one in host.beside if await one.parts()]
    return bool(host.watch.actions) and all([(await one.stretch()).actions for one in with_parts])


def _follows(levels: Sequence[dict[str, float]]) -> bool:
    """Whether twice the tables may bring more: the last doubling did, and the loop was in time."""
    rates = [one["actions_per_second"] for one in levels]
    return levels[-1]["lag_p99_ms"] < 50 and (len(rates) < 2 or rates[-1] > 1.1 * rates[-2])


async def start_up(folder: Path, load: Load) -> dict[str, object]:
    """How long a start takes with many stored tables in the midst of a deal, until the host may be asked."""
    path = folder / "host.db"
    entries = await store_tables(path, BOT, load.stored, load.player, now())
    began, cpu = time.perf_counter(), time.process_time()
    store = await open_store(path, now())
    try:
        door = Door(store, BOT, now, secrets.token_bytes)
        waiting = await note_outage(door, store, now())
        ready = time.perf_counter() - began
        busy = time.process_time() - cpu
        firsts = []
        for number in range(0, load.stored, max(1, load.stored // 50)):
            first = time.perf_counter()
            await door.table(f"t{number}")
            firsts.append(time.perf_counter() - first)
    finally:
        await store.close()
    return {
        "stored_tables": load.stored,
        "stored_entries": entries,
        "start_seconds": round(ready, 2),
        "start_cpu_seconds": round(busy, 2),
        "resting_tables": waiting,
        "first_touch_ms": round(1000 * statistics.median(firsts), 2),
    }


def prepare(server: ServerDatabase | None) -> None:
    """Make the server's database ready, where there is one. Raises `StoreError` where it is somebody's."""
    if server is not None:
        upgrade_database(server, now())
        if is_used(server):
            raise StoreError(f"{server}: there are tables in it; name an empty database")
    keep_collections_short()


def main(load: Load) -> dict[str, object]:
    """Raises `StoreError` where the server's database is somebody's."""
    prepare(load.server)
    return asyncio.run(measure(load))


if __name__ == "__main__":
    print(json.dumps(main(Load()), indent=1))
