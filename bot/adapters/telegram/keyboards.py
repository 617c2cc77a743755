"""Controls as an inline keyboard. Cards are toggles, many on a line, in pages where there are very many.

A keyboard is what the Bot API has for one: lines of buttons, each a few fields. The library's objects of the same are
not made: a hand has some twenty buttons, and each takes longer to make and unmake than all of its fields to write.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from bot.messages.buttons import Ask, Press, Verb, encode
from bot.messages.fitting import shorten
from bot.messages.message import Control, Menu, Option, Row, Style, Ticks

LINE: Final = 40  # signs of one line of buttons that a telephone shows without cutting them
EDGE: Final = 4  # signs that the edge of a button costs
MOST: Final = 4  # buttons with words on a line
CARDS: Final = 7  # cards on a line
CARD: Final = 6  # signs of a card's label, ticked
PAGE: Final = 35  # cards of a page
STYLES: Final = {Style.MAIN: "primary", Style.GOOD: "success", Style.DANGER: "danger"}
TICKED: Final = "✓"
CHOSEN: Final = "●"

KeyboardButton: TypeAlias = dict[str, Any]
"""https://core.telegram.org/bots/api#inlinekeyboardbutton"""
Keyboard: TypeAlias = list[list[KeyboardButton]]


def keyboard(controls: Sequence[Control]) -> Keyboard:
    """All of it; no lines for none."""
    return [line for control in controls for line in _lines(control)]


def with_keyboard(lines: Keyboard) -> dict[str, object]:
    """The field of a call that shows it; for none there is none, and that takes an old one away."""
    return {"reply_markup": {"inline_keyboard": lines}} if lines else {}


def leading_to(label: str, url: str) -> KeyboardButton:
    """A button that opens an address."""
    return {"text": label, "url": url}


def _lines(control: Control) -> Iterator[list[KeyboardButton]]:
    match control:
        case Row(buttons):
            yield from _pack([_button(one.label, one.press, STYLES.get(one.style)) for one in buttons])
        case Menu(caption, options, heading, style):
            if heading is not None:
                yield [_button(shorten(caption, LINE), heading)]
            yield from _pack([_choice(one, style) for one in options])
        case Ticks():
            yield from _toggles(control)


def _button(label: str, press: Press, style: str | None = None) -> KeyboardButton:
    button = {"text": label, "callback_data": encode(press)}
    return {**button, "style": style} if style else button


def _choice(option: Option, style: Style) -> KeyboardButton:
    note = f" ({option.note})" if option.note else ""
    label = f"{CHOSEN} {option.label}" if option.chosen else option.label
    return _button(f"{label}{note}", option.press, STYLES.get(style))


def _pack(buttons: Iterable[KeyboardButton]) -> Iterator[list[KeyboardButton]]:
    """As many on a line as are readable there."""
    line: list[KeyboardButton] = []
    wide, cards = 0, True
    for button in buttons:
        signs = len(button["text"])
        wide, cards = wide + signs + EDGE, cards and signs <= CARD
        if line and (len(line) >= (CARDS if cards else MOST) or (wide > LINE and not cards)):
            yield line
            line, wide, cards = [], signs + EDGE, signs <= CARD
        line.append(button)
    if line:
        yield line


def _toggles(ticks: Ticks) -> Iterator[list[KeyboardButton]]:
    """The cards of one page, and the way to the other pages."""
    pages = -(-len(ticks.options) // PAGE)
    page = min(max(ticks.page, 1), max(pages, 1))
    buttons = [_toggle(one) for one in ticks.options[(page - 1) * PAGE : page * PAGE]]
    for first in range(0, len(buttons), CARDS):
        yield buttons[first : first + CARDS]
    if pages > 1:
        yield [_turn(ticks.press, number, number == page) for number in range(1, pages + 1)]


def _toggle(option: Option) -> KeyboardButton:
    if option.chosen:
        return _button(f"{TICKED}{option.label}", option.press, "primary")
    return _button(option.label, option.press)


def _turn(press: Press, number: int, here: bool) -> KeyboardButton:
    label = f"· {number} ·" if here else f"{number}"
    return _button(label, Press(press.table, press.stage, Ask(Verb.PAGE, str(number))))
