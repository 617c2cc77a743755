"""A hand: any number of cards packed into one integer, so that copying and comparing it costs nothing.

Bits 0-52 say which cards are held, bits 53-105 which are held twice, bits 106 and 107 a third and a fourth joker; from
bit 108 on stands the number of unknown cards. Equal hands are equal integers. A mask of cards is a hand below bit 53:
one machine word, and the bit of a card is at its number.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.cards import JOKER, UNKNOWN, VALUES, Card

Hand: TypeAlias = int

EMPTY: Final = 0
JOKER_BIT: Final = 1 << JOKER
SECOND: Final = 53  # how much higher the bit is that says that a card is held twice
CARDS: Final = (1 << SECOND) - 1  # every card, as a mask
_THIRD_JOKER: Final = 1 << 106
_FOURTH_JOKER: Final = 1 << 107
_UNKNOWNS: Final = 108  # where the number of unknown cards begins
_UNKNOWN_ONE: Final = 1 << _UNKNOWNS
_KNOWN: Final = _UNKNOWN_ONE - 1

BIT: Final = (*tuple(1 << card for card in range(JOKER + 1)), _UNKNOWN_ONE)
"""The bit that says that a card is held at all (for the unknown card: its unit)."""
CARD_OF: Final = {BIT[card]: card for card in range(JOKER + 1)}
"""The card of a single bit, for walking through masks."""
_TWICE: Final = tuple(1 << SECOND + card for card in range(JOKER + 1))


def size(hand: Hand) -> int:
    """How many cards."""
    return (hand & _KNOWN).bit_count() + (hand >> _UNKNOWNS)


def unknown(hand: Hand) -> int:
    """How many of the cards are unknown."""
    return hand >> _UNKNOWNS


def hidden(hand: Hand) -> Hand:
    """As many unknown cards."""
    return size(hand) << _UNKNOWNS


def holds(hand: Hand, card: Card) -> bool:
    """Whether the hand certainly has the card: an unknown one does not stand for it."""
    return bool(hand & BIT[card]) if card != UNKNOWN else hand >= _UNKNOWN_ONE


def put(hand: Hand, card: Card) -> Hand:
    """The hand with one card more."""
    if card == UNKNOWN:
        return hand + _UNKNOWN_ONE
    bit = BIT[card]
    if not hand & bit:
        return hand | bit
    if card == JOKER and hand >> SECOND & JOKER_BIT:
        return hand | (_FOURTH_JOKER if hand & _THIRD_JOKER else _THIRD_JOKER)
    return hand | _TWICE[card]


def drop(hand: Hand, card: Card) -> Hand:
    """The hand with one card less, or -1 where it does not hold it; an unknown card may turn out to be any card."""
    bit = BIT[card]
    if card != UNKNOWN and hand & bit:
        if not hand >> SECOND & bit:  # within a word as long as nothing is held twice
            return hand ^ bit
        if card == JOKER and hand & _THIRD_JOKER:
            return hand ^ (_FOURTH_JOKER if hand & _FOURTH_JOKER else _THIRD_JOKER)
        return hand ^ _TWICE[card]
    return hand - _UNKNOWN_ONE if hand >= _UNKNOWN_ONE else -1


def put_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    for card in tuple(cards):  # what is a tuple already stays one, and compiled it is walked by number
        hand = put(hand, card)
    return hand


def drop_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without these cards, or -1 where one is missing."""
    for card in tuple(cards):
        hand = drop(hand, card)
        if hand < 0:
            return -1
    return hand


def pack(cards: Iterable[Card]) -> Hand:
    return put_all(EMPTY, cards)


def unpack(hand: Hand) -> tuple[Card, ...]:
    """The cards in suit order h d c s, low to high, then jokers, then unknown ones."""
    cards: list[Card] = []
    left, twice = hand & CARDS, hand >> SECOND
    while left:  # face by face: a hand has a few of them, and one that is hidden none
        bit = left & -left
        left ^= bit
        cards.append(CARD_OF[bit])
        if twice & bit:
            cards.append(CARD_OF[bit])
    cards += [JOKER] * (hand >> 106 & 3).bit_count()
    cards += [UNKNOWN] * unknown(hand)
    return tuple(cards)


def points(hand: Hand) -> int:
    """Points of the faces held; unknown cards count nothing."""
    return sum([VALUES[card] for card in unpack(hand)])
