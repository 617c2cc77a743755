"""A table's own room within a channel: a thread that begins at the message before it, so that it is begun once.

A thread has the number of the message where it begins. So nothing has to be kept: whoever knows the message knows the
thread, also after a crash between the two.
"""

from typing import Final

from bot.adapters.discord.calls import Calls
from bot.adapters.discord.errors import ErrorKind, RequestRefused
from bot.bounded import Bounded
from bot.gateway.outbound.message_reference import Reference
from bot.gateway.outbound.messenger import Chat
from bot.host.delivery_errors import Undeliverable
from bot.messages.message import Message
from bot.words.languages import say

MARK_LENGTH: Final = 20  # signs of a mark that begin another one
NAME: Final = 100  # signs
CHANNELS: Final = 10_000  # that are remembered


class Threads:
    """Begins threads, and says once where it may not."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._without_threads: Bounded[str, None] = Bounded(CHANNELS)  # channels that know that there are no threads

    async def room(self, chat: Chat, once: str, language: str) -> int:
        """The table's thread, 0 where there can be none."""
        before = Reference.parse(chat.table) if chat.table else None
        if before is not None and before.chat != int(chat.id):
            return before.chat
        try:
            return await self._begin(chat, before.message if before else 0, once, language)
        except RequestRefused as refused:
            if refused.kind is ErrorKind.LACKING:
                await self.lacking(chat, once, language)
            return 0

    async def _begin(self, chat: Chat, at: int, once: str, language: str) -> int:
        if at:
            try:
                return await self._calls.begin_thread(chat, at, chat.apart[:NAME])
            except RequestRefused as refused:
                if refused.kind is not ErrorKind.GONE:
                    raise
        note = Message(language, lines=(say(language, "chat.room-begins", table=chat.apart),))
        at = await self._calls.post(chat, note, f"{once[:MARK_LENGTH]}room" if once else "")
        return await self._calls.begin_thread(chat, at, chat.apart[:NAME])

    async def lacking(self, chat: Chat, once: str, language: str) -> None:
        """The channel is told that its tables stay in it."""
        if chat.id in self._without_threads:
            return
        self._without_threads[chat.id] = None
        note = Message(language, lines=(say(language, "chat.room-lacking", table=chat.apart),))
        try:
            await self._calls.post(chat, note, f"{once[:MARK_LENGTH]}stay" if once else "")
        except (RequestRefused, Undeliverable):
            return  # then the table finds the channel shut, and that is told
