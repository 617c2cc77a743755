"""Who is looking at a table in a browser window: no other device has to ring for what they see there."""

from collections.abc import Callable
from typing import TypeAlias

Sight: TypeAlias = Callable[[], tuple[str, str]]
"""The person at a window, and the table it shows them now; both are "" while the window is hidden."""


class Looking:
    """All windows that say when they are looked at."""

    def __init__(self) -> None:
        self._sights: set[Sight] = set()

    def begin(self, sight: Sight) -> None:
        """A window is there."""
        self._sights.add(sight)

    def end(self, sight: Sight) -> None:
        """It has gone, if it was there."""
        self._sights.discard(sight)

    def is_at(self, person: str, table: str) -> bool:
        """Whether somebody looks at this table now."""
        return any(sight() == (person, table) for sight in self._sights)
