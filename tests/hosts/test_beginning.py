"""A host that begins beside others, which go on writing."""

import asyncio

from bot.cli.run import _looked_at
from bot.store.database import open_rows
from bot.store.verified import states
from tests.host.test_door import world
from tests.postgres_server import PostgresServer


def test_a_host_begins_also_where_another_one_keeps_a_table_locked(postgres_server: PostgresServer) -> None:
    database = postgres_server.new_database()

    async def opened() -> None:
        async with world(database) as here:
            await here.open()

    asyncio.run(opened())
    with open_rows(database) as other:
        other.execute("BEGIN")
        other.execute("UPDATE tables SET phase = phase")
        _looked_at(database)
        assert not states(database).unchanged  # it is looked at again by the next start
        other.execute("ROLLBACK")
