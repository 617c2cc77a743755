"""What a form proposes first: the evening that clubs mostly play, as data.

Three rounds of Mitchell and a Danese one, three deals each, for 20 to 50 tables. A smaller field has as many rounds of
Mitchell as nobody meets anybody twice. Minutes are those of the code (febur and fitab art. 5) times a scale, which is
announced with them: 1 as long as nothing is known, else what nine deals in ten have needed, in steps of a quarter and
never below 1. Both codes leave the direction free in this (fitab: announced beforehand). Left out: pauses between
rounds, which each club has as it likes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.tournament.announcement import DANESE, INDIVIDUAL, MITCHELL, PAIRS, TEAMS, THREE
from engine.tournament.deadlines import MINUTE, WHOLE
from engine.tournament.methods import mitchell
from engine.tournament.times import round_minutes
from engine.victory import vp_table

ROUNDS_OF_MITCHELL: Final = 3
USUAL: Final = (*(MITCHELL,) * ROUNDS_OF_MITCHELL, DANESE)
USUAL_INDIVIDUAL: Final = (INDIVIDUAL,) * 4
USUAL_THREE: Final = (THREE,) * 2  # 002 art. 10: the evening has two matches
PREFERRED_DEALS: Final = (3, 4, 2)
STEP: Final = 25  # hundredths
ENOUGH: Final = 20  # deals, before a measure is one
MOST_SCALE: Final = 10 * WHOLE


@dataclass(frozen=True, slots=True)
class UsualEvening:
    """A proposal. `deals` and `minutes` are of a round, the minutes as printed; `scale` in hundredths."""

    code: str
    kind: str
    rounds: tuple[str, ...]
    deals: int
    minutes: int | None  # None: the code names none, the direction announces them
    scale: int
    step: int = 1

    @property
    def scaled_minutes(self) -> int | None:
        """Minutes that a round lasts, begun ones whole."""
        return None if self.minutes is None else -(-self.minutes * self.scale // WHOLE)


def usual_evening(code: str, kind: str = PAIRS, entries: int = 0, measured: Sequence[int] = ()) -> UsualEvening:
    """The proposal for so many entries, 0 where nobody knows yet. `measured`: how long deals took, in milliseconds."""
    deals = usual_deals(code, kind)
    minutes = round_minutes(code, deals)
    return UsualEvening(code, kind, usual_rounds(kind, entries), deals, minutes, scale_of(minutes, deals, measured))


def usual_rounds(kind: str, entries: int = 0) -> tuple[str, ...]:
    if kind == INDIVIDUAL:
        return USUAL_INDIVIDUAL
    if kind == THREE:
        return USUAL_THREE
    rounds = min(ROUNDS_OF_MITCHELL, mitchell.limit(entries, 1)) if entries > 1 else ROUNDS_OF_MITCHELL
    return (*(MITCHELL,) * rounds, DANESE)


def usual_deals(code: str, kind: str) -> int:
    """Three where there is a table of Victory Points for it. Raises `ValueError` where there is none at all."""
    if kind == THREE:
        return 3
    for deals in PREFERRED_DEALS:
        if vp_table(code, deals, kind == TEAMS) is not None:
            return deals
    raise ValueError(f"no table of Victory Points for {kind} by {code}")


def scale_of(minutes: int | None, deals: int, measured: Sequence[int]) -> int:
    """By how much a round is longer than printed, in hundredths."""
    if minutes is None or len(measured) < ENOUGH:
        return WHOLE
    slow = sorted(measured)[len(measured) * 9 // 10]
    needed = -(-slow * deals * WHOLE // (minutes * MINUTE))
    return min(MOST_SCALE, max(WHOLE, -(-needed // STEP) * STEP))


def format_scale(scale: int) -> str:
    """`×1`, `×1.25`: as it is printed beside the minutes."""
    return f"×{scale / WHOLE:g}"
