"""`burraco db correct`: another result of a match, by whoever owns the host; the boards follow, also while it runs."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.boards.boards import Boards
from bot.boards.match_names import find_match
from bot.boards.ports import ANNULLED, AS_PLAYED, OWNER, Key
from bot.cli.output import Unusable
from bot.database_address import Database
from bot.host.ports import Store, StoreError
from bot.store.board_rows import bots_of
from bot.store.connection import is_there
from bot.store.store import open_database

WHOLE = {"annul": ANNULLED, "played": AS_PLAYED}


def correct(database: Database, match: str, result: str, reason: str, at: int, bot: str = "") -> str:
    """What was done, in words. `bot`: whose match it is, "" for the only one that has such a match.

    Raises `Unusable` for a match or a result that there is not, or is of several bots, and `StoreError`.
    """
    if isinstance(database, Path) and not is_there(database):
        raise StoreError(f"there is no database {database}")
    if not reason.strip():
        raise Unusable("a correction needs a reason")
    return asyncio.run(_correct(database, match, result, " ".join(reason.split()), at, bot))


async def _correct(database: Database, match: str, result: str, reason: str, at: int, bot: str) -> str:
    store = await open_database(database, at, hosts=False)
    try:
        bots = bots_of(database)
        key = await _key(store, [bot] if bot else bots, match)
        totals = WHOLE.get(result.lower(), " ".join(result.upper().split()))
        if await Boards(store, key.bot).correct(key.match, totals, OWNER, reason, at) is None:
            raise _not_there(match)
        whose = f" of bot {key.bot}" if len(bots) > 1 else ""
        return f"{match}{whose}: {result} from now on ({reason})"
    except ValueError as error:
        raise Unusable(f"{match}: {error}") from None
    finally:
        await store.close()


@dataclass(frozen=True, slots=True)
class _Key:
    """A match of a bot."""

    bot: str
    match: Key


async def _key(store: Store, bots: Sequence[str], match: str) -> _Key:
    """The only match of these bots that is called so. Short names are a bot's own, so two may have the same."""
    found = {bot: await find_match(store, bot, match) for bot in bots}
    keys = [_Key(bot, (one[0].subject.id, one[1])) for bot, one in found.items() if one is not None]
    if len(keys) > 1:
        there = " and ".join(f"one of bot {one.bot}" for one in keys)
        raise Unusable(f"{match}: there is {there}; say whose with --bot NAME")
    if not keys:
        raise _not_there(match)
    return keys[0]


def _not_there(match: str) -> Unusable:
    return Unusable(f"no match {match} has ended here; one is written as in a history, KBDF:212")
