"""Who asks a table for something, and how it says no."""

from dataclasses import dataclass
from typing import Final

from engine.refusal import Refused

HOST: Final = "host"  # the host itself: clocks, sealed seeds, computer players
FORGOTTEN: Final = "deleted player"
"""What everybody is called, in all that is stored, who has asked to be forgotten."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who a command comes from: a person's id, or `HOST`. `admin`: may pause, end and replace here."""

    id: str
    name: str = ""
    admin: bool = False

    @property
    def is_host(self) -> bool:
        return self.id == HOST


@dataclass(frozen=True, slots=True)
class Declined:
    """Why a command was not carried out: the key of a sentence and its facts, or a refusal of the rules."""

    key: str
    facts: tuple[tuple[str, str], ...] = ()
    refused: Refused | None = None
