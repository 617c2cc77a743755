"""Archives: what was played at a table that closed long ago, taken out of its log and compressed; and put back.

All rows that are plays are taken out, except the last row of the log and those that results refer to. What stays says
who was there, which deals there were and how they ended: only somebody who wants the plays has to unpack. Archiving is
one transaction: nothing is deleted before the archive has been read back from the database and is complete. Only rows
whose digests fit are archived, for the archive keeps no digests: they are made again from the rows.
"""

import asyncio
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.database_address import Database
from bot.host.archiving import ClosedTable
from bot.host.ports import StoreError
from bot.store.asking import ONE_MOMENT, Asking, Connection
from bot.store.database import open_rows
from bot.store.digests import ARCHIVE, archive_digest, chain_digest, chained, chains_of
from bot.store.packing import Unpackable, actor_id, pack, unpack
from bot.tables.log import LogRow

_GO: Final = """
FROM log WHERE bot = :bot AND table_id = :table AND entry LIKE 'play %' AND seq < (
    SELECT revision FROM tables WHERE tables.bot = :bot AND tables.table_id = :table
) AND NOT EXISTS (
    SELECT 1 FROM results WHERE results.bot = :bot AND results.table_id = :table AND results.revision = log.seq
)
"""
TO_GO: Final = f"SELECT seq, action_id, actor, entry, logged_at {_GO} ORDER BY seq"
TAKE_OUT: Final = f"DELETE {_GO}"
LOG_ROWS: Final = """
SELECT bot, table_id, seq, action_id, actor, entry, logged_at, digest FROM log
WHERE bot = :bot AND table_id = :table ORDER BY seq
"""
RESULT_ROWS: Final = """
SELECT bot, table_id, revision, kind, number, record, totals, players FROM results
WHERE bot = :bot AND table_id = :table ORDER BY revision, place
"""
CLAIM: Final = """
UPDATE tables SET revision = revision
WHERE bot = :bot AND table_id = :table AND kind = 'table' AND phase = 'closed' AND NOT EXISTS (
    SELECT 1 FROM archives WHERE archives.bot = :bot AND archives.table_id = :table
)
RETURNING revision
"""
"""Changes nothing; but nobody else changes the table, or archives it, before this transaction ends."""
ADD: Final = """
INSERT INTO archives (bot, table_id, actors, row_count, archived_at, digest, content)
VALUES (:bot, :table, :actors, :count, :at, :digest, :content)
ON CONFLICT DO NOTHING
"""
DROP: Final = "DELETE FROM archives WHERE bot = :bot AND table_id = :table"
PUT_BACK: Final = """
INSERT INTO log (bot, table_id, seq, action_id, actor, entry, logged_at, digest)
VALUES (:bot, :table, :seq, :action_id, :actor, :entry, :at, :digest)
"""
CLOSED_TABLES: Final = """
SELECT table_id, updated_at, EXISTS (
    SELECT 1 FROM archives WHERE archives.bot = tables.bot AND archives.table_id = tables.table_id
) AS archived
FROM tables WHERE bot = :bot AND kind = 'table' AND phase = 'closed' AND updated_at <= :before
AND (updated_at, table_id) > (:at, :id) ORDER BY updated_at, table_id LIMIT :limit
"""
TO_MAKE: Final = """
SELECT bot, table_id FROM tables WHERE kind = 'table' AND phase = 'closed' AND updated_at <= :before AND NOT EXISTS (
    SELECT 1 FROM archives WHERE archives.bot = tables.bot AND archives.table_id = tables.table_id
) ORDER BY bot, table_id
"""
TABLES: Final = "SELECT table_id FROM archives WHERE bot = :bot ORDER BY table_id"


@dataclass(frozen=True, slots=True)
class NewArchive:
    """An archive as it is to be stored."""

    bot: str
    table: str
    rows: tuple[LogRow, ...]
    actors: str
    at: int
    content: bytes

    @property
    def key(self) -> dict[str, object]:
        return {"bot": self.bot, "table": self.table}


def archive_of(rows: Sequence[Any], results: Sequence[Any], at: int) -> NewArchive | None:
    """What to archive of a log, read by `LOG_ROWS` and `RESULT_ROWS`; None if there is nothing, or nothing may be.

    Rows that do not fit their digests stay as they are: somebody has altered them, and `burraco db check` says so.
    """
    before, plays = "", []
    referred = {row[2] for row in results}
    for row, text in chained(rows, results):
        before = chain_digest(before, text)
        if before != row[7]:
            return None
        if row[5].startswith("play ") and row[2] not in referred and row[2] != rows[-1][2]:
            plays.append(LogRow(*row[2:7]))
    if not plays:
        return None
    bot, table = rows[0][:2]
    return NewArchive(bot, table, tuple(plays), actors_of(plays), at, pack(plays))


def actors_of(rows: Sequence[LogRow]) -> str:
    """The ids of the people who acted, each once, with a space before and after each."""
    ids = sorted({actor_id(row.actor) for row in rows})
    return f" {' '.join(ids)} "


