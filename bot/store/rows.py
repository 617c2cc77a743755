"""Every method of the port `bot.host.ports.Store` that is a statement or some of them, whatever database has the rows.

A store of one database adds how it is asked (`bot.store.asking`).
"""

import asyncio
import json
from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from bot.database_address import ServerDatabase
from bot.host.ports import (
    AT_MOST,
    CHANNEL,
    NEVER,
    TABLE,
    Account,
    Addressee,
    AlreadyDone,
    Change,
    Channel,
    Committed,
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
)
from bot.store import statements as sql
from bot.store.archives import ArchiveRows, damaged
from bot.store.board_rows import BoardRows
from bot.store.bot_rows import BotRows
from bot.store.digests import due_digest, log_text, subject_digest
from bot.store.groups import AT_LEISURE, BRIEFLY, Statement, Values, Work
from bot.store.note_rows import DROP_NOTE, NoteRows
from bot.store.openings import opening_text
from bot.store.packing import Unpackable, unpack, whole_log
from bot.store.privacy_rows import PrivacyRows
from bot.tables.log import LogRow
from bot.tables.timers import Due

CHANNELS: Final = 20_000  # remembered
_AFTER_CHANNELS: Final = chr(ord(CHANNEL) + 1)  # no viewer that is a channel comes behind it
TRIES: Final = 3  # of a change of an archived table


