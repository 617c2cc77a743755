"""What was written behind a command, and what it may be heard as, beside intents and things to show."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.gateway.inbound.presses import Step
from bot.requests.requests import Intent


@dataclass(frozen=True, slots=True)
class Said:
    """The words behind a command. `channel` is "" in a private chat, `delivery` the platform's name of the message."""

    words: tuple[str, ...] = ()
    channel: str = ""
    delivery: str = ""

    @property
    def first(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def text(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Help:
    """The commands there are, a page at a time."""

    page: int = 1


@dataclass(frozen=True, slots=True)
class Minute:
    """The rules in a minute."""


@dataclass(frozen=True, slots=True)
class Usage:
    """How a command is written, because it was not written so."""

    command: str


Heard: TypeAlias = Intent | Step | Help | Minute | Usage
