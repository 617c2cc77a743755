"""A process that archives every closed table until it is killed: `python -m tests.store.archiver DATABASE`.

It says on stdout, one line each, which table is archived.
"""

import asyncio
import sys

from bot.database_address import Database, parse_database
from bot.store.store import open_database
from tests.store.changes import BOT


async def work(database: Database) -> None:
    store = await open_database(database, at=1)
    for table in await store.closed_tables(BOT, 10**15, (-1, ""), 1000):
        if not table.archived and await store.archive(BOT, table.id, 1):
            print(table.id, flush=True)
    await store.close()


if __name__ == "__main__":
    asyncio.run(work(parse_database(sys.argv[1])))
