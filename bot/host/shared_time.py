"""The time by which several hosts go: their database server's, however the clock of each machine stands.

What one host stores as the begin of a turn another one measures. A machine's clock that is right is told by its own
milliseconds. Between two looks at the server's the time goes on by itself, whatever is done to the machine's.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.ports import StoreError

LOG: Final = logging.getLogger(__name__)
AGREES: Final = 1_000  # milliseconds by which a clock may be off and is right: nobody's turn is to jump without need
LOOK_AGAIN: Final = 10.0  # seconds


def passed() -> int:
    """Milliseconds since some moment; they also pass while the machine sleeps, where its system counts that."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return time.monotonic_ns() // 1_000_000


class SharedTime:
    """Milliseconds since 1970: by the machine's clock (`own`) until a first look, then by what has passed since one."""

    def __init__(self, own: Callable[[], int], passed: Callable[[], int] = passed) -> None:
        self._own = own
        self._passed = passed
        self._since: int | None = None  # when `passed` was 0

    def __call__(self) -> int:
        return self._own() if self._since is None else self._since + self._passed()

    async def follow(self, ask: Callable[[], Awaitable[int]]) -> None:
        """Take the machine's time where its clock is right, else the server's. Raises what asking raises."""
        begun = self._passed()
        at = await ask()
        ended = self._passed()
        since, own, may_be_off = at - (begun + ended) // 2, self._own() - self._passed(), AGREES + (ended - begun) // 2
        is_right = abs(own - since) <= may_be_off
        if self._since is None and not is_right:
            LOG.warning("this machine's clock is wrong; that of the database counts", extra={"ahead_ms": own - since})
        if is_right:
            self._since = own
        elif self._since is None or abs(since - self._since) > may_be_off:
            self._since = since

    async def keep_up(self, ask: Callable[[], Awaitable[int]]) -> None:
        """Follow it until cancelled, also to another server; one that cannot be asked is asked again."""
        while True:
            await asyncio.sleep(LOOK_AGAIN)
            try:
                await self.follow(ask)
            except StoreError as error:
                LOG.info("the database's clock could not be read", extra={"error": str(error)})
