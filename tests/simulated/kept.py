"""Runs that once showed a fault of the program, with a sentence each."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kept:
    """These steps of a seed; what they `showed`."""

    seed: int
    places: tuple[int, ...]
    showed: str


KEPT: Final[tuple[Kept, ...]] = ()
