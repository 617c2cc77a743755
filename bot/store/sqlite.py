"""The store in a SQLite file, through aiosqlite: one connection that writes, one that reads.

Write-ahead log, `synchronous=FULL`, explicit transactions that take the write lock first; changes that come while
another is written share the next transaction (`bot.store.line`). So whoever is told that a
change is committed finds it after a crash, and of two who change a table at the same revision exactly one succeeds, in
whatever process he is.
"""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

from bot.host.ports import (
    AT_MOST,
    NEVER,
    Account,
    AlreadyDone,
    Change,
    Channel,
    CodeTaken,
    Committed,
    Draft,
    Due,
    DueRow,
    Invited,
    Letter,
    LogRow,
    OutboxRow,
    Outcome,
    Person,
    Result,
    Stale,
    StoredResult,
    StoredTable,
    StoreError,
)
from bot.store import statements as sql
from bot.store.board_rows import BoardRows
from bot.store.connection import ALWAYS, PATIENCE, address, explained
from bot.store.digests import due_digest, log_text, table_digest, with_digests
from bot.store.line import Group, Line, Readings, Step, Work
from bot.store.plan_rows import PlanRows
from bot.store.privacy_rows import PrivacyRows
from bot.store.upgrade import upgrade

Rows: TypeAlias = "list[Any]"  # tuples, in the order of the statement's columns
CHANNELS: Final = 20_000  # remembered

T = TypeVar("T")
S = TypeVar("S", bound="SqliteStore")


async def open_store(path: Path, at: int) -> "SqliteStore":
    """The store in this file, which is created or upgraded first. Raises `StoreError`."""
    return await open_as(SqliteStore, path, at)


async def open_as(kind: "type[S]", path: Path, at: int) -> "S":
    """The same as a store of this kind."""
    await asyncio.to_thread(upgrade, path, at)
    writer = await _connect(path, *ALWAYS)
    try:
        return kind(path, writer, await _connect(path, "PRAGMA query_only = ON"))
    except BaseException:
        await writer.close()
        raise


