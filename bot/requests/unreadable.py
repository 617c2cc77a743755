"""Tables whose log does not fold: their people are told once, and whenever they ask for it; they go on elsewhere.

A table is set aside by `bot.host.door`; nothing of it is changed. Who sat there is read from its stored summary.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.host.door import Door
from bot.host.ports import Store, StoreError, begin_apart
from bot.requests.news import News
from bot.requests.people import People
from bot.requests.table_index import summary_of
from bot.tables.table import CLOSED
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)


class Unreadable:
    """Those of one bot, as far as they have been found out."""

    def __init__(self, door: Door, store: Store, people: People, tell: Callable[[News], None]) -> None:
        self._door = door
        self._store = store
        self._people = people
        self._tell = tell
        self._people_at: dict[str, frozenset[str]] = {}  # by table: who sat or waited there
        self._tasks: set[asyncio.Task[None]] = set()
        door.listen_for_unreadable(self._hear)

    def words(self, language: Language, table_id: str) -> str:
        """What is said of this table, "" where it is none of them."""
        label = self._door.unreadable.get(table_id)
        return "" if label is None else say(language, "table.unreadable", table=label or table_id)

    def words_for(self, language: Language, person: str) -> str:
        """What is said to who sat or waited at some of them, "" for everybody else."""
        return " ".join([self.words(language, table) for table, people in self._people_at.items() if person in people])

    def _hear(self, table_id: str) -> None:
        task = begin_apart(self._tell_people(table_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell_people(self, table_id: str) -> None:
        try:
            row = await self._store.load(self._door.bot, table_id)
            summarized = None if row is None or row.phase == CLOSED else summary_of(row)
            if summarized is None:
                return
            self._people_at[table_id] = summarized.people
            for one in sorted(summarized.people):
                person = await self._people.person(one)
                self._tell(News(person.id, self.words(person.language, table_id)))
        except StoreError as error:  # whoever asks for the table is told then
            LOG.warning("nobody was told of a table that cannot be read", extra={"error": str(error)})
