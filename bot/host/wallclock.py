"""The machine's clock, which may jump: the machine slept or stood still, or somebody set it.

It is read at least every second while a host runs, so that a gap tells of a jump; whoever reads it learns of it before
the new time means anything.
"""

import time
from collections.abc import Callable
from typing import Final

AWAY: Final = 15_000  # milliseconds between two looks, from which on nobody was there
BACK: Final = 5_000  # milliseconds that a clock may be set back without a word


class WallClock:
    """Milliseconds since 1970."""

    def __init__(self, read: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._read = read
        self._last = 0
        self._listeners: list[Callable[[int, int], None]] = []

    def listen(self, listener: Callable[[int, int], None]) -> None:
        """Call this, in the order of these calls, with the last time before a jump and the first one after it."""
        self._listeners.append(listener)

    def __call__(self) -> int:
        now, last = self._read(), self._last
        self._last = now
        if last and not -BACK <= now - last <= AWAY:
            for listener in self._listeners:
                listener(last, now)
        return now
