"""One thing after another for each key: locks that are there only while somebody holds or awaits them."""

import asyncio
from collections.abc import Hashable
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)


class KeyedLock(Generic[K]):
    """`async with one_by_one[key]:` waits until all who came before for this key are done."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: K) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    def __len__(self) -> int:
        """For how many keys somebody is at it, or waits."""
        return len(self._locks)
