"""What hosts tell each other through the database's server, which stores none of it."""

import asyncio

from bot.store.postgres_feed import PostgresFeed
from tests.host.test_door import BOT
from tests.postgres_server import PostgresServer


def test_what_one_host_tells_another_one_hears_once_and_no_other_bot(postgres_server: PostgresServer) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        here, there, foreign = PostgresFeed(database, BOT), PostgresFeed(database, BOT), PostgresFeed(database, "other")
        feeds = (here, there, foreign)
        try:
            for one in feeds:
                await one.changes()
            await here.tell('["phrase","t1","è"]')
            await here.tell("second")
            for one in feeds:
                await one.changes()
            assert there.words() == ('["phrase","t1","è"]', "second")
            assert here.words() == foreign.words() == there.words() == ()
        finally:
            for one in feeds:
                await one.close()

    asyncio.run(main())


def test_after_a_lost_connection_a_host_hears_again(postgres_server: PostgresServer) -> None:
    database = postgres_server.new_database()

    async def main() -> None:
        here, there = PostgresFeed(database, BOT), PostgresFeed(database, BOT)
        try:
            await here.changes()
            await there.changes()
            there._thread._drop()
            await there.changes()
            await here.tell("again")
            await there.changes()
            assert there.words() == ("again",)
        finally:
            await here.close()
            await there.close()

    asyncio.run(main())
