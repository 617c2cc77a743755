"""The worked examples of the codes: what the arbiter is answered, which card goes when, who closes from when.

A line is a way through the guided question, the row it ends with, the penalised cards in the order in which they are
discarded with the offender's own turns (0: the turn under way), and the own turn from which the offender closes again.
`-`: no card; febur's partner may not close in that lap wherever anything here is penalised or stopped.
"""

import pytest

from engine.cards import format_card, parse_cards
from engine.melds import MeldBook
from engine.rules import load_rules
from engine.rulings.effects import Effect, Macro, Until
from engine.rulings.frozen import count
from engine.rulings.penalised import Penance, penance
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import FoundRuling, follow

FEBUR = """
A1   no wrong-meld W0 laid no yes no           F-10.P1  -                            -
A3   no wrong-meld W0 laid no no no            F-10.P1  3h@0                         1
B1   no wrong-meld W0 laid no no no            F-10.P1  5d@0                         1
B3   no wrong-meld W0 laid no no no            F-10.P1  4h@0,6h@1                    2
B4   no wrong-meld W0 laid no no no            F-10.P1  4h@0,5d@1,6h@2               3
C1   no wrong-meld W0 laid no no no            F-10.P1  Ks@0                         1
C2   no wrong-meld W0 laid no no no            F-10.P1  Ad@0,Ah@1                    2
C4   no wrong-meld W0 laid no no no            F-10.P1  Ks@0,Ad@1,Ah@2               3
D1   no wrong-meld W0 laid no yes no           F-10.P1  -                            -
D2   no wrong-meld W0 laid no no no            F-10.P1  Ks@0                         1
E1a  no wrong-meld W0 laid no no no            F-10.P1  Js@0,Qs@1                    2
E1b  no wrong-meld W0 laid no no no            F-10.P1  9h@0,Th@1                    2
E2   no wrong-meld W0 laid no no no            F-10.P1  9h@0,Th@1,Js@2,Qs@3          4
F1   no wrong-meld W0 laid no yes no           F-10.P1  -                            -
F2   no wrong-meld W0 laid no no no            F-10.P1  2d@0                         1
G1   no wrong-meld W0 laid no no no            F-10.P1  Jk@0                         1
H    no wrong-meld W0 order                    F-10.P5  -                            -
I1   no wrong-meld W0 added-run no yes no      F-10.P2  -                            -
I3   no wrong-meld W0 added-run no apart no    F-10.P2  -                            -
I4   no wrong-meld W5 apart no                 F-10.P2  -                            -
I5   no wrong-meld W0 added-run no apart no    F-10.P2  -                            -
L    no wrong-meld W0 added-run no no no       F-10.P2  7s@0                         1
M1   no wrong-meld W0 added-run yes no         F-10.P4  8d@0,9d@1                    2
Na   no wrong-meld W0 laid yes yes no          F-10.P4  -                            -
Nb   no wrong-meld W0 laid yes no no           F-10.P4  5h@0,6h@1,8h@2               3
O    no wrong-meld W0 added-set no no          F-10.P3  3s@0                         1
P    no wrong-meld W0 added-run no no no       F-10.P2  Jk@0                         1
1    no wrong-meld W1-W4 plain                 F-10.P6  -                            -
2    no wrong-meld W1-W4 plain                 F-10.P6  -                            -
NB   no wrong-meld W1-W4 built-on              F-10.P7  -                            -
NB5  no wrong-meld W5 only-burraco no          F-23.2   8s@1,9s@2,Ts@3               4
11   no behaviour F-11.5 no                    F-11.5   -                            -
21.1 no closing no-discard one no              F-21.C1  7c@1,8c@2,9c@3               4
21.2 no closing no-discard one no              F-21.C1  3s@1,3h@2                    3
21.3 no closing no-discard several no          F-21.C2  7c@0,8c@1,9c@2               3
21.4 no closing no-discard several no          F-21.C2  3s@0,3h@1                    2
21.A no closing no-burraco no                  F-21.A   Qc@1,Qd@2,Qh@3               4
21.B no closing F-21.B no                      F-21.B   Qc@1,Qd@2,Qh@3               4
21A2 no closing F-21.A2 no                     F-21.A2  Qc@1,Qd@2,Qh@3               4
E3   no exposed exposed own several no         F-10.E3  4s@0,9h@1                    2
E7   no exposed exposed other no no            F-10.E7  4s@1,9h@2                    3
"""
FITAB = """
B3   no wrong-meld W0 laid partly              T-27.1   6h@0,4h@1                    2
C4   no wrong-meld W0 laid no                  T-24.2   Ah@0,Ad@1,Ks@2               3
E2   no wrong-meld W0 laid no                  T-24.2   Th@0,9h@1,Qs@2,Js@3          4
O    no wrong-meld W0 added no                 T-24.1   3s@0                         1
P    no wrong-meld W0 added no                 T-24.1   Jk@0                         1
1W1  no wrong-meld W1 laid                     T-24.3   8c@1,7c@2                    3
1W2  no wrong-meld W2-W5 laid                  T-24.4   -                            -
M1   no wrong-meld W0 added yes                T-27.1   -                            -
21.A no closing no-burraco                     T-32.A   Qh@1,Qd@2,Qc@3               4
21.B no closing T-32.B                         T-32.B   -                            -
21.1 no closing T-32.C2                        T-32.C2  -                            -
21.3 no closing T-32.C1                        T-32.C1  -                            -
22.4 no pozzetto second-pozzetto discard no    T-32.A   8h@1,Ks@2                    3
28   no wrong-meld W1 added                    T-28.1   8h@1,Ks@2                    3
23   no exposed exposed yes several            T-23.1   Ah@0,Kd@1,3c@2               3
35   no exposed T-35.1                         T-35.1   Jk@1,2s@2,Ah@3               4
"""
LINES = [("febur", line) for line in FEBUR.strip().splitlines()] + [
    ("fitab", line) for line in FITAB.strip().splitlines()
]


