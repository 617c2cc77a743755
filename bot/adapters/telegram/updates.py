"""Updates become requests: who, where, by which delivery. What `gateway.inbound` makes of them is said back.

An update is done when this returns: what it changes is stored. The same update again is the same delivery, and the
request is not carried out twice.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

from telegram import Bot, CallbackQuery, Message, MessageEntity, Update, User
from telegram import Chat as TelegramChat
from telegram.constants import ChatType, MessageEntityType

from bot.adapters.telegram.admins import NobodySays, directs, is_admin, is_member
from bot.adapters.telegram.chat_ids import PLATFORM, ChatIds, channel_of
from bot.adapters.telegram.links import HELLO, SEAT, pressed_by, read_payload
from bot.adapters.telegram.reading import language_of
from bot.adapters.telegram.responder import Asker, TelegramResponder
from bot.bounded import Bounded
from bot.gateway.inbound.commands import INVITING, PEOPLE, PREFIX, command_called
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.line_answers import card_of
from bot.gateway.outbound.message_reference import mark
from bot.gateway.outbound.messenger import Chat
from bot.keyed_lock import KeyedLock
from bot.messages.buttons import NO_TABLE, Press, decode
from bot.messages.message import Message as Words
from bot.requests.answer import Answer, Readers
from bot.requests.board_words import CSV
from bot.requests.people import Introduce
from bot.requests.request_context import Friend, RequestContext, nobody
from bot.words.languages import Language, guess, say

LOG: Final = logging.getLogger(__name__)
UPDATES: Final = 10_000  # that are remembered
LINES: Final = 2_000  # of which it is known what they say
HINT: Final = "hint"  # looked at like a table: the newest takes the place of the one before


class Updates:
    """Hears presses and lines of people."""

    def __init__(self, bot: Bot, chat_ids: ChatIds, inbound: Inbound, responder: TelegramResponder) -> None:
        self._bot = bot
        self._chat_ids = chat_ids
        self._inbound = inbound
        self._responder = responder
        self._one_by_one: KeyedLock[int] = KeyedLock()  # a person's requests
        self._marks: Bounded[str, str] = Bounded(LINES)  # by message of a private chat: the mark of its words
        self._not_stored: Bounded[int, None] = Bounded(UPDATES)  # updates whose people know that they have to wait

    # --- presses ------------------------------------------------------------------------------------------------------

    async def press(self, query: CallbackQuery) -> None:
        """A button. It is the client's word: who pressed is Telegram's, everything else is judged."""
        message, user = query.message, query.from_user
        if message is None or (message.chat.type == ChatType.PRIVATE and message.chat.id != user.id):
            # of an inline message, which belongs to no chat of ours, or of a private chat that is not theirs
            self._responder.soon(self._responder.press(query.id, _nowhere(user), await self._not_theirs(user)))
            return
        topic = _topic(message) if isinstance(message, Message) else 0
        chat = self._chat(message.chat, topic)
        ask = partial(is_admin, self._bot, message.chat.id, user.id)
        context = _context(user.id, chat, f"c{query.id}", ask, str(message.message_id))
        context.directs = partial(directs, self._bot, self._chat_ids, user.id)
        async with self._one_by_one[user.id]:
            await self._enters(context, user)
            reply = await self._or_nobody_says(context, self._inbound.press(context, query.data or ""))
        self._responder.soon(self._responder.press(query.id, Asker(context, chat), reply))
        name = f"{message.chat.id}.{message.message_id}"
        self._responder.soon(self._tidy(Asker(context, chat), message.message_id, name, reply))

    async def _or_nobody_says(self, context: RequestContext, work: Awaitable[Answer]) -> Answer:
        """What comes of a request; where Telegram did not say whether an admin has it, that."""
        try:
            return await work
        except NobodySays:
            words = say(context.language, "chat.nobody-says")
            return Answer(False, message=Words(context.language, lines=(words,)), to=Readers.THERE)

    async def _not_theirs(self, user: User) -> Answer:
        """What a button says that stands where it can mean nothing to who pressed it."""
        language = await self._language_of(user)
        return Answer(False, message=Words(language, lines=(say(language, "chat.not-yours"),)))

    async def _tidy(self, asker: Asker, message: int, name: str, reply: Answer) -> None:
        """A copy that nobody knows of, or a question that is answered, loses its buttons.

        Whoever may not answer another one's question leaves it as it stands.
        """
        if not reply.table or reply.shows is not None or (reply.message and reply.message.controls):
            return
        if not reply.done and self._responder.asks_somebody_else(asker, name):
            return
        if not await self._inbound.table_shown(asker.context, name, reply.table):
            await self._responder.bare(asker.chat, message)

    # --- lines --------------------------------------------------------------------------------------------------------

    async def line(self, message: Message) -> None:
        """A command, or in a private chat a play."""
        text, user = (message.text or "").strip(), message.from_user
        private = message.chat.type == ChatType.PRIVATE
        if self._is_shared(message):
            return
        if private:
            self._note_words(message)
        if private and message.effective_attachment is not None:
            self._hint(message, lambda language: say(language, "chat.only-words"))
        if user is None or not text or not self._is_for_us(message):
            return
        if not self._is_ours(message):
            self._hint(message, lambda language: say(language, "chat.other-bot"))
            return
        chat = self._chat(message.chat, _topic(message))
        if not private and _comes_by_link(text):
            self._responder.soon(self._responder.greet(chat))
        elif message.sender_chat is not None:
            await self._anonymous(message, text, chat)
        else:
            await self._answer_line(message, user, chat, text)

    async def _answer_line(self, message: Message, user: User, chat: Chat, text: str) -> None:
        """Somebody has written it, under their own name."""
        came, private = self._inbound.clock(), message.chat.type == ChatType.PRIVATE
        ask = partial(is_admin, self._bot, message.chat.id, user.id)
        context = _context(user.id, chat, _delivery(message), ask)
        context.directs = partial(directs, self._bot, self._chat_ids, user.id)
        if not private:
            context = replace(context, is_here=partial(is_member, self._bot, message.chat.id))
        async with self._one_by_one[user.id]:
            await self._enters(context, user)
            context.table = await self._table_replied_to(message, context)
            text = self._said_to_us(text)
            text = await self._as_answer(message, chat, text) if private else text
            if private and text.split()[0].partition("@")[0] == "/start":
                reply = await self._start(context, " ".join(text.split()[1:]), came)
            else:
                reply = await self._or_nobody_says(context, self._line(context, message, text))
            if private:  # by that line they may have become another's person, who can be reached here too
                await self._inbound.presence.note_open(context, alone=True)
        asker = Asker(context, chat, 0 if private else message.message_id)
        self._responder.soon(self._responder.line(asker, reply))

    async def _line(self, context: RequestContext, message: Message, text: str) -> Answer:
        """What was written; where a card is asked for of a person whom the message points at, theirs."""
        command = command_called(text.split(maxsplit=1)[0].lstrip("/").partition("@")[0])
        if command is not None and command.name in INVITING:
            text, context.friends = self._friends_named(message, text)
        person = _person_meant(message, text) if command is not None and set(command.names) & PEOPLE else None
        if person is None:
            return await self._inbound.line(context, text)
        csv = CSV if text.rsplit(maxsplit=1)[-1].lower() == CSV else ""
        return await self._inbound.command(context, *card_of(str(person.id), person.full_name, csv))

    def _friends_named(self, message: Message, text: str) -> tuple[str, tuple[Friend, ...]]:
        """A command without those whom it mentions, and these: by user name, or as chosen who has none."""
        own = f"@{self._bot.username}".lower()
        found = message.parse_entities([MessageEntityType.MENTION, MessageEntityType.TEXT_MENTION])
        marks = {one: words for one, words in found.items() if words.lower() != own}
        if not marks:
            return text, ()
        units = (message.text or "").encode("utf-16-le")
        for one in marks:
            units = (
                units[: one.offset * 2] + " ".encode("utf-16-le") * one.length + units[(one.offset + one.length) * 2 :]
            )
        return self._said_to_us(units.decode("utf-16-le").strip()), tuple(_friend(*one) for one in marks.items())

    def _is_ours(self, message: Message) -> bool:
        """Whether it names no other bot."""
        return _bot_named(message).lower() in ("", self._bot.username.lower())

    def _is_for_us(self, message: Message) -> bool:
        """Whether somebody has written what is heard: anything in their private chat, a command in a group.

        There one that names no bot, and that we do not know, is that of another bot, also where it answers what ours
        wrote: so those who moderate have a message taken away.
        """
        private = message.chat.type == ChatType.PRIVATE
        is_heard = private or (_is_command(message) and self._is_ours(message) and _may_be_ours(message))
        return bool(message.text) and is_heard and not (_is_of_bot(message) or self._is_shared(message))

    def _is_shared(self, message: Message) -> bool:
        """Whether they have picked it from what the bot offers to share: then its words are ours."""
        return message.via_bot is not None and message.via_bot.id == self._bot.id

    def note_edit(self, message: Message) -> None:
        """What is changed afterwards is not done; who plays by typing is told so.

        Telegram also tells of a message as changed that says the same, as of one that has got a reaction.
        """
        if message.chat.type == ChatType.PRIVATE and message.text and self._note_words(message):
            self._hint(message, lambda language: say(language, "chat.edited"))

    def _note_words(self, message: Message) -> bool:
        """Note what a message says; whether it is something else than before, as far as that is known."""
        name, words = _delivery(message), mark((message.text or "").encode())
        before, self._marks[name] = self._marks.get(name), words
        return words != before

    def _hint(self, message: Message, words: Callable[[Language], str]) -> None:
        if message.from_user is not None and not _is_of_bot(message):
            self._responder.soon(self._send_hint(message.from_user, self._chat(message.chat, 0), words))

    async def _send_hint(self, user: User, chat: Chat, words: Callable[[Language], str]) -> None:
        """What somebody should know of how they write; the newest such sentence stays."""
        language = await self._language_of(user)
        await self._responder.send(chat, Words(language, lines=(words(language),)), HINT)

    async def _language_of(self, user: User) -> Language:
        """The language of somebody who may not be known yet."""
        context = RequestContext(PLATFORM, str(user.id))
        await self._inbound.enters(context, registers=False)
        return await language_of(self._inbound, context, user)

    def _said_to_us(self, text: str) -> str:
        """The line without the bot's own name before it, as people write it who are used to groups."""
        first, *rest = text.split(maxsplit=1)
        called = first.lower() == f"@{self._bot.username}".lower()
        return ("".join(rest) or "/help") if called else text

    async def _as_answer(self, message: Message, chat: Chat, text: str) -> str:
        """What they write as a reply to a question of ours, with the command that it answers."""
        above = message.reply_to_message
        name = f"{message.chat.id}.{above.message_id}" if above is not None else ""
        is_ours = above is not None and above.from_user is not None and above.from_user.id == self._bot.id
        asks = await self._responder.command_asked(chat, name) if is_ours else ""
        return f"/{asks} {text}" if asks and not text.startswith("/") else text

    async def _table_replied_to(self, message: Message, context: RequestContext) -> str:
        """The table whose message they answer, by short name or id, "" where they answer none of ours."""
        above = message.reply_to_message
        if above is None or above.from_user is None or above.from_user.id != self._bot.id:
            return ""
        rows = above.reply_markup.inline_keyboard if above.reply_markup else ()
        found = [decode(str(button.callback_data)) for row in rows for button in row if button.callback_data]
        labels = [press.table for press in found if isinstance(press, Press) and press.table != NO_TABLE]
        name = f"{message.chat.id}.{above.message_id}"
        return labels[0] if labels else await self._inbound.table_shown(context, name)

    async def _start(self, context: RequestContext, payload: str, at: int) -> Answer:
        """They come by a link, or by themselves, `at` this time."""
        what, label = read_payload(payload)
        if pressed_by(what, label):
            return await self._inbound.press(context, pressed_by(what, label))
        return await self._inbound.came(context, label if what == SEAT else "", at)

    async def _anonymous(self, message: Message, text: str, chat: Chat) -> None:
        """Who writes as the group directs it; what needs a person they cannot do, nor can who writes as a channel."""
        if message.sender_chat is None or message.is_automatic_forward:
            return
        language = await self._inbound.presence.language(channel_of(chat.id))
        command = command_called(text.split(maxsplit=1)[0].lstrip("/").partition("@")[0])
        if command is None or not command.by_group or message.sender_chat.id != message.chat.id:
            reply = Answer(True, message=Words(language, lines=(say(language, "chat.anonymous"),)), to=Readers.THERE)
        else:
            context = replace(_context(0, chat, _delivery(message), _yes), account=f"g{chat.id}")
            await self._inbound.enters(context, "", message.chat.title or "")
            await self._inbound.do(context, Introduce(language=language))
            reply = await self._inbound.line(context, text)
        asker = Asker(_context(0, chat), chat, message.message_id)
        self._responder.soon(self._responder.line(asker, reply))

    def not_stored(self, update: Update) -> None:
        """What an update asks for is done as soon as it can be stored; who pressed or wrote is told so, once."""
        if update.update_id in self._not_stored:
            return
        self._not_stored[update.update_id] = None
        self._say_of(update, lambda language: say(language, "chat.not-stored"))

    def failed(self, update: Update) -> None:
        """A fault of ours, after which nobody knows what was done; who pressed or wrote is told so."""
        self._say_of(update, lambda language: say(language, "fault.ours"))

    def _say_of(self, update: Update, words: Callable[[Language], str]) -> None:
        """Who pressed, or wrote to us, is answered with this sentence."""
        query, written = update.callback_query, update.message
        message = query.message if query else written
        if message is None or (query is None and (written is None or not self._is_for_us(written))):
            return
        user = update.effective_user
        language = guess(user.language_code if user else None)
        reply = Answer(False, message=Words(language, lines=(words(language),)), to=Readers.THERE)
        topic = _topic(message) if isinstance(message, Message) else 0
        chat = self._chat(message.chat, topic)
        line = written.message_id if written is not None and not chat.private else 0
        asker = Asker(_context(user.id if user else 0, chat), chat, line)
        work = self._responder.press(query.id, asker, reply) if query else self._responder.line(asker, reply)
        self._responder.soon(work)

    # --- who and where ------------------------------------------------------------------------------------------------

    async def _enters(self, context: RequestContext, user: User) -> None:
        """Who it is; who writes in the private chat has opened it."""
        context.username = user.username or ""
        await self._inbound.enters(context, user.language_code or "", user.full_name)
        if context.private:
            await self._inbound.presence.note_open(context, alone=True)

    def _chat(self, chat: TelegramChat, topic: int) -> Chat:
        return Chat(self._chat_ids.chat_id(chat.id, topic), private=chat.type == ChatType.PRIVATE)


