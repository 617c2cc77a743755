"""Writes that come during a transaction share the next one; reads of one moment share one trip to the thread.

One wait for the disk serves them all, and each has its own outcome. A write that nobody waits for goes with the next
one that somebody waits for, and what falls due by itself waits a moment for others like it: a transaction costs about
as much with several in it. What differs between the databases is in `bot.store.connection_thread`, for SQLite, and
`bot.store.postgres_thread`.
"""

import asyncio
import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from bot.host.ports import asked_at

T = TypeVar("T")
Values: TypeAlias = Mapping[str, object]

MOST: Final = 256  # writes of one transaction
PATIENCE: Final = 5.0  # seconds to wait for another program's transaction
AGAIN: Final = 0.02  # seconds until a locked database is tried again
LEISURE: Final = 0.1  # seconds for which a write may wait for another one in a host that runs
BRIEFLY: Final = 0.02  # the same for one that tables wait for, though nobody has pressed
AT_LEISURE: Final = math.inf  # as long as the host allows


class Uncertain(Exception):
    """A commit failed while it was waited for: whether it is stored, only reading it anew can tell."""


class NotApplied(Exception):
    """A step did not change exactly one row with each of its values, as it must."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, carried out once with each of these values. `each`: every time it must change exactly one row."""

    statement: str
    values: Sequence[Values]
    each: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """Steps that are all done or none of them. Works with another `key` touch none of their rows.

    But `counts` says that a row is taken in which all of its kind are counted, as the first of them.
    """

    key: tuple[str, ...]
    steps: tuple[Statement, ...]
    counts: bool = False


@dataclass(slots=True)
class Waiting:
    """A write and who waits for it."""

    work: Work
    outcome: asyncio.Future[bool]
    since: float  # when it was asked for, in seconds of the event loop
    until: float  # when it may wait no longer for others, by the same clock


