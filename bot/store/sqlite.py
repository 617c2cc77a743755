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
import secrets
import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from bot.host.notes import TO_CLEAR
from bot.host.ports import AT_MOST, NEVER, DatabaseGone, StoreError
from bot.store.asking import Connection, Rows
from bot.store.connection import ALWAYS, NO_CHECKPOINT, Locked, address, store_errors
from bot.store.connection_thread import AT_ONCE, ConnectionThread, Readings, SqliteGroup, alone, begin, commit
from bot.store.digests import with_digests
from bot.store.file_identity import database_gone, identity, overwritten, what_became_of
from bot.store.file_mark import RARE_CHECKPOINT, FileMark
from bot.store.groups import PATIENCE
from bot.store.note_rows import DROP_NOTE, PUT_NOTE
from bot.store.statements import BRING_ALL_AGAIN, QUICK
from bot.store.upgrade import upgrade
from bot.store.writing import WritingStore

LOG: Final = logging.getLogger(__name__)
ONLY_READS: Final = ("PRAGMA query_only = ON", AT_ONCE)
FILE: Final = "file"
WRITE_AHEAD: Final = "write-ahead log"
OWED: Final = f"SELECT bot, note FROM notes WHERE note LIKE '{TO_CLEAR.name}:%'"  # noqa: S608  a word of ours
HOSTS: Final = (*ALWAYS, RARE_CHECKPOINT)

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
                await connection.execute_fetchall(pragma)  # to its end: beside one in progress nothing is cleared
        except BaseException:
            await connection.close()
            raise
    return connection


class SqliteStore(WritingStore):
    """How the rows are asked, and what there is to look after beside them: the file, and a disk that fails."""

    medium = "disk"
    _group: SqliteGroup

    def __init__(
        self, path: Path, writer: ConnectionThread, reader: ConnectionThread, line: MakeLine = ConnectionThread
    ) -> None:
        super().__init__()
        self._path = path
        self._line = line
        self._identity = identity(path)
        self._mark: FileMark | None = None  # once it has the place of the host
        self._is_copy = False  # a backup that was brought back; known once it has the place
        self._told_of_copy: set[str] = set()  # the bots whose tables hear so
        self._writer = writer
        self._reader = reader
        self._group = SqliteGroup(writer, self._writing, lambda: self._halted, self._halt)
        self._readings = Readings(reader, QUICK)
        self._to_clear = ""  # where something that was erased may still stand: `FILE`, and then `WRITE_AHEAD`
        self._owed: Rows = []  # the notes of erasures that it is done for
        self._clearing = asyncio.Lock()

    async def _close_when_written(self) -> None:
        await self._readings.wait_until_answered()
        async with self._writing:
            with self._errors():
                await self._reader.close()
                await self._writer.close()

    @property
    def name(self) -> str:
        return str(self._path)

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

    async def _renew(self) -> None:
        writer = await _connect(self._line, self._path, *HOSTS)
        try:
            with self._errors():
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
        await self._bring_again_what_a_copy_shows()
        self._mark = FileMark()
        await self._look_into_file()
        if not self._to_clear and await self._read(OWED, {}):  # whoever had the place before did not come to it
            self._to_clear = FILE
        return alive_at

    async def _bring_again_what_a_copy_shows(self) -> None:
        """What has no mark was never hosted, as a backup that was brought back: chats may show what came after it."""
        ((mark,),) = await self._read("PRAGMA user_version", {})
        if not mark:
            await self._write(BRING_ALL_AGAIN, {})
            self._is_copy = True

    async def bring_again_what_a_copy_shows(self, bot: str) -> bool:
        is_news = self._is_copy and bot not in self._told_of_copy
        self._told_of_copy.add(bot)
        return is_news

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        async with self._clearing:
            if self._to_clear:
                await self._if_it_can(self._go_on_clearing)
        return await super().upkeep(bot, before, limit)

    # --- transactions ------------------------------------------------------------------------------------------------

    def _errors(self) -> AbstractContextManager[None]:
        return store_errors(self._path)

    async def _begin(self) -> None:
        await self._at(begin)

    async def _commit(self) -> None:
        await self._at(commit)

    async def _ask_alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        return await self._at(lambda connection: alone(connection, statement, values))

    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement, which is a transaction of its own, or a pragma, which is none."""
        if statement.startswith("PRAGMA"):
            async with self._writing:
                self._require_sound()
                await self._run(statement, values)
        else:
            await super()._write(statement, values)

    async def _at(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """A piece of work done by the writing connection; only with the lock."""
        return await self._watched(self._writer.do, work)

    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        """Only inside a transaction, or with the lock."""
        with self._errors():
            return list(await self._writer.execute_fetchall(statement, values))

    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        if values:
            with self._errors():
                await self._writer.executemany(statement, values)

    async def _do(self, work: Callable[[Connection], T]) -> T:
        with self._errors():
            return await self._writer.do(work)

    async def _begin_erasing(self) -> None:
        await self._overwrite_freed()  # at once, before the file is written anew

    async def _overwrite_freed(self) -> None:
        await self._run("PRAGMA secure_delete = ON")

    async def wipe(self) -> bool:
        """Only the host brings the write-ahead log into the file; without one whoever closes it last does."""
        try:
            return self._mark is not None and await self._patiently(self._truncate)
        except Locked as error:
            LOG.info("what was overwritten is still in the write-ahead log", extra={"error": str(error)})
            return False

    async def _truncate(self) -> bool:
        """The write-ahead log is in the file, and empty. Raises `Locked` while somebody reads; no write waits."""
        await self._run("PRAGMA busy_timeout = 0")
        try:
            ((is_busy, _, _),) = await self._run("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await self._run(f"PRAGMA busy_timeout = {int(PATIENCE * 1000)}")
        if is_busy:
            raise Locked(f"{self._path}: somebody reads it all the time")
        return True

    async def _note_rewritten(self, bot: str, _subjects: Collection[str]) -> None:
        """A file has no other host. But a later one clears it where this one does not come to it.

        This one does with its next upkeep, whoever waits for it.
        """
        self._to_clear = FILE
        key = f"{TO_CLEAR.name}:{secrets.token_hex(8)}"
        await self._run(PUT_NOTE, {"bot": bot, "key": key, "value": "yes", "expires": NEVER})

    async def freed(self) -> int:
        ((pages,),), ((size,),) = [await self._read(f"PRAGMA {what}", {}) for what in ("freelist_count", "page_size")]
        return int(pages) * int(size)

    async def _clear(self) -> None:
        async with self._clearing:
            self._to_clear = FILE
            await self._go_on_clearing()

    async def _go_on_clearing(self) -> None:
        """The file is written anew, and its write-ahead log emptied; what fails of it is done by the next upkeep."""
        if self._to_clear == FILE:
            self._owed = await self._read(OWED, {})  # what is erased meanwhile is owed on
            await self._patiently(lambda: self._run("VACUUM"))
            self._to_clear = WRITE_AHEAD
        await self._patiently(self._truncate)
        for bot, note in self._owed:
            await self._write(DROP_NOTE, {"bot": bot, "key": note})
        self._to_clear = ""

    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows:
        with self._errors():
            return await self._readings.do(statement, values)


def _prove(connection: sqlite3.Connection) -> None:
    """Something is written that changes nothing, and waits for the disk as everything does."""
    ((version,),) = connection.execute("PRAGMA user_version")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {int(version)}")
    commit(connection)
