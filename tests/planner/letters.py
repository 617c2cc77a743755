"""The letters of planned matches, brought at once: in place of the courier, where no chat is."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from bot.host.delivery_errors import TryLater
from bot.host.ports import OutboxRow
from bot.planner.kind import PLAN
from bot.planner.plan import Plan
from bot.planner.planner import Planner
from bot.store.sqlite import SqliteStore

AGAIN = 1_000  # milliseconds, after what could not be brought

Deliver: TypeAlias = Callable[[Plan, OutboxRow], Awaitable[str]]


async def bring(store: SqliteStore, bot: str, planner: Planner, deliver: Deliver, now: int) -> None:
    """All that may be brought now, of one moment in the order of their starts; what fails waits a second."""
    while rows := [row for row in await store.outbox(bot, now, 1_000) if row.subject.kind == PLAN]:
        found = [(row, await planner.find(row.subject.id)) for row in rows]
        live = [(row, plan) for row, plan in found if plan is not None]
        for row, plan in sorted(live, key=lambda one: (one[0].queued_at, _about(one[1]))):
            try:
                reference = await deliver(plan, row)
            except TryLater as error:
                await store.mark_failed(row, now + AGAIN, error.reason)
            else:
                await store.mark_sent(row, plan.revision, reference, now)


def _about(plan: Plan) -> tuple[int, str]:
    """The start that the first word is about."""
    return (plan.unsaid[0]["starts"] if plan.unsaid else 0, plan.id)
