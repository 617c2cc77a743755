"""The program as its owner starts it, in a process of its own, and what it has left behind when it has ended."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.host.door import Door
from bot.host.hosted_bots import BOT
from bot.requests.service import Service
from bot.store.sqlite import open_store
from tests.forked import Forked, start
from tests.watching import Watch

ROOT: Final = Path(__file__).parent.parent
DATABASE: Final = "bot.db"
LOG: Final = "log.txt"
PATIENCE: Final = 60.0  # seconds; the program starts
Start = Callable[[], Awaitable[Forked]]


@asynccontextmanager
async def programs(folder: Path, settings: Mapping[str, str]) -> AsyncIterator[Start]:
    """Starts the program with these settings as often as is asked; however the block ends, none of them goes on."""
    begun: list[Forked] = []
    common = {"BURRACO_DATABASE": str(folder / DATABASE), "BURRACO_WEB": "off", "BURRACO_LOG": "debug"}
    environment = {**os.environ, **common, **settings, "PYTHONPATH": str(ROOT)}

    async def begin() -> Forked:
        with (folder / LOG).open("ab") as log:
            begun.append(start(("bot", "run"), folder, environment, log.fileno(), log.fileno()))
        return begun[-1]

    try:
        yield begin
    finally:
        for process in begun:
            process.kill()
            await process.ended()


async def ended(folder: Path, settings: Mapping[str, str]) -> tuple[int, str]:
    """The status with which the program ends by itself, and what it said."""
    async with programs(folder, settings) as begin:
        process = await begin()
        status = await asyncio.wait_for(process.ended(), PATIENCE)
    return status, (folder / LOG).read_text("utf-8")


async def log_with(folder: Path, words: str, times: int = 1) -> str:
    """What the program has said, once these words are among it, so often."""
    async with asyncio.timeout(PATIENCE):
        while (text := (folder / LOG).read_text("utf-8")).count(words) < times:  # noqa: ASYNC110  a file tells nobody
            await asyncio.sleep(0.02)
    return text


@asynccontextmanager
async def left_behind(folder: Path, upright: bool, bot: str = BOT) -> AsyncIterator[tuple[Watch, Service]]:
    """A watch before which all happens again that is in the program's logs, and a service that knows its people.

    `upright`: as the platform shows tables to who has not chosen.
    """
    store = await open_store(folder / DATABASE, 1)
    try:
        watch = Watch()
        await watch.reads(store, bot, upright)
        yield watch, Service(Door(store, bot, lambda: 0, lambda size: b"\0" * size), store, bot)
    finally:
        await store.close()
