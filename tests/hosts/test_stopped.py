"""A host that is stopped in the midst of a beat, or of a commit, wherever that is, keeps no other host waiting.

Its way to the server is closed after so many pieces: for the server that is a process which does not go on.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.database_address import ServerDatabase
from bot.host.ports import Committed
from tests.hosts.network import network
from tests.hosts.test_leases import WANTED, Member, member
from tests.postgres_server import PostgresServer
from tests.store.changes import BOT, change

PATIENCE = 5.0  # seconds until the others have what it had
SOON = 300  # milliseconds after which it is late


async def takes_all(heir: Member) -> None:
    """Its beats, of which none may fail, until it has every lease."""
    async with asyncio.timeout(PATIENCE):
        await heir.leases.beat()
        while heir.has != set(WANTED):
            await asyncio.sleep(0.05)
            await heir.leases.beat()


async def stopped(
    server: PostgresServer, database: ServerDatabase, pieces: int, stack: AsyncExitStack, *, in_beat: bool
) -> None:
    way, address = await stack.enter_async_context(network(database, Path(server.folder)))
    late = await stack.enter_async_context(member(address, lasts=SOON))
    stack.callback(way.mend)
    heir = await stack.enter_async_context(member(database))
    await late.leases.begin()
    assert await late.store.commit(change(0, table="t1")) == Committed(1)
    await heir.leases.begin()
    way.hush_after(pieces)
    work = late.leases.beat() if in_beat else late.store.commit(change(1, table="t1"))
    halted = asyncio.ensure_future(work)
    await takes_all(heir)
    revision = len(await heir.store.log(BOT, "t1"))
    async with asyncio.timeout(PATIENCE):
        assert await heir.store.commit(change(revision, "heir", table="t1")) == Committed(revision + 1)
    way.cut()
    await asyncio.gather(halted, return_exceptions=True)


@pytest.mark.parametrize("pieces", range(9))
def test_whoever_is_stopped_in_the_midst_of_a_beat_keeps_nobody_from_their_own(
    postgres_server: PostgresServer, pieces: int
) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            await stopped(postgres_server, postgres_server.new_database(), pieces, stack, in_beat=True)

    asyncio.run(main())


@pytest.mark.parametrize("pieces", range(4))
def test_whoever_is_stopped_in_the_midst_of_a_commit_keeps_nobody_from_the_table(
    postgres_server: PostgresServer, pieces: int
) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            await stopped(postgres_server, postgres_server.new_database(), pieces, stack, in_beat=False)

    asyncio.run(main())


def test_a_beat_does_not_wait_for_who_notes_that_the_bot_is_hosted(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        async with AsyncExitStack() as stack:
            database = postgres_server.new_database()
            one = await stack.enter_async_context(member(database))
            await one.leases.begin()

            async def keeps_it() -> bool:
                await one.store._run("LOCK TABLE hosts")
                await one.leases.beat()
                return True

            assert await one.store._transaction(keeps_it)
            assert one.has == set(WANTED)

    asyncio.run(main())
