"""What a player is asked before they do it."""

import pytest

from engine.actions import parse_action
from engine.cautions import Caution, Risk, cautions
from tests.notation import position

RUN_OF_13 = "Ah2h3h4h5h6h7h8h9hThJhQhKh"


def warned(rules: str, text: str, action: str) -> tuple[Caution, ...]:
    return cautions(position(rules, text), parse_action(action))


@pytest.mark.parametrize(
    ("rules", "after"),
    [("febur", "semipulito"), ("fitab", "semipulito"), ("fibur", "semipulito"), ("online", "semipulito")],
)
def test_a_matta_on_a_straight_of_thirteen_lowers_it(rules: str, after: str) -> None:
    before = "reale" if rules in ("febur", "fitab") else "pulito"
    found = warned(rules, f"N/play ? 4c JkKd9c/?11/?11/?11 ?11 !{RUN_OF_13}|-", "a1:Jk")
    assert found == (Caution(Risk.LOWERS_BURRACO, (("meld", RUN_OF_13), ("from", before), ("to", after))),)


def test_a_second_matta_price_in_international_is_the_right_to_close() -> None:
    found = warned("international", "N/play ? 4c JkKc9d/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-", "a1:Jk")
    assert [caution.risk for caution in found] == [Risk.LOWERS_BURRACO, Risk.LOSES_CLOSING]


def test_with_another_clean_burraco_the_right_to_close_stays() -> None:
    table = "!3h4h5h6h7h8h9h+3d4d5d6d7d8d9d|-"
    found = warned("international", f"N/play ? 4c JkKc9d/?11/?11/?11 ?11 {table}", "a1:Jk")
    assert [caution.risk for caution in found] == [Risk.LOWERS_BURRACO]


def test_the_pozzetto_at_the_last_discard_comes_too_late() -> None:
    found = warned("fibur", "N/play ?2 4c 9h/?11/?11/?60 ?11,?11 -|-", "x:9h")
    assert found == (Caution(Risk.POZZETTO_TOO_LATE),)


def test_with_cards_in_the_stock_the_pozzetto_is_welcome() -> None:
    assert warned("fibur", "N/play ? 4c 9h/?11/?11/?11 ?11,?11 -|-", "x:9h") == ()


def test_an_addition_that_raises_a_burraco_is_welcome() -> None:
    assert warned("fibur", "N/play ? 4c ThKd9c/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-", "a1:Th") == ()


def test_a_refused_action_has_no_cautions() -> None:
    assert warned("fibur", "N/play ? 4c ThKd9c/?11/?11/?11 ?11 !3h4h5h6h7h8h9h|-", "a1:Kd") == ()


def test_the_pozzetto_at_the_last_discard_of_the_last_lap_comes_too_late() -> None:
    found = warned("fibur", "N/play ? 4c 9h/?11/?11/?11 ?11,?11 -|- z=N", "x:9h")
    assert found == (Caution(Risk.POZZETTO_TOO_LATE),)


def test_three_players_lose_the_same_for_a_pozzetto_that_comes_too_late() -> None:
    assert warned("three-player", "N/play ? 4c 9h/?11/?11 ?11,?11,?11 -|-|- z=N", "x:9h") == ()
    assert warned("three-player", "N/play - - 9h/-/?85 ?11,?11 -|!-|-", "x:9h") == ()
