"""A host with its Discord adapter beside the loopback server."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord.platform import Discord as Adapter
from bot.host.budget import Budgets
from tests import hosting
from tests.adapters.discord.witness import nobody_saw_too_much, nothing_stands_twice
from tests.hosting import WIDE, milliseconds
from tests.loopback.discord.server import Discord, serve
from tests.loopback.running import judged, specs
from tests.watching import Watch

EVENT: Final = "discord.py: on_"  # begins the name of a task in which the client tells the bot of an event


@dataclass
class Host(hosting.Host):
    """A running host on Discord."""

    discord: Discord
    adapter: Adapter

    def is_working(self) -> bool:
        return self.adapter.is_busy or super().is_working()

    async def settle_events(self) -> None:
        """The bot has heard of everything that happened, and settled. Rarely: it is asked over the wire."""
        await self.discord.gateway.settled()
        if events := [task for task in asyncio.all_tasks() if task.get_name().startswith(EVENT)]:
            await asyncio.wait(events)
        await self.settle()


@asynccontextmanager
async def hosted(
    discord: Discord,
    database: Path,
    budgets: Mapping[str, Budgets] = WIDE,
    watch: Watch | None = None,
    secret: str = "",
    interactions: str = "",
) -> AsyncIterator[Host]:
    """A host over this database; after a block the same database may be hosted again, before the same `watch`.

    At the end everything that anybody has seen is judged.
    """
    async with started(discord, database, budgets, watch, secret, interactions) as host:
        yield host
        discord.faults.clear()
        await host.settle()
        await check_eyes(host)


@asynccontextmanager
async def started(
    discord: Discord,
    database: Path,
    budgets: Mapping[str, Budgets] = WIDE,
    watch: Watch | None = None,
    secret: str = "",
    interactions: str = "",
) -> AsyncIterator[Host]:
    """A host that may be stopped whatever is under way."""
    with pointed():
        clock, api, gateway = milliseconds(discord.clock), discord.api, discord.gateway_url
        adapter = Adapter(discord.token, clock, api, gateway, secret, interactions)
        async with hosting.working([adapter], discord.clock, database, budgets, watch or Watch()) as working:
            await discord.until(lambda: (discord.gateway.ready and discord.commands) or working.is_over)
            await discord.gateway.settled()
            yield Host(**vars(working), discord=discord, adapter=adapter)


async def check_eyes(host: Host) -> None:
    """Nobody has seen a card that was not for them, in a channel or alone; each picture is its reader's own view."""
    await nobody_saw_too_much(host.discord, host.watch, host.service)
    nothing_stands_twice(host.discord)
    await host.check_logs()


@contextmanager
def pointed() -> Iterator[None]:
    """Whatever addresses the adapter sets are as they were afterwards."""
    before: tuple[Any, Any] = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@asynccontextmanager
async def server(seed: int = 1) -> AsyncIterator[Discord]:
    """A loopback server that judges what is said to it, and what it says itself."""
    async with serve(specs(), seed) as discord:
        yield discord


def run(body: Callable[[Host], Awaitable[None]], budgets: Mapping[str, Budgets] = WIDE, seed: int = 1) -> None:
    """Runs the body beside a server and a host of its own; at the end nothing may have broken the protocol."""

    async def main(folder: Path) -> None:
        async with server(seed) as discord:
            async with hosted(discord, folder / "discord.db", budgets) as host:
                await body(host)
            judged(discord)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def settings(discord: Discord, token: str) -> dict[str, str]:
    """The program's own, for a process of its own beside this server."""
    return {
        "BURRACO_DISCORD_TOKEN": token,
        "BURRACO_DISCORD_API": discord.api,
        "BURRACO_DISCORD_GATEWAY": discord.gateway_url,
    }
