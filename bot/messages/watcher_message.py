"""The table for whoever wants to watch, in private: what everybody may see, and what happened since they looked.

How far they have read stands in the button, so that nothing is kept of it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.messages.assigned import is_hidden
from bot.messages.buttons import Verb
from bot.messages.lobby_message import lobby_message
from bot.messages.message import Button, Message, Row, Style
from bot.messages.table_buttons import lasting
from bot.messages.table_message import table_message
from bot.views.about_view import deal_number
from bot.views.feed import LONGEST, feed
from bot.views.table_view import TableView
from bot.words.languages import say

LINES: Final = 1000  # more than a deal has; before them a place has the number of the deal
MOST: Final = 12  # lines that somebody is told who was long away


def watcher_message(view: TableView, place: int) -> Message | None:
    """The table with what happened since that place; from 0, when they look first, the table alone."""
    if view.table.match is None:
        return lobby_message(view)
    message = table_message(view)
    if message is None or is_hidden(view):
        return message
    lines = tuple(_since(view, place)) if place else message.lines
    return replace(message, lines=lines, controls=(Row(tuple(_buttons(view))),), anew="", step="")


def place_now(view: TableView) -> int:
    """How far somebody has read who looks now; 0 before the first deal."""
    return deal_number(view.table) * LINES + len(feed(view)) if view.deal_view is not None else 0


def _since(view: TableView, place: int) -> Iterator[str]:
    """Who is to play, and the lines that are new: of another deal than theirs all, the latest first."""
    lines = feed(view) if view.deal_view is not None else []
    deal, read_before = divmod(place, LINES)
    moved = deal != deal_number(view.table) or len(lines) >= LONGEST
    new = lines if moved else lines[read_before:]
    first = table_message(view)
    yield from first.lines[:1] if first is not None else ()
    yield from new[-MOST:][::-1] or [say(view.language, "watch.nothing-new")]


def _buttons(view: TableView) -> Iterator[Button]:
    place = str(place_now(view) or "")
    yield lasting(view, say(view.language, "button.since-look"), Verb.LOOK, place, Style.MAIN)
    yield lasting(view, say(view.language, "button.rules"), Verb.RULES)
