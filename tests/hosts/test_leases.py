"""Several hosts of one PostgreSQL database: what one has alone, what a dead one leaves, what a late one may not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field

import pytest

from bot.database_address import ServerDatabase
from bot.host.bot_leases import BotLeases
from bot.host.health import Health
from bot.host.leases import CUT_OFF, DOUBTED, LASTS, LEAVES, SharedLeases
from bot.host.parts import Division
from bot.host.ports import TABLE, Committed, Letter, StoredRevision, StoreError, Subject, TakenForDead
from bot.store.database import open_rows
from bot.store.postgres import PostgresStore
from bot.store.postgres_connection import Fence
from bot.store.postgres_feed import PostgresFeed
from bot.store.postgres_leases import PostgresLeases
from bot.store.postgres_thread import PostgresThread
from tests.postgres_server import PostgresServer
from tests.store.changes import BOT, change

WANTED = ("telegram", "discord")
PARTS = Division("discord", 2).parts
ADDED = "INSERT INTO channels (bot, channel, language, settings) VALUES ('b', 'c', '', '')"


@dataclass
class Time:
    """What a host's monotonic clock shows, in seconds."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Member:
    """A host without anything to host: its leases, its store, its clock."""

    leases: SharedLeases
    store: PostgresStore
    numbers: list[int]
    time: Time
    wanted: tuple[str, ...] = WANTED
    news: list[str] = field(default_factory=list)

    @property
    def has(self) -> set[str]:
        return {lease for lease in self.wanted if self.leases.holds(lease)}


@asynccontextmanager
async def member(server: ServerDatabase, lasts: int = LASTS, wanted: tuple[str, ...] = WANTED) -> AsyncIterator[Member]:
    store, rows, numbers, time = PostgresStore(server), PostgresLeases(server, BOT, lasts), list[int](), Time()

    def joined(number: int) -> None:
        numbers.append(number)
        store.fence(Fence(BOT, number))

    leases = SharedLeases(rows, "test", wanted, joined, lambda: 7, Health(lambda: 0), time, spread_kinds=("telegram",))
    found = Member(leases, store, numbers, time, wanted)
    leases.listen(lambda: found.news.append("changed"))
    leases.listen_for_taking(lambda: found.news.append("taken"))
    try:
        yield found
    finally:
        await leases.end()
        await rows.close()
        await store.close()


def run(work: Callable[[ServerDatabase, AsyncExitStack], Awaitable[None]], server: PostgresServer) -> None:
    database = server.new_database()

    async def main() -> None:
        async with AsyncExitStack() as stack:
            await work(database, stack)

    asyncio.run(main())


