"""Who hosts a bot with a PostgreSQL database, and what each of them alone does: the rows of `bot.host.leases`.

All times are those of the database's clock. A host's number is that of the transaction with which it joined, so that
whoever joins later has a greater one.
"""

from collections.abc import Collection
from typing import Final

from bot.database_address import ServerDatabase
from bot.host.ports import Membership
from bot.store.postgres_connection import HOST, PostgresConnection, postgres_errors
from bot.store.postgres_thread import PostgresThread

_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

JOIN: Final = f"""
INSERT INTO running_hosts (bot, number, name, alive_until)
VALUES (:bot, CAST(CAST(pg_current_xact_id() AS text) AS bigint), :name, {_NOW} + :lasts)
RETURNING number
"""  # noqa: S608  the words are this file's own
STAY: Final = f"""
UPDATE running_hosts SET alive_until = {_NOW} + :lasts WHERE bot = :bot AND number = :number
RETURNING number
"""  # noqa: S608  the words are this file's own
BURY: Final = f"""
DELETE FROM running_hosts WHERE bot = :bot AND number IN (
    SELECT number FROM running_hosts WHERE bot = :bot AND number <> :number AND alive_until < {_NOW}
    FOR UPDATE SKIP LOCKED
)
"""  # noqa: S608  the words are this file's own
"""Waits for nobody: whoever writes at this moment has their row locked, and is cut off (`CUT_OFF`)."""
LATE: Final = f"number <> :number AND alive_until < {_NOW}"
CUT_OFF: Final = f"""
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND application_name IN (
    SELECT '{HOST}' || number FROM running_hosts WHERE bot = :bot AND {LATE}
)
"""  # noqa: S608  the words are this file's own
"""A host that was stopped in the middle of a transaction would keep what it has locked until it wakes."""
FREE: Final = """
DELETE FROM leases WHERE bot = :bot AND NOT EXISTS (
    SELECT 1 FROM running_hosts WHERE running_hosts.bot = leases.bot AND running_hosts.number = leases.number
)
"""
TAKE: Final = """
INSERT INTO leases (bot, lease, number) VALUES (:bot, :lease, :number)
ON CONFLICT DO NOTHING
"""
MEMBERS: Final = f"SELECT number, {LATE} FROM running_hosts WHERE bot = :bot ORDER BY number"  # noqa: S608
GIVE_BACK: Final = "DELETE FROM leases WHERE bot = :bot AND number = :number AND lease = :lease"
OWN_LEASES: Final = "SELECT lease FROM leases WHERE bot = :bot AND number = :number"
LEAVE: Final = "DELETE FROM running_hosts WHERE bot = :bot AND number = :number"

LAST_ALIVE: Final = "SELECT alive_at FROM hosts WHERE bot = :bot"
NOTE_ALIVE: Final = """
INSERT INTO hosts (bot, instance, alive_at)
VALUES (:bot, '', :at)
ON CONFLICT (bot) DO UPDATE SET instance = '', alive_at = greatest(hosts.alive_at, excluded.alive_at)
"""


class PostgresLeases:
    """A `bot.host.leases.LeaseRows` over a connection of its own, so that no long transaction delays a beat."""

    def __init__(self, server: ServerDatabase, bot: str, lasts: int) -> None:
        self._name = str(server)
        self._thread = PostgresThread(server)
        self._bot = bot
        self._lasts = lasts

    async def join(self, name: str) -> int:
        def work(connection: PostgresConnection) -> int:
            values = {"bot": self._bot, "name": name, "lasts": self._lasts}
            return int(connection.execute(JOIN, values).fetchall()[0][0])

        with postgres_errors(self._name):
            return await self._thread.do(work)

    async def beat(self, number: int, wanted: Collection[str], alive_at: int) -> Membership | None:
        with postgres_errors(self._name):
            return await self._thread.do(lambda connection: self._beat(connection, number, wanted, alive_at))

    def _beat(
        self, connection: PostgresConnection, number: int, wanted: Collection[str], alive_at: int
    ) -> Membership | None:
        values = {"bot": self._bot, "number": number}
        with connection.raw.transaction():
            if not connection.execute(STAY, {**values, "lasts": self._lasts}).fetchall():
                return None
            connection.execute(NOTE_ALIVE, {"bot": self._bot, "at": alive_at})
            connection.execute(BURY, values)
            connection.execute(FREE, {"bot": self._bot})
            connection.executemany(TAKE, [{**values, "lease": lease} for lease in sorted(wanted)])
            members = connection.execute(MEMBERS, values).fetchall()
            if any(is_late for _, is_late in members):
                connection.execute(CUT_OFF, values)
            leases = {str(one) for (one,) in connection.execute(OWN_LEASES, values).fetchall()}
            connection.executemany(GIVE_BACK, [{**values, "lease": lease} for lease in leases.difference(wanted)])
        return Membership(
            tuple(int(one) for one, is_late in members if not is_late), frozenset(leases.intersection(wanted))
        )

    async def last_alive(self) -> int:
        with postgres_errors(self._name):
            rows = await self._thread.do(
                lambda connection: connection.execute(LAST_ALIVE, {"bot": self._bot}).fetchall()
            )
        return int(rows[0][0]) if rows else 0

    async def leave(self, number: int) -> None:
        def work(connection: PostgresConnection) -> None:
            with connection.raw.transaction():
                connection.execute(LEAVE, {"bot": self._bot, "number": number})
                connection.execute(FREE, {"bot": self._bot})

        with postgres_errors(self._name):
            await self._thread.do(work)

    async def close(self) -> None:
        await self._thread.close()
