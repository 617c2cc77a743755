"""What happens to the bot itself: added, removed, restricted, blocked; groups that get a new number.

What that means for the tables there is the same on every platform: `bot.gateway.outbound.presence`.
"""

from typing import Final

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message
from telegram.constants import ChatMemberStatus, ChatType

from bot.adapters.telegram.chat_ids import PLATFORM, Places, channel_of
from bot.adapters.telegram.responder import Answering
from bot.bounded import Bounded
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.messenger import Chat
from bot.messages.message import Message as Words
from bot.words.languages import guess, say

KNOWN: Final = 10_000  # places
AWAY: Final = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Groups:
    """Where the bot is, and whether it may write there."""

    def __init__(self, places: Places, reception: Inbound, answering: Answering) -> None:
        self._places = places
        self._reception = reception
        self._answering = answering
        self._known: Bounded[int, None] = Bounded(KNOWN)  # groups that were asked for their first name

    async def standing(self, update: ChatMemberUpdated) -> None:
        """The bot's own standing in a chat has changed."""
        chat, new, old = update.chat, update.new_chat_member, update.old_chat_member
        if chat.type == ChatType.PRIVATE:
            away = new.status in AWAY
            await self._private(str(chat.id), is_open=not away, blocked=away)
            return
        place = self._places.place(chat.id)
        language = guess(update.from_user.language_code, "") if update.from_user.language_code else ""
        if chat.type == ChatType.CHANNEL:
            if old.status in AWAY and not _is_mute(new):
                spoken = language or await self._reception.service.language(channel_of(place))
                said = Words(spoken, lines=(say(spoken, "chat.only-groups"),))
                self._answering.soon(self._answering.send(Chat(place, private=False), said))
            return
        rooms = await self._rooms(place)
        if _is_mute(new):
            self._answering.left(Chat(place, private=False))
            for one in rooms:
                await self.lost(one)
            return
        await self._reception.service.note_channel(channel_of(place), chat.title or "", language)
        if old.status in AWAY:
            self._answering.soon(self._answering.greet(Chat(place, private=False)))
        for one in rooms:
            if _is_mute(old) or await self._reception.presence.is_lost(channel_of(one)):
                await self._regained(one)

    async def know(self, chat: int) -> None:
        """The first name of a group that got another number before the last start."""
        if chat not in self._known:
            was = await self._reception.service.channel_was(channel_of(str(chat)))
            if was != channel_of(str(chat)):
                self._places.moved(int(was.partition(":")[2]), chat)
            self._known[chat] = None

    async def service(self, message: Message) -> None:
        """A message that nobody wrote."""
        if message.migrate_to_chat_id:
            await self._moved(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id:
            await self._moved(message.migrate_from_chat_id, message.chat.id)
        elif message.forum_topic_reopened or message.general_forum_topic_unhidden:  # the general one has no number
            await self._regained(self._places.place(message.chat.id, message.message_thread_id or 0))
        elif message.new_chat_title:
            place = self._places.place(message.chat.id)
            await self._reception.service.note_channel(channel_of(place), message.new_chat_title)

    async def _moved(self, old: int, new: int) -> None:
        """The group's number is another; tables keep the one they know."""
        self._places.moved(old, new)
        place = self._places.place(new)
        await self._reception.service.channel_moved(channel_of(place), channel_of(str(new)))
        await self._regained(place)

    async def _private(self, account: str, *, is_open: bool, blocked: bool) -> None:
        person = await self._reception.service.person_of(PLATFORM, account)
        if person and is_open:
            await self._reception.reach.opened(person, PLATFORM, account)
            await self._regained(account)
        elif person:
            await self._reception.reach.closed(person, PLATFORM, account, blocked)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def shut(self, chat: Chat, blocked: bool) -> None:
        """Telegram has refused a message there; in a private chat, because its person has `blocked` the bot."""
        work = self._private(chat.place, is_open=False, blocked=blocked) if chat.private else self.lost(chat.place)
        self._answering.soon(work)

    async def lost(self, place: str) -> None:
        await self._reception.presence.lost(channel_of(place), self._answering)

    async def _regained(self, place: str) -> None:
        """Telegram says so: the tables there are shown again in any case."""
        await self._reception.presence.regained(channel_of(place), certainly=True)

    async def _rooms(self, place: str) -> tuple[str, ...]:
        """A group, and its topics where tables are shown."""
        shown = await self._reception.service.desk.where.within(channel_of(place))
        return tuple(sorted({place, *[one.partition(":")[2] for one in shown]}))


def _is_mute(member: ChatMember) -> bool:
    """Whether the bot can say nothing there."""
    restricted = isinstance(member, ChatMemberRestricted) and not member.can_send_messages
    return member.status in AWAY or restricted
