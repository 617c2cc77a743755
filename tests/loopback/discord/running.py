"""The server inside a test, and the unchanged client beside it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import yarl
from discord import Client
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.loopback.discord.server import Discord, serve
from tests.loopback.running import run_beside


def run(body: Callable[[Discord], Awaitable[None]], seed: int = 1) -> None:
    """Runs the body beside a server of its own; at the end nothing may have broken the protocol."""
    run_beside(serve, body, seed)


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
