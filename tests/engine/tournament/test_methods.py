"""Each method of pairing, by tables worked out by hand."""

from itertools import combinations

import pytest

from engine.tournament.methods.italiana import calendar
from engine.tournament.methods.knock_out import bracket
from engine.tournament.methods.mitchell import limit
from tests.engine.tournament.evening import Evening, tables

EVEN = (0, 0)


# ---- Mitchell


def test_mitchell_moves_east_west_a_table_up() -> None:
    evening = Evening(entries=6, rounds=["mitchell"] * 3)
    assert tables(evening.play(EVEN, EVEN, EVEN)) == [(1, "p1", "p2"), (2, "p3", "p4"), (3, "p5", "p6")]
    assert tables(evening.play(EVEN, EVEN, EVEN)) == [(1, "p1", "p6"), (2, "p3", "p2"), (3, "p5", "p4")]
    assert tables(evening.play(EVEN, EVEN, EVEN)) == [(1, "p1", "p4"), (2, "p3", "p6"), (3, "p5", "p2")]


def test_mitchell_moves_by_its_step() -> None:
    evening = Evening(entries=6, rounds=["mitchell"] * 2, step=2)
    evening.play(EVEN, EVEN, EVEN)
    assert tables(evening.next()) == [(1, "p1", "p4"), (2, "p3", "p6"), (3, "p5", "p2")]


def test_in_an_odd_mitchell_east_west_rest_at_the_last_table() -> None:
    evening = Evening(entries=5, rounds=["mitchell"] * 3)
    first = evening.play(EVEN, EVEN)
    assert (tables(first), first["bye"]) == ([(1, "p1", "p2"), (2, "p3", "p4")], ["p5"])
    second = evening.play(EVEN, EVEN)
    assert (tables(second), second["bye"]) == ([(1, "p1", "p5"), (2, "p3", "p2")], ["p4"])
    third = evening.next()
    assert (tables(third), third["bye"]) == ([(1, "p1", "p4"), (2, "p3", "p5")], ["p2"])


@pytest.mark.parametrize(("entries", "step", "rounds"), [(8, 1, 4), (8, 2, 2), (12, 4, 3), (10, 2, 5), (9, 5, 1)])
def test_mitchell_has_as_many_rounds_as_nobody_meets_twice(entries: int, step: int, rounds: int) -> None:
    assert limit(entries, step) == rounds
    assert Evening(entries=entries, rounds=["mitchell"] * rounds, step=step).next()["round"] == 1
    assert Evening(entries=entries, rounds=["mitchell"] * (rounds + 1), step=step).no_next() == "limit"


def test_who_withdrew_keeps_a_place_in_mitchell_and_the_opponents_rest() -> None:
    evening = Evening(entries=6, rounds=["mitchell"] * 2)
    evening.play(EVEN, EVEN, EVEN)
    evening.add("withdrawal", round=1, entry="p3")
    found = evening.next()
    assert (tables(found), found["bye"]) == ([(1, "p1", "p6"), (3, "p5", "p4")], ["p2"])


# ---- Danese


def test_danese_pairs_neighbours_of_the_standings_better_ranked_north_south() -> None:
    evening = Evening(entries=4, rounds=["danese"] * 2)
    assert tables(evening.play((0, 100), (500, 0))) == [(1, "p1", "p2"), (2, "p3", "p4")]
    # p3 14-6 +500; p2 and p1 10-10, +100 and -100; p4 6 -500
    assert tables(evening.next()) == [(1, "p3", "p2"), (2, "p1", "p4")]


def test_danese_rests_the_last_registered_then_the_lowest_that_has_not_rested() -> None:
    evening = Evening(
        entries=5, rounds=["danese"] * 7, first={"by": "arbiter", "order": ["p5", "p4", "p3", "p2", "p1"]}
    )
    first = evening.play((1000, 0), (500, 0))
    assert (tables(first), first["bye"]) == ([(1, "p4", "p3"), (2, "p2", "p1")], ["p5"])
    rests = []
    for _ in range(6):
        rests += evening.play((1000, 0), (500, 0))["bye"]
    assert rests[0] == "p3"  # 16-4 and 14-6: the lowest is who lost by 1000
    assert sorted(rests[:4]) == ["p1", "p2", "p3", "p4"]
    assert rests[4:] == ["p5", "p3"]  # all have rested: the oldest rest, then the next oldest


