"""Round times, and the last lap for every seat and both moments."""

import pytest

from engine.actions import Action, Discard, Draw
from engine.code import code_for
from engine.deal import OVER, TAKE, Deal, start
from engine.legal import legal
from engine.play import Step, advance
from engine.rules import load_rules
from engine.shuffle import deck_of
from engine.table import time_out
from engine.tournament.times import round_minutes, scaled_minutes
from tests.engine.tournament.evening import Evening

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


@pytest.mark.parametrize(
    ("code", "deals", "scale", "minutes"),
    [
        ("febur", 2, 100, 25),
        ("febur", 2, 125, 31),  # 31 minutes and a quarter
        ("febur", 2, 50, 12),  # 12 and a half
        ("fitab", 2, 125, 28),  # 27 and a half
        ("febur", 3, 150, 52),
        ("febur", 2, 1, 1),
        ("febur", 5, 125, None),
        ("fibur", 5, 200, 110),
    ],
)
def test_a_scaled_round_lasts_whole_minutes(code: str, deals: int, scale: int, minutes: int | None) -> None:
    assert scaled_minutes(code, deals, scale) == minutes


def lap(rules: str, on_turn: str, lifted: bool, players: int = 4, dealing: bool = False) -> str:
    """The seats that still play once time was called at a table, in order."""
    deal = dealt_to(rules, on_turn, players) if dealing else in_play(rules, on_turn, lifted, players)
    stopped = time_out(deal)
    assert isinstance(stopped, Deal)
    return "".join([deal.code.seats[seat] for seat in stopped.lap])


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


@pytest.mark.parametrize("seat", "NESW")
@pytest.mark.parametrize("rules", ["febur", "fitab", "fibur", "international"])
def test_during_the_deal_it_is_one_full_lap_from_the_first_player(rules: str, seat: str) -> None:
    assert lap(rules, seat, False, dealing=True) == turned("NESW", seat)


@pytest.mark.parametrize("seat", "NESW")
@pytest.mark.parametrize("moment", ["lifted", "not lifted"])
def test_online_goes_the_other_way_round(moment: str, seat: str) -> None:
    mirrored = turned(FEBUR[moment], seat).translate(str.maketrans("EW", "WE"))
    at = seat.translate(str.maketrans("EW", "WE"))
    assert lap("online", at, moment == "lifted") == mirrored
    assert lap("online", at, False, dealing=True) == turned("NESW", seat).translate(str.maketrans("EW", "WE"))


@pytest.mark.parametrize(
    ("seat", "not_lifted", "lifted"), [("N", "NES", "NESN"), ("E", "ESN", "ESNE"), ("S", "SNE", "SNES")]
)
def test_three_players_have_the_lap_of_febur(seat: str, not_lifted: str, lifted: str) -> None:
    assert lap("three-player", seat, False, players=3) == not_lifted
    assert lap("three-player", seat, True, players=3) == lifted
    assert lap("three-player", seat, False, players=3, dealing=True) == not_lifted


@pytest.mark.parametrize("rules", ["febur", "fibur", "international", "online"])
def test_two_players_have_no_partner_and_so_the_lap_of_febur(rules: str) -> None:
    assert [lap(rules, seat, False, players=2) for seat in "NS"] == ["NS", "SN"]
    assert [lap(rules, seat, True, players=2) for seat in "NS"] == ["NSN", "SNS"]
    assert lap(rules, "S", False, players=2, dealing=True) == "SN"


@pytest.mark.parametrize("seat", "NESW")
@pytest.mark.parametrize("lifted", [False, True])
@pytest.mark.parametrize("rules", ["febur", "fitab", "fibur"])
def test_a_table_plays_that_lap_and_ends(rules: str, lifted: bool, seat: str) -> None:
    """At a deal in play the seats that still take are those, in order, and then it is over without the 100 points."""
    stopped = time_out(in_play(rules, seat, lifted))
    assert isinstance(stopped, Deal)
    seats = []
    while stopped.phase != OVER:
        seats.append(stopped.code.seats[stopped.turn])
        stopped = turn_over(stopped)
    assert "".join(seats) == lap(rules, seat, lifted)
    assert stopped.termination == "tempo"


def dealt_to(rules: str, seat: str, players: int = 4) -> Deal:
    """A deal in which this seat begins."""
    code = code_for(load_rules(rules), players)
    deals = [start(code, deck_of(bytes(32)), dealer=dealer) for dealer in range(players)]
    return next(deal for deal in deals if code.seats[deal.turn] == seat)


def in_play(rules: str, seat: str, lifted: bool, players: int = 4) -> Deal:
    """A deal after the first lap, this seat on turn, who has drawn or not."""
    code = code_for(load_rules(rules), players)
    deal = start(code, deck_of(bytes(32)), dealer=0)
    for _ in range(players):
        deal = turn_over(deal)
    while code.seats[deal.turn] != seat:
        deal = turn_over(deal)
    return played(deal, Draw) if lifted else deal


def turn_over(deal: Deal) -> Deal:
    return played(played(deal, Draw) if deal.phase == TAKE else deal, Discard)


def played(deal: Deal, kind: type[Action]) -> Deal:
    step = advance(deal, next(action for action in legal(deal) if isinstance(action, kind)))
    assert isinstance(step, Step)
    return step.deal


def test_between_two_deals_the_next_is_not_begun() -> None:
    """Nothing of it is dealt, so nothing of it counts: the result has fewer deals, by the table of those announced."""
    evening = Evening("febur", entries=2, rounds=["danese"], deals=3)
    evening.pair()
    evening.add("timeout", round=1)
    evening.add("result", round=1, table=1, deals=[[300, 0], [250, 0]])
    evening.close()
    assert evening.points("p1", "p2") == [(14, 550), (6, -550)]
