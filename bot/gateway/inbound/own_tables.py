"""The tables of who sits before one window: how many they are, and which of them wait while another one is shown."""

from bot.requests.table_index import TableIndex
from bot.views.table_view import Json


class OwnTables:
    """One window's; it remembers which waiting tables its reader was told of."""

    def __init__(self, tables: TableIndex) -> None:
        self._tables = tables
        self._last_waiting: list[Json] = []

    async def unfinished(self, person: str) -> int:
        """At how many tables that are not over they sit or wait. Raises `StoreError`."""
        return await self._tables.unfinished(person)

    async def newly_waiting(self, person: str, table: str) -> list[Json] | None:
        """The tables that wait for them, without the one that is shown, `table`; None for those of before.

        Raises `StoreError`.
        """
        await self._tables.of(person)  # from now on every table of theirs is known
        waiting = self._waiting(person, table)
        if waiting == self._last_waiting:
            return None
        self._last_waiting = waiting
        return waiting

    def are_others_waiting(self, person: str, table: str, changed: str) -> bool:
        """Whether after this change of a table others wait than before, as far as they are known: no store is asked.

        It is asked often: what costs comes last.
        """
        concerns = bool(self._last_waiting) or self._tables.is_at(person, changed)
        return concerns and self._waiting(person, table) != self._last_waiting

    def _waiting(self, person: str, table: str) -> list[Json]:
        found = self._tables.waiting_for(person)
        return [{"table": one.table, "label": one.label} for one in found if one.table != table]
