"""Tables as they were some time ago, each going on from where it was when it was asked for last."""

import asyncio
from typing import Final

from bot.bounded import Bounded
from bot.host.door import Door
from bot.host.ports import Store
from bot.keyed_lock import KeyedLock
from bot.tables.past import Course, advanced, courses, open_deals
from bot.tables.table import Table

MOST: Final = 50  # tables that are kept as they were


class PastTables:
    """Those of one bot. Raises `StoreError`."""

    def __init__(self, store: Store, door: Door) -> None:
        self._store = store
        self._door = door
        self._found: Bounded[str, Course] = Bounded(MOST)
        self._one_by_one: KeyedLock[str] = KeyedLock()
        door.listen_for_rewriting(self.forget)

    async def at(self, table_id: str, until: int) -> tuple[Course, Table] | None:
        """The deal of a table up to this time, as far as anybody may see it, and it now; None where there is none.

        It never goes back: whoever asks for an earlier time than before is shown what was shown then.
        """
        async with self._one_by_one[table_id]:
            memory = self._found
            now = await self._door.table(table_id)
            if now is None:
                return None
            there = memory.get(table_id, ())
            rows = await self._store.log(self._door.bot, table_id, there[-1].seq if there else 0)
            found = await asyncio.to_thread(advanced, there, rows, until, open_deals(now))
            if not found:
                return None
            memory[table_id] = found
            return found, now

    async def deals(self, table_id: str, until: int) -> tuple[Course, ...]:
        """Every deal of a table up to this time, as far as anybody may see them; its whole log is read for that."""
        async with self._one_by_one[table_id]:
            now = await self._door.table(table_id)
            if now is None:
                return ()
            rows = await self._store.log(self._door.bot, table_id, 0)
            return await asyncio.to_thread(courses, rows, until, open_deals(now))

    def forget(self, table_id: str) -> None:
        """A name in its log has gone: it is read anew, and what was read before and comes now is not kept."""
        others = [(one, course) for one, course in self._found.items() if one != table_id]
        self._found = Bounded(MOST)
        self._found.update(others)
