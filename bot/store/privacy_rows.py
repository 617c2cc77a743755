"""What is stored about one person, and its removal. The only place where a row of a log is ever rewritten."""

import asyncio
import json
import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.boards.ports import Forgetting, KnownTable, LogRowNaming, Mail, Renaming, Sketch
from bot.host.ports import CHANNEL, NEVER, Letter, StoreError
from bot.store.archives import TABLES, archive_anew, damaged, holds, put_back
from bot.store.asking import Asking, Connection
from bot.store.digests import chain_anew, digest_rows, unfit
from bot.store.note_rows import PUT_NOTE
from bot.store.packing import Unpackable, actor_id, unpack
from bot.store.statements import WANT_AGAIN, WANT_LETTER
from bot.store.sweep import sweep
from bot.tables.log import LogRow

CLOSED: Final = "closed"

_NAMING: Final = """
FROM log JOIN tables ON tables.bot = log.bot AND tables.table_id = log.table_id
WHERE log.bot = :bot AND tables.kind = 'table' AND (
    log.actor = :person OR log.actor LIKE :person || ' %' OR log.actor = :person || '!'
    OR log.actor LIKE :person || '! %' OR log.entry LIKE 'replace _ ' || :person || ' %'
    OR log.entry = 'opener ' || :person OR log.entry LIKE 'invite ' || :person || ' %'
    OR (log.entry LIKE 'open {"assigned":%' AND instr(log.entry, '"' || :person || '"') > 0)
)
"""
_PLAYED: Final = "instr(archives.actors, ' ' || :person || ' ') > 0"
KNOWN_TABLES: Final = f"""
SELECT DISTINCT log.table_id AS table_id, tables.code, tables.phase {_NAMING}
UNION SELECT archives.table_id, tables.code, tables.phase
FROM archives JOIN tables ON tables.bot = archives.bot AND tables.table_id = archives.table_id
WHERE archives.bot = :bot AND {_PLAYED}
ORDER BY table_id
"""  # noqa: S608  the words are this file's own
LOGGED: Final = f"""
SELECT log.table_id, log.seq, log.actor, log.entry, log.logged_at {_NAMING}
"""
ARCHIVED: Final = f"SELECT table_id, content FROM archives WHERE bot = :bot AND {_PLAYED}"  # noqa: S608  the same
IN_TOURNAMENTS: Final = """
SELECT log.table_id, log.seq, log.actor, log.entry, log.logged_at
FROM log JOIN tables ON tables.bot = log.bot AND tables.table_id = log.table_id
WHERE log.bot = :bot AND tables.kind IN ('tournament', 'series') AND (
    log.actor = :person OR log.actor = :person || '!' OR instr(log.entry, '"' || :person || '"') > 0
)
ORDER BY log.logged_at, log.table_id, log.seq
"""
SKETCHES: Final = "SELECT table_id, revision, draft FROM drafts WHERE bot = :bot AND person = :person ORDER BY table_id"
MAIL: Final = """
SELECT table_id, kind, reference, sent_at FROM outbox
WHERE bot = :bot AND viewer = :person ORDER BY table_id, kind
"""
_PROPOSED: Final = """
FROM notes WHERE bot = :bot AND note LIKE 'proposed:%' AND instr(value, '"author": "' || :person || '",') > 0
"""
PROPOSALS: Final = f"SELECT value {_PROPOSED} ORDER BY note"

SUBSCRIPTIONS: Final = """
SELECT notes.value
FROM accounts JOIN notes ON notes.bot = accounts.bot
    AND notes.note = 'push:' || accounts.platform || ':' || accounts.account
WHERE accounts.bot = :bot AND accounts.person = :person ORDER BY notes.note
"""

