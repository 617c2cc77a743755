"""The commands that a telephone offers, by scope and language, made from the registry of all commands."""

from collections.abc import Iterator

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.gateway.inbound.commands import COMMANDS, Command, MenuCommand, Right
from bot.gateway.inbound.help_page import description
from bot.words.languages import DEFAULT, LANGUAGES


async def offer_commands(bot: Bot) -> None:
    """Set every list. Raises `TelegramError`."""
    for scope, commands in _scopes():
        for language in ("", *LANGUAGES):
            listed = [BotCommand(one.name, description(language or DEFAULT, one)) for one in commands]
            await bot.set_my_commands(listed, scope, language or None)


def _scopes() -> Iterator[tuple[BotCommandScope, list[Command]]]:
    shared = [one for one in COMMANDS if one.menu is not MenuCommand.PRIVATE]
    yield BotCommandScopeAllPrivateChats(), [one for one in COMMANDS if one.menu is not MenuCommand.SHARED]
    yield BotCommandScopeAllGroupChats(), [one for one in shared if one.right is not Right.ADMIN]
    yield BotCommandScopeAllChatAdministrators(), shared
