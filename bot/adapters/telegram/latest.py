"""What stays of several messages that were asked for at once in the same place: the last, whichever comes first."""

from collections.abc import Hashable
from typing import Generic, TypeVar

from bot.bounded import Bounded

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Latest(Generic[K, T]):
    """One thing stands at a place, of `most` places. Whoever begins to send one asks for its `turn` first."""

    def __init__(self, most: int) -> None:
        self._turns = 0
        self._there: Bounded[K, tuple[int, T | None]] = Bounded(most)  # by place, each with its turn

    def turn(self) -> int:
        """A greater number each time."""
        self._turns += 1
        return self._turns

    def put(self, place: K, turn: int, thing: T) -> T | None:
        """It has come there; what has to go for it: itself, where what stands there is later, or None for nothing."""
        before = self._there.pop(place, (0, None))
        last, first = sorted([before, (turn, thing)], key=lambda one: one[0], reverse=True)
        self._there[place] = last
        return first[1]
