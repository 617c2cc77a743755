"""What a club plays that names nothing: rounds of Mitchell, and a Danese one at the end.

No code prints an evening. Left out: fewer rounds for a small field, for it is announced before anybody knows how many
come; how long it lasts, which is proposed by what deals have taken in that place.
"""

from typing import Final

from engine.tournament.announcement import DANESE, METHODS, MITCHELL

ROUNDS: Final = 4  # where nobody says how many
DEALS: Final = 3


def usual_rounds(kind: str, number: int) -> tuple[str, ...]:
    """The method of each of so many rounds; a kind without a Danese round has one method in all of them."""
    if kind not in METHODS or DANESE not in METHODS[kind]:
        return METHODS.get(kind, (MITCHELL,))[:1] * number
    return (*(MITCHELL,) * (number - 1), DANESE)
