"""The commands that a telephone offers, by scope and language, made from the registry of all commands."""

from collections.abc import Iterator
from typing import Final

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.gateway.inbound.commands import ADMIN, COMMANDS
from bot.gateway.inbound.help_page import description
from bot.words.languages import DEFAULT, LANGUAGES, Language

ONLY_PRIVATE: Final = frozenset("lay add discard why sort record name link back".split())
"""Commands that are about one's own cards, or oneself."""


async def offer_commands(bot: Bot) -> None:
    """Set every list. Raises `TelegramError`."""
    for scope, names in _scopes():
        for language in ("", *LANGUAGES):
            await bot.set_my_commands(_listed(names, language or DEFAULT), scope, language or None)


def _scopes() -> Iterator[tuple[BotCommandScope, tuple[str, ...]]]:
    names = tuple([command.name for command in COMMANDS])
    admins = tuple([name for name in names if name not in ONLY_PRIVATE])
    only_admins = frozenset([command.name for command in COMMANDS if command.who == ADMIN]) - {"start"}
    yield BotCommandScopeAllPrivateChats(), tuple([name for name in names if name != "tables"])
    yield BotCommandScopeAllGroupChats(), tuple([name for name in admins if name not in only_admins])
    yield BotCommandScopeAllChatAdministrators(), admins


def _listed(names: tuple[str, ...], language: Language) -> list[BotCommand]:
    there = {command.name: command for command in COMMANDS}
    return [BotCommand(name, description(language, there[name])) for name in names]
