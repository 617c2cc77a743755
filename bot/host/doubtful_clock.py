"""A machine's clock that can hardly be right when a host starts: it has no battery, and no time service has set it yet.

The database knows when a host was last alive. A clock before that is behind, and one long after it is ahead, unless
nobody has hosted for so long. By either, planned matches and tournaments would begin, or be over, at a wrong time: so
the host waits a while until it is set. Nobody can tell for certain, so it does not wait for ever.
"""

import asyncio
import ctypes
import logging
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.durations import DAY, MINUTE

LOG: Final = logging.getLogger(__name__)
BEHIND: Final = MINUTE  # that a clock may be set back without a doubt
AHEAD: Final = 30 * DAY  # without a host, from which on the clock may be what is wrong
PATIENCE: Final = 120.0  # seconds
LOOK: Final = 0.5  # seconds between two looks
_UNSET: Final = 5  # TIME_ERROR of adjtimex(2): no time service has set the clock
_STRUCTURE: Final = 512  # bytes, of which the system fills some 200


def is_set_by_service() -> bool | None:
    """Whether a time service has set the machine's clock; None where its system does not say."""
    if sys.platform != "linux":
        return None
    with suppress(OSError, AttributeError):
        found = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(_STRUCTURE))  # zeros: it is only asked
        return None if found < 0 else bool(found != _UNSET)
    return None


def is_doubtful(now: int, alive: int, by_service: bool | None) -> bool:
    """Whether the clock's time, in milliseconds, may be wrong where a host was last `alive` then, 0 for never."""
    if not alive or by_service:
        return False
    return now < alive - BEHIND or (by_service is False and now > alive + AHEAD)


async def until_set(
    clock: Callable[[], int],
    alive: int,
    stop: asyncio.Event,
    by_service: Callable[[], bool | None] | None = None,
    patience: float = PATIENCE,
) -> None:
    """Wait as long as the clock's time is doubtful, `patience` seconds at most, or until somebody asks to stop.

    `clock` gives milliseconds; `by_service` says what `is_set_by_service` does.
    """
    ask = by_service or is_set_by_service
    if not is_doubtful(clock(), alive, ask()):
        return
    LOG.warning("the clock is doubtful; the host waits until it is set", extra={"now": clock(), "alive": alive})
    ends = time.monotonic() + patience
    while is_doubtful(clock(), alive, ask()) and not stop.is_set():
        if time.monotonic() >= ends:
            LOG.warning("the clock was not set; the host goes by it", extra={"now": clock(), "alive": alive})
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), min(LOOK, patience))
