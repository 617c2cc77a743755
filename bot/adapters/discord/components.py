"""Controls as buttons and menus: at most five rows, five buttons in one, 25 options in a menu.

What a button carries is the text of `messages.buttons`, so that every button works after a restart. Before it may
stand a mark: that the message is seen by its reader alone, and is their hand. Behind the text of a menu stands its
number, for Discord wants each id once in a message; the options of a menu that does one thing at once carry texts of
their own.

They are the fields that Discord's API has for them. The library would make an object of each button and option, only to
take it apart again: a hand has some thirty.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from discord import ButtonStyle, ComponentType
from discord.ui import View

from bot.messages.buttons import Ask, Press, Verb, encode
from bot.messages.fitting import CUT, short_label, shorten
from bot.messages.message import Button as MessageButton
from bot.messages.message import Control, Menu, Option, Row, Style, Ticks

ROWS: Final = 5
BUTTONS: Final = 5  # in a row
OPTIONS: Final = 25  # in a menu
MENUS: Final = 2  # that cards are spread over; who holds more turns a page
LABEL: Final = 100  # signs of an option
CAPTION: Final = 150  # signs of a menu's
OWN: Final = "own|"  # marks a hand that only its reader sees
MENU: Final = "menu"
STYLES: Final = {
    Style.MAIN: ButtonStyle.primary.value,
    Style.GOOD: ButtonStyle.success.value,
    Style.DANGER: ButtonStyle.danger.value,
}
PLAIN: Final = ButtonStyle.secondary.value
ROW: Final = ComponentType.action_row.value
BUTTON: Final = ComponentType.button.value
SELECT: Final = ComponentType.select.value
_NUMBERED: Final = re.compile(r"(?P<text>.*)#[0-9]")

Fields: TypeAlias = dict[str, Any]


class Below(View):
    """What stands below a message, in rows. Nobody keeps it: a press is read by its text, not by a view in memory."""

    def __init__(self, rows: Sequence[list[Fields]]) -> None:
        super().__init__(timeout=None)
        self.rows = rows

    @property
    def presses(self) -> list[str]:
        """What the buttons and menus carry."""
        return [part["custom_id"] for row in self.rows for part in row]

    def to_components(self) -> list[Fields]:
        return [{"type": ROW, "components": row} for row in self.rows]

    def has_components_v2(self) -> bool:
        return False

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False


def view_of(controls: Sequence[Control], mark: str = "") -> Below | None:
    """All of it, for one message; None for none, which takes old ones away."""
    rows = list(_rows(controls, mark))[:ROWS]
    return Below(rows) if rows else None


def _rows(controls: Sequence[Control], mark: str) -> Iterator[list[Fields]]:
    count = 0
    for control in _turnable(controls):
        if isinstance(control, Row):
            for first in range(0, len(control.buttons), BUTTONS):
                yield [_button(one, mark) for one in control.buttons[first : first + BUTTONS]]
            continue
        menus = list(_ticks(control, mark) if isinstance(control, Ticks) else _menu(control, mark, count))
        count += len(menus)
        for menu in menus:
            yield [menu]


# --- buttons ----------------------------------------------------------------------------------------------------------


def _button(button: MessageButton, mark: str) -> Fields:
    return button_fields(button.label, f"{mark}{encode(button.press)}", STYLES.get(button.style, PLAIN))


def button_fields(label: str, text: str, style: int = PLAIN) -> Fields:
    """A button that carries this text. Discord refuses a message where one label is too long, or shows nothing."""
    return {"type": BUTTON, "style": style, "label": _label(short_label(label)), "custom_id": text}


def _turnable(controls: Sequence[Control]) -> list[Control]:
    """The controls; where there are more cards than the menus take, with a button for the next of them."""
    ticks = next((one for one in controls if isinstance(one, Ticks)), None)
    found = list(controls)
    if ticks is None or _pages(ticks) < 2:
        return found
    room = [at for at, one in enumerate(found) if isinstance(one, Row) and len(one.buttons) < BUTTONS]
    page = _page(ticks)
    to = Press(ticks.press.table, ticks.press.stage, Ask(Verb.PAGE, str(page % _pages(ticks) + 1)))
    row = found[room[-1]]
    assert isinstance(row, Row)
    found[room[-1]] = replace(row, buttons=(*row.buttons, MessageButton(f"{page}/{_pages(ticks)} ▸", to)))
    return found


def _pages(ticks: Ticks) -> int:
    return -(-len(ticks.options) // (MENUS * OPTIONS))


def _page(ticks: Ticks) -> int:
    return min(max(ticks.page, 1), max(_pages(ticks), 1))


# --- menus ------------------------------------------------------------------------------------------------------------


def _ticks(ticks: Ticks, mark: str) -> Iterator[Fields]:
    """The cards of a page; any number of them can be chosen."""
    first = (_page(ticks) - 1) * MENUS * OPTIONS
    cards = ticks.options[first : first + MENUS * OPTIONS]
    menus = -(-len(cards) // OPTIONS)
    for number in range(menus):
        options = [_option(one, one.name) for one in cards[number * OPTIONS : (number + 1) * OPTIONS]]
        caption = f"{ticks.caption} {number + 1}/{menus}" if menus > 1 else ticks.caption
        text = f"{mark}{encode(ticks.press)}#{number}"
        yield _select(text, caption, options, least=0, most=len(options))


def _menu(menu: Menu, mark: str, number: int) -> Iterator[Fields]:
    """One thing is chosen, and done at once."""
    for first in range(0, len(menu.options), OPTIONS):
        options = [_option(one, encode(one.press)) for one in menu.options[first : first + OPTIONS]]
        text = f"{mark}{MENU}#{number + first // OPTIONS}"
        yield _select(text, menu.caption, options)


def _select(text: str, caption: str, options: list[Fields], least: int = 1, most: int = 1) -> Fields:
    """Never `required`, which Discord refuses in a message with 0 values."""
    values = {"min_values": least, "max_values": most, "required": False}
    return {"type": SELECT, "custom_id": text, "placeholder": shorten(caption, CAPTION), "options": options, **values}


def _option(option: Option, value: str) -> Fields:
    note = shorten(option.note, LABEL)
    about = {"description": note} if note else {}
    label = _label(short_label(option.label, LABEL))
    return {"label": label, "value": value, "default": option.chosen, **about}


def _label(words: str) -> str:
    return words if words.strip() else CUT


# --- what came back ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was pressed, as a button's text. `own`: on a hand that only its reader sees.

    `names` are those of the cards that were chosen from a menu of them, None for any other press.
    """

    text: str
    own: bool
    names: tuple[str, ...] | None = None


def read(custom_id: str, values: Sequence[str] | None) -> Chosen:
    """A press as Discord tells of it; `values` are what was chosen from a menu, None for a button."""
    own = custom_id.startswith(OWN)
    text = custom_id.removeprefix(OWN)
    if values is None:
        return Chosen(text, own)
    numbered = _NUMBERED.fullmatch(text)
    text = numbered["text"] if numbered else text
    if text == MENU:
        return Chosen(values[0] if values else "", own)
    return Chosen(text, own, tuple(values))
