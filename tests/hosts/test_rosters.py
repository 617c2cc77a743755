"""The bots that were added, at hosts beside others: none keeps another waiting, and each gives back what it had."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.cli.cohosting import Cohosting, cohosting
from bot.cli.keeping import Work
from bot.cli.platforms import Chats
from bot.cli.roster import Roster
from bot.cli.run import no_page, now
from bot.cli.served_bot import ServedBot, Shared
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.database_address import ServerDatabase
from bot.host.analyses import Analyses
from bot.host.computers import ComputerPlayers
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT, BotToken, HostedBot
from bot.host.leases import CLUBS
from bot.host.ports import StoreError
from bot.host.wallclock import WallClock
from bot.metrics import Metrics
from bot.painting import Painter
from bot.store.store import open_database
from bot.store.writing import WritingStore
from tests.cli.test_keeping import Stumbles
from tests.postgres_server import PostgresServer

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's
PATIENCE = 20.0  # seconds
BAR = HostedBot("bar", "", "", (), 1, (BotToken("telegram", "2234567890", "", f"2{TOKEN[1:]}", 1),))
CIRCOLO = HostedBot("circolo", "it", "", (), 1, (BotToken("telegram", "1234567890", "", TOKEN, 1),))

OpenPage = Callable[[ServedBot, AsyncExitStack], Awaitable[dict[str, Work]]]


@pytest.fixture(autouse=True)
def settings(clean_settings: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nobody answers where the platforms should be."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURRACO_TELEGRAM_API", "http://127.0.0.1:9")


@dataclass(frozen=True)
class Here:
    """One of several hosts."""

    store: WritingStore
    others: Cohosting
    roster: Roster

    async def serves(self, *bots: str) -> None:
        """Until these bots are served, and no others; what was asked of the roster is looked at as a host does."""
        async with asyncio.timeout(PATIENCE):
            while set(self.roster.served) != set(bots):
                await self.roster.look()

    async def is_without(self, lease: str) -> None:
        """Until it has no longer this lease."""
        async with asyncio.timeout(PATIENCE):
            while self.others.leases.holds(lease):  # noqa: ASYNC110  a lease tells nobody
                await asyncio.sleep(0.05)


async def beats(others: Cohosting) -> None:
    while True:
        await others.beat()
        await asyncio.sleep(0.2)


@asynccontextmanager
async def one_of_several(database: ServerDatabase, open_page: OpenPage = no_page) -> AsyncIterator[Here]:
    """A host whose roster looks when it is told to."""
    store = await open_database(database, 1)
    try:
        async with hosting(store, open_page) as found:
            yield found
    finally:
        await store.close()


@asynccontextmanager
async def hosting(store: WritingStore, open_page: OpenPage) -> AsyncIterator[Here]:
    clock, thinking, painter = WallClock(now), ComputerPlayers(), Painter()
    health, analyses = Health(clock), Analyses(thinking.look_at, thinking.plays_on)
    shared = Shared(store, clock, Metrics(lambda: 0), health, thinking, analyses, painter)
    heartbeat = Heartbeat(store, BOT, "test", clock, health)
    async with cohosting(store, BOT, (), clock, health, heartbeat, lambda: False) as others:
        await others.begin()
        beating = asyncio.create_task(beats(others))
        roster = Roster(load(Configuration), shared, others, Stumbles(), lambda _hook: None, open_page)
        try:
            yield Here(store, others, roster)
        finally:
            await roster.stop()
            beating.cancel()
            thinking.close()
            painter.close()


@asynccontextmanager
async def told_by(host: Here, bot: HostedBot) -> AsyncIterator[None]:
    """This host has begun with a bot, and tells its tables for how long nobody was there."""
    await host.store.put_bot(bot)
    others = host.others.beside(bot.name, ("telegram",))
    await others.begin()
    assert others.is_first
    try:
        yield
    finally:
        await others.end()


def test_a_bot_that_waits_for_another_host_keeps_no_other_bot_waiting(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with one_of_several(database) as first, one_of_several(database) as second, told_by(first, BAR):
            await second.store.put_bot(CIRCOLO)
            await second.serves(CIRCOLO.name)
            await second.store.drop_tokens(CIRCOLO.name, ("telegram",), now())
            await second.serves()
            await first.store.note_seen((BAR.name,), now())
            await second.serves(BAR.name)

    asyncio.run(main())


def test_a_bot_that_waits_for_another_host_takes_over_where_that_ends(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with one_of_several(database) as first, one_of_several(database) as second:
            async with told_by(first, BAR):
                await second.roster.look()
                assert second.roster.served == ()
            await second.serves(BAR.name)
            assert second.others.leases.holds(f"{BAR.name}/{CLUBS}")

    asyncio.run(main())


def test_a_bot_that_is_removed_while_it_waits_is_waited_for_no_more(postgres_server: PostgresServer) -> None:
    async def main() -> None:
        database = postgres_server.new_database()
        async with one_of_several(database) as first, one_of_several(database) as second:
            async with told_by(first, BAR):
                await second.roster.look()
                await second.store.drop_tokens(BAR.name, ("telegram",), now())
                await second.roster.look()
            await asyncio.sleep(1)  # in which the lease would have been taken
            assert not second.others.leases.holds(f"{BAR.name}/{CLUBS}")
            assert second.roster.served == ()

    asyncio.run(main())


def test_a_bot_whose_page_cannot_be_closed_gives_its_leases_back(postgres_server: PostgresServer) -> None:
    async def stuck() -> None:
        raise OSError("the page cannot be closed")

    async def page_that_stays(_bot: ServedBot, stack: AsyncExitStack) -> dict[str, Work]:
        stack.push_async_callback(stuck)
        return {}

    async def main() -> None:
        async with one_of_several(postgres_server.new_database(), page_that_stays) as here:
            await here.store.put_bot(BAR)
            await here.serves(BAR.name)
            await here.store.drop_tokens(BAR.name, ("telegram",), now())
            with pytest.raises(OSError, match="cannot be closed"):
                await here.roster.look()
            await here.is_without(f"{BAR.name}/{CLUBS}")

    asyncio.run(main())


def test_a_bot_whose_last_letters_cannot_be_sent_is_ended_all_the_same(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_chats: Chats) -> None:
        raise StoreError("nothing can be stored")

    async def main() -> None:
        async with one_of_several(postgres_server.new_database()) as here:
            await here.store.put_bot(BAR)
            await here.serves(BAR.name)
            await here.store.drop_tokens(BAR.name, ("telegram",), now())
            monkeypatch.setattr(Chats, "end", fails)
            with pytest.raises(StoreError, match="nothing can be stored"):
                await here.roster.look()
            await here.is_without(f"{BAR.name}/{CLUBS}")

    asyncio.run(main())
