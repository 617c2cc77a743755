"""The cards of a hand in groups, as their order says, and with the marks that they carry."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import JOKER, Card, is_wild, rank_of, suit_of
from renderers.layout.sheet import Mark

_MATTE: Final = -1  # the group of twos and jokers


@dataclass(frozen=True, slots=True)
class Held:
    """A card of the hand in its group; marks that it carries."""

    card: Card
    group: int
    wide: bool  # the gap before its group is a wide one
    ticked: bool
    mark: Mark

    @property
    def marks(self) -> tuple[Mark, ...]:
        ticked = (Mark.TICKED,) if self.ticked else ()
        return ticked if self.mark is Mark.NONE else (*ticked, self.mark)


def group(
    order: Sequence[Card], by: str, ticked: Sequence[Card], drawn: Sequence[Card], hinted: Sequence[Card]
) -> list[Held]:
    """The cards in their groups and with their marks; of equal cards the last ones are the drawn ones.

    By suit or rank the matte come last: to their owner a two is a matta first.
    """
    if by != "own":
        order = sorted(order, key=_is_matta)
    marks = _marks(order, drawn, hinted)
    raised = _count_off(order, ticked)
    keys = [_key(card, by) for card in order]
    held: list[Held] = []
    number = 0
    for at, card in enumerate(order):
        new = at > 0 and keys[at] != keys[at - 1]
        number += new
        wide = new and (by == "suit" or _MATTE in {keys[at], keys[at - 1]})
        held.append(Held(card, number, wide, raised[at], marks[at]))
    return held


def _is_matta(card: Card) -> bool:
    return is_wild(card) or card >= JOKER


def _key(card: Card, by: str) -> int:
    """What the cards of a group have in common."""
    if by == "own":
        return 0
    if _is_matta(card):
        return _MATTE
    return suit_of(card) if by == "suit" else rank_of(card)


def _marks(order: Sequence[Card], drawn: Sequence[Card], hinted: Sequence[Card]) -> list[Mark]:
    new = _count_off(order[::-1], drawn)[::-1]
    hint = _count_off(order, hinted)
    return [Mark.DRAWN if n else Mark.HINTED if h else Mark.NONE for n, h in zip(new, hint, strict=True)]


def _count_off(order: Sequence[Card], chosen: Sequence[Card]) -> list[bool]:
    """Which cards of the order are meant: each chosen card finds one."""
    left = Counter(chosen)
    found = []
    for card in order:
        found.append(left[card] > 0)
        left[card] -= 1
    return found
