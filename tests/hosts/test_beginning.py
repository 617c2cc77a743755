"""A host that begins beside others: they go on writing, or nobody was there and all begin at once."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from bot.cli.cohosting import Cohosting, cohosting
from bot.cli.run import _looked_at
from bot.database_address import ServerDatabase
from bot.durations import HOUR
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT
from bot.store.database import open_rows
from bot.store.groups import BRIEFLY, LEISURE
from bot.store.postgres import PostgresStore
from bot.store.verified import states
from tests.host.test_door import world
from tests.postgres_server import PostgresServer
from tests.store.changes import change


@dataclass
class Beginner:
    """A host that begins; `waiting`: some of its tables do not know yet how long nobody was there."""

    others: Cohosting
    waiting: list[bool]
    now: int
    store: PostgresStore

    async def waits_for_others(self) -> float:
        """Seconds for which what falls due now may wait, counted from when it was asked for."""
        writing = asyncio.create_task(self.store.commit(change(0, table=f"{self.now}", is_due=True)))
        await asyncio.sleep(0)
        (waiting,) = self.store._group._waiting
        await writing
        return waiting.until - waiting.since


@asynccontextmanager
async def beginner(server: ServerDatabase) -> AsyncIterator[Beginner]:
    store, waiting = PostgresStore(server), [False]
    now = await store.time()

    def clock() -> int:
        return now

    health = Health(clock)
    heartbeat = Heartbeat(store, BOT, "x", clock, health)
    async with cohosting(store, BOT, ("telegram",), clock, health, heartbeat, lambda: waiting[0]) as others:
        store.leisure = LEISURE
        yield Beginner(others, waiting, now, store)
    await store.close()


async def hosted_at(server: ServerDatabase, at: int) -> None:
    with open_rows(server) as connection:
        connection.execute("INSERT INTO hosts (bot, instance, alive_at) VALUES (:bot, '', :at)", {"bot": BOT, "at": at})


@pytest.mark.parametrize("together", [True, False])
def test_of_two_hosts_after_an_outage_one_tells_the_tables_and_the_other_waits_for_it(
    postgres_server: PostgresServer, together: bool
) -> None:
    """Else the second one would end turns whose clocks had stood still."""
    database = postgres_server.new_database()

    async def work() -> None:
        async with beginner(database) as one, beginner(database) as other:
            last = one.now - HOUR
            await hosted_at(database, last)
            if not together:
                assert await one.others.begin() == last
                one.waiting[0] = True
            tasks = {
                asyncio.create_task(each.others.begin()): each for each in ((one, other) if together else (other,))
            }
            if together:
                (ready,), _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                assert await ready == last
                first = tasks.pop(ready)
                first.waiting[0] = True
            else:
                first = one
            assert first.others.is_first
            await first.others.beat()
            ((waits, second),) = tasks.items()
            assert not (await asyncio.wait([waits], timeout=2))[0]  # as long as tables do not know of it
            first.waiting[0] = False
            await first.others.beat()
            assert await waits == 0
            assert not second.others.is_first

    asyncio.run(work())


def test_where_the_first_host_dies_before_it_has_told_all_the_next_one_tells_them(
    postgres_server: PostgresServer,
) -> None:
    database = postgres_server.new_database()

    async def work() -> None:
        async with beginner(database) as second:
            last = second.now - HOUR
            await hosted_at(database, last)
            async with beginner(database) as first:
                assert await first.others.begin() == last
                first.waiting[0] = True
                await first.others.beat()
                waits = asyncio.create_task(second.others.begin())
                assert not (await asyncio.wait([waits], timeout=1))[0]
            assert await waits == last
            assert second.others.is_first

    asyncio.run(work())


def test_what_falls_due_waits_so_many_times_as_long_as_there_are_hosts(postgres_server: PostgresServer) -> None:
    """Each has only its share of what falls due in a moment, and the server as many transactions as from one."""
    database = postgres_server.new_database()

    async def work() -> None:
        async with beginner(database) as first:
            await first.others.begin()
            await first.others.beat()  # so that whoever begins now waits for nobody
            async with beginner(database) as second:
                await second.others.begin()
                await first.others.beat()
                for one in (first, second):
                    assert await one.waits_for_others() > 1.5 * BRIEFLY

    asyncio.run(work())


def test_a_host_begins_also_where_another_one_keeps_a_table_locked(postgres_server: PostgresServer) -> None:
    database = postgres_server.new_database()

    async def opened() -> None:
        async with world(database) as here:
            await here.open()

    asyncio.run(opened())
    with open_rows(database) as other:
        other.execute("BEGIN")
        other.execute("UPDATE tables SET phase = phase")
        _looked_at(database, lambda: False)
        assert not states(database).unchanged  # it is looked at again by the next start
        other.execute("ROLLBACK")
