"""The measures of a card and of a fan of cards: how much of a covered card stays visible, and that is its index."""

from functools import lru_cache
from typing import Final, NamedTuple

RATIO: Final = 1.45  # height to width
WIDTHS: Final = (34, 36, 38, 41, 44, 47, 50, 54, 58, 63, 68, 73, 78, 84, 88, 94, 101, 108, 116)
"""The widths of cards on pictures of the usual widths: few, so that a face that was drawn once is there for many."""


class _Index(NamedTuple):
    """The corner of a card, all in widths of the card; but for `left` and `top` it grows with the theme's index."""

    left: float = 0.062
    top: float = 0.085
    width: float = 0.26  # of the widest rank
    cap: float = 0.27  # height of the rank
    pitch: float = 0.325  # from the top of the rank to the top of the suit
    suit: float = 0.235  # height of the suit


INDEX: Final = _Index()


def card_height(width: int) -> int:
    return round(width * RATIO)


@lru_cache(512)  # asked for each card, several times
def index_strip(width: int, scale: float) -> int:
    """How many pixels of a card must stay uncovered on its left."""
    return round((INDEX.left + INDEX.width * scale + 0.035) * width) + 1


@lru_cache(512)
def index_depth(width: int, scale: float) -> int:
    """How many pixels of a card must stay uncovered at its top."""
    return round((INDEX.top + (INDEX.pitch + INDEX.suit) * scale + 0.035) * width) + 1
