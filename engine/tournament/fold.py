"""The events of a file, one after the other, become a state; the first that does not follow stops it.

Every article of the law that says when something may be done is a refusal of one of these functions; here stand those
of the rounds themselves (febur art. 24, fitab art. 19: posted and final standings), `entries`, `results`, `leaving`
and `corrections` have the others. Left out: signatures, which stand beside the file (`sheets`).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from engine.tournament import corrections, entries, leaving, results
from engine.tournament.announcement import Tournament
from engine.tournament.answers import pairing_answer, same, standings_rows
from engine.tournament.events import (
    CorrectionEntered,
    Event,
    Finished,
    Forfeit,
    LateEntry,
    Lateness,
    LineUp,
    Paired,
    PenaltyEvent,
    Replacement,
    ResultEntered,
    RoundClosed,
    ScoreRuled,
    TimeOutCalled,
    WarningEvent,
    Withdrawal,
)
from engine.tournament.pairing import first_order, pair
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Progress, start
from engine.tournament.where import open_round


def fold(tournament: Tournament) -> tuple[Progress, NotFollowing | None]:
    """The state after the events that follow from each other, and what is wrong with the next one, if anything."""
    progress = start(tournament)
    for place, event in enumerate(tournament.events, 1):
        after = apply(progress, event, place)
        if isinstance(after, NotFollowing):
            return progress, replace(after, event=place)
        progress = after
    return progress, None


def apply(progress: Progress, event: Event, place: int) -> Progress | NotFollowing:
    """The state after an event that stands at this place of the list, from 1."""
    if event.n != place:
        return NotFollowing(EventReason.SEQUENCE, f"n must be {place}, not {event.n}")
    if progress.finished:
        return NotFollowing(EventReason.FINISHED, "nothing follows after the end")
    return APPLY[type(event)](progress, event)


def paired(progress: Progress, event: Paired) -> Progress | NotFollowing:
    """A round is published: exactly what the events before it make."""
    round_ = pair(progress)
    if isinstance(round_, NotFollowing):
        return round_
    if event.round != round_.number:
        return NotFollowing(EventReason.WRONG_ROUND, f"the next round is {round_.number}, not {event.round}")
    expected = pairing_answer(progress.tournament, round_)
    if not (same(expected["tables"], list(event.tables)) and same(expected["bye"], list(event.bye))):
        return NotFollowing(EventReason.WRONG_PAIRING, f"round {event.round} is paired otherwise than its method says")
    order = progress.order if progress.rounds else first_order(progress)
    return replace(progress, rounds=(*progress.rounds, round_), order=order)


def time_out(progress: Progress, event: TimeOutCalled) -> Progress | NotFollowing:
    """Deals that were not begun are not played (febur art. 22, fitab art. 15); the table of points stays."""
    current = open_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    if current.timed_out:
        return NotFollowing(EventReason.WINDOW, f"time was called before in round {event.round}")
    return progress.with_current(replace(current, timed_out=True))


def closed(progress: Progress, event: RoundClosed) -> Progress | NotFollowing:
    """A round is over when every table is decided; provisional standings are posted with it."""
    current = open_round(progress, event.round)
    if isinstance(current, NotFollowing):
        return current
    undecided = [pairing.table for pairing in current.pairings if pairing.decision is None]
    if undecided:
        return NotFollowing(EventReason.UNDECIDED, f"table {undecided[0]} of round {event.round} has no result")
    after = progress.with_current(replace(current, closed=True))
    if event.standings is not None and not same(standings_rows(standings(after)), list(event.standings)):
        return NotFollowing(EventReason.WRONG_STANDINGS, f"the standings after round {event.round} are others")
    return after


def finished(progress: Progress, event: Finished) -> Progress | NotFollowing:
    if progress.current is None:
        return NotFollowing(EventReason.WINDOW, "no round was played")
    if not progress.current.closed:
        return NotFollowing(EventReason.ROUND_OPEN, f"round {progress.current.number} is open")
    return replace(progress, finished=True)


APPLY: Final[Mapping[type[Event], Callable[[Progress, Any], Progress | NotFollowing]]] = {
    Paired: paired,
    LateEntry: entries.late_entry,
    ResultEntered: results.result,
    ScoreRuled: results.score,
    Lateness: entries.lateness,
    Forfeit: leaving.forfeit,
    WarningEvent: corrections.warning,
    PenaltyEvent: corrections.penalty,
    Withdrawal: leaving.withdrawal,
    Replacement: entries.replacement,
    LineUp: entries.line_up,
    TimeOutCalled: time_out,
    RoundClosed: closed,
    CorrectionEntered: corrections.correction,
    Finished: finished,
}