def test_whoever_comes_first_has_it_and_the_next_one_once_it_is_gone(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        first, second = [await stack.enter_async_context(member(server)) for _ in range(2)]
        assert await first.leases.begin() == 0
        assert first.leases.is_alone
        assert await second.leases.begin() > 0
        assert (second.leases.is_alone, second.leases.hosts) == (False, 2)
        assert (first.has, second.has) == (set(WANTED), set())
        await first.leases.end()
        assert first.has == set()
        await second.leases.beat()
        assert second.has == set(WANTED)
        assert second.news == ["changed", "taken", "changed"]

    run(work, postgres_server)


def test_a_time_that_has_not_come_is_none_at_which_a_host_was_there(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        with open_rows(server) as connection:
            added = "INSERT INTO hosts (bot, instance, alive_at) VALUES (:bot, '', :at)"
            connection.execute(added, {"bot": BOT, "at": 1 << 60})
        here = await stack.enter_async_context(member(server))
        assert await here.leases.begin() <= await here.store.time()
        with open_rows(server) as connection:
            ((noted,),) = connection.execute("SELECT alive_at FROM hosts").fetchall()
        assert noted <= await here.store.time()

    run(work, postgres_server)


def test_a_dead_host_is_followed_and_stores_nothing_when_it_wakes(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        sleeper = await stack.enter_async_context(member(server, lasts=-1))  # over as soon as it begins
        broken_off: list[str] = []
        sleeper.leases.end_first(lambda _lease: True, broken_off.append)
        heir = await stack.enter_async_context(member(server))
        await sleeper.leases.begin()
        one = change(0, table="t1", letters=(Letter("p1", "hand"),))
        assert await sleeper.store.commit(one) == Committed(1)
        await heir.leases.begin()
        assert heir.has == set(WANTED)
        assert heir.leases.is_alone
        two = change(1, table="t1", letters=(Letter("p1", "hand"),))
        with pytest.raises(TakenForDead, match="took this one for dead"):
            await sleeper.store.commit(two)
        (row, *_) = await heir.store.letters(BOT, "t1")
        with pytest.raises(TakenForDead):
            await sleeper.store.mark_sent(row, 1, "somewhere", 1)
        with pytest.raises(TakenForDead):
            await sleeper.store.put_link_code(BOT, "code", "p1", 1, 2)
        assert (await heir.store.letters(BOT, "t1"))[0] == row
        assert broken_off == []
        await sleeper.leases.beat()  # it joins anew, under a greater number, and may write again
        assert sorted(broken_off) == sorted(WANTED)
        assert sleeper.numbers == sorted(set(sleeper.numbers))
        assert len(sleeper.numbers) == 2
        assert await sleeper.store.commit(two) == Committed(2)

    run(work, postgres_server)


def test_who_died_before_the_clock_of_the_database_was_set_back_is_followed_at_once(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        ghost = await stack.enter_async_context(member(server, lasts=3_600_000))  # by the clock as it was
        await ghost.leases.begin()
        heir = await stack.enter_async_context(member(server))
        await heir.leases.begin()
        assert heir.has == set(WANTED)
        assert await heir.store.living_leases(BOT) == tuple(sorted(WANTED))

    run(work, postgres_server)


def test_a_host_that_slept_relies_on_nothing_before_it_has_asked(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one = await stack.enter_async_context(member(server))
        assert not one.leases.acts_for("t1", "web")
        await one.leases.begin()
        assert one.leases.acts_for("t1", "web")
        one.time.now += LASTS / 1000
        assert one.has == set()
        assert not one.leases.acts_for("t1", "web")
        await one.leases.beat()  # nobody else was there to take it
        assert one.has == set(WANTED)
        assert len(one.numbers) == 1

    run(work, postgres_server)


def test_who_joins_gets_its_parts_once_nothing_of_them_is_under_way(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        first, second = [await stack.enter_async_context(member(server, wanted=PARTS)) for _ in range(2)]
        sending, broken_off = {PARTS[1]}, list[str]()
        first.leases.end_first(lambda lease: lease in sending, broken_off.append)
        await first.leases.begin()
        assert first.has == set(PARTS)
        assert first.leases.holds("discord")
        await second.leases.begin()
        assert (second.has, second.leases.holds("discord")) == (set(), False)
        await first.leases.beat()
        assert first.has == {PARTS[0]}  # it begins nothing of the other one
        for _ in range(2):
            await first.leases.beat()
            await second.leases.beat()
        assert second.has == set()  # but it is still sending there
        assert broken_off == []
        sending.clear()
        await first.leases.beat()
        await second.leases.beat()
        assert (first.has, second.has) == ({PARTS[0]}, {PARTS[1]})
        await first.leases.end()
        await second.leases.beat()
        assert second.has == set(PARTS)

    run(work, postgres_server)


def test_a_part_is_given_away_though_something_of_it_stands_still(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        first, second = [await stack.enter_async_context(member(server, wanted=PARTS)) for _ in range(2)]
        broken_off: list[str] = []
        first.leases.end_first(lambda _lease: True, broken_off.append)
        await first.leases.begin()
        await second.leases.begin()
        await first.leases.beat()
        first.time.now += LEAVES
        await first.leases.beat()
        assert broken_off == [PARTS[1]]
        await second.leases.beat()
        assert second.has == {PARTS[1]}

    run(work, postgres_server)


def test_a_part_counts_for_its_new_host_when_that_has_had_it_for_a_while(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one = await stack.enter_async_context(member(server, wanted=PARTS))
        await one.leases.begin()
        assert not one.leases.holds_for(PARTS[0], 1.0)
        one.time.now += 1.0
        assert one.leases.holds_for(PARTS[0], 1.0)

    run(work, postgres_server)


def test_a_host_that_is_set_up_otherwise_leaves_it_and_says_so(
    postgres_server: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        first = await stack.enter_async_context(member(server, wanted=PARTS))
        second = await stack.enter_async_context(member(server))
        await first.leases.begin()
        for _ in range(3):
            await second.leases.beat()
        assert (first.has, second.has) == (set(PARTS), {"telegram"})
        assert caplog.text.count("all need the same settings") == 1

    run(work, postgres_server)


BOTS = tuple(f"{bot}/telegram" for bot in "abcde")


async def beats(*hosts: Member, times: int = 8) -> None:
    for _ in range(times):
        for one in hosts:
            await one.leases.beat()


def test_bots_that_were_added_are_spread_over_the_hosts_and_go_over_once_nothing_of_them_is_under_way(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        wanted = (*WANTED, *BOTS)
        first, second = [await stack.enter_async_context(member(server, wanted=wanted)) for _ in range(2)]
        sending, broken_off = {BOTS[-1]}, list[str]()
        first.leases.end_first(lambda lease: lease in sending, broken_off.append)
        await beats(first, times=1)
        assert first.has == set(wanted)
        await beats(second, first, second, first, times=2)
        assert (BOTS[-1] in first.has, second.has) == (False, set())  # it begins nothing more of it, and still sends
        assert not set(broken_off) & set(wanted)
        sending.clear()
        await beats(first, second)
        assert (first.has, second.has) == ({*WANTED, *BOTS[:2]}, set(BOTS[2:]))  # three bots each
        await first.leases.end()
        await beats(second, times=1)
        assert second.has == set(wanted)

    run(work, postgres_server)


def test_each_table_is_one_hosts_and_the_hosts_share_them(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        hosts = [await stack.enter_async_context(member(server)) for _ in range(3)]
        for _ in range(2):
            for one in hosts:
                await one.leases.beat()
        tables = [f"t{number}" for number in range(300)]
        shares = [{table for table in tables if one.leases.acts_for(table, "web")} for one in hosts]
        assert sum(len(share) for share in shares) == len(set().union(*shares)) == len(tables)
        assert min(len(share) for share in shares) > 50

    run(work, postgres_server)


def is_cut_off(one: Member) -> bool:
    """Now; it may be otherwise a moment later."""
    return one.leases.is_cut_off


def test_a_host_that_hears_nothing_is_cut_off_where_others_go_on_without_it(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one = await stack.enter_async_context(member(server))
        assert not is_cut_off(one)
        await one.leases.beat()
        one.time.now += 1000
        assert not is_cut_off(one)  # nobody else is there, as far as it knows
        await one.leases.beat()
        other = await stack.enter_async_context(member(server))
        await other.leases.beat()
        await one.leases.beat()
        one.time.now += LASTS / 1000
        assert not one.leases.is_in_time
        assert not is_cut_off(one)  # a beat may only be late
        one.time.now += CUT_OFF
        assert is_cut_off(one)
        assert not is_cut_off(other)
        await one.leases.beat()
        assert not is_cut_off(one)

    run(work, postgres_server)


def test_a_table_is_the_hosts_that_writes_where_it_is_shown_and_anothers_once_that_one_is_gone(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        writer, other = [await stack.enter_async_context(member(server)) for _ in range(2)]
        for one in (writer, other, writer):
            await one.leases.beat()
        tables = [f"t{number}" for number in range(50)]
        assert writer.has == set(WANTED)
        assert {(writer.leases.acts_for(one, "discord"), other.leases.acts_for(one, "discord")) for one in tables} == {
            (True, False)
        }
        await writer.leases.end()
        await other.leases.beat()
        assert all(other.leases.acts_for(one, "discord") for one in tables)

    run(work, postgres_server)


def test_work_is_broken_off_when_the_lease_is_lost_and_begun_again_with_it(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one = await stack.enter_async_context(member(server))
        begun, ended = asyncio.Queue[str](), asyncio.Queue[str]()

        async def polls() -> None:
            begun.put_nowait("begun")
            try:
                await asyncio.Event().wait()
            finally:
                ended.put_nowait("ended")

        task = asyncio.create_task(one.leases.while_held("telegram", polls))
        for _ in range(2):
            await one.leases.beat()
            await asyncio.wait_for(begun.get(), 30)
            one.time.now += LASTS / 1000
            await asyncio.wait_for(ended.get(), 30)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run(work, postgres_server)


def test_a_host_that_stops_in_the_middle_of_a_transaction_is_cut_off(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        writer = await stack.enter_async_context(member(server, lasts=-1))
        heir = await stack.enter_async_context(member(server))
        await writer.leases.begin()

        async def steps() -> bool:
            await writer.store._run(ADDED)
            await heir.leases.begin()
            assert (heir.has, heir.leases.is_alone) == (set(), True)
            async with asyncio.timeout(30):
                while not heir.has:
                    await heir.leases.beat()
            return True

        with pytest.raises(StoreError):
            await writer.store._transaction(steps)
        assert heir.has == set(WANTED)
        assert await heir.store.channel("b", "c") is None

    run(work, postgres_server)


def test_what_a_host_gives_up_another_one_takes_and_after_a_while_it_wants_it_again(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one, other = [await stack.enter_async_context(member(server)) for _ in range(2)]
        await one.leases.begin()
        one.leases.give_up("telegram", 10)  # nobody else is there
        await one.leases.beat()
        assert one.has == set(WANTED)
        await other.leases.begin()
        await one.leases.beat()
        one.leases.give_up("telegram", 10)
        await one.leases.beat()
        await other.leases.beat()
        assert (one.has, other.has) == ({"discord"}, {"telegram"})
        await other.leases.end()
        await one.leases.beat()
        assert one.has == {"discord"}
        one.time.now += 10
        await one.leases.beat()
        assert one.has == set(WANTED)

    run(work, postgres_server)


def test_a_host_that_was_late_is_doubted_until_a_while_after_it_is_back(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one, other = [await stack.enter_async_context(member(server)) for _ in range(2)]
        await one.leases.begin()
        await other.leases.begin()
        await one.leases.beat()
        assert not one.leases.is_doubted
        one.time.now += LASTS / 1000
        doubted = list[bool]()
        for _ in range(2 + int(DOUBTED)):
            doubted.append(one.leases.is_doubted)
            await one.leases.beat()
            one.time.now += 1
        assert doubted == [*[True] * int(DOUBTED), False, False]

    run(work, postgres_server)


def test_a_late_host_that_knows_of_no_other_is_doubted_until_it_has_looked(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        one = await stack.enter_async_context(member(server))
        await one.leases.begin()
        doubted = [one.leases.is_doubted]
        one.time.now += LASTS / 1000
        doubted.append(one.leases.is_doubted)  # another may have joined since, and have taken it for dead
        await one.leases.beat()
        assert one.leases.is_alone
        assert [*doubted, one.leases.is_doubted] == [False, True, False]

    run(work, postgres_server)


def come(table: str) -> StoredRevision:
    """The news that another host has made it."""
    return StoredRevision(Subject(TABLE, table), 1)


def test_what_another_has_committed_is_heard_once_whatever_the_order(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        here, there = [await stack.enter_async_context(member(server)) for _ in range(2)]
        feed = PostgresFeed(server, BOT)
        stack.push_async_callback(feed.close)
        assert await here.store.commit(change(0, table="t1")) == Committed(1)
        assert await feed.changes() == ()
        assert await there.store.commit(change(0, table="t2")) == Committed(1)
        assert await feed.changes() == (come("t2"),)

        async def slow() -> bool:
            await here.store._run(ADDED)
            assert await there.store.commit(change(0, table="t3")) == Committed(1)  # it began later, and ends before
            assert await feed.changes() == (come("t3"),)
            return True

        assert await here.store._transaction(slow)
        assert await feed.changes() == (come("t3"),)  # that may come twice, but nothing is missed
        assert await feed.changes() == ()

    run(work, postgres_server)


def test_the_leases_of_one_bot_are_told_of_by_themselves(postgres_server: PostgresServer) -> None:
    async def body(database: ServerDatabase, _stack: AsyncExitStack) -> None:
        async with other_bots(database) as (wanted, shared, rows):
            own, club = BotLeases(shared, "burraco", WANTED), BotLeases(shared, "club", ("telegram",))
            taken: list[str] = []
            own.listen_for_taking(lambda: taken.append("own"))
            own.listen_for_taking(lambda: taken.append("own, too"))
            club.listen_for_taking(lambda: taken.append("club"))
            await shared.beat()
            assert taken == ["own", "own, too"]
            wanted.update(club.names)
            await shared.beat()
            assert taken == ["own", "own, too", "club"]
            assert (own.holds("telegram"), club.holds("telegram"), club.holds("discord")) == (True, True, False)
            club.end()
            wanted.difference_update(club.names)
            await shared.beat()
            assert (own.holds("telegram"), club.holds("telegram")) == (True, False)
            assert await rows.beat(await rows.join("another"), {"club/telegram", "telegram"}, 7) is not None
            wanted.update(club.names)
            await shared.beat()
            assert not club.holds("telegram")  # the other one has it now
            assert taken == ["own", "own, too", "club"]

    run(body, postgres_server)


@asynccontextmanager
async def other_bots(database: ServerDatabase) -> AsyncIterator[tuple[set[str], SharedLeases, PostgresLeases]]:
    """A host that may want more leases than it began with."""
    store, rows, wanted = PostgresStore(database), PostgresLeases(database, BOT, LASTS), set(WANTED)
    shared = SharedLeases(rows, "test", wanted, lambda _number: None, lambda: 7, Health(lambda: 0), Time())
    try:
        yield wanted, shared, rows
    finally:
        await shared.end()
        await rows.close()
        await store.close()


def test_a_beat_at_which_nothing_is_to_be_done_wakes_no_thread(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        here = await stack.enter_async_context(member(server))
        await here.leases.begin()
        hops: list[object] = []
        hop = PostgresThread.hop

        async def counted(self: PostgresThread, work: Callable[[], object]) -> object:
            hops.append(work)
            return await hop(self, work)

        monkeypatch.setattr(PostgresThread, "hop", counted)
        for _ in range(3):
            await here.leases.beat()
        assert (hops, here.has) == ([], set(WANTED))
        other = await stack.enter_async_context(member(server, wanted=("clubs",)))
        await other.leases.begin()
        hops.clear()
        await here.leases.beat()
        assert (hops, here.leases.hosts) == ([], 2)
        await other.leases.end()
        await here.leases.beat()
        assert (hops != [], here.leases.is_alone) == (True, True)  # the one that has left did so in its thread

    run(work, postgres_server)


def test_a_host_that_was_taken_for_dead_does_not_note_that_anybody_was_there(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        rows = PostgresLeases(server, BOT, LASTS)
        stack.push_async_callback(rows.close)
        number = await rows.join("sleeper")
        assert await rows.beat(number, (), 7) is not None
        assert await rows.beat(number, (), 8) is not None
        await rows.leave(number)
        before = await rows.last_alive()
        await asyncio.sleep(0.01)  # whoever noted it now would note a later time
        assert await rows.beat(number, (), 1 << 60) is None
        assert await rows.last_alive() == before

    run(work, postgres_server)
