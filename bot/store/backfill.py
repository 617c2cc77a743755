"""Matches that ended before results said who sat where: their logs still do. Read and fixed while nobody hosts."""

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from bot.boards.ports import Key
from bot.database_address import Database
from bot.store.asking import Connection
from bot.store.database import open_rows
from bot.store.digests import RowKey, chain_anew, unfit
from bot.store.packing import whole_log
from bot.store.statements import LOG
from bot.tables.log import LogRow

OLDER: Final = """
SELECT bot, table_id, revision FROM results WHERE kind = 'match' AND players = '' ORDER BY bot, table_id, revision
"""
FILL: Final = """
UPDATE results SET players = :players
WHERE bot = :bot AND table_id = :table AND revision = :revision AND kind = 'match' AND players = ''
"""

Seats: TypeAlias = Callable[[list[LogRow]], str]
"""Who sat where by a log up to the end of a match, as `results` has it. Raises `ValueError` where it cannot say."""


def older_matches(database: Database) -> int:
    """How many there are. Raises `StoreError`."""
    with open_rows(database) as connection:
        return len(connection.execute(OLDER).fetchall())


def fill_older(database: Database, seats: Seats) -> tuple[int, list[tuple[Key, str]]]:
    """How many were fixed, each in a transaction of its own, and why the others cannot be. Raises `StoreError`."""
    filled, left = 0, []
    with open_rows(database) as connection:
        older = connection.execute(OLDER).fetchall()
        altered = unfit(connection) if older else frozenset()  # by somebody, before: they are not to fit afterwards
        for bot, table, revision in older:
            try:
                _fill(connection, {"bot": bot, "table": table, "revision": revision}, seats, altered)
                filled += 1
            except ValueError as error:
                left.append(((table, revision), str(error)))
    return filled, left


def _fill(connection: Connection, key: dict[str, object], seats: Seats, altered: Collection[RowKey]) -> None:
    rows = whole_log(connection.execute(LOG, {**key, "since": 0}))
    players = seats([row for row in rows if row.seq <= int(str(key["revision"]))])
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(FILL, {**key, "players": players})
        chain_anew(connection, str(key["bot"]), str(key["table"]), altered)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
