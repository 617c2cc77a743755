"""A memory for what was drawn, bounded in bytes: the longest unused goes first."""

from collections.abc import Hashable
from typing import Final, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")

STAYS: Final = 7 / 8  # of a full memory: to count all bytes anew at each step takes longer than to draw a card


class Memory(Generic[Key, Kept]):
    """Values by key, all together no more than `limit` bytes.

    Every step on the dictionary is whole in itself, so that threads may ask at the same time; the worst that happens
    is that something is drawn twice, or that the count of bytes is wrong until it is made anew.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0  # bytes
        self._kept: dict[Key, tuple[Kept, int]] = {}  # the longest unused first

    def get(self, key: Key) -> Kept | None:
        found = self._kept.pop(key, None)
        if found is None:
            return None
        self._kept[key] = found
        return found[0]

    def put(self, key: Key, value: Kept, size: int) -> None:
        """Keeps the value; what is larger than the whole memory is not kept."""
        if size > self.limit:
            return
        _, before = self._kept.pop(key, (None, 0))
        self._kept[key] = (value, size)
        self.size += size - before
        if self.size > self.limit:
            self._forget()

    def clear(self) -> None:
        self._kept.clear()
        self.size = 0

    def _forget(self) -> None:
        """What was used longest ago goes; the newest stays, however large it is."""
        sizes = [(key, size) for key, (_, size) in list(self._kept.items())]
        left = sum([size for _, size in sizes])
        for key, size in sizes[:-1]:
            if left <= self.limit * STAYS:
                break
            self._kept.pop(key, None)
            left -= size
        self.size = left

    def __len__(self) -> int:
        return len(self._kept)