WHOLE_LOG: Final = """
SELECT seq, action_id, actor, entry, logged_at FROM log WHERE bot = :bot AND table_id = :table ORDER BY seq
"""
SET_LOG: Final = """
UPDATE log SET actor = :actor, entry = :entry WHERE bot = :bot AND table_id = :table AND seq = :seq
"""
BY: Final = """
SELECT rowid FROM log WHERE bot = :bot AND (instr(action_id, :word) > 0 OR actor = :word OR actor LIKE :word || ' %'
    OR actor LIKE :word || '!%')
"""
SET_ACTION: Final = "UPDATE log SET action_id = :fresh WHERE rowid = :row RETURNING table_id"
RECORDS: Final = "SELECT revision, place, record FROM results WHERE bot = :bot AND table_id = :table"
SET_RECORD: Final = """
UPDATE results SET record = :record
WHERE bot = :bot AND table_id = :table AND revision = :revision AND place = :place
"""
SET_RESULT: Final = """
UPDATE results SET record = :record, players = CASE players WHEN '' THEN '' ELSE :players END
WHERE bot = :bot AND table_id = :table AND revision = :revision AND kind = :kind
"""
SNAPSHOT: Final = "SELECT phase, snapshot FROM tables WHERE bot = :bot AND table_id = :table"
SET_SNAPSHOT: Final = "UPDATE tables SET snapshot = :snapshot WHERE bot = :bot AND table_id = :table"
REASONS: Final = "SELECT rowid, table_id, reason FROM corrections WHERE bot = :bot"
SET_REASON: Final = "UPDATE corrections SET reason = :text WHERE rowid = :row"
AGREEMENTS: Final = "SELECT rowid, note, value FROM notes WHERE bot = :bot AND note LIKE 'proposed:%'"
SET_AGREEMENT: Final = "UPDATE notes SET value = :text WHERE rowid = :row"
"""What people have written themselves, in which they may have named each other."""

SHOW_LAST_ANEW: Final = f"""
UPDATE outbox SET settled = revision - 1, queued_at = :at
WHERE bot = :bot AND table_id = :table AND viewer LIKE '{CHANNEL}%' AND reference <> '' AND settled >= revision
"""  # noqa: S608  the words are this program's own

FORGET: Final = (
    "DELETE FROM accounts WHERE bot = :bot AND person = :person",
    "DELETE FROM link_codes WHERE bot = :bot AND person = :person",
    "DELETE FROM drafts WHERE bot = :bot AND person = :person",
    "DELETE FROM outbox WHERE bot = :bot AND viewer = :person",
    f"DELETE {_PROPOSED}",
    "UPDATE people SET name = :name, language = '', settings = :settings WHERE bot = :bot AND person = :person",
)
FORGET_PLACE: Final = (
    "DELETE FROM channels WHERE bot = :bot AND channel = :was",
    "DELETE FROM channels WHERE bot = :bot AND channel LIKE :was || '/%'",
    "DELETE FROM notes WHERE bot = :bot AND (note LIKE '%:' || :was OR note LIKE '%:' || :was || '/%')",
    "DELETE FROM outbox WHERE bot = :bot AND (viewer = '#' || :was OR viewer LIKE '#' || :was || '/%')",
)
LONGEST_SHARED: Final = 4  # a shorter name of an account may be anything else, too
SHORTEST_WORD: Final = 4  # a shorter name is many a word, too: only as it is written is it a name
NUMBERS_IN: Final = ("outbox", "channels", "notes", "people")
"""Where names of accounts may stand by themselves."""


class PrivacyRows(Asking):
    """A `bot.boards.ports.PrivacyStore`, but for what `bot.store.board_rows` has."""

    async def known_tables(self, bot: str, person: str) -> tuple[KnownTable, ...]:
        rows = await self._read(KNOWN_TABLES, {"bot": bot, "person": person})
        return tuple(KnownTable(*row) for row in rows)

    async def log_rows_naming(self, bot: str, person: str) -> tuple[LogRowNaming, ...]:
        rows = await self._read(LOGGED, {"bot": bot, "person": person})
        found = [LogRowNaming(*row) for row in rows]
        for table, content in await self._read(ARCHIVED, {"bot": bot, "person": person}):
            try:
                found += await asyncio.to_thread(_played_by, person, table, content)
            except Unpackable:
                raise damaged(self.name, table) from None
        return tuple(sorted(found, key=lambda row: (row.at, row.table, row.seq)))

    async def tournament_rows_naming(self, bot: str, person: str) -> tuple[LogRowNaming, ...]:
        rows = await self._read(IN_TOURNAMENTS, {"bot": bot, "person": person})
        return tuple(LogRowNaming(*row) for row in rows)

    async def sketches(self, bot: str, person: str) -> tuple[Sketch, ...]:
        rows = await self._read(SKETCHES, {"bot": bot, "person": person})
        return tuple(Sketch(*row) for row in rows)

    async def mail(self, bot: str, person: str) -> tuple[Mail, ...]:
        rows = await self._read(MAIL, {"bot": bot, "person": person})
        return tuple(Mail(*row) for row in rows)

    async def proposals_by(self, bot: str, person: str) -> tuple[str, ...]:
        rows = await self._read(PROPOSALS, {"bot": bot, "person": person})
        return tuple(str(value) for (value,) in rows)

    async def subscriptions_of(self, bot: str, person: str) -> tuple[str, ...]:
        rows = await self._read(SUBSCRIPTIONS, {"bot": bot, "person": person})
        return tuple(str(value) for (value,) in rows)

    async def forget(self, bot: str, forgetting: Forgetting) -> bool:
        async def apply() -> bool | None:
            await self._begin_erasing()
            rewritten = await self._do(lambda connection: _forget(connection, bot, forgetting))
            if rewritten is None:
                return None
            await self._note_rewritten(bot, rewritten)
            return True

        try:
            was_stored = bool(await self._transaction(apply))
        except Unpackable as error:
            words = f"an archive cannot be unpacked ({error}), so nothing was deleted: see `burraco db check`"
            raise StoreError(f"{self.name}: {words}") from None
        self._read_anew()
        if was_stored:
            await self._if_it_can(self._clear)  # who was erased is erased
        return was_stored


