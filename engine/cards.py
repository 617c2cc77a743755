"""Cards as values: numbers, their two-letter text, their points.

A card is a small integer, the same for both packs: 13 ranks (A 2 … K) of hearts, then diamonds, clubs and spades,
then the joker, then the card nobody has seen. Nothing here knows a rule beyond what a card is worth.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int  # suit * 13 + rank; JOKER; UNKNOWN
Suit: TypeAlias = int  # 0 hearts, 1 diamonds, 2 clubs, 3 spades
Rank: TypeAlias = int  # 0 ace, 1 two, … 12 king

SUITS: Final = "hdcs"
RANKS: Final = "A23456789TJQK"
ACE: Final = 0
TWO: Final = 1
THREE: Final = 2
KING: Final = 12
JOKER: Final = 52
UNKNOWN: Final = 53
NO_CARD: Final = -1  # in the place of a card where there is none
TEXTS: Final = (*tuple(rank + suit for suit in SUITS for rank in RANKS), "Jk", "??")
TWOS: Final = tuple(suit * 13 + TWO for suit in range(4))  # the four pinelle
_NUMBERS: Final = {text: card for card, text in enumerate(TEXTS)}

# Ace 15, two 20, 3-7 five, 8-K ten, joker 30: the same in all codes. An unknown card counts nothing.
_RANK_VALUES: Final = (15, 20, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10)
VALUES: Final = _RANK_VALUES * 4 + (30, 0)

PACK: Final = tuple(card for card in range(JOKER) for _ in range(2)) + (JOKER,) * 4
"""The 108 cards in sorted order: for each suit, for each rank, that card twice; then the four jokers."""


class Malformed(ValueError):
    """Text that is not notation at all. One line: what was read, where, and why it cannot be."""

    def __init__(self, text: str, reason: str) -> None:
        self.text = text
        self.reason = reason
        super().__init__(f"{shorten(text)!r}: {reason}")


def shorten(text: str, limit: int = 60) -> str:
    """A text that fits into an error line."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def suit_of(card: Card) -> Suit:
    return card // 13


def rank_of(card: Card) -> Rank:
    return card % 13


def is_two(card: Card) -> bool:
    """A pinella: any two, whatever it does in a meld."""
    return card < JOKER and card % 13 == TWO


def is_wild(card: Card) -> bool:
    """A card that counts as a matta in the hand and in a discard: a joker or any two."""
    return card == JOKER or is_two(card)


def value(card: Card) -> int:
    """Points of a card's face."""
    return VALUES[card]


def copies(card: Card) -> int:
    """How many of these the two packs hold."""
    return 4 if card == JOKER else 2


def parse_card(text: str) -> Card:
    try:
        return _NUMBERS[text]
    except KeyError:
        raise Malformed(text, "is no card") from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards in the order written; spaces, commas and `10h` are accepted, no pack holds three equal cards."""
    plain = text.replace(" ", "").replace(",", "").replace("10", "T")
    if len(plain) % 2:
        raise Malformed(text, "cards are two characters each, such as 7h or Jk")
    try:
        cards = tuple([_NUMBERS[plain[at : at + 2]] for at in range(0, len(plain), 2)])
    except KeyError as error:
        raise Malformed(text, f"{error.args[0]!r} is no card") from None
    if len(set(cards)) < len(cards):
        _check_number(cards, text)
    return cards


def _check_number(cards: tuple[Card, ...], text: str) -> None:
    for card, number in Counter(cards).items():
        if card != UNKNOWN and number > copies(card):
            raise Malformed(text, f"{number} times {TEXTS[card]}: two packs hold {copies(card)}")


def format_card(card: Card) -> str:
    return TEXTS[card]


def format_cards(cards: Iterable[Card]) -> str:
    return "".join([TEXTS[card] for card in cards])
