"""Decisions weighed one by one: what is compared, with which cards, and that the figures can be had again."""

from collections import Counter

from bench.decisions import decisions, face_down_anew, gained, measured
from engine.code import code_for
from engine.rules import load_rules
from engine.stream import Stream
from engine.view import TABLE, view

FIBUR = code_for(load_rules("fibur"), 4)


def test_the_club_never_does_otherwise_than_the_club() -> None:
    found = measured("club", "fibur", deals=1, seed=3)
    assert found["together"].decisions == found["to take"].decisions + found["to play"].decisions > 20
    assert [one.gains for one in found.values()] == [(), (), ()]


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again = (measured("beginner", "fibur", deals=1, seed=3, worlds=1) for _ in range(2))
    assert first == again
    assert first["to play"].gains


def test_the_hands_stay_and_what_lies_face_down_is_shuffled() -> None:
    for decision in list(decisions(FIBUR, 0, 3))[::5]:
        deal, new = decision.deal, face_down_anew(decision.deal, Stream(1))
        assert new.hands == deal.hands
        assert view(new, TABLE) == view(deal, TABLE)
        before, after = (Counter([*one.stock, *sum(one.pozzetti, ())]) for one in (deal, new))
        assert before == after
        assert new.stock != deal.stock


def test_a_turn_gains_nothing_over_itself() -> None:
    decision = next(decisions(FIBUR, 0, 3))
    assert gained(decision, decision.usual, 3, Stream(1)) == 0


def test_what_is_seen_is_a_view_of_the_deal() -> None:
    for decision in decisions(FIBUR, 1, 3):
        assert decision.seen.deal == view(decision.deal, decision.deal.seat).deal