def _played_by(person: str, table: str, content: bytes) -> list[LogRowNaming]:
    """What they did of what is archived of a table."""
    return [
        LogRowNaming(table, row.seq, row.actor, row.entry, row.at)
        for row in unpack(content)
        if actor_id(row.actor) == person
    ]


def _forget(connection: Connection, bot: str, forgetting: Forgetting) -> set[str] | None:
    """The subjects of which anything was rewritten; None where nobody may be forgotten now."""
    if not _may_forget(connection, bot, forgetting):
        return None
    altered = unfit(connection)  # by somebody, before: their digests are not to fit afterwards
    archived = _without_archives(connection, bot, forgetting)
    changed = {one.table for one in forgetting.renamings} | _without_deliveries(connection, bot, forgetting)
    for one in forgetting.renamings:
        _rename(connection, bot, one, forgetting)
    for person, settings in forgetting.settings.items():
        for statement in FORGET:
            connection.execute(statement, {"bot": bot, "person": person, "name": forgetting.name, "settings": settings})
    for was in forgetting.private_chats:
        for statement in FORGET_PLACE:
            connection.execute(statement, {"bot": bot, "was": was})
    _without_mentions(connection, bot, forgetting)
    numbers = {one: "gone" for one in forgetting.accounts if len(one) > LONGEST_SHARED}
    sweep(connection, bot, numbers, NUMBERS_IN)
    changed |= sweep(connection, bot, {**forgetting.ids, **forgetting.private_chats})
    for note, value in forgetting.owed.items():  # last: it names them once more
        connection.execute(PUT_NOTE, {"bot": bot, "key": note, "value": value, "expires": NEVER})
    for table in sorted(changed):
        chain_anew(connection, bot, table, altered)
    digest_rows(connection, altered)
    for table, at in archived.items():
        archive_anew(connection, bot, table, at)
    return changed


def _without_archives(connection: Connection, bot: str, forgetting: Forgetting) -> dict[str, int]:
    """Every table in whose archive anything may have to go has its whole log again; when each had been archived.

    So whatever is done to logs is done to what was archived of them. All archives are unpacked and looked through.
    """
    words = (*forgetting.ids, *forgetting.private_chats, *forgetting.accounts)
    renamed = {one.table for one in forgetting.renamings}
    opened = {}
    for (table,) in connection.execute(TABLES, {"bot": bot}).fetchall():
        if table in renamed or holds(connection, bot, table, words):
            opened[table] = put_back(connection, bot, table)
    return opened


def _may_forget(connection: Connection, bot: str, forgetting: Forgetting) -> bool:
    """Whether all the tables that name them are closed or may go on, and are among those to be rewritten."""
    tables = {one.table for one in forgetting.renamings}
    rows = [row for id_ in forgetting.ids for row in connection.execute(KNOWN_TABLES, {"bot": bot, "person": id_})]
    return all(table in tables and (phase == CLOSED or table in forgetting.going_on) for table, _, phase in rows)


