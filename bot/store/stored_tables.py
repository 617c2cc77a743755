"""Each stored table with its log and what is derived from that, to be compared: for `burraco db check`."""

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass
from typing import Final

from bot.database_address import Database
from bot.host.ports import DueRow, Result, Stored, Subject
from bot.store import statements as sql
from bot.store.asking import ONE_MOMENT, Connection
from bot.store.database import open_rows
from bot.store.digests import Key
from bot.store.packing import Unpackable, whole_log
from bot.tables.log import LogRow

ALL: Final = """
SELECT bot, kind, table_id, code, channel, phase, revision, snapshot, updated_at FROM tables ORDER BY bot, table_id
"""
RESULTS: Final = """
SELECT revision, kind, number, record, totals, players FROM results
WHERE bot = :bot AND table_id = :table ORDER BY revision, place
"""
DUES: Final = "SELECT kind, due_at FROM due WHERE bot = :bot AND table_id = :table ORDER BY kind"


@dataclass(frozen=True, slots=True)
class Whole:
    """All of a table. `results`: each with its revision."""

    stored: Stored
    rows: tuple[LogRow, ...]
    due: tuple[DueRow, ...]
    results: tuple[tuple[int, Result], ...]


def stored_tables(database: Database, but: Collection[Key] = ()) -> Generator[Whole, None, None]:
    """Every table of every bot, `but` these, at one moment. Raises `StoreError`."""
    with open_rows(database) as connection:
        connection.execute(ONE_MOMENT)
        for row in connection.execute(ALL).fetchall():
            bot, kind, id_, *rest = row
            if (bot, id_) in but:
                continue
            stored = Stored(bot, Subject(kind, id_), *rest)
            key = {"bot": bot, "table": id_}
            yield Whole(
                stored,
                _log(connection, key),
                tuple(DueRow(stored.subject, *one) for one in connection.execute(DUES, key)),
                tuple((revision, Result(*one)) for revision, *one in connection.execute(RESULTS, key)),
            )


def _log(connection: Connection, key: Mapping[str, object]) -> tuple[LogRow, ...]:
    """Without what cannot be unpacked: its digest tells, and so does the gap."""
    found = connection.execute(sql.LOG, {**key, "since": 0}).fetchall()
    try:
        return whole_log(found)
    except Unpackable:
        return whole_log(row for row in found if row[-1] is None)
