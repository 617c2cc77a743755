"""What a hand offers to say at the table, while that is open: in place of the cards, and for a turn or two."""

from collections.abc import Iterator
from typing import Final

from bot.messages.buttons import Ask, Press, Verb
from bot.messages.message import Button, Control, Menu, Option, Row
from bot.messages.table_buttons import button, lasting
from bot.tables.table import Table
from bot.views.phrase import may_say
from bot.views.table_view import TableView
from bot.words.languages import say
from bot.words.phrases import PHRASES, phrase_words

MENU: Final = "phrases"  # phrases7: opened in the seventh turn


def menu_name(table: Table) -> str:
    """The menu of a hand, as it is opened now."""
    return f"{MENU}{table.game.turn_number if table.game is not None else 0}"


def is_open(view: TableView) -> bool:
    """In one's own turn until something is played, as any menu; while others play, until the next turn has ended."""
    menu = view.viewer.draft.menu
    number = menu.removeprefix(MENU)
    if not menu.startswith(MENU) or not number.isdecimal() or not may_say(view.table, view.viewer.person):
        return False
    if view.may_play or view.table.game is None:
        return view.draft.menu == menu
    return 0 <= view.table.game.turn_number - int(number) <= 1


def controls(view: TableView) -> Iterator[Control]:
    """The phrases, to choose is to say it, also when the table has moved on; and the way back."""
    label, language = view.table.label, view.language
    options = [Option(phrase_words(language, one), Press(label, 0, Ask(Verb.PHRASE, one))) for one in PHRASES]
    yield Menu(say(language, "menu.phrases"), tuple(options))
    yield Row((button(view, say(language, "button.close"), Ask(Verb.CLOSE)),))


def opener(view: TableView) -> Iterator[Button]:
    """The button that opens it, where there is somebody to say something to."""
    if may_say(view.table, view.viewer.person) and not is_open(view):
        yield lasting(view, say(view.language, "button.phrases"), Verb.PHRASE)
