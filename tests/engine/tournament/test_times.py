"""Round times, and the last lap for every seat and both moments."""

import pytest

from engine.code import code_for
from engine.rules import load_rules
from engine.tournament.times import round_minutes, still_to_play

# Who plays after the call, N on turn: named from N on; other seats are the same turned round.
FEBUR = {"lifted": "NESWN", "not lifted": "NESW"}
FITAB = {"lifted": "NESWNES", "not lifted": "NESWNE"}


@pytest.mark.parametrize(
    ("code", "minutes"),
    [
        ("febur", {2: 25, 3: 35, 4: 45, 5: None, 1: None}),
        ("fitab", {2: 22, 3: 32, 4: 42, 5: None}),
        ("fibur", {2: 25, 3: 35, 4: 45, 5: 55}),
        ("international", {2: 25, 3: 35, 4: 45, 5: 55}),
        ("online", {2: 25, 3: 35, 4: 45, 5: 55}),
        ("three-player", {3: 35}),
    ],
)
def test_round_times(code: str, minutes: dict[int, int | None]) -> None:
    assert {deals: round_minutes(code, deals) for deals in minutes} == minutes


def lap(rules: str, on_turn: str, lifted: bool, players: int = 4, dealing: bool = False) -> str:
    code = code_for(load_rules(rules), players)
    seats = still_to_play(code, code.seats.index(on_turn), lifted, dealing)
    return "".join([code.seats[seat] for seat in seats])


def turned(seats: str, to: str) -> str:
    """The seats of N's example for another seat."""
    by = "NESW".index(to)
    return "".join(["NESW"["NESW".index(seat) + by - 4] for seat in seats])


@pytest.mark.parametrize("seat", "NESW")
@pytest.mark.parametrize("moment", ["lifted", "not lifted"])
@pytest.mark.parametrize(("rules", "seats"), [("febur", FEBUR), ("fitab", FITAB), ("fibur", FEBUR)])
def test_the_last_lap_of_every_seat_at_both_moments(rules: str, seats: dict[str, str], moment: str, seat: str) -> None:
    assert lap(rules, seat, moment == "lifted") == turned(seats[moment], seat)


@pytest.mark.parametrize(
    ("situation", "febur", "fitab"),
    [
        (("N", True), "N ESWN", "N ES WNES"),
        (("E", False), "ESWN", "ES WNES"),
        (("E", True), "E SWNE", "E SW NESW"),
        (("W", True), "W NESW", "W NE SWNE"),
    ],
)
def test_the_examples_of_both_codes(situation: tuple[str, bool], febur: str, fitab: str) -> None:
    assert lap("febur", *situation) == febur.replace(" ", "")
    assert lap("fitab", *situation) == fitab.replace(" ", "")


@pytest.mark.parametrize("rules", ["febur", "fitab", "fibur"])
def test_during_the_deal_it_is_one_full_lap(rules: str) -> None:
    assert lap(rules, "N", False, dealing=True) == "NESW"


def test_three_players_two_and_the_other_direction() -> None:
    assert lap("three-player", "N", True, players=3) == "NESN"
    assert lap("febur", "N", False, players=2) == "NS"
    assert lap("online", "N", False) == "NWSE"
