"""The store in a PostgreSQL database, through psycopg: one connection that writes, one that reads.

Several programs may write. What decides between them are the database's own constraints: a change counts at the
revision it names, an action id once, a short name is one table's, tallies and corrections have one number each. A
change is written at READ COMMITTED, where each statement sees what others have just committed; what reads first and
then writes is SERIALIZABLE, and is done again where others were quicker.

A connection that is lost before a commit has changed nothing. One that is lost at a commit leaves it uncertain: then
nothing is written until a new connection has waited for everybody who was still writing, so that whatever was under way
has happened or never will.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from typing import Final, TypeAlias, TypeVar

from bot.database_address import ServerDatabase
from bot.host.notes import HOSTED_IN
from bot.host.ports import CHANNEL, NEVER, AlreadyDone, Change, Channel, LabelTaken, Outdated, Stale, StoreError
from bot.store import statements as sql
from bot.store.asking import Connection, Rows
from bot.store.groups import BRIEFLY
from bot.store.postgres_connection import Fence, PostgresConnection, postgres_errors
from bot.store.postgres_dialect import SINCE_FORGOTTEN
from bot.store.postgres_leases import LIVING
from bot.store.postgres_thread import LAST_WAIT, PostgresGroup, PostgresReads, PostgresThread, alone, commit
from bot.store.postgres_upgrade import upgrade_postgres
from bot.store.rows import channel_values
from bot.store.writing import WritingStore

LOG: Final = logging.getLogger(__name__)
BEGIN: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"
_ALL_BUT_HOSTS: Final = """
tables, log, due, outbox, results, drafts, people, accounts, link_codes, channels, corrections, tallies, invitations,
    commitments, openings, notes, archives, bots, tokens
"""
WAIT_FOR_WRITERS: Final = f"LOCK TABLE hosts, {_ALL_BUT_HOSTS} IN SHARE ROW EXCLUSIVE MODE"
"""Whoever has it knows that nothing is under way, and that nobody begins."""
KEEP_WRITERS_OUT: Final = f"LOCK TABLE {_ALL_BUT_HOSTS} IN SHARE ROW EXCLUSIVE MODE"
"""The same for as long as an erasure takes, in which hosts must be able to say that they are alive."""
LONGEST_REWRITING: Final = 300_000
"""Milliseconds in which an erasure may ask nothing: it looks at every row that there is, and tells whole logs anew.

