"""A server's time: it runs with the machine's, and a test may freeze it or let it jump."""

import time


class Clock:
    """Seconds since 1970; `advance` makes presses late, tokens old and budgets fresh without waiting."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._frozen: float | None = None

    def now(self) -> float:
        return (time.time() if self._frozen is None else self._frozen) + self._ahead

    def advance(self, seconds: float) -> None:
        self._ahead += seconds

    def freeze(self) -> None:
        """Time passes only by `advance` from here on."""
        self._frozen = time.time() if self._frozen is None else self._frozen
