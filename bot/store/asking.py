"""What a part of the SQLite store may use of the whole: statements, and transactions with the write lock."""

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias, TypeVar

Rows: TypeAlias = "list[Any]"  # tuples, in the order of the statement's columns
T = TypeVar("T")


class Asking(ABC):
    """A store whose statements are asked through these; `bot.store.sqlite.SqliteStore` is one."""

    @abstractmethod
    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows: ...

    @abstractmethod
    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement, which is a transaction of its own."""

    @abstractmethod
    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        """Only inside a transaction."""

    @abstractmethod
    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        """Only inside a transaction."""

    @abstractmethod
    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work gives, done with the connection that writes. Only inside a transaction."""

    @abstractmethod
    async def _clear(self) -> None:
        """The file is written anew, without what was freed in it."""

    @abstractmethod
    def _read_anew(self) -> None:
        """What was read before is no longer kept in memory."""

    @abstractmethod
    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        """What the steps give, committed; where that is None, nothing was written."""
