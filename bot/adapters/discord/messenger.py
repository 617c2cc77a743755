"""Discord's `Messenger`: messages sent, edited, retired, each the way that leads to its reader.

That is a private message, or where they ask for their hand; for a table its thread, or the channel.
"""

import logging
from collections.abc import Awaitable
from dataclasses import replace
from typing import Any, Final, TypeVar

from discord import AllowedMentions, Object
from discord import Message as DiscordMessage

from bot.adapters.discord.bodies import label_of, only_theirs
from bot.adapters.discord.calls import Calls
from bot.adapters.discord.chat_ids import PLATFORM
from bot.adapters.discord.ephemeral_hands import EphemeralHands, following
from bot.adapters.discord.errors import ErrorKind, RequestRefused
from bot.adapters.discord.plainer import in_some_form
from bot.adapters.discord.threads import Threads
from bot.adapters.discord.tokens import Press, Tokens, hand_key
from bot.gateway.outbound.message_reference import Reference, name_of
from bot.gateway.outbound.messenger import LOOKED_AT, Chat, Drawn
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.heard import is_of_turn
from bot.messages.message import Message
from bot.words.languages import say
from bot.words.names import escape_markdown

LOG: Final = logging.getLogger(__name__)
LONG_AGO: Final = 0.001
CALLED: Final = 20  # signs of it, before a word that makes another one

T = TypeVar("T")