class StoreRows(BoardRows, PrivacyRows, NoteRows, ArchiveRows, BotRows):
    """A `bot.host.ports.Store`; boards, privacy, notes, archives and bots have their own ports and their own files."""

    server: ServerDatabase | None = None  # whose rows these are, where several hosts may share them

    def __init__(self) -> None:
        # by bot, the number of the last time that somebody was forgotten of whom nothing is known here
        self._forgotten: dict[str, int] = {}
        self._channels: dict[tuple[str, str], Channel | None] = {}  # each message asks; who else writes them tells
        self._briefly = BRIEFLY  # seconds for which what falls due waits for others like it

    # --- one change of a table ---------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> Outcome:
        for _ in range(TRIES):
            work = work_of(change, self._forgotten.get(change.bot, NEVER))
            if await self._commit_in_group(work, self._briefly if change.is_due else 0.0):
                return Committed(change.expected + 1)
            outcome = await self._why_not_applied(change)
            if outcome is not None:
                return outcome
            await self._put_back(change.bot, change.subject.id)
        raise StoreError(f"{self.name}: table {change.subject.id} is being archived; try again")

    async def _why_not_applied(self, change: Change) -> AlreadyDone | Stale | LabelTaken | None:
        """Why a change was not applied; None where the table is archived, and its log has to be whole first."""
        values = {"bot": change.bot, "table": change.subject.id, "action_id": change.action_id}
        ((revision, seq, content),) = await self._read(sql.STANDING, values) or [(0, None, None)]
        if seq is None and content is not None:
            seq = next((row.seq for row in self._unpack(change, content) if row.action_id == change.action_id), None)
        if seq is not None:
            return AlreadyDone(seq)
        if revision != change.expected:
            return Stale(revision)
        return None if content is not None else LabelTaken()

    def _unpack(self, change: Change, content: bytes) -> tuple[LogRow, ...]:
        try:
            return unpack(content)
        except Unpackable:
            raise damaged(self.name, change.subject.id) from None

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
        try:
            return whole_log(rows, since)
        except Unpackable:
            raise damaged(self.name, subject) from None

    async def results(self, bot: str, table: str) -> tuple[StoredResult, ...]:
        rows = await self._read(sql.RESULTS, {"bot": bot, "table": table})
        return tuple(StoredResult(revision, at, Result(*result)) for revision, at, *result in rows)

    # --- due times ---------------------------------------------------------------------------------------------------

    async def due_rows(self, bot: str, until: int, limit: int = AT_MOST, kind: str = TABLE) -> tuple[DueRow, ...]:
        rows = await self._read(sql.DUE, {"bot": bot, "until": until, "limit": limit, "subject": kind})
        return tuple(DueRow(Subject(*subject), name, at, channel) for *subject, name, at, channel in rows)

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

    async def waiting_letters(self, bot: str, subjects: Collection[str], now: int) -> tuple[OutboxRow, ...]:
        values = {"bot": bot, "tables": json.dumps([*subjects]), "now": now}
        rows = await self._read(sql.WAITING_LETTERS, values)
        return tuple(_letter(row) for row in rows)

    async def next_letter(self, bot: str, after: int = -1) -> int | None:
        return await self._time(sql.NEXT_LETTER, bot, after)

    async def letters(self, bot: str, subject: str) -> tuple[OutboxRow, ...]:
        rows = await self._read(sql.LETTERS, {"bot": bot, "table": subject})
        return tuple(_letter(row) for row in rows)

    async def channel_letters(self, bot: str, subject: str) -> tuple[OutboxRow, ...]:
        values = {"bot": bot, "table": subject, "first": CHANNEL, "end": _AFTER_CHANNELS}
        return tuple(_letter(row) for row in await self._read(sql.CHANNEL_LETTERS, values))

    async def add_letters(self, bot: str, subject: str, letters: tuple[Letter, ...], at: int) -> None:
        values = _letter_values({"bot": bot, "table": subject}, letters, at)
        steps = (Statement(sql.WANT_LETTER, values, each=True), Statement(sql.WANT_AGAIN, values))
        if not await self._commit_in_group(Work((bot, subject), steps)):
            raise StoreError(f"{self.name}: there is no subject {subject!r}")

    async def bring_again(self, row: OutboxRow, at: int) -> None:
        await self._share(sql.BRING_AGAIN, {**_key(row), "at": at})

    async def mark_sent(
        self, row: OutboxRow, revision: int, reference: str, at: int, *, again: bool = False, at_leisure: bool = False
    ) -> None:
        forgotten = self._forgotten.get(row.bot, NEVER)
        mark = {"revision": revision, "reference": reference, "at": at, "again": int(again), "forgotten": forgotten}
        await self._share(sql.MARK_SENT, {**_key(row), **mark}, AT_LEISURE if at_leisure else 0.0)

    async def mark_failed(self, row: OutboxRow, not_before: int, error: str) -> None:
        await self._share(sql.MARK_FAILED, {**_key(row), "not_before": not_before, "error": error})

    async def try_now(self, bot: str, now: int) -> None:
        await self._write(sql.TRY_NOW, {"bot": bot, "now": now})

    async def drop_letter(self, row: OutboxRow, error: str) -> None:
        await self.drop_letters((row,), error)

    async def drop_letters(self, rows: tuple[OutboxRow, ...], error: str) -> None:
        values: dict[tuple[str, str], list[Values]] = {}  # by bot and subject
        for row in rows:
            found = values.setdefault((row.bot, row.subject.id), [])
            found.append({**_key(row), "revision": row.revision, "error": error})
        works = [
            Work(key, (Statement(sql.DROP_LETTER, sorted(some, key=_place_of_letter)),)) for key, some in values.items()
        ]
        await asyncio.gather(*map(self._commit_in_group, works))

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

    async def players(self, bot: str, people: Collection[str]) -> tuple[Person, ...]:
        if not people:
            return ()
        names = dict(zip(("first", "second", "third", "fourth"), (*people, *[""] * (4 - len(people))), strict=True))
        return tuple(Person(*row) for row in await self._read(sql.PLAYERS, {"bot": bot, **names}))

    async def change_person(self, bot: str, person: Person) -> None:
        await self._write(sql.CHANGE_PERSON, person_values(bot, person))

    async def people_with(self, bot: str, name: str, word: str = "") -> tuple[Person, ...]:
        what = f'"{name}": "{word}"' if word else f'"{name}":'
        rows = await self._read(sql.PEOPLE_WITH, {"bot": bot, "part": f"%{what}%"})
        return tuple(Person(*row) for row in rows)

    async def person_of(self, bot: str, account: Account) -> Person | None:
        rows = await self._read(sql.PERSON_OF, account_values(bot, account))
        return Person(*rows[0]) if rows else None

    async def register(self, bot: str, account: Account, newcomer: Person) -> Person:
        async def apply() -> Person:
            rows = await self._run(sql.PERSON_OF, account_values(bot, account))
            if rows:
                return Person(*rows[0])
            await self._run(sql.PUT_PERSON, person_values(bot, newcomer))
            await self._run(sql.PUT_ACCOUNT, {**account_values(bot, account), "person": newcomer.id})
            return newcomer

        person = await self.person_of(bot, account)
        return person if person is not None else await self._transaction(apply)

    async def accounts(self, bot: str, person: str) -> tuple[Account, ...]:
        rows = await self._read(sql.ACCOUNTS, {"bot": bot, "person": person})
        return tuple(Account(*row) for row in rows)

    async def addressee(self, bot: str, table: str, person: str) -> Addressee | None:
        rows = await self._read(sql.ADDRESSEE, {"bot": bot, "table": table, "person": person})
        if not rows:
            return None
        *who, _, _, revision, text = rows[0]
        accounts = tuple(Account(*row[4:6]) for row in rows if row[4] is not None)
        return Addressee(Person(*who), accounts, StoredDraft(revision, text) if revision is not None else None)

    async def renew_account(
        self, bot: str, account: Account, person: str, asks_as: Account, notes: Collection[str]
    ) -> tuple[Account, ...] | None:
        values = account_values(bot, account)

        async def owners(one: Account) -> set[str]:
            return {str(row[0]) for row in await self._run(sql.PERSON_OF, account_values(bot, one))}

        async def apply() -> tuple[Account, ...] | None:
            if await owners(asks_as) != {person} or await owners(account) - {person}:
                return None
            dropped_rows = await self._run(sql.DROP_OTHER_ACCOUNTS, {**values, "person": person})
            await self._run(sql.PUT_ACCOUNT, {**values, "person": person})
            keys = [f"{kind}:{account.platform}:{name}" for (name,) in dropped_rows for kind in notes]
            await self._run_each(DROP_NOTE, [{"bot": bot, "key": key} for key in keys])
            return tuple(Account(account.platform, name) for (name,) in sorted(dropped_rows))

        return await self._transaction(apply)

    async def put_link_code(self, bot: str, code: str, person: str, now: int, expires: int) -> bool:
        async def apply() -> bool | None:
            await self._run(sql.DROP_LINK_CODES, {"bot": bot, "person": person, "now": now})
            values = {"bot": bot, "code": code, "person": person, "expires": expires}
            return bool(await self._run(sql.ADD_LINK_CODE, values)) or None

        return bool(await self._transaction(apply))

    async def link_code(self, bot: str, code: str, now: int) -> str | None:
        rows = await self._read(sql.LINK_CODE, {"bot": bot, "code": code, "now": now})
        return str(rows[0][0]) if rows else None

    async def use_link_code(self, bot: str, code: str, old: Person, new: str, now: int) -> tuple[Account, ...]:
        async def apply() -> tuple[Account, ...] | None:
            if not await self._run(sql.USE_LINK_CODE, {"bot": bot, "code": code, "now": now}):
                return None
            moved = await self._run(sql.MOVE_ACCOUNTS, {"bot": bot, "old": old.id, "new": new})
            await self._run(sql.CHANGE_PERSON, person_values(bot, old))
            await self._run(sql.NAME_IF_NAMELESS, {"bot": bot, "person": new, "name": old.name})
            return tuple(Account(*row) for row in sorted(moved)) or None

        return await self._transaction(apply) or ()

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
        channels = self._channels  # which is another one where it is to be read anew, so that nothing old stays
        rows = await self._read(sql.CHANNEL, {"bot": bot, "channel": channel})
        if (bot, channel) not in channels:  # else it was written meanwhile
            if len(channels) >= CHANNELS:
                channels.clear()
            channels[bot, channel] = Channel(*rows[0]) if rows else None
        return channels[bot, channel]

    async def channels_with(self, bot: str, word: str) -> tuple[Channel, ...]:
        rows = await self._read(sql.CHANNELS_WITH, {"bot": bot, "word": word})
        return tuple(Channel(*row) for row in rows)

    async def put_channel(self, bot: str, channel: Channel) -> None:
        try:
            await self._write(sql.PUT_CHANNEL, channel_values(bot, channel))
        except BaseException:  # whoever is cancelled at the commit may have it stored
            self._read_anew()
            raise
        self._channels[bot, channel.id] = channel

    def _read_anew(self) -> None:
        self._channels = {}

    # --- the host, and upkeep ----------------------------------------------------------------------------------------

    async def take_place(self, bot: str, instance: str) -> int:
        ((alive_at,),) = await self._alone(sql.TAKE_PLACE, {"bot": bot, "instance": instance})
        return int(alive_at)

    async def keep_place(self, bot: str, instance: str, now: int) -> bool:
        return bool(await self._alone(sql.KEEP_PLACE, {"bot": bot, "instance": instance, "now": now}))

    @abstractmethod
    async def bring_again_what_a_copy_shows(self, bot: str) -> bool:
        """Where a backup was brought back chats may show what came after it: the first host shows all as it is.

        In a file that is done with `take_place`. Whether it is so, once for each bot.
        """

    async def upkeep(self, bot: str, before: int, limit: int = AT_MOST) -> int:
        async def apply() -> int:
            values = {"bot": bot, "before": before, "limit": limit}
            return sum([len(await self._run(statement, values)) for statement in sql.UPKEEP])

        return await self._transaction(apply)

    # --- for all of them ---------------------------------------------------------------------------------------------

    async def _share(self, statement: str, values: Mapping[str, object], may_wait: float = 0.0) -> None:
        """One statement about a table, in a transaction with whatever else is written in that moment."""
        key = (str(values["bot"]), str(values["table"]))
        await self._commit_in_group(Work(key, (Statement(statement, (values,)),)), may_wait)

    async def _time(self, statement: str, bot: str, after: int, kind: str = "") -> int | None:
        ((time,),) = await self._read(statement, {"bot": bot, "after": after, "never": NEVER, "subject": kind})
        return None if time is None else int(time)


