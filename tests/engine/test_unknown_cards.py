"""Positions with unknown cards: what can be known is judged, what an unknown card would decide is not."""

import pytest

from engine.actions import format_action
from engine.legal import legal
from engine.play import Step
from engine.refusal import Reason
from tests.notation import play_all, position, refused


def actions(rules: str, text: str) -> list[str]:
    return [format_action(action) for action in legal(position(rules, text))]


def test_whether_an_unknown_hand_could_lay_a_picked_up_card_is_not_judged() -> None:
    assert actions("international", "N/draw ? Th ?11/?11/?11/?11 ?11,?11 -|-") == ["d", "p"]


def test_after_the_clock_an_unknown_hand_must_still_draw() -> None:
    table = position("febur", "N/draw ? 4c ?11/?11/?11/?11 ?11,?11 -|-")
    assert refused(Reason.CLOCK_ENDED, play_all(table, "t p"))
    assert refused(Reason.CLOCK_ENDED, play_all(table, "t d m:7h7d7c"))


def test_after_the_clock_an_unknown_hand_discards_the_card_drawn_where_it_is_known() -> None:
    table = position("febur", "N/draw ? 4c ?11/?11/?11/?11 ?11,?11 -|-")
    assert refused(Reason.CLOCK_ENDED, play_all(table, "t d=9h x:9d"))
    assert isinstance(play_all(table, "t d=9h x:9h"), Step)
    assert isinstance(play_all(table, "t d x:9d"), Step)


def test_after_the_clock_a_hand_that_drew_an_unknown_card_discards_the_highest_one_known() -> None:
    step = play_all(position("online", "N/draw ? 4c 5d9h??/?11/?11/?11 ?11,?11 -|-"), "t d")
    assert isinstance(step, Step)
    assert [format_action(action) for action in legal(step.deal)] == ["x:9h"]


def test_after_the_clock_an_exhausted_stock_is_declined() -> None:
    table = position("three-player", "N/draw - 4c5d ?11/?11/?51 ?11,?11,?11 -|-|-")
    assert refused(Reason.CLOCK_ENDED, play_all(table, "t p"))


def test_a_forced_player_without_any_legal_action_is_told_none() -> None:
    assert actions("fitab", "N/play ? 4c 7h/?11/?11/?11 ?11 !-|- t") == []


@pytest.mark.parametrize(
    ("rules", "memory"),
    [
        ("febur", "s=9"),
        ("fibur", "z=NESWNESW"),
        ("fibur", "f=5c,p=2"),
        ("fibur", "f=??"),
        ("fibur", "o1"),
        ("three-player", "o0"),
        ("fibur", "u=SS"),
    ],
)
def test_a_memory_that_no_table_has_is_refused(rules: str, memory: str) -> None:
    seats = 3 if rules == "three-player" else 4
    hands = "/".join(["?11"] * seats)
    text = f"N/play ? 4c {hands} {'?11,' * (seats - 3)}?11 {'!3h4h5h' + '|!-' * (seats == 3)}|- {memory}"
    with pytest.raises(ValueError, match=r"."):
        position(rules, text)


def test_two_sets_of_one_rank_never_lie_on_one_side() -> None:
    with pytest.raises(ValueError, match="two sets of one rank"):
        position("fibur", "N/draw ? 4c ?11/?11/?11/?11 ?11,?11 7h7d7c+7h7d7s|-")


def test_only_our_own_digits_are_numbers() -> None:
    with pytest.raises(ValueError, match=r"."):
        position("fibur", "N/draw ?٤١ 4c ?11/?11/?11/?11 ?11,?11 -|-")
