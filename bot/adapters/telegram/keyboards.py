"""Controls as an inline keyboard. Cards are toggles, many on a line, in pages where there are very many."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.messages.buttons import Ask, Press, Verb, encode
from bot.messages.fitting import shorten
from bot.messages.message import Button, Control, Menu, Option, Row, Style, Ticks

LINE: Final = 40  # signs of one line of buttons that a telephone shows without cutting them
EDGE: Final = 4  # signs that the edge of a button costs
MOST: Final = 4  # buttons with words on a line
CARDS: Final = 7  # cards on a line
CARD: Final = 6  # signs of a card's label, ticked
PAGE: Final = 35  # cards of a page
STYLES: Final = {Style.MAIN: "primary", Style.GOOD: "success", Style.DANGER: "danger"}
TICKED: Final = "✓"
CHOSEN: Final = "●"


def keyboard(controls: Sequence[Control]) -> InlineKeyboardMarkup | None:
    """All of it; None for none, which takes an old one away."""
    lines = [line for control in controls for line in _lines(control)]
    return InlineKeyboardMarkup(lines) if lines else None


def _lines(control: Control) -> Iterator[list[InlineKeyboardButton]]:
    match control:
        case Row(buttons):
            yield from _pack([_button(one) for one in buttons])
        case Menu(caption, options, heading, style):
            if heading is not None:
                yield [_button(Button(shorten(caption, LINE), heading))]
            yield from _pack([_choice(one, style) for one in options])
        case Ticks():
            yield from _toggles(control)


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(button.label, callback_data=encode(button.press), style=STYLES.get(button.style))


def _choice(option: Option, style: Style) -> InlineKeyboardButton:
    note = f" ({option.note})" if option.note else ""
    label = f"{CHOSEN} {option.label}" if option.chosen else option.label
    return InlineKeyboardButton(f"{label}{note}", callback_data=encode(option.press), style=STYLES.get(style))


def _pack(buttons: Iterable[InlineKeyboardButton]) -> Iterator[list[InlineKeyboardButton]]:
    """As many on a line as are readable there."""
    line: list[InlineKeyboardButton] = []
    for button in buttons:
        wide = sum(len(one.text) + EDGE for one in (*line, button))
        cards = all(len(one.text) <= CARD for one in (*line, button))
        if line and (len(line) >= (CARDS if cards else MOST) or (wide > LINE and not cards)):
            yield line
            line = []
        line.append(button)
    if line:
        yield line


def _toggles(ticks: Ticks) -> Iterator[list[InlineKeyboardButton]]:
    """The cards of one page, and the way to the other pages."""
    pages = -(-len(ticks.options) // PAGE)
    page = min(max(ticks.page, 1), max(pages, 1))
    buttons = [_toggle(one) for one in ticks.options[(page - 1) * PAGE : page * PAGE]]
    for first in range(0, len(buttons), CARDS):
        yield buttons[first : first + CARDS]
    if pages > 1:
        yield [_turn(ticks.press, number, number == page) for number in range(1, pages + 1)]


def _toggle(option: Option) -> InlineKeyboardButton:
    label = f"{TICKED}{option.label}" if option.chosen else option.label
    return InlineKeyboardButton(label, callback_data=encode(option.press), style="primary" if option.chosen else None)


def _turn(press: Press, number: int, here: bool) -> InlineKeyboardButton:
    label = f"· {number} ·" if here else f"{number}"
    to = Press(press.table, press.stage, Ask(Verb.PAGE, str(number)))
    return InlineKeyboardButton(label, callback_data=encode(to))
