"""The hands: messages sent, edited, retired.

What a message shows is remembered in its reference, so that an edit uploads a picture only where it has changed. Where
a person has just pressed on a message, it is changed through his press.
"""

import hashlib
import io
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from discord import ActionRow, Client, File, Object, PartialMessageable
from discord import Message as Sent
from discord.ui import View

from bot.adapters.discord.components import OWN, view_of
from bot.adapters.discord.markup import description, words
from bot.adapters.discord.places import PLATFORM
from bot.adapters.discord.tokens import Tokens, glimpse
from bot.adapters.discord.troubles import FAILED, Trouble, sorted_out
from bot.chat.messages.buttons import NO_TABLE
from bot.chat.messages.message import Menu, Message, Row
from bot.chat.post.messenger import Chat, Drawn, TryLater, Undeliverable

LOG: Final = logging.getLogger(__name__)
PICTURE: Final = "burraco.png"
SHUT_FOR: Final = 10 * 60.0  # seconds until closed private messages are tried again
NOT_YET: Final = 1000  # milliseconds until the bot may be there
AN_OLDER: Final = "?"  # the mark of a picture that is not known
NAMED_ONCE: Final = 25  # signs of a nonce

T = TypeVar("T")
Told = Callable[[Chat], None]


class Refused(Exception):
    """A call that Discord refuses for a reason that the caller deals with."""

    def __init__(self, trouble: Trouble, words: str = "") -> None:
        self.trouble = trouble
        self.words = words
        super().__init__(trouble.name)


@dataclass(frozen=True, slots=True)
class Reference:
    """A message, and marks of what it shows; "" for a message without a picture."""

    channel: int
    message: int
    picture: str = ""
    words: str = ""

    @property
    def name(self) -> str:
        """How the message is known apart from what it shows."""
        return f"{self.channel}.{self.message}"

    def __str__(self) -> str:
        return f"{self.name},{self.picture},{self.words}"


def parse_reference(text: str) -> Reference:
    """Raises `ValueError` for text that is none."""
    name, picture, said = text.split(",")
    channel, _, message = name.partition(".")
    return Reference(int(channel), int(message), picture, said)


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

    # --- the messenger's three ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:
        """`once` is the nonce: the same message again within minutes is the one that is there already."""
        if chat.private and self.is_closed(chat.place):
            await self._glimpsed(chat, message, drawn)
            raise Undeliverable("private messages closed")
        try:
            return str(await self._sent(chat, message, drawn, once))
        except Refused as refused:
            if refused.trouble is Trouble.SHUT and chat.private:
                await self._glimpsed(chat, message, drawn)
            if refused.trouble is not Trouble.LACKING or drawn is None:
                raise Undeliverable(refused.words) from None
        return str(await self._anyhow(chat, self._sent(chat, message, None, once)))

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        old = parse_reference(reference)
        said = words(message, drawn is not None)
        new = Reference(old.channel, old.message, mark(drawn.png) if drawn else "", mark(said.encode()))
        try:
            await self._edited(chat, old, new, message, drawn)
        except Refused as refused:
            if refused.trouble is Trouble.GONE:
                return await self.send(chat, message, drawn, "")
            if refused.trouble is not Trouble.LACKING or drawn is None:
                raise Undeliverable(refused.words) from None
            plain = Reference(old.channel, old.message, "", mark(words(message, drawn=False).encode()))
            await self._anyhow(chat, self._edited(chat, old, plain, message, None))
            return str(plain)
        return str(new)

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        old = parse_reference(reference)
        self._tokens.forget(old.name)
        there = self._there(old.channel).get_partial_message(old.message)
        try:
            await self._asked(chat, there.delete if remove else (lambda: there.edit(view=None)))
        except Refused as refused:
            LOG.info("an old message stays as it is", extra={"trouble": refused.trouble.name})

    # --- calls --------------------------------------------------------------------------------------------------------

    async def _sent(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> Reference:
        said = words(message, drawn is not None)

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
            return reference if _shows(sent, said, view, drawn) else replace(reference, picture="", words="")

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
            found: dict[str, Any] = {"content": words(message, bool(new.picture)), "view": view_of(message.controls)}
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

    # --- for one person alone -----------------------------------------------------------------------------------------

    async def _glimpsed(self, chat: Chat, message: Message, drawn: Drawn | None) -> None:
        """The hand of somebody who cannot be written to, where he last looked at it; he is not disturbed for it."""
        key = glimpse(chat.place, label_of(message))
        press = self._tokens.of(key)
        if press is None:
            return
        try:
            await press.edit_original_response(**only_his(message, drawn))
        except FAILED:
            self._tokens.forget(key)


def _shows(sent: Sent, said: str, view: View | None, drawn: Drawn | None) -> bool:
    """Whether a message that Discord has given back is the one that was sent, and not an older one of this nonce."""
    presses = [getattr(one, "custom_id", "") for one in view.children] if view is not None else []
    there = [one.custom_id for row in sent.components if isinstance(row, ActionRow) for one in row.children]
    sizes = [len(drawn.png)] if drawn is not None else []
    same_picture = [one.size for one in sent.attachments] == sizes
    return sent.content.strip() == said.strip() and there == presses and same_picture


def only_his(message: Message, drawn: Drawn | None, mark: str = OWN) -> dict[str, Any]:
    """What an answer shows that only its reader sees."""
    files = [picture(message, drawn)] if drawn is not None else []
    return {
        "content": words(message, drawn is not None),
        "view": view_of(message.controls, mark),
        "attachments": files,
    }


def picture(message: Message, drawn: Drawn) -> File:
    """The picture to upload; a file is used up by one call."""
    return File(io.BytesIO(drawn.png), PICTURE, description=description(message) or None)


def label_of(message: Message) -> str:
    """The short name of the table that a message's controls are about, "" for none."""
    for control in message.controls:
        if isinstance(control, Row):
            presses = [button.press for button in control.buttons]
        elif isinstance(control, Menu):
            presses = [option.press for option in control.options]
        else:
            presses = [control.press]
        for press in presses:
            return "" if press.table == NO_TABLE else press.table
    return ""


def mark(content: bytes) -> str:
    """Names a content in a few signs."""
    return hashlib.sha256(content).hexdigest()[:16]
