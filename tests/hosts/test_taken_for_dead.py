"""A host that was taken for dead while it slept leaves what somebody writes in a chat to who has the chat now."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from telegram import Bot, Update

from bot.adapters.telegram import polling
from bot.adapters.telegram.polling import poll
from bot.adapters.telegram.request import Request
from bot.host.leases import LASTS
from bot.host.ports import Account, Person, StoreError, TakenForDead
from bot.requests.answer import Answer
from bot.requests.request_context import RequestContext
from bot.requests.service import Service
from bot.requests.table_commands import Do
from bot.store.postgres_connection import Fence
from bot.store.postgres_leases import PostgresLeases
from tests.host.test_door import BOT, World, world
from tests.hosts.network import network
from tests.loopback.telegram import Telegram, serve
from tests.postgres_server import PostgresServer
from tests.tables.playing import BRUNO

LINE = "join"


def test_a_line_that_a_woken_host_could_not_store_stays_for_the_next_one(postgres_server: PostgresServer) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        rows = PostgresLeases(database, BOT, LASTS)
        async with world(database) as late, world(database) as heir, serve() as telegram:
            await late.open()
            await late.store.register(BOT, Account("telegram", "1"), Person(BRUNO.id, BRUNO.name, "it"))
            number = await rows.join("late")
            await rows.leave(number)  # as another host would do for it
            store: Any = late.store
            store.fence(Fence(BOT, number))
            person = telegram.user("Bruno", language="it")
            person.writes(LINE)
            refusals = list[TakenForDead]()
            woken = asyncio.create_task(_polls(telegram, _joins(late, refusals)))
            await telegram.until(lambda: bool(refusals) or not telegram.updates.pending)
            woken.cancel()  # as it finds out that it has no lease
            await asyncio.gather(woken, return_exceptions=True)
            assert len(telegram.updates.pending) == 1
            follower = asyncio.create_task(_polls(telegram, _joins(heir, refusals)))
            await telegram.until(lambda: not telegram.updates.pending)
            follower.cancel()
            await asyncio.gather(follower, return_exceptions=True)
            assert (await heir.table()).seat_of(BRUNO.id)
            assert sum("join" in one.entry for one in await heir.store.log(BOT, "t1")) == 1
        await rows.close()

    asyncio.run(main())


def test_a_line_that_a_woken_host_finds_no_database_for_stays_for_the_next_one(
    postgres_server: PostgresServer,
) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        async with (
            network(database, postgres_server.folder) as (way, address),
            world(address) as late,
            world(database) as heir,
            serve() as telegram,
        ):
            await late.open()
            await late.store.register(BOT, Account("telegram", "1"), Person(BRUNO.id, BRUNO.name, "it"))
            way.cut()  # as its connections are ended by who took over
            person = telegram.user("Bruno", language="it")
            person.writes(LINE)
            refusals, answers = list[StoreError](), list[Answer]()
            woken = asyncio.create_task(_polls(telegram, _asks(late, refusals, answers)))
            await telegram.until(lambda: bool(refusals) or not telegram.updates.pending)
            woken.cancel()
            await asyncio.gather(woken, return_exceptions=True)
            assert (len(telegram.updates.pending), answers) == (1, [])
            follower = asyncio.create_task(_polls(telegram, _asks(heir, refusals, answers)))
            await telegram.until(lambda: not telegram.updates.pending)
            follower.cancel()
            await asyncio.gather(follower, return_exceptions=True)
            assert [one.done for one in answers] == [True]
            assert (await heir.table()).seat_of(BRUNO.id)
            way.mend()

    asyncio.run(main())


def _asks(here: World, refusals: list[StoreError], answers: list[Answer]) -> Callable[[Update], Awaitable[None]]:
    """The same as a chat's request, of a host that others may have taken for dead."""
    service = Service(here.door, here.store, BOT)
    service.note_others(lambda: True)

    async def take(update: Update) -> None:
        assert update.message is not None
        assert update.message.text is not None
        context = RequestContext("telegram", known_as=BRUNO.id, comes_again=True)
        try:
            request = Do("t1", update.message.text, f"m{update.update_id}")
            answers.append(await service.carry_out(context, request))
        except StoreError as error:
            refusals.append(error)
            raise

    return take


def _joins(here: World, refusals: list[TakenForDead]) -> Callable[[Update], Awaitable[None]]:
    """Does what is written, by the update's own name, whatever is answered."""
    service = Service(here.door, here.store, BOT)

    async def take(update: Update) -> None:
        assert update.message is not None
        assert update.message.text is not None
        try:
            await service.do(BRUNO.id, Do("t1", update.message.text, f"m{update.update_id}"))
        except TakenForDead as error:
            refusals.append(error)
            raise

    return take


async def _polls(telegram: Telegram, take: Callable[[Update], Awaitable[None]]) -> None:
    bot = Bot(
        telegram.token,
        base_url=f"{telegram.root}/bot",
        request=Request(4, 20.0),
        get_updates_request=Request(1, polling.LONG),
    )
    await bot.initialize()
    try:
        await poll(bot, take)
    finally:
        await bot.shutdown()
