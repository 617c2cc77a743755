"""What is said back to one person: in a small window over the chat, in their private chat, or where they wrote.

A press is always answered, at once and once. What only they may read never goes to a group. Whatever is longer than a
small window goes to the private chat; who has not opened it is given the link that does.
"""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from telegram import Bot
from telegram.error import TelegramError

from bot.adapters.telegram.chat_ids import PLATFORM, channel_of
from bot.adapters.telegram.ephemeral_hands import EphemeralHands
from bot.adapters.telegram.errors import ErrorKind, KnownError, known_error
from bot.adapters.telegram.keyboards import Keyboard, keyboard, leading_to
from bot.adapters.telegram.latest import Latest
from bot.adapters.telegram.links import HELLO, RULES, SEAT, WATCH, link
from bot.adapters.telegram.markup import fits_alert, small, toast, words
from bot.adapters.telegram.messenger import TelegramMessenger
from bot.bounded import Bounded
from bot.durations import MINUTE
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.message_reference import Reference
from bot.gateway.outbound.messenger import Chat
from bot.gateway.outbound.replies import send_with_retries
from bot.gateway.outbound.responder import Responder
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.host.notes import QUESTIONS
from bot.host.ports import StoreError
from bot.keyed_lock import KeyedLock
from bot.messages.buttons import Verb
from bot.messages.message import Message
from bot.messages.welcome import welcome_message
from bot.requests.answer import Answer, Readers
from bot.requests.request_context import RequestContext
from bot.words.languages import Language, say
from bot.words.names import escape_html

