"""The heartbeat: the host notes every few seconds that it is alive, so that the next one knows since when none was.

It also finds out if another host has taken its place; that one goes on, this one must stop.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.host.health import BEAT as BEAT_WRITTEN
from bot.host.health import Health
from bot.host.ports import DatabaseGone, Store, StoreError

LOG: Final = logging.getLogger(__name__)
BEAT: Final = 5.0  # seconds


class ReplacedByAnotherHost(Exception):
    """Another host has taken over."""


class Heartbeat:
    """One host of one bot. `instance` is a random name of the running program, `clock` gives milliseconds.

    `waiting` tells whether tables do not know yet that the host was away: until they do, the time from before stays, so
    that a second crash does not take the first outage from them. `health` hears whether the note could be written.
    """

    def __init__(
        self,
        store: Store,
        bot: str,
        instance: str,
        clock: Callable[[], int],
        health: Health | None = None,
        waiting: Callable[[], bool] = lambda: False,
    ) -> None:
        self._health = health or Health(clock)
        self._waiting = waiting
        self._before = 0
        self._store = store
        self._bot = bot
        self._instance = instance
        self._clock = clock

    async def begin(self) -> int:
        """Take the place; when a host was last alive, 0 where there never was one.

        That time stays stored until the first `beat`: a host that dies before its tables know of the outage leaves
        it to the next one.
        """
        self._before = await self._store.take_place(self._bot, self._instance)
        return self._before

    def note_clock_jump(self, since: int, _until: int) -> None:
        """The clock has jumped: until the tables know, this is when the host was last alive. It hears of it first."""
        if not self._waiting():
            self._before = since

    async def beat(self) -> None:
        """Note that this host is alive. Raises `ReplacedByAnotherHost`."""
        alive = self._before if self._waiting() else self._clock()
        try:
            is_ours = await self._store.keep_place(self._bot, self._instance, alive)
        except StoreError:
            self._health.note_failure(BEAT_WRITTEN)
            raise
        self._health.note_write(BEAT_WRITTEN)
        if not is_ours:
            raise ReplacedByAnotherHost("another host has taken over with this database")

    async def run(self, pause: float = BEAT) -> None:
        """Beat until cancelled; a store that fails for a while is only logged.

        Raises `ReplacedByAnotherHost`, `DatabaseGone`.
        """
        while True:
            await asyncio.sleep(pause)
            try:
                await self._store.look()
                await self.beat()
            except DatabaseGone as error:
                self._health.note_failure(BEAT_WRITTEN)
                LOG.critical(str(error))
                raise
            except StoreError as error:
                LOG.warning("the heartbeat could not be written", extra={"error": str(error)})
