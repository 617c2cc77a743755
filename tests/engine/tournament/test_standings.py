"""The standings and their order, step by step; and every row of every table of Victory Points."""

import pytest

from engine.tournament.lots import TIES, lot
from engine.tournament.standings import qualified, standings
from tests.engine.tournament.evening import SEED, Evening

NOTHING = {"vp": 0, "mp": 0, "warnings": 0}


def test_before_the_first_round_all_is_zero_and_shared() -> None:
    evening = Evening(entries=3, late=1)
    evening.add("withdrawal", round=0, entry="p2")
    order = [one for one in lot(bytes.fromhex(SEED), TIES, ["p1", "p2", "p3", "p4"]) if one in ("p1", "p3")]
    assert evening.order() == [*order, "p2"]
    assert [row["place"] for row in evening.rows()] == [1, 1, None]
    assert evening.row("p2") == {
        "place": None,
        "entry": "p2",
        "vp": 0,
        "mp": 0,
        "played": 0,
        "byes": 0,
        "won": 0,
        "best": 0,
        "direct": 0,
        "penalties": NOTHING,
        "withdrawn": True,
    }


def test_victory_points_then_match_points() -> None:
    evening = Evening(entries=4, rounds=["danese"])
    evening.play((105, 0), (200, 0))
    assert evening.order() == ["p3", "p1", "p2", "p4"]
    assert [row["place"] for row in evening.rows()] == [1, 2, 3, 4]


def test_the_match_between_equals_decides_third() -> None:
    evening = Evening(entries=4, rounds=["italiana"] * 3)
    evening.play((0, 0), (0, 0))  # p1-p4, p2-p3
    evening.play((600, 0), (600, 0))  # p1-p2, p4-p3
    evening.play((600, 0), (0, 600))  # p3-p1, p2-p4
    # p1: 10 14 6, 0; p3: 10 6 14, 0; they met once, p3 won 14-6
    assert evening.points("p1", "p3") == [(30, 0), (30, 0)]
    assert [evening.row(one)["direct"] for one in ("p1", "p3", "p4")] == [6, 14, 0]
    assert evening.order() == ["p4", "p3", "p1", "p2"]


def test_matches_won_decide_fourth_and_the_best_round_fifth() -> None:
    evening = Evening(entries=4, rounds=["mitchell", "mitchell"])
    evening.pair()
    evening.add("score", round=1, table=1, vp=[12, 0], mp=[100, 0])
    evening.add("score", round=1, table=2, vp=[11, 0], mp=[0, 50])
    evening.close()
    evening.pair()
    evening.add("score", round=2, table=1, vp=[8, 0], mp=[0, 5])
    evening.add("score", round=2, table=2, vp=[9, 0], mp=[100, 0])
    evening.close()
    # p1 and p3: 20 VP and 100 MP, never met, one match won each; the best round is 12 against 11
    assert evening.points("p1", "p3") == [(20, 100), (20, 100)]
    assert [evening.row(one)["won"] for one in ("p1", "p3")] == [1, 1]
    assert [evening.row(one)["best"] for one in ("p1", "p3")] == [12, 11]
    assert evening.order()[:2] == ["p1", "p3"]


def test_matches_won_decide_before_the_best_round() -> None:
    evening = Evening(entries=4, rounds=["mitchell", "mitchell"])
    evening.pair()
    evening.add("score", round=1, table=1, vp=[5, 0], mp=[100, 0])
    evening.add("score", round=1, table=2, vp=[20, 0], mp=[0, 0])
    evening.close()
    evening.pair()
    evening.add("score", round=2, table=1, vp=[15, 0], mp=[-100, 0])
    evening.add("score", round=2, table=2, vp=[0, 0], mp=[0, 0])
    evening.close()
    assert evening.points("p1", "p3") == [(20, 0), (20, 0)]
    assert [(evening.row(one)["won"], evening.row(one)["best"]) for one in ("p1", "p3")] == [(1, 15), (0, 20)]
    assert evening.order()[:2] == ["p1", "p3"]


def test_the_matches_between_equals_count_only_when_all_of_them_have_met() -> None:
    evening = Evening(entries=4, rounds=["danese"])
    evening.pair()
    evening.add("score", round=1, table=1, vp=[12, 12], mp=[0, 0])
    evening.add("score", round=1, table=2, vp=[12, 0], mp=[0, 0])
    evening.close()
    assert [evening.row(one)["direct"] for one in ("p1", "p2", "p3")] == [0, 0, 0]  # p3 met neither
    evening.events[2]["vp"] = [11, 0]
    assert [evening.row(one)["direct"] for one in ("p1", "p2", "p3")] == [12, 12, 0]


