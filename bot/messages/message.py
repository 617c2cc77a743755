"""A message as a value: what a chat shows somebody, before any platform. An adapter translates it, and adds nothing.

Texts are plain and harmless to look at, but signs of markup stay: each adapter escapes them. Controls say what they ask
for in the form of `messages.buttons`; how they look (buttons, a menu with several choices) is the platform's affair.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.messages.buttons import Press
from bot.words.languages import Language
from renderers.scenes import Look, Scene


class Style(StrEnum):
    """What a button is to who reads it."""

    PLAIN = "plain"
    MAIN = "main"  # what they most likely want
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
    """One thing of several to choose. Chosen, it does what `press` says.

    `name` is its own among the options of a `Ticks`, in a few signs of ASCII: `7h2` is the second 7♥ of the hand.
    """

    label: str
    press: Press
    chosen: bool = False
    note: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Things of which one is chosen: the targets of a lay, the cards for a discard.

    `heading`: where a platform shows no caption, a button that says it stands above; None where it goes without saying.
    `style` is what choosing is, where a platform shows the options as buttons.
    """

    caption: str
    options: tuple[Option, ...]
    heading: Press | None = None
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Ticks:
    """Things of which any number is chosen: the cards of a hand, in its owner's order.

    A platform with buttons sends the press of each option. One with menus sends a whole choice at once, as the names of
    what was chosen: `press` is the text for the menu itself, and `gateway.inbound.presses.chosen` tells what the choice
    means, also where the options are spread over several menus.
    """

    caption: str
    options: tuple[Option, ...]
    press: Press
    page: int = 1  # where a platform shows them in pages


Control: TypeAlias = Row | Menu | Ticks


@dataclass(frozen=True, slots=True)
class Message:
    """What is shown.

    `lines` begin with what matters most; `messages.fitting` leaves out from the end where a platform has no room. So
    many of them from the first on are `columns` that stand under each other where all signs are equally wide; `narrow`
    are the same for a telephone, in fewer of them.

    `alt` is the `picture` in words, complete; it stands for the picture where there is none. `brief` says the same in
    some hundreds of signs, where `alt` finds no room; "" where `alt` is never long.

    `anew` names the occasion: while it stays the same a sent message is edited; another one is a new message, and the
    older loses its controls (`replaces` says whether it goes altogether). `step` names the turn, and what happens
    beside it: where edits are dear, a channel's message is edited only for another one; "" for every change.

    `ping` names why its reader is to hear of it (`messages.heard`): where something of it is new the message is sent
    again, and "" leaves the message where it is. `notify` is the person who is to hear of it, "" for nobody; edits
    never notify. `mentions` are the people who are named before the first line, each as their platform names somebody
    so that they hear of it; who has no account there, or wants none of it, is not.

    Where a platform takes an answer in words, `question` is what is asked, `prompt` the same in a word or two, and
    `asks` the command with which the answer is said, before it; elsewhere the `lines` say how it is written. `fields`:
    where a platform has forms, what each of them is called, and how many there are of it; what they hold is one line.

    `page` is what a platform may open beside it: the short name of the table that has this page, or the tournament
    whose desk is meant (`buttons.DESK`).
    """

    language: Language
    title: str = ""
    lines: tuple[str, ...] = ()
    picture: Scene | None = None
    look: Look = Look()  # noqa: RUF009  a frozen value
    alt: str = ""
    brief: str = ""
    controls: tuple[Control, ...] = ()
    anew: str = ""
    ping: str = ""
    replaces: bool = False
    notify: str = ""
    mentions: tuple[str, ...] = ()
    step: str = ""
    columns: int = 0
    narrow: tuple[str, ...] = ()
    question: str = ""
    prompt: str = ""
    asks: str = ""
    fields: tuple[tuple[str, int], ...] = ()
    page: str = ""
