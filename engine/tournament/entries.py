"""Who comes late, is replaced, or sits where: late registration, lateness, replacement, line-ups of teams.

Implements febur art. 2 (line-ups), 25 (replacement) and 26 (late registration and lateness), fitab art. 36-37. A
waiting entry may only complete an incomplete table. Left out: the lost time that a table is given back, which is a
deadline and no score; whether a reason for replacement is grave enough, which the arbiter judges.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from engine.tournament.announcement import (
    DANESE,
    DANESE_MODIFICATO,
    INDIVIDUAL,
    ITALIANA,
    MITCHELL,
    TEAMS,
    THREE,
)
from engine.tournament.events import LateEntry, Lateness, LineUp, Replacement
from engine.tournament.laws import LATENESS, NO_SHOW_AFTER, grade_of
from engine.tournament.pairing import calendar_round
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.state import NoShow, Pairing, Progress, Round, WarningKept
from engine.tournament.where import known, open_round, undecided_table_of

COMPLETED: Final = (MITCHELL, DANESE, DANESE_MODIFICATO, ITALIANA)
"""The methods whose first round a late entry may complete."""


# ---- late registration


def late_entry(progress: Progress, event: LateEntry) -> Progress | NotFollowing:
    """A late entry takes the missing place of round 1; after ten minutes the table is decided as a no-show."""
    current = open_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    if wrong := _cannot_enter(progress, current, event):
        return wrong
    (rester,) = current.bye
    order, pairing = _completed(progress, current, rester, event.entry)
    if event.minutes > NO_SHOW_AFTER:
        line = pairing.line_of(event.entry)
        assert line is not None
        pairing = replace(pairing, decision=NoShow(frozenset((line,))))
    pairings = tuple(sorted([*current.pairings, pairing], key=lambda one: one.table))
    after = replace(progress, order=order, admitted=progress.admitted | {event.entry})
    return after.with_current(replace(current, pairings=pairings, bye=()))


def _cannot_enter(progress: Progress, current: Round, event: LateEntry) -> NotFollowing | None:
    late = {entry.id for entry in progress.tournament.entries if entry.late}
    if event.entry not in progress.tournament.place:
        return NotFollowing(EventReason.UNKNOWN_ENTRY, f"there is no entry {event.entry!r}")
    if event.entry not in late or event.entry in progress.admitted:
        return NotFollowing(EventReason.WINDOW, f"{event.entry!r} is in the tournament")
    if current.number != 1:
        return NotFollowing(EventReason.WINDOW, "nobody enters after round 1")
    if event.minutes < 0:
        return NotFollowing(EventReason.RANGE, "minutes are 0 or more")
    return not_incomplete(progress, current)


def not_incomplete(progress: Progress, current: Round) -> NotFollowing | None:
    """Why there is no table that who comes late could complete."""
    if current.method not in COMPLETED:
        return NotFollowing(EventReason.WINDOW, f"nobody enters late where round 1 is {current.method}")
    if not current.bye:
        return NotFollowing(EventReason.WINDOW, "no table is incomplete")
    if current.bye[0] in progress.withdrawn:
        return NotFollowing(EventReason.WITHDRAWN, "who waited at the incomplete table has withdrawn")
    return None


def _completed(progress: Progress, current: Round, rester: str, late: str) -> tuple[tuple[str, ...], Pairing]:
    """The first order with the late entry, and the table at which it meets who would have rested."""
    if current.method in (DANESE, DANESE_MODIFICATO):
        return (*progress.order, late), Pairing(len(current.pairings) + 1, ((rester,), (late,)))
    before, last = progress.order[:-1], progress.order[-1]
    order = (*before, late, last) if current.method == MITCHELL else (*before, last, late)
    full = replace(progress, withdrawn=frozenset())
    following = calendar_round(full, current.method, 1, order)
    assert not isinstance(following, NotFollowing)
    return order, next(Pairing(table, lines) for table, lines in following.tables if (late,) in lines)


# ---- lateness


def lateness(progress: Progress, event: Lateness) -> Progress | NotFollowing:
    """A line that is not there at the start: a warning, points, or the match, by the code's data."""
    if progress.tournament.kind in (INDIVIDUAL, THREE):
        return NotFollowing(EventReason.NOT_IN_THIS_KIND, "single players have no lateness of their own here")
    current = open_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    if event.minutes <= 0:
        return NotFollowing(EventReason.RANGE, "minutes are more than 0")
    if wrong := known(progress, event.entry):
        return wrong
    if event.entry in current.lateness:
        return NotFollowing(EventReason.DECIDED, f"{event.entry!r} was late in this round before")
    grade = grade_of(progress.law, event.minutes)
    pairing = undecided_table_of(progress, event.round, event.entry)
    if grade is None:
        return _no_show(progress, current, event)
    if isinstance(pairing, NotFollowing):
        return pairing
    after = progress.with_current(replace(current, lateness={**current.lateness, event.entry: event.minutes}))
    if not grade.warns:
        return after
    caution = WarningKept(event.n, event.round, event.entry, LATENESS, of_lateness=True)
    return replace(after, cautions=(*progress.cautions, caution))


