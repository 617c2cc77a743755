"""When an irregularity was noticed, seen from the player X who committed it.

| window | the game stands so                                                       |
| ------ | ------------------------------------------------------------------------ |
| W0     | X is on turn and has not discarded                                       |
| W1     | X has discarded, the next player has not touched a card of stock or pile |
| W2     | the next player has drawn or picked up, and done nothing else            |
| W3     | the next player has laid, added or discarded                             |
| W4     | any later moment of the hand                                             |
| W5     | somebody has closed, the points are not written down                     |
| W6     | the points of the hand are written down: nothing but sums is contested   |

Febur art. 10 knows two of them, one's own turn (W0) and any other time (W1 to W5); fitab art. 24 and 28 know three, at
once (W0), after the discard (W1), later (W2 to W5). What lies before the first card, or needs no window, has a word.
"""

from enum import StrEnum
from typing import Final


class Moment(StrEnum):
    W0 = "W0"
    W1 = "W1"
    W2 = "W2"
    W3 = "W3"
    W4 = "W4"
    W5 = "W5"
    W6 = "W6"
    BEFORE = "before"  # the first stock card is not yet turned
    PLAY = "play"  # it is: the hand is being played
    AT_ONCE = "at-once"  # as it happens
    PARTNER = "partner"  # the partner is on turn and has not discarded
    COUNTED = "counted"  # as a pozzetto that was taken is counted, face down
    CONTEST = "contest"  # when it is contested, before play has gone on
    RESULT = "result"  # a hand has been played and scored
    PAIRED = "paired"  # until the standings of the round and the next pairing are made
    ANY = "any"


W0, W1, W2, W3, W4, W5, W6 = WINDOWS = tuple(Moment)[:7]
OWN_TURN: Final = (W0,)
OTHER_TURNS: Final = (W1, W2, W3, W4)
UNTIL_NEXT_PLAYS: Final = (W0, W1, W2)
CLOSED: Final = (W1, W2, W3, W4, W5)
LATER: Final = (W2, W3, W4, W5)


def windows(text: str) -> tuple[Moment, ...]:
    """The windows that `W1`, or `W1-W4`, stands for. Raises `ValueError` on any other text."""
    first, _, last = text.partition("-")
    begin, end = Moment(first), Moment(last or first)
    if begin not in WINDOWS or end not in WINDOWS:
        raise ValueError(text)
    return WINDOWS[WINDOWS.index(begin) : WINDOWS.index(end) + 1]


def span_text(moments: tuple[Moment, ...]) -> str:
    """`W1-W4` for windows that follow each other, else the one moment."""
    return f"{moments[0]}-{moments[-1]}" if len(moments) > 1 else str(moments[0])