def test_the_matches_between_equals_count_only_when_all_have_met_equally_often() -> None:
    evening = Evening("febur", entries=3, rounds=["italiana"] * 3 + ["danese"])
    for _ in range(3):
        evening.play((0, 0))
    assert [evening.row(one)["direct"] for one in ("p1", "p2", "p3")] == [20, 20, 20]
    evening.pair()
    evening.add("score", round=4, table=1, vp=[13, 13], mp=[450, 450])  # as much as a rest
    evening.close()
    assert evening.points("p1", "p2", "p3") == [(46, 900)] * 3
    assert [evening.row(one)["direct"] for one in ("p1", "p2", "p3")] == [0, 0, 0]


def test_who_is_equal_in_all_shares_the_place_and_the_next_skips() -> None:
    evening = Evening(entries=6, rounds=["danese"])
    evening.play((500, 0), (500, 0), (500, 0))
    assert [row["place"] for row in evening.rows()] == [1, 1, 1, 4, 4, 4]
    ties = lot(bytes.fromhex(SEED), TIES, [f"p{number}" for number in range(1, 7)])
    assert evening.order()[:3] == [one for one in ties if one in ("p1", "p3", "p5")]


def test_who_withdrew_comes_last_without_a_place() -> None:
    evening = Evening(entries=4, rounds=["danese"] * 2)
    evening.play((2000, 0), (500, 0))
    evening.add("withdrawal", round=1, entry="p1")
    assert evening.order() == ["p3", "p4", "p2", "p1"]
    assert [row["place"] for row in evening.rows()] == [1, 2, 3, None]


def test_three_players_are_ranked_by_points_then_game_points_then_the_best_match() -> None:
    evening = Evening("three-player", "three-player", 3, ["three-player"] * 2)
    evening.play((300, 200, 100))
    evening.pair()
    evening.result(1, 200, 300, 100)
    evening.close()
    assert evening.points("p1", "p2", "p3") == [(54, 500), (54, 500), (12, 200)]
    assert [row["place"] for row in evening.rows()] == [1, 1, 3]
    assert [evening.row(one)["won"] for one in ("p1", "p2", "p3")] == [1, 1, 0]
    evening.events[1]["mp"] = [310, 190, 100]
    assert [row["entry"] for row in evening.rows()] == ["p1", "p2", "p3"]
    evening.events[1]["mp"] = [305, 200, 100]
    evening.events[3]["mp"] = [195, 300, 100]
    # equal again in points, 500 each: the best match decides
    assert [row["entry"] for row in evening.rows()] == ["p1", "p2", "p3"]
    assert [row["place"] for row in evening.rows()] == [1, 2, 3]


def test_as_many_go_on_as_were_announced() -> None:
    evening = Evening("three-player", "three-player", 6, ["three-player"], qualifiers=4)
    evening.play((300, 200, 100), (305, 205, 100))
    order = evening.order()
    assert order[:4] == ["p4", "p1", "p5", "p2"]
    assert qualified(evening.progress()) == tuple(order[:4])
    evening.add("withdrawal", round=1, entry="p1")
    assert qualified(evening.progress())[:3] == ("p4", "p5", "p2")
    open_to_all = Evening("three-player", "three-player", 6, ["three-player"])
    open_to_all.play((300, 200, 100), (305, 205, 100))
    assert qualified(open_to_all.progress()) == tuple(open_to_all.order())


def test_the_lot_decides_between_equals_who_goes_on() -> None:
    evening = Evening(entries=6, rounds=["danese", "knock-out"], qualifiers=2)
    evening.play((500, 0), (500, 0), (500, 0))
    ties = lot(bytes.fromhex(SEED), TIES, [f"p{number}" for number in range(1, 7)])
    first, second = [one for one in ties if one in ("p1", "p3", "p5")][:2]
    assert qualified(evening.progress()) == (first, second)
    assert evening.next()["tables"] == [{"table": 1, "NS": first, "EW": second}]


def test_teams_add_both_tables_and_use_the_table_of_teams() -> None:
    evening = Evening("fitab", "teams", 2, ["danese"], deals=2)
    evening.pair()
    evening.add("result", round=1, table=1, deals=[[100, 0], [200, 50]], deals2=[[0, 100], [15, 0]])
    evening.close()
    assert evening.points("p1", "p2") == [(11, 165), (9, -165)]


