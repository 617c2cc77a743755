"""Runs that once showed a fault of the program, with a sentence each."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kept:
    """These steps of a seed; what they `showed`."""

    seed: int
    places: tuple[int, ...]
    showed: str


KEPT: Final[tuple[Kept, ...]] = (
    Kept(
        7217,
        (3, 5, 16, 17, 18, 23, 25, 26, 28, 29, 30, 32, 35, 38, 39, 41, 46, 47, 49, 50, 58, 59),
        "a hand that was shown and could not be stored stayed when the table was again as it had been stored",
    ),
)
