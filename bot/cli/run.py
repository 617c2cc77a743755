"""`burraco run`: hosts everything that is configured; with no token the browser table alone.

After a start every table goes on where it stood, whatever ended the program before.
"""

import argparse
import asyncio
import logging
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from bot.adapters.web.server import Web
from bot.chat.post.messenger import CannotHost
from bot.chat.service.service import Service
from bot.cli.options import add_command
from bot.cli.output import OK, Commands, Unusable
from bot.cli.platforms import Chats, is_any_on, platforms
from bot.config import Address, Misconfigured, Settings, load, unknown
from bot.host.clockwork import Clockwork
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat, PlaceLost
from bot.host.pauses import keep_pauses_short
from bot.host.ports import Store, StoreError
from bot.host.resting import rest, rouse
from bot.host.thinking import Thinking
from bot.logs import start_logging
from bot.metrics import CONTENT_TYPE, CountedDoor, Metrics
from bot.painting import Painter
from bot.store.check import refuse_faulty
from bot.store.place import only_host
from bot.store.sqlite import open_store
from renderers.undrawable import MissingAsset

LOG: Final = logging.getLogger(__name__)
BOT: Final = "burraco"
Work = Callable[[], Coroutine[Any, Any, None]]
KEPT: Final = 7 * 24 * 60 * 60_000  # milliseconds for which a closed table keeps what is not its log or results
TIDY: Final = 3600.0  # seconds
ONCE_MORE: Final = 300.0  # seconds until a platform is tried again that cannot be used as it is set up
_MORE: Final = "What can be set, and how it is set now: `burraco doctor`."


def register(commands: Commands) -> None:
    add_command(commands, "run", run, "host the browser table and print its address", _MORE)


def run(_options: argparse.Namespace) -> int:
    try:
        settings = load(Settings)
        if settings.web is None and not is_any_on(settings):
            raise Unusable("BURRACO_WEB is off and no other platform is configured: there is nothing to host")
        start_logging(settings.log, settings.log_format)
        for name in unknown():
            LOG.warning("a variable is not known and does nothing: see `burraco doctor`", extra={"variable": name})
        keep_pauses_short()
        asyncio.run(host(settings, settings.web))
    except (MissingAsset, Misconfigured, PlaceLost, StoreError) as error:
        raise Unusable(*str(error).splitlines()) from None
    return OK


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def host(settings: Settings, address: Address | None) -> None:
    """Host until somebody asks to stop, or another host takes over."""
    stop = asyncio.Event()
    _on_signals(stop)
    async with hosted(settings, address) as hosting:
        if hosting.url:
            print(hosting.url, flush=True)
        asked = asyncio.create_task(stop.wait())
        await asyncio.wait((asked, hosting.heart, hosting.idle), return_when=asyncio.FIRST_COMPLETED)
        asked.cancel()
        LOG.info("stopping")
        if hosting.idle.done():
            raise Unusable(*hosting.idle.result())
        if hosting.heart.done():
            hosting.heart.result()


@dataclass(frozen=True, slots=True)
class Hosting:
    """What runs: the browser table's address, "" for none; the heart, which ends only where another host takes over.

    `idle` is done where nothing is left to host: why, a sentence for each platform.
    """

    url: str
    heart: asyncio.Task[None]
    idle: asyncio.Future[list[str]]


@asynccontextmanager
async def hosted(settings: Settings, address: Address | None) -> AsyncIterator[Hosting]:
    """Everything that hosts, started and in the end stopped in order. Raises `StoreError`, `Unusable`."""
    async with AsyncExitStack() as stack:
        stack.enter_context(only_host(settings.database))
        store = await open_store(settings.database, now())
        stack.push_async_callback(store.close)
        await asyncio.to_thread(refuse_faulty, settings.database)
        health = Health(now)
        heartbeat = Heartbeat(store, BOT, secrets.token_hex(8), now, health)
        away_since = await heartbeat.begin()
        metrics, thinking = Metrics(), Thinking()
        stack.callback(thinking.close)
        door = CountedDoor(store, BOT, now, secrets.token_bytes, metrics, health)
        service = Service(door, store, BOT, settings.language)
        painter = Painter()
        stack.callback(painter.close)
        chats = Chats(platforms(settings), service, door, store, painter.paint, counted=metrics.counted)
        service.planned.announce = chats.announce
        if chats.hooks and address is None:
            raise Unusable(
                "BURRACO_WEB is off, so nothing listens for what a platform posts: turn the webhook off, too"
            )
        heartbeat.waiting = lambda: bool(door.resting())
        await rest(door, store, away_since)
        await heartbeat.beat()
        stack.push_async_callback(_last_beat, heartbeat)
        clockwork = Clockwork(door, store, thinking.think)
        kept_up: list[Work] = [
            metrics.watch_loop,
            clockwork.run,
            partial(keep_tidy, store),
            partial(rouse, door),
            service.planned.run,
            *chats.works(),
        ]
        idle: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        unusable = Unused(chats.names, browser=address is not None, idle=idle)
        works = (metrics.watch_loop(), *[_kept_up(work, unusable) for work in kept_up])
        tasks = [asyncio.create_task(work) for work in (heartbeat.run(), *works)]
        stack.push_async_callback(_ended, tasks)
        figures = (CONTENT_TYPE, metrics.render)
        url = ""
        if address:
            web = Web(service, address.host, address.port, figures, chats.hooks, painter.paint, health.is_good)
            url = await _web(stack, web)
        yield Hosting(url, tasks[0], idle)


async def _web(stack: AsyncExitStack, web: Web) -> str:
    """The browser table, started; its address. Raises `Unusable`."""
    stack.push_async_callback(web.stop)
    try:
        return await web.start()
    except OSError as error:
        raise Unusable(f"BURRACO_WEB: {web.address} cannot be used: {error.strerror or error}") from None


async def keep_tidy(store: Store) -> None:
    """Now and then drop what nobody needs any more, until cancelled."""
    while True:
        dropped = await store.upkeep(BOT, now() - KEPT)
        if dropped:
            LOG.info("tidied up", extra={"rows": dropped})
        await asyncio.sleep(TIDY)


async def _last_beat(heartbeat: Heartbeat) -> None:
    """The host was there until now."""
    with suppress(PlaceLost, StoreError):
        await heartbeat.beat()


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Unused:
    """Platforms that cannot be used as they are set up, each told once; where nothing else is left, `idle` is done."""

    def __init__(self, platforms: Collection[str], *, browser: bool, idle: asyncio.Future[list[str]]) -> None:
        self._platforms = platforms
        self._browser = browser
        self._idle = idle
        self._said: dict[Work, str] = {}

    def add(self, work: Work, sentence: str) -> None:
        """This work of a platform has ended with the sentence."""
        if self._said.get(work) == sentence:
            return
        self._said[work] = sentence
        if self._browser or len(self._said) < len(self._platforms):
            LOG.critical(sentence)
        elif not self._idle.done():
            self._idle.set_result(list(self._said.values()))


async def _kept_up(work: Work, unused: Unused) -> None:
    """Work that goes on, begun again if it ever fails."""
    while True:
        try:
            await work()
        except CannotHost as error:
            unused.add(work, str(error))
            await asyncio.sleep(ONCE_MORE)
        except Exception:
            LOG.exception("a part of the host stumbled and goes on")
            await asyncio.sleep(1)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        with suppress(NotImplementedError):  # where there are no signals, Ctrl-C raises
            loop.add_signal_handler(getattr(signal, name), stop.set)
