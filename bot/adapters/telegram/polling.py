"""Long polling: updates are fetched, applied, and only then confirmed, so that a crash loses none of them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.troubles import sorted_out
from bot.chat.post.messenger import CannotHost

LOG: Final = logging.getLogger(__name__)
LONG: Final = 25  # seconds that Telegram keeps a question for updates open
FIRST_WAIT: Final = 0.5  # seconds after a failure, doubled with each
LAST_WAIT: Final = 30.0
RIVAL_WAIT: Final = 2.0  # at most, after another program took the updates
NEWCOMER: Final = 5  # conflicts after which a program gives up that has never been alone: the other was there before
MOST: Final = 100  # conflicts after which any does
REFUSED: Final = 3  # answers in a row that the token is not known
UNKNOWN: Final = (
    "Telegram does not know the token of BURRACO_TELEGRAM_TOKEN; copy the newest one from @BotFather (and where "
    "BURRACO_TELEGRAM_API is set, see that a Bot API server answers there)"
)
TAKEN: Final = (
    "Another program takes the updates of the bot of BURRACO_TELEGRAM_TOKEN; stop it and start this one again, or make "
    "a bot of its own for each with @BotFather"
)
KINDS: Final = ["message", "edited_message", "callback_query", "inline_query", "my_chat_member"]
"""What we want to hear of; nothing else is sent to us."""

Take = Callable[[Update], Awaitable[None]]


async def poll(bot: Bot, take: Take) -> None:
    """Until it is cancelled. Raises `CannotHost` where this program will never hear anything."""
    offset, wait = 0, FIRST_WAIT
    rivals = Rivals(LONG)
    while True:
        try:
            updates = await bot.get_updates(offset, timeout=LONG, allowed_updates=KINDS)
        except TimedOut:
            continue
        except TelegramError as error:
            rivals.met(error)
            await asyncio.sleep(_pause(error, wait))
            wait = min(wait * 2, LAST_WAIT)
            continue
        wait = FIRST_WAIT
        rivals.heard()
        await asyncio.gather(*[take(update) for update in updates])
        offset = max([offset, *[update.update_id + 1 for update in updates]])


class Rivals:
    """Whether somebody else asks for the same updates: of two programs the one that came later gives up.

    `alone`: seconds without a conflict that prove that there is nobody else.
    """

    def __init__(self, alone: float) -> None:
        self._alone = alone
        self._time = asyncio.get_running_loop().time
        self._since = self._time()  # the last conflict, or the beginning
        self._conflicts = self._refused = 0
        self._most = NEWCOMER

    def heard(self) -> None:
        """Updates, or none in all the time that was waited for them."""
        self._refused = 0
        if self._time() - self._since >= self._alone:
            self._conflicts, self._most = 0, MOST

    def met(self, error: TelegramError) -> None:
        """Raises `CannotHost` where it makes no sense to ask again."""
        self._refused = self._refused + 1 if isinstance(error, InvalidToken) else 0
        if self._refused >= REFUSED:
            raise CannotHost(UNKNOWN) from None
        if isinstance(error, Conflict):
            self._conflicts, self._since = self._conflicts + 1, self._time()
            if self._conflicts >= self._most:
                raise CannotHost(TAKEN) from None


def _pause(error: TelegramError, wait: float) -> float:
    if isinstance(error, Conflict):
        wait = min(wait, RIVAL_WAIT)
        LOG.error("another program takes this bot's updates", extra={"again_in": wait})
    else:
        LOG.warning("no updates", extra={"error": type(error).__name__, "again_in": wait})
    return sorted_out(error).after / 1000 if isinstance(error, RetryAfter) else wait
