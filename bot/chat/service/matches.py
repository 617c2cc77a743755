"""Matches that have ended, by what people write for them: the short name of the table, and which of its matches."""

import json
from collections.abc import Mapping, Sequence

from bot.boards.ports import Key
from bot.boards.written import find_match
from bot.chat.service.desk import Desk
from bot.host.ports import Person


class Matches:
    """Names them and finds them. Raises `StoreError`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def written(self, keys: Sequence[Key]) -> Mapping[Key, str]:
        """How people write each: `KBDF:212`."""
        store, bot = self._desk.store, self._desk.bot
        rows = {table: await store.load(bot, table) for table in {table for table, _ in keys}}
        return {key: f"{row.code if row and row.code else key[0]}:{key[1]}" for key in keys for row in [rows[key[0]]]}

    async def find(self, person: Person, match: str, channel: str) -> Key | None:
        """The match that is meant, if he may read it: he played it, or it was played in the channel he asks in.

        `KBDF` is the last one of a table.
        """
        found = await find_match(self._desk.store, self._desk.bot, match)
        if found is None:
            return None
        row, revision = found
        key = (row.table, revision)
        return key if (channel and row.channel == channel) or await self._played(person, key) else None

    async def _played(self, person: Person, key: Key) -> bool:
        """Whether he held a seat in it, under any id of his; also in a match that counts for nothing."""
        match = await self._desk.store.match(self._desk.bot, key)
        ids = await self._desk.ids(person.id)
        held = json.loads(match.players) if match else []
        return any([who in ids for deal in held for who, _ in deal])
