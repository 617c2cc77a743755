"""What is said back to one person: always at once, seen by them alone, and never a card to anybody else.

A press or a command is acknowledged before anything is done, within a few milliseconds, unless what it changes can be
its answer (`first_answers`). Then its answer takes the place of the acknowledgement: the picture they asked for, a word
why it cannot be, or nothing where it can be seen anyway.
"""

import asyncio
import io
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final, TypeAlias

from aiohttp import ClientResponse, ClientSession
from discord import File
from discord.ui import Modal

from bot.adapters.discord.bodies import only_theirs
from bot.adapters.discord.chat_ids import PLATFORM
from bot.adapters.discord.ephemeral_hands import following
from bot.adapters.discord.errors import FAILED, ErrorKind, KnownError, known_error
from bot.adapters.discord.first_answers import TRIES, How
from bot.adapters.discord.followed_hands import FollowedHands
from bot.adapters.discord.messenger import DiscordMessenger
from bot.adapters.discord.plainer import shapes, wordless
from bot.adapters.discord.shared_shards import Shards
from bot.adapters.discord.tokens import Press, Tokens, hand_key
from bot.bounded import Bounded
from bot.gateway.inbound.commands import BY_NAME
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.outbound.limits import Limits
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.gateway.outbound.replies import send_with_retries
from bot.gateway.outbound.responder import Responder
from bot.messages.buttons import Ask, Garbled, Verb, decode
from bot.messages.message import Message
from bot.requests.answer import Answer
from bot.requests.request_context import RequestContext
from bot.words.languages import Language, say

LOG: Final = logging.getLogger(__name__)
PEOPLE: Final = 10_000  # that are remembered
HOPE: Final = 60.0  # seconds in which somebody waits for what they have asked for
SERVER_FAULT: Final = 500  # from this status on
Form: TypeAlias = Callable[[Message | None, Drawn | None], Coroutine[Any, Any, Any]]


@dataclass(frozen=True, slots=True)
class Asker:
    """Who is answered, on which press, and how it was acknowledged.

    `alone`: the press was on a message that only they see; `own`: that is their hand, at the table with this name.
    """

    press: Press
    how: How
    context: RequestContext
    chat: Chat
    alone: bool = False
    own: bool = False
    label: str = ""

    @property
    def account(self) -> str:
        return str(self.press.user.id)

    @property
    def person(self) -> str:
        return self.context.person.id


@dataclass(slots=True)
class Hoping:
    """Somebody who has asked for what is to come to the private chat, and whether they have their answer.

    `bare`: that says no more than which table comes. `is_warned`: it says already that nothing does.
    """

    asker: Asker
    answer_sent: asyncio.Event = field(default_factory=asyncio.Event)
    since: float = field(default_factory=time.monotonic)
    bare: bool = False
    is_warned: bool = False


def how_for(text: str, alone: bool) -> How:
    """How the press of a button with this text is acknowledged; `alone`: on a message that only they see."""
    press = decode(text)
    if alone or isinstance(press, Garbled):
        return How.SAME if alone else How.NEW
    return How.NEW if isinstance(press.request, Ask) and _reads(press.request.verb) else How.SAME


def _reads(verb: Verb) -> bool:
    """Whether it is answered with something to read; so may be any command that a button says."""
    command = BY_NAME.get(verb)
    return verb in (Verb.SAY, Verb.SETUP) or (command is not None and (command.reads or command.look is not None))


