"""What happens to the bot itself: added, removed, restricted, blocked; groups that get a new number.

Nothing of it loses anything. Where nothing can be written any more the players are told in their private chats, once;
as soon as it can be written again, the tables are shown.
"""

import logging
from typing import Final

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message
from telegram.constants import ChatMemberStatus, ChatType

from bot.adapters.telegram.answering import Answering
from bot.adapters.telegram.places import PLATFORM, Places, channel_of
from bot.chat.messages.message import Message as Words
from bot.chat.post.messenger import Chat
from bot.chat.post.reception import Reception
from bot.chat.speech.languages import guess, say
from bot.lately import Lately

LOG: Final = logging.getLogger(__name__)
KNOWN: Final = 10_000  # places
AWAY: Final = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Groups:
    """Where the bot is, and whether it may write there."""

    def __init__(self, places: Places, reception: Reception, answering: Answering) -> None:
        self._places = places
        self._reception = reception
        self._answering = answering
        self._lost: Lately[str, None] = Lately(KNOWN)  # places whose players have been told
        self._known: Lately[int, None] = Lately(KNOWN)  # groups that were asked for their first name

    async def standing(self, update: ChatMemberUpdated) -> None:
        """The bot's own standing in a chat has changed."""
        chat, new, old = update.chat, update.new_chat_member, update.old_chat_member
        if chat.type == ChatType.PRIVATE:
            await self._private(str(chat.id), is_open=new.status not in AWAY)
            return
        place = self._places.place(chat.id)
        language = guess(update.from_user.language_code, "") if update.from_user.language_code else ""
        if chat.type == ChatType.CHANNEL:
            if old.status in AWAY and not _is_mute(new):
                spoken = language or await self._reception.service.language(channel_of(place))
                said = Words(spoken, lines=(say(spoken, "chat.only-groups"),))
                self._answering.soon(self._answering.send(Chat(place, private=False), said))
            return
        if _is_mute(new):
            await self.lost(place)
            return
        await self._reception.service.note_channel(channel_of(place), chat.title or "", language)
        if old.status in AWAY:
            self._answering.soon(self._answering.greet(Chat(place, private=False)))
        if _is_mute(old):
            self._lost[place] = None  # perhaps before the last start
        await self._regained(*[one for one in self._lost if one.partition("/")[0] == place])

    async def know(self, chat: int) -> None:
        """The first name of a group that got another number before the last start."""
        if chat not in self._known:
            self._known[chat] = None
            was = await self._reception.service.channel_was(channel_of(str(chat)))
            if was != channel_of(str(chat)):
                self._places.moved(int(was.partition(":")[2]), chat)

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

    async def _private(self, account: str, *, is_open: bool) -> None:
        person = await self._reception.service.person_of(PLATFORM, account)
        if person and is_open:
            await self._reception.reach.opened(person, PLATFORM)
        elif person:
            await self._reception.reach.closed(person, PLATFORM)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def shut(self, chat: Chat) -> None:
        """Telegram has refused a message there."""
        work = self._private(chat.place, is_open=False) if chat.private else self.lost(chat.place)
        self._answering.soon(work)

    async def lost(self, place: str) -> None:
        """The players of its tables are told, once, and where they are now."""
        if place in self._lost:
            return
        self._lost[place] = None
        LOG.warning("a chat cannot be written to", extra={"chat": place})
        for person, table in await self._reception.lost(channel_of(place)):
            language = await self._reception.language(person)
            words = say(language, "chat.lost", table=table)
            for account in await self._reception.service.accounts(person, PLATFORM):
                self._answering.soon(self._answering.tell(account, words, language))

    async def _regained(self, *places: str) -> None:
        """The tables there are shown again."""
        for one in places:
            self._lost.pop(one, None)
            await self._reception.regained(channel_of(one))


def _is_mute(member: ChatMember) -> bool:
    """Whether the bot can say nothing there."""
    restricted = isinstance(member, ChatMemberRestricted) and not member.can_send_messages
    return member.status in AWAY or restricted
