"""The two rows of the three-player code, art. 3: no bans, no frozen melds."""

from typing import Final

from engine.rulings.book import Irregularity, Prevention
from engine.rulings.moments import Moment

ROWS: Final[tuple[Irregularity, ...]] = (
    Irregularity("T3-1", "art. 3", (Moment.ANY,), (Prevention.B,), readings=(49,)),
    Irregularity("T3-2", "art. 3", (Moment.ANY,), (Prevention.A, Prevention.B)),
)
