"""Tables that fill as they are asked. A full one begins anew: processes that think for weeks need no more memory.

So do the books of judged melds, whose limit is set here, too.
"""

from collections.abc import Callable
from typing import Final, TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")

MOST: Final = 4096  # entries; what is often asked for is soon found again
MOST_JUDGED: Final = 8192  # melds that a book keeps
FEW: Final = 256  # entries where memory counts more than speed
FEW_JUDGED: Final = 1024  # melds where it does; an expert thinks for some 4 % longer than with the others


class _Limits:
    """How many entries each table of this process has at most, and how many melds each book."""

    __slots__ = ("entries", "melds")

    def __init__(self, entries: int, melds: int) -> None:
        self.entries = entries
        self.melds = melds


LIMITS: Final = _Limits(MOST, MOST_JUDGED)


def keep_few() -> None:
    """From now on each table and book of this process begins anew sooner: they fill in an hour, and not in a night."""
    LIMITS.entries, LIMITS.melds = FEW, FEW_JUDGED


class Lookup(dict[Key, Found]):
    """What a function finds for a key. It is asked once, and once more where the table was full meanwhile."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Key], Found]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Found:
        if len(self) >= LIMITS.entries:
            self.clear()
        found = self[key] = self._find(key)
        return found
