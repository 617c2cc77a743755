"""Waiting for what happens in a server's world, without asking again and again."""

import asyncio
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 60.0  # seconds; a machine may be busy, but whoever waits longer waits in vain


class News:
    """Whatever changes calls `changed`, which wakes whoever waits `until` something is true."""

    def __init__(self) -> None:
        self._news = asyncio.Event()

    def changed(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def until(self, true: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Waits for something to become true; TimeoutError when it does not."""
        async with asyncio.timeout(seconds):
            while not true():
                await self._news.wait()
