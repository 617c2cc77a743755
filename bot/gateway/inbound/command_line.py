"""What was given with a command, and what it may be heard as: a request, or something to say or show at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from bot.messages.buttons import Verb
from bot.requests.requests import AtTable, Request
from bot.words.notices import Notice
from bot.words.typed import Unclear

REST: Final = ""  # where words stand that no argument takes


@dataclass(frozen=True, slots=True)
class Arguments:
    """What was given with a command, in the order of its arguments: each with what was written or chosen for it.

    `channel` is "" in a private chat, `delivery` the platform's name of the message.
    """

    values: Mapping[str, str] = field(default_factory=dict)
    channel: str = ""
    delivery: str = ""

    def value(self, argument: str) -> str:
        """What was given for this argument, "" for nothing."""
        return self.values.get(argument, "")

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(word for value in self.values.values() for word in value.split())

    @property
    def first(self) -> str:
        return next(iter(self.words), "")

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def without_last(self) -> "Arguments":
        """The same without its last word."""
        name = [name for name, value in self.values.items() if value.split()][-1]
        return replace(self, values={**self.values, name: " ".join(self.values[name].split()[:-1])})


def read_words(arguments: Sequence[str], words: Sequence[str], channel: str, delivery: str) -> Arguments:
    """What was written behind a command: a word for each argument, and the rest for the last."""
    names = [one.strip("[]") for one in arguments] or [REST]
    values = dict(zip(names[:-1], words, strict=False))
    values[names[-1]] = " ".join(words[len(names) - 1 :])
    return Arguments(values, channel, delivery)


@dataclass(frozen=True, slots=True)
class Show:
    """Show them this, for themselves alone: their hand, the table, the score, the code of play, what happened.

    `label` is the table that was named, "" where none was.
    """

    what: Verb
    page: int = 1
    label: str = ""

    @property
    def line(self) -> str:
        """The command that says it, for the table named behind."""
        return str(self.what)


@dataclass(frozen=True, slots=True)
class Tell:
    """Say this to them: a notice with its facts, or what is not clear about a typed play."""

    what: Notice | Unclear
    facts: tuple[tuple[str, str], ...] = ()


Step: TypeAlias = Show | Tell
"""What the gateway does itself, with `gateway.inbound.responses`; nothing is changed by it."""


@dataclass(frozen=True, slots=True)
class Help:
    """The commands there are, a page at a time; because there is none that is called `unknown`, where that is given."""

    page: int = 1
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class Minute:
    """The rules in a minute."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A question of the lesson, from 1, and which of its plays was chosen, from 1; 0 for none."""

    step: int = 1
    option: int = 0


@dataclass(frozen=True, slots=True)
class Settable:
    """What can be set at the table that is meant."""


@dataclass(frozen=True, slots=True)
class Usage:
    """How a command is written, because it was not written so."""

    command: str


Meaning: TypeAlias = Request | Step | Help | Minute | Lesson | Settable | Usage


def at_table(meaning: Meaning | None, label: str) -> Meaning | None:
    """The same, for the table with this short name; None where it is about no table, or one is named."""
    if isinstance(meaning, Show):
        return meaning if meaning.label else replace(meaning, label=label)
    return replace(meaning, table=label) if isinstance(meaning, AtTable) and not meaning.table else None
