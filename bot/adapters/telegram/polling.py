"""Long polling: updates are fetched, applied, and only then confirmed, so that a crash loses none of them.

A chat's updates are applied in order, those of other chats meanwhile: one that takes long, or cannot be stored yet,
holds up its own chat alone. What is confirmed is all before the oldest that is not done.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError, TimedOut

from bot.adapters.telegram.errors import known_error
from bot.adapters.telegram.received import fetch_updates
from bot.gateway.outbound.messenger import CannotHost, TakenElsewhere
from bot.host.ports import StoreError
from bot.keyed_lock import KeyedLock

LOG: Final = logging.getLogger(__name__)
LONG: Final = 25  # seconds that Telegram keeps a question for updates open
FIRST_WAIT: Final = 0.5  # seconds after a failure, doubled with each
LAST_WAIT: Final = 30.0
RIVAL_WAIT: Final = 2.0  # at most, after another program took the updates
MEANWHILE: Final = 0.6
"""Seconds until more is fetched while something is still being applied, and Telegram is asked for that once more.

Who asks it again for the same within half a second is given one update alone, the first, and so would hear of nothing
else: https://github.com/tdlib/telegram-bot-api, `process_get_updates_query`
"""
AGAIN: Final = 0.5  # seconds until what could not be stored is tried again, doubled each time
LAST_AGAIN: Final = 10.0
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


async def poll(bot: Bot, take: Take, waits: Callable[[Update], None] = lambda _update: None) -> None:
    """Until it is cancelled. `take` raises `StoreError` for what is to be tried again; `waits` is told of what waits.

    Raises `CannotHost` where this program will never hear anything.
    """
    applying, wait = Applying(take, waits), FIRST_WAIT
    rivals = Rivals(LONG)
    try:
        while True:
            offset = applying.offset
            try:
                updates = await fetch_updates(bot, offset, LONG, KINDS)
            except TimedOut:
                continue
            except TelegramError as error:
                rivals.note_error(error)
                await asyncio.sleep(_pause(error, wait))
                wait = min(wait * 2, LAST_WAIT)
                continue
            wait = FIRST_WAIT
            rivals.note_updates()
            await applying.begin(updates, offset)
    finally:
        await applying.stop()


class Applying:
    """The updates that are being applied: at most as many as Telegram hands out at once, for it begins at `offset`."""

    def __init__(self, take: Take, waits: Callable[[Update], None]) -> None:
        self._take = take
        self._waits = waits
        self._next = 0
        self._updates: dict[int, Update] = {}  # that are under way
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._one_by_one: KeyedLock[int] = KeyedLock()  # by chat

    @property
    def offset(self) -> int:
        """Everything before it is done."""
        return min(self._under_way, default=self._next)

    async def begin(self, updates: Sequence[Update], asked_from: int = 0) -> None:
        """Apply what is new of these; returns when all is done, or takes so long that more should be fetched.

        After a week without an update Telegram gives the next one any number. What comes with a number before that
        which was `asked_from` is such a one: https://core.telegram.org/bots/api#update
        """
        for update in updates:
            if update.update_id >= self._next or update.update_id < asked_from:
                self._next = update.update_id + 1
                self._updates[update.update_id] = update
                self._under_way[update.update_id] = asyncio.create_task(self._apply(update))
        if self._under_way:
            finished, _ = await asyncio.wait(self._under_way.values(), timeout=MEANWHILE)
            for one in finished:
                one.result()

    async def stop(self) -> None:
        """End what is being done; it is not confirmed, and comes again."""
        tasks = list(self._under_way.values())
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _apply(self, update: Update) -> None:
        wait, chat = AGAIN, chat_of(update)
        async with self._one_by_one[chat]:
            while True:
                try:
                    await self._take(update)
                    break
                except StoreError:
                    for one in self._updates.values():
                        if chat_of(one) == chat:
                            self._waits(one)
                    await asyncio.sleep(wait)
                    wait = min(wait * 2, LAST_AGAIN)
        del self._under_way[update.update_id], self._updates[update.update_id]


def chat_of(update: Update) -> int:
    """The chat whose order an update keeps; that of who asks in any chat is their own."""
    chat, user = update.effective_chat, update.effective_user
    return chat.id if chat is not None else user.id if user is not None else 0


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

    def note_updates(self) -> None:
        """Updates, or none in all the time that was waited for them."""
        self._refused = 0
        if self._time() - self._since >= self._alone:
            self._conflicts, self._most = 0, MOST

    def note_error(self, error: TelegramError) -> None:
        """Raises `CannotHost` where it makes no sense to ask again."""
        self._refused = self._refused + 1 if isinstance(error, InvalidToken) else 0
        if self._refused >= REFUSED:
            raise CannotHost(UNKNOWN) from None
        if isinstance(error, Conflict):
            self._conflicts, self._since = self._conflicts + 1, self._time()
            if self._conflicts >= self._most:
                raise TakenElsewhere(TAKEN) from None


def _pause(error: TelegramError, wait: float) -> float:
    if isinstance(error, Conflict):
        wait = min(wait, RIVAL_WAIT)
        LOG.error("another program takes this bot's updates", extra={"again_in": wait})
    else:
        LOG.warning("no updates", extra={"error": type(error).__name__, "again_in": wait})
    return known_error(error).after / 1000 if isinstance(error, RetryAfter) else wait