async def _connect(path: Path, *pragmas: str) -> Line:
    with explained(path):
        connection = Line(
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


class SqliteStore(BoardRows, PrivacyRows, PlanRows):
    """A `bot.host.ports.Store`; the boards, privacy and plans have their own ports and their own files."""

    def __init__(self, path: Path, writer: Line, reader: Line) -> None:
        self._path = path
        self._writer = writer
        self._reader = reader
        self._writing = asyncio.Lock()
        self._group = Group(writer, self._writing)
        self._readings = Readings(reader)
        self._channels: dict[tuple[str, str], Channel | None] = {}  # each message asks; only a bot's host writes them

    async def close(self) -> None:
        await self._group.settled()
        await self._readings.settled()
        async with self._writing:
            with explained(self._path):
                await self._reader.close()
                await self._writer.close()

    # --- one change of a table ---------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> Outcome:
        with explained(self._path):
            applied = await self._group.do(work_of(change))
        return Committed(change.expected + 1) if applied else await self._standing(change)

    async def _standing(self, change: Change) -> AlreadyDone | Stale | CodeTaken:
        """Why a change was not applied."""
        values = {"bot": change.bot, "table": change.table, "action_id": change.action_id}
        ((revision, seq),) = await self._read(sql.STANDING, values) or [(0, None)]
        if seq is not None:
            return AlreadyDone(seq)
        return CodeTaken() if revision == change.expected else Stale(revision)

    # --- tables ------------------------------------------------------------------------------------------------------

    async def load(self, bot: str, table: str) -> StoredTable | None:
        rows = await self._read(sql.TABLE, {"bot": bot, "table": table})
        return StoredTable(*rows[0]) if rows else None

    async def find(self, bot: str, code: str) -> StoredTable | None:
        rows = await self._read(sql.TABLE_OF_CODE, {"bot": bot, "code": code})
        return StoredTable(*rows[0]) if rows else None

    async def live(self, bot: str) -> tuple[StoredTable, ...]:
        rows = await self._read(sql.LIVE_TABLES, {"bot": bot})
        return tuple([StoredTable(*row) for row in rows])

    async def log(self, bot: str, table: str, since: int = 0) -> tuple[LogRow, ...]:
        rows = await self._read(sql.LOG, {"bot": bot, "table": table, "since": since})
        return tuple([LogRow(*row) for row in rows])

    async def results(self, bot: str, table: str) -> tuple[StoredResult, ...]:
        rows = await self._read(sql.RESULTS, {"bot": bot, "table": table})
        return tuple([StoredResult(revision, at, Result(*result)) for revision, at, *result in rows])

    # --- due times ---------------------------------------------------------------------------------------------------

    async def due(self, bot: str, until: int, limit: int = AT_MOST) -> tuple[DueRow, ...]:
        rows = await self._read(sql.DUE, {"bot": bot, "until": until, "limit": limit})
        return tuple([DueRow(*row) for row in rows])

    async def next_due(self, bot: str, after: int = -1) -> int | None:
        return await self._time(sql.NEXT_DUE, bot, after)

    async def drop_due(self, bot: str, row: DueRow) -> None:
        key = {"bot": bot, "table": row.table, "kind": row.kind}
        digest = due_digest(bot, row.table, row.kind, NEVER)
        await self._share(sql.DROP_DUE, {**key, "at": row.at, "never": NEVER, "digest": digest})

    # --- the outbox --------------------------------------------------------------------------------------------------

    async def outbox(self, bot: str, now: int, limit: int = AT_MOST) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.OUTBOX, {"bot": bot, "now": now, "limit": limit})
        return tuple([OutboxRow(*row) for row in rows])

    async def next_letter(self, bot: str, after: int = -1) -> int | None:
        return await self._time(sql.NEXT_LETTER, bot, after)

    async def letters(self, bot: str, table: str) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.LETTERS, {"bot": bot, "table": table})
        return tuple([OutboxRow(*row) for row in rows])

    async def post(self, bot: str, table: str, letters: tuple[Letter, ...], at: int) -> None:
        async def apply() -> bool | None:
            rows = await self._run(sql.TABLE, {"bot": bot, "table": table})
            if not rows:
                return None
            values = _letter_values(
                {"bot": bot, "table": table, "revision": StoredTable(*rows[0]).revision}, letters, at
            )
            await self._run_each(sql.ADD_LETTER, values)
            await self._run_each(sql.WANT_AGAIN, values)
            return True

        if not await self._transaction(apply):
            raise StoreError(f"{self._path}: there is no table {table!r}")

    async def mark_sent(self, row: OutboxRow, revision: int, reference: str, at: int) -> None:
        await self._share(sql.MARK_SENT, {**_key(row), "revision": revision, "reference": reference, "at": at})

    async def mark_failed(self, row: OutboxRow, not_before: int, error: str) -> None:
        await self._share(sql.MARK_FAILED, {**_key(row), "not_before": not_before, "error": error})

    async def drop_letter(self, row: OutboxRow, error: str) -> None:
        await self.drop_letters((row,), error)

    async def drop_letters(self, rows: tuple[OutboxRow, ...], error: str) -> None:
        async def apply() -> bool:
            values = [{**_key(row), "revision": row.revision, "error": error} for row in rows]
            await self._run_each(sql.DROP_LETTER, values)
            return True

        await self._transaction(apply)

    # --- drafts ------------------------------------------------------------------------------------------------------

    async def draft(self, bot: str, table: str, person: str) -> Draft | None:
        rows = await self._read(sql.DRAFT, {"bot": bot, "table": table, "person": person})
        return Draft(*rows[0]) if rows else None

    async def put_draft(self, bot: str, table: str, person: str, draft: Draft) -> None:
        key = {"bot": bot, "table": table, "person": person}
        await self._share(sql.PUT_DRAFT, {**key, "revision": draft.revision, "text": draft.text})

    # --- people ------------------------------------------------------------------------------------------------------

    async def person(self, bot: str, person: str) -> Person | None:
        rows = await self._read(sql.PERSON, {"bot": bot, "person": person})
        return Person(*rows[0]) if rows else None

    async def put_person(self, bot: str, person: Person) -> None:
        await self._write(sql.PUT_PERSON, _person_values(bot, person))

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

        known = await self.person_of(bot, account)
        return known if known is not None else await self._transaction(apply)

    async def accounts(self, bot: str, person: str) -> tuple[Account, ...]:
        rows = await self._read(sql.ACCOUNTS, {"bot": bot, "person": person})
        return tuple([Account(*row) for row in rows])

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
        self, bot: str, invitation: str, place: Invited, now: int, expires: int, kept: int
    ) -> None:
        async def apply() -> bool:
            key = {"bot": bot, "table": place.table}
            await self._run(sql.DROP_INVITATIONS, {**key, "now": now, "kept": kept - 1})
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

    async def put_channel(self, bot: str, channel: Channel) -> None:
        values = {"channel": channel.id, "language": channel.language, "settings": channel.settings}
        await self._write(sql.PUT_CHANNEL, {"bot": bot, **values})
        self._channels[bot, channel.id] = channel

    def _read_anew(self) -> None:
        self._channels.clear()

    # --- the host, and upkeep ----------------------------------------------------------------------------------------

    async def take_place(self, bot: str, instance: str) -> int:
        async with self._writing:
            ((alive_at,),) = await self._run(sql.TAKE_PLACE, {"bot": bot, "instance": instance})
            return int(alive_at)

    async def keep_place(self, bot: str, instance: str, now: int) -> bool:
        async with self._writing:
            return bool(await self._run(sql.KEEP_PLACE, {"bot": bot, "instance": instance, "now": now}))

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        async def apply() -> int:
            values = {"bot": bot, "before": before, "limit": limit}
            return sum([len(await self._run(statement, values)) for statement in sql.UPKEEP])

        return await self._transaction(apply)

    # --- transactions ------------------------------------------------------------------------------------------------

    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        """What the steps give, committed; where that is None, nothing was written.

        A task that is cancelled in between is rolled back: aiosqlite carries out what it was given in order.
        """
        async with self._writing:
            try:
                await self._run("BEGIN IMMEDIATE")
                outcome = await steps()
                await self._run("ROLLBACK" if outcome is None else "COMMIT")
            except BaseException:
                with suppress(StoreError):  # SQLite may have rolled back by itself
                    await self._run("ROLLBACK")
                raise
            return outcome

    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement, which is a transaction of its own."""
        async with self._writing:
            await self._run(statement, values)

    async def _share(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement about a table, in a transaction with whatever else is written in that moment."""
        work = Work((str(values["bot"]), str(values["table"])), (Step(statement, (values,)),))
        with explained(self._path):
            await self._group.do(work)

    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        """Only inside a transaction, or with the lock."""
        with explained(self._path):
            return list(await self._writer.execute_fetchall(statement, values))

    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        if values:
            with explained(self._path):
                await self._writer.executemany(statement, values)

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with explained(self._path):
            return await self._writer.do(work)

    async def _clear(self) -> None:
        async with self._writing:
            await self._run("VACUUM")
            await self._run("PRAGMA wal_checkpoint(TRUNCATE)")

    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows:
        with explained(self._path):
            return await self._readings.do(statement, values)

    async def _time(self, statement: str, bot: str, after: int) -> int | None:
        ((time,),) = await self._read(statement, {"bot": bot, "after": after, "never": NEVER})
        return None if time is None else int(time)


