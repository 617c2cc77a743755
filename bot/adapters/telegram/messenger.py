"""Telegram's `Messenger`: messages sent, edited, retired.

What a message shows is remembered in its reference, so that an edit changes only what has changed: the keyboard alone
while cards are ticked, the caption alone where the picture stays.
"""

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, TypeVar

from telegram import Bot, InputFile, InputMediaPhoto, LinkPreviewOptions, ReplyParameters
from telegram import Message as TelegramMessage
from telegram.constants import ChatAction, ParseMode
from telegram.error import BadRequest, ChatMigrated, TelegramError, TimedOut

from bot.adapters.telegram.admins import is_member
from bot.adapters.telegram.chat_ids import PLATFORM, ChatIds, Where
from bot.adapters.telegram.errors import BLOCKED, TOO_LARGE, ErrorKind, known_error
from bot.adapters.telegram.group_numbers import GroupNumbers
from bot.adapters.telegram.keyboards import Keyboard, with_keyboard
from bot.adapters.telegram.markup import with_names
from bot.adapters.telegram.page_buttons import PageButtons
from bot.bounded import Bounded
from bot.gateway.outbound.message_reference import Reference, mark
from bot.gateway.outbound.messenger import Chat, Drawn
from bot.host.delivery_errors import TryLater, Unanswered, Undeliverable
from bot.messages.message import Message
from bot.words.languages import DEFAULT

LOG: Final = logging.getLogger(__name__)
PICTURES: Final = 4000  # pictures whose file is known
GROUPS: Final = 10_000  # that are remembered
MOVES_UNHEARD: Final = 3600.0  # seconds between two looks whether a group has become a supergroup
PICTURE: Final = "burraco.png"
ONLY: Final = "ephemeral_message_parameters"  # of Bot API 10.3; newer than the library, which carries it all the same
WITHOUT_PICTURE: Final = (ErrorKind.NO_PHOTO, ErrorKind.FAULT)
"""What is refused with a picture may be taken without; Telegram has many words for what is wrong with one."""
NO_PREVIEW: Final = LinkPreviewOptions(is_disabled=True)

T = TypeVar("T")
Shut = Callable[[Chat, bool], None]


class RequestRefused(Exception):
    """A call that Telegram refuses for a reason that the caller deals with."""

    def __init__(self, kind: ErrorKind) -> None:
        self.kind = kind
        super().__init__(kind.name)


