"""When messages may leave for a platform that counts how many arrive in a second.

Letters that were allotted room at different moments can be ready together: one has waited for its picture, another
for the letter before it in its chat. So they are counted where they leave, too.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bot.durations import SECOND


class Departures:
    """Never more than `most` arrive in any second, which may be another number at any time. `clock`: milliseconds.

    A message arrives at some moment between its departure and its answer, and counts from the one until a second after
    the other. Who has to wait leaves in turn.
    """

    def __init__(self, most: int | Callable[[], int], clock: Callable[[], int]) -> None:
        self._most = most if callable(most) else lambda: most
        self._clock = clock
        self._under_way = 0
        self._answered: deque[int] = deque()  # when, in the last second
        self._turn = asyncio.Lock()
        self._answer = asyncio.Event()

    @asynccontextmanager
    async def leave(self) -> AsyncIterator[None]:
        """Once there is room; around what sends one message."""
        async with self._turn:
            while not self.has_room:
                await self._wait()
            self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1
            self.note()

    @property
    def has_room(self) -> bool:
        """Whether one more could arrive now."""
        self._forget(self._clock())
        return self._under_way + len(self._answered) < self._most()

    def note(self) -> None:
        """One has arrived by now."""
        now = self._clock()
        self._forget(now)  # first what lies in the future, so that they stand in their order
        self._answered.append(now)
        self._answer.set()

    def _forget(self, now: int) -> None:
        while self._answered and self._answered[-1] > now:  # the clock was set back
            self._answered.pop()
        while self._answered and self._answered[0] < now - SECOND:  # a clock in whole milliseconds is up to one late
            self._answered.popleft()

    async def _wait(self) -> None:
        """Until the first of those that count does so no more; where none is answered, until one is."""
        self._answer.clear()
        until = self._answered[0] + SECOND + 1 - self._clock() if self._answered else None
        with suppress(TimeoutError):
            async with asyncio.timeout(until / 1_000 if until is not None else None):
                await self._answer.wait()
