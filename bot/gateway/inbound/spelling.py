"""How commands are written in what people read: everywhere `/new`, and on each platform in its own way.

The sentences name a command by its first word or one behind it, with a slash. A platform that groups commands, or calls
them otherwise, gives a `Way`, and its messages go through `spell_commands`.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.gateway.inbound.commands import BY_WORD, Command
from bot.messages.message import Message
from bot.words.languages import Language

Way: TypeAlias = Callable[[Language, Command], str]
"""A command as people write it on a platform, with its slash."""

_WRITTEN: Final = re.compile(r"(?<![^\s(«“\"])/([^\W\d_]+)(?![\w/])")


def spell_text(language: Language, text: str, way: Way) -> str:
    """The text with each command the platform's way; what is no command stays."""

    def written(found: re.Match[str]) -> str:
        command = BY_WORD.get(found[1])
        return found[0] if command is None else way(language, command)

    return _WRITTEN.sub(written, text) if "/" in text else text


def spell_commands(message: Message, way: Way) -> Message:
    """The message with each command the platform's way."""
    lines = [spell_text(message.language, line, way) for line in message.lines]
    if lines == list(message.lines):
        return message
    return replace(message, lines=tuple(lines))
