"""Who hosts a bot with a PostgreSQL database, and what each of them alone does: the rows of `bot.host.leases`.

All times are those of the database's clock. A host's number is that of the transaction with which it joined, so that
whoever joins later has a greater one.

Every statement is a transaction of its own, and none is sent in pieces: wherever a host is stopped, it keeps nothing
locked by its beat, and no other beat waits for it.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from psycopg import errors

from bot.database_address import ServerDatabase
from bot.host.ports import Membership
from bot.store.postgres_connection import HOST, PostgresConnection, postgres_errors
from bot.store.postgres_thread import PostgresThread

LOCK_WAIT: Final = 300  # milliseconds; what somebody has locked is left alone, and looked at again by the next beat

LONGEST_LIFE: Final = 20_000
"""Milliseconds. Whoever is said to live longer has died before the server's clock was set back."""

_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
IS_ALIVE: Final = f"alive_until BETWEEN {_NOW} AND {_NOW} + {LONGEST_LIFE}"

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
    SELECT number FROM running_hosts WHERE bot = :bot AND number <> :number AND NOT {IS_ALIVE}
    FOR UPDATE SKIP LOCKED
)
"""  # noqa: S608  the words are this file's own
"""Waits for nobody: whoever writes at this moment has their row locked, and is cut off (`CUT_OFF`)."""
LATE: Final = f"running_hosts.number <> :number AND NOT {IS_ALIVE}"
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
INSERT INTO leases (bot, lease, number)
SELECT bot, :lease, number FROM running_hosts WHERE bot = :bot AND number = :number FOR KEY SHARE
ON CONFLICT DO NOTHING
"""
STANDING: Final = f"""
SELECT running_hosts.number, {LATE}, coalesce(leases.lease, '')
FROM running_hosts LEFT JOIN leases ON leases.bot = running_hosts.bot AND leases.number = running_hosts.number
WHERE running_hosts.bot = :bot ORDER BY running_hosts.number
"""  # noqa: S608  the words are this file's own
"""Each host with each of its leases."""
LIVING: Final = f"""
SELECT leases.lease FROM leases JOIN running_hosts
ON running_hosts.bot = leases.bot AND running_hosts.number = leases.number
WHERE leases.bot = :bot AND {IS_ALIVE} ORDER BY leases.number
"""  # noqa: S608  the words are this file's own
"""What somebody who is alive has."""
GIVE_AWAY: Final = "DELETE FROM leases WHERE bot = :bot AND number = :number AND lease = :lease"
LEAVE: Final = "DELETE FROM running_hosts WHERE bot = :bot AND number = :number"

LAST_ALIVE: Final = f"SELECT least(alive_at, {_NOW}) FROM hosts WHERE bot = :bot"  # noqa: S608  the same
"""What is still to come a machine with a wrong clock has noted, or another server: nobody was there then."""
NOTE_FIRST: Final = (
    "INSERT INTO hosts (bot, instance, alive_at) VALUES (:bot, '', :at) ON CONFLICT DO NOTHING RETURNING 1"
)
NOTE_ALIVE: Final = f"""
UPDATE hosts SET instance = '', alive_at = greatest(least(alive_at, {_NOW}), :at) WHERE bot IN (
    SELECT bot FROM hosts WHERE bot = :bot FOR UPDATE SKIP LOCKED
) AND EXISTS (SELECT 1 FROM running_hosts WHERE bot = :bot AND number = :number)
RETURNING 1
"""  # noqa: S608  the words are this file's own
"""Where another host notes the same at this moment that will do. One that was taken for dead notes nothing."""


class _Standing(NamedTuple):
    """Who is there, who is so no more for long, who has which lease, and which are one's own."""

    members: tuple[int, ...]
    late: frozenset[int]
    holders: Mapping[str, int]
    own: frozenset[str]

    @classmethod
    def of(cls, rows: Iterable[tuple[int, bool, str]], number: object) -> "_Standing":
        found = [*rows]
        holders = {lease: one for one, is_late, lease in found if lease and not is_late}
        return cls(
            members=tuple(sorted({one for one, is_late, _ in found if not is_late})),
            late=frozenset(one for one, is_late, _ in found if is_late),
            holders=holders,
            own=frozenset(lease for lease, one in holders.items() if one == number),
        )

    def has_settled(self, wanted: Collection[str]) -> bool:
        """Whether there is nothing to bury, to give away or to take."""
        return not self.late and self.own.issubset(wanted) and self.holders.keys() >= set(wanted)

    def membership(self, wanted: Collection[str]) -> Membership:
        return Membership(self.members, self.own.intersection(wanted), self.holders)


