"""`burraco run`: hosts everything that is configured; with no token the browser table alone.

After a start every table goes on where it stood, whatever ended the program before.
"""

import argparse
import asyncio
import logging
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from bot.adapters.web.server import Web
from bot.cli.cohosting import Cohosting, cohosting
from bot.cli.keeping import UnusablePlatforms, Work, keep_up
from bot.cli.options import add_command
from bot.cli.output import OK, Commands, Unusable, show
from bot.cli.platforms import Chats, is_any_on, platforms
from bot.cli.pushing import push_of
from bot.cli.soundness import refuse_faulty
from bot.config import Address, Configuration, Misconfigured, load, unknown
from bot.database_address import Database
from bot.host.analyses import Analyses
from bot.host.archiving import ArchiveStore, keep_archiving
from bot.host.computers import ComputerPlayers
from bot.host.door import Door
from bot.host.garbage import keep_collections_short
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat, ReplacedByAnotherHost
from bot.host.leases import CLUBS
from bot.host.ports import TABLE, DatabaseGone, Store, StoreError
from bot.host.resuming import Resumer, rest
from bot.host.scheduler import Scheduler
from bot.host.subjects import Subjects
from bot.host.wallclock import WallClock
from bot.logs import lost_lines, start_logging
from bot.metrics import CONTENT_TYPE, CountedDoor, Metrics
from bot.painting import Painter
from bot.planner.kind import PLAN
from bot.requests.service import Service
from bot.series.kind import SERIES
from bot.store.connection import Locked
from bot.store.file_identity import require_not_lost
from bot.store.parts import clear
from bot.store.store import one_host_with, open_database, upgrade_database
from bot.store.verified import remember, states
from bot.tournaments.kind import TOURNAMENT
from renderers.undrawable import MissingAsset

LOG: Final = logging.getLogger(__name__)
BOT: Final = "burraco"
CLOSED_STAY: Final = 7 * 24 * 60 * 60_000  # milliseconds for which a closed table keeps what is not its log or results
TIDY: Final = 3600.0  # seconds
_MORE: Final = "What can be set, and how it is set now: `burraco doctor`."


def register(commands: Commands) -> None:
    add_command(commands, "run", run, "host the browser table and print its address", _MORE)


def run(_options: argparse.Namespace) -> int:
    try:
        settings = load(Configuration)
        if settings.web is None and not is_any_on(settings):
            raise Unusable("BURRACO_WEB is off and no other platform is configured: there is nothing to host")
        _open_standard_files()
        start_logging(settings.log, settings.log_format)
        for name in unknown():
            LOG.warning("a variable is not known and does nothing: see `burraco doctor`", extra={"variable": name})
        keep_collections_short()
        asyncio.run(host(settings, settings.web))
    except (MissingAsset, Misconfigured, ReplacedByAnotherHost, StoreError) as error:
        raise Unusable(*str(error).splitlines()) from None
    except OSError as error:  # a pipe, too: nobody who hosts may take that for a good end
        raise Unusable(f"the host ended: {type(error).__name__}: {error.strerror or error}") from error
    return OK