def _no_show(progress: Progress, current: Round, event: Lateness) -> Progress | NotFollowing:
    """More than ten minutes: the match is lost, for both lines if the other was as late."""
    pairing = current.of(event.entry)
    if pairing is None:
        return NotFollowing(EventReason.UNKNOWN_TABLE, f"{event.entry!r} sits at no table in this round")
    line = pairing.line_of(event.entry)
    assert line is not None
    absent = frozenset((line,))
    if isinstance(pairing.decision, NoShow) and line not in pairing.decision.late:
        absent |= pairing.decision.late
    elif pairing.decision is not None:
        return NotFollowing(EventReason.DECIDED, f"the table of {event.entry!r} is decided")
    after = replace(current, lateness={**current.lateness, event.entry: event.minutes})
    return progress.with_current(after.decided(pairing, NoShow(absent)))


# ---- replacement and line-ups


def replacement(progress: Progress, event: Replacement) -> Progress | NotFollowing:
    """Somebody plays on in the place of another, for a reason that the arbiter has found grave enough."""
    if event.entry not in progress.tournament.place:
        return NotFollowing(EventReason.UNKNOWN_ENTRY, f"there is no entry {event.entry!r}")
    roster = progress.rosters[event.entry]
    if event.outgoing not in roster:
        return NotFollowing(EventReason.PLAYERS, f"{event.outgoing!r} does not play in {event.entry!r}")
    if any(event.incoming in players for players in progress.rosters.values()):
        return NotFollowing(EventReason.PLAYERS, f"{event.incoming!r} plays already")
    if not event.reason:
        return NotFollowing(EventReason.REASON_MISSING, "a replacement has a reason")
    players = _with_substitute(roster, event)
    pairs = tuple([_with_substitute(pair, event) for pair in progress.line_ups.get(event.entry, ())])
    line_ups = {**progress.line_ups, event.entry: pairs} if pairs else progress.line_ups
    return replace(progress, rosters={**progress.rosters, event.entry: players}, line_ups=line_ups)


def _with_substitute(players: Sequence[str], event: Replacement) -> tuple[str, ...]:
    return tuple([event.incoming if one == event.outgoing else one for one in players])


def line_up(progress: Progress, event: LineUp) -> Progress | NotFollowing:
    """Who of a team sits in which pair in this round; it changes no score."""
    if progress.tournament.kind != TEAMS:
        return NotFollowing(EventReason.NOT_IN_THIS_KIND, "only teams have a line-up")
    pairing = undecided_table_of(progress, event.round, event.entry)
    if isinstance(pairing, NotFollowing):
        return pairing
    if not is_line_up(event.pairs, progress.rosters[event.entry]):
        return NotFollowing(EventReason.PLAYERS, "a line-up is two pairs of four different players of the team")
    pairs = tuple([tuple(pair) for pair in event.pairs])
    return replace(progress, line_ups={**progress.line_ups, event.entry: pairs})


def is_line_up(pairs: Sequence[Any], roster: Sequence[str]) -> bool:
    """Whether these are two pairs of four different players of the team."""
    if len(pairs) != 2 or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        return False
    players = [player for pair in pairs for player in pair]
    if not all(isinstance(player, str) and player in roster for player in players):
        return False
    return len(set(players)) == 4
