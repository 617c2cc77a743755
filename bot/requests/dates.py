"""When channels play, for a platform that keeps a calendar: it is told whenever a plan or one of its tables changes.

It is told which plan, and asks how that stands. So a word too many, or one that was lost, does no harm: whoever keeps a
calendar makes it as the plan is now.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.planner.kind import PLAN, plan_of
from bot.planner.plan import ACTIVE, WAITING, Plan
from bot.requests.backend import Backend
from bot.tables.table import CLOSED, OVER, Table

Announced: TypeAlias = Callable[[str, int, str], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Date:
    """A plan of a channel: when its next table is opened, in milliseconds; 0 where none is to be expected."""

    plan: str
    channel: str
    starts: int


def date_of(plan: Plan) -> Date:
    return Date(plan.id, plan.channel, plan.starts if plan.state in (ACTIVE, WAITING) else 0)


class Dates:
    """The plans of one bot as dates. `announced` notes where an announcement stands. Raises `StoreError`."""

    def __init__(self, backend: Backend, announced: Announced) -> None:
        self._backend = backend
        self._announced = announced
        self._listeners: list[Callable[[str], None]] = []
        backend.door.listen(self._hear)

    def listen(self, listener: Callable[[str], None]) -> None:
        """Call this with the id of a plan that may have changed."""
        self._listeners.append(listener)

    def note_plan(self, plan: Plan) -> None:
        """A plan is stored as it is now."""
        self._tell(plan.id)

    async def all(self) -> list[Date]:
        """Every plan that has not ended."""
        return [date_of(plan_of(row)) for row in await self._backend.store.live(self._backend.bot, PLAN)]

    async def now(self, plan: str) -> Date | None:
        """The plan as it is now, None where there is none."""
        row = await self._backend.store.load(self._backend.bot, plan)
        return date_of(plan_of(row)) if row is not None else None

    async def is_played(self, plan: str, starts: int) -> bool:
        """Whether the table of this start is open, and its match not over."""
        table = await self._backend.door.table(f"{plan}-{starts}")
        return table is not None and table.phase not in (CLOSED, OVER)

    async def note_announced(self, plan: str, starts: int, reference: str) -> None:
        """An answer that everybody reads announces a match: under this reference, until nobody can join any more."""
        await self._announced(plan, starts, reference)

    def _tell(self, plan: str) -> None:
        for listener in self._listeners:
            listener(plan)

    def _hear(self, table_id: str, table: Table) -> None:
        plan, dash, starts = table_id.rpartition("-")
        if dash and starts.isdecimal() and table.phase in (CLOSED, OVER):
            self._tell(plan)