def work_of(change: Change) -> Work:
    """The change as the writer does it: where it cannot be applied, the first or the second step is refused."""
    key: dict[str, object] = {"bot": change.bot, "table": change.table, "revision": change.expected + 1}
    row = {
        **key,
        "expected": change.expected,
        "action_id": change.action_id,
        "actor": change.actor,
        "entry": change.entry,
        "at": change.at,
        "text": _text(change),
        "snapshot": change.snapshot,
        "phase": change.phase,
        "channel": change.channel,
        "code": change.code,
        "digest": _digest(change),
    }
    steps = (
        Step(sql.CREATE_TABLE, () if change.expected else (row,), each=True),
        Step(sql.MOVE_TABLE, (row,) if change.expected else (), each=True),
        Step(sql.ADD_LOG, (row,), each=True),
        Step(sql.ADD_COMMITMENT, ({**key, "commitment": change.commitment},) if change.commitment else ()),
        Step(sql.CLEAR_DUE, (key,)),
        Step(sql.ADD_DUE, [_due_values(key, due) for due in change.dues]),
        Step(sql.ADD_LETTER, _letter_values(key, change.letters, change.at)),
        Step(sql.ADD_RESULT, _result_values(key, change.results)),
    )
    return Work((change.bot, change.table), steps)


def _text(change: Change) -> str:
    """What the digest of the log's row is over."""
    facts = (change.bot, change.table, change.expected + 1, change.action_id, change.actor, change.entry, change.at)
    results = [(one.kind, one.number, one.record, one.totals, one.players) for one in change.results]
    return log_text(*facts, results=results)


def _digest(change: Change) -> str:
    """That of the table's row."""
    names = (change.bot, change.table, change.code, change.channel, change.phase)
    return table_digest(*names, change.expected + 1, change.snapshot, change.at)


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
    return {"bot": row.bot, "table": row.table, "viewer": row.viewer, "kind": row.kind}


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
