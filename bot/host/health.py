"""Whether what happens can be written down, as the last writes have shown: asking costs nothing and writes nothing."""

from collections.abc import Callable
from typing import Final

COMMIT: Final = "commit"  # of a table
BEAT: Final = "beat"  # of the host itself, every few seconds
FRESH: Final = 60_000  # milliseconds; a failure that is older is only a bad sign if it goes on


class Health:
    """Who writes says how it went. `clock` gives milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._failed: dict[str, int] = {}  # a kind of write, and when one last failed

    def wrote(self, kind: str) -> None:
        """It is on disk."""
        self._failed.pop(kind, None)

    def failed(self, kind: str) -> None:
        """It is not."""
        self._failed[kind] = self._clock()

    def is_good(self) -> bool:
        """Whether of no kind of write the last one failed, not long ago."""
        now = self._clock()
        return not any([now - at < FRESH for at in self._failed.values()])
