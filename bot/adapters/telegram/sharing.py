"""What is offered when somebody types the bot's name in any chat: an invitation to each of his tables that waits."""

from typing import Final

from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQuery,
    InlineQueryResultArticle,
    InputTextMessageContent,
)
from telegram.constants import ParseMode
from telegram.error import TelegramError

from bot.adapters.telegram.links import HELLO, JOIN, link
from bot.adapters.telegram.places import PLATFORM
from bot.chat.post.reception import LOBBY, Reception
from bot.chat.speech.languages import Language, listed, say
from bot.chat.speech.names import escape_html

MOST: Final = 10


async def answer_inline(bot: Bot, reception: Reception, query: InlineQuery) -> None:
    """Invitations; without a table the way to the bot. An answer that comes too late is none."""
    person = await reception.service.person_of(PLATFORM, str(query.from_user.id))
    language = await reception.language(person)
    results = [
        _invitation(bot.username, language, label, names)
        for label, names in (await _waiting(reception, person, query.query) if person else [])
    ]
    try:
        await bot.answer_inline_query(query.id, results or [_hello(bot.username, language)], 0, is_personal=True)
    except TelegramError:
        return


async def _waiting(reception: Reception, person: str, asked: str) -> list[tuple[str, list[str]]]:
    """His tables that wait, the one he named alone where he names one: short name, who sits there."""
    found = [
        (one.label, [chair.name for chair in one.chairs if chair.person])
        for one in (await reception.service.desk.where.of(person))[:MOST]
        if one.phase == LOBBY
    ]
    named = [(label, names) for label, names in found if label == asked.strip().upper()]
    return named or found


def _invitation(username: str, language: Language, label: str, names: list[str]) -> InlineQueryResultArticle:
    words = say(language, "chat.invites", table=label, names=listed(language, names))
    button = InlineKeyboardButton(say(language, "button.join"), url=link(username, JOIN, label))
    return _article(f"table{label}", words, button)


def _hello(username: str, language: Language) -> InlineQueryResultArticle:
    button = InlineKeyboardButton(say(language, "button.play-now"), url=link(username, HELLO, ""))
    return _article("hello", say(language, "welcome.words"), button)


def _article(name: str, words: str, button: InlineKeyboardButton) -> InlineQueryResultArticle:
    content = InputTextMessageContent(escape_html(words), ParseMode.HTML)
    return InlineQueryResultArticle(name, words, content, InlineKeyboardMarkup([[button]]))
