"""Matches: totals, length, Victory Points, ties, and a match given up."""

import pytest

from engine.code import code_for
from engine.deal import ABBANDONO, ANNULLO, CHIUSURA, TEMPO
from engine.match import Match, Played
from engine.rules import load_rules, parse_house, with_house
from engine.score import SideScore


def match(rules: str, *deals: Played, players: int = 4) -> Match:
    name, _, house = rules.partition(" ")
    code = code_for(with_house(load_rules(name), parse_house(house)), players)
    found = Match(code)
    for deal in deals:
        found = found.with_deal(deal)
    return found


def deal(*points: int, dealer: int = 0, ended: str = CHIUSURA, mover: int = 0, resigned: int = -1) -> Played:
    sides = ("NS", "EW") if len(points) == 2 else ("N", "E", "S")
    scores = tuple(SideScore(side, (), total, 0, 0, (), 0, 0) for side, total in zip(sides, points, strict=True))
    return Played(dealer, scores, ended, mover if ended == CHIUSURA else -1, mover, resigned, ended == TEMPO)


def test_a_match_lasts_its_deals_and_turns_the_difference_into_vp() -> None:
    first = match("fibur", deal(500, 300))
    assert (first.is_over, first.vp, first.totals) == (False, None, (500, 300))
    whole = first.with_deal(deal(300, 365))
    assert (whole.is_over, whole.totals, whole.vp, whole.winner) == (True, (800, 665), (12, 8), 0)


def test_a_small_difference_has_a_winner_and_is_still_10_10() -> None:
    whole = match("fibur", deal(100, 90), deal(0, 0))
    assert (whole.vp, whole.winner) == ((10, 10), 0)


def test_equal_totals_are_a_draw() -> None:
    whole = match("fibur", deal(100, 90), deal(0, 10))
    assert (whole.vp, whole.winner) == ((10, 10), None)


def test_in_a_knock_out_who_made_the_last_move_of_the_last_deal_loses() -> None:
    whole = match("online knockout=on", deal(100, 90), deal(0, 10, mover=2))
    assert (whole.is_over, whole.winner) == (True, 1)


def test_a_match_without_a_printed_table_has_match_points_only() -> None:
    whole = match("fibur hands=6", *[deal(500, 0)] * 6)
    assert (whole.is_over, whole.vp, whole.winner) == (True, None, 0)


@pytest.mark.parametrize(
    ("deals", "vp"), [(1, None), (2, (19, 1)), (3, (17, 3)), (4, (15, 5)), (5, (14, 6)), (6, None)]
)
def test_a_match_of_more_deals_than_usual_has_the_table_of_as_many(deals: int, vp: tuple[int, int] | None) -> None:
    """A record need not say how long its match was to be."""
    whole = match("fibur", deal(930, 0), *[deal(50, 50)] * (deals - 1))
    assert (whole.code.rules.hands, whole.vp) == (2, vp)


def test_to_a_target_the_side_with_more_points_beyond_it_wins() -> None:
    assert not match("online target=2005", deal(1990, 2000)).is_over
    over = match("online target=2005", deal(1990, 2000), deal(300, 10))
    assert (over.is_over, over.winner, over.vp) == (True, 0, (11, 9))


def test_to_a_target_equal_totals_play_on_but_not_in_a_knock_out() -> None:
    assert not match("online target=2005", deal(2100, 2100)).is_over
    over = match("online target=2005 knockout=on", deal(2100, 2100, mover=1))
    assert (over.is_over, over.winner) == (True, 0)


def test_the_dealers_go_round_and_on_into_the_rematch() -> None:
    assert match("fibur", deal(0, 0, dealer=3)).next_dealer == 0
    assert match("online", deal(0, 0, dealer=3)).next_dealer == 2
    assert match("fibur", deal(0, 0, dealer=3), deal(0, 0, dealer=0)).next_dealer == 1


def test_an_annulled_deal_does_not_count_and_is_dealt_again() -> None:
    found = match("fibur", deal(500, 0, dealer=2, ended=ANNULLO))
    assert (found.totals, found.is_over, found.next_dealer) == ((0, 0), False, 2)


def test_when_the_time_is_over_no_further_deal_is_begun_and_the_table_stays() -> None:
    found = match("fibur hands=4", deal(500, 0), deal(0, 0, ended=TEMPO))
    assert (found.is_over, found.vp) == (True, (12, 8))  # 500 over four deals; over two it would be 15-5


