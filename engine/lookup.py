"""Tables that fill as they are asked. A full one begins anew: processes that think for weeks need no more memory."""

from collections.abc import Callable
from typing import Final, TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")

MOST: Final = 4096  # entries; what is often asked for is soon found again
FEW: Final = 512  # the same where memory counts more than speed; an expert thinks for 4 % longer


class _Limit:
    """How many entries each table of this process has at most."""

    __slots__ = ("entries",)

    def __init__(self, entries: int) -> None:
        self.entries = entries


_LIMIT: Final = _Limit(MOST)


def keep_few() -> None:
    """From now on each table of this process begins anew at `FEW`: they fill within the hour, and not in a night."""
    _LIMIT.entries = FEW


class Lookup(dict[Key, Found]):
    """What a function finds for a key. It is asked once, and once more where the table was full meanwhile."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Key], Found]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Found:
        if len(self) >= _LIMIT.entries:
            self.clear()
        found = self[key] = self._find(key)
        return found
