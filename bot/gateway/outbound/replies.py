"""A message that answers somebody: sent when its chat has room, and tried again while it makes sense."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.host.delivery_errors import TryLater, Undeliverable

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 4
FULL: Final = 3.0  # seconds to wait where a chat's budget is used up
LONGEST_WAIT: Final = 60.0  # seconds; a later answer answers nothing


def nobody_else(_wait: int) -> None:
    """Where nobody but who is refused has to wait."""


async def send_with_retries(
    send: Callable[[], Awaitable[str]], has_room: Callable[[], bool], pause: Callable[[int], None] = nobody_else
) -> str | None:
    """The reference of what was sent; None where it reaches nobody, or its chat has no room for too long: it is logged.

    `send` is called again after `TryLater`, `has_room` is asked before each try; `pause` is told of the milliseconds
    for which the platform wants the chat to be left alone.
    """
    for tried in range(TRIES):
        if not await _room(has_room):
            LOG.info("an answer finds no room")
            return None
        try:
            return await send()
        except TryLater as later:
            if later.after:
                pause(later.after)
            if later.after > LONGEST_WAIT * 1000:
                return None
            await asyncio.sleep(later.after / 1000 or tried + 1)
        except Undeliverable as never:
            LOG.info("an answer reaches nobody", extra={"reason": never.reason})
            return None
    return None


async def _room(has_room: Callable[[], bool]) -> bool:
    """Whether a chat has room before long, for the turns of its games go first."""
    for tried in range(TRIES + 1):
        if tried:
            await asyncio.sleep(FULL)
        if has_room():
            return True
    return False