class GroupCommit(ABC):
    """Writes, several to a transaction. `writing` is the lock of everybody who writes to this database.

    `halted` says why nothing is to be written, `note_uncertain` hears at once of a commit that is uncertain.
    """

    def __init__(
        self,
        writing: asyncio.Lock,
        halted: Callable[[], Exception | None],
        note_uncertain: Callable[[Uncertain], None],
    ) -> None:
        self.patience = PATIENCE
        self.leisure = 0.0  # seconds for which anything waits at most
        self._halted_by = halted
        self._note_uncertain = note_uncertain
        self._writing = writing
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None  # until when those wait that may

    @abstractmethod
    async def _commit(self, works: Sequence[Work]) -> list[bool]:
        """Whether each could be done, in one transaction; one that could not leaves no trace in it."""

    @abstractmethod
    def _is_busy(self, error: Exception) -> bool:
        """Whether others were writing, so that the same is to be tried again."""

    async def do(self, work: Work, may_wait: float = 0.0) -> bool:
        """Whether the work could be done; then it is committed. Raises the error of the driver, `Uncertain`.

        `may_wait`: it waits until somebody else writes, so many seconds at most, and no longer than `leisure`.
        """
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[bool] = loop.create_future()
        until = loop.time() + min(may_wait, self.leisure)
        self._waiting.append(Waiting(work, outcome, asked_at(), until))
        if self._task is None:
            self._begin_in_time()
        return await outcome

    async def wait_until_written(self) -> None:
        """Everything that was given is written."""
        while self._waiting or self._task is not None:
            await asyncio.wait([self._begin()])

    def _begin_in_time(self) -> None:
        """At once, unless all that is to be written may wait; then as soon as one may no longer."""
        loop = asyncio.get_running_loop()
        until = min(one.until for one in self._waiting)
        if until <= loop.time():
            self._begin()
        elif self._later is None or until < self._later.when():
            self._call_off()
            self._later = loop.call_at(until, self._begin)

    def _call_off(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    @property
    def _may_all_wait(self) -> bool:
        now = asyncio.get_running_loop().time()
        return all(one.until > now for one in self._waiting)

    def _begin(self) -> asyncio.Task[None]:
        self._call_off()
        if self._task is None:
            self._task = asyncio.create_task(self._write())
        return self._task

    async def _write(self) -> None:
        """Write everything that waits, and what comes meanwhile, except what may still wait longer."""
        try:
            is_first = True
            while self._waiting and (is_first or not self._may_all_wait):
                async with self._writing:
                    batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                    still = await self._together(batch)
                is_first = bool(still)
                if still:
                    self._waiting[:0] = still
                    await asyncio.sleep(AGAIN)
        finally:
            self._task = None
        if self._waiting:
            self._begin_in_time()

    async def _together(self, batch: list[Waiting]) -> list[Waiting]:
        """All in one transaction; if that fails, each in its own, so that only the one with the fault hears of it.

        Returns those that still wait for another program. If a commit is uncertain, all are, and none is tried again.
        """
        try:
            halted = self._halted_by()
            if halted is not None:
                raise halted
            found = await self._commit([one.work for one in batch])
        except Exception as error:  # noqa: BLE001  whatever it is, those who wait must hear of it
            if self._is_busy(error):
                return self._patient(batch, error)
            if isinstance(error, Uncertain):
                self._note_uncertain(error)
            if len(batch) == 1 or isinstance(error, Uncertain):
                for one in batch:
                    _answer(one.outcome, error)
                return []
            return [waits for one in batch for waits in await self._together([one])]
        for one, outcome in zip(batch, found, strict=True):
            _answer(one.outcome, outcome)
        return []

    def _patient(self, batch: list[Waiting], error: Exception) -> list[Waiting]:
        """Those who have not waited long enough; the others are told."""
        since = asyncio.get_running_loop().time() - self.patience
        for one in batch:
            if one.since <= since:
                _answer(one.outcome, error)
        return [one for one in batch if one.since > since]


def in_order(works: Sequence[Work]) -> list[Work]:
    """The same, those of one key as they came, in an order that is everybody's who writes.

    Of two programs that write the same rows at once each would else have what the other waits for, until the server
    gives one of them up, a second later.
    """
    return sorted(works, key=lambda work: (not work.counts, work.key))


def merged(works: Sequence[Work]) -> list[Statement]:
    """The statements of all works, each once with the values of all that may be done together."""
    return [step for layer in _layers(works) for step in _merge(layer)]


def _layers(works: Sequence[Work]) -> list[list[Work]]:
    """The first of each key, then the second of each, and so on: within a layer none touches another's rows."""
    layers: list[list[Work]] = []
    came: Counter[tuple[str, ...]] = Counter()
    for work in works:
        if came[work.key] == len(layers):
            layers.append([])
        layers[came[work.key]].append(work)
        came[work.key] += 1
    return layers


def _merge(works: Sequence[Work]) -> list[Statement]:
    """Each statement once, with the values of all; every work has its statements in the same order."""
    merged: dict[str, tuple[list[Values], bool]] = {}
    for work in works:
        for step in work.steps:
            merged.setdefault(step.statement, ([], step.each))[0].extend(step.values)
    return [Statement(statement, values, each) for statement, (values, each) in merged.items()]


# --- reading ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PendingRead:
    """A question and who waits for the answer."""

    statement: str
    values: Values | None
    answer: asyncio.Future[list[Any]]


class GroupedReads(ABC):
    """Questions, several to a hop: those of one moment, and those that come while others are answered."""

    def __init__(self) -> None:
        self._waiting: list[PendingRead] = []
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def _answers(self, batch: Sequence[PendingRead]) -> Sequence[list[Any] | Exception]:
        """What each is answered."""

    async def do(self, statement: str, values: Values | None) -> list[Any]:
        """The rows. Raises the error of the driver."""
        answer: asyncio.Future[list[Any]] = asyncio.get_running_loop().create_future()
        self._waiting.append(PendingRead(statement, values, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._ask())
        return await answer

    async def wait_until_answered(self) -> None:
        """Everything that was asked is answered."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def _ask(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._together(batch)
        finally:
            self._task = None

    async def _together(self, batch: list[PendingRead]) -> None:
        found: Sequence[list[Any] | Exception]
        try:
            found = await self._answers(batch)
        except Exception as error:  # noqa: BLE001  those who wait must hear of it
            found = [error] * len(batch)
        for one, rows in zip(batch, found, strict=True):
            _answer(one.answer, rows)


def _answer(future: asyncio.Future[T], found: T | Exception) -> None:
    """Whoever still waits hears what was found."""
    if future.done():
        return
    if isinstance(found, Exception):
        future.set_exception(found)
    else:
        future.set_result(found)