def _without_deliveries(connection: Connection, bot: str, forgetting: Forgetting) -> set[str]:
    """What they did loses the names of its deliveries, in which those of accounts stand; the tables it was done at.

    Nothing that is delivered again could be theirs any more. A digest would not do: who has a list of accounts would
    find the one that fits.
    """
    tables: set[str] = set()
    for word in (
        *forgetting.ids,
        *forgetting.private_chats,
        *[one for one in forgetting.accounts if len(one) > LONGEST_SHARED],
    ):
        for (row,) in connection.execute(BY, {"bot": bot, "word": word}).fetchall():
            fresh = {"row": row, "fresh": f"gone:{secrets.token_hex(8)}"}
            tables |= {str(table) for (table,) in connection.execute(SET_ACTION, fresh).fetchall()}
    return tables


def _rename(connection: Connection, bot: str, renaming: Renaming, forgetting: Forgetting) -> None:
    key = {"bot": bot, "table": renaming.table}
    rows = [LogRow(*row) for row in connection.execute(WHOLE_LOG, key)]
    renamed = [replace(row, actor=renaming.actor(row.actor), entry=renaming.entry(row.entry)) for row in rows]
    for row, before in zip(renamed, rows, strict=True):
        if row != before:
            connection.execute(SET_LOG, {**key, "seq": row.seq, "actor": row.actor, "entry": row.entry})
    anew = forgetting.retell(renamed)
    for revision, place, record in connection.execute(RECORDS, key).fetchall():
        changed = {"revision": revision, "place": place, "record": renaming.record(record)}
        if anew is None and changed["record"] != record:
            connection.execute(SET_RECORD, {**key, **changed})
    for revision, one in anew.results if anew else ():
        result = {"kind": one.kind, "record": one.record, "players": one.players}
        connection.execute(SET_RESULT, {**key, "revision": revision, **result})
    for _, snapshot in connection.execute(SNAPSHOT, key).fetchall():
        text = anew.snapshot if anew else renaming.snapshot(snapshot)
        connection.execute(SET_SNAPSHOT, {**key, "snapshot": text})
    _show_anew(connection, key, anew.letters if anew and renaming.table in forgetting.going_on else (), forgetting.at)


def _show_anew(connection: Connection, key: Mapping[str, object], letters: Sequence[Letter], at: int) -> None:
    """What chats show of a table is brought again: these letters, or all that a channel was shown where there are none.

    It is stored with the rest, so that no name stays in a chat, whatever becomes of the host.
    """
    if not letters:
        connection.execute(SHOW_LAST_ANEW, {**key, "at": at})
    for place, one in enumerate(letters):
        values = {**key, "viewer": one.viewer, "kind": one.kind, "place": place, "at": at}
        connection.execute(WANT_LETTER, values)
        connection.execute(WANT_AGAIN, values)


def _without_mentions(connection: Connection, bot: str, forgetting: Forgetting) -> None:
    """What others have written about matches at the tables where they were names them no more.

    Elsewhere whoever is called so is somebody else, or it is a word.
    """
    if not forgetting.names:
        return
    pattern = _pattern(forgetting.names)
    tables = {one.table for one in forgetting.renamings}
    for row, table, reason in connection.execute(REASONS, {"bot": bot}).fetchall():
        changed = pattern.sub(forgetting.name, reason)
        if table in tables and changed != reason:
            connection.execute(SET_REASON, {"row": row, "text": changed})
    for row, note, value in connection.execute(AGREEMENTS, {"bot": bot}).fetchall():
        table = note.removeprefix("proposed:").rpartition(":")[0]
        proposal = json.loads(value)
        changed = pattern.sub(forgetting.name, str(proposal["reason"]))
        if table in tables and changed != proposal["reason"]:
            connection.execute(SET_AGREEMENT, {"row": row, "text": json.dumps({**proposal, "reason": changed})})


def _pattern(names: Collection[str]) -> re.Pattern[str]:
    """Any of these names as a whole word."""
    inside = "|".join([_as_written(name) for name in sorted(names, key=len, reverse=True)])
    return re.compile(rf"(?<!\w)(?:{inside})(?!\w)")


def _as_written(name: str) -> str:
    return re.escape(name) if len(name) < SHORTEST_WORD else f"(?i:{re.escape(name)})"
