"""What happens to the bot itself: added, removed, restricted, blocked; groups that get a new number.

What that means for the tables there is the same on every platform: `bot.gateway.outbound.presence`.
"""

from typing import Final

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message
from telegram.constants import ChatType

from bot.adapters.telegram.admins import is_away
from bot.adapters.telegram.chat_ids import PLATFORM, ChatIds, channel_of
from bot.adapters.telegram.responder import TelegramResponder
from bot.bounded import Bounded
from bot.gateway.outbound.messenger import Chat
from bot.gateway.outbound.presence import Presence
from bot.messages.message import Message as Words
from bot.requests.request_context import RequestContext
from bot.words.languages import guess, say

PLACES: Final = 10_000  # that are remembered


class Groups:
    """Where the bot is, and whether it may write there."""

    def __init__(self, chat_ids: ChatIds, presence: Presence, responder: TelegramResponder) -> None:
        self._chat_ids = chat_ids
        self._presence = presence
        self._responder = responder
        self._greetings: Bounded[int, str] = Bounded(PLACES)  # the references of those that were sent
        self._names_asked_for: Bounded[int, None] = Bounded(PLACES)  # groups that were asked for their first name

    async def note_own_status(self, update: ChatMemberUpdated) -> None:
        """The bot's own standing in a chat has changed."""
        chat, new, old = update.chat, update.new_chat_member, update.old_chat_member
        if chat.type == ChatType.PRIVATE:
            away = is_away(new)
            await self._private(str(chat.id), is_open=not away, blocked=away)
            return
        chat_id = self._chat_ids.chat_id(chat.id)
        language = guess(update.from_user.language_code, "") if update.from_user.language_code else ""
        if chat.type == ChatType.CHANNEL:
            if is_away(old) and not _is_mute(new):
                chat_language = language or await self._presence.language(channel_of(chat_id))
                words = Words(chat_language, lines=(say(chat_language, "chat.only-groups"),))
                self._responder.soon(self._responder.send(Chat(chat_id, private=False), words))
            return
        if _is_mute(new):
            self._responder.forget_group(Chat(chat_id, private=False))
            await self._presence.note_lost(channel_of(chat_id), self._responder, topics=True)
            return
        await self._presence.note_channel(channel_of(chat_id), chat.title or "", language)
        if is_away(old) and not self._chat_ids.has_moved(chat.id):  # which is told as if it had joined
            self._responder.soon(self._greet(chat.id))
        await self._presence.note_regained(channel_of(chat_id), certainly=_is_mute(old), topics=True)

    async def _greet(self, chat: int) -> None:
        greeting = await self._responder.greet(Chat(self._chat_ids.chat_id(chat), private=False))
        if greeting:
            self._greetings[chat] = greeting
        if self._chat_ids.has_moved(chat):
            await self._take_greeting_back(chat)

    async def _take_greeting_back(self, chat: int) -> None:
        """Telegram said that a supergroup was joined, and only then which group it was before."""
        greeting = self._greetings.pop(chat, "")
        if greeting:
            await self._responder.take_back(Chat(self._chat_ids.chat_id(chat), private=False), greeting)

    async def know(self, chat: int) -> None:
        """The first name of a group that got another number before the last start."""
        if chat not in self._names_asked_for:
            was = await self._presence.known_as(channel_of(str(chat)))
            if was != channel_of(str(chat)):
                self._chat_ids.note_move(int(was.partition(":")[2]), chat)
            self._names_asked_for[chat] = None

    async def note_service_message(self, message: Message) -> None:
        """A message that nobody wrote."""
        if message.migrate_to_chat_id:
            await self._note_new_number(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id:
            await self._note_new_number(message.migrate_from_chat_id, message.chat.id)
        elif message.forum_topic_reopened or message.general_forum_topic_unhidden:  # the general one has no number
            await self._note_regained(self._chat_ids.chat_id(message.chat.id, message.message_thread_id or 0))
        elif message.new_chat_title:
            chat_id = self._chat_ids.chat_id(message.chat.id)
            await self._presence.note_channel(channel_of(chat_id), message.new_chat_title)

    async def _note_new_number(self, old: int, new: int) -> None:
        """The group's number is another; tables keep the one they know."""
        await self._keep_number(old, new)
        self._responder.soon(self._take_greeting_back(new))
        await self._note_regained(self._chat_ids.chat_id(new))

    async def _keep_number(self, old: int, new: int) -> None:
        self._chat_ids.note_move(old, new)
        await self._presence.note_moved(channel_of(self._chat_ids.chat_id(new)), channel_of(str(new)))

    def note_answered_with(self, old: int, new: int) -> None:
        """A call was answered with the new number of its group, and goes there at once."""
        self._responder.soon(self._keep_number(old, new))

    async def _private(self, account: str, *, is_open: bool, blocked: bool) -> None:
        if not is_open:
            await self._presence.note_closed(RequestContext(PLATFORM, account), alone=True, blocked=blocked)
        elif await self._presence.note_open(RequestContext(PLATFORM, account), alone=True):
            await self._note_regained(account)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def shut(self, chat: Chat, blocked: bool) -> None:
        """Telegram has refused a message there; in a private chat, because its person has `blocked` the bot."""
        work = self._private(chat.id, is_open=False, blocked=blocked) if chat.private else self.note_lost(chat.id)
        self._responder.soon(work)

    def note_written(self, chat: Chat) -> None:
        """A group takes messages: its tables are shown again, where their players were told that it does not."""
        self._responder.soon(self._presence.note_regained(channel_of(chat.id)))

    async def note_lost(self, chat_id: str) -> None:
        await self._presence.note_lost(channel_of(chat_id), self._responder)

    async def _note_regained(self, chat_id: str) -> None:
        """Telegram says so: the tables there are shown again in any case."""
        await self._presence.note_regained(channel_of(chat_id), certainly=True)


def _is_mute(member: ChatMember) -> bool:
    """Whether the bot can say nothing there."""
    restricted = isinstance(member, ChatMemberRestricted) and not member.can_send_messages
    return is_away(member) or restricted
