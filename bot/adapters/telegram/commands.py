"""The dozen commands that a telephone offers, by scope, in words of its reader's language."""

from typing import Final

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.gateway.inbound.commands import FOR_ADMINS, IN_GROUPS, IN_PRIVATE, Command, menu
from bot.gateway.inbound.help_page import description
from bot.words.languages import LANGUAGES, Language


async def offer_commands(bot: Bot, usual: Language) -> None:
    """Set every list; `usual` is that of readers whose language we do not speak. Raises `TelegramError`."""
    for scope, names in _MENUS:
        for language in ("", *LANGUAGES):
            await bot.set_my_commands([_listed(language or usual, one) for one in menu(names)], scope, language or None)


def _listed(language: Language, command: Command) -> BotCommand:
    return BotCommand(command.word(language), description(language, command))


_MENUS: Final[tuple[tuple[BotCommandScope, str], ...]] = (
    (BotCommandScopeAllPrivateChats(), IN_PRIVATE),
    (BotCommandScopeAllGroupChats(), IN_GROUPS),
    (BotCommandScopeAllChatAdministrators(), FOR_ADMINS),
)