def _open_standard_files() -> None:
    """Those that were closed before the start lead nowhere: else the next files would get their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def host(settings: Configuration, address: Address | None) -> None:
    """Host until somebody asks to stop; returns only then. Raises what ended it where nobody has asked."""
    stop = asyncio.Event()
    _on_signals(stop)
    async with running_host(settings, address) as hosting:
        if hosting.url and not show(hosting.url):
            LOG.warning("nobody reads the address that is printed", extra={"address": hosting.url})
        stop_asked_for = asyncio.create_task(stop.wait())
        ends: list[asyncio.Future[Any]] = [stop_asked_for, hosting.idle, *hosting.parts]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        stop_asked_for.cancel()
        LOG.info("stopping")
        if hosting.idle.done():
            raise Unusable(*hosting.idle.result())
        for part in hosting.parts:
            if part.done():
                part.result()
                raise Unusable(f"the {part.get_name()} has ended, and nobody has asked to stop")


@dataclass(frozen=True, slots=True)
class Hosting:
    """What runs: the browser table's address, "" for none; the parts, of which none ends unless the host has to.

    `idle` is done where nothing is left to host: why, a sentence for each platform.
    """

    url: str
    parts: Sequence[asyncio.Task[None]]
    idle: asyncio.Future[list[str]]


@asynccontextmanager
async def running_host(settings: Configuration, address: Address | None) -> AsyncIterator[Hosting]:
    """Everything that hosts, started and in the end stopped in order. Raises `StoreError`, `Unusable`."""
    async with AsyncExitStack() as stack:
        stack.enter_context(one_host_with(settings.database))
        if isinstance(settings.database, Path):
            _tidy_beside(settings.database)
        await asyncio.to_thread(_looked_at, settings.database)
        store = await open_database(settings.database, now())
        stack.push_async_callback(store.close)
        clock = WallClock(now)
        health = Health(now)
        metrics = Metrics(lost_lines)
        door = CountedDoor(store, BOT, clock, secrets.token_bytes, metrics, health)
        rouser = Resumer(door, store)
        heartbeat = Heartbeat(store, BOT, secrets.token_hex(8), clock, health, rouser.is_waiting)
        shared = await stack.enter_async_context(
            cohosting(store, BOT, settings.tokens, clock, health, heartbeat, rouser.is_waiting)
        )
        stack.push_async_exit(partial(_well_ended, store, settings.database, shared))
        away_since = await shared.begin()
        thinking, analyses = _players(stack)
        service = Service(door, store, BOT, settings.language, analyses)
        painter = Painter()
        stack.callback(painter.close)
        service.tournaments.note_printer(painter.print)
        service.hints.note_adviser(thinking.advise)
        chats = Chats(
            platforms(settings, clock),
            service,
            door,
            store,
            painter.paint,
            counted=metrics.counting_letters,
            leases=shared.leases,
        )
        if chats.hooks and address is None:
            raise Unusable(
                "BURRACO_WEB is off, so nothing listens for what a platform posts: turn the webhook off, too"
            )
        clock.listen(partial(_note_clock_jump, shared, rouser, chats))
        await _rest_if_alone(shared, door, store, away_since)
        await shared.beat()
        stack.push_async_callback(_last_beat, shared)
        push = (
            await push_of(stack, service, now, settings.public or "", partial(shared.leases.holds, CLUBS))
            if address
            else None
        )
        scheduler = Scheduler(door, store, thinking.think, shared.leases.acts_for)
        clubs = partial(partial, shared.leases.while_held, CLUBS)
        _heed_others(shared, door, service, scheduler, chats)
        parts: dict[str, Work] = {
            **shared.works(),
            "loop watch": metrics.watch_loop,
            "scheduler": scheduler.run,
            "upkeep": clubs(partial(keep_tidy, store)),
            **_archiving(settings, store, clubs),
            "rouser": rouser.run,
            "planner": clubs(service.planned_matches.run),
            "tournaments": clubs(service.tournaments.run),
            "series": clubs(service.tournaments.series.run),
            **({"pushes": clubs(push.work)} if push is not None else {}),
            **chats.parts(),
        }
        idle: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        unusable = UnusablePlatforms(chats.names, browser=address is not None, idle=idle)

        def stumbled(part: str) -> None:
            health.note_stumble(part)
            metrics.count_stumble(part)

        tasks = [
            asyncio.create_task(keep_up(part, work, unusable, stumbled), name=part) for part, work in parts.items()
        ]
        stack.push_async_callback(_stop_tasks, tasks)
        figures = (CONTENT_TYPE, metrics.render)
        url = ""
        if address:
            web = Web(
                chats.inbound,
                address.host,
                address.port,
                figures,
                chats.hooks,
                painter.paint,
                health.is_good,
                health.failing,
                service.set_aside,
                settings.public or "",
                chats.apps,
                push,
                settings.trusted or (),
            )
            url = await _web(stack, web)
            service.tournaments.note_page_address(web.public_address)
        yield Hosting(url, tasks, idle)


def _players(stack: AsyncExitStack) -> tuple[ComputerPlayers, Analyses]:
    """Who thinks for computers, and what they think of deals that were played."""
    thinking = ComputerPlayers()
    stack.callback(thinking.close)
    analyses = Analyses(thinking.look_at, thinking.plays_on)
    stack.callback(analyses.close)
    return thinking, analyses


def _tidy_beside(path: Path) -> None:
    require_not_lost(path)
    if cleared := clear(path.resolve().parent):
        LOG.warning("unfinished copies of the database were removed", extra={"count": cleared})


def _looked_at(database: Database) -> None:
    """The database is brought to this version, and nothing is wrong with it. Raises `StoreError`."""
    upgrade_database(database, now())
    found = refuse_faulty(database)
    try:
        remember(database, found)
    except Locked as error:  # another host is writing there
        LOG.info("what was looked at now is looked at again by the next start", extra={"error": str(error)})


def _heed_others(shared: Cohosting, door: Door, service: Service, scheduler: Scheduler, chats: Chats) -> None:
    """What other hosts of the database change is known here, too."""
    kinds: Mapping[str, Subjects[Any]] = {
        TABLE: door,
        PLAN: service.planned_matches.planner.subjects,
        TOURNAMENT: service.tournaments.subjects,
        SERIES: service.tournaments.series.subjects,
    }
    look_anew = partial(_look_anew, scheduler, service)
    shared.follow(
        kinds,
        look_anew,
        service.pushes.forget_read,
        service.read_people_anew,
        service.talk.hear,
        service.is_anybody_here,
    )
    service.note_others(lambda: shared.leases.is_doubted)
    service.talk.share(shared.tell)
    shared.take_over(chats.begin_anew)


async def _rest_if_alone(shared: Cohosting, door: Door, store: Store, away_since: int) -> None:
    if shared.is_alone:
        await rest(door, store, away_since)


def _note_clock_jump(shared: Cohosting, rouser: Resumer, chats: Chats, since: int, until: int) -> None:
    """The tables are told that nobody was there; where others were, only this machine slept."""
    if shared.is_alone:
        shared.note_clock_jump(since, until)
        rouser.note_clock_jump(since, until)
    else:
        LOG.warning("the clock has jumped; other hosts went on", extra={"since": since, "until": until})
    chats.note_clock_jump(since, until)


def _look_anew(scheduler: Scheduler, service: Service, kinds: Collection[str]) -> None:
    """Something else may be due for subjects of these kinds, or be for this host to do."""
    wakes = {
        TABLE: scheduler.look_anew,
        PLAN: service.planned_matches.planner.wake,
        TOURNAMENT: service.tournaments.tournaments.wake,
        SERIES: service.tournaments.series.keeper.wake,
    }
    for kind in kinds:
        wakes[kind]()


async def _well_ended(
    store: Store, database: Database, shared: Cohosting, kind: type[BaseException] | None, *_: object
) -> None:
    """What the host has written is not looked at anew by the next start, but for its digests. Raises `DatabaseGone`."""
    if kind is None and shared.is_alone:
        try:
            await store.look()
            await asyncio.to_thread(lambda: remember(database, states(database)))
        except DatabaseGone:
            raise
        except StoreError as error:
            LOG.warning("what was written is looked at again by the next start", extra={"error": str(error)})


async def _web(stack: AsyncExitStack, web: Web) -> str:
    """The browser table, started; its address. Raises `Unusable`."""
    stack.push_async_callback(web.stop)
    try:
        return await web.start()
    except OSError as error:
        raise Unusable(f"BURRACO_WEB: {web.address} cannot be used: {error.strerror or error}") from None


def _archiving(settings: Configuration, store: ArchiveStore, clubs: Callable[[Work], Work]) -> dict[str, Work]:
    """Nothing where it is off."""
    if settings.archive_days is None:
        return {}
    return {"archive": clubs(partial(keep_archiving, store, BOT, now, settings.archive_days))}


async def keep_tidy(store: Store) -> None:
    """Now and then drop what nobody needs any more, until cancelled."""
    while True:
        dropped = await store.upkeep(BOT, now() - CLOSED_STAY)
        if dropped:
            LOG.info("tidied up", extra={"rows": dropped})
        await asyncio.sleep(TIDY)


async def _last_beat(shared: Cohosting) -> None:
    """The host was there until now."""
    with suppress(ReplacedByAnotherHost, StoreError):
        await shared.beat()


async def _stop_tasks(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        with suppress(NotImplementedError):  # where there are no signals, Ctrl-C raises
            loop.add_signal_handler(getattr(signal, name), stop.set)
