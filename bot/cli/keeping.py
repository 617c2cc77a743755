"""Keeps the parts of a running host running: one that fails or ends is logged, and begun again after a while."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any, Final, Protocol, TypeAlias

from bot.gateway.outbound.messenger import CannotHost, TakenElsewhere
from bot.host.heartbeat import ReplacedByAnotherHost
from bot.host.leases import Leases
from bot.host.ports import DatabaseGone, StoreError
from bot.host.retry import back_off

LOG: Final = logging.getLogger(__name__)
Work: TypeAlias = Callable[[], Coroutine[Any, Any, None]]
ONCE_MORE: Final = 300.0  # seconds until a platform is tried again that cannot be used as it is set up
RIVAL_AGAIN: Final = 10.0  # the same where another program does it, of several hosts
LONGEST: Final = 30.0  # seconds until a part is begun again
CALM: Final = 60.0  # a part that has run for so many seconds has its earlier failures forgotten


async def hold_platform(leases: Leases, platform: str, work: Work, wait: float = RIVAL_AGAIN) -> None:
    """A platform's work while this host has its lease; of several hosts each tries again, and lets another one try.

    Raises `CannotHost`.
    """
    while True:
        try:
            return await leases.while_held(platform, work)
        except TakenElsewhere as error:
            if not leases.give_up(platform, wait):
                raise
            LOG.error(str(error), extra={"again_in": wait})  # noqa: TRY400  which says all there is to know
        await asyncio.sleep(wait)


class Stumbled(Protocol):
    """Hears of each time that a part failed or ended."""

    def __call__(self, part: str, /, *, had_store: bool = True) -> None: ...


class UnusablePlatforms:
    """Platforms that cannot be used as they are set up, each told once; where nothing else is left, `idle` is done.

    One that works again counts no more, and what it says when it fails anew is told anew. `more`: whether anything is
    served besides these platforms.
    """

    def __init__(
        self, platforms: Collection[str], *, more: Callable[[], bool], idle: asyncio.Future[list[str]]
    ) -> None:
        self._platforms = platforms
        self._more = more
        self._idle = idle
        self._reported: dict[str, str] = {}

    def add(self, platform: str, sentence: str) -> None:
        """The work of this platform has ended; the sentence says why."""
        if self._reported.get(platform) == sentence:
            return
        self._reported[platform] = sentence
        if self._more() or len(self._reported) < len(self._platforms):
            LOG.critical(sentence)
        elif not self._idle.done():
            self._idle.set_result(list(self._reported.values()))

    def note_works(self, platform: str) -> None:
        """It has worked for a while."""
        self._reported.pop(platform, None)


async def keep_up(part: str, work: Work, unusable: UnusablePlatforms, stumbled: Stumbled) -> None:
    """Work that goes on until it is cancelled.

    Raises only what ends the whole host: `ReplacedByAnotherHost` and `DatabaseGone`.
    """
    failures = 0
    while True:
        begun = asyncio.get_running_loop().time()
        calm = asyncio.get_running_loop().call_later(CALM, unusable.note_works, part)
        try:
            await work()
            LOG.error("a part of the host has ended and is begun again", extra={"part": part})
        except (ReplacedByAnotherHost, DatabaseGone):
            raise
        except CannotHost as error:
            unusable.add(part, str(error))
            await asyncio.sleep(ONCE_MORE)
            continue
        except StoreError as error:
            LOG.error(  # noqa: TRY400  which says all there is to know
                "a part of the host has no store and is begun again", extra={"part": part, "error": str(error)}
            )
            stumbled(part, had_store=False)
            await asyncio.sleep(back_off(0) / 1000)  # it may be there again at any moment
            continue
        except Exception:
            LOG.exception("a part of the host failed and is begun again", extra={"part": part})
        finally:
            calm.cancel()
        stumbled(part)
        failures = 0 if asyncio.get_running_loop().time() - begun > CALM else failures
        await asyncio.sleep(min(back_off(failures) / 1000, LONGEST))
        failures += 1
