"""Matches that somebody leaves: withdrawal, leaving for a time, and online the time that expires.

Implements febur art. 25 (who left cannot come back), fitab art. 36 (for good, or for a time), online
(abandonment and time expired). Left out: the report to sports justice, which `report` has, and fitab's zero for who
would gain by leaving, which the arbiter judges and gives as a score.
"""

from dataclasses import replace

from engine.tournament.announcement import INDIVIDUAL, KNOCK_OUT, THREE
from engine.tournament.events import Forfeit, Withdrawal
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.state import Abandoned, GivenUp, Pairing, Progress, Round
from engine.tournament.where import current_round, known, points_wrong, undecided_table_of


def forfeit(progress: Progress, event: Forfeit) -> Progress | NotFollowing:
    if not progress.law.forfeit:
        return NotFollowing(EventReason.NOT_IN_THIS_CODE, "no match is given up in this code but by leaving")
    if progress.tournament.kind == INDIVIDUAL:
        return NotFollowing(EventReason.NOT_IN_THIS_KIND, "no match is given up in an individual tournament")
    pairing = undecided_table_of(progress, event.round, event.entry)
    if isinstance(pairing, NotFollowing):
        return pairing
    if wrong := points_wrong(event.mp, 2):
        return wrong
    line = pairing.line_of(event.entry)
    assert line is not None
    decision = GivenUp(line, (event.mp[0], event.mp[1]))
    return progress.with_current(progress.rounds[-1].decided(pairing, decision))


def withdrawal(progress: Progress, event: Withdrawal) -> Progress | NotFollowing:
    """An entry leaves, for good or for this round; a table at which it plays is decided by that."""
    if (event.round or progress.rounds) and isinstance(current := current_round(progress, event.round), NotFollowing):
        return current
    if wrong := known(progress, event.entry):
        return wrong
    if event.entry in progress.withdrawn:
        return NotFollowing(EventReason.WITHDRAWN, f"{event.entry!r} has withdrawn before")
    if event.mp is not None and progress.tournament.kind != THREE and (wrong := points_wrong(event.mp, 2)):
        return wrong
    if event.temporary:
        return _for_a_time(progress, event)
    after = replace(progress, withdrawn=progress.withdrawn | {event.entry})
    if progress.current is None or progress.current.closed:
        return after
    pairing = progress.current.of(event.entry)
    return after if pairing is None else after.with_current(_left(progress.current, pairing, event))


def _left(current: Round, pairing: Pairing, event: Withdrawal) -> Round:
    """The open round without the leaver; a table that was decided otherwise than by leaving stands."""
    before = pairing.decision
    if before is None:
        return current.decided(pairing, Abandoned((event.entry,), _points(event)))
    if isinstance(before, Abandoned) and not before.temporary:
        return current.decided(pairing, replace(before, leavers=(*before.leavers, event.entry)))
    return current


def leaves_for_a_time(progress: Progress) -> bool:
    """Whether an entry that plays in the open round may leave for a time, by code, kind and method."""
    is_kind = progress.tournament.kind not in (INDIVIDUAL, THREE)
    return progress.law.temporary and is_kind and progress.current is not None and progress.current.method != KNOCK_OUT


def _for_a_time(progress: Progress, event: Withdrawal) -> Progress | NotFollowing:
    if not progress.law.temporary:
        return NotFollowing(EventReason.NOT_IN_THIS_CODE, "in this code nobody leaves for a time")
    if progress.tournament.kind in (INDIVIDUAL, THREE):
        return NotFollowing(EventReason.NOT_IN_THIS_KIND, "a single player does not leave for a time")
    pairing = undecided_table_of(progress, event.round, event.entry)
    if isinstance(pairing, NotFollowing):
        return pairing
    current = progress.rounds[-1]
    if current.method == KNOCK_OUT:
        return NotFollowing(EventReason.WINDOW, "nobody leaves a knock-out for a time")
    decision = Abandoned((event.entry,), _points(event), temporary=True, n=event.n)
    return progress.with_current(current.decided(pairing, decision))


def comes_back(progress: Progress, one: Round, pairing: Pairing) -> Progress | NotFollowing:
    """A leaving for a time that is made void was none: the table plays on, as long as its round is open."""
    if one.closed or one is not progress.rounds[-1]:
        return NotFollowing(EventReason.WINDOW, f"round {one.number} is closed: who left it for a time has lost there")
    if any(entry in progress.withdrawn for line in pairing.lines for entry in line):
        return NotFollowing(EventReason.WITHDRAWN, "somebody of that table has withdrawn since")
    return progress.with_current(one.decided(pairing, None))


def _points(event: Withdrawal) -> tuple[int, int] | None:
    return (event.mp[0], event.mp[1]) if event.mp is not None and len(event.mp) == 2 else None
