"""What every part of the service works with."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from bot.boards.boards import all_ids
from bot.boards.ports import BoardStore, PrivacyStore
from bot.host.door import Door
from bot.host.notes import Notes, NoteStore
from bot.host.ports import Store
from bot.requests.news import News
from bot.requests.people import People
from bot.requests.table_index import TableIndex
from bot.requests.unreadable import Unreadable
from bot.words.languages import Language
from bot.words.notices import Notice, notice


class Archive(Store, BoardStore, PrivacyStore, NoteStore, Protocol):
    """Everything that is stored: tables and people, results, notes."""


@dataclass(frozen=True, slots=True)
class Backend:
    """One bot's door, store and people; `tell` reaches somebody who has not asked.

    `seating` is a lock. It is held to seat people and to make two accounts one person: nobody sits down as a person who
    becomes another one in the same moment. It is also held to write anything that names a person, after a look whether
    they are still known: somebody who is being forgotten does not come back. `opening` is held to count a channel's
    tables and open one more.
    """

    door: Door
    store: Archive
    bot: str
    people: People
    tables: TableIndex
    unreadable: Unreadable
    notes: Notes
    tell: Callable[[News], None]
    seating: asyncio.Lock = field(default_factory=asyncio.Lock)
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)  # may be taken within `seating`, not around it

    def no_table(self, language: Language, table_id: str, code: str = "") -> str:
        """Why nothing of this table can be shown: it cannot be read, or there is none."""
        return self.unreadable.words(language, table_id) or notice(language, Notice.NO_TABLE, code=code)

    async def ids(self, person: str) -> tuple[str, ...]:
        """The id that a person has now, and those whose accounts have become theirs. Raises `StoreError`."""
        return await all_ids(self.store, self.bot, person)
