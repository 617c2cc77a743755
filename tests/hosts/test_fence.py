"""A host that was taken for dead stores nothing, by whatever way; an erasure sees what others have written."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from bot.boards.ports import Forgetting
from bot.database_address import ServerDatabase
from bot.host.ports import Account, Channel, Committed, Letter, Person, Stale, StoredDraft, TakenForDead
from bot.store import statements as sql
from bot.store.database import open_rows
from bot.store.postgres_feed import PostgresFeed
from bot.store.postgres_thread import AT_HAND
from tests.hosts.test_leases import Member, come, member, run
from tests.people_rows import put_person
from tests.postgres_server import PostgresServer
from tests.store.changes import BOT, change

PERSON = Person("p1", "Anna", "en", "{}")
FORGETTING = Forgetting(
    ids={"p1": "gone1"},
    name="gone",
    names=frozenset(),
    settings={"p1": "{}"},
    accounts=frozenset(),
    private_chats={},
    renamings=[],
    going_on=[],
    retell=lambda _rows: None,
)


async def late_and_heir(server: ServerDatabase, stack: AsyncExitStack) -> tuple[Member, Member]:
    """A host that has written, and whose time is over; another one that has not looked yet."""
    late = await stack.enter_async_context(member(server, lasts=-1))
    heir = await stack.enter_async_context(member(server))
    await late.leases.begin()
    await put_person(late.store, BOT, PERSON)
    for table in ("t1", "t2"):
        one = change(0, table=table, letters=(Letter("p1", "hand"),))
        assert await late.store.commit(one) == Committed(1)
    for revision in range(2):
        await late.store.commit(change(revision, table="t9", phase="closed", entry="play d"))
    return late, heir


async def whole(server: ServerDatabase) -> dict[str, list[str]]:
    """All rows that people made."""

    def read() -> dict[str, list[str]]:
        names = (
            "tables",
            "log",
            "due",
            "outbox",
            "drafts",
            "people",
            "accounts",
            "channels",
            "notes",
            "link_codes",
            "archives",
        )
        with open_rows(server) as connection:
            return {name: sorted(map(str, connection.execute(f"SELECT * FROM {name}").fetchall())) for name in names}  # noqa: S608  names of the schema

    return await asyncio.to_thread(read)


def test_a_group_that_is_sent_on_the_event_loop_counts_only_while_its_host_does(
    postgres_server: PostgresServer,
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        late, heir = await late_and_heir(server, stack)
        await heir.leases.begin()
        assert late.store._writer.idle is not None  # so that it is sent without a hop
        before = await whole(server)
        (row, *_) = await heir.store.letters(BOT, "t1")
        outcomes = await asyncio.gather(
            late.store.commit(change(1, table="t1")),
            late.store.commit(change(0, "late", table="t2")),  # would be refused in any case
            late.store.commit(change(0, table="t3")),
            late.store.put_draft(BOT, "t1", "p1", StoredDraft(1, "3h")),
            late.store.mark_sent(row, 1, "somewhere", 1),
            return_exceptions=True,
        )
        assert [type(one) for one in outcomes] == [TakenForDead] * 5
        assert late.store._writer.idle is not None
        assert await whole(server) == before
        await late.leases.beat()
        assert await late.store.commit(change(1, table="t1")) == Committed(2)
        assert await late.store.commit(change(0, "late", table="t2")) == Stale(1)

    run(work, postgres_server)


WAYS: dict[str, Callable[[Member], Awaitable[object]]] = {
    "a group": lambda one: one.store.commit(change(1, table="t1")),
    "a large group": lambda one: one.store.commit(change(1, table="t1", snapshot="x" * (AT_HAND + 1))),
    "alone": lambda one: one.store.change_person(BOT, Person("p1", "Bea", "it", "{}")),
    "a channel": lambda one: one.store.put_channel(BOT, Channel("club", "it", "{}")),
    "a transaction": lambda one: one.store.put_link_code(BOT, "code", "p1", 1, 2),
    "register": lambda one: one.store.register(BOT, Account("web", "a"), Person("p2", "Bea", "it", "{}")),
    "upkeep": lambda one: one.store.upkeep(BOT, 10**15),
    "archiving": lambda one: one.store.archive(BOT, "t9", 1),
    "erasing": lambda one: one.store.forget(BOT, FORGETTING),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("is_open", [True, False])
def test_by_no_way_a_host_that_was_taken_for_dead_stores_anything(
    postgres_server: PostgresServer, way: str, is_open: bool
) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        late, heir = await late_and_heir(server, stack)
        await heir.leases.begin()
        if not is_open:
            await late.store._writer.hop(late.store._writer._drop)
        before = await whole(server)
        with pytest.raises(TakenForDead, match="try again"):
            await WAYS[way](late)
        assert await whole(server) == before

    run(work, postgres_server)


def test_a_group_waits_for_whoever_is_just_taking_its_host_for_dead(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        late, heir = await late_and_heir(server, stack)

        async def buries() -> bool:
            await heir.store._run("DELETE FROM running_hosts WHERE bot = :bot", {"bot": BOT})
            group = asyncio.create_task(late.store.commit(change(1, table="t1")))
            await asyncio.to_thread(wait_until_somebody_waits, postgres_server)
            waiting.append(group)
            return True

        waiting: list[asyncio.Task[object]] = []
        await heir.store._transaction(buries)
        with pytest.raises(TakenForDead):
            await waiting[0]
        assert [row.seq for row in await heir.store.log(BOT, "t1")] == [1]

    run(work, postgres_server)


def wait_until_somebody_waits(server: PostgresServer) -> None:
    while not server.ask("SELECT 1 FROM pg_locks WHERE NOT granted"):
        pass


def test_who_erases_sees_what_another_host_was_writing_when_it_began(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        here = await stack.enter_async_context(member(server))
        await here.leases.begin()
        await put_person(here.store, BOT, PERSON)
        with open_rows(server) as there:
            there.execute("BEGIN")
            there.execute(sql.PUT_ACCOUNT, {"bot": BOT, "platform": "telegram", "account": "42", "person": "p1"})
            erasing = asyncio.create_task(here.store.forget(BOT, FORGETTING))
            await asyncio.to_thread(wait_until_somebody_waits, postgres_server)
            there.execute("COMMIT")
        assert await erasing
        assert await here.store.accounts(BOT, "p1") == ()

    run(work, postgres_server)


def test_while_somebody_is_erased_no_host_is_taken_for_dead(postgres_server: PostgresServer) -> None:
    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        here, there = [await stack.enter_async_context(member(server)) for _ in range(2)]
        for one in (here, there):
            await one.leases.begin()

        async def erases() -> bool:
            await here.store._begin_erasing()
            for one in (here, there):
                await one.leases.beat()
            return True

        assert await here.store._transaction(erases)
        assert [len(one.numbers) for one in (here, there)] == [1, 1]

    run(work, postgres_server)


def test_what_another_servers_transactions_have_written_is_not_taken_for_new(postgres_server: PostgresServer) -> None:
    """As after a dump was brought to a new server, whose transactions are counted from the beginning."""

    async def work(server: ServerDatabase, stack: AsyncExitStack) -> None:
        here = await stack.enter_async_context(member(server))
        feed = PostgresFeed(server, BOT)
        stack.push_async_callback(feed.close)
        await here.store.commit(change(0, table="t1"))
        with open_rows(server) as connection:
            connection.execute("UPDATE log SET written = written + 1000000000")
        await feed.changes()
        await here.store.commit(change(0, table="t2"))
        assert await feed.changes() == (come("t2"),)
        assert await feed.changes() == ()

    run(work, postgres_server)
