"""The rows of planned matches."""

from collections.abc import Sequence
from typing import Final

from bot.planner.ports import PlanDue, StoredPlan
from bot.store.asking import Asking

_PLANS: Final = "SELECT plan, channel, revision, state, content FROM plans WHERE bot = :bot"
PLAN: Final = f"{_PLANS} AND plan = :plan"
PLANS: Final = f"{_PLANS} AND state <> 'ended' ORDER BY plan"
PLANS_IN: Final = f"{_PLANS} AND channel = :channel AND state <> 'ended' ORDER BY plan"

ADD_PLAN: Final = """
INSERT INTO plans (bot, plan, channel, revision, state, content)
VALUES (:bot, :plan, :channel, :revision, :state, :content)
ON CONFLICT DO NOTHING
RETURNING revision
"""
MOVE_PLAN: Final = """
UPDATE plans SET revision = :revision, state = :state, content = :content
WHERE bot = :bot AND plan = :plan AND revision = :revision - 1
RETURNING revision
"""
CLEAR_DUE: Final = "DELETE FROM plan_due WHERE bot = :bot AND plan = :plan"
ADD_DUE: Final = "INSERT INTO plan_due (bot, plan, kind, due_at) VALUES (:bot, :plan, :kind, :at)"
DUE: Final = """
SELECT plan_due.plan, plan_due.kind, plan_due.due_at, plans.revision, plans.channel
FROM plan_due JOIN plans ON plans.bot = plan_due.bot AND plans.plan = plan_due.plan
WHERE plan_due.bot = :bot AND plan_due.due_at <= :until
ORDER BY plan_due.due_at, plan_due.plan, plan_due.kind LIMIT :limit
"""
NEXT_DUE: Final = "SELECT min(due_at) FROM plan_due WHERE bot = :bot AND due_at > :after"


class PlanRows(Asking):
    """A `bot.planner.ports.PlanStore`."""

    async def plan(self, bot: str, plan: str) -> StoredPlan | None:
        rows = await self._read(PLAN, {"bot": bot, "plan": plan})
        return StoredPlan(*rows[0]) if rows else None

    async def plans(self, bot: str, channel: str = "") -> tuple[StoredPlan, ...]:
        statement = PLANS_IN if channel else PLANS
        rows = await self._read(statement, {"bot": bot, "channel": channel})
        return tuple([StoredPlan(*row) for row in rows])

    async def put_plan(self, bot: str, plan: StoredPlan, dues: Sequence[PlanDue]) -> bool:
        key: dict[str, object] = {"bot": bot, "plan": plan.plan}
        values = {"channel": plan.channel, "revision": plan.revision, "state": plan.state, "content": plan.content}

        async def apply() -> bool | None:
            if not await self._run(MOVE_PLAN if plan.revision > 1 else ADD_PLAN, {**key, **values}):
                return None
            await self._run(CLEAR_DUE, key)
            await self._run_each(ADD_DUE, [{**key, "kind": due.kind, "at": due.at} for due in dues])
            return True

        return bool(await self._transaction(apply))

    async def plan_dues(self, bot: str, until: int, limit: int) -> tuple[PlanDue, ...]:
        rows = await self._read(DUE, {"bot": bot, "until": until, "limit": limit})
        return tuple([PlanDue(*row) for row in rows])

    async def next_plan_due(self, bot: str, after: int) -> int | None:
        ((time,),) = await self._read(NEXT_DUE, {"bot": bot, "after": after})
        return None if time is None else int(time)
