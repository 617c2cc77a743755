"""What others have committed since it was asked last, from a PostgreSQL database.

Each row of the log bears the number of its transaction. What is asked for begins at the oldest transaction that was
still under way the last time: so nothing is missed, whatever the order in which they end, and no clock is compared.
A dump that was brought to a new server has numbers which that one has not reached: those rows are not new.
"""

from typing import Final

from bot.database_address import ServerDatabase
from bot.host.ports import Rewritten, StoredRevision, Subject
from bot.store.postgres_connection import postgres_errors
from bot.store.postgres_thread import PostgresThread

SINCE: Final = """
SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint),
    recent.kind, recent.table_id, recent.seq, recent.rewritten
FROM (SELECT 1) AS one LEFT JOIN (
    SELECT tables.kind AS kind, found.table_id AS table_id, found.seq AS seq, 0 AS rewritten
    FROM (
        SELECT table_id, max(seq) AS seq FROM log
        WHERE bot = :bot AND written >= :since
            AND written < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)
        GROUP BY table_id
    ) AS found JOIN tables ON tables.bot = :bot AND tables.table_id = found.table_id
    UNION ALL
    SELECT tables.kind, rewritten.subject, 0, rewritten.written
    FROM rewritten LEFT JOIN tables ON tables.bot = :bot AND tables.table_id = rewritten.subject
    WHERE rewritten.bot = :bot AND rewritten.written >= :since
        AND rewritten.written < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)
) AS recent ON true
"""
NEVER_ASKED: Final = 2**62


class PostgresFeed:
    """A `bot.host.foreign_changes.Feed` over a connection of its own."""

    def __init__(self, server: ServerDatabase, bot: str) -> None:
        self._name = str(server)
        self._thread = PostgresThread(server)
        self._bot = bot
        self._since = NEVER_ASKED

    async def changes(self) -> tuple[StoredRevision | Rewritten, ...]:
        values = {"bot": self._bot, "since": self._since}
        with postgres_errors(self._name):
            rows = await self._thread.do(lambda connection: connection.execute(SINCE, values).fetchall())
        self._since = int(rows[0][0])
        return tuple(_change(*row) for _, *row in rows if row[1] is not None)

    async def close(self) -> None:
        await self._thread.close()


def _change(kind: str | None, id_: str, seq: int, rewritten: int) -> StoredRevision | Rewritten:
    if not rewritten:
        return StoredRevision(Subject(str(kind), id_), seq)
    return Rewritten(Subject(kind, id_) if kind is not None else None, rewritten)
