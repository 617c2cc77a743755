"""A deal of a record moment by moment: how it stood after each thing that was done, and what follows from there.

The record was replayed before, so that all of it is known to be allowed. A line of play that branches off at a moment
is judged action by action, like any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from engine.actions import Action, Written
from engine.record import Line, TableLine, Turn
from engine.refusal import Refused
from engine.replay import ReplayedDeal
from engine.table import Game, act, intervene

Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True)
class DealMoment:
    """How the deal stands, and the line that led there: of a turn, as far as it was played. None as it was dealt."""

    game: Game
    line: Line | None = None


def moments(deal: ReplayedDeal) -> tuple[DealMoment, ...]:
    """All of a deal: as it was dealt, then after each action and each thing that the table did."""
    found = [DealMoment(Game(deal.dealt))]
    for line in deal.record.lines:
        found += _after(found[-1].game, line)
    return tuple(found)


def _after(game: Game, line: Line) -> Iterator[DealMoment]:
    if isinstance(line, TableLine):
        yield DealMoment(_sound(intervene(game, line.act)), line)
        return
    for count, written in enumerate(line.actions, 1):
        game, _ = _sound(act(game, line.seat, written.action, written.revealed))
        yield DealMoment(game, replace(line, actions=line.actions[:count]))


def _sound(outcome: Outcome | Refused) -> Outcome:
    if isinstance(outcome, Refused):
        raise ValueError("a record that was replayed is refused nothing")
    return outcome


def before_turn(found: Sequence[DealMoment], number: int) -> int:
    """The place of the last moment at which this turn was still to be played; the first one where there is none."""
    waits = [place for place, one in enumerate(found) if one.game.turn_number == number and not one.game.draft]
    return waits[-1] if waits else 0


# --- another line of play ---------------------------------------------------------------------------------------------


def next_moment(moment: DealMoment, seat: str, action: Action) -> DealMoment | Refused:
    """The moment after one action more."""
    outcome = act(moment.game, seat, action)
    if isinstance(outcome, Refused):
        return outcome
    game, step = outcome
    return DealMoment(game, Turn(moment.game.turn_number, seat, (*_so_far(moment), step.written)))


def _so_far(moment: DealMoment) -> tuple[Written, ...]:
    """What was done in the turn in progress."""
    return moment.line.actions if moment.game.draft and isinstance(moment.line, Turn) else ()


def line_of_play(moment: DealMoment, actions: Iterable[Action]) -> tuple[DealMoment, ...] | Refused:
    """The moments after these actions, each by the seat in turn; the first refusal where one is not allowed."""
    found: list[DealMoment] = []
    for action in actions:
        after = next_moment(moment, moment.game.deal.seat, action)
        if isinstance(after, Refused):
            return after
        found.append(after)
        moment = after
    return tuple(found)
