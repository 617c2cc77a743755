"""Planned matches as a kind of subject: what `bot.host.subjects` asks of one. Pure.

Each entry of a plan's log is what was done and how the plan stands after it. So a log means the same for ever, whatever
becomes of time zones and of what a channel sets.
"""

from collections.abc import Sequence
from typing import Final

from bot.host.ports import CHANNEL, Letter, Stored
from bot.host.subjects import Outline
from bot.planner.plan import ENDED, Plan, from_json, to_json
from bot.tables.log import BrokenLog, LogRow
from bot.tables.table import CLOSED
from bot.tables.timers import Due

PLAN: Final = "plan"
WORD: Final = "word"  # kind of the letter by which a channel is told what a plan has to say, one word at a time
TAIL: Final = 16  # the last entry says how a plan stands; the others before it, what was done a moment ago
OWN: Final = "web:here"  # begins the name of a person's own place, where a plan belongs to no channel


class PlanKind:
    """A `bot.host.subjects.SubjectKind`."""

    name = PLAN
    tail = TAIL

    def fold(self, rows: Sequence[LogRow]) -> Plan:
        last = rows[-1]
        try:
            return from_json(last.entry.partition(" ")[2], last.seq)
        except (TypeError, ValueError, LookupError):
            raise BrokenLog(f"entry {last.seq}: says of no plan how it stands", last.seq) from None

    def label_of_log(self, rows: Sequence[LogRow]) -> str:  # noqa: ARG002  a plan has no short name
        return ""

    def outline(self, before: Plan | None, after: Plan, at: int) -> Outline:  # noqa: ARG002  it says when it is due
        due = tuple(Due(kind, time) for kind, time in after.dues)
        phase = CLOSED if after.state == ENDED and not due else after.state
        tells = after.unsaid and not is_own(after)
        letters = (Letter(f"{CHANNEL}{after.channel}", WORD),) if tells else ()
        return Outline(to_json(after), phase, after.channel, dues=due, letters=letters)


def is_own(plan: Plan) -> bool:
    """Whether it belongs to no channel, but to who planned it."""
    return plan.channel.startswith(OWN)


def plan_of(row: Stored) -> Plan:
    """The plan as it is stored."""
    return from_json(row.snapshot, row.revision)


def entry(verb: str, plan: Plan) -> str:
    """What the log says: what was done, and how the plan stands after it."""
    return f"{verb} {to_json(plan)}"
