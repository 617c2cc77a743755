"""Updates become wishes: who it is, where, by which delivery; then what `chat.post.reception` makes of it is said back.

An update is done when this returns: what it changes is stored. The same update again is the same delivery, and the wish
is not carried out twice.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import Bot, CallbackQuery, Message, User
from telegram import Chat as TelegramChat
from telegram.constants import ChatType, MessageEntityType

from bot.adapters.telegram.admins import is_admin
from bot.adapters.telegram.answering import Answering, Asker
from bot.adapters.telegram.links import HELLO, SEAT, pressed_by, read_payload
from bot.adapters.telegram.places import PLATFORM, Places, channel_of
from bot.chat.messages.buttons import NO_TABLE, Ask, Press, Verb, decode
from bot.chat.messages.message import Button, Row, Style
from bot.chat.messages.message import Message as Words
from bot.chat.messages.welcome import welcome_message
from bot.chat.post.messenger import Chat
from bot.chat.post.reception import LOBBY, Place, Reception, Reply, Table
from bot.chat.service.intents import Introduce
from bot.chat.speech.languages import Language, say
from bot.chat.speech.notices import Notice, notice

LOG: Final = logging.getLogger(__name__)


class Hearing:
    """Hears presses and lines of people."""

    def __init__(self, bot: Bot, places: Places, reception: Reception, answering: Answering) -> None:
        self._bot = bot
        self._places = places
        self._reception = reception
        self._answering = answering
        self._in_order: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)  # a person's wishes, one by one

    # --- presses ------------------------------------------------------------------------------------------------------

    async def press(self, query: CallbackQuery) -> None:
        """A button. It is the client's word: who pressed is Telegram's, everything else is judged."""
        message, user = query.message, query.from_user
        if message is None:  # of an inline message: it belongs to no chat that we are in
            self._answering.soon(self._answering.press(query.id, _nowhere(user), Reply()))
            return
        topic = _topic(message) if isinstance(message, Message) else 0
        chat = self._chat(message.chat, topic)
        async with self._in_order[user.id]:
            person = await self._person(user, chat)
            ask = partial(is_admin, self._bot, message.chat.id, user.id)
            place = _place(chat, f"c{query.id}", ask)
            reply = await self._reception.pressed(person, query.data or "", place)
            asker = Asker(person, user.id, chat)
        self._answering.soon(self._answering.press(query.id, asker, reply))
        self._answering.soon(self._tidy(chat, message.chat.id, message.message_id, reply))

    async def _tidy(self, chat: Chat, number: int, message: int, reply: Reply) -> None:
        """A copy that nobody knows of, or a question that is answered, loses its buttons."""
        if not reply.table_id or reply.shows is not None or (reply.message and reply.message.controls):
            return
        bot, name = self._reception.bot, f"{number}.{message}"
        if not await self._reception.delivery.shows(bot, reply.table_id, PLATFORM, name):
            await self._answering.bare(chat, message)

    # --- lines --------------------------------------------------------------------------------------------------------

    async def line(self, message: Message) -> None:
        """A command, or in a private chat a play."""
        text, user = (message.text or "").strip(), message.from_user
        private = message.chat.type == ChatType.PRIVATE
        if user is None or not text or not (private or self._is_command(message)):
            return
        chat = self._chat(message.chat, _topic(message))
        if message.sender_chat is not None:
            await self._anonymous(message, text, chat)
            return
        if (
            not private
            and text.partition("@")[0].split()[:1] == ["/start"]
            and text.split()[1:2] in (["true"], [HELLO])
        ):
            self._answering.soon(self._answering.greet(chat))  # he came by a link that opens a group
            return
        async with self._in_order[user.id]:
            person = await self._person(user, chat)
            ask = partial(is_admin, self._bot, message.chat.id, user.id)
            place = replace(_place(chat, _delivery(message), ask), table=await self._replied(message, person, chat))
            asker = Asker(person, user.id, chat)
            if private and text.split()[0] == "/start":
                reply = await self._start(person, " ".join(text.split()[1:]), place)
            else:
                reply = await self._reception.said(person, text, place)
        self._answering.soon(self._answering.line(asker, reply))

    async def _replied(self, message: Message, person: str, chat: Chat) -> str:
        """The short name of the table whose message he answers, "" where he answers none of ours."""
        above = message.reply_to_message
        if above is None or above.from_user is None or above.from_user.id != self._bot.id:
            return ""
        rows = above.reply_markup.inline_keyboard if above.reply_markup else ()
        found = [decode(str(button.callback_data)) for row in rows for button in row if button.callback_data]
        labels = [press.table for press in found if isinstance(press, Press) and press.table != NO_TABLE]
        name = f"{message.chat.id}.{above.message_id}"
        return (
            labels[0] if labels else await self._reception.table_shown(person, channel_of(chat.place), PLATFORM, name)
        )

    def _is_command(self, message: Message) -> bool:
        """Whether a line in a group is a command for this bot."""
        first = next(iter(message.entities), None)
        if first is None or first.type != MessageEntityType.BOT_COMMAND or first.offset:
            return False
        _, _, named = message.parse_entity(first).partition("@")
        return named.lower() in ("", self._bot.username.lower())

    async def _start(self, person: str, payload: str, place: Place) -> Reply:
        """He comes by a link, or by himself."""
        what, label = read_payload(payload)
        language = await self._reception.language(person)
        if pressed_by(what, label):
            return await self._reception.pressed(person, pressed_by(what, label), place)
        table = await self._reception.service.table(await self._reception.service.table_of(label)) if label else None
        if what == SEAT and table is not None:
            return await self._came_to(person, table, language)
        return Reply(welcome_message(language, private=True))

    async def _came_to(self, person: str, table: Table, language: Language) -> Reply:
        """Somebody follows the link of a table where he sits, or of one where others do."""
        person = (await self._reception.service.desk.people.person(person)).id
        if table.seat_of(person):
            return Reply(Words(language, lines=(say(language, "chat.seated", table=table.label),)))
        told = notice(language, Notice.NOT_SEATED, table=table.label)
        join = Button(say(language, "button.join"), Press(table.label, 0, Ask(Verb.JOIN)), Style.MAIN)
        return Reply(Words(language, lines=(told,), controls=(Row((join,)),) if table.phase == LOBBY else ()))

    async def _anonymous(self, message: Message, text: str, chat: Chat) -> None:
        """Who writes as the group directs it; what needs a person he cannot do. A channel's voice is nobody's."""
        if message.sender_chat is None or message.sender_chat.id != message.chat.id:
            return
        language = await self._reception.service.language(channel_of(chat.place))
        name = text.split(maxsplit=1)[0].lstrip("/").partition("@")[0].lower()
        if name not in GROUPS_OWN:
            reply = Reply(Words(language, lines=(say(language, "chat.anonymous"),)))
        else:
            person = await self._reception.service.register(PLATFORM, f"g{chat.place}", "", message.chat.title or "")
            await self._reception.service.do(person, Introduce(language=language))
            place = _place(chat, _delivery(message), _yes)
            reply = await self._reception.said(person, text, place)
        self._answering.soon(self._answering.line(Asker("", 0, chat), reply))

    # --- who and where ------------------------------------------------------------------------------------------------

    async def _person(self, user: User, chat: Chat) -> str:
        """The person; who writes in the private chat has opened it."""
        service = self._reception.service
        channel = "" if chat.private else channel_of(chat.place)
        person = await service.person_of(PLATFORM, str(user.id))
        if person:
            await service.greet(person, user.language_code or "", channel)
        else:
            locale = user.language_code or "-"
            person = await service.register(PLATFORM, str(user.id), locale, user.full_name, channel=channel)
        if chat.private:
            await self._reception.reach.opened(person, PLATFORM)
        return person

    def _chat(self, chat: TelegramChat, topic: int) -> Chat:
        return Chat(self._places.place(chat.id, topic), private=chat.type == ChatType.PRIVATE)


GROUPS_OWN: Final = frozenset(
    "settings impostazioni pause pausa resume continua end termina tables tavoli help aiuto".split()
)
"""What a group itself can say."""


async def _yes() -> bool:
    return True


def _place(chat: Chat, delivery: str, ask: Callable[[], Awaitable[bool]]) -> Place:
    return Place(channel_of(chat.place), delivery, chat.private, ask)


def _nowhere(user: User) -> Asker:
    return Asker("", user.id, Chat(str(user.id), private=True))


def _topic(message: Message) -> int:
    return message.message_thread_id or 0 if message.is_topic_message else 0


def _delivery(message: Message) -> str:
    return f"m{message.chat.id}.{message.message_id}"
