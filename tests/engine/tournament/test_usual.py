"""What a club plays that names no methods."""

import pytest

from engine.tournament.announcement import PLAYERS, THREE
from engine.tournament.usual import usual_number, usual_rounds


@pytest.mark.parametrize("kind", ["pairs", "teams", "singles"])
def test_it_plays_mitchell_and_a_danese_round_at_the_end(kind: str) -> None:
    assert usual_rounds(kind, 4) == ("mitchell", "mitchell", "mitchell", "danese")
    assert usual_rounds(kind, 1) == ("danese",)


@pytest.mark.parametrize("kind", ["individual", THREE])
def test_who_has_a_method_of_their_own_plays_it_throughout(kind: str) -> None:
    assert usual_rounds(kind, 2) == (kind, kind)


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("number", [1, 2, 4, 20])
def test_there_are_as_many_rounds_as_were_asked_for(kind: str, number: int) -> None:
    assert len(usual_rounds(kind, number)) == number


def test_an_evening_of_three_players_is_two_matches() -> None:
    assert {kind: usual_number(kind) for kind in PLAYERS} == {**dict.fromkeys(PLAYERS, 4), THREE: 2}
