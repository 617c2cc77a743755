"""The buttons of a message about a table: good for its present state alone, or for as long as others play."""

from bot.messages.buttons import Ask, ButtonRequest, Press, Verb
from bot.messages.fitting import LABEL, shorten
from bot.messages.message import Button, Style
from bot.views.table_view import TableView


def press(view: TableView, request: ButtonRequest) -> Press:
    """Good for this state of the table only."""
    return Press(view.table.label, view.table.stage, request)


def button(view: TableView, label: str, request: ButtonRequest, style: Style = Style.PLAIN) -> Button:
    """A button that is good for this state of the table only."""
    return Button(shorten(label, LABEL), press(view, request), style)


def lasting(view: TableView, label: str, verb: Verb, argument: str = "", style: Style = Style.PLAIN) -> Button:
    """A button that stays good while others play, and is the same all that time."""
    return Button(shorten(label, LABEL), Press(view.table.label, 0, Ask(verb, argument)), style)
