"""Whether changes can be stored, judged by the last writes: asking costs nothing and writes nothing.

And whether all parts of the host run: one that failed counts as failing until it has run for a minute again. One that
only had no store counts no longer than that is away, or a balancer would keep people from all hosts for a minute where
the database was gone for a second.
"""

from collections.abc import Callable
from typing import Final

from bot.durations import MINUTE, SECOND

COMMIT: Final = "commit"  # of a table
BEAT: Final = "beat"  # of the host itself, every few seconds
FRESH: Final = MINUTE  # a failure that is older is only a bad sign if it goes on
MISSED: Final = 10 * SECOND  # the same of a part that had no store, which asks again every second


class Health:
    """Who writes says how it went, who keeps a part running says when it failed. `clock` gives milliseconds."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._failed: dict[str, int] = {}  # a kind of write, and when one last failed
        self._stumbled: dict[str, int] = {}  # a part of the host, and when it last failed
        self._storeless: dict[str, int] = {}  # the same where it had no store

    def note_write(self, kind: str) -> None:
        """A write of this kind has succeeded."""
        if self._failed.pop(kind, None) is not None and kind == BEAT:  # what has failed meanwhile had no store, either
            self._failed.clear()
            self._storeless.clear()

    def note_failure(self, kind: str) -> None:
        """A write of this kind has failed."""
        self._failed[kind] = self._clock()

    def note_stumble(self, part: str, *, had_store: bool = True) -> None:
        """A part of the host failed, and is begun again."""
        (self._stumbled if had_store else self._storeless)[part] = self._clock()

    def is_good(self) -> bool:
        """Whether no kind of write has failed a short time ago without succeeding since."""
        return not self._fresh(self._failed, FRESH)

    def failing(self) -> list[str]:
        """The kinds of writes, and the parts of the host, that failed not long ago."""
        parts = {*self._fresh(self._stumbled, FRESH), *self._fresh(self._storeless, MISSED)}
        return [*self._fresh(self._failed, FRESH), *sorted(parts)]

    def _fresh(self, failures: dict[str, int], most: int) -> list[str]:
        now = self._clock()
        return sorted(name for name, at in failures.items() if abs(now - at) < most)
