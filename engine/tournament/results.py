"""Results of tables: totals as they stand on the sheet, and arbiter's scores.

Implements febur art. 22 and 24, fitab art. 15, 17 and 33, online (equal totals of a knock-out) and the meeting of
teams at two tables, whose Match Points are added. Left out: who compiles, signs and hands in the sheet (febur art. 24,
fitab art. 19), which happens before anything is entered here.
"""

from typing import Final

from engine.tournament.announcement import KNOCK_OUT, TEAMS
from engine.tournament.awards import MOST_VP
from engine.tournament.events import CorrectionEntered, ResultEntered, ScoreRuled
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.state import Progress, Round, Ruled, Totals
from engine.tournament.where import points_wrong, undecided_table

WINNERS: Final = ("NS", "EW")
MOST_SIXTHS: Final = 36


def result(progress: Progress, event: ResultEntered) -> Progress | NotFollowing:
    pairing = undecided_table(progress, event.round, event.table)
    if isinstance(pairing, NotFollowing):
        return pairing
    current = progress.rounds[-1]
    decision = totals(progress, current, event)
    return decision if isinstance(decision, NotFollowing) else progress.with_current(current.decided(pairing, decision))


def score(progress: Progress, event: ScoreRuled) -> Progress | NotFollowing:
    pairing = undecided_table(progress, event.round, event.table)
    if isinstance(pairing, NotFollowing):
        return pairing
    current = progress.rounds[-1]
    decision = ruled(progress, current, event.n, event.vp, event.mp, event.winner)
    return decision if isinstance(decision, NotFollowing) else progress.with_current(current.decided(pairing, decision))


def totals(progress: Progress, current: Round, event: ResultEntered | CorrectionEntered) -> Totals | NotFollowing:
    """The decision of a result, or of a correction that has one's keys, in this round."""
    lines = progress.tournament.lines
    teams = progress.tournament.kind == TEAMS
    if event.deals is None or (teams and event.deals2 is None):
        points = event.mp or ()
        return points_wrong(points, lines) or _played(current, event.n, points, (), event.winner)
    sheets = [event.deals, *([event.deals2] if teams and event.deals2 is not None else [])]
    for sheet in sheets:
        if wrong := _deals_wrong(progress, current, sheet):
            return wrong
    rows = [row for sheet in sheets for row in sheet]
    points = tuple([sum(column) for column in zip(*rows, strict=True)])
    best = tuple([max(column) for column in zip(*rows, strict=True)])
    return _played(current, event.n, points, best, event.winner)


def _deals_wrong(progress: Progress, current: Round, sheet: tuple[tuple[int, ...], ...]) -> NotFollowing | None:
    announced = progress.tournament.deals[current.number - 1]
    if len(sheet) != announced and not (current.timed_out and 1 <= len(sheet) < announced):
        return NotFollowing(EventReason.DEALS, f"{announced} deals were announced, not {len(sheet)}")
    return next((wrong for row in sheet if (wrong := points_wrong(row, progress.tournament.lines))), None)


def _played(
    current: Round, n: int, points: tuple[int, ...], best: tuple[int, ...], winner: str | None
) -> Totals | NotFollowing:
    wrong = winner_wrong(current, points, winner)
    return wrong or Totals(n, points, best, WINNERS.index(winner) if winner else None)


def winner_wrong(current: Round, points: tuple[int, ...], winner: str | None) -> NotFollowing | None:
    """Equal totals of a knock-out need a winner (online: who made the last move loses); nothing else has one."""
    if current.method == KNOCK_OUT and points[0] == points[1]:
        if winner not in WINNERS:
            return NotFollowing(EventReason.WINNER, "equal totals of a knock-out need a winner")
    elif winner is not None:
        return NotFollowing(EventReason.WINNER, "a winner is named for equal totals of a knock-out only")
    return None


def ruled(
    progress: Progress, current: Round, n: int, vp: tuple[int, ...], mp: tuple[int, ...], winner: str | None
) -> Ruled | NotFollowing:
    """The decision of an arbiter's score: as it stands, no table of points is applied."""
    lines = progress.tournament.lines
    most = MOST_SIXTHS if lines > 2 else MOST_VP
    if len(vp) != lines or not all(0 <= one <= most for one in vp):
        return NotFollowing(EventReason.RANGE, f"Victory Points are {lines} numbers from 0 to {most}")
    if wrong := points_wrong(mp, lines) or winner_wrong(current, mp, winner):
        return wrong
    return Ruled(n, vp, mp, WINNERS.index(winner) if winner else None)
