"""Hands that only their readers see, in the group where those asked for them: a picture, where the Bot API offers that.

The hand in the private chat stays the reliable way: whether such a message arrives Telegram does not promise. A server
that does not know of them would show the picture to everybody, so it is asked first, in a way that shows nothing.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from telegram import Bot
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.adapters.telegram.chat_ids import ChatIds
from bot.adapters.telegram.messenger import RequestRefused, TelegramMessenger
from bot.bounded import Bounded
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message

LOG: Final = logging.getLogger(__name__)
FORGET: Final = "deleteEphemeralMessage"
NUMBER: Final = "ephemeral_message_id"
NEVER: Final = 1  # the number of no message
HANDS: Final = 4000  # hands that may still stand somewhere
A_MINUTE: Final = 6  # hands in a group: the turns of its games go first
MINUTE: Final = 60_000  # milliseconds
PATIENCE: Final = 2.5  # seconds; the press waits for its answer


class EphemeralHands:
    """Shows them. `clock`: milliseconds."""

    def __init__(self, bot: Bot, chat_ids: ChatIds, messenger: TelegramMessenger, clock: Callable[[], int]) -> None:
        self._bot = bot
        self._chat_ids = chat_ids
        self._messenger = messenger
        self._clock = clock
        self._offered: bool | None = None  # by the server; None while it has not been asked
        self._last: Bounded[tuple[str, int], int] = Bounded(HANDS)  # by chat and reader: what stands there
        self._shown_at: Bounded[str, deque[int]] = Bounded(HANDS)  # by chat

    async def show(
        self, chat: Chat, reader: int, query: str, message: Message, drawn: Drawn, room: Callable[[], bool]
    ) -> bool:
        """Whether they have been shown it; if not, nobody has. `room`: whether the group has room for it."""
        try:
            async with asyncio.timeout(PATIENCE):
                if not await self._is_offered(chat, reader) or not self._allows(chat) or not room():
                    return False
                number = await self._show(chat, reader, query, message, drawn)
        except (TimeoutError, TryLater, Undeliverable, RequestRefused, TelegramError):
            return False
        before = self._last.pop((chat.id, reader), 0)
        self._last[chat.id, reader] = number
        if before:
            await self._forget(chat, reader, before)
        return number > 0

    async def may_show(self, chat: Chat, reader: int) -> bool:
        """Whether there is any use in drawing one."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._is_offered(chat, reader)
        except TimeoutError:
            return False

    async def _is_offered(self, chat: Chat, reader: int) -> bool:
        """The server is asked to forget one that never was: one that knows of them says there is none."""
        if self._offered is None:
            try:
                await self._bot.do_api_request(FORGET, self._address(chat, reader, NEVER))
                self._offered = True
            except EndPointNotFound:
                self._offered = False
            except BadRequest:
                self._offered = True
            except TelegramError:
                return False
            LOG.info("hands that only their readers see in groups", extra={"offered": self._offered})
        return self._offered

    def _allows(self, chat: Chat) -> bool:
        now = self._clock()
        recent = self._shown_at.setdefault(chat.id.partition("/")[0], deque())
        while recent and recent[0] <= now - MINUTE:
            recent.popleft()
        if len(recent) >= A_MINUTE:
            return False
        recent.append(now)
        return True

    async def _show(self, chat: Chat, reader: int, query: str, message: Message, drawn: Drawn) -> int:
        only = {"receiver_user_id": reader, "callback_query_id": query}
        new = await self._messenger.send_message(chat, message, drawn, only)
        number = new.api_kwargs.get(NUMBER, 0)
        if not number:  # everybody sees it
            self._offered = False
            LOG.error("the server shows to all what is for one reader; it is taken back, and not tried again")
            await self._bot.delete_message(new.chat.id, new.message_id)
        return int(number)

    async def _forget(self, chat: Chat, reader: int, number: int) -> None:
        try:
            await self._bot.do_api_request(FORGET, self._address(chat, reader, number))
        except TelegramError:
            LOG.debug("an old hand stays")

    def _address(self, chat: Chat, reader: int, number: int) -> dict[str, int]:
        return {"chat_id": self._chat_ids.where(chat.id).chat, "receiver_user_id": reader, NUMBER: number}
