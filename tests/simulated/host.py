"""One life of a host: the parts that `burraco run` begins, over a simulated disk, beside simulated platforms."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Final

from bot.cli.keeping import Stumbled, UnusablePlatforms, Work, keep_up
from bot.cli.platforms import Chats
from bot.cli.tidying import keep_tidy
from bot.database_address import Database
from bot.gateway.outbound.messenger import Drawn
from bot.host.archiving import keep_archiving
from bot.host.courier import Deliver
from bot.host.delivery_errors import Undeliverable
from bot.host.door import Door
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.ports import OutboxRow
from bot.host.resuming import Resumer, note_outage
from bot.host.scheduler import Scheduler, Think
from bot.host.wallclock import WallClock
from bot.requests.service import Service
from bot.requests.tournaments.club_tournaments import ClubTournaments
from bot.requests.tournaments.letters import Announce, Tell, TellAgain, Withdraw
from bot.store.groups import LEISURE
from bot.store.sqlite import SqliteStore, open_as
from bot.store.writing import WritingStore
from bot.tables.table import Table
from bot.tournaments.club_tournament import ClubTournament
from bot.tournaments.kind import is_private
from engine.view import View
from renderers.scenes import Look, Scene
from tests.restless.folding import BOT
from tests.simulated.browser import Browser
from tests.simulated.chats import SimulatedPlatform
from tests.simulated.disk import Disk, SimulatedLine
from tests.simulated.loop import Time
from tests.simulated.messengers import LETTER
from tests.simulated.screens import Letter
from tests.watching import Watch

START: Final = 1_700_000_000_000


class NotedStore(WritingStore):
    """A store; `note_place` hears which messages are known to be where their letters say."""

    note_place: Callable[[OutboxRow, str], None]

    async def mark_sent(
        self, row: OutboxRow, revision: int, reference: str, at: int, *, again: bool = False, at_leisure: bool = False
    ) -> None:
        await super().mark_sent(row, revision, reference, at, again=again, at_leisure=at_leisure)
        self.note_place(row, reference)


class NotedFile(NotedStore, SqliteStore):
    """In a file."""


@dataclass
class Host:
    """A running host."""

    store: NotedStore
    door: Door
    service: Service
    chats: Chats
    browser: Browser
    parts: Sequence[asyncio.Task[None]]

    async def stops(self) -> None:
        """As somebody asks it to."""
        for part in self.parts:
            part.cancel()
        await asyncio.gather(*self.parts, return_exceptions=True)
        await self.store.close()


def pictured(scene: Scene, look: Look) -> bytes:
    """In place of a picture what it would be drawn from: equal scenes, equal bytes."""
    values = [getattr(scene, one.name) for one in fields(scene)]
    parts = [f"{one.viewer} {one}" if isinstance(one, View) else repr(one) for one in values]
    return hashlib.sha256(repr([type(scene).__name__, *parts, look]).encode()).digest()


async def paint(scene: Scene, look: Look) -> Drawn:
    return Drawn(pictured(scene, look), 1, 1)


@dataclass
class World:
    """What is around a host, and outlives it."""

    database: Database
    time: Time
    watch: Watch
    platforms: Sequence[SimulatedPlatform]
    think: Think
    read: Callable[[], int]  # the machine's clock, in milliseconds
    changed: Callable[[str, Table], None]
    rewritten: Callable[[str], None]
    note_place: Callable[[OutboxRow, str], None]
    refused: Callable[[Letter], None]  # a platform has said that it never will
    failed: Callable[[str, Exception], None]
    stumbled: Stumbled


async def _opened(world: World, disk: Disk) -> NotedStore:
    """Raises `StoreError`."""
    database = world.database
    if isinstance(database, Path):
        return await open_as(NotedFile, database, world.read(), line=lambda opens: SimulatedLine(opens, disk))
    from tests.simulated.server import open_noted_server  # noqa: PLC0415  nobody else needs the driver

    return await open_noted_server(database, world.read(), disk)


async def hosted(world: World, disk: Disk) -> Host:
    """A host, begun as the program begins one. Raises `StoreError`."""
    store = await _opened(world, disk)
    store.note_place = world.note_place
    store.leisure = LEISURE
    clock, health = WallClock(world.read), Health(world.read)
    door = Door(store, BOT, clock, secrets.token_bytes)
    resumer = Resumer(door, store)
    heartbeat = Heartbeat(store, BOT, secrets.token_hex(8), clock, health, resumer.is_waiting)
    away_since = await heartbeat.begin()
    door.listen(world.changed)
    door.listen_for_rewriting(world.rewritten)
    service = Service(door, store, BOT)
    painter = world.watch.paints(paint)
    for platform in world.platforms:
        platform.begins()
    _note_tournaments(world, service.tournaments)
    chats = Chats(world.platforms, service, door, store, painter, counted=partial(_noted, world))
    clock.listen(heartbeat.note_clock_jump)
    clock.listen(resumer.note_clock_jump)
    clock.listen(chats.note_clock_jump)
    await note_outage(door, store, away_since)
    await heartbeat.beat()
    scheduler = Scheduler(door, store, world.think)
    works: dict[str, Work] = {
        "heartbeat": heartbeat.run,
        "scheduler": scheduler.run,
        "upkeep": partial(keep_tidy, store, BOT, world.read),
        "archive": partial(keep_archiving, store, BOT, world.read, 0),
        "rouser": resumer.run,
        "planner": service.planned_matches.run,
        "tournaments": service.tournaments.run,
        **chats.parts(),
    }
    idle: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
    unused = UnusablePlatforms(chats.names, more=lambda: True, idle=idle)
    parts = [
        asyncio.create_task(keep_up(name, work, unused, world.stumbled), name=name) for name, work in works.items()
    ]
    return Host(store, door, service, chats, Browser(chats.inbound, painter, world.time, world.failed), parts)


def _noted(world: World, deliver: Deliver) -> Deliver:
    """The messengers know which letter they carry."""

    async def delivering(table: Table, row: OutboxRow) -> str:
        with _carried(world, row):
            return await deliver(table, row)

    return delivering


def _note_tournaments(world: World, tournaments: ClubTournaments) -> None:
    """The same of the letters of tournaments."""
    deliver = tournaments.deliver

    async def delivering(
        announce: Announce, withdraw: Withdraw, tell: Tell, tell_again: TellAgain, one: ClubTournament, row: OutboxRow
    ) -> str:
        each = replace(row, kind=f"{row.kind} {row.revision}") if is_private(row.kind) else row  # never the same again
        with _carried(world, each):
            return await deliver(announce, withdraw, tell, tell_again, one, row)

    tournaments.deliver = delivering  # type: ignore[method-assign]  # nothing else hears of each


@contextmanager
def _carried(world: World, row: OutboxRow) -> Iterator[None]:
    letter = (row.subject.id, row.viewer, row.kind)
    before = LETTER.set(letter)
    try:
        yield
    except Undeliverable:
        world.refused(letter)
        raise
    finally:
        LETTER.reset(before)
