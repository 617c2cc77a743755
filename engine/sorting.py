"""The order of a hand in front of its player: by suit or by rank, the matte apart, or their own.

A hand itself has no order; these are ways to show it.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from engine.cards import ACE, JOKER, THREE, TWO, UNKNOWN, Card, is_wild
from engine.hand import Hand, drop, holds, unpack


def by_suit(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Hearts, diamonds, clubs, spades, each from the ace up to the king; then, apart, the matte: twos and jokers."""
    return tuple(sorted(cards, key=_SUIT_PLACES.__getitem__))


def by_rank(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Threes up to kings and aces, equal ranks together; then, apart, the matte: twos and jokers."""
    return tuple(sorted(cards, key=_rank_key))


_SUIT_PLACES: Final = tuple([card + 100 * (is_wild(card) or card >= JOKER) for card in range(UNKNOWN + 1)])
"""By card: where it stands by suit. Each message to a player sorts their hand several times."""


def _rank_key(card: Card) -> tuple[int, int, int]:
    if card >= JOKER:
        return (2 if card == UNKNOWN else 1, card, 0)
    return (1 if is_wild(card) else 0, (card - 1) % 13, card // 13)


def keep_order(order: Sequence[Card], hand: Hand) -> tuple[Card, ...]:
    """The player's own order for the cards they still hold; new cards come at the end, sorted by suit."""
    left = hand
    kept: list[Card] = []
    for card in order:
        if holds(left, card):
            left = drop(left, card)
            kept.append(card)
    return (*kept, *by_suit(unpack(left)))


def move(order: Sequence[Card], start: int, end: int) -> tuple[Card, ...]:
    """The order after one card was dragged from one place to another; places outside count as the nearest one."""
    cards = list(order)
    if not cards:
        return ()
    card = cards.pop(min(max(start, 0), len(cards) - 1))
    cards.insert(min(max(end, 0), len(cards)), card)
    return tuple(cards)


def home_first(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards named for a meld, where they begin with a three and end with the two of its suit that one first.

    A sorted hand shows the twos apart, so that one comes last says nothing of where it is to lie; at home it is no
    matta. A run in the notation stands as it is written, and this is none. With an ace or a matta before the two they
    are no run as they stand, and are read in the best way without this.
    """
    begins = len(cards) > 2 and cards[0] < JOKER and cards[0] % 13 == THREE
    if begins and cards[-1] == cards[0] - THREE + TWO and not any(_is_above(card) for card in cards[:-1]):
        return (cards[-1], *cards[:-1])
    return tuple(cards)


def _is_above(card: Card) -> bool:
    """Whether it comes behind the kings of a hand that is sorted by rank."""
    return is_wild(card) or card % 13 == ACE