async def _yes() -> bool:
    return True


def _context(
    account: int, chat: Chat, delivery: str = "", ask: Callable[[], Awaitable[bool]] = nobody, message: str = ""
) -> RequestContext:
    """Where it was; nobody yet."""
    who = str(account) if account else ""
    place = channel_of(chat.id)
    return RequestContext(PLATFORM, who, place, delivery, chat.private, ask, message=message, comes_again=True)


def _comes_by_link(text: str) -> bool:
    """Whether Telegram has written it in a group, for who opened that by a link."""
    return text.partition("@")[0].split()[:1] == ["/start"] and text.split()[1:2] in (["true"], [HELLO])


def _is_command(message: Message) -> bool:
    return bool(_command_in(message))


def _may_be_ours(message: Message) -> bool:
    """Whether its command names a bot, or is one that we know."""
    word = _command_in(message).removeprefix("/").lower()
    return "@" in word or word == PREFIX or command_called(word) is not None


def _command_in(message: Message) -> str:
    """The command with which a message begins, with its slash and the bot that it names; "" where it begins with none.

    Telegram marks one of plain letters. One of ours with an accent, `/perché`, it marks as none, and gives it to a bot
    that reads everything, or whose message it answers: https://core.telegram.org/bots/features#privacy-mode
    """
    first = next(iter(message.entities), None)
    if first is not None and first.type == MessageEntityType.BOT_COMMAND and not first.offset:
        return message.parse_entity(first)
    word = next(iter((message.text or "").split(maxsplit=1)), "")
    is_ours = word.startswith("/") and not word.isascii() and command_called(word[1:].partition("@")[0])
    return word if is_ours else ""


