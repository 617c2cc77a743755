"""A small stream of chance that anybody can compute again: the same seed gives the same choices everywhere.

The generator is SplitMix64. It serves computer players; decks come from `engine.shuffle`.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

Item = TypeVar("Item")

_BITS: Final = 64
_MASK: Final = (1 << _BITS) - 1
_STEP: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB


class Stream:
    """Chance from a seed (any whole number; its low 64 bits count)."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def word(self) -> int:
        """The next 64 bits, from 0 to 2**64 - 1."""
        self._state = self._state + _STEP & _MASK
        mixed = (self._state ^ self._state >> 30) * _MIX_1 & _MASK
        mixed = (mixed ^ mixed >> 27) * _MIX_2 & _MASK
        return mixed ^ mixed >> 31

    def below(self, number: int) -> int:
        """A whole number from 0 to `number` - 1, each equally likely. Raises `ValueError` where there is none."""
        if not 1 <= number <= _MASK + 1:
            raise ValueError(f"no whole number can be drawn below {number}")
        fair = _MASK + 1 - (_MASK + 1) % number
        word = self.word()
        while word >= fair:
            word = self.word()
        return word % number

    def choice(self, items: Sequence[Item]) -> Item:
        """One of the items, each equally likely. Raises `ValueError` if there are none."""
        return items[self.below(len(items))]
