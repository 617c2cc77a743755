"""`burraco db check --rebuild`: counts every match anew, also those that ended before results said who sat where."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.boards.boards import Boards
from bot.boards.ports import Tally
from bot.cli.output import plain
from bot.database_address import Database
from bot.host.door import players
from bot.store.backfill import fill_older
from bot.store.board_rows import bots_of
from bot.store.store import only_host_with, open_database
from bot.tables.log import LogRow, fold

LISTED_MOST: Final = 50  # matches that are named


def rebuild(database: Database, at: int) -> None:
    """Print what was done. Raises `StoreError`, also where a host is running: it would go on with its old sums."""
    with only_host_with(database):
        filled, left = fill_older(database, seats_of)
        if filled:
            print(f"{'older':<11} {filled} matches counted by their logs")
        for (table, revision), words in left:
            print(f"{'older':<11} match {revision} of table {plain(table)} cannot be counted: {plain(words)}")
        asyncio.run(_count(database, at))


async def _count(database: Database, at: int) -> None:
    store = await open_database(database, at)
    try:
        for bot in bots_of(database):
            before = {one.key: one for one in await store.tallies(bot, 0)}
            await Boards(store, bot).rebuild()
            after = {one.key: one for one in await store.tallies(bot, 0)}
            changed = [key for key in after if key not in before or _comparable(before[key]) != _comparable(after[key])]
            missing = [key for key in before if key not in after]
            for (table, revision), words in [
                *[(key, "is counted otherwise now" if key in before else "is counted now") for key in changed],
                *[(key, "is no longer counted") for key in missing],
            ][:LISTED_MOST]:
                print(f"{'rebuilt':<11} {plain(table)}:{revision} of bot {plain(bot)} {words}")
            count = len(before.keys() | after.keys())
            print(f"{'rebuilt':<11} {len(changed) + len(missing)} of {count} matches of bot {plain(bot)} changed")
    finally:
        await store.close()


def _comparable(one: Tally) -> tuple[str, int, str, tuple[str, ...]]:
    return one.facts, one.ended_at, one.channel, one.mirrors


def seats_of(rows: Sequence[LogRow]) -> str:
    """Who sat where at the end of each deal, by the log up to the end of a match. Raises `ValueError`."""
    table = fold(rows)
    if not table.seatings:
        raise ValueError("its log tells of no deal")
    return players(table, table.seatings)
