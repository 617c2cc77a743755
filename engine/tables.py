"""Tables that fill as they are asked: what was found once is looked up ever after."""

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Found = TypeVar("Found")


class Table(dict[Key, Found]):
    """What a function finds for a key; it is asked once. Whoever makes a table says what bounds its keys."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[Key], Found]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: Key) -> Found:
        found = self[key] = self._find(key)
        return found