def test_nobody_rests_twice_before_all_have_rested() -> None:
    evening = Evening(entries=3, rounds=["danese"] * 5)
    rests = [evening.play((500, 0))["bye"][0] for _ in range(5)]
    assert sorted(rests[:3]) == ["p1", "p2", "p3"]
    assert rests[3:] == rests[:2]  # the oldest rest first


def test_who_rests_because_others_left_has_rested() -> None:
    evening = Evening(entries=5, rounds=["mitchell"] * 3)
    evening.play(EVEN, EVEN)  # p5 rests
    evening.add("withdrawal", round=1, entry="p1")
    assert set(evening.play(EVEN)["bye"]) == {"p4", "p5"}  # p5 meets p1, who has left


def test_danese_modificato_does_not_repeat_the_round_before() -> None:
    evening = Evening(entries=6, rounds=["danese-modificato"] * 3)
    evening.play((2000, 0), (1000, 0), (500, 0))
    # standings p1 p3 p5 p6 p4 p2: p1-p3, then p5 may not meet p6 again
    assert tables(evening.next()) == [(1, "p1", "p3"), (2, "p5", "p4"), (3, "p6", "p2")]


def test_danese_modificato_steps_back_from_a_choice_that_leaves_two_who_met() -> None:
    evening = Evening(entries=4, rounds=["danese-modificato"] * 3)
    evening.play((0, 0), (0, 0))
    evening.add("penalty", round=1, entry="p4", vp=2)
    evening.add("penalty", round=1, entry="p3", vp=1)
    first, second = evening.order()[:2]
    assert {first, second} == {"p1", "p2"}
    # first met second, so it meets p3; what is left, second and p4, may meet
    assert tables(evening.next()) == [(1, first, "p3"), (2, second, "p4")]


def test_danese_modificato_is_puro_in_the_last_round_and_where_no_way_is_left() -> None:
    last = Evening(entries=4, rounds=["danese-modificato"] * 2)
    last.play((0, 0), (0, 0))
    last.add("penalty", round=1, entry="p4", vp=2)
    last.add("penalty", round=1, entry="p3", vp=1)
    assert {*tables(last.next())[0][1:]} == {"p1", "p2"}
    two = Evening(entries=2, rounds=["danese-modificato"] * 3)
    two.play((100, 0))
    assert tables(two.next()) == [(1, "p1", "p2")]


# ---- all'Italiana


def test_the_calendar_of_four_and_of_six() -> None:
    assert [calendar(4, number) for number in range(3)] == [
        [(1, 4), (2, 3)],
        [(1, 2), (4, 3)],
        [(3, 1), (2, 4)],
    ]
    assert calendar(6, 0) == [(1, 6), (2, 5), (3, 4)]


@pytest.mark.parametrize("entries", [2, 4, 10, 40])
def test_in_the_calendar_everybody_meets_everybody_once(entries: int) -> None:
    met = [frozenset(match) for number in range(entries - 1) for match in calendar(entries, number)]
    assert sorted(map(sorted, met)) == [list(two) for two in combinations(range(1, entries + 1), 2)]


def test_an_odd_italiana_has_a_missing_last_number() -> None:
    evening = Evening(entries=3, rounds=["italiana"] * 3)
    rests = [evening.play(EVEN)["bye"] for _ in range(3)]
    assert rests == [["p1"], ["p3"], ["p2"]]
    assert Evening(entries=3, rounds=["italiana"] * 4).no_next() == "limit"


def test_an_incomplete_table_keeps_its_number() -> None:
    assert tables(Evening(entries=5, rounds=["italiana"]).next()) == [(2, "p2", "p5"), (3, "p3", "p4")]


# ---- knock-out


