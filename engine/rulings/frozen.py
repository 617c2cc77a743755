"""What a wrong meld is worth at the count: its valid part positive, the cards that do not fit negative (febur art. 10).

The valid part is the largest one that is a meld; of equal ones that with the cards laid earliest, then the most points.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.cards import Card, value
from engine.melds import Meld, MeldBook
from engine.rulings.effects import DEF_EXCESS, Effect


@dataclass(frozen=True, slots=True)
class Count:
    """The cards that count positive and those that count negative, as they were laid, and what that makes."""

    valid: tuple[Card, ...]
    excess: tuple[Card, ...]
    points: int


def counts_excess(effects: Iterable[Effect]) -> bool:
    """Whether a ruling leaves a wrong meld on the table, to be counted so."""
    return DEF_EXCESS in effects


def count(book: MeldBook, cards: Sequence[Card]) -> Count:
    """The count of a wrong meld, its cards in the order in which they were laid."""
    for size in range(len(cards), 2, -1):
        fitting = [places for places in combinations(range(len(cards)), size) if _is_meld(book, cards, places)]
        if fitting:
            return _counted(cards, min(fitting, key=lambda places: (places, -_points(cards, places))))
    return _counted(cards, ())


def _is_meld(book: MeldBook, cards: Sequence[Card], places: tuple[int, ...]) -> bool:
    return isinstance(book.lay(tuple([cards[place] for place in places])), Meld)


def _points(cards: Sequence[Card], places: tuple[int, ...]) -> int:
    return sum([value(cards[place]) for place in places])


def _counted(cards: Sequence[Card], places: tuple[int, ...]) -> Count:
    valid = tuple([cards[place] for place in places])
    excess = tuple([card for place, card in enumerate(cards) if place not in places])
    return Count(valid, excess, sum(map(value, valid)) - sum(map(value, excess)))
