"""How a store writes, whatever database has the rows: in its turn, patiently, only while it knows what is stored.

A store of one database adds how its connections begin, go on and commit, and how they come back.
"""

import asyncio
import logging
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, suppress
from typing import Any, ClassVar, Final, TypeVar

from bot.host.ports import StoreError, asked_at
from bot.store.asking import Rows
from bot.store.connection import Locked
from bot.store.groups import AGAIN, GroupCommit, Uncertain, Work
from bot.store.rows import StoreRows

LOG: Final = logging.getLogger(__name__)
FIRST_WAIT: Final = 0.1  # seconds until what failed at a commit is tried again, doubled each time
LAST_WAIT: Final = 1.0

T = TypeVar("T")


class WritingStore(StoreRows):
    """A store that is not told yet which database it is; `medium` is what fails, as its owner calls it."""

    medium: ClassVar[str]
    _group: GroupCommit

    def __init__(self) -> None:
        super().__init__()
        self._writing = asyncio.Lock()
        self._halted: StoreError | None = None  # why nothing is written
        self._recovering: asyncio.Task[None] | None = None

    @property
    def patience(self) -> float:
        """Seconds that a write is tried again while others write the same."""
        return self._group.patience

    @patience.setter
    def patience(self, seconds: float) -> None:
        self._group.patience = seconds

    @property
    def leisure(self) -> float:
        """Seconds for which what nobody waits for may be written later; 0 where each write begins at once."""
        return self._group.leisure

    @leisure.setter
    def leisure(self, seconds: float) -> None:
        self._group.leisure = seconds

    async def close(self) -> None:
        if self._recovering is not None:
            self._recovering.cancel()
            await asyncio.gather(self._recovering, return_exceptions=True)
        await self._group.wait_until_written()
        await self._close_when_written()

    # --- what a database adds ----------------------------------------------------------------------------------------

    @abstractmethod
    async def _close_when_written(self) -> None:
        """What was asked is answered, and the connections are closed."""

    @abstractmethod
    async def _renew(self) -> None:
        """What was uncertain is decided, and can be read. Only with the lock."""

    @abstractmethod
    def _errors(self) -> AbstractContextManager[None]:
        """Turns the errors of the driver into a `StoreError`."""

    @abstractmethod
    async def _begin(self) -> None:
        """Only with the lock."""

    @abstractmethod
    async def _commit(self) -> None:
        """What was begun."""

    @abstractmethod
    async def _ask_alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        """The rows of a statement that is a transaction of its own. Only with the lock."""

    # --- when it is not known what is stored -------------------------------------------------------------------------

    def _require_sound(self) -> None:
        if self._halted is not None:
            raise self._halted

    def _halt(self, error: Uncertain) -> None:
        """Nothing more is written until it is known that what was uncertain has happened, or never will."""
        if self._halted is None:
            medium = self.medium
            LOG.error("the %s failed at a commit; nothing is written for now", medium, extra={"error": str(error)})
            halted = StoreError(f"{self.name}: the {medium} failed, and what is stored is read anew; try again")
            self._halted = halted
            self._recovering = asyncio.create_task(self._recover(halted))

    async def _recover(self, halted: StoreError) -> None:
        """Tried until it is decided; then everybody may write again."""
        wait = FIRST_WAIT
        while True:
            try:
                async with self._writing:
                    await self._renew()
                break
            except StoreError as error:
                LOG.error("the %s still fails", self.medium, extra={"error": str(error), "again_in": wait})  # noqa: TRY400  which says all there is to know
            except Exception as error:
                LOG.exception("the %s fails", self.medium, extra={"error": type(error).__name__, "again_in": wait})
            await asyncio.sleep(wait)
            wait = min(wait * 2, LAST_WAIT)
        if self._halted is halted:  # and not gone meanwhile
            self._halted = None
        self._read_anew()
        LOG.warning("the %s can be written again; what is stored was read anew", self.medium)

    # --- transactions ------------------------------------------------------------------------------------------------

    async def _transaction(self, steps: Callable[[], Awaitable[T]]) -> T:
        """What the steps give, committed; where that is None, nothing was written.

        A task that is cancelled in between is rolled back: a connection carries out what it was given in order.
        """

        async def whole() -> T:
            try:
                await self._begin()
                outcome = await steps()
                if outcome is None:
                    await self._run("ROLLBACK")
                else:
                    await self._commit()
            except BaseException:
                with suppress(StoreError):  # the database may have rolled back by itself
                    await self._run("ROLLBACK")
                raise
            return outcome

        return await self._patiently(whole)

    async def _write(self, statement: str, values: Mapping[str, object]) -> None:
        await self._alone(statement, values)

    async def _alone(self, statement: str, values: Mapping[str, object]) -> Rows:
        return await self._patiently(lambda: self._ask_alone(statement, values))

    async def _commit_in_group(self, work: Work, may_wait: float = 0.0) -> bool:
        self._require_sound()
        with self._errors():
            return await self._group.do(work, may_wait)

    async def _patiently(self, whole: Callable[[], Awaitable[T]]) -> T:
        """What the transaction gives, begun again while another program writes the same.

        Whoever waits here waits from the moment they came, and not from that of their turn.
        """
        until = asked_at() + self.patience
        while True:
            async with self._writing:
                self._require_sound()
                try:
                    return await whole()
                except Locked:
                    if asyncio.get_running_loop().time() >= until:
                        raise
            await asyncio.sleep(AGAIN)

    async def _watched(self, hop: Callable[[Callable[[Any], T]], Awaitable[T]], work: Callable[[Any], T]) -> T:
        """A piece of work that a connection does; a commit that is uncertain is heard of at once."""
        with self._errors():
            try:
                return await hop(work)
            except Uncertain as error:
                self._halt(error)
                raise
