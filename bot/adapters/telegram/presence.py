"""What happens to the bot itself: added, removed, restricted, blocked; groups that get a new number.

Nothing of it loses anything. Where nothing can be written any more the players are told in their private chats, once;
as soon as it can be written again, the tables are shown.
"""

import logging
from typing import Final

from telegram import ChatMember, ChatMemberRestricted, ChatMemberUpdated, Message
from telegram.constants import ChatMemberStatus, ChatType

from bot.adapters.telegram.chat_ids import PLATFORM, Places, channel_of
from bot.adapters.telegram.responder import Answering
from bot.bounded import Bounded
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.messenger import Chat
from bot.host.notes import LOST
from bot.keyed_lock import KeyedLock
from bot.messages.message import Message as Words
from bot.words.languages import guess, say

LOG: Final = logging.getLogger(__name__)
KNOWN: Final = 10_000  # places
AWAY: Final = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Groups:
    """Where the bot is, and whether it may write there."""

    def __init__(self, places: Places, reception: Inbound, answering: Answering) -> None:
        self._places = places
        self._reception = reception
        self._answering = answering
        self._lost: Bounded[str, bool] = Bounded(KNOWN)  # whether a place's players have been told that it is lost
        self._in_order: KeyedLock[str] = KeyedLock()  # what is found out about a place, one by one
        self._known: Bounded[int, None] = Bounded(KNOWN)  # groups that were asked for their first name

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
            if _is_mute(old) or await self._is_lost(one):
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

    async def _private(self, account: str, *, is_open: bool) -> None:
        person = await self._reception.service.person_of(PLATFORM, account)
        if person and is_open:
            await self._reception.reach.opened(person, PLATFORM, account)
        elif person:
            await self._reception.reach.closed(person, PLATFORM, account)

    # --- where nothing can be written ---------------------------------------------------------------------------------

    def shut(self, chat: Chat) -> None:
        """Telegram has refused a message there."""
        work = self._private(chat.place, is_open=False) if chat.private else self.lost(chat.place)
        self._answering.soon(work)

    async def lost(self, place: str) -> None:
        """The players of its tables are told, once, and where they are now."""
        async with self._in_order[place]:
            players = [] if await self._is_lost(place) else await self._reception.lost(channel_of(place))
            if not players:
                return
            await self._note_lost(place, lost=True)
        LOG.warning("a chat cannot be written to", extra={"chat": place})
        for person, table in players:
            language = await self._reception.language(person)
            words = say(language, "chat.lost", table=table)
            for account in await self._reception.service.accounts(person, PLATFORM):
                self._answering.soon(self._answering.tell(account, words, language))

    async def _regained(self, place: str) -> None:
        """The tables there are shown again."""
        async with self._in_order[place]:
            if await self._is_lost(place):
                await self._note_lost(place, lost=False)
        await self._reception.regained(channel_of(place))

    async def _rooms(self, place: str) -> tuple[str, ...]:
        """A group, and its topics where tables are shown."""
        shown = await self._reception.service.desk.where.within(channel_of(place))
        return tuple(sorted({place, *[one.partition(":")[2] for one in shown]}))

    async def _is_lost(self, place: str) -> bool:
        """Whether its players have been told, also before the last start."""
        if place not in self._lost:
            self._lost[place] = bool(await self._reception.service.notes.of(LOST, channel_of(place)))
        return self._lost[place]

    async def _note_lost(self, place: str, *, lost: bool) -> None:
        await self._reception.service.notes.put(LOST, channel_of(place), "told" if lost else "")
        self._lost[place] = lost


def _is_mute(member: ChatMember) -> bool:
    """Whether the bot can say nothing there."""
    restricted = isinstance(member, ChatMemberRestricted) and not member.can_send_messages
    return member.status in AWAY or restricted