class TelegramMessenger:
    """Raises `TryLater` and `Undeliverable`. `shut` is told of a chat where nothing can be written; true: blocked.

    `opened` is told of a group that takes words, the first time, and after it was shut: nobody else tells of it where
    all its members may write again. `moved` is told of a group whose new number Telegram has answered with. `page`:
    where the browser's page is, for the buttons that open it inside Telegram.
    """

    platform = PLATFORM

    def __init__(
        self,
        bot: Bot,
        chat_ids: ChatIds,
        shut: Shut,
        page: str,
        opened: Callable[[Chat], None],
        moved: Callable[[int, int], None],
    ) -> None:
        self._bot = bot
        self._buttons = PageButtons(bot, page)
        self._shut = shut
        self._opened = opened
        self._moved = moved
        # the groups that have taken a message, and were not shut since
        self._written: Bounded[str, None] = Bounded(GROUPS)
        self._chat_ids = chat_ids
        self._look_at: Bounded[str, float] = Bounded(GROUPS)  # when it is asked again whether a group has moved
        self.numbers = GroupNumbers()
        self._files: Bounded[str, str] = Bounded(PICTURES)  # by mark of the picture

    # --- the messenger's three ----------------------------------------------------------------------------------------

    async def send(self, chat: Chat, message: Message, drawn: Drawn | None, once: str) -> str:  # noqa: ARG002  `once` is a nonce, and Telegram has none
        """Telegram has no nonce: an answer that is lost may leave a second copy, whose buttons do no harm."""
        about = Reference.parse(chat.table).message if chat.mentioned and chat.table else 0
        return await self.answer(chat, message, drawn, about)

    async def answer(self, chat: Chat, message: Message, drawn: Drawn | None, line: int) -> str:
        """A new message that replies to a line, 0 for none."""
        try:
            return await self._new(chat, message, drawn, line)
        except RequestRefused as refused:
            if refused.kind not in WITHOUT_PICTURE or drawn is None:
                raise Undeliverable(refused.kind.name.lower()) from None
        return await self._new(chat, message, None, line)

    async def edit(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        old = Reference.parse(reference)
        self._chat_ids.learn(chat.id, old.chat)
        await self._find_moved(chat)
        if old.chat != self._chat_ids.where(chat.id).chat:  # the group has become another
            return await self._instead_of(chat, reference, message, drawn)
        if old.picture and drawn is None and message.picture is not None:
            return await self._instead_of(chat, reference, message, None)
        text = with_names(chat, message, beside_picture=bool(drawn or old.picture), drawn=drawn is not None)
        new = old.with_content(drawn, text)
        if drawn is None:
            new = replace(new, picture=old.picture)
        there = old.in_doubt if chat.doubted else old
        try:
            await self.call_api(chat, lambda where: self._edit(where, there, new, message, drawn, text, chat.private))
        except RequestRefused as refused:
            if refused.kind is ErrorKind.GONE and chat.over:
                return str(new)
            if refused.kind is ErrorKind.GONE:
                return await self.send(chat, message, drawn, "")
            is_new = there.picture != new.picture
            may_be_picture = refused.kind is ErrorKind.NO_PHOTO or (refused.kind is ErrorKind.FAULT and is_new)
            if may_be_picture and old.picture:
                return await self._instead_of(chat, reference, message, None)
            if may_be_picture and drawn is not None:  # it stood in words, and stays where it is
                return await self.edit(chat, reference, message, None)
            if refused.kind is not ErrorKind.SAME:
                raise Undeliverable(refused.kind.name.lower()) from None
        return str(new)

    async def _instead_of(self, chat: Chat, reference: str, message: Message, drawn: Drawn | None) -> str:
        """A new message where no edit helps, and the old one goes.

        So it is where a picture could not be shown, which no edit takes away, and in a group that has become another.
        """
        new = await self.send(chat, message, drawn, "")
        with suppress(TryLater, Undeliverable):
            await self.retire(chat, reference, remove=True)
        return new

    async def retire(self, chat: Chat, reference: str, remove: bool) -> None:
        old = Reference.parse(reference)
        self._chat_ids.learn(chat.id, old.chat)
        if old.chat != self._chat_ids.where(chat.id).chat:  # in an old history nothing is deleted any more
            remove = False
        try:
            await self.call_api(chat, lambda _: self._retire(old, remove, chat.instead))
        except RequestRefused as refused:
            if remove and refused.kind is ErrorKind.GONE:  # too old to be deleted; without buttons it does no harm
                await self._bare(chat, old)

    async def _find_moved(self, chat: Chat) -> None:
        """Learn of a group that has become a supergroup while nobody heard, as while the host was away for days.

        No change of a message tells it: that is carried out in the old history (`check_chat_access` of
        telegram-bot-api).
        """
        now = asyncio.get_running_loop().time()
        if chat.private or not self._chat_ids.may_move(chat.id) or now < self._look_at.get(chat.id, 0.0):
            return
        self._look_at[chat.id] = now + MOVES_UNHEARD
        try:
            await self._bot.send_chat_action(self._chat_ids.where(chat.id).chat, ChatAction.TYPING)
        except ChatMigrated as moved:
            self._note_move(chat, moved.new_chat_id)
        except TelegramError as error:  # whatever it is, the change finds out
            LOG.debug("whether a group has moved is not known", extra={"error": type(error).__name__})

    def _note_move(self, chat: Chat, new: int) -> None:
        old = self._chat_ids.where(chat.id).chat
        self._chat_ids.note_move(old, new)
        self._moved(old, new)

    async def below(self, chat: Chat, reference: str, most: int) -> int:  # noqa: ARG002  it costs nothing to count all
        """What stands below a message, as far as the bot has come across it."""
        old, where = Reference.parse(reference), self._chat_ids.where(chat.id)
        return self.numbers.below(old.chat, where.topic, old.message) if old.chat == where.chat else 0

    async def is_here(self, chat: Chat, account: str, *, anew: bool = False) -> bool:  # noqa: ARG002  it always asks
        """Whether somebody is in a group."""
        return await is_member(self._bot, self._chat_ids.where(chat.id).chat, account)

    async def bare(self, chat: Chat, message: int) -> None:
        """A message loses its buttons: one that should not be there, or whose time is over."""
        await self._bare(chat, Reference(self._chat_ids.where(chat.id).chat, message))

    async def rewrite(self, chat: Chat, number: int, message: Message | None) -> None:
        """A message of ours, whatever it shows now, becomes this one without a picture; None: it goes."""
        there = str(Reference(self._chat_ids.where(chat.id).chat, number))
        if message is None:
            await self.retire(chat, there, remove=True)
        else:
            await self.edit(chat, there, message, None)

    async def document(self, chat: Chat, name: str, data: bytes, line: int = 0) -> str:
        """A file, such as a record, that replies to a line, 0 for none."""
        file = InputFile(io.BytesIO(data), filename=name)

        def upload(where: Where, above: int) -> Awaitable[TelegramMessage]:
            how: dict[str, Any] = {"message_thread_id": where.topic or None, "reply_parameters": _reply(above)}
            return self._bot.send_document(where.chat, file, **how)

        try:
            new = await self._replying(chat, line, upload)
        except RequestRefused as refused:
            raise Undeliverable(refused.kind.name.lower()) from None
        return str(Reference(new.chat.id, new.message_id))

    async def call(self, chat: Chat, html: str, links: Keyboard, line: int = 0) -> str:
        """A message that is to be heard: words that are HTML already. It replies to a line, 0 for none."""

        async def called(where: Where, above: int) -> TelegramMessage:
            how: dict[str, Any] = {"message_thread_id": where.topic or None, "api_kwargs": with_keyboard(links)}
            how["reply_parameters"] = _reply(above)
            return await self._bot.send_message(where.chat, html, ParseMode.HTML, **how)

        try:
            new = await self._replying(chat, line, called)
        except RequestRefused as refused:
            raise Undeliverable(refused.kind.name.lower()) from None
        self._note_written(chat)
        return str(Reference(new.chat.id, new.message_id))

    # --- calls --------------------------------------------------------------------------------------------------------

    async def _new(self, chat: Chat, message: Message, drawn: Drawn | None, line: int) -> str:
        new = await self.send_message(chat, message, drawn, line=line)
        return str(Reference(new.chat.id, new.message_id).with_content(drawn, _text_of(message, drawn, chat)))

    async def send_message(
        self, chat: Chat, message: Message, drawn: Drawn | None, only: Mapping[str, object] | None = None, line: int = 0
    ) -> TelegramMessage:
        """A new message, for all there or for one reader `only`; a reply to a `line`. Raises `RequestRefused`, too."""
        text = _text_of(message, drawn, chat)

        async def call(where: Where, above: int) -> TelegramMessage:
            how: dict[str, Any] = {
                "parse_mode": ParseMode.HTML,
                "message_thread_id": where.topic or None,
                "disable_notification": chat.quiet or (not message.notify and not chat.mentioned),
                "reply_parameters": _reply(above),
                "api_kwargs": self._below(chat, message) | (_only_for(only) if only else {}),
            }
            if drawn is None:
                return await self._bot.send_message(where.chat, text, link_preview_options=NO_PREVIEW, **how)
            return await self._with_file(
                drawn, lambda file: self._bot.send_photo(where.chat, file, text, filename=PICTURE, **how)
            )

        new = await self._replying(chat, line, call)
        if drawn is not None:
            self._learn(drawn, new)
        else:
            self._note_written(chat)
        return new

    def _note_written(self, chat: Chat) -> None:
        """Words stand there; a change, a picture and a file would say nothing of them."""
        if not chat.private and chat.id not in self._written:
            self._written[chat.id] = None
            self._opened(chat)

    def _below(self, chat: Chat, message: Message) -> dict[str, object]:
        """The fields for what stands below a new message: its buttons, or the line where a question is replied to."""
        if message.asks:
            return {"reply_markup": {"force_reply": True}}
        return with_keyboard(self._buttons.below(message, private=chat.private))

    async def _edit(
        self,
        where: Where,
        old: Reference,
        new: Reference,
        message: Message,
        drawn: Drawn | None,
        text: str,
        private: bool,
    ) -> None:
        buttons = with_keyboard(self._buttons.below(message, private=private))
        there: dict[str, Any] = {"chat_id": where.chat, "message_id": old.message, "api_kwargs": buttons}
        if drawn is not None and old.picture != new.picture:

            def change(file: str | bytes) -> Awaitable[TelegramMessage | bool]:
                media = InputMediaPhoto(file, text, ParseMode.HTML, filename=PICTURE)
                return self._bot.edit_message_media(media, **there)

            edited = await self._with_file(drawn, change)
            if isinstance(edited, TelegramMessage):
                self._learn(drawn, edited)
        elif old.words == new.words:
            await self._bot.edit_message_reply_markup(**there)
        elif new.picture:
            await self._bot.edit_message_caption(caption=text, parse_mode=ParseMode.HTML, **there)
        else:
            await self._bot.edit_message_text(text, parse_mode=ParseMode.HTML, link_preview_options=NO_PREVIEW, **there)

    async def _retire(self, old: Reference, remove: bool, instead: str = "") -> None:
        """The end of a message; `instead` is what it says from then on, where it is no picture, "" for what it said."""
        if remove:
            await self._bot.delete_message(old.chat, old.message)
            self.numbers.note_gone(old.chat, old.message)
        elif instead and not old.picture:
            await self._bot.edit_message_text(instead, chat_id=old.chat, message_id=old.message)
        else:
            await self._bot.edit_message_reply_markup(chat_id=old.chat, message_id=old.message)

    async def _bare(self, chat: Chat, old: Reference) -> None:
        try:
            await self.call_api(chat, lambda _: self._retire(old, remove=False))
        except RequestRefused as refused:
            LOG.info("a message keeps its buttons", extra={"trouble": refused.kind.name})

    async def _replying(
        self, chat: Chat, line: int, call: Callable[[Where, int], Awaitable[TelegramMessage]]
    ) -> TelegramMessage:
        """A call as a reply to a line; where that was deleted, as none. Raises `RequestRefused`, too.

        A line that Telegram's server for bots does not know any more it leaves out by itself; but it may not have heard
        that one was deleted.
        """
        try:
            return await self.call_api(chat, lambda where: call(where, line))
        except RequestRefused as refused:
            if refused.kind is not ErrorKind.NO_LINE:
                raise
        return await self.call_api(chat, lambda where: call(where, 0))

    async def call_api(self, chat: Chat, call: Callable[[Where], Awaitable[T]]) -> T:
        """A call about a chat, again under the group's new number where it has one. Raises `RequestRefused`, too."""
        try:
            try:
                result = await call(self._chat_ids.where(chat.id))
            except ChatMigrated as moved:
                self._note_move(chat, moved.new_chat_id)
                result = await call(self._chat_ids.where(chat.id))
            if isinstance(result, TelegramMessage):
                self.numbers.note(result)
            return result
        except TimedOut:
            raise Unanswered from None
        except TelegramError as error:
            found = known_error(error)
        if found.kind is ErrorKind.LATER:
            raise TryLater(found.words, found.after)
        if found.kind is ErrorKind.SHUT:
            self._written.pop(chat.id, None)
            self._shut(chat, found.words == BLOCKED)
            raise Undeliverable(found.words, shut=chat.private)
        if found.kind is ErrorKind.FAULT or found.words == TOO_LARGE:
            LOG.error("Telegram refuses a call", extra={"words": found.words})
        raise RequestRefused(found.kind)

    # --- files --------------------------------------------------------------------------------------------------------

    async def file_of(self, chat: Chat, drawn: Drawn, may: Callable[[], bool]) -> str:
        """Telegram's name of a picture; if it does not have it, it is shown there for a moment, if it `may`, else "".

        Raises `TryLater`, `Undeliverable`.
        """
        if mark(drawn.png) not in self._files and may():
            reference = await self.send(chat, Message(DEFAULT), drawn, "")
            await self.retire(chat, reference, remove=True)
        return self._files.get(mark(drawn.png), "")

    def forget_file(self, drawn: Drawn) -> None:
        """Telegram's name of a picture is good no more."""
        self._files.pop(mark(drawn.png), None)

    async def _with_file(self, drawn: Drawn, call: Callable[[str | bytes], Awaitable[T]]) -> T:
        """A picture that Telegram has already is named, any other uploaded; so is one whose name is not taken any more.

        Telegram has many words for that, and so a named one is uploaded anew after whatever else is not known.
        """
        named = self._files.get(mark(drawn.png))
        if named is None:
            return await call(drawn.png)
        try:
            return await call(named)
        except BadRequest as error:
            found = known_error(error)
            if found.kind is not ErrorKind.FAULT:
                raise
            LOG.info("a picture is uploaded anew", extra={"words": found.words})
        self.forget_file(drawn)
        return await call(drawn.png)

    def _learn(self, drawn: Drawn, message: TelegramMessage) -> None:
        if message.photo:
            self._files[mark(drawn.png)] = message.photo[-1].file_id


def _only_for(only: Mapping[str, object]) -> dict[str, object]:
    """The fields by which one reader alone is shown a message: also those of Bot API 10.2, which had no other.

    A server passes over what it does not know, and would show the message to all.
    https://core.telegram.org/bots/api-changelog#august-24-2026
    """
    return {ONLY: only, **only}


def _reply(line: int) -> ReplyParameters | None:
    """Whoever takes the line back is answered all the same."""
    return ReplyParameters(line, allow_sending_without_reply=True) if line else None


def _text_of(message: Message, drawn: Drawn | None, chat: Chat) -> str:
    return with_names(chat, message, beside_picture=drawn is not None, drawn=drawn is not None)