def work_of(change: Change, forgotten: int) -> Work:
    """The change as the writer does it: where it cannot be applied, the first or the second step is refused.

    `forgotten`: nobody has been forgotten since by another host, where there are several.
    """
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
        "forgotten": forgotten,
    }
    steps = (
        Statement(sql.COME_TO_COUNT, () if change.expected else ({"bot": change.bot},)),
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
    return Work((change.bot, change.subject.id), steps, counts=not change.expected)


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


def _place_of_letter(row: Values) -> tuple[str, str]:
    """Where a letter's row stands among those of its table: whoever writes several goes by it (`groups.in_order`)."""
    return str(row["viewer"]), str(row["kind"])


def _letter_values(key: Mapping[str, object], letters: Iterable[Letter], at: int) -> list[dict[str, object]]:
    rows = [
        {**key, "viewer": letter.viewer, "kind": letter.kind, "place": place, "at": at}
        for place, letter in enumerate(letters)
    ]
    return sorted(rows, key=_place_of_letter)


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


@lru_cache(2 * AT_MOST)  # the courier reads what waits at each look, and most of it is as it was
def _letter(row: tuple[Any, ...]) -> OutboxRow:
    bot, kind, id_, *rest = row
    return OutboxRow(bot, Subject(kind, id_), *rest)


def person_values(bot: str, person: Person) -> dict[str, object]:
    return {
        "bot": bot,
        "person": person.id,
        "name": person.name,
        "language": person.language,
        "settings": person.settings,
    }


def channel_values(bot: str, channel: Channel) -> dict[str, object]:
    return {"bot": bot, "channel": channel.id, "language": channel.language, "settings": channel.settings}


def account_values(bot: str, account: Account) -> dict[str, object]:
    return {"bot": bot, "platform": account.platform, "account": account.account}
