"""Which table somebody means who names one, or none: by its id or short name, by where they are, and by what for."""

import re
from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.ports import Person
from bot.messages.buttons import CODE
from bot.requests import pages
from bot.requests.answer import Answer
from bot.requests.requests import AtTable
from bot.requests.seating import NextTable, Replace
from bot.requests.table_commands import Do
from bot.requests.table_index import TableIndex, tables_meant
from bot.requests.unreadable import Unreadable
from bot.words.languages import say

A_LABEL: Final = re.compile(CODE)


class MeantTables:
    """Those of one bot. `table_labelled` gives the id of the table with a short name, "" for none."""

    def __init__(
        self, tables: TableIndex, unreadable: Unreadable, table_labelled: Callable[[str], Awaitable[str]]
    ) -> None:
        self._tables = tables
        self._unreadable = unreadable
        self._table_labelled = table_labelled

    async def by_name(self, named: str) -> str:
        """The id of a table that is named by it, or by its short name; "" for none."""
        return await self._table_labelled(named) if A_LABEL.fullmatch(named) else named

    async def find(
        self,
        person: Person,
        named: str,
        channel: str,
        *,
        directs: bool = False,
        plays: bool = True,
        watches: bool = False,
    ) -> str | Answer:
        """The id of the table that is named, or meant; "" where there is none, the question where it may be several.

        Somebody who sits at no table of a channel which they direct (`directs`) means the tables shown there; so does
        somebody who sits nowhere and only wants to watch (`watches`). The table where it is their turn, or the one they
        looked at last, is guessed only for plays and looks (`plays`): a match is not given up by a guess. Raises
        `StoreError`.
        """
        if named:
            return await self.by_name(named)
        last = self._tables.looked_at(person.id) if plays else ""
        found = tables_meant(await self._tables.of(person.id), person.id, channel, plays, last)
        if directs and channel and not any(channel in one.channels for one in found):
            found = tuple(await self._tables.in_channel(channel)) or found
        if watches and channel and not found:
            found = tables_meant(await self._tables.in_channel(channel), person.id, channel, plays, last)
        if len(found) > 1:
            return pages.choices(person, found, channel)
        if not found:
            words = self._unreadable.words_for(person.language, person.id)
            return Answer(False, words or say(person.language, "tables.nowhere"))
        return found[0].table


def is_play(request: AtTable) -> bool:
    """Whether it is a play, or something to look at: no command by which the table itself changes."""
    if isinstance(request, Do):
        return request.command.startswith(("play ", "back"))
    return not isinstance(request, Replace | NextTable)
