"""The rows of febur: art. 4 and 6 on the deal and the procedure, 10 to 26 on irregularities, in the order of the code.

Where the printed table of a topic has one expiry for all (art. 14: until the next player has played) every row has it.
"""

from typing import Final

from engine.rulings.book import G2, Case, Irregularity, Loss, Prevention
from engine.rulings.effects import (
    ASC_DUE,
    ASC_NEXT,
    ASC_NOW,
    BAN_L,
    BAN_O,
    BAN_O_FREE,
    BAN_P,
    DEF,
    DEF_EXCESS,
    DEFER_CLOSE,
    DEFER_POZ,
    DEFER_POZ_LATER,
    INT,
    ND,
    PEN,
    TEMP,
    TEMP_OPPONENTS,
)
from engine.rulings.moments import CLOSED, LATER, OTHER_TURNS, OWN_TURN, UNTIL_NEXT_PLAYS, W1, W5, WINDOWS, Moment

A: Final = (Prevention.A,)
B: Final = (Prevention.B,)
C: Final = (Prevention.C,)
A_B: Final = (Prevention.A, Prevention.B)
A_C: Final = (Prevention.A, Prevention.C)
REPORTED: Final = (Prevention.B_REPORTED,)
REPORTED_OR_C: Final = (Prevention.B_REPORTED, Prevention.C)
AT_ONCE: Final = (Moment.AT_ONCE,)
BEFORE: Final = (Moment.BEFORE,)
PLAY: Final = (Moment.PLAY,)
ANY: Final = (Moment.ANY,)
COUNTED: Final = (Moment.COUNTED,)
PARTNER: Final = (Moment.PARTNER,)
IN_CLOSING: Final = WINDOWS[:6]  # W0 to W5
ART_14: Final = (*G2, Loss.NEXT_PLAYED)

