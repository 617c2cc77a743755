"""How often somebody may guess: so seldom that no code is found by trying, however many accounts they have.

Kept in memory: what a restart forgets is worth a few guesses more.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from bot.durations import MINUTE

WITHIN: Final = 10 * MINUTE
EACH: Final = 5  # wrong guesses of one person
ALL: Final = 1000  # wrong guesses of everybody: accounts of a browser cost nothing


class Guesses:
    """The wrong guesses of the last minutes. `clock`: milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._wrong: deque[tuple[int, str]] = deque()

    def wait(self, person: str) -> int:
        """Milliseconds until this person may guess again; 0: now."""
        self._forget()
        own = [at for at, who in self._wrong if who == person]
        full = [own[-EACH]] if len(own) >= EACH else []
        full += [self._wrong[-ALL][0]] if len(self._wrong) >= ALL else []
        return max(full) + WITHIN - self._clock() if full else 0

    def wrong(self, person: str) -> None:
        """They have guessed wrong."""
        self._wrong.append((self._clock(), person))

    def _forget(self) -> None:
        while self._wrong and self._wrong[0][0] + WITHIN <= self._clock():
            self._wrong.popleft()
