"""The cards of a hand in groups, as their order says, and with the marks that they carry."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import JOKER, Card, is_wild, rank_of, suit_of
from renderers.layout.sheet import Mark


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
    """The cards in their groups and with their marks; of equal cards the last ones are the drawn ones."""
    marks = _marks(order, drawn, hinted)
    raised = _count_off(order, ticked)
    held: list[Held] = []
    keys = _keys(order, by)
    number = 0
    for at, card in enumerate(order):
        new = at > 0 and keys[at] != keys[at - 1]
        number += new
        wide = new and (by != "rank" or "matte" in {keys[at], keys[at - 1]})
        held.append(Held(card, number, wide, raised[at], marks[at]))
    return held


def _keys(order: Sequence[Card], by: str) -> list[object]:
    """What the cards of a group have in common; the matte at the end of an order are a group of their own."""
    if by == "own":
        return [0] * len(order)
    keys: list[object] = [("joker" if card >= JOKER else suit_of(card)) for card in order]
    if by == "rank":
        keys = [("joker" if card >= JOKER else rank_of(card)) for card in order]
    at = len(order)
    while at and is_wild(order[at - 1]) and (by == "rank" or order[at - 1] == JOKER or _apart(order, at - 1)):
        at -= 1
    return [*keys[:at], *["matte"] * (len(order) - at)]


def _apart(order: Sequence[Card], at: int) -> bool:
    """Whether a two does not follow a card of its suit, so that it lies among the matte."""
    return at == 0 or order[at - 1] >= JOKER or suit_of(order[at - 1]) != suit_of(order[at])


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
