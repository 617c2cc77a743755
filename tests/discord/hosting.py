"""A host with its Discord adapter beside the loopback server: all between a press and the disk is the real thing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.adapters.discord.platform import Discord as Adapter
from bot.chat.service.service import Service
from bot.cli.platforms import Chats
from bot.host.budget import Budget, Budgets
from bot.host.clockwork import Clockwork
from bot.host.door import Door
from bot.host.table import Table
from bot.store.sqlite import SqliteStore, open_store
from engine.actions import Action
from engine.players import PLAYERS
from engine.view import View
from tests.discord.witness import witness_of
from tests.loopback.discord.running import specs
from tests.loopback.discord.server import Discord, serve

BOT: Final = "b"
PATIENT: Final = 60.0  # seconds for a first answer: how fast this machine is today is not what is tested
WIDE: Final[Mapping[str, Budgets]] = {"discord": Budgets(Budget(1_000_000, 1), Budget(1_000_000, 1))}


async def think(_name: str, seen: View) -> Action:
    return PLAYERS["random"](5).choose(seen)


@dataclass
class Host:
    """A running host. `settle` waits until nobody has anything left to do."""

    discord: Discord
    store: SqliteStore
    door: Door
    service: Service
    chats: Chats
    clockwork: Clockwork
    adapter: Adapter

    async def settle(self, seconds: float = 20.0) -> None:
        """Until every press is applied, every letter brought and every answer given."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 2:
                calm = calm + 1 if await self._is_calm() else 0
                await asyncio.sleep(0.001)

    async def _is_calm(self) -> bool:
        waiting = await self.store.outbox(BOT, self.door.clock(), 1)
        return not (waiting or self.chats.is_busy or self.adapter.is_busy)

    async def heard(self) -> None:
        """The bot has heard of everything that happened, and settled. Rarely: it is asked over the wire."""
        await self.discord.gateway.settled()
        await asyncio.sleep(0.005)
        await self.settle()

    async def table(self, label: str) -> Table:
        table = await self.door.table(await self.service.table_of(label))
        assert table is not None
        return table


@asynccontextmanager
async def hosted(discord: Discord, database: Path, budgets: Mapping[str, Budgets] = WIDE) -> AsyncIterator[Host]:
    """A host over this database; after a block the same database may be hosted again.

    At the end everything that anybody has seen is judged (`tests.discord.witness`).
    """
    discord.first_answer = PATIENT
    store = await open_store(database, 1)
    seeds = iter(range(1, 1_000_000))
    door = Door(store, BOT, lambda: int(discord.clock.now() * 1000), lambda size: next(seeds).to_bytes(size, "big"))
    service = Service(door, store, BOT)
    with pointed():
        adapter = Adapter(discord.token, discord.api, discord.gateway_url)
        witness = witness_of(discord)
        witness.watch(door)
        chats = Chats([adapter], service, door, store, witness.paint, budgets)
        service.planned.announce = chats.announce
        clockwork = Clockwork(door, store, think)
        tasks = [asyncio.create_task(work()) for work in chats.works()]
        try:
            await discord.until(lambda: (discord.gateway.ready and discord.commands) or tasks[1].done(), 20.0)
            await discord.gateway.settled()
            host = Host(discord, store, door, service, chats, clockwork, adapter)
            yield host
            discord.faults.clear()
            await host.settle()
            await witness.judge(service, store, door)
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            await store.close()
    faults = [one for one in ended if isinstance(one, Exception)]
    assert faults == []


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


def run(
    body: Callable[[Host], Awaitable[None]],
    budgets: Mapping[str, Budgets] = WIDE,
    seed: int = 1,
) -> None:
    """Runs the body beside a server and a host of its own; at the end nothing may have broken the protocol."""

    async def main(folder: Path) -> None:
        async with serve(specs(), seed) as discord:
            async with hosted(discord, folder / "discord.db", budgets) as host:
                await body(host)
            judged(discord)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


def judged(discord: Discord) -> None:
    """Nothing has broken the protocol."""
    if discord.violations:
        pytest.fail("\n".join(discord.violations), pytrace=False)
