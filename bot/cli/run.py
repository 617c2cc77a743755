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
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from bot.adapters.web.server import Web
from bot.cli.cohosting import Cohosting, cohosting
from bot.cli.keeping import UnusablePlatforms, Work, keep_up
from bot.cli.open_files import raise_limit
from bot.cli.options import add_command
from bot.cli.output import OK, Commands, Unusable, show
from bot.cli.platforms import WebHook, is_any_on, leases_of
from bot.cli.pushing import HostedPush, push_of
from bot.cli.roster import OpenPage, PostTo, Roster
from bot.cli.served_bot import ServedBot, Shared
from bot.cli.shard_number import with_shards
from bot.cli.soundness import refuse_faulty
from bot.config.configuration import Configuration
from bot.config.given import Misconfigured, load, repeated, unknown
from bot.config.values import Address
from bot.database_address import Database
from bot.host.analyses import Analyses
from bot.host.computers import ComputerPlayers
from bot.host.doubtful_clock import until_set
from bot.host.garbage import keep_collections_short, search_old_objects
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat, ReplacedByAnotherHost
from bot.host.hosted_bots import BOT
from bot.host.leases import CLUBS
from bot.host.ports import DatabaseGone, Store, StoreError
from bot.host.resuming import note_outage
from bot.host.shared_time import SharedTime
from bot.host.wallclock import WallClock
from bot.logs import lost_lines, start_logging
from bot.metrics import CONTENT_TYPE, Metrics
from bot.painting import Painter
from bot.store.bot_rows import added_bots
from bot.store.connection import Locked, is_there
from bot.store.file_identity import require_not_lost
from bot.store.groups import LEISURE
from bot.store.migrations import NotAwaited
from bot.store.parts import clear
from bot.store.rows import StoreRows
from bot.store.store import one_host_with, open_database, upgrade_database
from bot.store.verified import remember, states
from engine.lookup import keep_few
from renderers.undrawable import MissingAsset

LOG: Final = logging.getLogger(__name__)
T = TypeVar("T")
_MORE: Final = "What can be set, and how it is set now: `burraco doctor`."


def register(commands: Commands) -> None:
    add_command(
        commands, "run", run, "host tables in the browser (it prints the address), on Telegram and on Discord", _MORE
    )


def run(_options: argparse.Namespace) -> int:
    try:
        settings = load(Configuration)
        if settings.web is None and not is_any_on(settings) and not _has_added(settings.database):
            raise Unusable("BURRACO_WEB is off and no other platform is configured: there is nothing to host")
        _open_standard_files()
        start_logging(settings.log, settings.log_format)
        for name in unknown():
            LOG.warning("a variable is not known and does nothing: see `burraco doctor`", extra={"variable": name})
        for name, lines in repeated().items():
            LOG.warning(
                "a variable stands in .env more than once, and only the last line counts",
                extra={"variable": name, "lines": ", ".join(map(str, lines))},
            )
        raise_limit()
        keep_collections_short()
        keep_few()
        asyncio.run(host(settings, settings.web))
    except (MissingAsset, Misconfigured, ReplacedByAnotherHost, StoreError) as error:
        raise Unusable(*str(error).splitlines()) from None
    except OSError as error:  # a pipe, too: nobody who hosts may take that for a good end
        raise Unusable(f"the host ended: {type(error).__name__}: {error.strerror or error}") from error
    return OK


def _has_added(database: Database) -> bool:
    """Whether a bot was added that can be served. Raises `StoreError`."""
    is_missing = isinstance(database, Path) and not is_there(database)
    return not is_missing and any(one.served for one in added_bots(database))


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
    try:
        await _host_until(stop, settings, address)
    except (_StoppedEarly, NotAwaited):
        LOG.info("stopping")


