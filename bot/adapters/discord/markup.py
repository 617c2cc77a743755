"""A message's words in Discord's markdown: cut by their escaped length, so that no escape is halved."""

import re
from dataclasses import replace
from typing import Final

from bot.adapters.discord.commands import slash_command
from bot.gateway.inbound.spelling import spell_commands
from bot.messages.fitting import caption, picture_words, plain, signs
from bot.messages.message import Message
from bot.words.names import escape_markdown

TEXT: Final = 2000  # signs, escapes counted; Discord's are code points, and never more than ours (`fitting.signs`)
ALT: Final = 1024  # of a picture's description
BOLD: Final = "**"
FENCE: Final = "```"  # around what stands in columns
_ROLE: Final = re.compile(r"(?:(?<=\\=)|(?<=: ))\\<\\@\\&(\d{1,20})\\>")  # escaped, as the value of a setting


def escaped_length(text: str) -> int:
    """How long a text is once its signs of markup are escaped."""
    return signs(escape_markdown(text))


def words(message: Message, drawn: bool, link: str = "", beside: int = 0) -> str:
    """The words beside the picture, or all of them where it cannot be seen (`drawn`); the title is bold.

    `link` is an address that stands below the title; `beside` the signs that stand before and behind the words.
    """
    message = spell_commands(message, slash_command)
    if message.columns and message.picture is not None and not drawn:  # the picture's words say the same
        message = replace(message, lines=message.lines[message.columns :], columns=0)
    limit = TEXT - beside - 2 * len(BOLD) - len(link) - 2 * len(FENCE) - 4
    fitted = caption if drawn or message.picture is None else plain
    text = fitted(message, limit, escaped_length)
    title, rest = message.title, text[len(message.title) :]
    if title and text.startswith(title):
        below = f"\n{link}" if link else ""
        return f"{BOLD}{escape_markdown(title)}{BOLD}{below}{_body(rest, message.columns)}"
    return f"{link}\n{_escaped(text)}" if link else _escaped(text)


def _escaped(text: str) -> str:
    """The text as it is to be read; a role that is set is shown by its name, as it is called now, and calls nobody."""
    return _ROLE.sub(r"<@&\1>", escape_markdown(text))


def _body(rest: str, columns: int) -> str:
    """What stands below the title, its first lines in columns; in the fence no sign is markup but the fence's own."""
    if not columns or not rest:
        return _escaped(rest)
    lines = rest.removeprefix("\n").split("\n")
    block = "\n".join(lines[:columns]).replace("`", "'")
    below = escape_markdown("\n".join(["", *lines[columns:]])) if lines[columns:] else ""
    return f"\n{FENCE}\n{block}\n{FENCE}{below}"


def description(message: Message) -> str:
    """The picture in words, for who does not see it."""
    return picture_words(message, ALT)
