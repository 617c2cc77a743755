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
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError, asked_at
from bot.store.asking import Connection, Rows
from bot.store.connection import Locked
from bot.store.groups import AGAIN, Uncertain, Work
from bot.store.postgres_connection import Fence, PostgresConnection, postgres_errors
from bot.store.postgres_thread import PostgresGroup, PostgresReads, PostgresThread, alone, commit
from bot.store.postgres_upgrade import upgrade_postgres
from bot.store.rows import StoreRows

LOG: Final = logging.getLogger(__name__)
FIRST_WAIT: Final = 0.1  # seconds until a server that was lost is tried again, doubled each time
LAST_WAIT: Final = 5.0

BEGIN: Final = "BEGIN ISOLATION LEVEL SERIALIZABLE"
WAIT_FOR_WRITERS: Final = """
LOCK TABLE tables, log, due, outbox, results, drafts, people, accounts, link_codes, channels, hosts, corrections,
    tallies, invitations, commitments, openings, notes IN SHARE ROW EXCLUSIVE MODE
"""
"""Whoever has it knows that nothing is under way, and that nobody begins."""
REWRITTEN: Final = "tables log due outbox drafts results corrections tallies people accounts link_codes channels notes"

T = TypeVar("T")


async def open_postgres_store(server: ServerDatabase, at: int) -> "PostgresStore":
    """The store in this database, which is brought to this version first. Raises `StoreError`."""
    await asyncio.to_thread(upgrade_postgres, server, at)
    return PostgresStore(server)


class PostgresStore(StoreRows):
    """How the rows are asked, and what is done where the server is lost."""

    def __init__(self, server: ServerDatabase) -> None:
        super().__init__()
        self.server = server
        self._name = str(server)
        self._writer = PostgresThread(server)
        self._reader = PostgresThread(server)
        self._writing = asyncio.Lock()
        self._group = PostgresGroup(self._writer, self._writing, lambda: self._halted, self._halt)
        self._reads = PostgresReads(self._reader)
        self._halted: StoreError | None = None  # why nothing is written
        self._recovering: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def patience(self) -> float:
        """Seconds that a write is tried again while others change the same."""
        return self._group.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._group.patience = seconds

    async def close(self) -> None:
        if self._recovering is not None:
            self._recovering.cancel()
            await asyncio.gather(self._recovering, return_exceptions=True)
        await self._group.wait_until_written()
        await self._reads.wait_until_answered()
        async with self._writing:
            await self._reader.close()
            await self._writer.close()

    async def look(self) -> None:
        """The database is a server's: nobody can replace it as a file."""

    def fence(self, fence: Fence) -> None:
        """From now on what is written here counts only as long as this host does."""
        self._writer.fence(fence)

    def forget_read(self) -> None:
        """Another host may have changed what was read before."""
        self._read_anew()

    # --- when the server is lost -------------------------------------------------------------------------------------

    def _require_sound(self) -> None:
        if self._halted is not None:
            raise self._halted

    def _halt(self, error: Uncertain) -> None:
        """Nothing more is written until it is known that what was uncertain has happened, or never will."""
        if self._halted is None:
            LOG.error("the server was lost at a commit; nothing is written for now", extra={"error": str(error)})
            self._halted = StoreError(f"{self._name}: the server was lost, and what is stored is read anew; try again")
            self._recovering = asyncio.create_task(self._recover())

    async def _recover(self) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                async with self._writing:
                    with postgres_errors(self._name):
                        await self._writer.do(_wait_for_writers)
                break
            except StoreError as error:
                LOG.error("the server is still lost", extra={"error": str(error), "again_in": wait})  # noqa: TRY400
            await asyncio.sleep(wait)
            wait = min(wait * 2, LAST_WAIT)
        self._halted = None
        self._read_anew()
        LOG.warning("the server can be written again; what is stored was read anew")

    # --- transactions ------------------------------------------------------------------------------------------------

    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        async def whole() -> T:
            try:
                await self._at(_begin)
                outcome = await steps()
                if outcome is None:
                    await self._run("ROLLBACK")
                else:
                    await self._go_on(commit)
            except BaseException:
                with suppress(StoreError):  # a lost connection has rolled back by itself
                    await self._run("ROLLBACK")
                raise
            return outcome

        return await self._patiently(whole)

    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        await self._alone(statement, values)

    async def _alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        return await self._patiently(lambda: self._at(lambda connection: alone(connection, statement, values)))

    async def _commit_in_group(self, work: Work) -> bool:
        self._require_sound()
        with postgres_errors(self._name):
            return await self._group.do(work)

    async def _patiently(self, whole: Callable[[], Awaitable[T]]) -> T:
        """What the transaction gives, begun again while others change the same."""
        until = asked_at() + self.patience
        while True:
            async with self._writing:
                self._require_sound()
                try:
                    return await whole()
                except Locked:
                    if asyncio.get_running_loop().time() >= until:
                        raise
            await asyncio.sleep(AGAIN)

    async def _at(self, work: Callable[[PostgresConnection], T]) -> T:
        """A piece of work that begins something; only with the lock."""
        return await self._watched(self._writer.do, work)

    async def _go_on(self, work: Callable[[PostgresConnection], T]) -> T:
        """A piece of what was begun."""
        return await self._watched(self._writer.go_on, work)

    async def _watched(
        self,
        hop: Callable[[Callable[[PostgresConnection], T]], Awaitable[T]],
        work: Callable[[PostgresConnection], T],
    ) -> T:
        with postgres_errors(self._name):
            try:
                return await hop(work)
            except Uncertain as error:
                self._halt(error)
                raise

    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        return await self._go_on(lambda connection: connection.execute(statement, values or ()).fetchall())

    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        if values:
            await self._go_on(lambda connection: connection.executemany(statement, values))

    async def _do(self, work: Callable[[Connection], T]) -> T:
        return await self._go_on(work)

    async def _begin_erasing(self) -> None:
        await self._run(WAIT_FOR_WRITERS)

    async def _clear(self) -> None:
        """Rows that are gone are taken out of the tables' pages; docs/storage.md says what that does not promise."""
        try:
            await self._patiently(lambda: self._at(_vacuum))
        except StoreError as error:
            LOG.error("what was freed is still in the tables: the server clears it later", extra={"error": str(error)})  # noqa: TRY400

    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows:
        with postgres_errors(self._name):
            return await self._reads.do(statement, values)


def _begin(connection: PostgresConnection) -> None:
    connection.execute(BEGIN)
    connection.require_alive()


def _vacuum(connection: PostgresConnection) -> None:
    for table in REWRITTEN.split():
        connection.execute(f"VACUUM {table}")


def _wait_for_writers(connection: PostgresConnection) -> None:
    connection.execute("BEGIN")
    try:
        connection.execute(WAIT_FOR_WRITERS)
    finally:
        connection.execute("ROLLBACK")
