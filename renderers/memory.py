"""A memory for what was drawn, bounded in bytes: the longest unused goes first."""

from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class Memory(Generic[Key, Kept]):
    """Values by key, all together no more than `limit` bytes.

    Every step on the dictionary is whole in itself, so that threads may ask at the same time; the worst that happens
    is that something is drawn twice.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._kept: dict[Key, tuple[Kept, int]] = {}  # the longest unused first

    @property
    def size(self) -> int:
        return sum([size for _, size in list(self._kept.values())])

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
        self._kept.pop(key, None)
        self._kept[key] = (value, size)
        while self.size > self.limit:
            self._kept.pop(next(iter(self._kept)), None)

    def clear(self) -> None:
        self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)
