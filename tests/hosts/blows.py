"""What happens to hosts in a campaign: killed, stopped and woken, cut off, restarted; and to the database's server.

Each blow is a context: entered it has fallen, left all is there again that it took away. A host that was killed is
started again at once, as a supervisor does. One that is stopped sleeps on while the next blows fall on the others, and
wakes as one that was taken for dead long ago.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from bot.host.leases import LASTS
from tests.hosts.network import Network
from tests.hosts.several import HostProcess
from tests.postgres_server import PostgresServer

LONG: Final = 2 * LASTS / 1000  # seconds, after which a host was taken for dead


@dataclass
class Ground:
    """What blows may fall on. `stall`: seconds for which a host sleeps."""

    server: PostgresServer
    hosts: Sequence[HostProcess]
    ways: Sequence[Network]  # of each host to the database
    chance: Random
    stall: float = LONG
    sleeper: asyncio.Task[None] | None = field(default=None, init=False)

    @property
    def is_one_asleep(self) -> bool:
        """Whether only some of the hosts are left."""
        return any(not host.is_up for host in self.hosts)

    def target(self) -> "Target":
        """One of the hosts that do not sleep."""
        up = [number for number, host in enumerate(self.hosts) if host.is_up]
        number = self.chance.choice(up)
        return Target(self, self.hosts[number], self.ways[number])

    async def all_awake(self) -> None:
        """Once nobody sleeps any more."""
        if self.sleeper is not None:
            await self.sleeper
            self.sleeper = None


@dataclass(frozen=True, slots=True)
class Target:
    """One host and its way to the database."""

    ground: Ground
    host: HostProcess
    way: Network


Blow: TypeAlias = Callable[[Target], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def _kill(on: Target) -> AsyncIterator[None]:
    await on.host.kill()
    starting = asyncio.create_task(on.host.start())
    yield
    await starting


@asynccontextmanager
async def _stall(on: Target) -> AsyncIterator[None]:
    """Longer than the lease, so that it wakes as one that was taken for dead."""
    on.host.sleep()
    on.ground.sleeper = asyncio.create_task(_wake_after(on.host, on.ground.stall))
    yield


async def _wake_after(host: HostProcess, seconds: float) -> None:
    try:
        await asyncio.sleep(seconds)
    finally:
        host.wake()


@asynccontextmanager
async def _cut(on: Target) -> AsyncIterator[None]:
    """For a moment or for long; every other time without a word to either end."""
    strike = on.ground.chance.choice([on.way.cut, on.way.hush])
    mended = asyncio.create_task(asyncio.sleep(on.ground.chance.uniform(0.1, LONG)))
    mended.add_done_callback(lambda _: on.way.mend())
    strike()
    try:
        yield
        await mended
    finally:
        mended.cancel()


@asynccontextmanager
async def _kill_server(on: Target) -> AsyncIterator[None]:
    def again() -> None:
        on.ground.server.kill()
        on.ground.server.start()

    await asyncio.to_thread(again)
    yield


@asynccontextmanager
async def _restart(on: Target) -> AsyncIterator[None]:
    """Stopped as a supervisor does, and started at once."""
    status = await on.host.stop()
    assert status == 0, f"a host that was stopped ended with {status}"
    await on.host.start()
    yield


@asynccontextmanager
async def _calm(_on: Target) -> AsyncIterator[None]:
    """Nothing falls: how long tables take by themselves."""
    yield


BLOWS: Final[Mapping[str, Blow]] = {
    "calm": _calm,
    "kill": _kill,
    "stall": _stall,
    "cut": _cut,
    "server kill": _kill_server,
    "restart": _restart,
}


@asynccontextmanager
async def falls(blow: str, ground: Ground) -> AsyncIterator[None]:
    """One blow, on a host by lot; only one host sleeps at a time."""
    if blow == "stall":
        await ground.all_awake()
    async with BLOWS[blow](ground.target()):
        yield