class DiscordMessenger:
    """Raises `TryLater` and `Undeliverable`."""

    platform = PLATFORM

    def __init__(self, calls: Calls, tokens: Tokens) -> None:
        self.calls = calls
        self.ephemeral = EphemeralHands()
        self._tokens = tokens
        self._threads = Threads(calls)

    # --- the messenger's three ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str, *, quiet: bool = False) -> str:
        """`once` is the nonce: the same message again within minutes is the one that is there already."""
        if chat.apart:
            return await self._apart(chat, message, drawn, once)
        if chat.private and message.anew:
            self.calls.asks(chat.id, asks=chat.only_on_request)
        if chat.private and (chat.only_on_request or self.calls.is_shut(chat)):
            return await self._looked_at(chat, message, drawn, once)

        async def post(one: Message, seen: Drawn | None) -> Reference:
            try:
                return await self.calls.send(chat, one, seen, once, quiet=quiet)
            except RequestRefused as refused:
                if refused.kind is not ErrorKind.BLOCKED or not (chat.mentioned and chat.table):
                    raise
            return await self.calls.send(replace(chat, table=""), one, seen, once, quiet=quiet)  # without the link

        try:
            new = await in_some_form(message, drawn, post)
        except RequestRefused as refused:
            if refused.kind is ErrorKind.SHUT and chat.private:
                return await self._looked_at(chat, message, drawn, once)
            if refused.kind is not ErrorKind.LACKING or drawn is None:
                raise self._undeliverable(chat, refused) from None
            new = await self._anyhow(chat, post(message, None))
        await self._alive_there_too(chat, message, drawn)
        return str(new)

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        if chat.private and message.anew:
            self.calls.asks(chat.id, asks=chat.only_on_request)
        if reference.startswith(LOOKED_AT):
            return await self._looked_at_again(chat, reference, message, drawn)
        old = Reference.parse(reference)
        if not chat.private and old.chat != int(chat.id):
            return await self._edited_apart(chat, old, message, drawn)
        if message.controls and self.calls.is_worn(old):  # what has nothing to press stays where it is, while it can
            return await self._send_anew(chat, old, message, drawn)
        try:
            new = await in_some_form(message, drawn, lambda *form: self.calls.change(chat, old, *form))
        except RequestRefused as refused:
            if refused.kind in (ErrorKind.GONE, ErrorKind.WORN) and chat.over:
                return reference
            if refused.kind is ErrorKind.GONE:
                return await self.send(chat, message, drawn, "")
            if refused.kind is ErrorKind.WORN:
                return await self._send_anew(chat, old, message, drawn)
            if refused.kind is not ErrorKind.LACKING or drawn is None:
                raise self._undeliverable(chat, refused) from None
            new = await self._anyhow(chat, self.calls.change(chat, old, message, None))
        await self._alive_there_too(chat, message, drawn)
        return str(new)

    def pressed_at(self, reference: str) -> float:
        """When the press came through which this message is changed now; 0 for none."""
        if reference.startswith(LOOKED_AT):
            return LONG_AGO
        name = name_of(reference)
        since = self._tokens.since(name)  # first what is asked quickly: few of all that wait were pressed on
        return since if since and not self.calls.is_worn(Reference.parse(reference)) else 0.0

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        if reference == LOOKED_AT:
            return
        old = Reference.parse(reference.removeprefix(LOOKED_AT))
        self._tokens.forget(old.name)
        there = self.calls.there(old.chat).get_partial_message(old.message)
        here = chat if chat.private else Chat(str(old.chat), private=False)  # or in a thread of the channel
        try:
            how: dict[str, Any] = {"content": escape_markdown(chat.instead)} if chat.instead else {}
            await self.calls.call(here, there.delete if remove else (lambda: there.edit(view=None, **how)))
        except RequestRefused as refused:
            if refused.kind is ErrorKind.WORN:
                raise TryLater(refused.words) from None
            LOG.info("an old message stays as it is", extra={"trouble": refused.kind.name})

    async def below(self, chat: Chat, reference: str, most: int) -> int:  # noqa: ARG002  the reference says where
        """What stands below a message in its channel or thread."""
        return await self.calls.count_below(Reference.parse(reference), most)

    async def is_here(self, chat: Chat, account: str, *, anew: bool = False) -> bool:
        """Whether somebody is in a channel's server."""
        return await self.calls.is_member(int(chat.id), int(account), anew=anew)

    async def _send_anew(self, chat: Chat, old: Reference, message: Message, drawn: Drawn | None) -> str:
        """A message that is old stands below anew, without a sound."""
        here = replace(chat, apart="", table="") if not chat.private else chat
        new = await self.send(here, message, drawn, f"again{old.message}", quiet=True)
        await self.retire(chat, str(old), remove=True)
        return new

    async def _anyhow(self, chat: Chat, call: Awaitable[T]) -> T:
        """What was tried with a picture, without one."""
        try:
            return await call
        except RequestRefused as refused:
            raise self._undeliverable(chat, refused) from None

    def _undeliverable(self, chat: Chat, refused: RequestRefused) -> Undeliverable:
        """Where a permission is lacking even without a picture, nothing can be written.

        Nor can it in an archived thread that a new message does not wake, for it is locked, too.
        """
        if refused.kind in (ErrorKind.LACKING, ErrorKind.ASLEEP):
            self.calls.close(chat)
        return Undeliverable(refused.words)

    async def stands_elsewhere(self, chat: Chat, label: str, message: Message) -> None:
        """The hand beside the table loses its cards and buttons; it comes alive again where its reader comes back."""
        key = hand_key(chat.id, label)
        await self.ephemeral.calm(key)
        press = self._tokens.last(key)
        if press is None or not self.ephemeral.is_hand(key):
            return
        self.ephemeral.note(key, press, None)
        try:
            await self.calls.call(chat, lambda: _edit(press, message, None))
        except (RequestRefused, TryLater):
            self._tokens.forget(key)
            LOG.info("a hand beside a table keeps its buttons")

    # --- a table's own room -------------------------------------------------------------------------------------------

    async def _apart(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """In the table's thread; where there can be none, in the channel."""
        room = await self._threads.room(chat, once, message.language)
        if room:
            try:
                return await self.send(Chat(str(room), private=False, quiet=chat.quiet), message, drawn, once)
            except Undeliverable:
                await self._threads.lacking(chat, once, message.language)
        return await self.send(replace(chat, apart="", table=""), message, drawn, once)

    async def _edited_apart(self, chat: Chat, old: Reference, message: Message, drawn: Drawn | None) -> str:
        """A message in a thread; where nothing can be written there any more, it is shown in the channel."""
        try:
            return await self.edit(Chat(str(old.chat), private=False), str(old), message, drawn)
        except Undeliverable:
            return await self.send(replace(chat, apart="", table=""), message, drawn, "")

    # --- for one person alone -----------------------------------------------------------------------------------------

    async def _alive_there_too(self, chat: Chat, message: Message, drawn: Drawn | None) -> None:
        """A hand that was shown in private stands as it is now where its reader has looked at it beside the table."""
        if chat.private and message.anew:
            await self._show_ephemeral(chat, message, drawn)

    async def _looked_at(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """Their hand stands where they ask for it; a reminder calls them there. Nothing else reaches them."""
        await self._show_ephemeral(chat, message, drawn)
        if not message.anew:
            raise Undeliverable("private messages closed")
        calls = message.notify and is_of_turn(message.ping) and chat.table and not chat.called
        return f"{LOOKED_AT}{await self._mention(chat, message, once)}" if calls else LOOKED_AT

    async def _looked_at_again(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        """The same hand, later; the call that reminded them goes as soon as they have played."""
        if not chat.only_on_request and not self.calls.is_shut(chat):
            new = await self.send(chat, message, drawn, "")
            await self.retire(chat, reference, remove=True)
            return new
        await self._show_ephemeral(chat, message, drawn)
        if message.notify:
            return reference
        await self.retire(chat, reference, remove=True)
        return LOOKED_AT

    async def _mention(self, chat: Chat, message: Message, once: str) -> str:
        """The message by the table that mentions them, and nobody else; "" where none can be written.

        Everybody reads it, so it is in the channel's language, as the button is that it names.
        """
        where = Reference.parse(chat.table).chat
        language = chat.language or message.language
        button = say(language, "button.hand")
        words = say(language, "chat.your-turn", table=label_of(message), button=button)
        only_them = AllowedMentions(everyone=False, roles=False, users=[Object(int(chat.id))])

        async def call() -> DiscordMessage:
            how: dict[str, Any] = {"nonce": f"{once[:CALLED]}call"} if once else {}
            return await self.calls.there(where).send(f"<@{chat.id}> {words}", allowed_mentions=only_them, **how)

        try:
            mention = await self.calls.call(Chat(str(where), private=False), call)
        except RequestRefused:
            return ""
        return str(Reference(where, mention.id))

    async def show_beside(self, account: str, hand: Message, drawn: Drawn | None) -> None:
        """A hand that somebody looks at beside its table stands as it is now; nothing where they look at none."""
        await self._show_ephemeral(Chat(account, private=True), hand, drawn)

    async def _show_ephemeral(self, chat: Chat, message: Message, drawn: Drawn | None) -> None:
        """The hand of somebody who cannot be written to, where they last looked at it, without a sound."""
        key = hand_key(chat.id, label_of(message))
        await self.ephemeral.calm(key)
        press = self._tokens.of(key)
        if press is None or self.ephemeral.shows(key, press, message):
            return
        hand = following(message) if self.calls.looks_here(chat.id) else message
        try:
            await in_some_form(hand, drawn, lambda *form: self.calls.call(chat, lambda: _edit(press, *form)))
        except (RequestRefused, TryLater):
            self._tokens.forget(key)
            self.ephemeral.note(key, press, None)
        else:
            self.ephemeral.note(key, press, message)


async def _edit(press: Press, message: Message, drawn: Drawn | None) -> None:
    await press.edit_original_response(**only_theirs(message, drawn))
