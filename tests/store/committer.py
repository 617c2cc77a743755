"""A process that changes a table until it is killed: `python -m tests.store.committer FILE NAME`.

It says on stdout, one line each, which action was committed as which revision. Action number n is the same after every
start, and the first one is whichever may have been under way when it was killed: `python … FILE NAME n`.
"""

import asyncio
import sys

from bot.database_address import Database, parse_database
from bot.host.ports import AlreadyDone, Committed, LabelTaken, Letter, Result, Stale
from bot.store.store import open_database
from bot.tables.timers import Due
from tests.store.changes import change


async def work(database: Database, name: str, number: int) -> None:
    store = await open_database(database, at=1)
    revision = 0
    while True:
        after = revision + 1
        outcome = await store.commit(
            change(
                revision,
                f"{name} {number}",
                dues=(Due("turn", after),),
                letters=(Letter("N", "hand"), Letter("club", "board")),
                results=(Result("deal", after, "[BRN]", "{}"),),
            )
        )
        match outcome:
            case Stale(now):
                revision = now
            case Committed(now) | AlreadyDone(now):
                print(number, now, flush=True)
                revision = max(revision, now)
                number += 1
            case LabelTaken():
                raise AssertionError(outcome)


if __name__ == "__main__":
    asyncio.run(work(parse_database(sys.argv[1]), sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 1))
