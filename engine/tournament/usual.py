"""What a club plays that names nothing: rounds of Mitchell, and a Danese one at the end; two matches of three players.

Implements three-player art. 10: an evening is two matches. No other code prints one. Left out: fewer rounds for a small
field, for it is announced before anybody knows how many come; how long it lasts, which is proposed by what deals have
taken in that place.
"""

from typing import Final

from engine.tournament.announcement import DANESE, METHODS, MITCHELL, THREE

ROUNDS: Final = 4  # where nobody says how many
OF_THREE: Final = 2  # of three players
DEALS: Final = 3


def usual_number(kind: str) -> int:
    """How many rounds there are where nobody says so."""
    return OF_THREE if kind == THREE else ROUNDS


def usual_rounds(kind: str, number: int) -> tuple[str, ...]:
    """The method of each of so many rounds; a kind without a Danese round has one method in all of them."""
    if kind not in METHODS or DANESE not in METHODS[kind]:
        return METHODS.get(kind, (MITCHELL,))[:1] * number
    return (*(MITCHELL,) * (number - 1), DANESE)