def _is_of_bot(message: Message) -> bool:
    """Whether another bot has written it: two that answer each other would never end.

    Telegram tells of such messages where one of the two has bot-to-bot communication switched on. Who writes as a group
    or channel is sent by a bot of Telegram's own.
    """
    return message.from_user is not None and message.from_user.is_bot and message.sender_chat is None


def _person_meant(message: Message, text: str) -> User | None:
    """Whom a message points at beside its words: chosen by their name in the client, or the writer of what it answers.

    What somebody has written behind the command counts before what they answer.
    """
    chosen = [one.user for one in message.entities if one.type == MessageEntityType.TEXT_MENTION and one.user]
    answered = _writer_of(message.reply_to_message) if text.split()[1:] in ([], [CSV]) else None
    return chosen[0] if chosen else answered


def _writer_of(message: Message | None) -> User | None:
    """The person who has written what is answered; None where it was no person.

    All that stands in a topic comes as a reply to the message that opened it, and what stands below the post of a
    channel as one to that: https://github.com/tdlib/telegram-bot-api, `get_implicit_reply_to_message_id`
    """
    if message is None or message.forum_topic_created or message.sender_chat or message.from_user is None:
        return None
    return None if message.from_user.is_bot else message.from_user


def _friend(mark: MessageEntity, words: str) -> Friend:
    """Somebody who is mentioned, and hears of that very message: the bot need not call them again."""
    if mark.user is None:
        name = words.removeprefix("@")
        return Friend(name=name, username=name, is_called=True)
    return Friend(str(mark.user.id), mark.user.full_name, is_bot=mark.user.is_bot, is_called=True)


def _bot_named(message: Message) -> str:
    """The bot that a command is for, "" where it names none."""
    return _command_in(message).partition("@")[2]


def _nowhere(user: User) -> Asker:
    chat = Chat(str(user.id), private=True)
    return Asker(_context(user.id, chat), chat)


def _topic(message: Message) -> int:
    """The topic of a forum; those of a private chat, which a bot's owner can switch on, are one chat to us."""
    if message.chat.type == ChatType.PRIVATE:
        return 0
    return message.message_thread_id or 0 if message.is_topic_message else 0


def _delivery(message: Message) -> str:
    return f"m{message.chat.id}.{message.message_id}"
