"""What is offered when somebody types the bot's name in any chat, to be shared there by themselves.

A picture can be shared only if Telegram has it already: it passes through their private chat with the bot, where that
is open, without a sound, and is gone from there at once. Elsewhere the words stand for it.
"""

import logging
from collections.abc import Sequence
from typing import Final

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InlineQueryResultCachedPhoto,
    InputTextMessageContent,
)
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.errors import ErrorKind, known_error
from bot.adapters.telegram.links import HELLO, JOIN, link
from bot.adapters.telegram.markup import words
from bot.adapters.telegram.messenger import TelegramMessenger
from bot.adapters.telegram.reading import language_of
from bot.adapters.telegram.responder import TelegramResponder
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.shares import Share
from bot.gateway.outbound.messenger import Chat
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.messages.message import Message
from bot.requests.request_context import RequestContext
from bot.words.languages import Language, guess, say

LOG: Final = logging.getLogger(__name__)

Result = InlineQueryResultArticle | InlineQueryResultCachedPhoto


class Sharing:
    """Answers what is asked in any chat."""

    def __init__(self, bot: Bot, messenger: TelegramMessenger, inbound: Inbound, responder: TelegramResponder) -> None:
        self._bot = bot
        self._messenger = messenger
        self._inbound = inbound
        self._responder = responder

    def answer_soon(self, query: InlineQuery) -> None:
        """Somebody types; nobody waits for it but them."""
        self._responder.soon(self.answer(query))

    async def answer(self, query: InlineQuery) -> None:
        """What they typed fits to, else all that they may share; after a fault of ours the way to the bot."""
        try:
            await self._share(query)
        except Exception:
            LOG.exception("what somebody may share could not be found")
            await self._offer(query, [self._hello(guess(query.from_user.language_code))])

    async def _share(self, query: InlineQuery) -> None:
        """An answer that is too late is none."""
        context = RequestContext(PLATFORM, str(query.from_user.id))
        await self._inbound.enters(context, registers=False)
        offered = await self._inbound.shares(context)
        text = query.query.strip().casefold()
        chosen = [one for one in offered if text and text in one.title.casefold()] or offered
        language = await language_of(self._inbound, context, query.from_user)
        refused = await self._offer(query, await self._results(chosen, context, language))
        if refused is ErrorKind.FAULT:  # as for Telegram's name of a picture, where that is good no more
            await self._forget_pictures(chosen)
            refused = await self._offer(query, await self._results(chosen, context, language))
        if refused is not None:
            LOG.info("what somebody wants to share comes too late", extra={"trouble": refused.name})

    async def _results(self, chosen: list[Share], context: RequestContext, language: Language) -> list[Result]:
        return [await self._result(one, context) for one in chosen] or [self._hello(language)]

    async def _offer(self, query: InlineQuery, results: Sequence[Result]) -> ErrorKind | None:
        """Why Telegram does not take an answer; None where it does."""
        try:
            await self._bot.answer_inline_query(query.id, results, 0, is_personal=True)
        except TelegramError as error:
            return known_error(error).kind
        return None

    async def _forget_pictures(self, chosen: list[Share]) -> None:
        for one in chosen:
            drawn = await self._inbound.draw(one.message) if one.message.picture is not None else None
            if drawn is not None:
                self._messenger.forget_file(drawn)

    async def _result(self, share: Share, context: RequestContext) -> Result:
        message, language = share.message, share.message.language
        request = "button.join" if share.table else "button.play-now"
        address = link(self._bot.username, JOIN if share.table else HELLO, share.table)
        buttons = InlineKeyboardMarkup([[InlineKeyboardButton(say(language, request), url=address)]])
        picture = await self._picture(message, context)
        if not picture:
            return _article(share.name, share.title, message, buttons)
        return InlineQueryResultCachedPhoto(
            share.name,
            picture,
            share.title,
            caption=words(message, beside_picture=True, drawn=True),
            parse_mode=ParseMode.HTML,
            reply_markup=buttons,
        )

    async def _picture(self, message: Message, context: RequestContext) -> str:
        """Telegram's name of the picture, "" for none."""
        drawn = await self._inbound.draw(message) if message.picture is not None else None
        if drawn is None or not await self._inbound.is_open(context):
            return ""
        own, limits = Chat(context.account, private=True), self._responder.limits
        try:
            return await self._messenger.file_of(own, drawn, lambda: limits.room(f"{PLATFORM}:{own.id}"))
        except (TryLater, Undeliverable):
            return ""

    def _hello(self, language: Language) -> InlineQueryResultArticle:
        """The way to the bot."""
        address = link(self._bot.username, HELLO, "")
        buttons = InlineKeyboardMarkup([[InlineKeyboardButton(say(language, "button.play-now"), url=address)]])
        message = Message(language, lines=(say(language, "welcome.words"),))
        return _article("hello", say(language, "inline.hello"), message, buttons)


def _article(name: str, title: str, message: Message, buttons: InlineKeyboardMarkup) -> InlineQueryResultArticle:
    text = words(message, beside_picture=False, drawn=False)
    return InlineQueryResultArticle(name, title, InputTextMessageContent(text, ParseMode.HTML), buttons)