@pytest.mark.parametrize(
    ("guilty", "other", "hands", "margin", "vp", "mp"),
    [
        (1200, 900, 3, 50, 14, (-1505, 355)),
        (1500, 900, 3, 0, 14, (-1505, 355)),
        (1000, 2000, 3, 1350, 19, (-1505, 1255)),
        (300, 300, 2, 350, 14, (-1005, 305)),
        (500, 2600, 4, 2450, 20, (-2005, 2005)),
    ],
)
def test_online_who_gives_up_has_no_vp_against_at_least_14(
    guilty: int, other: int, hands: int, margin: int, vp: int, mp: tuple[int, int]
) -> None:
    found = match(f"online hands={hands}", deal(guilty, other, ended=ABBANDONO, resigned=2))
    assert found.award is not None
    assert (found.award.margin, found.award.vp, found.award.mp) == (margin, (0, vp), mp)
    assert (found.is_over, found.winner, found.vp) == (True, 1, (0, vp))
    mirrored = match(f"online hands={hands}", deal(other, guilty, ended=ABBANDONO, resigned=1))
    assert mirrored.vp == (vp, 0)


@pytest.mark.parametrize(
    ("rules", "points", "margin", "vp", "mp"),
    [
        ("febur hands=3", (1200, 100), 0, 13, 450),
        ("febur hands=3", (100, 400), 300, 13, 450),
        ("febur hands=3", (100, 1000), 900, 16, 900),
        ("febur hands=4", (0, 500), 500, 13, 450),  # by its row 12 VP: the better by VP, and then by MP
        ("febur hands=2", (0, 310), 310, 14, 310),
        ("fitab hands=2", (1200, 100), 0, 14, 315),
        ("fitab hands=3", (0, 700), 700, 16, 700),
        ("fitab", (0, 300), 300, 12, 315),
        ("fibur", (1200, 100), 0, 14, 305),
        ("international hands=4", (0, 400), 400, 12, 400),
        ("fibur hands=6", (0, 400), 400, None, 400),
        ("fibur hands=6", (400, 0), 0, None, 0),
        ("online hands=6", (0, 400), 400, None, 400),
    ],
)
def test_who_gives_up_loses_whatever_the_score_and_the_others_get_the_award(
    rules: str, points: tuple[int, int], margin: int, vp: int | None, mp: int
) -> None:
    found = match(rules, deal(*points, ended=ABBANDONO, resigned=0))
    assert found.award is not None
    assert (found.is_over, found.winner, found.places, found.totals) == (True, 1, (2, 1), points)
    assert (found.award.margin, found.award.mp) == (margin, (-mp, mp))
    assert found.vp == found.award.vp == (None if vp is None else (0, vp))


@pytest.mark.parametrize(
    ("points", "guilty", "places", "shares"),
    [
        ((300, 200, 100), 0, (3, 1, 2), (0, 6, 10 / 3)),
        ((300, 200, 100), 2, (1, 2, 3), (6, 10 / 3, 0)),
        ((300, 300, 100), 2, (1, 1, 3), (4.5, 4.5, 0)),
    ],
)
def test_of_three_players_who_gives_up_has_no_points(
    points: tuple[int, ...], guilty: int, places: tuple[int, ...], shares: tuple[float, ...]
) -> None:
    found = match("three-player", deal(*points, ended=ABBANDONO, resigned=guilty), players=3)
    assert (found.is_over, found.places, found.vp) == (True, places, None)
    assert found.winner == (places.index(1) if places.count(1) == 1 else None)
    assert found.ranking_points == pytest.approx(shares)


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ((300, 200, 100), (6, 3, 1)),
        ((100, 300, 200), (1, 6, 3)),
        ((300, 300, 100), (4.5, 4.5, 1)),
        ((300, 100, 100), (6, 2, 2)),
        ((50, 50, 50), (10 / 3, 10 / 3, 10 / 3)),
    ],
)
def test_three_players_share_the_points_of_their_places(points: tuple[int, ...], shares: tuple[float, ...]) -> None:
    found = match("three-player", deal(*points), deal(0, 0, 0), players=3)
    assert found.ranking_points is None
    found = found.with_deal(deal(0, 0, 0))
    assert (found.is_over, found.vp) == (True, None)
    assert found.ranking_points == pytest.approx(shares)


def test_a_match_may_begin_with_a_score_from_earlier_deals() -> None:
    found = Match(code_for(load_rules("fitab"), 4), before=(455, 310), earlier=3).with_deal(deal(100, 0))
    assert (found.totals, found.is_over) == ((555, 310), True)
