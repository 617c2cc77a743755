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
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from bot.host.ports import (
    AT_MOST,
    NEVER,
    TABLE,
    Account,
    AlreadyDone,
    Change,
    Channel,
    Committed,
    DatabaseGone,
    DueRow,
    Invited,
    LabelTaken,
    Letter,
    OutboxRow,
    Outcome,
    Person,
    Result,
    Stale,
    Stored,
    StoredDraft,
    StoredResult,
    StoreError,
    Subject,
    asked_at,
)
from bot.store import statements as sql
from bot.store.board_rows import BoardRows
from bot.store.connection import ALWAYS, NO_CHECKPOINT, Locked, address, store_errors
from bot.store.connection_thread import (
    AGAIN,
    AT_ONCE,
    PATIENCE,
    ConnectionThread,
    GroupCommit,
    Readings,
    Statement,
    Uncertain,
    Work,
    alone,
    begin,
    commit,
)
from bot.store.digests import due_digest, log_text, subject_digest, with_digests
from bot.store.file_identity import database_gone, identity, overwritten, what_became_of
from bot.store.file_mark import RARE_CHECKPOINT, FileMark
from bot.store.note_rows import NoteRows
from bot.store.openings import opening_text
from bot.store.privacy_rows import PrivacyRows
from bot.store.upgrade import upgrade
from bot.tables.log import LogRow
from bot.tables.timers import Due

LOG: Final = logging.getLogger(__name__)
Rows: TypeAlias = "list[Any]"  # tuples, in the order of the statement's columns
CHANNELS: Final = 20_000  # remembered
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


