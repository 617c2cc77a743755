"""The hands: messages sent, edited, retired.

What a message shows is remembered in its reference, so that an edit uploads a picture only where it has changed. Where
a person has just pressed on a message, it is changed through his press.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from discord import AllowedMentions, Client, Object, PartialMessageable
from discord import Message as Sent

from bot.adapters.discord.bodies import label_of, mark, only_his, picture, shows
from bot.adapters.discord.components import view_of
from bot.adapters.discord.glimpses import Glimpses
from bot.adapters.discord.markup import words
from bot.adapters.discord.places import PLATFORM, Reference, link_to, link_to_channel, parse_reference
from bot.adapters.discord.threads import ASLEEP_AFTER, Threads
from bot.adapters.discord.tokens import Tokens, glimpse
from bot.adapters.discord.troubles import FAILED, Refused, Trouble, sorted_out
from bot.chat.messages.message import Message
from bot.chat.post.messenger import LOOKED_AT, Chat, Drawn, TryLater, Undeliverable
from bot.chat.speech.languages import say
from bot.chat.speech.names import escape_markdown

LOG: Final = logging.getLogger(__name__)
SHUT_FOR: Final = 10 * 60.0  # seconds until closed private messages are tried again, unless it is his turn before
NOT_YET: Final = 1000  # milliseconds until the bot may be there
AN_OLDER: Final = "?"  # the mark of a picture that is not known
NAMED_ONCE: Final = 25  # signs of a nonce
CALLED: Final = 20  # signs of it, before a word that makes another one

T = TypeVar("T")
Told = Callable[[Chat], None]


class DiscordMessenger:
    """Raises `TryLater` and `Undeliverable`.

    `shut` is told of a chat where nothing can be written, `opened` of a person who can be written to again.
    """

    platform = PLATFORM

    def __init__(self, tokens: Tokens) -> None:
        self.client: Client | None = None  # while the bot is logged in
        self.shut: Told = lambda _chat: None
        self.opened: Told = lambda _chat: None
        self._tokens = tokens
        self._private: dict[str, int] = {}  # a person's private channel
        self._closed: dict[str, float] = {}  # who cannot be written to, and until when that is believed
        self._tried: dict[str, str] = {}  # the turn in which closed private messages were tried last
        self.glimpses = Glimpses()
        self._threads = Threads(self)
        self._servers: dict[int, int] = {}  # of threads, as long as the client does not know them

    # --- the messenger's three ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """`once` is the nonce: the same message again within minutes is the one that is there already."""
        if chat.apart:
            return await self._apart(chat, message, drawn, once)
        if chat.private and (chat.asked or self.is_closed(chat.place)):
            return await self._looked_at(chat, message, drawn, once)
        try:
            return str(await self._sent(chat, message, drawn, once))
        except Refused as refused:
            if refused.trouble is Trouble.SHUT and chat.private:
                self._tried[chat.place] = _turn(message)
                return await self._looked_at(chat, message, drawn, once)
            if refused.trouble is not Trouble.LACKING or drawn is None:
                raise Undeliverable(refused.words) from None
        return str(await self._anyhow(chat, self._sent(chat, message, None, once)))

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        if reference.startswith(LOOKED_AT):
            return await self._looked_at_again(chat, reference, message, drawn)
        old = parse_reference(reference)
        if not chat.private and old.channel != int(chat.place):
            return await self._edited_apart(chat, old, message, drawn)
        said = self._words(chat, message, drawn)
        new = Reference(old.channel, old.message, mark(drawn.png) if drawn else "", mark(said.encode()))
        try:
            await self._edited(chat, old, new, message, drawn)
        except Refused as refused:
            if refused.trouble is Trouble.GONE:
                return await self.send(chat, message, drawn, "")
            if refused.trouble is not Trouble.LACKING or drawn is None:
                raise Undeliverable(refused.words) from None
            plain = Reference(old.channel, old.message, "", mark(self._words(chat, message, None).encode()))
            await self._anyhow(chat, self._edited(chat, old, plain, message, None))
            return str(plain)
        return str(new)

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        if reference == LOOKED_AT:
            return
        old = parse_reference(reference.removeprefix(LOOKED_AT))
        self._tokens.forget(old.name)
        there = self._there(old.channel).get_partial_message(old.message)
        here = chat if chat.private else Chat(str(old.channel), private=False)  # or in a thread of the channel
        try:
            how: dict[str, Any] = {"content": escape_markdown(chat.instead)} if chat.instead else {}
            await self._asked(here, there.delete if remove else (lambda: there.edit(view=None, **how)))
        except Refused as refused:
            LOG.info("an old message stays as it is", extra={"trouble": refused.trouble.name})

    # --- calls --------------------------------------------------------------------------------------------------------

    async def _sent(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> Reference:
        said = self._words(chat, message, drawn)

        async def call() -> Reference:
            where = await self._where(chat)
            how: dict[str, Any] = {"nonce": once[:NAMED_ONCE]} if once else {}
            if drawn is not None:
                how["file"] = picture(message, drawn)
            view = view_of(message.controls)
            if view is not None:
                how["view"] = view
            silent = chat.private and not message.notify
            sent = await self._there(where).send(said, silent=silent, suppress_embeds=True, **how)
            reference = Reference(where, sent.id, mark(drawn.png) if drawn else "", mark(said.encode()))
            return reference if shows(sent, said, view, drawn) else replace(reference, picture="", words="")

        reference = await self._asked(chat, call)
        if not reference.words:  # an older one came back, which was sent before a crash
            reference = replace(reference, picture=mark(drawn.png) if drawn else "", words=mark(said.encode()))
            await self._edited(chat, replace(reference, picture=AN_OLDER), reference, message, drawn)
        if chat.private and self._closed.pop(chat.place, None) is not None:
            self.opened(chat)
        return reference

    async def _edited(self, chat: Chat, old: Reference, new: Reference, message: Message, drawn: Drawn | None) -> None:
        """Through the newest press on it; else as any message, which an archived thread is woken for."""

        def body() -> dict[str, Any]:
            found: dict[str, Any] = {"content": self._words(chat, message, drawn), "view": view_of(message.controls)}
            if old.picture != new.picture:
                found["attachments"] = [picture(message, drawn)] if drawn is not None else []
            return found

        press = self._tokens.of(old.name)
        if press is not None:
            try:
                await self._asked(chat, lambda: press.edit_original_response(**body()))
                return
            except Refused as refused:
                self._tokens.forget(old.name)
                LOG.debug("a press is too old to answer", extra={"trouble": refused.trouble.name})
        there = self._there(old.channel).get_partial_message(old.message)
        try:
            await self._asked(chat, lambda: there.edit(**body()))
        except Refused as refused:
            if refused.trouble is not Trouble.ASLEEP:
                raise
            await self._asked(chat, lambda: self._woken(old.channel))
            await self._asked(chat, lambda: there.edit(**body()))

    async def _woken(self, channel: int) -> None:
        """The thread is no longer archived."""
        await self._online().http.edit_channel(channel, archived=False)

    async def _anyhow(self, chat: Chat, call: Awaitable[T]) -> T:
        """What was tried with a picture, without one; where even that lacks a permission, nothing can be written."""
        try:
            return await call
        except Refused as refused:
            if refused.trouble is Trouble.LACKING:
                self._shut(chat)
            raise Undeliverable(refused.words) from None

    async def _asked(self, chat: Chat, call: Callable[[], Awaitable[T]]) -> T:
        """A call about a chat."""
        try:
            return await call()
        except FAILED as error:
            found = sorted_out(error)
        if found.trouble is Trouble.LATER:
            raise TryLater(found.words, found.after)
        if found.trouble is Trouble.SHUT:
            self._shut(chat)
        elif found.trouble is Trouble.FAULT:
            LOG.error("Discord refuses a call", extra={"words": found.words})
        raise Refused(found.trouble, found.words)

    # --- where --------------------------------------------------------------------------------------------------------

    def knows(self, account: str, channel: int) -> None:
        """He is there in his private channel, and so it is open."""
        self._private[account] = channel
        if self._closed.pop(account, None) is not None:
            self.opened(Chat(account, private=True))

    def is_closed(self, account: str) -> bool:
        """Whether private messages were refused not long ago."""
        return self._closed.get(account, 0.0) > time.monotonic()

    def _shut(self, chat: Chat) -> None:
        if chat.private:
            self._closed[chat.place] = time.monotonic() + SHUT_FOR
        self.shut(chat)

    def _online(self) -> Client:
        if self.client is None:
            raise TryLater("not connected", NOT_YET)
        return self.client

    async def _where(self, chat: Chat) -> int:
        """The channel of a chat; a person's private one is asked for once."""
        if not chat.private:
            return int(chat.place)
        if chat.place not in self._private:
            channel = await self._online().create_dm(Object(int(chat.place)))
            self._private[chat.place] = channel.id
        return self._private[chat.place]

    def _there(self, channel: int) -> PartialMessageable:
        return self._online().get_partial_messageable(channel)

    def _words(self, chat: Chat, message: Message, drawn: Drawn | None) -> str:
        """What is written beside the picture; above a hand stands the way to its table."""
        return words(message, drawn is not None, self._link(chat) if chat.private and label_of(message) else "")

    def _link(self, chat: Chat) -> str:
        """The address of the message that shows the table, or of its channel before that stands there.

        "" where it stands in no server.
        """
        if not chat.table:
            return ""
        shown = parse_reference(chat.table)
        there = self._online().get_channel(shown.channel)
        guild = getattr(there, "guild", None)
        number = guild.id if guild is not None else self._servers.get(shown.channel, 0)
        if not number:
            return ""
        return link_to_channel(number, shown.channel) if chat.older else link_to(number, shown.channel, shown.message)

    # --- a table's own room -------------------------------------------------------------------------------------------

    async def _apart(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """In the table's thread; where there can be none, in the channel."""
        room = await self._threads.room(chat, once, message.language)
        if room:
            try:
                return await self.send(Chat(str(room), private=False), message, drawn, once)
            except Undeliverable:
                await self._threads.lacking(chat, once, message.language)
        return await self.send(replace(chat, apart="", table=""), message, drawn, once)

    async def _edited_apart(self, chat: Chat, old: Reference, message: Message, drawn: Drawn | None) -> str:
        """A message in a thread; where nothing can be written there any more, it is shown in the channel."""
        try:
            return await self.edit(Chat(str(old.channel), private=False), str(old), message, drawn)
        except Undeliverable:
            return await self.send(replace(chat, apart="", table=""), message, drawn, "")

    async def posted(self, chat: Chat, message: Message, once: str) -> int:
        """The number of a new message in a channel. Raises `Refused`."""
        return (await self._sent(replace(chat, apart="", table=""), message, None, once)).message

    async def begun(self, chat: Chat, at: int, name: str) -> int:
        """The number of a thread that begins at a message of the channel, now or before. Raises `Refused`."""
        http = self._online().http
        begin = http.start_thread_with_message
        try:
            await self._asked(chat, lambda: begin(int(chat.place), at, name=name, auto_archive_duration=ASLEEP_AFTER))
        except Refused as refused:
            if refused.trouble is not Trouble.BEGUN:
                raise
        there = self._online().get_channel(int(chat.place))
        if there is not None and (guild := getattr(there, "guild", None)) is not None:
            self._servers[at] = guild.id
        return at

    # --- for one person alone -----------------------------------------------------------------------------------------

    async def _looked_at(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """His hand stands where he asks for it; a reminder calls him there. Whatever is no hand reaches him nowhere."""
        await self._glimpsed(chat, message, drawn)
        if not message.anew:
            raise Undeliverable("private messages closed")
        return f"{LOOKED_AT}{await self._called(chat, message, once)}" if message.notify and chat.table else LOOKED_AT

    async def _looked_at_again(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        """The same hand, later; the call that reminded him goes as soon as he has played."""
        if not chat.asked and (not self.is_closed(chat.place) or self._is_worth_it(chat, message)):
            new = await self.send(chat, message, drawn, "")
            await self.retire(chat, reference, remove=True)
            return new
        await self._glimpsed(chat, message, drawn)
        if message.notify:
            return reference
        await self.retire(chat, reference, remove=True)
        return LOOKED_AT

    def _is_worth_it(self, chat: Chat, message: Message) -> bool:
        """Whether closed private messages are tried again: once a turn of his, before he is reminded of it."""
        if message.notify or not message.step or self._tried.get(chat.place) == _turn(message):
            return False
        self._tried[chat.place] = _turn(message)
        self._closed[chat.place] = 0.0
        return True

    async def _called(self, chat: Chat, message: Message, once: str) -> str:
        """The message by the table that mentions him, and nobody else; "" where none can be written.

        Everybody reads it, so it is in the channel's language, as the button is that it names.
        """
        where = parse_reference(chat.table).channel
        language = chat.language or message.language
        button = say(language, "button.hand")
        said = say(language, "chat.your-turn", table=label_of(message), button=button)
        him = AllowedMentions(everyone=False, roles=False, users=[Object(int(chat.place))])

        async def call() -> Sent:
            how: dict[str, Any] = {"nonce": f"{once[:CALLED]}call"} if once else {}
            return await self._there(where).send(f"<@{chat.place}> {said}", allowed_mentions=him, **how)

        try:
            sent = await self._asked(Chat(str(where), private=False), call)
        except Refused:
            return ""
        return str(Reference(where, sent.id))

    async def _glimpsed(self, chat: Chat, message: Message, drawn: Drawn | None) -> None:
        """The hand of somebody who cannot be written to, where he last looked at it; he is not disturbed for it."""
        key = glimpse(chat.place, label_of(message))
        await self.glimpses.calm(key)
        press = self._tokens.of(key)
        if press is None or self.glimpses.shows(key, press, message):
            return
        try:
            await press.edit_original_response(**only_his(message, drawn))
        except FAILED:
            self._tokens.forget(key)
            self.glimpses.note(key, press, None)
        else:
            self.glimpses.note(key, press, message)


def _turn(message: Message) -> str:
    """A turn of a person, at a table of his."""
    return f"{label_of(message)} {message.step}"