async def _host_until(stop: asyncio.Event, settings: Configuration, address: Address | None) -> None:
    async with running_host(settings, address, stop) as hosting:
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
async def running_host(
    settings: Configuration, address: Address | None, stop: asyncio.Event | None = None
) -> AsyncIterator[Hosting]:
    """Everything that hosts, started and in the end stopped in order. Raises `StoreError`, `Unusable`.

    Where somebody asks to `stop`, it waits no longer for a clock that has to be set, nor for another host.
    """
    stop = stop or asyncio.Event()
    async with AsyncExitStack() as stack:
        stack.enter_context(one_host_with(settings.database))
        await asyncio.to_thread(_looked_at, settings.database, stop.is_set)
        store = await open_database(settings.database, now())
        stack.push_async_callback(store.close)
        store.leisure = LEISURE
        time_of_all = SharedTime(now)
        clock, health, metrics = WallClock(time_of_all), Health(now), Metrics(lost_lines)
        keeping_time = await _shared_time(store, time_of_all, stop)
        settings = await with_shards(settings, BOT, store, clock)
        thinking, analyses = _players(stack)
        painter = Painter()
        stack.callback(painter.close)
        shared = Shared(store, clock, metrics, health, thinking, analyses, painter)
        bot = ServedBot(BOT, settings, shared)
        heartbeat = Heartbeat(store, BOT, secrets.token_hex(8), clock, health, bot.resumer.is_waiting)
        others = await stack.enter_async_context(
            cohosting(store, BOT, leases_of(settings), clock, health, heartbeat, bot.resumer.is_waiting)
        )
        stack.push_async_exit(partial(_well_ended, store, settings.database, others))
        away_since = await _unless_stopped(others.begin(), stop)
        bot.join(others)
        if bot.chats.hooks and address is None:
            raise Unusable(
                "BURRACO_WEB is off, so nothing listens for what a platform posts: turn the webhook off, too"
            )
        if others.is_first:
            is_copy = await store.bring_again_what_a_copy_shows(BOT)
            await note_outage(bot.door, store, away_since, is_copy=is_copy)
        await others.beat()
        stack.push_async_callback(_last_beat, others)
        push = (
            await push_of(stack, bot.service, now, settings.public or "", partial(others.leases.holds, CLUBS))
            if address
            else None
        )
        web = _page(bot, shared, settings, address, push) if address else None

        def stumbled(part: str, /, *, had_store: bool = True) -> None:
            health.note_stumble(part, had_store=had_store)
            metrics.count_stumble(part)

        take_posts: PostTo = web.take_posts if web is not None else _nothing_listens
        open_page: OpenPage = partial(_open_page, web, settings.public or "") if web is not None else no_page
        roster = Roster(settings, shared, others, stumbled, take_posts, open_page)
        clock.listen(partial(_note_clock_jump, others, bot, roster))
        parts: dict[str, Work] = {
            **others.works(),
            **keeping_time,
            "loop watch": metrics.watch_loop,
            "garbage": search_old_objects,
            **bot.parts(),
            **({"pushes": bot.of_clubs(push.work)} if push is not None else {}),
            "added bots": roster.run,
        }
        idle: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        is_more_to_serve = web is not None or any(one.served for one in await store.bots())
        unusable = UnusablePlatforms(bot.chats.names, more=lambda: is_more_to_serve or bool(roster.served), idle=idle)
        tasks = [
            asyncio.create_task(keep_up(part, work, unusable, stumbled), name=part) for part, work in parts.items()
        ]
        stack.push_async_callback(_stop_tasks, tasks)
        stack.push_async_callback(_send_last, bot, roster)
        url = ""
        if web is not None:
            url = await _web(stack, web)
            bot.service.note_page_address(web.public_address)
        yield Hosting(url, tasks, idle)


async def _last_alive(store: StoreRows) -> int:
    """When a host of any bot was last alive, in milliseconds, 0 for never. Raises `StoreError`."""
    names = [BOT, *[one.name for one in await store.bots()]]
    return max([await store.bot_seen_at(name) for name in names])


