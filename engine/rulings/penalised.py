"""The order in which penalised cards are discarded, and when who may close again.

| code  | order                                                                                       |
| ----- | ------------------------------------------------------------------------------------------- |
| febur | the lowest first: 3 to K, ace, two, joker; among equals spades, clubs, diamonds, hearts      |
| fitab | the most points first; among equal points hearts, diamonds, clubs, spades; then the higher   |

Febur's own example with 7, 8, 9 shows that rank decides among cards of equal points; the suit is a reading. Fitab's
text puts the suit before the rank among cards of equal points, so that the 8 of hearts goes before the K of spades.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine.cards import ACE, JOKER, KING, SUITS, Card, is_two, rank_of, suit_of, value
from engine.rulings.effects import Effect, Macro

_TWO_RANK: Final = KING + 2
_JOKER_RANK: Final = KING + 3
_RISING: Final = [SUITS.index(letter) for letter in "scdh"]


@dataclass(frozen=True, slots=True)
class DueDiscard:
    """A penalised card, and the offender's own turn at which it is discarded: 0 the one under way, 1 the next one."""

    own_turn: int
    card: Card


@dataclass(frozen=True, slots=True)
class Penance:
    """What a ruling means for given cards. `closes_from`: the own turn from which the offender may close again."""

    discards: tuple[DueDiscard, ...]
    closes_from: int
    partner_banned: bool  # for the lap in which it happened


def ascending(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Febur's order."""
    return tuple(sorted(cards, key=lambda card: (_rank(card), _suit(card))))


def descending(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Fitab's order."""
    return tuple(sorted(cards, key=lambda card: (value(card), _suit(card), _rank(card)), reverse=True))


def queue(groups: Iterable[tuple[Card, ...]], tail: Iterable[Card] = ()) -> tuple[Card, ...]:
    """The cards of several rulings: those of an earlier one first, each in its order as given.

    `tail` are cards that febur's offender discarded out of their order: they go last of all (art. 11).
    """
    return tuple([card for group in groups for card in group]) + tuple(tail)


def penance(effects: Iterable[Effect], cards: Iterable[Card]) -> Penance | None:
    """When each penalised card is discarded under these effects; None where they penalise nothing in an order."""
    found = {effect.macro: effect for effect in effects}
    order = found.get(Macro.ASC) or found.get(Macro.DESC)
    if order is None:
        return None
    row = ascending(cards) if order.macro is Macro.ASC else descending(cards)
    discards = tuple([DueDiscard(order.begins + at, card) for at, card in enumerate(row)])
    last = discards[-1].own_turn if discards else 0
    return Penance(discards, last + 1, Macro.BAN_P in found)


def _rank(card: Card) -> int:
    if card == JOKER:
        return _JOKER_RANK
    if is_two(card):
        return _TWO_RANK
    return KING + 1 if rank_of(card) == ACE else rank_of(card)


def _suit(card: Card) -> int:
    """Spades the lowest, hearts the highest; jokers have none."""
    return 0 if card == JOKER else _RISING.index(suit_of(card))