600,000 rows take 17 s. No more than that, since a host that is stopped within it keeps all others waiting."""
REWRITTEN: Final = """
tables log archives due outbox drafts results corrections tallies people accounts link_codes channels notes
"""
NOTE_REWRITTEN: Final = """
INSERT INTO rewritten (bot, subject, written)
VALUES (:bot, :subject, CAST(CAST(pg_current_xact_id() AS text) AS bigint))
ON CONFLICT (bot, subject) DO UPDATE SET written = excluded.written
"""

FORGOTTEN_SINCE: Final = f"""
SELECT 1 FROM rewritten WHERE bot = :bot AND subject = '' AND {SINCE_FORGOTTEN}
"""  # noqa: S608  the words are this program's own
LAST_FORGOTTEN: Final = "SELECT written FROM rewritten WHERE bot = :bot AND subject = ''"

PLACE: Final = """
SELECT CAST(system_identifier AS text) || ' ' || CAST(oid AS text)
FROM pg_control_system(), pg_database WHERE datname = current_database()
"""
"""Which database of which server it is: a standby that has taken over says the same, what a dump was put into not."""
TIME: Final = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"

MakeThread: TypeAlias = Callable[[ServerDatabase], PostgresThread]
"""Makes a connection with a thread of its own."""

T = TypeVar("T")


async def open_postgres_store(server: ServerDatabase, at: int) -> "PostgresStore":
    """The store in this database, which is brought to this version first. Raises `StoreError`."""
    await asyncio.to_thread(upgrade_postgres, server, at)
    return PostgresStore(server)


class PostgresStore(WritingStore):
    """How the rows are asked, and what is done where the server is lost."""

    medium = "server"

    def __init__(self, server: ServerDatabase, thread: MakeThread = PostgresThread) -> None:
        super().__init__()
        self.server = server
        self._name = str(server)
        self._writer = thread(server)
        self._reader = thread(server)
        self._group = PostgresGroup(self._writer, self._writing, lambda: self._halted, self._halt)
        self._reads = PostgresReads(self._reader)

    @property
    def name(self) -> str:
        return self._name

    async def look(self) -> None:
        """The database is a server's: nobody can replace it as a file."""

    async def time(self) -> int:
        """Milliseconds since 1970, by the server's clock. Raises `StoreError`."""
        ((found,),) = await self._read(TIME, {})
        return int(found)

    async def close(self) -> None:
        """A server that hangs is waited for no longer than `LAST_WAIT`: whoever stops a host wants it to end."""
        try:
            async with asyncio.timeout(LAST_WAIT):
                await self._until_nothing_is_under_way()
        except TimeoutError:
            LOG.warning("the server does not answer; what was asked of it last is given up")
            for thread in (self._reader, self._writer):
                thread.cut()
        await super().close()

    async def _until_nothing_is_under_way(self) -> None:
        await self._group.wait_until_written()
        await self._reads.wait_until_answered()
        async with self._writing:
            pass

    async def _close_when_written(self) -> None:
        await self._reads.wait_until_answered()
        async with self._writing:
            await self._reader.close()
            await self._writer.close()

    async def _renew(self) -> None:
        with self._errors():
            await self._writer.do(_wait_for_writers)

    def _errors(self) -> AbstractContextManager[None]:
        return postgres_errors(self._name)

    async def living_leases(self, bot: str) -> tuple[str, ...]:
        """What hosts that are alive have, of all that they share. Raises `StoreError`."""
        return tuple(str(lease) for (lease,) in await self._read(LIVING, {"bot": bot}))

    def fence(self, fence: Fence) -> None:
        """From now on what is written here counts only as long as this host does."""
        self._writer.fence(fence)

    def note_hosts(self, count: int) -> None:
        """So many hosts write to the database, this one with them.

        What falls due waits so many times as long for others like it: each host has only its share of what falls due
        in a moment, and all together would write several times as many transactions as one.
        """
        self._briefly = count * BRIEFLY

    def note_forgotten(self, bot: str, number: int) -> None:
        """Nothing is known here any more of whoever a bot had forgotten by this number."""
        self._forgotten[bot] = number

    async def put_channel(self, bot: str, channel: Channel) -> None:
        """Other hosts are told: they remember what they have read.

        What is stored is read anew here, too: another host may have changed it again before this one heard of its own.
        """

        async def steps() -> bool:
            await self._run(sql.PUT_CHANNEL, channel_values(bot, channel))
            await self._run(NOTE_REWRITTEN, {"bot": bot, "subject": f"{CHANNEL}{channel.id}"})
            return True

        await self._transaction(steps)
        self._read_anew()

    async def _why_not_applied(self, change: Change) -> AlreadyDone | Stale | LabelTaken | None:
        why = await super()._why_not_applied(change)
        values = {"bot": change.bot, "forgotten": self._forgotten.get(change.bot, NEVER)}
        if isinstance(why, LabelTaken) and await self._read(FORGOTTEN_SINCE, values):
            raise Outdated(f"{self.name}: somebody was forgotten in this moment, so nothing was stored; try again")
        return why

    def forget_read(self) -> None:
        """Another host may have changed what was read before."""
        self._read_anew()

    # --- transactions ------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        await self._at(_begin)

    async def _commit(self) -> None:
        await self._go_on(commit)

    async def _ask_alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        return await self._at(lambda connection: alone(connection, statement, values))

    async def _at(self, work: Callable[[PostgresConnection], T]) -> T:
        """A piece of work that begins something; only with the lock."""
        return await self._watched(self._writer.do, work)

    async def _go_on(self, work: Callable[[PostgresConnection], T]) -> T:
        """A piece of what was begun."""
        return await self._watched(self._writer.go_on, work)

    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        return await self._go_on(lambda connection: connection.execute(statement, values or ()).fetchall())

    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        if values:
            await self._go_on(lambda connection: connection.executemany(statement, values))

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._go_on(work)

    async def _begin_erasing(self) -> None:
        await self._go_on(_begin_erasing)

    async def _overwrite_freed(self) -> None:
        """A server writes new rows beside the old ones: those go with `wipe`."""

    async def wipe(self) -> bool:
        await self._patiently(lambda: self._at(_vacuum_tokens))
        return True

    async def bring_again_what_a_copy_shows(self, bot: str) -> bool:
        key = f"{HOSTED_IN.name}:tables"
        try:
            ((place,),) = await self._read(PLACE, {})
        except StoreError as error:  # a server may keep it to itself
            LOG.info("whether this database was hosted before is not known", extra={"error": str(error)})
            return False
        before = await self.note(bot, key, 0)
        is_copy = bool(before) and before != place
        if is_copy:
            await self._write(sql.BRING_ALL_AGAIN, {})
        await self.put_note(bot, key, str(place), NEVER)
        return is_copy

    async def _note_rewritten(self, bot: str, subjects: Collection[str]) -> None:
        forgotten = self._forgotten.get(bot, NEVER)
        is_known = not await self._run(FORGOTTEN_SINCE, {"bot": bot, "forgotten": forgotten})
        await self._run_each(NOTE_REWRITTEN, [{"bot": bot, "subject": one} for one in ("", *sorted(subjects))])
        if is_known and forgotten != NEVER:  # else another host's is still to be read
            ((self._forgotten[bot],),) = await self._run(LAST_FORGOTTEN, {"bot": bot})

    async def _clear(self) -> None:
        """Rows that are gone are taken out of the tables' pages; docs/storage.md says what that does not promise."""
        await self._patiently(lambda: self._at(_vacuum))

    async def freed(self) -> int:
        """Its server knows, and gives the room to what is written next."""
        return 0

    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows:
        with self._errors():
            return await self._reads.do(statement, values)


def _begin(connection: PostgresConnection) -> None:
    connection.execute(BEGIN)
    connection.require_alive()


def _begin_erasing(connection: PostgresConnection) -> None:
    """Begun anew, and with the locks: the first question, which is that of the fence, decides what can be seen."""
    connection.execute("ROLLBACK")
    connection.execute(BEGIN)
    connection.execute(f"SET LOCAL idle_in_transaction_session_timeout = {LONGEST_REWRITING}")
    connection.execute(KEEP_WRITERS_OUT)
    connection.require_alive()


def _vacuum(connection: PostgresConnection) -> None:
    for table in REWRITTEN.split():
        connection.execute(f"VACUUM {table}")


def _vacuum_tokens(connection: PostgresConnection) -> None:
    connection.execute("VACUUM tokens")


def _wait_for_writers(connection: PostgresConnection) -> None:
    connection.execute("BEGIN")
    try:
        connection.execute(WAIT_FOR_WRITERS)
    finally:
        connection.execute("ROLLBACK")
