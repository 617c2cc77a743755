"""The rows of fitab: art. 4 to 8 and 16 on procedure, 21 to 37 on irregularities, in the order of the code.

There is no ban of the partner and none of closing but where a row has it: what the code does not print may not be
applied (art. 21). A player with penalised cards draws and discards, and does nothing else (art. 25).
"""

from typing import Final

from engine.rulings.book import Case, Irregularity, Loss, Prevention
from engine.rulings.effects import (
    DEF,
    DEF_EXCESS,
    DEFER_POZ,
    DESC,
    DESC_NEXT,
    DESC_NOW,
    INT,
    PEN_NO_PLAY,
    TEMP,
    TEMP_ADDED,
    TEMP_ANYBODY,
)
from engine.rulings.moments import CLOSED, LATER, OWN_TURN, W1, W5, WINDOWS, Moment

A: Final = (Prevention.A,)
B: Final = (Prevention.B,)
C: Final = (Prevention.C,)
REPORTED: Final = (Prevention.B_REPORTED,)
REPORTED_OR_C: Final = (Prevention.B_REPORTED, Prevention.C)
AT_ONCE: Final = (Moment.AT_ONCE,)
BEFORE: Final = (Moment.BEFORE,)
PLAY: Final = (Moment.PLAY,)
ANY: Final = (Moment.ANY,)
CONTEST: Final = (Moment.CONTEST,)
COUNTED: Final = (Moment.COUNTED,)
IN_CLOSING: Final = WINDOWS[:6]  # W0 to W5

