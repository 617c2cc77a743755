"""What differs between the codes in a tournament beyond their rule files, as data: lateness, warnings, corrections.

| what                              | febur                              | the other codes                        |
| --------------------------------- | ---------------------------------- | -------------------------------------- |
| lateness (febur 26, fitab 37)     | a warning; after 2 minutes 100 MP  | after 2 minutes a warning, and 100 MP  |
|                                   | off; after 10 the match is lost    | to the others, from 5 on 150; after 10 |
|                                   |                                    | the match is lost                      |
| repeated warnings                 | by their kind: 1 VP, or 100 MP of  | every second: 1 VP and its equivalent  |
|                                   | the round                          | in MP                                  |
| penalties in MP                   | off the round                      | off the standings                      |
| corrections (febur 24, fitab 19)  | until the next pairing; swapped    | until the tournament is finished       |
|                                   | scores until it is finished        |                                        |
| who signs (febur 24, fitab 20)    | one of each line                   | one of each line; in teams the captain |
| who hands in the sheet            | who compiled it                    | the line that won                      |
| leaving for a time (fitab 36)     | no                                 | yes, online not                        |
| time expired, given up            | as a withdrawal                    | online: a margin of 350 points         |

Online, fibur and the international code are silent on nearly all of it and follow fitab. Three-player has no
warnings that cost anything. What a rest is worth stands in the rule files, and whether players see the clock. Left
out: fitab's zero for who leaves to gain by it, which is an arbiter's score; lost time given back, which is in
`deadlines`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

WARNINGS: Final = ("deal", "fan", "count", "pozzetto", "mixing", "lateness", "ethics", "other")
LATENESS: Final = "lateness"
NO_SHOW_AFTER: Final = 10  # minutes


@dataclass(frozen=True, slots=True)
class Grade:
    """What a lateness costs up to so many whole minutes: Match Points off the late line, or to the one present."""

    minutes: int
    warns: bool
    off: int = 0
    credit: int = 0


@dataclass(frozen=True, slots=True)
class Escalation:
    """When warnings of these kinds cost something: each after the first, or every second one; counted together."""

    kinds: tuple[str, ...]
    every_second: bool = False
    within_round: bool = False
    vp: int = 0  # off the standings
    round_mp: int = 0  # off the score of the round


@dataclass(frozen=True, slots=True)
class Law:
    """The tournament law of a code."""

    lateness: tuple[Grade, ...]
    escalations: tuple[Escalation, ...]
    mp_off_round: bool  # a penalty in MP comes off the line's score of the round, else off the standings
    vp_with_mp: bool  # a Victory Point taken away takes its equivalent in MP with it
    sums_until_pairing: bool  # an error of sum is corrected until the next round is paired
    temporary: bool  # an entry may leave for a time
    forfeit: bool  # time expired, or the match given up
    captains_sign: bool = True  # of teams; else anybody of the line
    winner_hands_in: bool = True  # the sheet; else who compiled it


FEBUR: Final = Law(
    lateness=(Grade(2, warns=True), Grade(NO_SHOW_AFTER, warns=True, off=100)),  # art. 26
    escalations=(
        Escalation(("deal", LATENESS), vp=1),  # art. 4, 26
        Escalation(("fan",), round_mp=100),
        Escalation(("count",), round_mp=100),
        Escalation(("mixing",), round_mp=100),
        Escalation(("pozzetto",), round_mp=100, within_round=True),  # art. 19
    ),
    mp_off_round=True,
    vp_with_mp=False,
    sums_until_pairing=True,  # art. 24
    temporary=False,  # art. 25: who left cannot come back
    forfeit=False,
    captains_sign=False,  # art. 24
    winner_hands_in=False,
)
FITAB: Final = Law(
    lateness=(Grade(2, warns=False), Grade(4, warns=True, credit=100), Grade(NO_SHOW_AFTER, warns=True, credit=150)),
    escalations=(Escalation(WARNINGS, every_second=True, vp=1),),
    mp_off_round=False,
    vp_with_mp=True,
    sums_until_pairing=False,  # art. 19-20
    temporary=True,  # art. 36
    forfeit=False,
)
ONLINE: Final = Law(
    lateness=FITAB.lateness,
    escalations=FITAB.escalations,
    mp_off_round=False,
    vp_with_mp=True,
    sums_until_pairing=False,
    temporary=False,
    forfeit=True,
)
THREE_PLAYER: Final = Law(
    lateness=(),
    escalations=(),
    mp_off_round=False,
    vp_with_mp=False,
    sums_until_pairing=False,
    temporary=False,
    forfeit=False,
)
LAWS: Final[Mapping[str, Law]] = {
    "febur": FEBUR,
    "online": ONLINE,
    "three-player": THREE_PLAYER,
    "fitab": FITAB,
    "fibur": FITAB,
    "international": FITAB,
}


def grade_of(law: Law, minutes: int) -> Grade | None:
    """What so many minutes cost; None where the match is lost."""
    for grade in law.lateness:
        if minutes <= grade.minutes:
            return grade
    return None
