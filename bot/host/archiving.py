"""Tables that closed long ago are archived: one after another, with pauses, so that play never waits for it."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from bot.durations import DAY

LOG: Final = logging.getLogger(__name__)
AT_ONCE: Final = 100  # tables of one question
REST: Final = 0.25  # seconds between two tables
PAUSE: Final = 3600.0  # seconds until it is looked again

Place: TypeAlias = tuple[int, str]
"""How far the search has come: when the last table found was closed, and its id."""
FIRST: Final[Place] = (-1, "")


@dataclass(frozen=True, slots=True)
class ClosedTable:
    """A table that closed at a time, and whether it is archived."""

    id: str
    at: int
    archived: bool

    @property
    def place(self) -> Place:
        return self.at, self.id


class ArchiveStore(Protocol):
    """Every method raises `StoreError`."""

    async def closed_tables(self, bot: str, before: int, after: Place, limit: int) -> tuple[ClosedTable, ...]:
        """Those that closed by then, behind this place, in the order in which they closed."""

    async def archive(self, bot: str, table: str, at: int) -> int:
        """How many rows of its log were archived; 0 if there is nothing to archive, or it must not be."""

    async def freed(self) -> int:
        """How many bytes of the database hold nothing; 0 where nobody can say."""

    async def give_back(self) -> None:
        """What was freed in the database goes, as far as that can be done. Raises `StoreError` where it is there."""


async def keep_archiving(store: ArchiveStore, bot: str, clock: Callable[[], int], days: int) -> None:
    """Archive tables that closed so many days ago, until cancelled."""
    place = FIRST
    while True:
        count = 0
        while found := await store.closed_tables(bot, clock() - days * DAY, place, AT_ONCE):
            for table in found:
                if not table.archived and await store.archive(bot, table.id, clock()):
                    count += 1
                    await asyncio.sleep(REST)
                place = table.place
        if count:
            LOG.info("closed tables were archived", extra={"tables": count})
        await asyncio.sleep(PAUSE)