_PROCEDURE: Final = (
    Irregularity("T-4.1", "art. 4", BEFORE, A),
    Irregularity("T-4.2", "art. 4", BEFORE, A),
    Irregularity("T-4.3", "art. 4", BEFORE, A),
    Irregularity("T-4.4", "art. 4", PLAY, A),
    Irregularity("T-4.5", "art. 4", PLAY, A),
    Irregularity("T-4.6", "art. 4", PLAY, A),
    Irregularity("T-4.7", "art. 4", ANY, A),
    Irregularity("T-4.8", "art. 4", ANY, A),
    Irregularity("T-5.1", "art. 5", ANY, A),
    Irregularity("T-7.1", "art. 7", AT_ONCE, A),
    Irregularity("T-7.2", "art. 7", AT_ONCE, B),
    Irregularity("T-8.1", "art. 8", AT_ONCE, B),
    Irregularity("T-8.2", "art. 8", AT_ONCE, B),
    Irregularity("T-8.3", "art. 8", AT_ONCE, A),
    Irregularity("T-8.4", "art. 8", (W1,), B, cases=(Case("another"), Case("none")), lost=(Loss.NEXT_TOOK,)),
    Irregularity("T-16.1", "art. 16", ANY, C, readings=(26,)),
)
_BEHAVIOUR: Final = (
    Irregularity("T-21.1", "art. 21", ANY, C),
    Irregularity("T-21.2", "art. 21", ANY, C, readings=(34, 37)),
    Irregularity("T-21.3", "art. 21", AT_ONCE, A),
)
_POZZETTI: Final = (
    Irregularity("T-22.1", "art. 22", COUNTED, A, cases=(Case("unseen"), Case("seen"))),
    Irregularity("T-22.2", "art. 22", PLAY, A, cases=(Case("unused"), Case("used"))),
    Irregularity("T-22.3a", "art. 22", AT_ONCE, A, readings=(37,)),
    Irregularity("T-22.3b", "art. 22", AT_ONCE, REPORTED_OR_C),
    Irregularity("T-22.4a", "art. 22", AT_ONCE, B, readings=(15,)),
    Irregularity("T-22.4b", "art. 22", AT_ONCE, B, cases=(Case("opened"), Case("added")), readings=(23,)),
    Irregularity("T-22.4c", "art. 22", AT_ONCE, B, readings=(23,)),
)
_WRONG: Final = (
    Irregularity(
        "T-23.1",
        "art. 23",
        OWN_TURN,
        REPORTED,
        cases=(Case("fits"), Case("one"), Case("several", (DESC_NOW, PEN_NO_PLAY))),
        readings=(18, 21, 27),
    ),
    Irregularity("T-23.2", "art. 23", AT_ONCE, REPORTED_OR_C, (INT,)),
    Irregularity("T-23.3", "art. 23", AT_ONCE, B, (PEN_NO_PLAY, DESC_NOW), readings=(18, 20)),
    Irregularity("T-24.1", "art. 24", OWN_TURN, B, (DESC_NOW,), readings=(18, 19)),
    Irregularity("T-24.2", "art. 24", OWN_TURN, B, (INT, PEN_NO_PLAY, DESC_NOW), readings=(18, 20)),
    Irregularity("T-24.3", "art. 24", (W1,), B, (DESC_NEXT,), readings=(10, 18)),
    Irregularity("T-24.4", "art. 24", LATER, B, (DEF_EXCESS,)),
    Irregularity("T-25", "art. 25", AT_ONCE, B, (TEMP_ANYBODY,), readings=(20,)),
    Irregularity("T-26.1", "art. 26", BEFORE, A),
    Irregularity("T-26.2", "art. 26", PLAY, A),
    Irregularity("T-26.3", "art. 26", (Moment.RESULT,), A),
    Irregularity(
        "T-27.1",
        "art. 27",
        OWN_TURN,
        B,
        (INT,),
        (Case("healed"), Case("excess", (PEN_NO_PLAY, DESC_NOW))),
        readings=(18, 19, 20),
    ),
    Irregularity("T-27.2", "art. 27", OWN_TURN, B, (INT, PEN_NO_PLAY, DESC_NOW), readings=(18, 19, 20)),
    Irregularity("T-27.3", "art. 27", OWN_TURN, B),
    Irregularity("T-28.1", "art. 28", (W1,), B, (DESC_NEXT,), readings=(10, 18)),
    Irregularity("T-28.2", "art. 28", LATER, B, (DEF_EXCESS,)),
)
_DRAWING: Final = (
    Irregularity("T-29.1", "art. 29", OWN_TURN, B),
    Irregularity("T-29.2", "art. 29", ANY, B, (TEMP_ANYBODY,), readings=(12,)),
    Irregularity("T-29.3", "art. 29", ANY, B, (TEMP_ADDED,), readings=(12,)),
    Irregularity("T-29.4", "art. 29", AT_ONCE, REPORTED_OR_C),
    Irregularity("T-29.5", "art. 29", (W1,), B, (TEMP_ANYBODY,), lost=(Loss.NEXT_TOOK,), readings=(12, 22)),
    Irregularity("T-30.1", "art. 30", CONTEST, B),
    Irregularity("T-30.2", "art. 30", CONTEST, B),
    Irregularity("T-30.3", "art. 30", CONTEST, B, (INT, TEMP, DESC), readings=(18,)),
    Irregularity("T-30.4", "art. 30", CONTEST, B, (INT, TEMP)),
    Irregularity("T-30.5", "art. 30", CONTEST, B, (DEFER_POZ,)),
    Irregularity("T-30.6", "art. 30", CONTEST, B, (DEFER_POZ,)),
)
_EQUAL: Final = (
    Irregularity("T-31.a", "art. 31", OWN_TURN, B, (DEF, INT)),
    Irregularity("T-31.b", "art. 31", OWN_TURN, B, (DEF, INT)),
    Irregularity("T-31.W1", "art. 31", (W1,), B, (DEF,), (Case("a"), Case("b"))),
    Irregularity("T-31.W2", "art. 31", LATER, B, (DEF,), (Case("a"), Case("b"))),
)
_CLOSING: Final = (
    Irregularity("T-32.A", "art. 32", CLOSED, B, (PEN_NO_PLAY, DESC_NEXT), readings=(18, 20, 23)),
    Irregularity("T-32.B", "art. 32", CLOSED, B, readings=(24,)),
    Irregularity("T-32.C1", "art. 32", IN_CLOSING, B),
    Irregularity("T-32.C2", "art. 32", IN_CLOSING, B),
    Irregularity("T-32.D", "art. 32", ANY, A, readings=(25,)),
    Irregularity("T-33", "art. 33", (W5,), A, readings=(59,)),
)
_REST: Final = (
    Irregularity("T-34", "art. 34", AT_ONCE, (Prevention.A, Prevention.B)),
    Irregularity("T-35.1", "art. 35", AT_ONCE, REPORTED, (PEN_NO_PLAY, DESC_NEXT), readings=(18, 20)),
    Irregularity("T-35.2", "art. 35", AT_ONCE, REPORTED, (PEN_NO_PLAY, DESC_NEXT), readings=(18, 20)),
    Irregularity("T-36", "art. 36", ANY, C, readings=(39,)),
    Irregularity("T-37", "art. 37", ANY, C, readings=(36, 38)),
    Irregularity("T-ET", "norme comportamentali", ANY, C),
)
ROWS: Final[tuple[Irregularity, ...]] = (
    *_PROCEDURE,
    *_BEHAVIOUR,
    *_POZZETTI,
    *_WRONG,
    *_DRAWING,
    *_EQUAL,
    *_CLOSING,
    *_REST,
)