class SqliteStore(BoardRows, PrivacyRows, NoteRows):
    """A `bot.host.ports.Store`; the boards, privacy and notes have their own ports and their own files."""

    def __init__(
        self, path: Path, writer: ConnectionThread, reader: ConnectionThread, line: MakeLine = ConnectionThread
    ) -> None:
        self._path = path
        self._line = line
        self._identity = identity(path)
        self._mark: FileMark | None = None  # once it has the place of the host
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._group = GroupCommit(writer, self._writing, lambda: self._halted, self._halt)
        self._readings = Readings(reader, sql.QUICK)
        self._halted: StoreError | None = None  # why nothing is written
        self._recovering: asyncio.Task[None] | None = None
        self._to_clear = False  # whether something that was erased may still stand in freed pages
        self._channels: dict[tuple[str, str], Channel | None] = {}  # each message asks; only a bot's host writes them

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

    # --- one change of a table ---------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> Outcome:
        applied = await self._commit_in_group(work_of(change))
        return Committed(change.expected + 1) if applied else await self._why_not_applied(change)

    async def _why_not_applied(self, change: Change) -> AlreadyDone | Stale | LabelTaken:
        """Why a change was not applied."""
        values = {"bot": change.bot, "table": change.subject.id, "action_id": change.action_id}
        ((revision, seq),) = await self._read(sql.STANDING, values) or [(0, None)]
        if seq is not None:
            return AlreadyDone(seq)
        return LabelTaken() if revision == change.expected else Stale(revision)

    # --- tables ------------------------------------------------------------------------------------------------------

    async def load(self, bot: str, subject: str) -> Stored | None:
        rows = await self._read(sql.TABLE, {"bot": bot, "table": subject})
        return stored_row(rows[0]) if rows else None

    async def find(self, bot: str, label: str) -> Stored | None:
        rows = await self._read(sql.TABLE_OF_CODE, {"bot": bot, "code": label})
        return stored_row(rows[0]) if rows else None

    async def live(self, bot: str, kind: str = TABLE, channel: str = "") -> tuple[Stored, ...]:
        others = sql.LIVE_OTHERS_IN if channel else sql.LIVE_OTHERS
        statement = sql.LIVE_TABLES if kind == TABLE else others
        rows = await self._read(statement, {"bot": bot, "kind": kind, "channel": channel})
        return tuple(stored_row(row) for row in rows)

    async def ended(self, bot: str, kind: str, channel: str = "") -> tuple[Stored, ...]:
        rows = await self._read(sql.ENDED_OTHERS, {"bot": bot, "kind": kind, "channel": channel})
        return tuple(stored_row(row) for row in rows)

    async def count_ended(self, bot: str, kind: str) -> tuple[int, int]:
        ((count, revisions),) = await self._read(sql.COUNT_ENDED, {"bot": bot, "kind": kind})
        return int(count), int(revisions)

    async def log(self, bot: str, subject: str, since: int = 0) -> tuple[LogRow, ...]:
        rows = await self._read(sql.LOG, {"bot": bot, "table": subject, "since": since})
        return tuple(LogRow(*row) for row in rows)

    async def results(self, bot: str, table: str) -> tuple[StoredResult, ...]:
        rows = await self._read(sql.RESULTS, {"bot": bot, "table": table})
        return tuple(StoredResult(revision, at, Result(*result)) for revision, at, *result in rows)

    # --- due times ---------------------------------------------------------------------------------------------------

    async def due_rows(self, bot: str, until: int, limit: int = AT_MOST, kind: str = TABLE) -> tuple[DueRow, ...]:
        rows = await self._read(sql.DUE, {"bot": bot, "until": until, "limit": limit, "subject": kind})
        return tuple(DueRow(Subject(*subject), name, at) for *subject, name, at in rows)

    async def next_due(self, bot: str, after: int = -1, kind: str = TABLE) -> int | None:
        return await self._time(sql.NEXT_DUE, bot, after, kind)

    async def drop_due(self, bot: str, row: DueRow) -> None:
        await self.put_off(bot, row, NEVER)

    async def put_off(self, bot: str, row: DueRow, until: int) -> None:
        key = {"bot": bot, "table": row.subject.id, "kind": row.kind}
        digest = due_digest(bot, row.subject.id, row.kind, until)
        await self._share(sql.PUT_OFF, {**key, "at": row.at, "until": until, "digest": digest})

    # --- the outbox --------------------------------------------------------------------------------------------------

    async def outbox(self, bot: str, now: int, limit: int = AT_MOST) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.OUTBOX, {"bot": bot, "now": now, "limit": limit})
        return tuple(_letter(row) for row in rows)

    async def waiting_letters(self, bot: str, subject: str, now: int) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.WAITING_LETTERS, {"bot": bot, "table": subject, "now": now})
        return tuple(_letter(row) for row in rows)

    async def next_letter(self, bot: str, after: int = -1) -> int | None:
        return await self._time(sql.NEXT_LETTER, bot, after)

    async def letters(self, bot: str, subject: str) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.LETTERS, {"bot": bot, "table": subject})
        return tuple(_letter(row) for row in rows)

    async def add_letters(self, bot: str, subject: str, letters: tuple[Letter, ...], at: int) -> None:
        values = _letter_values({"bot": bot, "table": subject}, letters, at)
        steps = (Statement(sql.WANT_LETTER, values, each=True), Statement(sql.WANT_AGAIN, values))
        if not await self._commit_in_group(Work((bot, subject), steps)):
            raise StoreError(f"{self._path}: there is no subject {subject!r}")

    async def mark_sent(self, row: OutboxRow, revision: int, reference: str, at: int, *, again: bool = False) -> None:
        mark = {"revision": revision, "reference": reference, "at": at, "again": int(again)}
        await self._share(sql.MARK_SENT, {**_key(row), **mark})

    async def mark_failed(self, row: OutboxRow, not_before: int, error: str) -> None:
        await self._share(sql.MARK_FAILED, {**_key(row), "not_before": not_before, "error": error})

    async def try_now(self, bot: str, now: int) -> None:
        await self._write(sql.TRY_NOW, {"bot": bot, "now": now})

    async def drop_letter(self, row: OutboxRow, error: str) -> None:
        await self.drop_letters((row,), error)

    async def drop_letters(self, rows: tuple[OutboxRow, ...], error: str) -> None:
        async def apply() -> bool:
            values = [{**_key(row), "revision": row.revision, "error": error} for row in rows]
            await self._run_each(sql.DROP_LETTER, values)
            return True

        await self._transaction(apply)

    # --- drafts ------------------------------------------------------------------------------------------------------

    async def draft(self, bot: str, table: str, person: str) -> StoredDraft | None:
        rows = await self._read(sql.DRAFT, {"bot": bot, "table": table, "person": person})
        return StoredDraft(*rows[0]) if rows else None

    async def put_draft(self, bot: str, table: str, person: str, draft: StoredDraft) -> None:
        key = {"bot": bot, "table": table, "person": person}
        await self._share(sql.PUT_DRAFT, {**key, "revision": draft.revision, "text": draft.text})

    # --- people ------------------------------------------------------------------------------------------------------

    async def person(self, bot: str, person: str) -> Person | None:
        rows = await self._read(sql.PERSON, {"bot": bot, "person": person})
        return Person(*rows[0]) if rows else None

    async def put_person(self, bot: str, person: Person) -> None:
        await self._write(sql.PUT_PERSON, _person_values(bot, person))

    async def change_person(self, bot: str, person: Person) -> None:
        await self._write(sql.CHANGE_PERSON, _person_values(bot, person))

    async def people_with(self, bot: str, name: str) -> tuple[Person, ...]:
        rows = await self._read(sql.PEOPLE_WITH, {"bot": bot, "part": f'%"{name}":%'})
        return tuple(Person(*row) for row in rows)

    async def person_of(self, bot: str, account: Account) -> Person | None:
        rows = await self._read(sql.PERSON_OF, _account_values(bot, account))
        return Person(*rows[0]) if rows else None

    async def register(self, bot: str, account: Account, newcomer: Person) -> Person:
        async def apply() -> Person:
            rows = await self._run(sql.PERSON_OF, _account_values(bot, account))
            if rows:
                return Person(*rows[0])
            await self._run(sql.PUT_PERSON, _person_values(bot, newcomer))
            await self._run(sql.PUT_ACCOUNT, {**_account_values(bot, account), "person": newcomer.id})
            return newcomer

        person = await self.person_of(bot, account)
        return person if person is not None else await self._transaction(apply)

    async def accounts(self, bot: str, person: str) -> tuple[Account, ...]:
        rows = await self._read(sql.ACCOUNTS, {"bot": bot, "person": person})
        return tuple(Account(*row) for row in rows)

    async def put_account(self, bot: str, account: Account, person: str) -> None:
        await self._write(sql.PUT_ACCOUNT, {**_account_values(bot, account), "person": person})

    async def put_link_code(self, bot: str, code: str, person: str, now: int, expires: int) -> bool:
        async def apply() -> bool | None:
            await self._run(sql.DROP_LINK_CODES, {"bot": bot, "person": person, "now": now})
            values = {"bot": bot, "code": code, "person": person, "expires": expires}
            return bool(await self._run(sql.ADD_LINK_CODE, values)) or None

        return bool(await self._transaction(apply))

    async def link_code(self, bot: str, code: str, now: int) -> str | None:
        rows = await self._read(sql.LINK_CODE, {"bot": bot, "code": code, "now": now})
        return str(rows[0][0]) if rows else None

    async def use_link_code(self, bot: str, code: str, account: Account, now: int) -> str | None:
        async def apply() -> str | None:
            rows = await self._run(sql.USE_LINK_CODE, {"bot": bot, "code": code, "now": now})
            if not rows:
                return None
            person = str(rows[0][0])
            await self._run(sql.PUT_ACCOUNT, {**_account_values(bot, account), "person": person})
            return person

        return await self._transaction(apply)

    async def put_invitation(
        self, bot: str, invitation: str, place: Invited, now: int, expires: int, most: int
    ) -> None:
        async def apply() -> bool:
            key = {"bot": bot, "table": place.table}
            await self._run(sql.DROP_INVITATIONS, {**key, "now": now, "kept": most - 1})
            await self._run(
                sql.ADD_INVITATION, {**key, "invitation": invitation, "seat": place.seat, "expires": expires}
            )
            return True

        await self._transaction(apply)

    async def invitation(self, bot: str, invitation: str, now: int) -> Invited | None:
        rows = await self._read(sql.INVITATION, {"bot": bot, "invitation": invitation, "now": now})
        return Invited(*rows[0]) if rows else None

    # --- channels ----------------------------------------------------------------------------------------------------

    async def channel(self, bot: str, channel: str) -> Channel | None:
        if (bot, channel) in self._channels:
            return self._channels[bot, channel]
        rows = await self._read(sql.CHANNEL, {"bot": bot, "channel": channel})
        if len(self._channels) >= CHANNELS:
            self._channels.clear()
        return self._channels.setdefault((bot, channel), Channel(*rows[0]) if rows else None)

    async def channels_with(self, bot: str, word: str) -> tuple[Channel, ...]:
        rows = await self._read(sql.CHANNELS_WITH, {"bot": bot, "word": word})
        return tuple(Channel(*row) for row in rows)

    async def put_channel(self, bot: str, channel: Channel) -> None:
        values = {"channel": channel.id, "language": channel.language, "settings": channel.settings}
        await self._write(sql.PUT_CHANNEL, {"bot": bot, **values})
        self._channels[bot, channel.id] = channel

    def _read_anew(self) -> None:
        self._channels.clear()

    # --- the host, and upkeep ----------------------------------------------------------------------------------------

    async def take_place(self, bot: str, instance: str) -> int:
        ((alive_at,),) = await self._alone(sql.TAKE_PLACE, {"bot": bot, "instance": instance})
        self._mark = FileMark()
        await self._look_into_file()
        return int(alive_at)

    async def keep_place(self, bot: str, instance: str, now: int) -> bool:
        return bool(await self._alone(sql.KEEP_PLACE, {"bot": bot, "instance": instance, "now": now}))

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        async def apply() -> int:
            values = {"bot": bot, "before": before, "limit": limit}
            return sum([len(await self._run(statement, values)) for statement in sql.UPKEEP])

        if self._to_clear:
            await self._clear()
        return await self._transaction(apply)

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

    async def _share(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement about a table, in a transaction with whatever else is written in that moment."""
        await self._commit_in_group(
            Work((str(values["bot"]), str(values["table"])), (Statement(statement, (values,)),))
        )

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

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with store_errors(self._path):
            return await self._writer.do(work)

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

    async def _time(self, statement: str, bot: str, after: int, kind: str = "") -> int | None:
        ((time,),) = await self._read(statement, {"bot": bot, "after": after, "never": NEVER, "subject": kind})
        return None if time is None else int(time)


def _prove(connection: sqlite3.Connection) -> None:
    """Something is written that changes nothing, and waits for the disk as everything does."""
    ((version,),) = connection.execute("PRAGMA user_version")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {int(version)}")
    commit(connection)


def work_of(change: Change) -> Work:
    """The change as the writer does it: where it cannot be applied, the first or the second step is refused."""
    key: dict[str, object] = {"bot": change.bot, "table": change.subject.id, "revision": change.expected + 1}
    row = {
        **key,
        "subject": change.subject.kind,
        "expected": change.expected,
        "action_id": change.action_id,
        "actor": change.actor,
        "entry": change.entry,
        "at": change.at,
        "text": _text(change),
        "snapshot": change.snapshot,
        "phase": change.phase,
        "channel": change.channel,
        "code": change.label,
        "digest": _digest(change),
    }
    steps = (
        Statement(sql.CREATE_TABLE, () if change.expected else (row,), each=True),
        Statement(sql.COUNT_TABLE, () if change.expected else (_opening(change),)),
        Statement(sql.MOVE_TABLE, (row,) if change.expected else (), each=True),
        Statement(sql.ADD_LOG, (row,), each=True),
        Statement(sql.ADD_COMMITMENT, ({**key, "commitment": change.commitment},) if change.commitment else ()),
        Statement(sql.CLEAR_DUE, (key,)),
        Statement(sql.ADD_DUE, [_due_values(key, due) for due in change.dues]),
        Statement(sql.ADD_LETTER, _letter_values(key, change.letters, change.at)),
        Statement(sql.ADD_RESULT, _result_values(key, change.results)),
    )
    return Work((change.bot, change.subject.id), steps)


def _text(change: Change) -> str:
    """What the digest of the log's row is over."""
    id_ = change.subject.id
    facts = (change.bot, id_, change.expected + 1, change.action_id, change.actor, change.entry, change.at)
    results = [(one.kind, one.number, one.record, one.totals, one.players) for one in change.results]
    return log_text(*facts, results=results)


def _digest(change: Change) -> str:
    """That of the subject's row."""
    names = (change.subject.kind, change.bot, change.subject.id, change.label, change.channel, change.phase)
    return subject_digest(*names, change.expected + 1, change.snapshot, change.at)


def _opening(change: Change) -> dict[str, object]:
    return {"bot": change.bot, "opening": opening_text(change.bot, change.subject.id)}


def _due_values(key: Mapping[str, object], due: Due) -> dict[str, object]:
    digest = due_digest(key["bot"], key["table"], due.kind, due.at)
    return {**key, "kind": due.kind, "at": due.at, "digest": digest}


def _letter_values(key: Mapping[str, object], letters: Iterable[Letter], at: int) -> list[dict[str, object]]:
    return [
        {**key, "viewer": letter.viewer, "kind": letter.kind, "place": place, "at": at}
        for place, letter in enumerate(letters)
    ]


def _result_values(key: Mapping[str, object], results: Iterable[Result]) -> list[dict[str, object]]:
    return [
        {
            **key,
            "place": place,
            "kind": one.kind,
            "number": one.number,
            "record": one.record,
            "totals": one.totals,
            "players": one.players,
        }
        for place, one in enumerate(results)
    ]


def _key(row: OutboxRow) -> dict[str, object]:
    return {"bot": row.bot, "table": row.subject.id, "viewer": row.viewer, "kind": row.kind}


def stored_row(row: tuple[Any, ...]) -> Stored:
    """A row of `tables`, in the order of `statements.TABLE`."""
    bot, kind, id_, *rest = row
    return Stored(bot, Subject(kind, id_), *rest)


@lru_cache(4096)  # the courier reads what waits at each look, and most of it is as it was
def _letter(row: tuple[Any, ...]) -> OutboxRow:
    bot, kind, id_, *rest = row
    return OutboxRow(bot, Subject(kind, id_), *rest)


def _person_values(bot: str, person: Person) -> dict[str, object]:
    return {
        "bot": bot,
        "person": person.id,
        "name": person.name,
        "language": person.language,
        "settings": person.settings,
    }


def _account_values(bot: str, account: Account) -> dict[str, object]:
    return {"bot": bot, "platform": account.platform, "account": account.account}
