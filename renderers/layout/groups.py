"""The cards of a hand in groups, as their order says, and with the marks that they carry."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import JOKER, UNKNOWN, Card, is_wild, rank_of, suit_of
from renderers.layout.sheet import Mark

_MATTE: Final = -1  # the group of twos and jokers
_ARE_MATTE: Final = frozenset([card for card in range(UNKNOWN + 1) if is_wild(card) or card >= JOKER])


class Held(NamedTuple):
    """A card of the hand in its group; marks that it carries."""

    card: Card
    group: int
    wide: bool  # the gap before its group is a wide one
    ticked: bool = False
    drawn: bool = False
    hinted: bool = False

    @property
    def marks(self) -> tuple[Mark, ...]:
        """All that it carries; its frame shows the first."""
        if not (self.ticked or self.drawn or self.hinted):
            return ()
        told = ((self.ticked, Mark.TICKED), (self.drawn, Mark.DRAWN), (self.hinted, Mark.HINTED))
        return tuple([mark for carried, mark in told if carried])


def group(
    order: Sequence[Card], by: str, ticked: Sequence[Card], drawn: Sequence[Card], hinted: Sequence[Card]
) -> list[Held]:
    """The cards in their groups and with their marks; of equal cards the last ones are the drawn ones.

    By suit or rank the matte come last: to their owner a two is a matta first.
    """
    if by != "own":
        order = sorted(order, key=_ARE_MATTE.__contains__)
    new, meant = _count_off(order[::-1], drawn)[::-1], _count_off(order, hinted)
    raised = _count_off(order, ticked)
    keys = [_key(card, by) for card in order]
    held: list[Held] = []
    number = 0
    for at, card in enumerate(order):
        begins = at > 0 and keys[at] != keys[at - 1]
        number += begins
        wide = begins and (by == "suit" or _MATTE in {keys[at], keys[at - 1]})
        held.append(Held(card, number, wide, raised[at], new[at], meant[at]))
    return held


def _key(card: Card, by: str) -> int:
    """What the cards of a group have in common."""
    if by == "own":
        return 0
    if card in _ARE_MATTE:
        return _MATTE
    return suit_of(card) if by == "suit" else rank_of(card)


def _count_off(order: Sequence[Card], chosen: Sequence[Card]) -> list[bool]:
    """Which cards of the order are meant: each chosen card finds one."""
    left = Counter(chosen)
    found = [False] * len(order)
    for at, card in enumerate(order if chosen else ()):
        if card in left:
            found[at] = left[card] > 0
            left[card] -= 1
    return found
