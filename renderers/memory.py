"""A memory for what was drawn, bounded in bytes: the longest unused goes first."""

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class Memory(Generic[Key, Kept]):
    """Values by key, all together no more than `limit` bytes.

    Threads may ask at the same time; the worst that happens is that something is drawn twice.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0  # bytes of all that is kept
        self._kept: dict[Key, tuple[Kept, int]] = {}  # the longest unused first
        self._lock = Lock()

    def get(self, key: Key) -> Kept | None:
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None:
                return None
            self._kept[key] = found
        return found[0]

    def put(self, key: Key, value: Kept, size: int) -> None:
        """Keeps the value; what is larger than the whole memory is not kept."""
        if size > self.limit:
            return
        with self._lock:
            self._drop(key)
            self._kept[key] = (value, size)
            self.size += size
            while self.size > self.limit:
                self._drop(next(iter(self._kept)))

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.size = 0

    def _drop(self, key: Key) -> None:
        self.size -= self._kept.pop(key, (None, 0))[1]

    def __len__(self) -> int:
        return len(self._kept)
