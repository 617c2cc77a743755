"""The hands: messages sent, edited, retired.

What a message shows is remembered in its reference, so that an edit changes only what has changed: the keyboard alone
while cards are ticked, the caption alone where the picture stays.
"""

import io
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

from telegram import Bot, InlineKeyboardMarkup, InputFile, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as Sent
from telegram.constants import ParseMode
from telegram.error import ChatMigrated, TelegramError

from bot.adapters.telegram.chat_ids import PLATFORM, Places, Where
from bot.adapters.telegram.errors import BLOCKED, Trouble, sorted_out
from bot.adapters.telegram.keyboards import keyboard
from bot.adapters.telegram.markup import words
from bot.bounded import Bounded
from bot.gateway.outbound.message_reference import Reference, mark
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message
from bot.words.languages import DEFAULT

LOG: Final = logging.getLogger(__name__)
KNOWN: Final = 4000  # pictures whose file is known
PICTURE: Final = "burraco.png"
ONLY: Final = "ephemeral_message_parameters"  # newer than the library, which carries it all the same
NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

T = TypeVar("T")
Shut = Callable[[Chat, bool], None]


class Refused(Exception):
    """A call that Telegram refuses for a reason that the caller deals with."""

    def __init__(self, trouble: Trouble) -> None:
        self.trouble = trouble
        super().__init__(trouble.name)


