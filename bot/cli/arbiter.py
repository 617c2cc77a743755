"""`burraco db correct`: another result of a match, by whoever owns the host; the boards follow, also while it runs."""

import asyncio
from pathlib import Path

from bot.boards.boards import Boards
from bot.boards.match_names import find_match
from bot.boards.ports import ANNULLED, AS_PLAYED, OWNER
from bot.cli.output import Unusable
from bot.database_address import Database
from bot.host.ports import StoreError
from bot.store.board_rows import bots_of
from bot.store.store import open_database

WHOLE = {"annul": ANNULLED, "played": AS_PLAYED}


def correct(database: Database, match: str, result: str, reason: str, at: int) -> str:
    """What was done, in words. Raises `Unusable` for a match or a result that there is not, `StoreError`."""
    if isinstance(database, Path) and not database.exists():
        raise StoreError(f"there is no database {database}")
    if not reason.strip():
        raise Unusable("a correction needs a reason")
    return asyncio.run(_correct(database, match, result, " ".join(reason.split()), at))


async def _correct(database: Database, match: str, result: str, reason: str, at: int) -> str:
    store = await open_database(database, at, hosts=False)
    try:
        for bot in bots_of(database):
            found = await find_match(store, bot, match)
            if found is not None:
                row, revision = found
                totals = WHOLE.get(result.lower(), " ".join(result.upper().split()))
                correction = await Boards(store, bot).correct((row.subject.id, revision), totals, OWNER, reason, at)
                if correction is not None:
                    return f"{match}: {result} from now on ({reason})"
        raise Unusable(f"no match {match} has ended here; one is written as in a history, KBDF:212")
    except ValueError as error:
        raise Unusable(f"{match}: {error}") from None
    finally:
        await store.close()