def put_away(connection: Connection, archive: NewArchive) -> bool:
    """Whether it is archived now, by this; only inside a transaction, which is to be taken back where it is not.

    The table may have been changed, archived or rewritten since it was read: then what it was made of is not there.
    """
    key = archive.key
    if not connection.execute(CLAIM, key).fetchall():
        return False
    count = len(archive.rows)
    digest = archive_digest(archive.bot, archive.table, archive.actors, count, archive.at, archive.content)
    values = {"actors": archive.actors, "count": count, "at": archive.at, "digest": digest}
    connection.execute(ADD, {**key, **values, "content": archive.content})
    *_, content = connection.execute(ARCHIVE, key).fetchone()
    there = tuple(LogRow(*row) for row in connection.execute(TO_GO, key))
    return unpack(content) == there and connection.execute(TAKE_OUT, key).rowcount == len(there)


def put_back(connection: Connection, bot: str, table: str) -> int:
    """The log is whole again; when it had been archived. Only inside a transaction. Raises `Unpackable`."""
    key = {"bot": bot, "table": table}
    _, _, at, _, content = connection.execute(ARCHIVE, key).fetchone()
    taken_out = {row.seq for row in unpack(content)}
    connection.executemany(PUT_BACK, [_values(row) for row, _ in chains_of(connection, key) if row[2] in taken_out])
    connection.execute(DROP, key)
    return int(at)


def archive_anew(connection: Connection, bot: str, table: str, at: int) -> None:
    """Archive again what was put back, with its present texts; if somebody had altered it, it stays in the log."""
    archive = _read_and_packed(connection, bot, table, at)
    if archive is not None and not put_away(connection, archive):
        raise StoreError(f"the archive of table {table} could not be written anew, so nothing was changed")


def archives_to_make(database: Database, before: int) -> Iterator[tuple[int, int]]:
    """The rows and bytes that would be archived of each table that closed by then. Raises `StoreError`."""
    with open_rows(database) as connection:
        connection.execute(ONE_MOMENT)
        for bot, table in connection.execute(TO_MAKE, {"before": before}).fetchall():
            archive = _read_and_packed(connection, bot, table, 0)
            if archive is not None:
                yield len(archive.rows), len(archive.content)


def _read_and_packed(connection: Connection, bot: str, table: str, at: int) -> NewArchive | None:
    key = {"bot": bot, "table": table}
    rows, results = (connection.execute(one, key).fetchall() for one in (LOG_ROWS, RESULT_ROWS))
    return archive_of(rows, results, at)


def holds(connection: Connection, bot: str, table: str, words: Collection[str]) -> bool:
    """Whether any of these stands in what is archived of a table. Raises `Unpackable`."""
    *_, content = connection.execute(ARCHIVE, {"bot": bot, "table": table}).fetchone()
    text = "\n".join([f"{row.action_id}\n{row.actor}\n{row.entry}" for row in unpack(content)])
    return any(word in text for word in words)


def damaged(name: str, table: str) -> StoreError:
    return StoreError(f"{name}: the archive of table {table} cannot be unpacked: see `burraco db check`")


def _values(row: Sequence[Any]) -> dict[str, object]:
    names = ("bot", "table", "seq", "action_id", "actor", "entry", "at", "digest")
    return dict(zip(names, row, strict=True))


class ArchiveRows(Asking):
    """A `bot.host.archiving.ArchiveStore`."""

    async def closed_tables(self, bot: str, before: int, after: tuple[int, str], limit: int) -> tuple[ClosedTable, ...]:
        values = {"bot": bot, "before": before, "at": after[0], "id": after[1], "limit": limit}
        rows = await self._read(CLOSED_TABLES, values)
        return tuple(ClosedTable(id_, at, bool(archived)) for id_, at, archived in rows)

    async def archive(self, bot: str, table: str, at: int) -> int:
        archive = await self._packed(bot, table, at)
        if archive is None:
            return 0

        async def apply() -> bool | None:
            return await self._do(lambda connection: put_away(connection, archive)) or None

        return len(archive.rows) if await self._transaction(apply) else 0

    async def give_back(self) -> None:
        await self._clear()  # who freed it waits for it, and is told why not

    async def _packed(self, bot: str, table: str, at: int) -> NewArchive | None:
        """Read and pack the rows before the transaction, so that nobody waits for that."""
        key = {"bot": bot, "table": table}
        rows, results = await self._read(LOG_ROWS, key), await self._read(RESULT_ROWS, key)
        return await asyncio.to_thread(archive_of, rows, results, at)

    async def _put_back(self, bot: str, table: str) -> None:
        """Put an archived table's rows back, for somebody changes it; another may have done so. Raises `StoreError`."""

        def work(connection: Connection) -> bool | None:
            if not connection.execute(ARCHIVE, {"bot": bot, "table": table}).fetchall():
                return None
            put_back(connection, bot, table)
            return True

        async def apply() -> bool | None:
            return await self._do(work)

        try:
            await self._transaction(apply)
        except Unpackable:
            raise damaged(self.name, table) from None
