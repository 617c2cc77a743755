"""The server inside a test, judged where the specifications are, and the unchanged client beside it."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import pytest
import yarl
from discord import Client
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.loopback.discord.server import Discord, serve

SPECS: Final = Path(__file__).parent.parent.parent.parent.parent / "shared" / "specs"


def specs() -> Path | None:
    """The folder of the specifications; a plain clone has none and is not judged, CI must have it."""
    if SPECS.is_dir():
        return SPECS
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI must have the specifications in {SPECS}", pytrace=False)
    return None


def run(body: Callable[[Discord], Awaitable[None]], seed: int = 1) -> None:
    """Runs the body beside a server of its own; at the end nothing may have broken the protocol."""

    async def main() -> None:
        async with serve(specs(), seed) as discord:
            await body(discord)
            if discord.violations:
                pytest.fail("\n".join(discord.violations), pytrace=False)

    asyncio.run(main())


@contextmanager
def pointed(discord: Discord) -> Iterator[None]:
    """The client's two addresses lead to the server while the block runs."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = discord.api, yarl.URL(discord.gateway_url)
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@asynccontextmanager
async def online(discord: Discord, client: Client, token: str = "") -> AsyncIterator[Client]:
    """The client, logged in and told of every guild, while the block runs."""
    with pointed(discord):
        task = asyncio.create_task(client.start(token or discord.token))
        waiting = asyncio.create_task(discord.gateway.settled())
        try:
            await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            await waiting
            yield client
        finally:
            waiting.cancel()
            await client.close()
            await asyncio.gather(task, waiting, return_exceptions=True)
