"""The page that a platform may open beside a message: a table's, or the desk of a tournament's arbiter."""

import re
from typing import Final

from bot.messages.buttons import CODE, DESK, NO_TABLE
from bot.messages.message import Message
from bot.words.languages import say

_TABLE: Final = re.compile(CODE)
_DESK: Final = re.compile(DESK)


def table_in(text: str) -> str:
    """The short name of a table that a link says, "" where it says none."""
    return text if _TABLE.fullmatch(text) and text != NO_TABLE else ""


def desk_in(text: str) -> str:
    """The tournament whose desk a link means, "" where it means none."""
    return text if _DESK.fullmatch(text) else ""


def page_words(message: Message) -> str:
    """What the button says that opens the page of a message."""
    language = message.language
    return say(language, "button.page-desk") if desk_in(message.page) else say(language, "button.page")
