"""The rows of notes (`bot.host.notes`), and those that were kept as something else before there were notes."""

import json
import sqlite3
from collections.abc import Iterator
from typing import Any, Final

from bot.host.notes import AGREES, COMMANDS, DELIVERY_PLANS, EVENTS, GREETED, LOST, NUMBERED, PROPOSED, NoteKind
from bot.host.ports import NEVER
from bot.store.asking import Asking

NOTE: Final = "SELECT value FROM notes WHERE bot = :bot AND note = :key AND expires_at > :now"
PUT_NOTE: Final = """
INSERT INTO notes (bot, note, value, expires_at)
VALUES (:bot, :key, :value, :expires)
ON CONFLICT (bot, note) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at
"""
FIRST_NOTE: Final = f"{PUT_NOTE} WHERE notes.expires_at <= :now"
CHANGE_NOTE: Final = """
UPDATE notes SET value = :value, expires_at = :expires
WHERE bot = :bot AND note = :key AND value = :before AND expires_at > :now
RETURNING note
"""
NOTES_AFTER: Final = "SELECT note FROM notes WHERE bot = :bot AND note >= :start AND note < :end AND expires_at > :now"
DROP_NOTE: Final = "DELETE FROM notes WHERE bot = :bot AND note = :key"


class NoteRows(Asking):
    """A `bot.host.notes.NoteStore`."""

    async def note(self, bot: str, key: str, now: int) -> str:
        rows = await self._read(NOTE, {"bot": bot, "key": key, "now": now})
        return str(rows[0][0]) if rows else ""

    async def put_note(self, bot: str, key: str, value: str, expires: int) -> None:
        values = {"bot": bot, "key": key, "value": value, "expires": expires}
        await self._write(PUT_NOTE if value else DROP_NOTE, values if value else {"bot": bot, "key": key})

    async def first_note(self, bot: str, key: str, value: str, now: int, expires: int) -> str:
        await self._write(FIRST_NOTE, {"bot": bot, "key": key, "value": value, "now": now, "expires": expires})
        return await self.note(bot, key, now)

    async def change_note(self, bot: str, key: str, before: str, value: str, now: int, expires: int) -> bool:
        values = {"bot": bot, "key": key, "before": before, "value": value, "now": now, "expires": expires}
        return bool(await self._alone(CHANGE_NOTE, values))

    async def erase_note(self, bot: str, key: str) -> None:
        async def apply() -> bool:
            await self._overwrite_freed()
            await self._run(DROP_NOTE, {"bot": bot, "key": key})
            await self._note_rewritten(bot, ())
            return True

        await self._transaction(apply)
        await self._if_it_can(self._clear)

    async def keys_of_notes(self, bot: str, start: str, now: int) -> list[str]:
        end = start + chr(0x10FFFF)
        return [
            str(row[0]) for row in await self._read(NOTES_AFTER, {"bot": bot, "start": start, "end": end, "now": now})
        ]


# --- from before there were notes -------------------------------------------------------------------------------------

_DISGUISED: Final = """SELECT bot, channel, settings FROM channels WHERE settings LIKE '{"kept": %'"""
_DROP_DISGUISED: Final = """DELETE FROM channels WHERE settings LIKE '{"kept": %'"""
_OF_PLANS: Final = """
SELECT plans.bot, plans.plan, plans.channel, plans.content, plan_due.due_at
FROM plans LEFT JOIN plan_due ON plan_due.bot = plans.bot AND plan_due.plan = plans.plan AND plan_due.kind = 'forget'
WHERE plans.plan LIKE 'note%' AND plans.state = 'ended'
"""
_DROP_OF_PLANS: Final = (
    "DELETE FROM plan_due WHERE kind = 'forget'",
    "DELETE FROM plans WHERE plan LIKE 'note%' AND state = 'ended'",
)


def move_notes(connection: sqlite3.Connection) -> None:
    """What was kept as a channel or as a plan becomes a note."""
    notes = [*_channels(connection), *_of_plans(connection)]
    connection.executemany(PUT_NOTE, notes)
    for statement in (_DROP_DISGUISED, *_DROP_OF_PLANS):
        connection.execute(statement)


def _channels(connection: sqlite3.Connection) -> Iterator[dict[str, object]]:
    for bot, name, settings in connection.execute(_DISGUISED):
        kind, about = _was(name)
        value = str(json.loads(settings)["kept"])
        if value:
            yield {"bot": bot, "key": f"{kind.name}:{about}", "value": value, "expires": _expires(kind, value)}


def _was(name: str) -> tuple[NoteKind, str]:
    """The kind of a note, and what it is about, by the name that it had as a channel."""
    if name == "discord:commands":
        return COMMANDS, "discord"
    if name.startswith("discord:event:"):
        return EVENTS, name.removeprefix("discord:event:")
    if name.startswith("correct/"):
        return AGREES, name.removeprefix("correct/")
    if name.startswith("correct:"):
        return PROPOSED, name.removeprefix("correct:")
    if name.endswith(":known"):
        return GREETED, name.removesuffix(":known")
    return LOST, name.removesuffix(":lost")


def _expires(kind: NoteKind, value: str) -> int:
    """A proposal tells when it was made; the word that leads to it may stay."""
    return int(json.loads(value)["at"]) + kind.lasts if kind is PROPOSED else NEVER


def _of_plans(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """What deliveries meant, and the numbers that channels gave last."""
    for bot, note, channel, content, forgotten_at in connection.execute(_OF_PLANS):
        number = json.loads(content).get("number")
        key = (
            f"{DELIVERY_PLANS.name}:{str(note).removeprefix('note')}"
            if number is None
            else f"{NUMBERED.name}:{channel}"
        )
        value = content if number is None else str(number)
        yield {"bot": bot, "key": key, "value": value, "expires": forgotten_at or 0}
