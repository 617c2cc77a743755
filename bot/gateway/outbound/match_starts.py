"""Matches that start: who cannot be sent their cards yet, told once a start, wherever somebody pressed it."""

from dataclasses import dataclass
from typing import Final

from bot.bounded import Bounded
from bot.gateway.outbound.delivery import Delivery
from bot.requests.service import Service
from bot.tables.table import CLOSED, LOBBY

KNOWN: Final = 10_000  # tables


@dataclass(frozen=True, slots=True)
class Absent:
    """At the table with this short name, shown in these channels, these persons cannot be reached: ids and names."""

    label: str
    channels: tuple[str, ...]
    people: tuple[tuple[str, str], ...]


class Starts:
    """Hears of every change of a table."""

    def __init__(self, service: Service, delivery: Delivery) -> None:
        self._service = service
        self._delivery = delivery
        self._lobbies: Bounded[str, None] = Bounded(KNOWN)  # tables that were seen before their start

    async def missed_at_start(self, table_id: str) -> Absent | None:
        """Who is missed, if a match has just been started here; else None. Raises `StoreError`."""
        table = await self._service.table(table_id)
        if table is None:
            return None
        if table.phase == LOBBY:
            self._lobbies[table_id] = None
            return None
        if table_id not in self._lobbies:
            return None
        del self._lobbies[table_id]
        missing = (
            await self._delivery.unreachable_people(self._service.backend.bot, table) if table.phase != CLOSED else ()
        )
        people = tuple((chair.person, chair.name) for chair in table.chairs if chair.person in missing)
        return Absent(table.label, table.channels, people) if people else None
