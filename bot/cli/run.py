"""`burraco run`: hosts everything that is configured; with no token the browser table alone.

After a start every table goes on where it stood, whatever ended the program before.
"""

import argparse
import asyncio
import logging
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from bot.adapters.web.server import Web
from bot.chat.service import Service
from bot.cli.options import add_command
from bot.cli.output import OK, Commands, Unusable
from bot.config import Address, Misconfigured, Settings, load
from bot.host.clockwork import THE_HOST, Clockwork
from bot.host.door import Door
from bot.host.log import BrokenLog
from bot.host.ports import Store, StoreError
from bot.host.thinking import Thinking
from bot.logs import start_logging
from bot.metrics import CONTENT_TYPE, CountedDoor, Metrics
from bot.store.sqlite import open_store

LOG: Final = logging.getLogger(__name__)
BOT: Final = "burraco"
_MORE: Final = "What can be set, and how it is set now: `burraco doctor`."


def register(commands: Commands) -> None:
    add_command(commands, "run", run, "host the browser table and print its address", _MORE)


def run(_options: argparse.Namespace) -> int:
    try:
        settings = load(Settings)
        if settings.web is None:
            raise Unusable("BURRACO_WEB is off and no other platform is configured: there is nothing to host")
        start_logging(settings.log, settings.log_format)
        asyncio.run(host(settings, settings.web))
    except (Misconfigured, StoreError) as error:
        raise Unusable(*str(error).splitlines()) from None
    return OK


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


async def host(settings: Settings, address: Address) -> None:
    """Host until somebody asks to stop."""
    stop = asyncio.Event()
    _on_signals(stop)
    async with hosted(settings, address) as url:
        print(url, flush=True)
        await stop.wait()
        LOG.info("stopping")


@asynccontextmanager
async def hosted(settings: Settings, address: Address) -> AsyncIterator[str]:
    """Everything that hosts, started and in the end stopped in order; the browser table's address."""
    store = await open_store(settings.database, now())
    metrics, thinking = Metrics(), Thinking()
    door = CountedDoor(store, BOT, now, secrets.token_bytes, metrics)
    web = Web(Service(door, store, BOT), address.host, address.port, (CONTENT_TYPE, metrics.render))
    tasks: list[asyncio.Task[None]] = []
    try:
        await resume(door, store)
        clockwork = Clockwork(door, store, thinking.think)
        tasks = [asyncio.create_task(_kept_up(clockwork.run)), asyncio.create_task(metrics.watch_loop())]
        try:
            url = await web.start()
        except OSError as error:
            raise Unusable(f"BURRACO_WEB: {address} cannot be used: {error.strerror or error}") from None
        yield url
    finally:
        await web.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        thinking.close()
        await store.close()


async def resume(door: Door, store: Store) -> None:
    """Read every table that is not over; what it waits for begins anew, for the clocks stood still."""
    boot = secrets.token_hex(8)
    tables = await store.live(BOT)
    for row in tables:
        try:
            await door.submit(row.table, THE_HOST, f"restarted:{boot}", "restarted")
        except BrokenLog:
            LOG.exception("a table cannot be resumed", extra={"table": row.code})
    if tables:
        LOG.info("tables go on", extra={"count": len(tables)})


async def _kept_up(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Work that goes on, begun again if it ever fails."""
    while True:
        try:
            await work()
        except Exception:
            LOG.exception("the clockwork stumbled and goes on")
            await asyncio.sleep(1)


def _on_signals(stop: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        with suppress(NotImplementedError):  # where there are no signals, Ctrl-C raises
            loop.add_signal_handler(getattr(signal, name), stop.set)
