"""Where computer players stand on the scale of ratings: fixed points, by the Match Points they were measured to win.

The club player stands where a newcomer does, whose rating computers have in matches. Another level is as far from it as
leaves both ratings at rest if they met in match after match: `docs/players.md` has the measurements.
"""

from collections.abc import Mapping
from math import log, sqrt
from statistics import NormalDist
from types import MappingProxyType
from typing import Final

MEASURED: Final[Mapping[str, float]] = MappingProxyType({"beginner": -151.0, "club": 0.0, "expert": 66.0})
"""Match Points a deal against the club player."""

START: Final = 25.0  # a newcomer's rating
BETA: Final = START / 6  # the model's: how much a match is chance
DEALS: Final = 4  # of a match
SPREAD: Final = 374.0  # of the difference of one deal, in Match Points


def share_won(points: float) -> float:
    """Of matches by a pair that is so many Match Points a deal better."""
    return NormalDist().cdf(points * DEALS / (SPREAD * sqrt(DEALS)))


def rating_of(level: str) -> float:
    """The rating of a level in pairs: at its distance from the club's, the share of matches it wins is expected."""
    won = share_won(MEASURED[level])
    return START + log(won / (1 - won)) * sqrt(2) * BETA / 2


def closest(rating: float) -> str:
    """The level that stands nearest."""
    return min(MEASURED, key=lambda level: abs(rating_of(level) - rating))
