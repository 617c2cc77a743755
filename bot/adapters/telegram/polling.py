"""Long polling: updates are fetched, applied, and only then confirmed, so that a crash loses none of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from telegram import Bot, Update
from telegram.error import Conflict, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.troubles import sorted_out

LOG: Final = logging.getLogger(__name__)
LONG: Final = 25  # seconds that Telegram keeps a question for updates open
FIRST_WAIT: Final = 0.5  # seconds after a failure, doubled with each
LAST_WAIT: Final = 30.0
KINDS: Final = ["message", "callback_query", "inline_query", "my_chat_member"]
"""What we want to hear of; nothing else is sent to us."""

Take = Callable[[Update], Awaitable[None]]


async def poll(bot: Bot, take: Take) -> None:
    """Until it is cancelled."""
    offset, wait = 0, FIRST_WAIT
    while True:
        try:
            updates = await bot.get_updates(offset, timeout=LONG, allowed_updates=KINDS)
        except TimedOut:
            continue
        except TelegramError as error:
            await asyncio.sleep(_pause(error, wait))
            wait = min(wait * 2, LAST_WAIT)
            continue
        wait = FIRST_WAIT
        await asyncio.gather(*[take(update) for update in updates])
        offset = max([offset, *[update.update_id + 1 for update in updates]])


def _pause(error: TelegramError, wait: float) -> float:
    if isinstance(error, Conflict):
        LOG.error("another program takes this bot's updates", extra={"again_in": wait})
    else:
        LOG.warning("no updates", extra={"error": type(error).__name__, "again_in": wait})
    return sorted_out(error).after / 1000 if isinstance(error, RetryAfter) else wait
