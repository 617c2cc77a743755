"""What planned matches need of a store. Times are milliseconds since 1970 in UTC. Every method raises `StoreError`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan at its revision, which grows by one with each change. `content` is `bot.planner.plan`'s JSON."""

    plan: str
    channel: str
    revision: int
    state: str
    content: str


@dataclass(frozen=True, slots=True)
class PlanDue:
    """Something that happens to a plan at a time; it is due at that `revision` of the plan, and at no later one.

    `revision` and `channel` are those of the plan, as the store knows it.
    """

    plan: str
    kind: str
    at: int
    revision: int = 0
    channel: str = ""


class PlanStore(Protocol):
    async def plan(self, bot: str, plan: str) -> StoredPlan | None: ...

    async def plans(self, bot: str, channel: str = "") -> tuple[StoredPlan, ...]:
        """Those of a channel, or all, that have not ended, in the order of their ids."""

    async def put_plan(self, bot: str, plan: StoredPlan, dues: Sequence[PlanDue]) -> bool:
        """The next revision of a plan, with all its due times; False where it is not the next one."""

    async def plan_dues(self, bot: str, until: int, limit: int) -> tuple[PlanDue, ...]:
        """What is due by then, the earliest first."""

    async def next_plan_due(self, bot: str, after: int) -> int | None:
        """When something is due next, later than `after`."""
