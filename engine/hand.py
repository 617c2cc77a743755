"""A hand: any number of cards packed into one integer, so that copying and comparing it costs nothing.

Bits 0-51 say which cards are held, bits 52-103 which are held twice, bits 104-107 count the jokers (1, 3, 7, 15),
and from bit 108 on stands the number of unknown cards. Equal hands are equal integers.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from engine.cards import JOKER, UNKNOWN, VALUES, Card

Hand: TypeAlias = int

EMPTY: Final = 0
JOKER_BIT: Final = 1 << 104  # also stands for "a joker" in masks of cards
_UNKNOWN_ONE: Final = 1 << 108
_KNOWN: Final = _UNKNOWN_ONE - 1
_SECOND: Final = 52
_FACES: Final = (1 << _SECOND) - 1
_JOKER_BITS: Final = (JOKER_BIT, JOKER_BIT << 1, JOKER_BIT << 2, JOKER_BIT << 3)

BIT: Final = (*tuple(1 << card for card in range(JOKER)), JOKER_BIT, _UNKNOWN_ONE)
"""The bit that says that a card is held at all (for the unknown card: its unit)."""
CARD_OF: Final = {BIT[card]: card for card in range(JOKER + 1)}
"""The card of a single bit, for walking through masks."""


def size(hand: Hand) -> int:
    """How many cards."""
    return (hand & _KNOWN).bit_count() + (hand >> 108)


def unknown(hand: Hand) -> int:
    """How many of them nobody here has seen."""
    return hand >> 108


def holds(hand: Hand, card: Card) -> bool:
    """Whether the card is there for certain."""
    return bool(hand & BIT[card]) if card != UNKNOWN else hand >= _UNKNOWN_ONE


def put(hand: Hand, card: Card) -> Hand:
    """The hand with one card more."""
    if card < JOKER:
        bit = BIT[card]
        return hand | (bit << _SECOND if hand & bit else bit)
    if card == JOKER:
        for bit in _JOKER_BITS:
            if not hand & bit:
                return hand | bit
    return hand + _UNKNOWN_ONE


def drop(hand: Hand, card: Card) -> Hand:
    """The hand with one card less, or -1 where it does not hold it; an unknown card may turn out to be any card."""
    if card < JOKER:
        bit = BIT[card]
        if hand & bit:
            twin = bit << _SECOND
            return hand ^ (twin if hand & twin else bit)
    elif card == JOKER:
        for bit in reversed(_JOKER_BITS):
            if hand & bit:
                return hand ^ bit
    return hand - _UNKNOWN_ONE if hand >= _UNKNOWN_ONE else -1


def put_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    for card in cards:
        hand = put(hand, card)
    return hand


def drop_all(hand: Hand, cards: Iterable[Card]) -> Hand:
    """The hand without these cards, or -1 where one is missing."""
    for card in cards:
        hand = drop(hand, card)
        if hand < 0:
            return -1
    return hand


def pack(cards: Iterable[Card]) -> Hand:
    return put_all(EMPTY, cards)


def unpack(hand: Hand) -> tuple[Card, ...]:
    """The cards in suit order h d c s, low to high, then jokers, then unknown ones."""
    cards: list[Card] = []
    left, twice = hand & _FACES, hand >> _SECOND
    while left:  # face by face: a hand has a few of them, and one that is hidden none
        bit = left & -left
        left ^= bit
        cards.append(CARD_OF[bit])
        if twice & bit:
            cards.append(CARD_OF[bit])
    cards += [JOKER] * (hand >> 104 & 15).bit_count()
    cards += [UNKNOWN] * (hand >> 108)
    return tuple(cards)


def points(hand: Hand) -> int:
    """Points of the faces held; unknown cards count nothing."""
    return sum([VALUES[card] for card in unpack(hand)])
