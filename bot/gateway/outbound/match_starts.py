"""When a match starts, people who cannot be sent their cards yet are named once, wherever the start was pressed."""

from dataclasses import dataclass
from typing import Final

from bot.bounded import Bounded
from bot.gateway.outbound.delivery import Delivery
from bot.requests.service import Service
from bot.tables.table import CLOSED, LOBBY

TABLES: Final = 10_000  # that are remembered


@dataclass(frozen=True, slots=True)
class Absent:
    """Who cannot be reached, by account and name, at the table with this short name, shown in these channels."""

    label: str
    channels: tuple[str, ...]
    people: tuple[tuple[str, str], ...]


class Starts:
    """Asked after every change of a table, by each platform for itself."""

    def __init__(self, service: Service, delivery: Delivery) -> None:
        self._service = service
        self._delivery = delivery
        self._lobbies: Bounded[tuple[str, str], None] = Bounded(TABLES)  # by platform: tables seen before their start

    async def missed_at_start(self, table_id: str, platform: str) -> Absent | None:
        """Who of this platform cannot be reached, if a match has just started here; else None. Raises `StoreError`."""
        table = await self._service.table(table_id)
        if table is None:
            return None
        if table.phase == LOBBY:
            self._lobbies[platform, table_id] = None
            return None
        if (platform, table_id) not in self._lobbies:
            return None
        del self._lobbies[platform, table_id]
        if table.phase == CLOSED:
            return None
        missing = await self._delivery.recipients.unreachable_people(self._service.backend.bot, table)
        people = []
        for chair in table.chairs:
            accounts = await self._service.accounts(chair.person, platform) if chair.person in missing else ()
            people += [(account, chair.name) for account in accounts[:1]]
        return Absent(table.label, table.channels, tuple(people)) if people else None
