"""Appeals against rulings: who decides them, once, at once, and for good (fitab art. 38).

| who decides                                   | when                                               |
| --------------------------------------------- | -------------------------------------------------- |
| the jury's arbiter, named to the room         | one was named, and neither ruled nor plays there   |
| the head arbiter                              | there are several arbiters                         |
| the arbiter                                   | there is nobody else                               |

febur knows no appeal: its arbiter hears who complains, and decides as the arbiter there is. Those that are silent
follow fitab. A complaint is judged at once: while one is open no round is paired, and nobody appeals against a ruling
of a round after the next one is paired. Appeals are the fold of their acts. Times are milliseconds. Left out: how many
sit in a jury, for the code names one arbiter; sports justice, whose part is in `report`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias


class Capacity(StrEnum):
    """As what somebody decides an appeal."""

    JURY = "jury"
    HEAD = "head-arbiter"
    ARBITER = "arbiter"


class AppealReason(StrEnum):
    """Why an appeal or its decision is not taken."""

    NOT_CONCERNED = "not-concerned"
    FINAL = "final"  # it was decided before, and that is for good
    OPEN = "open"  # it is waiting to be decided
    TOO_LATE = "too-late"
    NOT_OPEN = "not-open"
    NOT_THE_JUDGE = "not-the-judge"
    REASON_MISSING = "reason-missing"


@dataclass(frozen=True, slots=True)
class AppealRefused:
    reason: AppealReason
    message: str


@dataclass(frozen=True, slots=True)
class Arbiters:
    """Who may judge: the arbiters of the tournament, the head of them first, and who is named for appeals, if any."""

    named: tuple[str, ...]
    jury: str = ""


@dataclass(frozen=True, slots=True)
class ContestedRuling:
    """What is appealed against. `id`: as the log names it; `concerned`: the players of the table."""

    id: str
    round: int
    by: str
    concerned: frozenset[str]


@dataclass(frozen=True, slots=True)
class AppealJudge:
    person: str
    capacity: Capacity


def judge(arbiters: Arbiters, ruling: ContestedRuling) -> AppealJudge:
    """Who decides an appeal against this ruling. Who plays at the table never does while there is somebody else."""
    free = [one for one in arbiters.named if one not in ruling.concerned]
    if arbiters.jury and arbiters.jury not in ruling.concerned and arbiters.jury != ruling.by:
        return AppealJudge(arbiters.jury, Capacity.JURY)
    if len(arbiters.named) > 1 and free:
        return AppealJudge(free[0], Capacity.HEAD if free[0] == arbiters.named[0] else Capacity.ARBITER)
    return AppealJudge(free[0] if free else ruling.by, Capacity.ARBITER)


# ---- appeals


@dataclass(frozen=True, slots=True)
class Appealed:
    """Somebody complains about a ruling. `paired`: how many rounds were paired by then."""

    at: int
    by: str
    ruling: ContestedRuling
    paired: int


@dataclass(frozen=True, slots=True)
class AppealDecided:
    """`upheld`: the complaint is right; what follows is a ruling, a correction or a score of its own."""

    at: int
    by: str
    ruling: str
    upheld: bool
    reason: str


AppealAct: TypeAlias = Appealed | AppealDecided


@dataclass(frozen=True, slots=True)
class Appeal:
    """`decision` is None while it is open."""

    ruling: ContestedRuling
    by: str
    at: int
    decision: AppealDecided | None = None


Appeals: TypeAlias = tuple[Appeal, ...]


def after(appeals: Appeals, act: AppealAct, arbiters: Arbiters) -> Appeals | AppealRefused:
    """The appeals with one act more, or why it is not taken."""
    return _appealed(appeals, act) if isinstance(act, Appealed) else _decided(appeals, act, arbiters)


def waiting(appeals: Appeals) -> Appeals:
    """Those that are not decided, for which the next pairing waits."""
    return tuple([one for one in appeals if one.decision is None])


def _of(appeals: Appeals, ruling: str) -> Appeal | None:
    return next((one for one in appeals if one.ruling.id == ruling), None)


def _appealed(appeals: Appeals, act: Appealed) -> Appeals | AppealRefused:
    before = _of(appeals, act.ruling.id)
    if act.by not in act.ruling.concerned:
        return AppealRefused(AppealReason.NOT_CONCERNED, "only who plays at that table appeals")
    if before is not None and before.decision is None:
        return AppealRefused(AppealReason.OPEN, "somebody has appealed, and it is being decided")
    if before is not None:
        return AppealRefused(AppealReason.FINAL, "that was decided, and the decision is final")
    if act.paired > act.ruling.round:
        return AppealRefused(AppealReason.TOO_LATE, "the next round is paired")
    return (*appeals, Appeal(act.ruling, act.by, act.at))


def _decided(appeals: Appeals, act: AppealDecided, arbiters: Arbiters) -> Appeals | AppealRefused:
    found = _of(appeals, act.ruling)
    if found is None:
        return AppealRefused(AppealReason.NOT_OPEN, "nobody has appealed against that")
    if found.decision is not None:
        return AppealRefused(AppealReason.FINAL, "that was decided, and the decision is final")
    if act.by != judge(arbiters, found.ruling).person:
        return AppealRefused(AppealReason.NOT_THE_JUDGE, "somebody else decides this appeal")
    if not act.reason.strip():
        return AppealRefused(AppealReason.REASON_MISSING, "a decision has a reason")
    return tuple([replace(one, decision=act) if one is found else one for one in appeals])
