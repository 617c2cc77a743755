"""A host with its Telegram adapter beside the loopback server: all between a press and the disk is the real thing."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from bot.adapters.telegram.platform import Telegram as Adapter
from bot.chat.service.service import Service
from bot.cli.platforms import BUDGETS, Chats
from bot.host.budget import Budget, Budgets
from bot.host.clockwork import Clockwork
from bot.host.door import Door
from bot.host.table import Table
from bot.painting import paint_here
from bot.store.sqlite import SqliteStore, open_store
from engine.actions import Action
from engine.players import PLAYERS
from engine.view import View
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.running import specs
from tests.telegram.witness import nobody_saw_too_much
from tests.watching import Watch

BOT: Final = "b"
WIDE: Final[Mapping[str, Budgets]] = {"telegram": Budgets(Budget(1_000_000, 1), Budget(1_000_000, 1))}


async def think(_name: str, seen: View) -> Action:
    return PLAYERS["random"](5).choose(seen)


@dataclass
class Host:
    """A running host. `settle` waits until nobody has anything left to do."""

    telegram: Telegram
    store: SqliteStore
    door: Door
    service: Service
    chats: Chats
    clockwork: Clockwork
    adapter: Adapter
    watch: Watch

    async def settle(self, seconds: float = 20.0) -> None:
        """Until every update is applied, every letter brought and every answer given."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 2:
                calm = calm + 1 if await self._is_calm() else 0
                await asyncio.sleep(0.002)

    async def _is_calm(self) -> bool:
        return not self._is_working() and not await self.store.outbox(BOT, self.door.clock(), 1)

    def _is_working(self) -> bool:
        return bool(self.telegram.updates.pending or self.chats.is_busy or self.adapter.is_busy)

    async def calm(self, seconds: float = 20.0) -> None:
        """Until nothing more happens at this moment; letters may wait for their time."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 4:
                calm = 0 if self._is_working() else calm + 1
                await asyncio.sleep(0.002)

    async def table(self, label: str) -> Table:
        table = await self.door.table(await self.service.table_of(label))
        assert table is not None
        return table


@asynccontextmanager
async def hosted(
    telegram: Telegram,
    database: Path,
    budgets: Mapping[str, Budgets] = WIDE,
    webhook: str = "",
    watch: Watch | None = None,
) -> AsyncIterator[Host]:
    """A host over this database; after a block the same database may be hosted again, before the same `watch`."""
    watch = watch or Watch()
    store = await open_store(database, 1)
    seeds = iter(range(1, 1_000_000))
    door = Door(store, BOT, lambda: int(telegram.clock.now() * 1000), lambda size: next(seeds).to_bytes(size, "big"))
    watch.hears(door)
    service = Service(door, store, BOT)
    adapter = Adapter(telegram.token, telegram.root, webhook)
    chats = Chats([adapter], service, door, store, watch.paints(paint_here), budgets)
    clockwork = Clockwork(door, store, think)
    tasks = [asyncio.create_task(work()) for work in chats.works()]
    try:
        await telegram.until(lambda: telegram.commands or tasks[1].done())
        yield Host(telegram, store, door, service, chats, clockwork, adapter, watch)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()
    faults = [one for one in ended if isinstance(one, Exception)]
    assert faults == []


def run(body: Callable[[Host], Awaitable[None]], budgets: Mapping[str, Budgets] = WIDE, seed: int = 1) -> None:
    """Runs the body beside a server and a host of its own; at the end nothing may have broken the protocol."""

    async def main(folder: Path) -> None:
        async with serve(specs(), seed) as telegram:
            telegram.budgets.enforced = budgets is not WIDE
            async with hosted(telegram, folder / "telegram.db", budgets) as host:
                await body(host)
                await host.settle()
                await check_eyes(host)
            judged(telegram)

    with TemporaryDirectory() as folder:
        asyncio.run(main(Path(folder)))


async def check_eyes(host: Host) -> None:
    """Nobody, the groups included, has seen a card that was not for him; each picture is its reader's own view."""
    people = {account: await host.service.person_of("telegram", str(account)) for account in host.telegram.people}
    nobody_saw_too_much(host.telegram, host.watch, people)


def judged(telegram: Telegram) -> None:
    """Nothing has broken the protocol."""
    if telegram.violations:
        pytest.fail("\n".join(telegram.violations), pytrace=False)


__all__ = ["BUDGETS", "Host", "check_eyes", "hosted", "judged", "run"]