class PostgresLeases:
    """A `bot.host.leases.LeaseRows` over a connection of its own, so that no long transaction delays a beat."""

    def __init__(self, server: ServerDatabase, bot: str, lasts: int) -> None:
        self._name = str(server)
        self._thread = PostgresThread(server, LOCK_WAIT)
        self._bot = bot
        self._lasts = lasts
        self._turn = asyncio.Lock()  # of who asks: not all is asked in the thread

    async def join(self, name: str) -> int:
        def work(connection: PostgresConnection) -> int:
            values = {"bot": self._bot, "name": name, "lasts": self._lasts}
            return int(connection.execute(JOIN, values).fetchall()[0][0])

        with postgres_errors(self._name):
            async with self._turn:
                return await self._thread.do(work)

    async def beat(self, number: int, wanted: Collection[str], alive_at: int) -> Membership | None:
        with postgres_errors(self._name):
            async with self._turn:
                if (found := await self._usual_beat(number, wanted, alive_at)) is not None:
                    return found
                return await self._thread.do(lambda connection: self._beat(connection, number, wanted, alive_at))

    async def _usual_beat(self, number: int, wanted: Collection[str], alive_at: int) -> Membership | None:
        """The beat of a host that is alive, has what it wants and nothing else, where nobody is late; else None.

        By one way to the server and back, for which no thread is woken.
        """
        values = {"bot": self._bot, "number": number}
        questions = [
            (STAY, {**values, "lasts": self._lasts}),
            (STANDING, values),
            (NOTE_ALIVE, {**values, "at": alive_at}),
        ]
        answers = await self._thread.ask(questions)
        if answers is None:
            return None
        stays, standing, note = answers
        is_noted = isinstance(note, errors.LockNotAvailable) or (not isinstance(note, Exception) and bool(note))
        if isinstance(stays, Exception) or isinstance(standing, Exception) or not stays or not is_noted:
            return None
        found = _Standing.of(standing, number)
        return found.membership(wanted) if found.has_settled(wanted) else None

    def _beat(
        self, connection: PostgresConnection, number: int, wanted: Collection[str], alive_at: int
    ) -> Membership | None:
        values = {"bot": self._bot, "number": number}
        if not connection.execute(STAY, {**values, "lasts": self._lasts}).fetchall():
            return None
        found = self._standing(connection, values)
        if not found.has_settled(wanted):
            with suppress(errors.LockNotAvailable):  # the next beat does it
                for lease in found.own.difference(wanted):
                    connection.execute(GIVE_AWAY, {**values, "lease": lease})
                self._take_over(connection, values, wanted)
            found = self._standing(connection, values)
        if found.late:
            connection.execute(CUT_OFF, values)
        with suppress(errors.LockNotAvailable):
            self._note_alive(connection, {**values, "at": alive_at})
        return found.membership(wanted)

    def _standing(self, connection: PostgresConnection, values: Mapping[str, object]) -> "_Standing":
        return _Standing.of(connection.execute(STANDING, values).fetchall(), values["number"])

    def _take_over(self, connection: PostgresConnection, values: Mapping[str, object], wanted: Collection[str]) -> None:
        connection.execute(BURY, values)
        connection.execute(FREE, {"bot": self._bot})
        for lease in sorted(wanted):
            connection.execute(TAKE, {**values, "lease": lease})

    def _note_alive(self, connection: PostgresConnection, values: Mapping[str, object]) -> None:
        if not connection.execute(NOTE_ALIVE, values).fetchall():
            connection.execute(NOTE_FIRST, values)

    async def last_alive(self) -> int:
        with postgres_errors(self._name):
            async with self._turn:
                rows = await self._thread.do(
                    lambda connection: connection.execute(LAST_ALIVE, {"bot": self._bot}).fetchall()
                )
        return int(rows[0][0]) if rows else 0

    async def leave(self, number: int) -> None:
        def work(connection: PostgresConnection) -> None:
            connection.execute(LEAVE, {"bot": self._bot, "number": number})
            with suppress(errors.LockNotAvailable):  # whoever wants it frees it
                connection.execute(FREE, {"bot": self._bot})

        with postgres_errors(self._name):
            async with self._turn:
                await self._thread.do(work)

    async def close(self) -> None:
        await self._thread.close()
