"""A message's words as Telegram's HTML: cut before they are escaped, so that no tag and no entity is halved."""

from typing import Final

from bot.messages.fitting import caption, plain, shorten
from bot.messages.message import Message
from bot.words.names import escape_html

CAPTION: Final = 1024  # units of UTF-16, tags not counted
TEXT: Final = 4096
ALERT: Final = 200


def words(message: Message, beside_picture: bool, drawn: bool) -> str:
    """The words beside a picture, or all of them; the title is bold. `drawn`: the picture is there to be seen."""
    limit = CAPTION if beside_picture else TEXT
    text = caption(message, limit) if drawn or message.picture is None else plain(message, limit)
    title, rest = message.title, text[len(message.title) :]
    if title and text.startswith(title):
        return f"<b>{escape_html(title)}</b>{escape_html(rest)}"
    return escape_html(text)


def small(message: Message) -> str:
    """The words for a small window over the chat; plain, for it knows no markup."""
    return caption(message, ALERT)


def toast(text: str) -> str:
    """A line over the chat that passes by itself."""
    return shorten(text, ALERT)


def fits_alert(message: Message) -> bool:
    """Whether a small window shows all of it."""
    return not message.controls and message.picture is None and small(message) == caption(message, TEXT)
