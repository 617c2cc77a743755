"""What a ruling lays on whom, and how long, as values.

Turns are counted in the offender's own: 0 is the one under way if they are on turn, 1 their next one. A lap is as many
turns as there are players, from the one in which it happened: it holds one turn of the partner. With three players, or
one against one, a side is one player, and what is laid on a partner falls.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Macro(StrEnum):
    INT = "INT"  # play stops: nothing more is laid or added, there is only the discard
    PEN = "PEN"  # cards are penalised: face up beside the offender, only to be discarded, counted against them
    ASC = "ASC"  # one penalised card a turn, the lowest first
    DESC = "DESC"  # one penalised card a turn, the highest first
    BAN_O = "BAN-O"  # the offender may not close
    BAN_P = "BAN-P"  # the partner may not close
    BAN_L = "BAN-L"  # nobody of the side may close
    ND = "ND"  # draw or pick up, discard, no play
    TEMP = "TEMP"  # melds are frozen for a lap
    DEF = "DEF"  # melds are frozen for the rest of the hand
    DEFER_CLOSE = "DEFER-CLOSE"  # the closing waits
    DEFER_POZ = "DEFER-POZ"  # the pozzetto waits


class On(StrEnum):
    OFFENDER = "offender"
    PARTNER = "partner"
    SIDE = "side"
    CARDS = "cards"
    MELDS = "melds"


class Until(StrEnum):
    TURN_ENDS = "turn-ends"
    LAP_ENDS = "lap-ends"
    NEXT_TURN = "next-turn"  # the offender's next own turn begins
    NEXT_TURN_ENDS = "next-turn-ends"
    AFTER_LAST = "after-last"  # the own turn after the one in which the last penalised card was discarded
    DISCARDED = "discarded"
    HAND_ENDS = "hand-ends"


@dataclass(frozen=True, slots=True)
class Effect:
    """`begins`: an own turn of the offender. `variant`: what is particular, for its sentence; "" nothing is."""

    macro: Macro
    on: On
    until: Until
    begins: int = 0
    variant: str = ""

    @property
    def key(self) -> str:
        return f"{self.macro}-{self.variant}" if self.variant else str(self.macro)


INT: Final = Effect(Macro.INT, On.OFFENDER, Until.TURN_ENDS)
PEN: Final = Effect(Macro.PEN, On.CARDS, Until.DISCARDED)
PEN_NO_PLAY: Final = Effect(Macro.PEN, On.CARDS, Until.DISCARDED, 0, "no-play")  # fitab: nothing is laid meanwhile
ASC_NOW: Final = Effect(Macro.ASC, On.OFFENDER, Until.DISCARDED, 0, "now")
ASC_NEXT: Final = Effect(Macro.ASC, On.OFFENDER, Until.DISCARDED, 1, "next")
ASC_DUE: Final = Effect(Macro.ASC, On.OFFENDER, Until.DISCARDED, 0, "due")  # now if on turn, else as NEXT
DESC: Final = Effect(Macro.DESC, On.OFFENDER, Until.DISCARDED, 1)  # where it is not said when it begins
DESC_NOW: Final = Effect(Macro.DESC, On.OFFENDER, Until.DISCARDED, 0, "now")
DESC_NEXT: Final = Effect(Macro.DESC, On.OFFENDER, Until.DISCARDED, 1, "next")
BAN_O: Final = Effect(Macro.BAN_O, On.OFFENDER, Until.AFTER_LAST)
BAN_O_FREE: Final = Effect(Macro.BAN_O, On.OFFENDER, Until.NEXT_TURN, 0, "free")  # where no card is penalised
BAN_P: Final = Effect(Macro.BAN_P, On.PARTNER, Until.LAP_ENDS)
BAN_L: Final = Effect(Macro.BAN_L, On.SIDE, Until.LAP_ENDS)
ND: Final = Effect(Macro.ND, On.OFFENDER, Until.NEXT_TURN_ENDS, 1)
TEMP: Final = Effect(Macro.TEMP, On.MELDS, Until.NEXT_TURN)
TEMP_OPPONENTS: Final = Effect(Macro.TEMP, On.MELDS, Until.NEXT_TURN, 0, "opponents")  # negative if they close
TEMP_ANYBODY: Final = Effect(Macro.TEMP, On.MELDS, Until.NEXT_TURN, 0, "anybody")  # negative if anybody else closes
TEMP_ADDED: Final = Effect(Macro.TEMP, On.MELDS, Until.NEXT_TURN, 0, "added")  # then the added cards alone
DEF: Final = Effect(Macro.DEF, On.MELDS, Until.HAND_ENDS)
DEF_EXCESS: Final = Effect(Macro.DEF, On.MELDS, Until.HAND_ENDS, 0, "excess")  # what does not fit counts negative
DEFER_CLOSE: Final = Effect(Macro.DEFER_CLOSE, On.OFFENDER, Until.NEXT_TURN)
DEFER_POZ: Final = Effect(Macro.DEFER_POZ, On.OFFENDER, Until.NEXT_TURN)  # played at the next own turn
DEFER_POZ_LATER: Final = Effect(Macro.DEFER_POZ, On.OFFENDER, Until.NEXT_TURN_ENDS, 0, "later")  # at the one after it


def turns(effect: Effect, players: int, last_discard: int = 0) -> range | None:
    """The turns in which an effect holds, counted from the one in which it happened; None for the rest of the hand.

    `last_discard` is the offender's own turn in which their last penalised card is discarded.
    """
    until = {
        Until.TURN_ENDS: 1,
        Until.LAP_ENDS: players,
        Until.NEXT_TURN: players,
        Until.NEXT_TURN_ENDS: players + 1,
        Until.AFTER_LAST: players * (last_discard + 1),
        Until.DISCARDED: players * last_discard + 1,
    }
    return range(players * effect.begins, until[effect.until]) if effect.until in until else None