def test_after_a_time_out_fewer_deals_count_by_the_same_table() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese"], deals=4)
    evening.pair()
    assert evening.refuses("result", round=1, table=1, deals=[[365, 0]]) == "deals"
    evening.add("timeout", round=1)
    assert evening.refuses("result", round=1, table=1, deals=[]) == "deals"
    evening.add("result", round=1, table=1, deals=[[365, 0]])
    evening.close()
    assert evening.points("p1") == [(12, 365)]


TOPS = {
    ("febur", "pairs", 3): (100, 200, 300, 450, 600, 800, 1000, 1250, 1500, 1800),
    ("febur", "pairs", 4): (150, 350, 550, 750, 950, 1200, 1450, 1700, 2000, 2300),
    ("febur", "teams", 3): (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
    ("febur", "teams", 4): (200, 400, 600, 850, 1100, 1400, 1700, 2000, 2400, 2800),
    ("fitab", "pairs", 2): (50, 130, 210, 310, 410, 510, 630, 750, 880, 1010),
    ("fitab", "pairs", 3): (60, 160, 260, 360, 510, 660, 810, 1010, 1260, 1510),
    ("fitab", "pairs", 4): (110, 310, 510, 710, 910, 1110, 1310, 1510, 1710, 2010),
    ("fitab", "teams", 4): (160, 360, 560, 810, 1060, 1310, 1610, 1910, 2210, 2510),
    ("online", "pairs", 1): (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    ("fibur", "pairs", 2): (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    ("online", "pairs", 2): (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),
    ("febur", "pairs", 2): (40, 120, 200, 300, 400, 500, 620, 740, 870, 1000),  # none printed: that of fibur
    ("fibur", "pairs", 3): (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    ("fibur", "pairs", 4): (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
    ("fibur", "teams", 3): (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
    ("online", "pairs", 3): (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500),
    ("online", "pairs", 4): (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000),
    ("fibur", "pairs", 5): (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
    ("international", "teams", 3): (150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500),
}


@pytest.mark.parametrize(("code", "kind", "deals"), TOPS)
def test_every_row_of_a_table_from_its_first_to_its_last_points(code: str, kind: str, deals: int) -> None:
    tops = TOPS[code, kind, deals]
    for row, top in enumerate(tops):
        for points, vp in ((top, 10 + row), (top + 5, 11 + row)):
            evening = Evening(code, kind, 2, ["danese"], deals)
            evening.play((points, 0))
            assert evening.points("p1", "p2") == [(vp, points), (20 - vp, -points)]


def test_of_two_who_leave_a_table_of_a_knock_out_neither_goes_on() -> None:
    evening = Evening("fitab", entries=8, rounds=["knock-out"] * 3)
    evening.pair()
    first, *others = evening.events[0]["tables"]
    for side in ("NS", "EW"):
        evening.add("withdrawal", round=1, entry=first[side])
    for one in others:
        evening.result(one["table"], 100, 0)
    evening.close()
    found = evening.pair()
    assert found["bye"] == [others[0]["NS"]]
    assert {first["NS"], first["EW"]}.isdisjoint([one[side] for one in found["tables"] for side in ("NS", "EW")])


def test_points_off_a_round_do_not_bring_back_who_left_a_knock_out() -> None:
    evening = Evening(entries=2, rounds=["knock-out"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p1")
    evening.add("penalty", round=1, entry="p2", mp=1000)
    evening.close()
    assert evening.order() == ["p2", "p1"]
    stages = {row.entry: row.stage for row in standings(evening.progress())}
    assert stages == {"p2": 2, "p1": 1}


def test_the_best_match_of_three_players_is_one_that_was_played() -> None:
    evening = Evening("three-player", "three-player", 4, ["three-player"] * 2)
    evening.play((-100, -200, -300))
    assert [evening.row(one)["best"] for one in ("p1", "p2", "p3", "p4")] == [-100, -200, -300, 0]
    evening.play((-50, -50, -50))
    assert (evening.row("p4")["byes"], evening.row("p4")["best"]) == (1, -50)


def test_who_won_a_knock_out_and_withdraws_lets_the_next_opponent_through() -> None:
    evening = Evening(entries=8, rounds=["knock-out"] * 3)
    evening.play(*[(100, 0)] * 4)
    evening.add("withdrawal", round=1, entry="p1")
    found = evening.next()
    assert [(one["table"], one["NS"], one["EW"]) for one in found["tables"]] == [(2, "p2", "p3")]
    assert found["bye"] == ["p4"]
