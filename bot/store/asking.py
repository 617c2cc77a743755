"""What a part of a store may use of the whole: statements, and transactions in which nobody else writes.

`Connection` is what both drivers give for work that is done in one piece: statements as in `bot.store.statements`, with
values by name.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from bot.host.ports import StoreError
from bot.store.groups import Work

LOG: Final = logging.getLogger(__name__)

Rows: TypeAlias = "list[Any]"  # tuples, in the order of the statement's columns
ONE_MOMENT: Final = "BEGIN DEFERRED"
"""Begins a transaction that only reads, and sees all as it was in one moment."""

Values: TypeAlias = "Mapping[str, object] | Sequence[object]"
T = TypeVar("T")


class Cursor(Protocol):
    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """`sqlite3.Connection` is one, `bot.store.postgres_connection.PostgresConnection` another."""

    def execute(self, statement: str, values: Values = ..., /) -> Cursor: ...

    def executemany(self, statement: str, values: Iterable[Values], /) -> Cursor: ...


class Asking(ABC):
    """A store that carries out statements through these methods; `bot.store.sqlite.SqliteStore` is one."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The database, as its owner calls it, without what is secret."""

    @abstractmethod
    async def close(self) -> None: ...

    @abstractmethod
    async def look(self) -> None: ...

    @abstractmethod
    async def _read(self, statement: str, values: Mapping[str, object]) -> Rows: ...

    @abstractmethod
    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        """One statement, which is a transaction of its own."""

    @abstractmethod
    async def _alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        """The rows of one statement, which is a transaction of its own."""

    @abstractmethod
    async def _commit_in_group(self, work: Work, may_wait: float = 0.0) -> bool:
        """Whether the work could be done; then it is committed, with what else is written in that moment.

        `may_wait`: for so many seconds, at most, for something else to be written.
        """

    @abstractmethod
    async def _run(self, statement: str, values: Mapping[str, object] | None = None) -> Rows:
        """Only inside a transaction."""

    @abstractmethod
    async def _run_each(self, statement: str, values: list[dict[str, object]]) -> None:
        """Only inside a transaction."""

    @abstractmethod
    async def _do(self, work: Callable[[Connection], T]) -> T:
        """What the work gives, done with the connection that writes. Only inside a transaction."""

    @abstractmethod
    async def _begin_erasing(self) -> None:
        """Nobody else writes until this transaction ends. Only as the first of a transaction."""

    @abstractmethod
    async def _overwrite_freed(self) -> None:
        """What is deleted or replaced from now on is overwritten in its pages. Only inside a transaction."""

    @abstractmethod
    async def wipe(self) -> bool:
        """Remove what was overwritten from the database's own log, too, as far as possible; whether it is gone."""

    @abstractmethod
    async def _note_rewritten(self, bot: str, subjects: Collection[str]) -> None:
        """Have other hosts read these subjects, and people, anew once this transaction is stored."""

    @abstractmethod
    async def freed(self) -> int:
        """How many bytes of the database hold nothing; 0 where nobody can say. Raises `StoreError`."""

    @abstractmethod
    async def _clear(self) -> None:
        """What was freed in the database goes, as far as that can be done. Raises `StoreError` where it is there."""

    async def _if_it_can(self, clear: Callable[[], Awaitable[object]]) -> None:
        """What fails of it is done later."""
        try:
            await clear()
        except StoreError as error:
            LOG.error("what was freed is still in the database: cleared later", extra={"error": str(error)})  # noqa: TRY400  it says all

    @abstractmethod
    def _read_anew(self) -> None:
        """What was read before is no longer kept in memory."""

    @abstractmethod
    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        """What the steps give, committed; where that is None, nothing was written."""
