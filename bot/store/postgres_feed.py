"""What others have committed since it was asked last, from a PostgreSQL database.

Each row of the log bears the number of its transaction. What is asked for begins at the oldest transaction that was
still under way the last time: so nothing is missed, whatever the order in which they end, and no clock is compared.
A dump that was brought to a new server has numbers which that one has not reached: those rows are not new.

The numbers are those of one server. One that has taken over may begin lower than the one before had come, and may lack
its last changes; so after each new connection it is said that there is a gap, and what stands where can be asked.

What hosts tell each other beside that is stored nowhere: it comes as a notification of the server, with the answer to
the next question.
"""

import asyncio
from collections import deque
from collections.abc import Collection
from typing import Any, Final

from psycopg import Notify

from bot.database_address import ServerDatabase
from bot.host.ports import CHANNEL, Gap, Resettled, Rewritten, StoredRevision, Subject
from bot.store.postgres_connection import PostgresConnection, postgres_errors
from bot.store.postgres_thread import PostgresThread

SINCE: Final = """
SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint),
    coalesce((SELECT written FROM rewritten WHERE bot = :bot AND subject = ''), 0),
    recent.kind, recent.table_id, recent.seq, recent.rewritten, recent.is_play
FROM (SELECT 1) AS one LEFT JOIN (
    SELECT tables.kind AS kind, found.table_id AS table_id, found.seq AS seq, 0 AS rewritten,
        found.is_play AND tables.phase = 'playing' AS is_play
    FROM (
        SELECT table_id, max(seq) AS seq, bool_and(strpos(entry, 'play ') = 1) AS is_play FROM log
        WHERE bot = :bot AND written >= :since
            AND written < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)
        GROUP BY table_id
    ) AS found JOIN tables ON tables.bot = :bot AND tables.table_id = found.table_id
    UNION ALL
    SELECT tables.kind, rewritten.subject, 0, rewritten.written, false
    FROM rewritten LEFT JOIN tables ON tables.bot = :bot AND tables.table_id = rewritten.subject
    WHERE rewritten.bot = :bot AND rewritten.written >= :since
        AND rewritten.written < CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)
) AS recent ON true
"""
STANDING: Final = """
SELECT kind, table_id, revision, 0, false FROM tables WHERE bot = :bot AND table_id = ANY(:ids)
UNION ALL
SELECT tables.kind, rewritten.subject, 0, rewritten.written, false
FROM rewritten LEFT JOIN tables ON tables.bot = :bot AND tables.table_id = rewritten.subject
WHERE rewritten.bot = :bot AND (rewritten.subject = '' OR rewritten.subject = ANY(:ids))
"""
NEVER_ASKED: Final = 2**62
TALK: Final = "burraco_talk"  # the channel of notifications


class PostgresFeed:
    """A `bot.host.foreign_changes.Feed` over a connection of its own."""

    def __init__(self, server: ServerDatabase, bot: str) -> None:
        self._name = str(server)
        self._thread = PostgresThread(server)
        self._bot = bot
        self._since = NEVER_ASKED
        self._forgetting = 0
        self._listening: PostgresConnection | None = None
        self._last_way: PostgresConnection | None = None  # by which changes were asked for last
        self._words: deque[str] = deque()  # the thread adds to it
        self._turn = asyncio.Lock()  # of who asks: not all is asked in the thread

    async def changes(self) -> tuple[StoredRevision | Rewritten | Resettled | Gap, ...]:
        with postgres_errors(self._name):
            async with self._turn:
                connection, rows = await self._changed()
        is_gap = self._last_way not in (None, connection)
        self._last_way, self._since, self._forgetting = connection, int(rows[0][0]), int(rows[0][1])
        if is_gap:
            return (Gap(),)
        return tuple(_change(*row) for _, _, *row in rows if row[2] is not None)

    async def _changed(self) -> tuple[PostgresConnection, list[Any]]:
        """As `_rows`; where the connection is as it was, without the thread."""
        connection = self._thread.idle
        if connection is not None and connection is self._last_way:
            answers = await self._thread.ask([(SINCE, {"bot": self._bot, "since": self._since})])
            if answers is not None and not isinstance(answers[0], Exception):
                return connection, answers[0]
        return await self._thread.do(self._rows)

    def _rows(self, connection: PostgresConnection) -> tuple[PostgresConnection, list[Any]]:
        """What is new, and by which connection that was asked; of a new one nothing but from when on it is known."""
        since = self._since if connection is self._last_way else NEVER_ASKED
        return connection, self._listen(connection).execute(SINCE, {"bot": self._bot, "since": since}).fetchall()

    async def standing(self, ids: Collection[str]) -> tuple[StoredRevision | Rewritten | Resettled, ...]:
        values = {"bot": self._bot, "ids": list(ids)}
        with postgres_errors(self._name):
            async with self._turn:
                rows = await self._thread.do(lambda connection: connection.execute(STANDING, values).fetchall())
        return tuple(_change(*row) for row in rows)

    @property
    def forgetting(self) -> int:
        return self._forgetting

    def words(self) -> tuple[str, ...]:
        found = []
        while self._words:
            found.append(self._words.popleft())
        return tuple(found)

    async def tell(self, text: str) -> None:
        values = {"channel": TALK, "text": f"{self._bot} {text}"}
        with postgres_errors(self._name):
            async with self._turn:
                await self._thread.do(
                    lambda connection: self._listen(connection).execute("SELECT pg_notify(:channel, :text)", values)
                )

    def _listen(self, connection: PostgresConnection) -> PostgresConnection:
        """The same connection, which hears what others tell; only in its thread."""
        if connection is not self._listening:
            connection.raw.add_notify_handler(self._note)
            connection.execute(f"LISTEN {TALK}")
            self._listening = connection
        return connection

    def _note(self, notification: Notify) -> None:
        """Called in the thread, with the answer to whatever was asked; what was told here is known."""
        bot, _, text = notification.payload.partition(" ")
        connection = self._listening
        if bot == self._bot and connection is not None and notification.pid != connection.raw.info.backend_pid:
            self._words.append(text)

    async def close(self) -> None:
        await self._thread.close()


def _change(
    kind: str | None, id_: str, seq: int, rewritten: int, is_play: bool
) -> StoredRevision | Rewritten | Resettled:
    if not rewritten:
        return StoredRevision(Subject(str(kind), id_), seq, is_play)
    if id_.startswith(CHANNEL):
        return Resettled(id_.removeprefix(CHANNEL), rewritten)
    return Rewritten(Subject(kind, id_) if kind is not None else None, rewritten)
