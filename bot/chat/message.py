"""A message as a value: what a chat shows somebody, before any platform. An adapter translates it, and adds nothing.

Texts are plain and harmless to look at, but signs of markup stay: each adapter escapes them. Controls say what they
wish in the form of `bot.chat.buttons`; how they look (buttons, a menu with several choices) is the platform's affair.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.chat.buttons import Press
from bot.chat.languages import Language
from renderers.scenes import Look, Scene


class Style(StrEnum):
    """What a button is to the reader."""

    PLAIN = "plain"
    MAIN = "main"  # what he most likely wants
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press."""

    label: str
    press: Press
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons that belong together."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing of several to choose. Chosen, it does what `press` says."""

    label: str
    press: Press
    chosen: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Things of which one is chosen: the targets of a lay, the cards for a discard."""

    caption: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Ticks:
    """Things of which any number is chosen: the cards of a hand, in its owner's order.

    A platform with menus sends the whole choice at once (`bot.chat.intents.Arrange`), one with buttons a press each.
    """

    caption: str
    options: tuple[Option, ...]


Control: TypeAlias = Row | Menu | Ticks


@dataclass(frozen=True, slots=True)
class Message:
    """What is shown. `alt` is the picture in words, complete; it stands for the picture where there is none.

    `anew` names the occasion: while it stays the same a sent message is edited; another one is a new message, and the
    older loses its controls (`replaces` says whether it goes altogether). `notify` is the person who is to hear of
    it, "" for nobody; edits never notify.
    """

    language: Language
    title: str = ""
    lines: tuple[str, ...] = ()
    picture: Scene | None = None
    look: Look = Look()  # noqa: RUF009  a frozen value
    alt: str = ""
    controls: tuple[Control, ...] = ()
    anew: str = ""
    replaces: bool = False
    notify: str = ""