class TelegramMessenger:
    """Raises `TryLater` and `Undeliverable`. `shut` is told of a chat where nothing can be written; true: blocked."""

    platform = PLATFORM

    def __init__(self, bot: Bot, places: Places, shut: Shut) -> None:
        self._bot = bot
        self._shut = shut
        self._places = places
        self._files: Bounded[str, str] = Bounded(KNOWN)  # by mark of the picture

    # --- the messenger's three ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:  # noqa: ARG002
        """Telegram has no nonce: an answer that is lost may leave a second copy, whose buttons do no harm."""
        return await self.answer(chat, message, drawn, 0)

    async def answer(self, chat: Chat, message: Message, drawn: Drawn | None, line: int) -> str:
        """A new message that replies to a line, 0 for none."""
        try:
            return await self._new(chat, message, drawn, line)
        except Refused as refused:
            if refused.trouble is not Trouble.NO_PHOTO or drawn is None:
                raise Undeliverable(refused.trouble.name.lower()) from None
        return await self._new(chat, message, None, line)

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        old = Reference.read(reference)
        if old.chat != self._places.where(chat.place).chat:  # the group has become another
            return await self.send(chat, message, drawn, "")
        if old.picture and drawn is None and message.picture is not None:
            return await self._without_picture(chat, reference, message)
        said = words(message, beside_picture=bool(drawn or old.picture), drawn=drawn is not None)
        new = old.showing(drawn, said)
        if drawn is None:
            new = replace(new, picture=old.picture)
        try:
            await self.asked(chat, lambda where: self._edited(where, old, new, message, drawn, said))
        except Refused as refused:
            if refused.trouble in (Trouble.GONE, Trouble.NO_PHOTO):
                return await self.send(chat, message, drawn, "")
            if refused.trouble is not Trouble.SAME:
                raise Undeliverable(refused.trouble.name.lower()) from None
        return str(new)

    async def _without_picture(self, chat: Chat, reference: str, message: Message) -> str:
        """What could not be drawn stands in words, in a new message: no edit takes a picture away, and it is old."""
        sent = await self.send(chat, message, None, "")
        with suppress(TryLater, Undeliverable):
            await self.retire(chat, reference, remove=True)
        return sent

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        old = Reference.read(reference)
        if old.chat != self._places.where(chat.place).chat:  # nobody can press anything there any more
            return
        try:
            await self.asked(chat, lambda _: self._retired(old, remove))
        except Refused as refused:
            if remove and refused.trouble is Trouble.GONE:  # too old to be deleted; without buttons it does no harm
                await self._bare(chat, old)

    async def bare(self, chat: Chat, message: int) -> None:
        """A message loses its buttons: one that should not be there, or whose time is over."""
        await self._bare(chat, Reference(self._places.where(chat.place).chat, message))

    async def document(self, chat: Chat, name: str, text: str, line: int = 0) -> str:
        """A file, such as a record, that replies to a line, 0 for none."""
        file = InputFile(io.BytesIO(text.encode()), filename=name)
        try:
            sent = await self.asked(
                chat,
                lambda where: self._bot.send_document(
                    where.chat, file, message_thread_id=where.topic or None, reply_parameters=_reply(line)
                ),
            )
        except Refused as refused:
            raise Undeliverable(refused.trouble.name.lower()) from None
        return str(Reference(sent.chat.id, sent.message_id))

    async def call(self, chat: Chat, html: str, links: InlineKeyboardMarkup, line: int = 0) -> str:
        """A message that is to be heard: words that are HTML already. It replies to a line, 0 for none."""

        async def called(where: Where) -> Sent:
            how: dict[str, Any] = {"message_thread_id": where.topic or None, "reply_markup": links}
            how["reply_parameters"] = _reply(line)
            return await self._bot.send_message(where.chat, html, ParseMode.HTML, **how)

        try:
            sent = await self.asked(chat, called)
        except Refused as refused:
            raise Undeliverable(refused.trouble.name.lower()) from None
        return str(Reference(sent.chat.id, sent.message_id))

    # --- calls --------------------------------------------------------------------------------------------------------

    async def _new(self, chat: Chat, message: Message, drawn: Drawn | None, line: int = 0) -> str:
        sent = await self.sent(chat, message, drawn, line=line)
        return str(Reference(sent.chat.id, sent.message_id).showing(drawn, _said(message, drawn)))

    async def sent(
        self, chat: Chat, message: Message, drawn: Drawn | None, only: Mapping[str, object] | None = None, line: int = 0
    ) -> Sent:
        """A new message, for everybody there or for one reader `only`; a reply to a `line`. Raises `Refused`, too."""
        said = _said(message, drawn)

        async def call(where: Where) -> Sent:
            how: dict[str, Any] = {
                "parse_mode": ParseMode.HTML,
                "reply_markup": keyboard(message.controls),
                "message_thread_id": where.topic or None,
                "disable_notification": not message.notify,
                "reply_parameters": _reply(line),
                "api_kwargs": {ONLY: only} if only else None,
            }
            if drawn is None:
                return await self._bot.send_message(where.chat, said, link_preview_options=NO_PREVIEW, **how)
            return await self._bot.send_photo(where.chat, self._file(drawn), said, filename=PICTURE, **how)

        sent = await self.asked(chat, call)
        if drawn is not None:
            self._learn(drawn, sent)
        return sent

    async def _edited(
        self, where: Where, old: Reference, new: Reference, message: Message, drawn: Drawn | None, said: str
    ) -> None:
        buttons = keyboard(message.controls)
        there: dict[str, Any] = {"chat_id": where.chat, "message_id": old.message, "reply_markup": buttons}
        if drawn is not None and old.picture != new.picture:
            media = InputMediaPhoto(self._file(drawn), said, ParseMode.HTML, filename=PICTURE)
            sent = await self._bot.edit_message_media(media, **there)
            if isinstance(sent, Sent):
                self._learn(drawn, sent)
        elif old.words == new.words:
            await self._bot.edit_message_reply_markup(**there)
        elif new.picture:
            await self._bot.edit_message_caption(caption=said, parse_mode=ParseMode.HTML, **there)
        else:
            await self._bot.edit_message_text(said, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW, **there)

    async def _retired(self, old: Reference, remove: bool) -> None:
        if remove:
            await self._bot.delete_message(old.chat, old.message)
        else:
            await self._bot.edit_message_reply_markup(chat_id=old.chat, message_id=old.message)

    async def _bare(self, chat: Chat, old: Reference) -> None:
        try:
            await self.asked(chat, lambda _: self._retired(old, remove=False))
        except Refused as refused:
            LOG.info("a message keeps its buttons", extra={"trouble": refused.trouble.name})

    async def asked(self, chat: Chat, call: Callable[[Where], Awaitable[T]]) -> T:
        """A call about a chat, again under the group's new number where it has one. Raises `Refused`, too."""
        try:
            try:
                return await call(self._places.where(chat.place))
            except ChatMigrated as moved:
                self._places.moved(self._places.where(chat.place).chat, moved.new_chat_id)
                return await call(self._places.where(chat.place))
        except TelegramError as error:
            found = sorted_out(error)
        if found.trouble is Trouble.LATER:
            raise TryLater(found.words, found.after)
        if found.trouble is Trouble.SHUT:
            self._shut(chat, found.words == BLOCKED)
            raise Undeliverable(found.words, shut=chat.private)
        if found.trouble is Trouble.FAULT:
            LOG.error("Telegram refuses a call", extra={"words": found.words})
        raise Refused(found.trouble)

    # --- files --------------------------------------------------------------------------------------------------------

    async def file_of(self, chat: Chat, drawn: Drawn, may: Callable[[], bool]) -> str:
        """Telegram's name of a picture; if it does not have it, it is shown there for a moment, if it `may`, else "".

        Raises `TryLater`, `Undeliverable`.
        """
        if mark(drawn.png) not in self._files and may():
            reference = await self.send(chat, Message(DEFAULT), drawn, "")
            await self.retire(chat, reference, remove=True)
        return self._files.get(mark(drawn.png), "")

    def _file(self, drawn: Drawn) -> str | bytes:
        """A picture that Telegram has already is named, any other uploaded."""
        return self._files.get(mark(drawn.png)) or drawn.png

    def _learn(self, drawn: Drawn, sent: Sent) -> None:
        if sent.photo:
            self._files[mark(drawn.png)] = sent.photo[-1].file_id


def _reply(line: int) -> ReplyParameters | None:
    """Whoever takes the line back is answered all the same."""
    return ReplyParameters(line, allow_sending_without_reply=True) if line else None


def _said(message: Message, drawn: Drawn | None) -> str:
    return words(message, beside_picture=drawn is not None, drawn=drawn is not None)
