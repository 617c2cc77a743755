"""Runs that once showed a fault of the program, or of what judges it, with a sentence each."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class PastFault:
    """These steps of a seed; what they `showed`."""

    seed: int
    places: tuple[int, ...]
    showed: str


PAST_FAULTS: Final[tuple[PastFault, ...]] = (
    PastFault(
        8997,
        (39, 40, 42, 43, 45, 47, 49, 50, 51, 58, 59),
        "a change that hung in the disk was stored after its table had been read again: its letters were never done",
    ),
    PastFault(
        8828,
        (5, 9, 10, 12, 28, 29, 46),
        "after a clock that was set back and a disk that could not be read, nothing was looked up until the old time",
    ),
    PastFault(
        8828,
        (2, 5, 6, 7, 9, 10, 11, 12, 13, 15, 17, 19, 21, 22, 23, 27, 28, 29, 45, 46, 47),
        "letters that waited by a clock that was set back waited on where the process was lost before it was noticed",
    ),
    PastFault(
        21967,
        (3, 6, 14, 37, 41),
        "a message that was under way while its person had their data deleted was sent to them once more, as a new one",
    ),
    PastFault(
        289,
        (0, 2, 3, 4),
        "a table that was ended before its first card kept the lobby's buttons, and a message of a deal to come",
    ),
    PastFault(
        3963,
        (0, 2, 3, 4, 11, 12, 13, 21, 22, 24, 26, 28, 29, 43, 48, 49, 53, 54, 55),
        "a hand whose end was not brought before the rematch began kept the buttons of its last turn",
    ),
    PastFault(
        15895,
        (2, 17, 29, 45, 46, 47, 48),
        "an old table's buttons were to go with the next letter, which was never stored, for the disk was full",
    ),
    PastFault(
        15073,
        (0, 1, 10, 11, 12, 16, 19, 20),
        "what was under way while the host closed its database failed with the driver's own error, as no store's does",
    ),
    PastFault(
        13764,
        (
            *(0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29),
            *(30, 32, 33, 34, 35, 36, 37, 40, 41, 42, 43, 44, 45, 46, 47, 49, 50, 52, 53, 54, 56, 57),
        ),
        "what judges all that was shown forgot a table's last turns where another table had changed often since",
    ),
    PastFault(
        7217,
        (3, 5, 16, 17, 18, 23, 25, 26, 28, 29, 30, 32, 35, 38, 39, 41, 46, 47, 49, 50, 58, 59),
        "a hand that was shown and could not be stored stayed when the table was again as it had been stored",
    ),
    PastFault(
        20325,
        (5, 6, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 44),
        "a hand that went to another chat and back kept its buttons in a message that could not be reached in between",
    ),
    PastFault(
        20687,
        (1, 2, 5, 12, 13, 21, 22, 25, 35, 36, 41, 42, 43, 44),
        "a change of a hand that was given up after a minute arrived after a newer one, and stayed",
    ),
    PastFault(
        21836,
        (0, 6, 13, 14, 16, 17, 24, 25, 26),
        "who was forgotten while they used a link code had no account that could be linked, and the code raised that",
    ),
    PastFault(
        50483,
        (0, 2, 6, 10, 30, 31, 32, 40),
        "a change of a lobby that was given up arrived when the lobby had been retired, and gave it its buttons again",
    ),
    PastFault(
        60258,
        (0, 1, 2, 6, 7, 11, 14, 18, 19, 20, 21, 25, 26, 27, 28, 30, 32, 33, 34, 36, 38, 39, 40, 53, 54),
        "the laws did not wait for the letters of closed tables, and found an old message that was still to be retired",
    ),
    PastFault(
        60642,
        (5, 14, 16, 18, 19, 20, 28, 29, 45, 46, 47, 49, 53, 54, 55),
        "the same on the other platform: a lobby that had been retired had its buttons again after a minute and a half",
    ),
    PastFault(
        60296,
        (0, 3, 4, 6, 8, 9, 10, 11, 13, 15, 16, 18, 20, 21, 25, 26, 29),
        "a process that was lost just after its database was closed had the box roll back what was closed",
    ),
    PastFault(
        83367,
        (5, 16, 21, 23, 24, 28, 31, 36, 37, 39, 40, 42, 44, 45, 58, 59),
        "a change of a hand that was under way when the courier was begun again arrived after newer ones, and stayed",
    ),
    PastFault(
        83367,
        (5, 16, 21, 23, 24, 28, 31, 36, 37, 39, 40, 42, 43, 45, 49, 50),
        "the same, with a clock that was set forward meanwhile: what was in doubt seemed to be long ago",
    ),
    PastFault(
        3224,
        (24, 28, 32, 34, 35, 36, 37, 41, 42, 43, 45, 46, 47, 48, 49, 50, 52, 56),
        "the laws read the logs just before a disk that had failed at a commit was tried again",
    ),
    PastFault(
        1063,
        (3, 4, 6, 9, 27, 29, 31, 32, 33, 34, 39, 40, 41, 45, 46, 47, 51, 52, 53, 55),
        "a clock that was set back left a departure in the future before the others, and in the end none could leave",
    ),
)
