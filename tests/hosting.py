"""A host beside loopback servers, whatever the platforms: all between a press and the disk is the real thing."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.cli.platforms import Chats, Platform
from bot.host.budget import Budget, Budgets
from bot.host.door import Door
from bot.host.leases import Leases
from bot.host.scheduler import Scheduler
from bot.requests.service import Service
from bot.store.sqlite import SqliteStore, open_store
from bot.tables.table import Table
from engine.actions import Action
from engine.players import PLAYERS
from engine.view import View
from tests.loopback.clock import Clock
from tests.loopback.news import PATIENCE
from tests.painting import paint_here
from tests.watching import Watch

BOT: Final = "b"
ENDLESS: Final = Budgets(Budget(1_000_000, 1), Budget(1_000_000, 1))
WIDE: Final[Mapping[str, Budgets]] = {"discord": ENDLESS, "telegram": ENDLESS}


async def think(_name: str, seen: View, _person: str = "") -> Action:
    return PLAYERS["random"](5).choose(seen)


@dataclass
class Host:
    """A running host, before the eyes of a watch. `settle` waits until nobody has anything left to do."""

    store: SqliteStore
    door: Door
    service: Service
    chats: Chats
    clockwork: Scheduler
    clock: Clock
    watch: Watch
    tasks: list[asyncio.Task[None]]

    @property
    def is_over(self) -> bool:
        """Whether something that should run as long as the host does not run any more."""
        return any(task.done() for task in self.tasks)

    def is_working(self) -> bool:
        """Whether something is under way at this moment; letters may wait for their time."""
        return self.chats.is_busy

    async def settle(self, seconds: float = PATIENCE) -> None:
        """Until every press is applied, every letter brought and every answer given."""
        async with asyncio.timeout(seconds):
            calm = 0
            while calm < 2:
                calm = calm + 1 if await self._is_calm() else 0
                await asyncio.sleep(0.002)

    async def _is_calm(self) -> bool:
        waiting = await self.store.outbox(BOT, self.door.clock(), 1)
        return not (waiting or self.is_working())

    async def begin_again(self) -> None:
        """All work is broken off and begun anew with the same parts, as the program does after a fault."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks[:] = [asyncio.create_task(work()) for work in self.chats.works()]

    async def table(self, label: str) -> Table:
        table = await self.door.table(await self.service.table_of(label))
        assert table is not None
        return table

    async def check_logs(self) -> None:
        """Each table is what its log says, read by somebody who was not there."""
        reader = Door(self.store, self.door.bot, self.door.clock, lambda size: b"\0" * size)
        for label in {state.table.label for state in self.watch.states}:
            table_id = await self.service.table_of(label)
            assert await reader.table(table_id) == await self.door.table(table_id)


def milliseconds(clock: Clock) -> Callable[[], int]:
    """The clock as a host reads one."""
    return lambda: int(clock.now() * 1000)


@asynccontextmanager
async def working(
    on: Sequence[Platform],
    clock: Clock,
    database: Path,
    budgets: Mapping[str, Budgets],
    watch: Watch,
    leases: Leases | None = None,
) -> AsyncIterator[Host]:
    """A host of these platforms over this database; after a block the same database may be hosted again."""
    store = await open_store(database, 1)
    seeds = iter(range(1, 1_000_000))
    door = Door(store, BOT, milliseconds(clock), lambda size: next(seeds).to_bytes(size, "big"))
    watch.hears(door)
    service = Service(door, store, BOT)
    chats = Chats(on, service, door, store, watch.paints(paint_here), budgets, leases=leases)
    tasks = [asyncio.create_task(work()) for work in chats.works()]
    try:
        yield Host(store, door, service, chats, Scheduler(door, store, think), clock, watch, tasks)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        await store.close()
    faults = [one for one in ended if isinstance(one, Exception)]
    assert faults == []


async def hurried(chats: Chats, *clocks: Clock) -> None:
    """Half a second passes in ten milliseconds, until it is cancelled."""
    while True:
        await asyncio.sleep(0.01)
        for clock in clocks:
            clock.advance(0.5)
        chats.wake()