def test_the_bracket_keeps_the_best_seeds_apart() -> None:
    assert bracket(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert bracket(1) == (1,)


def test_knock_out_rests_the_best_seeds_and_joins_the_winners() -> None:
    evening = Evening(code="online", entries=6, rounds=["knock-out"] * 3)
    first = evening.play((0, 100), (100, 0))
    assert tables(first) == [(2, "p4", "p5"), (4, "p3", "p6")]
    assert first["bye"] == ["p1", "p2"]
    second = evening.play((0, 200), (300, 0))
    assert (tables(second), second["bye"]) == ([(1, "p1", "p5"), (2, "p2", "p3")], [])
    third = evening.play((500, 0))
    assert tables(third) == [(1, "p2", "p5")]
    assert evening.order()[:4] == ["p2", "p5", "p3", "p1"]
    assert evening.row("p1")["byes"] == 0  # a rest of the knock-out is none
    assert evening.row("p1")["played"] == 1
    assert Evening(entries=6, rounds=["knock-out"] * 4).no_next() == "limit"


def test_only_the_first_of_the_standings_qualify() -> None:
    evening = Evening(entries=6, rounds=["mitchell", "knock-out", "knock-out"], qualifiers=3)
    evening.play((2000, 0), (1000, 0), (500, 0))
    found = evening.next()
    assert (tables(found), found["bye"]) == ([(2, "p3", "p5")], ["p1"])


def test_who_was_in_the_knock_out_stands_above_who_was_not_whatever_the_points() -> None:
    evening = Evening(entries=6, rounds=["mitchell", "knock-out"], qualifiers=2)
    evening.play((2000, 0), (1800, 0), (1800, 0))
    found = evening.play((0, 3000))
    loser = found["tables"][0]["NS"]
    third = next(entry for entry in ("p3", "p5") if entry != found["tables"][0]["EW"])
    evening.add("penalty", round=2, entry=loser, vp=15)
    assert evening.row(loser)["vp"] < evening.row(third)["vp"]
    assert evening.order()[:3] == [found["tables"][0]["EW"], loser, third]


def test_equal_totals_of_a_knock_out_name_who_goes_on() -> None:
    evening = Evening(entries=2, rounds=["knock-out"])
    evening.pair()
    evening.add("result", round=1, table=1, mp=[500, 500])
    assert evening.refused() == "winner"
    assert evening.refuses("result", round=1, table=1, mp=[500, 500], winner="N") == "winner"
    assert evening.refuses("result", round=1, table=1, mp=[500, 400], winner="NS") == "winner"
    assert evening.refuses("score", round=1, table=1, vp=[10, 10], mp=[0, 0]) == "winner"
    evening.result(1, 500, 500, winner="EW")
    evening.close()
    assert evening.order() == ["p2", "p1"]
    assert evening.points("p1", "p2") == [(10, 0), (10, 0)]


def test_what_comes_off_a_line_decides_a_knock_out_too() -> None:
    evening = Evening(entries=2, rounds=["knock-out"])
    evening.pair()
    evening.result(1, 500, 450)
    evening.add("penalty", round=1, entry="p1", mp=100)
    evening.close()
    assert evening.order() == ["p2", "p1"]


def test_without_a_winner_the_better_seed_goes_on() -> None:
    evening = Evening(entries=2, rounds=["knock-out"])
    evening.pair()
    evening.result(1, 500, 450)
    evening.add("penalty", round=1, entry="p1", mp=50)
    evening.close()
    assert evening.order() == ["p1", "p2"]


def test_who_leaves_a_knock_out_has_lost() -> None:
    evening = Evening(entries=4, rounds=["knock-out"] * 2)
    evening.pair()
    evening.add("withdrawal", round=1, entry="p1")
    evening.result(2, 100, 0)
    evening.close()
    assert tables(evening.next()) == [(1, "p2", "p4")]


def test_when_both_leave_their_opponent_of_the_next_match_is_let_through() -> None:
    evening = Evening(entries=4, rounds=["knock-out"] * 2)
    evening.pair()
    evening.add("withdrawal", round=1, entry="p1")
    evening.add("withdrawal", round=1, entry="p4")
    evening.result(2, 100, 0)
    evening.close()
    assert evening.no_next() == "too-few"


# ---- individual


def test_partners_of_an_individual_tournament_change_every_round() -> None:
    evening = Evening(kind="individual", entries=4, rounds=["individual"] * 3)
    first, second, third = evening.play(EVEN), evening.play(EVEN), evening.play(EVEN)
    assert tables(first) == [(1, ["p1", "p2"], ["p3", "p4"])]
    assert tables(second) == [(1, ["p1", "p3"], ["p2", "p4"])]
    assert tables(third) == [(1, ["p1", "p4"], ["p2", "p3"])]


def test_opponents_of_an_individual_tournament_are_those_met_least() -> None:
    evening = Evening(kind="individual", entries=8, rounds=["individual"] * 3)
    evening.play(EVEN, EVEN)  # p1 p2 against p3 p4, p5 p6 against p7 p8
    # p1 takes p3; p2 and p4 have met one of them, p5 nobody; p5 takes p7, for p6 was their partner
    assert tables(evening.play(EVEN, EVEN)) == [(1, ["p1", "p3"], ["p5", "p7"]), (2, ["p2", "p4"], ["p6", "p8"])]
    # p1 takes p4; everybody has met one of the two once: the first
    assert tables(evening.next()) == [(1, ["p1", "p4"], ["p2", "p3"]), (2, ["p5", "p8"], ["p6", "p7"])]


def test_a_new_partner_counts_ten_times_as_much_as_a_new_opponent() -> None:
    evening = Evening(kind="individual", entries=12, rounds=["individual"] * 9)
    for _ in range(8):
        evening.play(EVEN, EVEN, EVEN)
    # p8 was p6's partner once and met p1 or p10 once; p12 was never p6's partner and met them three times
    assert tables(evening.next())[0] == (1, ["p1", "p10"], ["p6", "p12"])


def test_each_player_has_the_points_of_their_line_and_some_rest() -> None:
    evening = Evening(kind="individual", entries=7, rounds=["individual"] * 2)
    first = evening.play((500, 0))
    assert (tables(first), first["bye"]) == ([(1, ["p1", "p2"], ["p3", "p4"])], ["p5", "p6", "p7"])
    assert evening.points("p1", "p2", "p3", "p5") == [(14, 500), (14, 500), (6, -500), (13, 450)]
    # never rested: p1, p2 (best), p3, p4 (worst, equal: the lot of ties); three of them rest, the lowest first
    assert len(evening.next()["bye"]) == 3
    assert {"p3", "p4"} <= {*evening.next()["bye"]}


# ---- three-player


def three(entries: int, rounds: int = 2) -> Evening:
    return Evening(code="three-player", kind="three-player", entries=entries, rounds=["three-player"] * rounds)


def test_winners_stay_seconds_go_up_and_thirds_down() -> None:
    evening = three(12)
    first = evening.play(*[(300, 200, 100)] * 4)
    assert tables(first)[0] == (1, "p1", "p2", "p3")
    # table 2 has the winner of 2, the second of 1, the third of 3
    assert tables(evening.next()) == [
        (1, "p1", "p11", "p6"),
        (2, "p4", "p2", "p9"),
        (3, "p7", "p5", "p12"),
        (4, "p10", "p8", "p3"),
    ]


def test_with_one_table_nobody_moves_and_with_two_seconds_and_thirds_meet_again() -> None:
    one = three(3)
    one.play((300, 200, 100))
    assert tables(one.next()) == [(1, "p1", "p2", "p3")]
    two = three(6)
    two.play((300, 200, 100), (300, 200, 100))
    assert tables(two.next()) == [(1, "p1", "p5", "p6"), (2, "p4", "p2", "p3")]


def test_equal_points_move_by_the_best_deal() -> None:
    evening = three(3)
    evening.pair()
    evening.add("result", round=1, table=1, deals=[[100, 0, 50], [100, 300, 50], [100, 0, 100]])
    evening.close()
    assert tables(evening.next()) == [(1, "p2", "p1", "p3")]
    assert evening.points("p1", "p2", "p3") == [(27, 300), (27, 300), (6, 200)]


def test_the_last_registered_rest_once_each_and_come_back_where_places_are_empty() -> None:
    evening = three(4, 4)
    rests = [evening.play((300, 200, 100))["bye"] for _ in range(4)]
    assert rests == [["p4"], ["p3"], ["p2"], ["p1"]]
    assert evening.row("p4")["byes"] == 1


def test_who_withdrew_leaves_an_empty_place() -> None:
    evening = three(7, 2)
    assert evening.play((300, 200, 100), (300, 200, 100))["bye"] == ["p7"]
    evening.add("withdrawal", round=1, entry="p5")
    # places: p1 (p5) p6 p4 p2 p3; p7 fills the place of p5
    assert tables(evening.next()) == [(1, "p1", "p7", "p6"), (2, "p4", "p2", "p3")]


@pytest.mark.parametrize(
    ("totals", "sixths"),
    [
        ((3, 2, 1), [36, 18, 6]),
        ((3, 3, 1), [27, 27, 6]),
        ((3, 1, 1), [36, 12, 12]),
        ((2, 2, 2), [20, 20, 20]),
    ],
)
def test_ranking_points_are_shared_when_equal(totals: tuple[int, ...], sixths: list[int]) -> None:
    evening = three(3)
    evening.play([100 * total for total in totals])
    assert [evening.row(f"p{number}")["vp"] for number in (1, 2, 3)] == sixths


@pytest.mark.parametrize(
    ("kind", "code", "entries"),
    [("pairs", "febur", 1), ("individual", "febur", 3), ("three-player", "three-player", 2)],
)
def test_too_few_are_not_paired(kind: str, code: str, entries: int) -> None:
    method = "danese" if kind == "pairs" else kind
    assert Evening(code=code, kind=kind, entries=entries, rounds=[method]).no_next() == "too-few"
