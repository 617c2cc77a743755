"""The store in a SQLite file, through aiosqlite: one connection that writes, one that reads.

Write-ahead log, `synchronous=FULL`, explicit transactions that take the write lock first; changes that come while
another is written share the next transaction (`bot.store.connection_thread`). So whoever is told that a
change is committed finds it after a crash, and of two who change a table at the same revision exactly one succeeds, in
whatever process they are.

After a disk that failed at a commit nothing is written until both connections are new and a write has reached the disk:
it takes the place of what was uncertain, which then is not stored. Before that nobody can know.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from bot.host.ports import AT_MOST, DatabaseGone, StoreError, asked_at
from bot.store.asking import Connection, Rows
from bot.store.connection import ALWAYS, NO_CHECKPOINT, Locked, address, store_errors
from bot.store.connection_thread import AT_ONCE, ConnectionThread, Readings, SqliteGroup, alone, begin, commit
from bot.store.digests import with_digests
from bot.store.file_identity import database_gone, identity, overwritten, what_became_of
from bot.store.file_mark import RARE_CHECKPOINT, FileMark
from bot.store.groups import AGAIN, PATIENCE, Uncertain, Work
from bot.store.rows import StoreRows
from bot.store.statements import QUICK
from bot.store.upgrade import upgrade

LOG: Final = logging.getLogger(__name__)
ONLY_READS: Final = ("PRAGMA query_only = ON", AT_ONCE)
HOSTS: Final = (*ALWAYS, RARE_CHECKPOINT)
FIRST_WAIT: Final = 0.1  # seconds until a disk that failed is tried again, doubled each time
LAST_WAIT: Final = 5.0

MakeLine: TypeAlias = Callable[[Callable[[], sqlite3.Connection]], ConnectionThread]
"""Makes a connection of what opens it."""

T = TypeVar("T")
S = TypeVar("S", bound="SqliteStore")


async def open_store(path: Path, at: int, hosts: bool = True) -> "SqliteStore":
    """The store in this file, which is created or upgraded first. Raises `StoreError`.

    `hosts`: it brings the write-ahead log into the database now and then, as only one store of a database may.
    """
    return await open_as(SqliteStore, path, at, hosts)


async def open_as(kind: "type[S]", path: Path, at: int, hosts: bool = True, line: MakeLine = ConnectionThread) -> "S":
    """The same as a store of this kind, over connections that `line` makes, these and later ones."""
    await asyncio.to_thread(upgrade, path, at)
    pragmas = HOSTS if hosts else (*ALWAYS, NO_CHECKPOINT)
    writer = await _connect(line, path, *pragmas)
    try:
        return kind(path, writer, await _connect(line, path, *ONLY_READS), line)
    except BaseException:
        await writer.close()
        raise


async def _connect(line: MakeLine, path: Path, *pragmas: str) -> ConnectionThread:
    with store_errors(path):
        connection = line(
            lambda: with_digests(
                sqlite3.connect(
                    address(path), uri=True, isolation_level=None, timeout=PATIENCE, check_same_thread=False
                )
            )
        )
        await connection
        try:
            for pragma in pragmas:
                await connection.execute(pragma)
        except BaseException:
            await connection.close()
            raise
    return connection


class SqliteStore(StoreRows):
    """How the rows are asked, and what there is to look after beside them: the file, and a disk that fails."""

    def __init__(
        self, path: Path, writer: ConnectionThread, reader: ConnectionThread, line: MakeLine = ConnectionThread
    ) -> None:
        super().__init__()
        self._path = path
        self._line = line
        self._identity = identity(path)
        self._mark: FileMark | None = None  # once it has the place of the host
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._group = SqliteGroup(writer, self._writing, lambda: self._halted, self._halt)
        self._readings = Readings(reader, QUICK)
        self._halted: StoreError | None = None  # why nothing is written
        self._recovering: asyncio.Task[None] | None = None
        self._to_clear = False  # whether something that was erased may still stand in freed pages

    async def close(self) -> None:
        if self._recovering is not None:
            self._recovering.cancel()
            await asyncio.gather(self._recovering, return_exceptions=True)
        await self._group.wait_until_written()
        await self._readings.wait_until_answered()
        async with self._writing:
            with store_errors(self._path):
                await self._reader.close()
                await self._writer.close()

    @property
    def name(self) -> str:
        return str(self._path)

    @property
    def patience(self) -> float:
        """Seconds that a write waits for another program that keeps the database locked."""
        return self._group.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._group.patience = seconds

    # --- when the disk fails, or the file is gone --------------------------------------------------------------------

    async def look(self) -> None:
        if isinstance(self._halted, DatabaseGone):
            raise self._halted
        words = what_became_of(self._path, self._identity)
        if not words:
            self._identity = {**identity(self._path), **self._identity}
            await self._look_into_file()
            return
        self._halted = StoreError(f"{words}; nothing is written any more")
        async with self._writing:
            file = self._identity
            self._halted = await self._writer.do(lambda connection: database_gone(self._path, file, words, connection))
        raise self._halted

    async def _look_into_file(self) -> None:
        """Raises `DatabaseGone` where something else was written into the file than by this host."""
        mark = self._mark
        if mark is None:
            return
        async with self._writing:
            self._require_sound()
            if await self._at(lambda connection: mark.is_there(self._path, connection)):
                return
            self._halted = await self._writer.do(lambda connection: overwritten(self._path, connection))
        raise self._halted

    def _require_sound(self) -> None:
        if self._halted is not None:
            raise self._halted

    def _halt(self, error: Uncertain) -> None:
        """Nothing more is written until the disk takes it again."""
        if self._halted is None:
            LOG.error("the disk failed at a commit; nothing is written for now", extra={"error": str(error)})
            halted = StoreError(f"{self._path}: the disk failed, and what is stored is read anew; try again")
            self._halted = halted
            self._recovering = asyncio.create_task(self._recover(halted))

    async def _recover(self, halted: StoreError) -> None:
        """New connections, and a write that reaches the disk, tried until it does; then everybody may write again."""
        wait = FIRST_WAIT
        while True:
            try:
                async with self._writing:
                    await self._renew()
                break
            except Exception as error:
                words = str(error) if isinstance(error, StoreError) else type(error).__name__
                LOG.exception("the disk still fails", extra={"error": words, "again_in": wait})
            await asyncio.sleep(wait)
            wait = min(wait * 2, LAST_WAIT)
        if self._halted is halted:  # and not gone meanwhile
            self._halted = None
        self._read_anew()
        LOG.warning("the disk can be written again; what is stored was read anew")

    async def _renew(self) -> None:
        writer = await _connect(self._line, self._path, *HOSTS)
        try:
            with store_errors(self._path):
                await writer.do(_prove)
            reader = await _connect(self._line, self._path, *ONLY_READS)
        except BaseException:
            await writer.close()
            raise
        old = self._reader, self._writer
        self._writer = self._group.line = writer
        self._reader = self._readings.line = reader
        try:
            await self._readings.wait_until_answered()  # what the old one was still asked
        finally:
            for line in old:
                with suppress(sqlite3.Error):
                    await line.close()

    # --- the host, and upkeep ----------------------------------------------------------------------------------------

    async def take_place(self, bot: str, instance: str) -> int:
        alive_at = await super().take_place(bot, instance)
        self._mark = FileMark()
        await self._look_into_file()
        return alive_at

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        if self._to_clear:
            await self._clear()
        return await super().upkeep(bot, before, limit)

    # --- transactions ------------------------------------------------------------------------------------------------

    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        """What the steps give, committed; where that is None, nothing was written.

        A task that is cancelled in between is rolled back: aiosqlite carries out what it was given in order.
        """

        async def whole() -> T:
            try:
                await self._at(begin)
                outcome = await steps()
                if outcome is None:
                    await self._run("ROLLBACK")
                else:
                    await self._at(commit)
            except BaseException:
                with suppress(StoreError):  # SQLite may have rolled back by itself
                    await self._run("ROLLBACK")
                raise
            return outcome

        return await self._patiently(whole)

    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement, which is a transaction of its own, or a pragma, which is none."""
        if statement.startswith("PRAGMA"):
            async with self._writing:
                self._require_sound()
                await self._run(statement, values)
        else:
            await self._alone(statement, values)

    async def _alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        """The rows of one statement, which is a transaction of its own."""
        return await self._patiently(lambda: self._at(lambda connection: alone(connection, statement, values)))

    async def _commit_in_group(self, work: Work) -> bool:
        self._require_sound()
        with store_errors(self._path):
            return await self._group.do(work)

    async def _patiently(self, whole: Callable[[], Awaitable[T]]) -> T:
        """What the transaction gives, begun again while another program keeps the database locked.

        Whoever waits here waits from the moment they came, and not from that of their turn.
        """
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

    async def _at(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """A piece of work done by the writing connection; only with the lock."""
        with store_errors(self._path):
            try:
                return await self._writer.do(work)
            except Uncertain as error:
                self._halt(error)
                raise

    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        """Only inside a transaction, or with the lock."""
        with store_errors(self._path):
            return list(await self._writer.execute_fetchall(statement, values))

    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        if values:
            with store_errors(self._path):
                await self._writer.executemany(statement, values)

    async def _do(self, work: Callable[[Connection], T]) -> T:
        with store_errors(self._path):
            return await self._writer.do(work)

    async def _begin_erasing(self) -> None:
        # What goes is overwritten at once, before the file is written anew.
        await self._run("PRAGMA secure_delete = ON")

    async def _clear(self) -> None:
        async def anew() -> None:
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                await self._run(statement)

        self._to_clear = True
        try:
            await self._patiently(anew)
        except StoreError as error:  # who was erased is erased; what is left in freed pages goes with the next upkeep
            LOG.error("what was freed is still in the file: tried again", extra={"error": str(error)})  # noqa: TRY400
            return
        self._to_clear = False

    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows:
        with store_errors(self._path):
            return await self._readings.do(statement, values)


def _prove(connection: sqlite3.Connection) -> None:
    """Something is written that changes nothing, and waits for the disk as everything does."""
    ((version,),) = connection.execute("PRAGMA user_version")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {int(version)}")
    commit(connection)