class DiscordResponder(Responder):
    """Says things back, in the background: nobody waits for it but who asked."""

    shows_hands_in_channels = True

    def __init__(
        self, messenger: DiscordMessenger, tokens: Tokens, inbound: Inbound, limits: Limits, shards: Shards
    ) -> None:
        super().__init__(PLATFORM, limits)
        self.followed = FollowedHands(shards, tokens, inbound, messenger.show_beside, self.soon)
        self._messenger = messenger
        self._tokens = tokens
        self._inbound = inbound
        # people who know why they see their hand only where they ask for it
        self._explained: Bounded[str, None] = Bounded(PEOPLE)
        self._hoping: Bounded[str, Hoping] = Bounded(PEOPLE)  # by account, and by private channel
        self._told_closed: Bounded[str, None] = Bounded(PEOPLE)  # accounts that know that nothing comes there
        self._once: ClientSession | None = None

    # --- the answer ---------------------------------------------------------------------------------------------------

    async def answer(self, asker: Asker, reply: Answer) -> None:
        """What takes the place of the acknowledgement."""
        if asker.own:
            try:
                await self._hand(asker, reply)
            finally:
                self._messenger.ephemeral.finish(hand_key(asker.account, asker.label))
        elif asker.how is How.NEW or (asker.alone and not reply.again):
            await self._message(asker, reply)
        elif reply.message is not None or reply.file is not None:
            await self.beside(asker, reply)

    def has_answer(self, asker: Asker, reply: Answer) -> bool:
        """Whether `answer` does anything at all: most presses in chats change their message and say nothing."""
        return asker.own or asker.how is How.NEW or asker.alone or reply.message is not None or reply.file is not None

    def hopes(self, asker: Asker) -> Hoping:
        """What this person asks for is to come to the private chat; they are told if nothing arrives there."""
        hoping = Hoping(asker)
        self._hoping[asker.account] = hoping
        if asker.chat.private:
            self._hoping[str(asker.press.channel_id)] = hoping
        return hoping

    def hopes_no_more(self, hoping: Hoping) -> None:
        """What they are answered is about no table: that nothing can come to the private chat they are told once."""
        hoping.is_warned = hoping.is_warned or hoping.asker.account in self._told_closed

    async def in_vain(self, chat: Chat) -> None:
        """Nothing can be written there: who has just asked for it is told so, and where the hand is."""
        hoping = self._hoping.get(chat.id)
        if hoping is None or time.monotonic() - hoping.since > HOPE:
            return
        await hoping.answer_sent.wait()
        if hoping.is_warned:
            return
        hoping.is_warned = True
        self._told_closed[hoping.asker.account] = None
        words = closed_words(hoping.asker.context.language, hoping.asker.press)
        if hoping.bare:
            await self._show(hoping.asker, words)
        else:
            await self.beside(hoping.asker, Answer(False, message=words))

    async def _hand(self, asker: Asker, reply: Answer) -> None:
        """A hand that only they see is shown as it is now, with what is to be said above it; a question comes first."""
        message, hand = reply.message, None
        if message is None or not (message.controls or message.picture is not None):
            hand = await self._inbound.look(asker.context, reply.table or asker.label)
            message = replace(hand, lines=(*message.lines, *hand.lines)) if hand and message else hand or message
        if message is not None and hand is not None:
            if asker.how is How.NEW:
                message = self._with_reason(asker, message)
            elif self._messenger.calls.looks_here(asker.account):
                message = following(message)
        await self._show(asker, message, hand=hand)
        await self.followed.note(asker.context, asker.label, reply.table or asker.label)

    async def _message(self, asker: Asker, reply: Answer) -> None:
        message = reply.message
        is_hand = reply.shows == Verb.HAND and message is not None and message.controls and reply.label
        if is_hand and asker.chat.private and not self._messenger.calls.looks_here(asker.account):
            await self._hand_anew(asker, reply)
        elif is_hand and message is not None:
            await self._hand_here(replace(asker, own=True, label=reply.label), reply, message)
        else:
            await self._show(asker, message, reply.file)

    async def _hand_here(self, own: Asker, reply: Answer, hand: Message) -> None:
        """Their hand where they asked for it, as it is by now; letters for it wait until it stands there."""
        key = hand_key(own.account, own.label)
        self._messenger.ephemeral.begin(key)
        try:
            hand = await self._inbound.look(own.context, reply.table) or hand
            await self._show(own, self._with_reason(own, hand), hand=hand)
        finally:
            self._messenger.ephemeral.finish(key)
        await self.followed.note(own.context, own.label, reply.table)

    async def _hand_anew(self, asker: Asker, reply: Answer) -> None:
        """The hand that stands in their private chat stands below now, and no copy of it."""
        await self._inbound.show(asker.context, reply.table)
        language = asker.context.language
        await self._show(asker, Message(language, lines=(say(language, "chat.here", table=reply.label),)))

    def _with_reason(self, asker: Asker, hand: Message) -> Message:
        """Why no private messages come, told once; while others play, how long the hand follows the game there."""
        if not self._messenger.calls.looks_here(asker.account) and not hand.step:
            return replace(hand, lines=(*hand.lines, say(hand.language, "chat.hand-comes")))
        hand = following(hand)
        if not self._messenger.calls.is_closed(asker.account) or asker.person in self._explained:
            return hand
        self._explained[asker.person] = None
        return replace(hand, lines=(say(hand.language, "chat.closed"), *hand.lines))

    async def _show(
        self,
        asker: Asker,
        message: Message | None,
        file: tuple[str, bytes] | None = None,
        hand: Message | None = None,
    ) -> None:
        """The acknowledgement becomes the message; without one it goes. `hand` is the hand that it shows."""
        if asker.own:
            key = hand_key(asker.account, asker.label)
            older = self._tokens.of(key)
            if asker.how is How.NEW and older is not None and older.id != asker.press.id:
                self.soon(self._delete(older))
            self._tokens.keep(key, asker.press)
            self._messenger.ephemeral.note(key, asker.press, hand)
        if message is None and file is None:
            await self._try(asker.press.delete_original_response)
            return

        async def edit(form: Message | None, drawn: Drawn | None) -> Any:
            body = _body(asker, form, drawn, launches=self._messenger.calls.launches)
            body["attachments"] += _files(file)
            return await asker.press.edit_original_response(**body)

        kind = await self._try_forms(edit, message)
        if asker.own and kind is not None:
            self._messenger.ephemeral.note(hand_key(asker.account, asker.label), asker.press, None)
        if kind is ErrorKind.OLD and message is not None:
            self.soon(self.send(Chat(asker.account, private=True), message))

    async def ask(self, press: Press, form: Modal) -> None:
        """A form comes to who has pressed, which is the acknowledgement, too."""
        await self._try(lambda: press.response.send_modal(form), tries=1)

    async def hand_beside(self, asker: Asker, reply: Answer) -> None:
        """The hand of somebody who has played by a message that everybody sees."""
        hand = await self._inbound.look(asker.context, reply.table)
        if hand is not None:
            own = replace(asker, own=True, label=reply.label)
            await self.beside(own, Answer(True, message=self._with_reason(own, hand)))
            await self.followed.note(own.context, own.label, reply.table)

    async def _delete(self, older: Press) -> None:
        """A hand that stands further up goes: a newer one stands below."""
        await self._try(older.delete_original_response)

    async def beside(self, asker: Asker, reply: Answer) -> None:
        """Something is to be said about a press that left its message as it is."""

        async def follow(form: Message | None, drawn: Drawn | None) -> Any:
            body = _body(asker, form, drawn, launches=self._messenger.calls.launches)
            body["files"] = body.pop("attachments") + _files(reply.file)
            if body["view"] is None:
                body.pop("view")
            beside = asker.press.followup
            beside.session = self._no_repeats()
            return await beside.send(ephemeral=True, wait=True, **body)

        await self._try_forms(follow, reply.message, tries=1)

    async def _try_forms(self, call: Form, message: Message | None, tries: int = TRIES) -> ErrorKind | None:
        """The call with the message in a form that Discord takes; the kind of the error that is left.

        Where only the picture may not be uploaded, or is too large, the same form goes without it.
        """
        if message is None:
            return await self._try(lambda: call(None, None), tries)
        drawn = await self._inbound.draw(message)
        kind = await self._first_of(shapes(message, drawn), ErrorKind.MALFORMED, call, tries)
        if kind is ErrorKind.BLOCKED:
            kind = await self._first_of(wordless(message, drawn), ErrorKind.BLOCKED, call, tries)
        return kind

    async def _first_of(
        self, forms: Iterator[tuple[Message, Drawn | None]], refused: ErrorKind, call: Form, tries: int
    ) -> ErrorKind | None:
        """The call with one form after the other, as long as it is `refused`; the kind of the error that is left."""
        kind = None
        for form, drawn in forms:
            kind = await self._try(partial(call, form, drawn), tries)
            if kind in (ErrorKind.LACKING, ErrorKind.TOO_LARGE) and drawn is not None:
                kind = await self._try(partial(call, form, None), tries)
            if kind is not refused:
                break
        return kind

    def _no_repeats(self) -> ClientSession:
        """For calls that make something new each time and bear no mark.

        Where it is not known whether such a one has arrived it is not repeated, by the library neither: who is not told
        why their play was refused presses again.
        """
        if self._once is None:
            self._once = ClientSession(raise_for_status=_unless_it_may_have_arrived)
        return self._once

    async def stop(self) -> None:
        await super().stop()
        if self._once is not None:
            await self._once.close()

    async def _try(self, call: Callable[[], Coroutine[Any, Any, Any]], tries: int = TRIES) -> ErrorKind | None:
        """The call, again while the line is broken; the kind of the error that is left."""
        found = KnownError(ErrorKind.LATER, "")
        for tried in range(tries):
            try:
                await call()
                return None
            except FAILED as error:
                found = known_error(error)
            if found.kind is not ErrorKind.LATER or found.after:  # a time that is named is too long for an answer
                break
            await asyncio.sleep(0.5 * tried)
        level = logging.ERROR if found.kind in (ErrorKind.MALFORMED, ErrorKind.TOO_LARGE) else logging.INFO
        LOG.log(level, "an answer reaches nobody", extra={"trouble": found.kind.name, "words": found.words})
        return found.kind

    # --- messages of their own ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message) -> None:
        """A message of its own, tried again while it makes sense; it counts in the chat's budget."""
        await self.reaches(chat, message)

    async def reaches(self, chat: Chat, message: Message) -> bool:
        """The same; whether it has come there."""
        drawn = await self._inbound.draw(message)
        once = secrets.token_hex(12)
        reference = await send_with_retries(
            lambda: self._messenger.send(chat, message, drawn, once), lambda: self._has_room(chat)
        )
        return reference is not None

    def _has_room(self, chat: Chat) -> bool:
        return chat.private or self.limits.room(f"{PLATFORM}:{chat.id}")

    async def bare(self, asker: Asker) -> None:
        """A message loses its buttons: one that nobody knows of any more."""
        await self._try(lambda: asker.press.edit_original_response(view=None))


def closed_words(language: Language, press: Press) -> Message:
    """That no private message arrives, and where the hand can be seen instead."""
    sentences = [say(language, "chat.closed-hand")]
    if press.guild_id is None:
        sentences.append(say(language, "chat.closed-table"))
    return Message(language, lines=tuple(sentences))


async def _unless_it_may_have_arrived(response: ClientResponse) -> None:
    """Raises `aiohttp.ClientResponseError` for an answer that says neither yes nor no."""
    if response.status >= SERVER_FAULT:
        response.raise_for_status()


def _body(asker: Asker, message: Message | None, drawn: Any, *, launches: bool) -> dict[str, Any]:
    if message is None:
        return {"content": None, "view": None, "attachments": []}
    return only_theirs(message, drawn) if asker.own else only_theirs(message, drawn, mark="", launches=launches)


def _files(file: tuple[str, bytes] | None) -> list[File]:
    return [File(io.BytesIO(file[1]), file[0])] if file is not None else []
