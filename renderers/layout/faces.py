"""The sheet of faces: every card once whole and once small, in rows; where they lie is said in `scenes.FacesScene`."""

from typing import Final

from engine.cards import JOKER, RANKS, SUITS, UNKNOWN, Card
from renderers.layout.fan import card_height
from renderers.layout.sheet import Face, Rect, Sheet

CARD: Final = 120  # pixels; twice what a page shows, for screens of telephones; its height comes out even
SMALL: Final = CARD // 2
COLUMNS: Final = len(RANKS) + 1
_FULL_INDEX: Final = 2.0  # rank over suit then fill a card


def lay_out() -> Sheet:
    """The picture of all faces."""
    height = card_height(CARD) * len(SUITS)
    whole = [Face(_rect(card, CARD, 0), card) for card in range(UNKNOWN + 1)]
    small = [Face(_rect(card, SMALL, height), card, bare=True, index=_FULL_INDEX) for card in range(UNKNOWN + 1)]
    return Sheet(COLUMNS * CARD, height + card_height(SMALL) * len(SUITS), (*whole, *small))


def _rect(card: Card, width: int, top: int) -> Rect:
    column, row = (COLUMNS - 1, card - JOKER) if card >= JOKER else (card % len(RANKS), card // len(RANKS))
    return Rect(column * width, top + row * card_height(width), width, card_height(width))
