"""What people want, whatever they press or write, and what they are answered; no platform.

An adapter makes an intent of an update, hands it to `bot.chat.service`, and passes the answer on. Texts in an intent
are claims of somebody outside: the service and the door behind it judge them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bot.chat.languages import Language

Page: TypeAlias = Mapping[str, object]  # something to show, JSON-able

COMMANDS: Final = frozenset(
    "join leave computer remove set start ready rematch play back resign standin return propose agree refuse "
    "pause resume end".split()
)
"""The commands of `bot.host.decide` that people may give; the others are the host's."""


@dataclass(frozen=True, slots=True)
class Play:
    """A deal against computers, at once; `pace` between two of their actions in milliseconds, below 0 as usual."""

    rules: str = ""
    pace: int = -1


@dataclass(frozen=True, slots=True)
class Watch:
    """Computers play each other."""

    rules: str = ""
    pace: int = -1


@dataclass(frozen=True, slots=True)
class Open:
    """A table for friends, in its lobby."""

    rules: str = ""
    pace: int = -1


@dataclass(frozen=True, slots=True)
class Find:
    """The table with this short name."""

    label: str


@dataclass(frozen=True, slots=True)
class Do:
    """A command at a table (`COMMANDS`, with its words).

    `delivery` names this very wish: sent again, it is done once. `stage` is that of the picture it was chosen from,
    below 0 where there was none. `sure`: a caution about it has been read.
    """

    table: str
    command: str
    delivery: str
    stage: int = -1
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Arrange:
    """How somebody holds his hand: his order of the cards, and those he has ticked; as in `bot.chat.drafts`."""

    table: str
    order: str
    ticked: str


@dataclass(frozen=True, slots=True)
class Sort:
    """The hand by "suit" or by "rank"."""

    table: str
    by: str


@dataclass(frozen=True, slots=True)
class Why:
    """What may be done with these cards, and what not, and why."""

    table: str
    cards: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The code of play on one page; that of the table, or one by its name."""

    table: str = ""
    name: str = ""
    language: Language = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The record of the deals that have ended."""

    table: str


@dataclass(frozen=True, slots=True)
class Invite:
    """A place at the table for somebody who has no account yet; the answer names a secret for him."""

    table: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Introduce:
    """Who somebody is: name and language; what is empty stays as it is."""

    name: str = ""
    language: Language = ""


Intent: TypeAlias = Play | Watch | Open | Find | Do | Arrange | Sort | Why | Rules | Record | Invite | Introduce


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of it. `words` for who asked; `table`: where he is now; `ask`: a caution, to be confirmed."""

    done: bool
    words: str = ""
    table: str = ""
    ask: str = ""
    page: Page = field(default_factory=dict)
