"""Whether changes can be stored, judged by the last writes: asking costs nothing and writes nothing.

And whether all parts of the host run: one that failed counts as failing until it has run for a minute again.
"""

from collections.abc import Callable
from typing import Final

from bot.durations import MINUTE

COMMIT: Final = "commit"  # of a table
BEAT: Final = "beat"  # of the host itself, every few seconds
FRESH: Final = MINUTE  # a failure that is older is only a bad sign if it goes on


class Health:
    """Who writes says how it went, who keeps a part running says when it failed. `clock` gives milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._failed: dict[str, int] = {}  # a kind of write, and when one last failed
        self._stumbled: dict[str, int] = {}  # a part of the host, and when it last failed

    def note_write(self, kind: str) -> None:
        """A write of this kind has succeeded."""
        self._failed.pop(kind, None)

    def note_failure(self, kind: str) -> None:
        """A write of this kind has failed."""
        self._failed[kind] = self._clock()

    def note_stumble(self, part: str) -> None:
        """A part of the host failed, and is begun again."""
        self._stumbled[part] = self._clock()

    def is_good(self) -> bool:
        """Whether no kind of write has failed a short time ago without succeeding since."""
        return not self._fresh(self._failed)

    def failing(self) -> list[str]:
        """The kinds of writes, and the parts of the host, that failed not long ago."""
        return [*self._fresh(self._failed), *self._fresh(self._stumbled)]

    def _fresh(self, failures: dict[str, int]) -> list[str]:
        now = self._clock()
        return sorted(name for name, at in failures.items() if abs(now - at) < FRESH)
