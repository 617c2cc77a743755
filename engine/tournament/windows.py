"""Until when a handed-in sheet may be corrected. The next round's seats are made of what is so when it is paired.

| found                              | febur (art. 24)             | fitab (art. 20), and those that are silent |
| ---------------------------------- | --------------------------- | ------------------------------------------ |
| before the next round is paired    | errors of sum, swaps        | every error; seats are made of what is so  |
| after that                         | swaps alone; the seats stay | every error; the seats stay                |
| when the tournament is finished    | nothing                     | nothing                                    |

Seats that do not depend on points (Mitchell, all'Italiana) are the same either way. Left out: that febur's swap is
corrected "in the course of the next round" when it comes too late for this one, which is to say that it is corrected.
"""

from enum import StrEnum

from engine.tournament.corrections import SWAP
from engine.tournament.laws import LAWS
from engine.tournament.state import Progress


class RoundMoment(StrEnum):
    """Where a tournament stands, seen from a round."""

    BEFORE_PAIRING = "before-pairing"  # the next round is not paired; the last one has none
    PUBLISHED = "published"  # its seats are published
    FINISHED = "finished"


def moment_of(progress: Progress, number: int) -> RoundMoment:
    """Where the tournament stands, for a sheet of this round, from 1."""
    if progress.finished:
        return RoundMoment.FINISHED
    return RoundMoment.BEFORE_PAIRING if number >= len(progress.rounds) else RoundMoment.PUBLISHED


def is_in_time(code: str, cause: str, moment: RoundMoment) -> bool:
    """Whether a correction of this cause still may be made; `cause` is a word of `corrections`."""
    if moment == RoundMoment.FINISHED:
        return False
    return moment == RoundMoment.BEFORE_PAIRING or cause == SWAP or not LAWS[code].sums_until_pairing
