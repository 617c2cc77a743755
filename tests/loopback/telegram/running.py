"""The server inside a test, judged where the specifications are, and the unchanged client beside it."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from telegram.ext import Application

from tests.loopback.telegram.second import aiogram
from tests.loopback.telegram.server import Telegram, serve

SPECS: Final = Path(__file__).parent.parent.parent.parent.parent / "shared" / "specs"
Bot = Application[Any, Any, Any, Any, Any, Any]


def specs() -> Path | None:
    """The folder of the specifications; a plain clone has none and is not judged, CI must have it."""
    if SPECS.is_dir():
        return SPECS
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must have the specifications in {SPECS}", pytrace=False)
    return None


def need_aiogram() -> None:
    """The second client and judge: CI has it, other machines may not."""
    if aiogram() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have aiogram", pytrace=False)
        pytest.skip("aiogram is not installed")


def run(body: Callable[[Telegram], Awaitable[None]], seed: int = 1) -> None:
    """Runs the body beside a server of its own; at the end nothing may have broken the protocol."""

    async def main() -> None:
        async with serve(specs(), seed) as telegram:
            await body(telegram)
            if telegram.violations:
                pytest.fail("\n".join(telegram.violations), pytrace=False)

    asyncio.run(main())


def application(telegram: Telegram, token: str = "") -> Bot:
    """The unchanged python-telegram-bot, told where the server is."""
    builder = Application.builder().token(token or telegram.token)
    return builder.base_url(telegram.base_url).base_file_url(telegram.base_file_url).updater(None).build()


@asynccontextmanager
async def polling(
    telegram: Telegram, fill: Callable[[Bot], None], allowed: list[str] | None = None
) -> AsyncIterator[Bot]:
    """A bot that polls while the block runs; `fill` adds its handlers."""
    builder = Application.builder().token(telegram.token)
    bot: Bot = builder.base_url(telegram.base_url).base_file_url(telegram.base_file_url).build()
    fill(bot)
    assert bot.updater is not None
    async with bot:
        await bot.start()
        await bot.updater.start_polling(allowed_updates=allowed, bootstrap_retries=0)
        try:
            yield bot
        finally:
            await bot.updater.stop()
            await bot.stop()
