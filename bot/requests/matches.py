"""Matches that have ended, by what people write for them: the short name of the table, and which of its matches."""

import json
from collections.abc import Mapping, Sequence

from bot.boards.match_names import find_match
from bot.boards.ports import Key, StoredMatch
from bot.host.ports import Person
from bot.requests.backend import Backend


class Matches:
    """Names them and finds them. Raises `StoreError`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def names_of(self, keys: Sequence[Key]) -> Mapping[Key, str]:
        """How people write each: `KBDF:212`."""
        labels: dict[str, str] = {}
        for table in {table for table, _ in keys}:
            row = await self._backend.store.load(self._backend.bot, table)
            labels[table] = row.label if row and row.label else table
        return {(table, revision): f"{labels[table]}:{revision}" for table, revision in keys}

    async def find(self, person: Person, match: str, channel: str) -> Key | None:
        """The match that is meant, if they may read it: they played it, or the channel they ask in showed it.

        `KBDF` is the last one of a table.
        """
        found = await find_match(self._backend.store, self._backend.bot, match)
        if found is None:
            return None
        row, revision = found
        key = (row.subject.id, revision)
        ended = await self._backend.store.match(self._backend.bot, key)
        channels = (row.channel, *(ended.mirrors if ended else ()))
        return key if (channel and channel in channels) or await self._has_played(person, ended) else None

    async def _has_played(self, person: Person, ended: StoredMatch | None) -> bool:
        """Whether they held a seat in it, under any id of theirs; also in a match that counts for nothing."""
        ids = await self._backend.ids(person.id)
        seatings = json.loads(ended.players) if ended else []
        return any(who in ids for deal in seatings for who, _ in deal)
