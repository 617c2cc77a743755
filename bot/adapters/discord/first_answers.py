"""The first answer to a press: that it has come, or at once what it has changed.

Discord takes the first answer to a press within three seconds. Where that is the changed message itself, it is one call
in place of two. What takes longer is acknowledged in time, and changed through the press as soon as it can be.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from discord import InteractionType

from bot.adapters.discord.errors import FAILED, NETWORK, ErrorKind, known_error
from bot.adapters.discord.tokens import Press
from bot.bounded import Bounded
from bot.shield import shield

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 4
REMEMBERED: Final = 1000
PATIENCE: Final = 0.25  # seconds in which a press is carried out, before it is acknowledged all the same
CHANGED_IN: Final = 0.075  # seconds from then on that its answer may wait for its message: nobody notices them


class How(Enum):
    """How a press is acknowledged."""

    NEW = auto()  # with a message that only they see, and that says "thinking" until it says more
    SAME = auto()  # with nothing: what it changes is the message itself


async def acknowledge(press: Press, how: How, *, anew: bool = True) -> How:
    """Tell Discord that the press has come; how it was told. A broken line is tried again, while there is time.

    A message that is gone by now, posted anew or put away, cannot be left as it is: then a new one answers; without
    `anew` nothing does, where nothing is to be said.
    """
    for _ in range(TRIES):
        try:
            new = how is How.NEW or press.type is InteractionType.application_command
            await press.response.defer(ephemeral=new, thinking=new)
            return how
        except NETWORK:
            continue
        except FAILED as error:
            found = known_error(error)
            if found.kind is ErrorKind.GONE and how is How.SAME and anew:
                how = How.NEW
                continue
            if found.kind not in (ErrorKind.ANSWERED, ErrorKind.GONE):
                LOG.warning("a press is not acknowledged", extra={"words": found.words})
            return how
    return how


@dataclass(slots=True)
class _Open:
    """A press without an answer; `soon` begins what nobody waits for. `is_done`: it was carried out in silence."""

    press: Press
    soon: Callable[[Coroutine[Any, Any, object]], None]
    timer: asyncio.TimerHandle
    is_done: bool = False


class OpenPresses:
    """Those that the change of their message may answer, by number."""

    def __init__(self) -> None:
        self._open: dict[int, _Open] = {}
        self._under_way: dict[int, asyncio.Future[None]] = {}  # those that are being answered
        self._anew: Bounded[int, None] = Bounded(REMEMBERED)  # those acknowledged with a new message, which waits

    def begin(self, press: Press, soon: Callable[[Coroutine[Any, Any, object]], None]) -> None:
        """A press has come whose message may change through it."""
        self._open[press.id] = _Open(press, soon, self._wait(press, PATIENCE))

    def note_done(self, press: Press) -> bool:
        """It was carried out, and nothing is said of it: its message changes now, or not at all. Whether it is open."""
        found = self._open.get(press.id)
        if found is not None:
            found.timer.cancel()
            found.timer, found.is_done = self._wait(press, CHANGED_IN), True
        return found is not None

    def take(self, press: Press) -> bool:
        """Whether it is still open; whoever asks answers it now."""
        found = self._open.pop(press.id, None)
        if found is not None:
            found.timer.cancel()
        return found is not None

    async def acknowledge(self, press: Press) -> How:
        """It is acknowledged now, where it has no answer; how it was told."""
        if self.take(press):
            return await acknowledge(press, How.SAME)
        if press.id in self._under_way:
            await shield(self._under_way[press.id])
        if press.id not in self._anew:
            return How.SAME
        del self._anew[press.id]
        return How.NEW

    async def change(self, press: Press, body: Callable[[], dict[str, Any]]) -> bool:
        """Whether the change of its message was its answer; if not, it has another one. Raises `errors.FAILED`."""
        if not self.take(press):
            await self.acknowledge(press)
            return False
        answer = self._begin_answer(press)
        try:
            await press.response.edit_message(**body())
        except FAILED as error:
            if known_error(error).kind is ErrorKind.ANSWERED:
                return False
            await acknowledge(press, How.SAME, anew=False)
            raise
        finally:
            self._end_answer(press, answer)
        return True

    def expire(self, press: Press) -> None:
        """Nothing will answer it: it is acknowledged, where it is still open."""
        found = self._open.get(press.id)
        if found is not None and self.take(press):
            found.soon(self._acknowledge_late(found, self._begin_answer(press)))

    def close(self) -> None:
        """Nothing is acknowledged any more."""
        for found in self._open.values():
            found.timer.cancel()
        for answer in self._under_way.values():
            answer.cancel()
        self._open.clear()
        self._under_way.clear()

    async def _acknowledge_late(self, found: _Open, answer: asyncio.Future[None]) -> None:
        try:
            if await acknowledge(found.press, How.SAME, anew=not found.is_done) is How.NEW:
                self._anew[found.press.id] = None
        finally:
            self._end_answer(found.press, answer)

    def _begin_answer(self, press: Press) -> asyncio.Future[None]:
        answer = self._under_way[press.id] = asyncio.get_running_loop().create_future()
        return answer

    def _end_answer(self, press: Press, answer: asyncio.Future[None]) -> None:
        self._under_way.pop(press.id, None)
        if not answer.done():
            answer.set_result(None)

    def _wait(self, press: Press, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self.expire, press)
