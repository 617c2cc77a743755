"""What lateness, warnings and penalties take away, and from what: a round's score or the standings.

Implements febur art. 4, 6, 19, 23 and 26 and fitab art. 21, 22 and 37 by the data of `laws`: which warning costs
something depends on those before it in the order of their events, and on nothing else. Left out: which infraction is a
warning of which category, which the arbiter says; the player who is warned, for the entry pays.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.tournament.laws import Escalation, Law, grade_of
from engine.tournament.state import Progress, WarningKept
from engine.victory import row_floor

EQUIVALENT_ROW: Final = 11
"""A Victory Point taken away is worth the least Match Points of the row 11-9."""


def _counts() -> defaultdict[str, int]:
    return defaultdict(int)


def _by_round() -> defaultdict[tuple[int, str], int]:
    return defaultdict(int)


@dataclass(frozen=True, slots=True)
class Charges:
    """By entry, and for a round's score by its number and entry. `credit` goes to whom a late line kept waiting."""

    off: defaultdict[tuple[int, str], int] = field(default_factory=_by_round)
    credit: defaultdict[tuple[int, str], int] = field(default_factory=_by_round)
    vp: defaultdict[str, int] = field(default_factory=_counts)
    mp: defaultdict[str, int] = field(default_factory=_counts)
    warnings: defaultdict[str, int] = field(default_factory=_counts)


def charges(progress: Progress) -> Charges:
    """Those of all rounds up to the last closed one."""
    found = Charges()
    upto = progress.closed
    for number in range(1, upto + 1):
        _lateness(progress, number, found)
    _cautions(progress, [one for one in progress.cautions if one.round <= upto and not one.voided], found)
    for one in progress.penalties:
        if one.round <= upto and not one.voided:
            _take_vp(progress, found, one.round, one.entry, one.vp)
            if progress.law.mp_off_round:
                found.off[one.round, one.entry] += one.mp
            else:
                found.mp[one.entry] += one.mp
    return found


def _lateness(progress: Progress, number: int, found: Charges) -> None:
    for entry, minutes in progress.rounds[number - 1].lateness.items():
        if grade := grade_of(progress.law, minutes):
            found.off[number, entry] += grade.off
            found.credit[number, entry] += grade.credit


def _cautions(progress: Progress, cautions: Sequence[WarningKept], found: Charges) -> None:
    for one in cautions:
        found.warnings[one.entry] += 1
    for one, rule in escalated(progress.law, cautions):
        found.off[one.round, one.entry] += rule.round_mp
        _take_vp(progress, found, one.round, one.entry, rule.vp)


def escalated(law: Law, cautions: Iterable[WarningKept]) -> Iterator[tuple[WarningKept, Escalation]]:
    """Those of the warnings, in their order, that cost something, each with what."""
    counted: defaultdict[tuple[object, ...], int] = defaultdict(int)
    for one in cautions:
        for rule in law.escalations:
            if one.kind in rule.kinds:
                key = (rule, one.entry, one.round if rule.within_round else 0)
                counted[key] += 1
                if _costs(rule, counted[key]):
                    yield one, rule


def next_warning(
    progress: Progress, entry: str, category: str, before: Iterable[WarningKept] = ()
) -> Escalation | None:
    """What one more warning in the last paired round would cost this entry, to be said before it is given.

    `before`: warnings that come before it and are not in the list yet.
    """
    new = WarningKept(0, len(progress.rounds), entry, category)
    in_force = [one for one in progress.cautions if not one.voided]
    return next((rule for one, rule in escalated(progress.law, [*in_force, *before, new]) if one is new), None)


def _costs(rule: Escalation, number: int) -> bool:
    return number % 2 == 0 if rule.every_second else number > 1


def _take_vp(progress: Progress, found: Charges, number: int, entry: str, vp: int) -> None:
    found.vp[entry] += vp
    table = progress.tournament.victory_table(number)
    if vp and progress.law.vp_with_mp and table is not None:
        found.mp[entry] += vp * row_floor(table, EQUIVALENT_ROW)