LOG: Final = logging.getLogger(__name__)
TRIES: Final = 4
SOON: Final = 0.2  # seconds until a press is answered again, doubled each time
MOST_QUESTIONS: Final = 4  # questions of a chat
LOOKS: Final = 4000  # messages that somebody asked for, and that the next one replaces
ONCE: Final = MINUTE  # in which a group is greeted once
QUIET: Final = 16  # times that a private chat is asked for room
BREATH: Final = 0.25  # seconds between two of them
QUERY: Final = 15.0  # seconds in which the answer to a press is worth something


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is answered, in the chat where they pressed or wrote.

    `line` is the message that they wrote in a group, 0 elsewhere: what is said there replies to it.
    """

    context: RequestContext
    chat: Chat
    line: int = 0

    @property
    def person(self) -> str:
        return self.context.person.id

    @property
    def account(self) -> str:
        return self.context.account


class TelegramResponder(Responder):
    """Says things back, in the background: nobody waits for it but who asked."""

    def __init__(
        self,
        bot: Bot,
        messenger: TelegramMessenger,
        inbound: Inbound,
        ephemeral: EphemeralHands,
        limits: Limits,
    ) -> None:
        super().__init__(PLATFORM, limits)
        self._ephemeral = ephemeral
        self._bot = bot
        self._messenger = messenger
        self._inbound = inbound
        self._looks: Latest[tuple[str, str], str] = Latest(LOOKS)  # by chat and look: the message
        self._answered_presses: Bounded[str, None] = Bounded(LOOKS)
        self._askers: Bounded[str, str] = Bounded(LOOKS)  # by message in a group: whom it answers
        self._questions: Bounded[str, str] = Bounded(LOOKS)  # by message: the command that its answer is said with
        self._greeted: Bounded[str, int] = Bounded(LOOKS)  # by group: when
        self._rewritten: dict[tuple[str, int], Message | None] = {}  # by message: what it is to become
        self._screens: KeyedLock[tuple[str, int]] = KeyedLock()  # by message: it changes once at a time
        self._keeping: KeyedLock[str] = KeyedLock()  # by chat: its questions are noted one by one
        self._lines: KeyedLock[str] = KeyedLock()  # by chat: what was written is answered one by one

    # --- to a press ---------------------------------------------------------------------------------------------------

    async def press(self, query: str, asker: Asker, reply: Answer) -> None:
        """The one answer that a press gets, and what goes beside it; that it is our fault where it cannot be made."""
        try:
            await self._answer_press(query, asker, reply)
        except Exception:
            LOG.exception("what a press is answered could not be said")
            await self._answer(query, say(asker.context.language, "fault.ours"), alert=True)

    async def _answer_press(self, query: str, asker: Asker, reply: Answer) -> None:
        if reply.message is not None and reply.message.asks and not asker.chat.private:  # the line says how
            reply = replace(reply, message=replace(reply.message, asks=""))
        if reply.message is not None and reply.message.asks:
            await self._answer(query)
            await self._ask(asker.chat, reply.message)
        elif reply.edits:
            await self._answer(query, toast(reply.word), alert=not reply.done)
            await self._rewrite(asker, reply.message)
        elif asker.chat.private:
            await self._press_in_private(query, asker, reply)
        elif reply.joined and not await self._inbound.is_open(asker.context, sits_down=True):
            await self._answer(query, url=self._link(SEAT, reply))
        else:
            await self._press_in_group(query, asker, reply)
        if reply.file is not None:
            await self._file(asker, reply)

    async def _ask(self, chat: Chat, message: Message) -> None:
        """A question that is answered by a reply to it, which the client opens by itself."""
        question = Message(message.language, lines=(message.question,), asks=message.asks)
        reference = await self._send(chat, lambda: self._messenger.answer(chat, question, None, 0))
        if reference:
            await self._keep_question(chat, Reference.parse(reference).name, message.asks)

    async def _keep_question(self, chat: Chat, name: str, asks: str) -> None:
        """It can be answered at once, and as one of the last of its chat also after a start."""
        self._questions[name] = asks
        notes, place = self._inbound.notes, channel_of(chat.id)
        async with self._keeping[place]:
            with suppress(StoreError):  # then it is answered while the host runs
                before = json.loads(await notes.of(QUESTIONS, place) or "[]")
                await notes.put(QUESTIONS, place, json.dumps([*before, [name, asks]][-MOST_QUESTIONS:]))

    async def command_asked(self, chat: Chat, name: str) -> str:
        """The command that a reply to the message of this name is said with, "" where that asks nothing.

        Raises `StoreError`.
        """
        if name not in self._questions:
            there = json.loads(await self._inbound.notes.of(QUESTIONS, channel_of(chat.id)) or "[]")
            self._questions[name] = dict(there).get(name, "")
        return self._questions[name]

    async def _press_in_private(self, query: str, asker: Asker, reply: Answer) -> None:
        message = reply.message
        if _is_own_hand(reply):
            await self._answer(query)
            await self._inbound.show(asker.context, reply.table)
        elif message is None or not fits_alert(message):
            await self._answer(query, toast(reply.word))
        else:
            await self._answer(query, small(message), alert=not reply.done or reply.readers is Readers.ASKER)
        if message is not None and not fits_alert(message) and not _is_own_hand(reply):
            await self.send(asker.chat, message, _look(reply))

    async def _press_in_group(self, query: str, asker: Asker, reply: Answer) -> None:
        message = reply.message
        if reply.shows == Verb.RULES:
            await self._answer(query, url=self._link(RULES, reply))
        elif reply.shows == Verb.HAND and reply.brief and not await self._inbound.is_open(asker.context):
            await self._answer(query, url=self._link(SEAT, reply))
        elif reply.shows == Verb.LOOK:
            await self._watched(query, asker, reply)
        elif reply.brief:
            seen = reply.shows == Verb.HAND and await self._shown_ephemeral(query, asker, reply)
            await self._answer(query, "" if seen else reply.brief, alert=not seen)
            if _is_own_hand(reply):
                await self._inbound.show(asker.context, reply.table, if_gone=True)
        elif message is None:
            await self._answer(query, toast(reply.word))
        elif fits_alert(message):
            await self._answer(query, small(message), alert=not reply.done)
        elif message.controls and reply.readers is Readers.THERE:
            await self._answer(query)
            self._note_question(asker, await self._send_look(asker.chat, message, reply.screen))
        elif await self._inbound.is_open(asker.context):
            language = await self._language(asker)
            await self._answer(query, say(language, "chat.sent-privately"))
            await self.send(_own(asker), message, _look(reply))
        else:
            await self._answer(query, url=self._link(SEAT, reply))

    async def _watched(self, query: str, asker: Asker, reply: Answer) -> None:
        """The table for who watches it, in their private chat; the way there for who has not opened it."""
        message = reply.message
        if message is not None and await self._inbound.is_open(asker.context):
            await self._answer(query, say(await self._language(asker), "chat.sent-privately"))
            await self.send(_own(asker), message, _look(reply))
        else:
            await self._answer(query, url=self._link(WATCH, reply))

    async def _rewrite(self, asker: Asker, message: Message | None) -> None:
        """The message that was pressed becomes another, or goes: one change at a time, the newest that waits."""
        pressed = int(asker.context.message)
        key, waits = (asker.chat.id, pressed), (asker.chat.id, pressed) in self._rewritten
        self._rewritten[key] = message
        if waits:
            return
        async with self._screens[key]:
            try:
                for _ in range(QUIET):
                    if self._has_room(asker.chat):
                        break
                    await asyncio.sleep(BREATH)
            finally:
                newest = self._rewritten.pop(key)
            try:
                await self._messenger.rewrite(asker.chat, pressed, newest)
            except TryLater as later:
                self.limits.pause(_budget(asker.chat), later.after)
            except Undeliverable as error:
                LOG.info("a screen stays as it is", extra={"reason": error.reason})

    async def _shown_ephemeral(self, query: str, asker: Asker, reply: Answer) -> bool:
        """Whether they see their hand as a picture in the group, and nobody else does."""
        if reply.message is None or not await self._ephemeral.may_show(asker.chat, int(asker.account)):
            return False
        drawn = await self._inbound.draw(reply.message)
        if drawn is None:
            return False
        message = replace(reply.message, controls=())  # their cards are played in the private chat
        room = partial(self._spare, asker.chat)
        return await self._ephemeral.show(asker.chat, int(asker.account), query, message, drawn, room)

    def _spare(self, chat: Chat) -> bool:
        """Whether a group has room for what is no turn; it counts."""
        return not self.limits.is_crowded(_budget(chat)) and self.limits.room(_budget(chat))

    async def _answer(self, query: str, text: str = "", alert: bool = False, url: str = "") -> None:
        """Asked again while it makes sense; a press that was too long ago needs no answer any more, nor a second."""
        if query in self._answered_presses:
            return
        self._answered_presses[query] = None
        for tried in range(TRIES):
            found = await self._refusal(query, text, alert, url)
            if found is None or found.kind is ErrorKind.OLD:
                return
            if found.kind is not ErrorKind.LATER or found.after > QUERY * 1000:
                LOG.warning("a press is not answered", extra={"words": found.words})
                return
            await asyncio.sleep(found.after / 1000 or SOON * 2**tried)

    async def _refusal(self, query: str, text: str, alert: bool, url: str) -> KnownError | None:
        """Why Telegram does not take an answer; None where it does."""
        try:
            await self._bot.answer_callback_query(query, text or None, alert or None, url or None)
        except TelegramError as error:
            return known_error(error)
        return None

    # --- to a line ----------------------------------------------------------------------------------------------------

    async def line(self, asker: Asker, reply: Answer) -> None:
        """What was written is answered where it was written, in order, unless it is for one person alone, or long.

        Where the answer asks something back, the question comes below it, in a private chat. Where it cannot be made,
        that is said to be our fault.
        """
        try:
            await self._answer_writer(asker, reply)
        except Exception:
            LOG.exception("what a line is answered could not be said")
            language = asker.context.language
            fault = Message(language, lines=(say(language, "fault.ours"),))
            await self._send(asker.chat, lambda: self._messenger.answer(asker.chat, fault, None, asker.line))

    async def _answer_writer(self, asker: Asker, reply: Answer) -> None:
        question = reply.message if reply.message is not None and reply.message.asks else None
        if question is not None:
            is_said = not reply.done or not asker.chat.private  # what is wrong, or how it is written
            reply = replace(reply, message=replace(question, asks="") if is_said else None)
        async with self._lines[asker.chat.id]:
            if question is None or reply.message is not None:
                await self._answer_line(asker, await self._with_word(asker, reply))
            if question is not None and asker.chat.private:
                await self._ask(asker.chat, question)

    async def _with_word(self, asker: Asker, reply: Answer) -> Answer:
        """In a group what the table alone shows is answered in a word, too, so that its writer knows it was heard."""
        if reply.message is not None or reply.file is not None or reply.joined or reply.again or asker.chat.private:
            return reply
        language = await self._language(asker)
        return replace(reply, message=Message(language, lines=(say(language, "done.shown"),)), to=Readers.THERE)

    async def _answer_line(self, asker: Asker, reply: Answer) -> None:
        message = reply.message
        if reply.file is not None:
            await self._file(asker, reply)
        if reply.joined and not asker.chat.private and not await self._inbound.is_open(asker.context, sits_down=True):
            if reply.in_lobby and message is not None:
                language = await self._language(asker)
                text = "\n".join([*message.lines, say(language, "chat.open")])
                await self._shown_the_way(asker, reply, text)
                return
            if reply.seated:
                return  # the group calls them by their name
        if message is None:
            return
        if asker.chat.private and _is_own_hand(reply):
            await self._inbound.show(asker.context, reply.table)
        elif asker.chat.private or self._is_for_all(asker, reply, message):
            there = await self._send_look(asker.chat, message, _look(reply), asker.line)
            await self._note_announcement(reply, there)
            self._note_question(asker, there if message.controls else "")
            if not there and not asker.chat.private and await self._inbound.is_open(asker.context):
                self.soon(self.send(_own(asker), message, _look(reply)))
        elif reply.short:
            await self._send_look(asker.chat, replace(message, lines=(reply.short,)), "", asker.line)
            if await self._inbound.is_open(asker.context):
                self.soon(self.send(_own(asker), message))
        elif reply.is_gone or await self._inbound.is_open(asker.context):
            self.soon(self.send(_own(asker), message, _look(reply)))
            language = await self._language(asker)
            note = Message(language, lines=(say(language, "chat.sent-privately"),))
            await self._send_look(asker.chat, note, "", asker.line)
        else:
            language = await self._language(asker)
            await self._shown_the_way(asker, reply, say(language, "chat.privately"))

    async def _note_announcement(self, reply: Answer, reference: str) -> None:
        """Where an answer stands by which people join a match: it loses its button when they cannot any more."""
        if reference and reply.announces is not None:
            await self._inbound.dates.note_announced(reply.announces.plan, reply.announces.starts, reference)

    def _note_question(self, asker: Asker, reference: str) -> None:
        """Whose line or press a message of a group answers, whose buttons may ask them something."""
        if reference and not asker.chat.private:
            self._askers[Reference.parse(reference).name] = asker.account

    def asks_somebody_else(self, asker: Asker, name: str) -> bool:
        """Whether a message of this name is known to answer another one's line or press."""
        return self._askers.get(name, asker.account) != asker.account

    def _is_for_all(self, asker: Asker, reply: Answer, message: Message) -> bool:
        """Whether the group reads it: what is short, and boards and scores while there is room for them.

        Menus that set something there stand there, however much is set: elsewhere they would set something else.
        """
        if reply.readers is Readers.ASKER:
            return False
        if _is_screen(reply.screen):
            return True
        crowded = self.limits.is_crowded(_budget(asker.chat))
        return not crowded if reply.readers is Readers.ALL else not _is_long(message)

    async def _shown_the_way(self, asker: Asker, reply: Answer, text: str) -> None:
        """They have to open the private chat."""
        language = await self._language(asker)
        what = RULES if reply.shows == Verb.RULES else SEAT
        links = [[leading_to(say(language, "button.open-chat"), self._link(what, reply))]]
        html = escape_html(text)
        await self._send(asker.chat, lambda: self._messenger.call(asker.chat, html, links, asker.line))

    # --- both ---------------------------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, look: str = "") -> None:
        """A message of its own, tried again while it makes sense; it counts in the chat's budget.

        `look` names what they look at: the same again replaces it.
        """
        await self._send_look(chat, message, look)

    async def _send_look(self, chat: Chat, message: Message, look: str, line: int = 0) -> str:
        """The reference of what was sent, "" where it was not."""
        turn = self._looks.turn()
        drawn = await self._inbound.draw(message)
        found = await self._send(chat, lambda: self._messenger.answer(chat, message, drawn, line))
        if found is not None and look and (chat.private or _is_screen(look)):
            await self._replace_look(chat, look, turn, found)
        return found or ""

    async def call(self, chat: Chat, html: str, links: Keyboard) -> str:
        """A message that is to be heard, of words that are HTML already; its reference, "" where it was not sent."""
        return await self._send(chat, lambda: self._messenger.call(chat, html, links)) or ""

    async def _send(self, chat: Chat, send: Callable[[], Awaitable[str]]) -> str | None:
        """As soon as there is room, and not at all where there is none for long: turns of games go first.

        Where Telegram wants a chat to be left alone for a time, nobody writes there for so long.
        """
        pause = partial(self.limits.pause, _budget(chat))
        await self._quiet(chat)
        return await send_with_retries(send, lambda: self._has_room(chat), pause)

    async def _quiet(self, chat: Chat) -> None:
        """A private chat is written to when it has room; what somebody has asked for there is sent in any case."""
        for _ in range(QUIET if chat.private else 0):
            if self.limits.room(_budget(chat)):
                return
            await asyncio.sleep(BREATH)

    def _has_room(self, chat: Chat) -> bool:
        return chat.private or self._spare(chat)

    async def _replace_look(self, chat: Chat, look: str, turn: int, reference: str) -> None:
        """Of the same look in their private chat the one asked for last stays: an older one shows an older table."""
        older = self._looks.put((chat.id, look), turn, reference)
        if older is not None:
            with suppress(TryLater, Undeliverable):
                await self._messenger.retire(chat, older, remove=True)

    async def greet(self, chat: Chat) -> str:
        """What a group reads at first, with the way to a game at once, which is played in the private chat.

        Who adds the bot by a link makes Telegram tell of it twice. The reference of the message, "" where none is sent.
        """
        now = self._inbound.clock()
        if now - self._greeted.get(chat.id, -ONCE) < ONCE:
            return ""
        self._greeted[chat.id] = now
        language = await self._inbound.presence.language(channel_of(chat.id))
        hello = welcome_message(language, private=False)
        play = leading_to(say(language, "button.play-now"), link(self._bot.username, HELLO, ""))
        links = [*keyboard(hello.controls), [play]]
        html = words(hello, beside_picture=False, drawn=False)
        return await self.call(chat, html, links)

    async def take_back(self, chat: Chat, reference: str) -> None:
        """A message goes that should not have been sent."""
        with suppress(TryLater, Undeliverable):
            await self._messenger.retire(chat, reference, remove=True)

    def forget_group(self, chat: Chat) -> None:
        """A group is no longer ours: as soon as it is again, it is greeted."""
        self._greeted.pop(chat.id, None)

    async def bare(self, chat: Chat, message: int) -> None:
        """A message loses its buttons, if that can be now."""
        if not self._has_room(chat):
            return
        try:
            await self._messenger.bare(chat, message)
        except TryLater as later:
            self.limits.pause(_budget(chat), later.after)
        except Undeliverable as error:
            LOG.info("a message keeps its buttons", extra={"reason": error.reason})

    async def _file(self, asker: Asker, reply: Answer) -> None:
        """Into their private chat, or the group where that may read it; else the way to the private chat."""
        assert reply.file is not None
        name, content = reply.file
        chat = _own(asker) if asker.chat.private or await self._inbound.is_open(asker.context) else asker.chat
        if not chat.private and reply.readers is Readers.ASKER:
            if reply.message is None:  # else it is told that it belongs there
                await self._shown_the_way(asker, reply, say(await self._language(asker), "chat.privately"))
            return
        line = 0 if chat.private else asker.line
        reference = await self._send(chat, lambda: self._messenger.document(chat, name, content, line))
        if reference is None and not chat.private:  # a group may take words and no files
            await self._shown_the_way(asker, reply, say(await self._language(asker), "chat.privately"))

    async def _language(self, asker: Asker) -> Language:
        """Their own; that of the group where nobody is known to ask."""
        language = asker.person and asker.context.language
        return language or await self._inbound.presence.language(channel_of(asker.chat.id))

    def _link(self, what: str, reply: Answer) -> str:
        return link(self._bot.username, what, reply.label)


def _budget(chat: Chat) -> str:
    """The chat whose budget a message uses: topics have none of their own."""
    return f"{PLATFORM}:{chat.id.partition('/')[0]}"


def _own(asker: Asker) -> Chat:
    return Chat(asker.account, private=True)


def _look(reply: Answer) -> str:
    """What a reply shows of which table, "" for what is no look at a table."""
    if reply.screen:
        return reply.screen
    return f"{reply.shows}:{reply.table}" if reply.shows is not None else ""


def _is_screen(look: str) -> bool:
    """Whether one of them stands in a group, too; a look that somebody takes there is theirs alone."""
    return look.startswith("settings:")


def _is_own_hand(reply: Answer) -> bool:
    """Whether somebody asks for the cards in their hand: they have a message of their own."""
    return reply.shows == Verb.HAND and reply.message is not None and reply.message.picture is not None


def _is_long(message: Message) -> bool:
    """Whether a group would rather not have it."""
    return len("\n".join(message.lines)) > 600 or message.picture is not None