async def _shared_time(store: StoreRows, time_of_all: SharedTime, stop: asyncio.Event) -> dict[str, Work]:
    """What keeps the time of several hosts, which they have from their server. Raises `StoreError`.

    A host that is alone goes by its machine's clock, which may have to be set first.
    """
    if store.server is None:
        await until_set(now, await _last_alive(store), stop)
        return {}
    from bot.store.postgres import PostgresStore  # noqa: PLC0415  the driver is there

    assert isinstance(store, PostgresStore)
    await time_of_all.follow(store.time)
    return {"time": partial(time_of_all.keep_up, store.time)}


class _StoppedEarly(Exception):
    """Somebody has asked to stop before the host had begun."""


async def _unless_stopped(work: Coroutine[Any, Any, T], stop: asyncio.Event) -> T:
    """What the work gives. Raises `_StoppedEarly` where somebody asks to stop first: it is broken off then."""
    doing, stop_asked_for = asyncio.ensure_future(work), asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait([doing, stop_asked_for], return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise _StoppedEarly
        return doing.result()
    finally:
        doing.cancel()
        stop_asked_for.cancel()
        await asyncio.gather(doing, stop_asked_for, return_exceptions=True)


def _page(bot: ServedBot, shared: Shared, settings: Configuration, address: Address, push: HostedPush | None) -> Web:
    """The browser table, not yet started."""
    health = shared.health
    return Web(
        bot.chats.inbound,
        address.host,
        address.port,
        (CONTENT_TYPE, shared.metrics.render),
        bot.chats.hooks,
        shared.painter.paint,
        health.is_good,
        health.failing,
        bot.service.set_aside,
        settings.public or "",
        bot.chats.apps,
        push,
        settings.trusted or (),
        lambda: bot.leases.is_cut_off,
        lambda: bot.leases.is_alone,
    )


def _nothing_listens(_hook: WebHook) -> None:
    """Where the browser table is off."""


async def _open_page(web: Web, public: str, bot: ServedBot, stack: AsyncExitStack) -> dict[str, Work]:
    """The page of a bot that was added, until the context ends; what is to run for it. Raises `StoreError`."""
    push = await push_of(stack, bot.service, now, public, partial(bot.leases.holds, CLUBS))
    address, close = await web.open_page(bot.name, bot.chats.inbound, bot.chats.apps, push)
    stack.callback(close)
    bot.service.note_page_address(address)
    return {"pushes": bot.of_clubs(push.work)}


async def no_page(_bot: ServedBot, _stack: AsyncExitStack) -> dict[str, Work]:
    """Where the browser table is off."""
    return {}


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


def _looked_at(database: Database, is_to_stop: Callable[[], bool]) -> None:
    """What killed copies left is cleared; it is brought to this version, and nothing is wrong with it.

    Raises `StoreError`, and `NotAwaited` where somebody asks to stop meanwhile.
    """
    if isinstance(database, Path):
        _tidy_beside(database)
    upgrade_database(database, now(), is_to_stop)
    found = refuse_faulty(database, is_to_stop)
    try:
        remember(database, found)
    except Locked as error:  # another host is writing there
        LOG.info("what was looked at now is looked at again by the next start", extra={"error": str(error)})


def _note_clock_jump(others: Cohosting, bot: ServedBot, roster: Roster, since: int, until: int) -> None:
    """The tables are told that nobody was there; where others were, only this machine slept."""
    if others.is_alone:
        others.note_clock_jump(since, until)
    else:
        LOG.warning("the clock has jumped; other hosts went on", extra={"since": since, "until": until})
    bot.note_clock_jump(since, until, was_alone=others.is_alone)
    roster.note_clock_jump(since, until)


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


async def _last_beat(shared: Cohosting) -> None:
    """The host was there until now."""
    with suppress(ReplacedByAnotherHost, StoreError):
        await shared.beat()


async def _send_last(bot: ServedBot, roster: Roster) -> None:
    await asyncio.gather(bot.chats.end(), roster.send_last())


async def _stop_tasks(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        with suppress(NotImplementedError):  # where there are no signals, Ctrl-C raises
            loop.add_signal_handler(getattr(signal, name), stop.set)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # as `nohup` sets it
        loop.add_signal_handler(signal.SIGHUP, stop.set)  # its terminal was closed
