"""What is stored about one person, and its removal. The only place where a row of a log is ever rewritten."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from bot.boards.ports import KnownTable, Logged, Mail, Renaming, Sketch
from bot.store.asking import Asking

CLOSED: Final = "closed"

_NAMING: Final = """
FROM log JOIN tables ON tables.bot = log.bot AND tables.table_id = log.table_id
WHERE log.bot = :bot AND (
    log.actor = :person OR log.actor LIKE :person || ' %' OR log.actor = :person || '!'
    OR log.actor LIKE :person || '! %' OR log.entry LIKE 'replace _ ' || :person || ' %'
)
"""
KNOWN_TABLES: Final = f"SELECT DISTINCT log.table_id, tables.code, tables.phase {_NAMING} ORDER BY log.table_id"
LOGGED: Final = f"""
SELECT log.table_id, log.seq, log.actor, log.entry, log.logged_at {_NAMING}
ORDER BY log.logged_at, log.table_id, log.seq
"""
SKETCHES: Final = "SELECT table_id, revision, draft FROM drafts WHERE bot = :bot AND person = :person ORDER BY table_id"
MAIL: Final = """
SELECT table_id, kind, reference, sent_at FROM outbox
WHERE bot = :bot AND viewer = :person ORDER BY table_id, kind
"""
# What `bot.chat.service.agreements` keeps there: JSON within JSON, so its quotes are two signs each.
_PROPOSED: Final = """
FROM channels WHERE bot = :bot AND channel LIKE 'correct:%' AND settings LIKE '%author__: __' || :person || '__,%'
"""
PROPOSALS: Final = f"SELECT settings {_PROPOSED} ORDER BY channel"

WHOLE_LOG: Final = "SELECT seq, actor, entry FROM log WHERE bot = :bot AND table_id = :table"
SET_LOG: Final = """
UPDATE log SET actor = :actor, entry = :entry WHERE bot = :bot AND table_id = :table AND seq = :seq
"""
RECORDS: Final = "SELECT revision, place, record FROM results WHERE bot = :bot AND table_id = :table"
SET_RECORD: Final = """
UPDATE results SET record = :record
WHERE bot = :bot AND table_id = :table AND revision = :revision AND place = :place
"""
SNAPSHOT: Final = "SELECT phase, snapshot FROM tables WHERE bot = :bot AND table_id = :table"
SET_SNAPSHOT: Final = "UPDATE tables SET snapshot = :snapshot WHERE bot = :bot AND table_id = :table"

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
    "DELETE FROM outbox WHERE bot = :bot AND viewer = '#' || :was",
    "UPDATE tables SET channel = :now WHERE bot = :bot AND channel = :was AND phase = 'closed'",
    "UPDATE tallies SET channel = :now WHERE bot = :bot AND channel = :was",
    """
    UPDATE tallies SET mirrors = trim(replace(' ' || mirrors || ' ', ' ' || :was || ' ', ' ' || :now || ' '))
    WHERE bot = :bot AND ' ' || mirrors || ' ' LIKE '% ' || :was || ' %'
    """,
    "UPDATE plans SET channel = :now WHERE bot = :bot AND channel = :was",
)
FORGET_PLACE_OF: Final = "UPDATE tables SET channel = :now WHERE bot = :bot AND channel = :was AND table_id = :table"
OVERWRITE: Final = "PRAGMA secure_delete = ON"  # what goes is overwritten on the disk, and not only forgotten
EMPTY_WAL: Final = "PRAGMA wal_checkpoint(TRUNCATE)"


class PrivacyRows(Asking):
    """A `bot.boards.ports.PrivacyStore`, but for what `bot.store.board_rows` has."""

    async def known_tables(self, bot: str, person: str) -> tuple[KnownTable, ...]:
        rows = await self._read(KNOWN_TABLES, {"bot": bot, "person": person})
        return tuple([KnownTable(*row) for row in rows])

    async def logged(self, bot: str, person: str) -> tuple[Logged, ...]:
        rows = await self._read(LOGGED, {"bot": bot, "person": person})
        return tuple([Logged(*row) for row in rows])

    async def sketches(self, bot: str, person: str) -> tuple[Sketch, ...]:
        rows = await self._read(SKETCHES, {"bot": bot, "person": person})
        return tuple([Sketch(*row) for row in rows])

    async def mail(self, bot: str, person: str) -> tuple[Mail, ...]:
        rows = await self._read(MAIL, {"bot": bot, "person": person})
        return tuple([Mail(*row) for row in rows])

    async def proposals_by(self, bot: str, person: str) -> tuple[str, ...]:
        rows = await self._read(PROPOSALS, {"bot": bot, "person": person})
        return tuple([str(settings) for (settings,) in rows])

    async def forget(
        self,
        bot: str,
        persons: Sequence[str],
        name: str,
        settings: Mapping[str, str],
        renamings: Sequence[Renaming],
        places: Mapping[str, str],
        going_on: Collection[str] = (),
    ) -> bool:
        async def apply() -> bool | None:
            await self._run(OVERWRITE)
            if not await self._may_forget(bot, persons, renamings, going_on):
                return None
            for renaming in renamings:
                await self._rename(bot, renaming)
            for person in persons:
                values = {"bot": bot, "person": person, "name": name, "settings": settings[person]}
                for statement in FORGET:
                    await self._run(statement, values)
            for was, now in places.items():
                for statement in FORGET_PLACE:
                    await self._run(statement, {"bot": bot, "was": was, "now": now})
                for table in going_on:
                    await self._run(FORGET_PLACE_OF, {"bot": bot, "was": was, "now": now, "table": table})
            return True

        done = bool(await self._transaction(apply))
        self._read_anew()
        await self._write(EMPTY_WAL, {})
        return done

    async def _may_forget(
        self, bot: str, persons: Sequence[str], renamings: Sequence[Renaming], going_on: Collection[str]
    ) -> bool:
        """Whether all the tables that name them are closed or may go on, and are among those to be rewritten."""
        known = [row for person in persons for row in await self._run(KNOWN_TABLES, {"bot": bot, "person": person})]
        tables = {renaming.table for renaming in renamings}
        return all([table in tables and (phase == CLOSED or table in going_on) for table, _, phase in known])

    async def _rename(self, bot: str, renaming: Renaming) -> None:
        key = {"bot": bot, "table": renaming.table}
        for seq, actor, entry in await self._run(WHOLE_LOG, key):
            changed = {"actor": renaming.actor(actor), "entry": renaming.entry(entry)}
            if changed != {"actor": actor, "entry": entry}:
                await self._run(SET_LOG, {**key, "seq": seq, **changed})
        for revision, place, record in await self._run(RECORDS, key):
            changed = {"revision": revision, "place": place, "record": renaming.record(record)}
            if changed["record"] != record:
                await self._run(SET_RECORD, {**key, **changed})
        for _, snapshot in await self._run(SNAPSHOT, key):
            await self._run(SET_SNAPSHOT, {**key, "snapshot": renaming.snapshot(snapshot)})
