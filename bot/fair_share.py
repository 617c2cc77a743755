"""Fair shares of the event loop: many short tasks that come at once run one or a few at a time, others between them."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager, suppress
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Turns(Generic[K, T]):
    """A queue in which keys take turns, one thing each: what comes with a key waits for few of the others' things.

    Of one key what came first is first; a key that was not there yet comes after those that are.
    """

    def __init__(self) -> None:
        self._waiting: dict[K, deque[T]] = {}  # by key, that in turn first

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def append(self, key: K, thing: T) -> None:
        """It waits with what came with this key before."""
        self._waiting.setdefault(key, deque()).append(thing)

    @property
    def first(self) -> T:
        """Whose turn it is. Raises `StopIteration` where nothing waits."""
        return next(iter(self._waiting.values()))[0]

    def popleft(self) -> T:
        """Whose turn it is; then it is the next key's. Raises `StopIteration` where nothing waits."""
        key = next(iter(self._waiting))
        things = self._waiting.pop(key)
        first = things.popleft()
        if things:
            self._waiting[key] = things
        return first


class OneEachRound:
    """Lets one pass in a round of the event loop, in the order in which they come, those with different keys in turns.

    Fifty who go on together would be one long round, and whoever waits for a commit, or for a click to be answered,
    would wait for all of them.
    """

    def __init__(self) -> None:
        self._turning = False  # somebody has passed in this round
        self._waiting: Turns[str, asyncio.Future[None]] = Turns()

    async def pass_through(self, key: str = "") -> None:
        """Returns when it is one's turn."""
        loop = asyncio.get_running_loop()
        if not self._turning:
            self._turning = True
            loop.call_soon(self._next, loop)
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(key, turn)
        await turn

    def _next(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # whoever was cancelled does not go on
                turn.set_result(None)
                loop.call_soon(self._next, loop)
                return
        self._turning = False


class OneOfEach(Generic[K]):
    """Lets one of each key pass in a round of the event loop: a hundred of one key wait for themselves alone."""

    def __init__(self) -> None:
        self._rounds: WeakValueDictionary[K, OneEachRound] = WeakValueDictionary()

    async def pass_through(self, key: K) -> None:
        """Returns when it is the key's turn, and one's own among those of that key."""
        await self._rounds.setdefault(key, OneEachRound()).pass_through()


class FewOfEach(Generic[K]):
    """A semaphore for each key, for `few` at a time, in order; one is there only while somebody holds or awaits it."""

    def __init__(self, few: int) -> None:
        self._few = few
        self._semaphores: WeakValueDictionary[K, asyncio.Semaphore] = WeakValueDictionary()

    def __getitem__(self, key: K) -> asyncio.Semaphore:
        return self._semaphores.setdefault(key, asyncio.Semaphore(self._few))


class PatientSemaphore:
    """A semaphore for `few` at a time, in order; whoever has waited `patience` seconds goes on all the same."""

    def __init__(self, few: int, patience: float) -> None:
        self._few = asyncio.Semaphore(few)
        self._patience = patience

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Hold it inside the block; whoever has waited too long goes on without."""
        counted = await self._acquire()
        try:
            yield
        finally:
            if counted:
                self._few.release()

    async def _acquire(self) -> bool:
        if not self._few.locked():
            return await self._few.acquire()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                return await self._few.acquire()
        return False