def found(code: str, answers: list[str]) -> FoundRuling:
    ending = follow(first_question(code), answers)
    assert isinstance(ending, FoundRuling)
    assert ending.lost is None
    return ending


@pytest.mark.parametrize(("code", "line"), LINES, ids=[f"{code} {line.split()[0]}" for code, line in LINES])
def test_a_worked_example(code: str, line: str) -> None:
    _, *answers, row, cards, closes = line.split()
    ending = found(code, answers)
    assert ending.row.id == row
    laid = ending.row.effects_in(ending.case)
    if cards == "-":
        assert penance(laid, ()) is None
        return
    expected = [part.split("@") for part in cards.split(",")]
    backwards = "".join(card for card, _ in reversed(expected))
    penalty = penance(laid, parse_cards(backwards))
    assert isinstance(penalty, Penance)
    assert [(format_card(one.card), str(one.own_turn)) for one in penalty.discards] == [tuple(one) for one in expected]
    assert penalty.closes_from == int(closes)
    assert penalty.partner_banned == (code == "febur")


def effects(code: str, answers: str) -> dict[Macro, Effect]:
    ending = found(code, answers.split())
    return {one.macro: one for one in ending.row.effects_in(ending.case)}


@pytest.mark.parametrize("way", ["no wrong-meld W0 laid no yes no", "no wrong-meld W0 added-run no apart no"])
def test_who_has_healed_stops_and_closes_from_the_next_turn(way: str) -> None:
    laid = effects("febur", way)
    assert {Macro.INT, Macro.BAN_O, Macro.BAN_P} <= laid.keys()
    assert Macro.PEN not in laid
    assert laid[Macro.BAN_O].until is Until.NEXT_TURN


def test_example_i_freezes_what_is_laid_apart() -> None:
    assert effects("febur", "no wrong-meld W0 added-run no apart no")[Macro.DEF].until is Until.HAND_ENDS


def test_examples_m_and_n_freeze_the_later_plays_for_a_lap() -> None:
    for way in ("no wrong-meld W0 added-run yes no", "no wrong-meld W0 laid yes yes no"):
        assert effects("febur", way)[Macro.TEMP].until is Until.NEXT_TURN


@pytest.mark.parametrize("way", ["no wrong-meld W0 order", "no wrong-meld W1-W4 order", "no wrong-meld W5 order"])
def test_example_h_costs_nothing_whenever_it_is_noticed(way: str) -> None:
    assert effects("febur", way) == {}


def test_examples_1_and_2_ban_nobody() -> None:
    assert set(effects("febur", "no wrong-meld W1-W4 plain")) == {Macro.DEF}


def test_an_equal_set_defers_febur_s_closing_and_leaves_fitab_s() -> None:
    assert Macro.DEFER_CLOSE in effects("febur", "no equal-sets equal-sets closed no")
    assert set(effects("fitab", "no equal-sets equal-sets W0 no")) == {Macro.INT, Macro.DEF}


def test_the_pozzetto_waits_a_turn_longer_if_it_was_taken_with_the_discard() -> None:
    at_once = effects("febur", "no equal-sets equal-sets diretta no")[Macro.DEFER_POZ]
    later = effects("febur", "no equal-sets equal-sets discard W1 no")[Macro.DEFER_POZ]
    assert (at_once.until, later.until) == (Until.NEXT_TURN, Until.NEXT_TURN_ENDS)


def test_frozen_melds_count_negative_for_febur_if_opponents_close_and_for_fitab_if_anybody_does() -> None:
    assert effects("febur", "no draw no-draw W0 yes no")[Macro.TEMP].variant == "opponents"
    assert effects("fitab", "no draw no-draw W0 opened")[Macro.TEMP].variant == "anybody"
    assert effects("fitab", "no draw no-draw W0 added")[Macro.TEMP].variant == "added"


def test_only_fitab_s_penalised_cards_keep_the_offender_from_playing() -> None:
    assert effects("febur", "no closing no-burraco no")[Macro.PEN].variant == ""
    assert effects("fitab", "no closing no-burraco")[Macro.PEN].variant == "no-play"


COUNTS = """
3c4c5c7c8c             3c4c5c          7c8c     0
3c4c7c8c               -               3c4c7c8c -25
3s4s6s7s8s9sTs         6s7s8s9sTs      3s4s     30
AhAdAcKs               AhAdAc          Ks       35
4h2s6h2d               4h2s6h          2d       10
8h8d2sJk               8h8d2s          Jk       10
3s4s5s6s7s7s8s9s       3s4s5s6s7s8s9s  7s       40
"""


@pytest.mark.parametrize("line", COUNTS.strip().splitlines())
def test_a_wrong_meld_counts_its_valid_part_and_takes_off_the_rest(line: str) -> None:
    laid, valid, excess, points = ["" if part == "-" else part for part in line.split()]
    rules = load_rules("febur")
    counted = count(MeldBook(rules), parse_cards(laid))
    assert (counted.valid, counted.excess) == (parse_cards(valid), parse_cards(excess))
    assert counted.points == int(points)
