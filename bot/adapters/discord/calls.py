"""The calls that carry messages to Discord, and what they tell of where messages can go.

What a message shows is remembered in its reference, so that an edit uploads a picture only where it has changed. Where
a person has just pressed on a message, it is changed through their press.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

from discord import AllowedMentions, Client, Object, PartialMessageable
from discord.utils import DISCORD_EPOCH

from bot.adapters.discord.bodies import label_of, picture, shows
from bot.adapters.discord.chat_ids import link_to, link_to_channel, place_of
from bot.adapters.discord.components import Below, view_of
from bot.adapters.discord.errors import FAILED, ErrorKind, RequestRefused, known_error
from bot.adapters.discord.first_answers import OpenPresses
from bot.adapters.discord.launching import with_launch
from bot.adapters.discord.markup import words
from bot.adapters.discord.tokens import Press, Tokens
from bot.bounded import Bounded
from bot.durations import DAY, MINUTE
from bot.gateway.outbound.message_reference import UNKNOWN, Reference
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater
from bot.messages.message import Message

LOG: Final = logging.getLogger(__name__)
PEOPLE: Final = 20_000  # that are remembered
SHUT_FOR: Final = DAY  # until closed private messages are tried again, after a press
NOT_YET: Final = 1000  # milliseconds until the bot may be there
NAMED_ONCE: Final = 25  # signs of a nonce
WORN_AFTER: Final = 55 * MINUTE  # from an hour on Discord lets a message be changed only now and then
A_MESSAGE: Final = 4_000  # milliseconds that it takes to write one, in a channel where many write
SELDOM: Final = 4  # times as long, at most, until a channel is looked at again where nobody writes
LOOKS: Final = 1.0  # seconds
UNKNOWN_MEMBER: Final = 10007
ASLEEP_AFTER: Final = 1440  # minutes without a word, until Discord archives a thread

T = TypeVar("T")
Listener = Callable[[Chat], None]


class Calls:
    """Raises `TryLater`, and `RequestRefused` for what the caller deals with.

    `shut` is told of a chat where nothing can be written, `opened` of a person who can be written to again. `clock`:
    milliseconds.
    """

    def __init__(self, tokens: Tokens, clock: Callable[[], int], shut: Listener, opened: Listener) -> None:
        self.client: Client | None = None  # while the bot is logged in
        self.launches = False  # whether there is an Activity
        self.clock = clock
        self._shut = shut
        self._opened = opened
        self._ahead = 0.0  # milliseconds that this machine's clock is ahead of Discord's
        self._tokens = tokens
        self.open_presses = OpenPresses()
        self._private: Bounded[str, int] = Bounded(PEOPLE)  # a person's private channel
        self._closed: Bounded[str, int] = Bounded(PEOPLE)  # who cannot be written to, and until when that is believed
        self._active: Bounded[str, None] = Bounded(PEOPLE)  # who of them has pressed or written something since
        self._members: Bounded[tuple[int, str], None] = Bounded(PEOPLE)  # who has done so in which server
        # by channel: from when on enough may stand there, and how much longer than that it is left alone after nothing
        self._look_at: Bounded[int, tuple[float, int]] = Bounded(PEOPLE)
        self._servers: Bounded[int, int] = Bounded(PEOPLE)  # by channel, which never goes to another
        self._blocked: Bounded[str, None] = Bounded(PEOPLE)  # chats of which the log says so
        self._asking: Bounded[str, None] = Bounded(PEOPLE)  # who wants to see the hand only where they ask for it

    # --- messages and threads -----------------------------------------------------------------------------------------

    async def send(
        self, chat: Chat, message: Message, drawn: Drawn | None, once: str, *, quiet: bool = False
    ) -> Reference:
        """A new message; `once` is its nonce, by which one that was sent before a crash is found and made so.

        Of one that was deleted since Discord says that it is unknown, and makes no other of this nonce; so that goes
        without. `quiet`: nobody's device rings for it.
        """
        try:
            return await self._send(chat, message, drawn, once, quiet=quiet)
        except RequestRefused as refused:
            if refused.kind is not ErrorKind.GONE or not once:
                raise
        return await self._send(chat, message, drawn, "", quiet=quiet)

    async def _send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str, *, quiet: bool) -> Reference:
        text = self.words(chat, message, drawn)

        async def call() -> Reference:
            where = await self._where(chat)
            how: dict[str, Any] = {"nonce": once[:NAMED_ONCE]} if once else {}
            if drawn is not None:
                how["file"] = picture(message, drawn)
            view = self._below(chat, message)
            if view is not None:
                how["view"] = view
            if chat.mentioned:
                users = [Object(int(account)) for account, _ in chat.mentioned]
                how["allowed_mentions"] = AllowedMentions(everyone=False, roles=False, users=users)
            silent = quiet or chat.quiet or (chat.private and not message.notify)
            new = await self.there(where).send(text, silent=silent, suppress_embeds=True, **how)
            reference = Reference(where, new.id).with_content(drawn, text)
            return reference if shows(new, text, view, drawn) else replace(reference, picture="", words="")

        reference = await self.call(chat, call)
        if not reference.words:  # an older one came back, which was sent before a crash
            reference = reference.with_content(drawn, text)
            await self.edit(chat, replace(reference, picture=UNKNOWN), reference, message, drawn, text)
        if chat.private and self._closed.pop(chat.id, None) is not None:
            self._opened(chat)
        return reference

    def _below(self, chat: Chat, message: Message) -> Below | None:
        """The controls of a message; in a channel also what opens the Activity, where there is one."""
        view = view_of(message.controls)
        return with_launch(view, message) if self.launches and not chat.private else view

    def is_worn(self, reference: Reference) -> bool:
        """Whether a message is so old that it is better posted anew; its number tells when it was sent."""
        return self.clock() - self._ahead - _created_at(reference.message) >= WORN_AFTER

    def hears(self, number: int) -> None:
        """Something has just been done there that bears this number, and so says how late it is at Discord."""
        self._ahead = self.clock() - _created_at(number)

    async def count_below(self, old: Reference, most: int) -> int:
        """How many messages stand below this one, of so many; 0 also where that cannot be known.

        Discord tells of messages only who hears of all of them in every server, so it is asked: no sooner than so many
        could have been written since it was sent, or was asked last, and ever more seldom where nobody writes.
        """
        now = self.clock() - self._ahead
        look_at, times = self._look_at.get(old.chat, (0, 1))
        if now < max(_created_at(old.message) + most * A_MESSAGE, look_at):
            return 0
        self._look_at[old.chat] = now + most * A_MESSAGE, times
        try:
            async with asyncio.timeout(LOOKS):  # nobody's turn waits for more
                found = await self._online().http.logs_from(old.chat, most, after=old.message)
        except (TryLater, *FAILED) as error:  # it is not worth a word, nor a second try
            LOG.debug("what stands below a table is not known", extra={"error": type(error).__name__})
            return 0
        wait = max(1, most - len(found)) * A_MESSAGE
        self._look_at[old.chat] = (now + wait, 1) if found else (now + wait * times, min(2 * times, SELDOM))
        return len(found)

    async def change(self, chat: Chat, old: Reference, message: Message, drawn: Drawn | None) -> Reference:
        """The message shows something else; its reference from now on. Raises `RequestRefused`."""
        text = self.words(chat, message, drawn)
        new = old.with_content(drawn, text)
        there = replace(old, picture=UNKNOWN) if chat.doubted else old
        await self.edit(chat, there, new, message, drawn, text)
        return new

    async def edit(
        self, chat: Chat, old: Reference, new: Reference, message: Message, drawn: Drawn | None, text: str
    ) -> None:
        """Through the newest press on it; else as any message, which an archived thread is woken for.

        A server's automatic moderation judges what goes through a press by the rights of who has pressed, and lets pass
        what a bot writes by itself.
        """

        def body() -> dict[str, Any]:
            found: dict[str, Any] = {"content": text, "view": self._below(chat, message)}
            if old.picture != new.picture:
                found["attachments"] = [picture(message, drawn)] if drawn is not None else []
            return found

        press = self._tokens.of(old.name)
        if press is not None:
            try:
                await self.call(chat, lambda: self._change_through(press, body))
                return
            except RequestRefused as refused:
                if refused.kind in (ErrorKind.MALFORMED, ErrorKind.TOO_LARGE, ErrorKind.WORN):
                    raise
                self._tokens.forget(old.name)
                LOG.debug("a press changes no message", extra={"trouble": refused.kind.name})
        there = self.there(old.chat).get_partial_message(old.message)
        try:
            await self.call(chat, lambda: there.edit(**body()))
        except RequestRefused as refused:
            if refused.kind is not ErrorKind.ASLEEP:
                raise
            await self.call(chat, lambda: self._wake_thread(old.chat))
            await self.call(chat, lambda: there.edit(**body()))

    async def _change_through(self, press: Press, body: Callable[[], dict[str, Any]]) -> None:
        """The message that was pressed shows something else, which is the answer to a press that has none yet."""
        if not await self.open_presses.change(press, body):
            await press.edit_original_response(**body())

    async def _wake_thread(self, channel: int) -> None:
        """The thread is no longer archived."""
        await self._online().http.edit_channel(channel, archived=False)

    async def post(self, chat: Chat, message: Message, once: str) -> int:
        """The number of a new message in a channel. Raises `RequestRefused`."""
        return (await self.send(replace(chat, apart="", table=""), message, None, once)).message

    async def begin_thread(self, chat: Chat, at: int, name: str) -> int:
        """The number of a thread that begins at a message of the channel, now or before. Raises `RequestRefused`."""
        http = self._online().http
        begin = http.start_thread_with_message
        try:
            await self.call(chat, lambda: begin(int(chat.id), at, name=name, auto_archive_duration=ASLEEP_AFTER))
        except RequestRefused as refused:
            if refused.kind is not ErrorKind.BEGUN:
                raise
        return at

    async def call(self, chat: Chat, call: Callable[[], Awaitable[T]]) -> T:
        """A call about a chat."""
        try:
            return await call()
        except FAILED as error:
            found = known_error(error)
        if found.kind is ErrorKind.LATER:
            raise TryLater(found.words, found.after)
        if found.kind is ErrorKind.SHUT:
            self.close(chat)
        elif found.kind is ErrorKind.BLOCKED:
            self._note_blocked(chat)
        elif found.kind in (ErrorKind.FAULT, ErrorKind.MALFORMED, ErrorKind.TOO_LARGE):
            LOG.error("Discord refuses a call", extra={"words": found.words})
        raise RequestRefused(found.kind, found.words)

    def _note_blocked(self, chat: Chat) -> None:
        """The host reads it once of each chat."""
        if chat.id not in self._blocked:
            self._blocked[chat.id] = None
            words = "AutoMod blocks words of this bot: exempt its role in the settings of the server"
            LOG.warning(words, extra={"chat": chat.id})

    # --- where --------------------------------------------------------------------------------------------------------

    def knows(self, account: str, channel: int) -> None:
        """They are there in their private channel, and so it is open."""
        self._private[account] = channel
        if self._closed.pop(account, None) is not None:
            self._opened(Chat(account, private=True))

    def is_closed(self, account: str) -> bool:
        """Whether private messages were refused within a day, or nothing was heard of that person since."""
        if account not in self._closed:
            return False
        return self._closed[account] > self.clock() or account not in self._active

    def is_shut(self, chat: Chat) -> bool:
        """The same of a private chat, of which an earlier run may have known it: a press shows that they are there."""
        if chat.shut and chat.id not in self._private:
            self._closed.setdefault(chat.id, 0)
        return self.is_closed(chat.id)

    def believes_closed(self, account: str) -> None:
        """Private messages were refused before the last start; what is known since holds."""
        if account not in self._closed:
            self._closed[account] = self.clock() + SHUT_FOR

    def note_active(self, account: str, server: int) -> None:
        """Somebody is there, in a server, who may have opened their private messages meanwhile."""
        self._active[account] = None
        self._members[server, account] = None

    def asks(self, account: str, *, asks: bool) -> None:
        """Whether somebody wants to see the hand only where they ask for it."""
        self._asking.pop(account, None)
        if asks:
            self._asking[account] = None

    def note_stored(self, account: str, *, shut: bool, asks: bool) -> None:
        """What is stored of somebody whose private chat is another host's: what this one knows of it may be old."""
        self.asks(account, asks=asks)
        if shut:
            self.believes_closed(account)
        else:
            self._closed.pop(account, None)

    def looks_here(self, account: str) -> bool:
        """Whether somebody sees the hand nowhere but beside the table."""
        return account in self._asking or self.is_closed(account)

    def close(self, chat: Chat) -> None:
        """Nothing can be written there now."""
        if chat.private:
            self._closed[chat.id] = self.clock() + SHUT_FOR
            self._active.pop(chat.id, None)
        self._shut(chat)

    async def is_member(self, channel: int, account: int, *, anew: bool = False) -> bool:
        """Whether somebody is in a channel's server; also where Discord does not say.

        Who has acted there is believed to be, unless it is asked `anew`.
        """
        client = self.client
        guild = getattr(client.get_channel(channel), "guild", None) if client is not None else None
        if client is None or guild is None or ((guild.id, str(account)) in self._members and not anew):
            return True
        try:
            await client.http.get_member(guild.id, account)
        except FAILED as error:
            is_member = getattr(error, "code", 0) != UNKNOWN_MEMBER
            if not is_member:
                self._members.pop((guild.id, str(account)), None)
            return is_member
        return True

    def _online(self) -> Client:
        if self.client is None:
            raise TryLater("not connected", NOT_YET)
        return self.client

    async def _where(self, chat: Chat) -> int:
        """The channel of a chat; a person's private one is asked for once."""
        if not chat.private:
            return int(chat.id)
        if chat.id not in self._private:
            channel = await self._online().create_dm(Object(int(chat.id)))
            self._private[chat.id] = channel.id
        return self._private[chat.id]

    def there(self, channel: int) -> PartialMessageable:
        """A channel, thread or private channel, to write in."""
        return self._online().get_partial_messageable(channel)

    def words(self, chat: Chat, message: Message, drawn: Drawn | None) -> str:
        """What is written beside the picture; above a hand stands the way to its table."""
        if chat.mentioned:
            named = "".join([f"<@{account}> " for account, _ in chat.mentioned])
            link = f"\n{self._link(chat)}".rstrip()
            return named + words(message, drawn is not None, beside=len(named) + len(link)) + link
        return words(message, drawn is not None, self._link(chat) if chat.private and label_of(message) else "")

    def _link(self, chat: Chat) -> str:
        """The address of the message that shows the table, or of its channel before that stands there.

        "" where it stands in no server.
        """
        if not chat.table:
            return ""
        table = Reference.parse(chat.table)
        number = place_of(chat.server) or self._server_of(table.chat)
        if not number:
            return ""
        return link_to_channel(number, table.chat) if chat.older else link_to(number, table.chat, table.message)

    def _server_of(self, channel: int) -> int:
        """The server of a channel, 0 where it is not known. The library goes through all its servers for it."""
        if channel not in self._servers:
            guild = getattr(self._online().get_channel(channel), "guild", None)
            if guild is None:
                return 0
            self._servers[channel] = guild.id
        return self._servers[channel]


def _created_at(number: int) -> float:
    """When Discord gave something its number: milliseconds since 1970."""
    return float((number >> 22) + DISCORD_EPOCH)
