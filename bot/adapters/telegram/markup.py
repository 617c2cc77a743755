"""A message's words as Telegram's HTML: cut before they are escaped, so that no tag and no entity is halved."""

from dataclasses import replace
from typing import Final

from bot.gateway.outbound.messenger import Chat
from bot.messages.fitting import caption, plain, short_label, shorten, signs
from bot.messages.message import Message
from bot.words.names import escape_html

CAPTION: Final = 1024  # units of UTF-16, tags not counted
TEXT: Final = 4096
ALERT: Final = 200


def words(message: Message, beside_picture: bool, drawn: bool, beside: int = 0) -> str:
    """The words beside a picture, or all of them; the title is bold. `drawn`: the picture is there to be seen.

    `beside` are the signs that stand before the words.
    """
    limit = (CAPTION if beside_picture else TEXT) - beside
    message = _in_columns(message, drawn)
    text = caption(message, limit) if drawn or message.picture is None else plain(message, limit)
    title, rest = message.title, text[len(message.title) :]
    if title and text.startswith(title):
        return f"<b>{escape_html(title)}</b>{_body(rest, message.columns)}"
    return escape_html(text)


def _in_columns(message: Message, drawn: bool) -> Message:
    """The message with its columns as narrow as a telephone is; without them where the picture's words say the same."""
    columns = message.narrow if drawn or message.picture is None else ()
    return replace(message, lines=(*columns, *message.lines[message.columns :]), columns=len(columns), narrow=())


def _body(rest: str, columns: int) -> str:
    """What stands below the title, its first lines in columns of signs of one width."""
    if not columns or not rest:
        return escape_html(rest)
    lines = rest.removeprefix("\n").split("\n")
    block, below = "\n".join(lines[:columns]), "\n".join(["", *lines[columns:]])
    return f"\n<pre>{escape_html(block)}</pre>{escape_html(below) if lines[columns:] else ''}"


def with_names(chat: Chat, message: Message, beside_picture: bool, drawn: bool) -> str:
    """The words, and before them the names of people who are to hear of a message in a group, in half the room at most.

    A link to somebody by their number calls them, if they are there: https://core.telegram.org/bots/api#html-style
    """
    if not chat.mentioned:
        return words(message, beside_picture, drawn)
    most = (CAPTION if beside_picture else TEXT) // 2 // len(chat.mentioned) - len(", ")
    names = [short_label(name, most) for _, name in chat.mentioned]
    people = zip(chat.mentioned, names, strict=True)
    links = [f'<a href="tg://user?id={account}">{escape_html(name)}</a>' for (account, _), name in people]
    text = words(message, beside_picture, drawn, beside=signs(", ".join(names) + ": "))
    return f"{', '.join(links)}: {text}"


def small(message: Message) -> str:
    """The words for a small window over the chat; plain, for it knows no markup."""
    return caption(message, ALERT)


def toast(text: str) -> str:
    """A line over the chat that passes by itself."""
    return shorten(text, ALERT)


def fits_alert(message: Message) -> bool:
    """Whether a small window shows all of it."""
    return not message.controls and message.picture is None and small(message) == caption(message, TEXT)