_DEAL: Final = (
    Irregularity("F-4.1", "art. 4", BEFORE, A),
    Irregularity("F-4.2", "art. 4", BEFORE, A),
    Irregularity("F-4.3", "art. 4", PLAY, A_C, readings=(34, 35)),
    Irregularity("F-4.4", "art. 4", ANY, A),
    Irregularity("F-4.5", "art. 4", ANY, A),
)
_PROCEDURE: Final = (
    Irregularity("F-6.1", "art. 6", AT_ONCE, B, lost=(*G2, Loss.NEXT_PLAYED)),
    Irregularity("F-6.2", "art. 6", AT_ONCE, A_C, lost=G2, readings=(34,)),
    Irregularity("F-6.3", "art. 6", AT_ONCE, A, lost=G2, readings=(34,)),
    Irregularity("F-6.4", "art. 6", OWN_TURN, A_B, lost=(*G2, Loss.DISCARDED)),
    Irregularity("F-6.5", "art. 6", AT_ONCE, A),
    Irregularity("F-6.6", "art. 6", AT_ONCE, A),
)
_EXPOSED: Final = (
    Irregularity("F-10.E1", "art. 10", OWN_TURN, REPORTED, lost=G2),
    Irregularity("F-10.E2", "art. 10", OWN_TURN, REPORTED, lost=G2),
    Irregularity(
        "F-10.E3", "art. 10", OWN_TURN, REPORTED, (PEN, INT, ASC_NOW, BAN_O, BAN_P), lost=G2, readings=(4, 17, 55)
    ),
    Irregularity(
        "F-10.E4",
        "art. 10",
        OWN_TURN,
        A_B,
        cases=(Case("none"), Case("one"), Case("several", (PEN, INT, ASC_NOW, BAN_O, BAN_P))),
        lost=G2,
        readings=(4, 17),
    ),
    Irregularity(
        "F-10.E5", "art. 10", OWN_TURN, REPORTED, cases=(Case("fits"), Case("not")), lost=(*G2, Loss.TURNED_UP)
    ),
    Irregularity("F-10.E6", "art. 10", OWN_TURN, REPORTED),
    Irregularity(
        "F-10.E7",
        "art. 10",
        OTHER_TURNS,
        REPORTED,
        (BAN_P,),
        (Case("fits"), Case("not", (PEN, ASC_NEXT, BAN_O))),
        G2,
        (4, 5, 17, 55),
    ),
    Irregularity("F-10.E8", "art. 10", OTHER_TURNS, REPORTED, lost=(*G2, Loss.FITS)),
    Irregularity("F-10.E9", "art. 10", PARTNER, REPORTED, lost=G2, readings=(55,)),
)
_WRONG: Final = (
    Irregularity(
        "F-10.P1",
        "art. 10",
        OWN_TURN,
        B,
        (INT, BAN_P),
        (Case("healed", (BAN_O_FREE,)), Case("penalised", (PEN, ASC_NOW, BAN_O))),
        G2,
        (4, 5, 6, 8, 17, 55),
    ),
    Irregularity(
        "F-10.P2",
        "art. 10",
        OWN_TURN,
        B,
        (INT, BAN_P),
        (
            Case("healed", (BAN_O_FREE,)),
            Case("apart", (DEF, BAN_O_FREE)),
            Case("penalised", (PEN, ASC_NOW, BAN_O)),
        ),
        G2,
        (4, 5, 7, 9, 17),
    ),
    Irregularity("F-10.P3", "art. 10", OWN_TURN, B, (PEN, INT, ASC_NOW, BAN_O, BAN_P), lost=G2, readings=(4, 17)),
    Irregularity(
        "F-10.P4",
        "art. 10",
        OWN_TURN,
        B,
        (TEMP, INT, BAN_P),
        (Case("healed", (BAN_O_FREE,)), Case("penalised", (PEN, ASC_NOW, BAN_O))),
        G2,
        (6, 12, 17),
    ),
    Irregularity("F-10.P5", "art. 10", ANY, A_B),
    Irregularity("F-10.P6", "art. 10", OTHER_TURNS, B, (DEF_EXCESS,), lost=(Loss.REGISTERED,), readings=(10,)),
    Irregularity("F-10.P7", "art. 10", OTHER_TURNS, B, (DEF_EXCESS,), lost=(Loss.REGISTERED,), readings=(10,)),
)
_BEHAVIOUR: Final = (
    Irregularity("F-11.1", "art. 11", (W1,), A_B, lost=(*G2, Loss.NEXT_TOOK)),
    Irregularity("F-11.2", "art. 11", AT_ONCE, REPORTED_OR_C, lost=G2),
    Irregularity("F-11.3", "art. 11", AT_ONCE, REPORTED_OR_C, lost=G2),
    Irregularity("F-11.4", "art. 11", OWN_TURN, REPORTED, lost=G2),
    Irregularity("F-11.5", "art. 11", PARTNER, (Prevention.A, Prevention.B_REPORTED), lost=G2),
)
_PACK: Final = (Irregularity("F-12.1", "art. 12", BEFORE, A), Irregularity("F-12.2", "art. 12", PLAY, A))
_NO_DRAW: Final = (
    Irregularity("F-13.1", "art. 13", OWN_TURN, B, (INT, TEMP_OPPONENTS, BAN_P), lost=G2, readings=(12,)),
    Irregularity("F-13.2", "art. 13", (W1,), B, (ND, BAN_L), lost=(*G2, Loss.NEXT_TOOK), readings=(11, 13)),
    Irregularity("F-13.3", "art. 13", (W1,), B, (ND, BAN_L), lost=(*G2, Loss.NEXT_TOOK), readings=(13,)),
    Irregularity("F-13.4", "art. 13", LATER, B, readings=(13,)),
)
_OUT_OF_TURN: Final = (
    Irregularity("F-14.1A", "art. 14", UNTIL_NEXT_PLAYS, B, (INT, BAN_L), lost=ART_14, readings=(13,)),
    Irregularity(
        "F-14.1B",
        "art. 14",
        UNTIL_NEXT_PLAYS,
        B,
        (INT, PEN, TEMP, ASC_NEXT, BAN_O, BAN_P),
        lost=ART_14,
        readings=(4, 12, 13),
    ),
    Irregularity(
        "F-14.2",
        "art. 14",
        UNTIL_NEXT_PLAYS,
        B,
        (INT, PEN, TEMP, ASC_NEXT, BAN_O, BAN_P),
        lost=ART_14,
        readings=(4, 12, 13),
    ),
    Irregularity(
        "F-14.3",
        "art. 14",
        UNTIL_NEXT_PLAYS,
        B,
        (TEMP, BAN_P),
        (Case("neither", (ND,)), Case("closed", (DEFER_CLOSE,)), Case("pozzetto", (ND, DEFER_POZ_LATER))),
        ART_14,
        (12, 13, 14, 57),
    ),
    Irregularity(
        "F-14.4", "art. 14", UNTIL_NEXT_PLAYS, A_B, (PEN, ASC_DUE, BAN_O, BAN_P), lost=ART_14, readings=(4, 13)
    ),
    Irregularity("F-14.5C", "art. 14", UNTIL_NEXT_PLAYS, B, (INT, BAN_L), lost=ART_14, readings=(13,)),
    Irregularity(
        "F-14.5D",
        "art. 14",
        UNTIL_NEXT_PLAYS,
        B,
        (INT, PEN, TEMP, ASC_NEXT, BAN_O, BAN_P),
        lost=ART_14,
        readings=(4, 12, 13),
    ),
    Irregularity("F-14.6", "art. 14", UNTIL_NEXT_PLAYS, A, lost=ART_14),
)
_EQUAL: Final = (
    Irregularity(
        "F-15.1",
        "art. 15",
        OWN_TURN,
        B,
        (INT, DEF, BAN_P),
        (
            Case("neither"),
            Case("closed", (DEFER_CLOSE,)),
            Case("diretta", (DEFER_POZ,)),
            Case("discard", (ND, DEFER_POZ_LATER)),
        ),
        G2,
        (3, 61),
    ),
    Irregularity("F-15.2", "art. 15", OTHER_TURNS, B, (DEF, ND, BAN_L), lost=(*G2, Loss.CLOSED), readings=(3,)),
    Irregularity("F-15.3", "art. 15", ANY, A_B, lost=G2, readings=(3,)),
)
_PICK_UP: Final = (
    Irregularity("F-16.1", "art. 16", AT_ONCE, B, lost=G2, readings=(57,)),
    Irregularity("F-16.2", "art. 16", OWN_TURN, (Prevention.A, Prevention.B_REPORTED), lost=G2),
    Irregularity("F-16.3", "art. 16", AT_ONCE, A),
    Irregularity("F-16.4", "art. 16", AT_ONCE, A),
    Irregularity(
        "F-16.5",
        "art. 16",
        (W1,),
        B,
        cases=(Case("another"), Case("none", (PEN, ASC_NOW, BAN_O, BAN_P))),
        lost=(*G2, Loss.NEXT_TOOK),
        readings=(17,),
    ),
)
_POZZETTI: Final = (
    Irregularity("F-17.1", "art. 17", COUNTED, A, lost=(Loss.SEEN,)),
    Irregularity("F-17.2", "art. 17", COUNTED, A, lost=(Loss.SEEN,)),
    Irregularity("F-17.3", "art. 17", ANY, A),
    Irregularity("F-18.1", "art. 18", PLAY, A),
    Irregularity("F-18.2", "art. 18", PLAY, A),
    Irregularity("F-19.1", "art. 19", AT_ONCE, A, lost=G2, readings=(34,)),
)
_CLOSING: Final = (
    Irregularity("F-20.1", "art. 20", ANY, A_C, readings=(60,)),
    Irregularity("F-21.A", "art. 21", CLOSED, B, (PEN, ASC_NEXT, BAN_O, BAN_P), lost=G2, readings=(4, 17, 55)),
    Irregularity("F-21.A2", "art. 21", CLOSED, B, (PEN, ASC_NEXT, BAN_O, BAN_P), lost=G2, readings=(4, 15, 17)),
    Irregularity("F-21.B", "art. 21", CLOSED, B, (PEN, ASC_NEXT, BAN_O, BAN_P), lost=G2, readings=(4, 17)),
    Irregularity("F-21.C1", "art. 21", IN_CLOSING, B, (PEN, ASC_NEXT, BAN_O, BAN_P), lost=G2, readings=(4, 17)),
    Irregularity("F-21.C2", "art. 21", IN_CLOSING, B, (PEN, ASC_NOW, BAN_O, BAN_P), lost=G2, readings=(2, 4, 17)),
)
_COUNT: Final = (
    Irregularity("F-23.1", "art. 23", (W5,), B, lost=(Loss.REGISTERED,)),
    Irregularity(
        "F-23.2",
        "art. 23",
        (W5,),
        B,
        (TEMP, PEN, ASC_NEXT, BAN_O, BAN_P),
        lost=(*G2, Loss.REGISTERED),
        readings=(4, 12),
    ),
    Irregularity("F-23.3a", "art. 23", (W5,), A, readings=(16,)),
    Irregularity(
        "F-23.3b",
        "art. 23",
        (W5,),
        (Prevention.A, Prevention.B_REPORTED),
        (PEN, ASC_NEXT, BAN_O, BAN_P),
        readings=(4, 16),
    ),
    Irregularity("F-23.4", "art. 23", (W5,), A, readings=(34,)),
)
_TOURNAMENT: Final = (
    Irregularity("F-24.1", "art. 24", (Moment.PAIRED,), A_C),
    Irregularity("F-24.2", "art. 24", ANY, C),
    Irregularity("F-25", "art. 25", ANY, C, readings=(32, 33)),
    Irregularity("F-26", "art. 26", ANY, C, readings=(33, 34)),
)
ROWS: Final[tuple[Irregularity, ...]] = (
    *_DEAL,
    *_PROCEDURE,
    *_EXPOSED,
    *_WRONG,
    *_BEHAVIOUR,
    *_PACK,
    *_NO_DRAW,
    *_OUT_OF_TURN,
    *_EQUAL,
    *_PICK_UP,
    *_POZZETTI,
    *_CLOSING,
    *_COUNT,
    *_TOURNAMENT,
)
