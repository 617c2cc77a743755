"""The server inside a test, and the unchanged client beside it."""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from telegram.ext import Application

from tests.loopback.running import run_beside
from tests.loopback.telegram.second import aiogram
from tests.loopback.telegram.server import Telegram, serve

Bot = Application[Any, Any, Any, Any, Any, Any]


def need_aiogram() -> None:
    """The second client and judge: CI has it, other machines may not."""
    if aiogram() is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have aiogram", pytrace=False)
        pytest.skip("aiogram is not installed")


def run(body: Callable[[Telegram], Awaitable[None]], seed: int = 1) -> None:
    """Runs the body beside a server of its own; at the end nothing may have broken the protocol."""
    run_beside(serve, body, seed)


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
