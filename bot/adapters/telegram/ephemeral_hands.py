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
from telegram import Message as TelegramMessage
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from bot.adapters.telegram.chat_ids import ChatIds
from bot.adapters.telegram.errors import known_error
from bot.adapters.telegram.latest import Latest
from bot.adapters.telegram.messenger import RequestRefused, TelegramMessenger
from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message

LOG: Final = logging.getLogger(__name__)
FORGET: Final = "deleteEphemeralMessage"
NUMBER: Final = "ephemeral_message_id"
NEVER: Final = 1  # the number of no message
HANDS: Final = 4000  # hands that may still stand somewhere
A_MINUTE: Final = 6  # hands in a group: the turns of its games go first
PATIENCE: Final = 2.5  # seconds; the press waits for its answer


class EphemeralHands:
    """Shows them. `clock`: milliseconds."""

    def __init__(self, bot: Bot, chat_ids: ChatIds, messenger: TelegramMessenger, clock: Callable[[], int]) -> None:
        self._bot = bot
        self._chat_ids = chat_ids
        self._messenger = messenger
        self._clock = clock
        self._offered: bool | None = None  # by the server; None while it has not been asked
        self._hands: Latest[tuple[str, int], int] = Latest(HANDS)  # by chat and reader: the number of what stands there
        self._shown_at: Bounded[str, deque[int]] = Bounded(HANDS)  # by chat

    async def show(
        self, chat: Chat, reader: int, query: str, message: Message, drawn: Drawn, room: Callable[[], bool]
    ) -> bool:
        """Whether they were shown it, which nobody else is; one that is answered too late may still come.

        Of two at once the later one stays, whichever comes first. `room`: whether the group has room for it.
        """
        turn = self._hands.turn()
        try:
            async with asyncio.timeout(PATIENCE):
                if not await self._is_offered(chat, reader) or not self._take_turn(chat) or not room():
                    return False
                only = {"receiver_user_id": reader, "callback_query_id": query}
                new = await self._messenger.send_message(chat, message, drawn, only)
        except (TimeoutError, TryLater, Undeliverable, RequestRefused, TelegramError):
            return False
        number = int(new.api_kwargs.get(NUMBER, 0))
        if not number:
            await self._take_back(new)
            return False
        older = self._hands.put((chat.id, reader), turn, number)
        if older is not None:
            await self._forget(chat, reader, older)
        return True

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

    def _take_turn(self, chat: Chat) -> bool:
        """Whether a group may be shown one more in this minute; it counts then."""
        now = self._clock()
        recent = self._shown_at.setdefault(chat.id.partition("/")[0], deque())
        while recent and recent[0] <= now - MINUTE:
            recent.popleft()
        if len(recent) >= A_MINUTE:
            return False
        recent.append(now)
        return True

    async def _take_back(self, message: TelegramMessage) -> None:
        """A message that everybody sees."""
        self._offered = False
        LOG.error("the server shows to all what is for one reader; it is taken back, and not tried again")
        try:
            await self._bot.delete_message(message.chat.id, message.message_id)
        except TelegramError as error:
            LOG.error("what all were shown could not be taken back", extra={"words": known_error(error).words})  # noqa: TRY400  which says all there is to know

    async def _forget(self, chat: Chat, reader: int, number: int) -> None:
        try:
            await self._bot.do_api_request(FORGET, self._address(chat, reader, number))
        except TelegramError:
            LOG.debug("an old hand stays")

    def _address(self, chat: Chat, reader: int, number: int) -> dict[str, int]:
        return {"chat_id": self._chat_ids.where(chat.id).chat, "receiver_user_id": reader, NUMBER: number}
