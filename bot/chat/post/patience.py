"""A message that answers somebody: sent when its chat has room, and tried again while it makes sense."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.undelivered import TryLater, Undeliverable

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 4
FULL: Final = 3.0  # seconds to wait where a chat's budget is used up
LONGEST_WAIT: Final = 60.0  # seconds; a later answer answers nothing


async def sent(send: Callable[[], Awaitable[str]], has_room: Callable[[], bool]) -> str | None:
    """The reference of what was sent; None where it reaches nobody, which is logged.

    `send` is called again after `TryLater`, `has_room` is asked before each try.
    """
    for tried in range(TRIES):
        await _room(has_room)
        try:
            return await send()
        except TryLater as later:
            if later.after > LONGEST_WAIT * 1000:
                return None
            await asyncio.sleep(later.after / 1000 or tried + 1)
        except Undeliverable as never:
            LOG.info("an answer reaches nobody", extra={"reason": never.reason})
            return None
    return None


async def _room(has_room: Callable[[], bool]) -> None:
    """Until a channel has room, for the turns of its games go first; no longer than an answer makes sense."""
    for _ in range(TRIES):
        if has_room():
            return
        await asyncio.sleep(FULL)
