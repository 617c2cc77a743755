"""Where ticked cards may go: a new meld, or one of the side's. Judged on the seat's own view."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.actions import Add, Lay
from engine.additions import HIGH, LOW, both_ends
from engine.cards import Card
from engine.play import Step, play
from engine.view import View

NEW: Final = 0  # the number of a new meld


@dataclass(frozen=True, slots=True)
class Target:
    """A meld of the side by its number, or `NEW`; whether the cards fit there; the ends a matta may choose from."""

    number: int
    fits: bool
    ends: tuple[str, ...] = ()


def targets(deal_view: View, seat: str, cards: Sequence[Card]) -> tuple[Target, ...]:
    """All that these cards could go to, the new meld first; none for no cards."""
    if not cards:
        return ()
    melds = deal_view.deal.melds[deal_view.deal.code.side_of[deal_view.deal.code.seats.index(seat)]]
    numbers = range(NEW if len(cards) > 1 else 1, len(melds) + 1)
    return tuple(_target(deal_view, seat, number, tuple(cards)) for number in numbers)


def _target(deal_view: View, seat: str, number: int, cards: tuple[Card, ...]) -> Target:
    if number == NEW:
        return Target(NEW, isinstance(play(deal_view.deal, seat, Lay(cards)), Step))
    code = deal_view.deal.code
    meld = deal_view.deal.melds[code.side_of[code.seats.index(seat)]][number - 1]
    ends = (LOW, HIGH) if both_ends(code.book, meld, cards) else ()
    marks = ends or ("",)
    fitting = [isinstance(play(deal_view.deal, seat, Add(number, cards, end)), Step) for end in marks]
    return Target(number, any(fitting), ends)


def chosen_target(found: Sequence[Target], number: int) -> Target | None:
    """The target that was chosen; where none was, the first that fits, else the first."""
    named = [one for one in found if one.number == number]
    fitting = [one for one in found if one.fits]
    return (named + fitting + list(found) + [None])[0]


def lay_at(target: Target, cards: Sequence[Card], end: str) -> Lay | Add:
    """What is done with the cards there; `end`: of the meld, for a matta that may lie at either."""
    return Lay(tuple(cards)) if target.number == NEW else Add(target.number, tuple(cards), end)
