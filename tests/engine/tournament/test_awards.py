"""Scores without play, number by number: rests, no-shows, late registration, abandonment, time expired."""

import pytest

from tests.engine.tournament.evening import Evening, tables

RESTS = [
    ("febur", "pairs", 3, (13, 450)),
    ("febur", "pairs", 2, (13, 450)),
    ("febur", "pairs", 4, (13, 450)),
    ("febur", "teams", 3, (13, 450)),
    ("febur", "teams", 4, (13, 450)),
    ("fitab", "pairs", 1, (14, 315)),
    ("fitab", "pairs", 2, (14, 315)),
    ("fitab", "pairs", 3, (14, 365)),
    ("fitab", "pairs", 4, (12, 315)),
    ("fitab", "pairs", 5, (12, 355)),
    ("fitab", "teams", 3, (12, 365)),
    *[
        (code, "pairs", deals, award)
        for code in ("fibur", "international", "online")
        for deals, award in [(1, (14, 305)), (2, (14, 305)), (3, (14, 355)), (4, (12, 305)), (5, (12, 355))]
    ],
    ("fibur", "teams", 3, (12, 355)),
    ("international", "teams", 4, (12, 355)),
]


@pytest.mark.parametrize(("code", "kind", "deals", "award"), RESTS)
def test_a_rest(code: str, kind: str, deals: int, award: tuple[int, int]) -> None:
    evening = Evening(code, kind, 3, ["danese"], deals)
    assert evening.play((0, 0))["bye"] == ["p3"]
    assert evening.points("p3") == [award]
    row = evening.row("p3")
    assert (row["played"], row["byes"], row["best"], row["won"]) == (0, 1, award[0], 0)


@pytest.mark.parametrize(("code", "kind", "deals", "award"), RESTS)
def test_a_no_show_and_two(code: str, kind: str, deals: int, award: tuple[int, int]) -> None:
    evening = Evening(code, kind, 2, ["danese"], deals)
    absent = (20 - award[0], -award[1])
    evening.pair()
    evening.add("lateness", round=1, entry="p2", minutes=11)
    evening.close()
    assert evening.points("p1", "p2") == [award, absent]
    assert [evening.row(one)["won"] for one in ("p1", "p2")] == [1, 0]
    evening.events.pop()
    evening.add("lateness", round=1, entry="p1", minutes=12)
    evening.close()
    assert evening.points("p1", "p2") == [absent, absent]
    assert [evening.row(one)["won"] for one in ("p1", "p2")] == [0, 0]
    assert evening.row("p1")["penalties"] == {"vp": 0, "mp": 0, "warnings": 0}


def test_a_three_player_rest_is_ten_thirds_of_a_point() -> None:
    evening = Evening("three-player", "three-player", 4, ["three-player"])
    evening.play((300, 200, 100))
    assert evening.points("p4") == [(20, 0)]


@pytest.mark.parametrize(("code", "kind", "deals", "award"), [one for one in RESTS if one[0] != "febur"])
def test_a_rest_is_the_least_of_its_row_but_in_febur(code: str, kind: str, deals: int, award: tuple[int, int]) -> None:
    vp, mp = award
    for points, expected in ((mp, vp), (mp - 5, vp - 1)):
        evening = Evening(code, kind, 2, ["danese"], deals)
        evening.play((points, 0))
        assert evening.points("p1") == [(expected, points)]


def test_febur_rests_at_the_upper_end_of_its_row_whatever_the_length() -> None:
    for deals, vp in ((3, 13), (4, 12)):
        evening = Evening("febur", "pairs", 2, ["danese"], deals)
        evening.play((450, 0))
        assert evening.points("p1") == [(vp, 450)]


# ---- late registration


@pytest.mark.parametrize(
    ("code", "award"), [("febur", (13, 450)), ("fitab", (14, 365)), ("fibur", (14, 355)), ("online", (14, 355))]
)
def test_late_by_more_than_ten_minutes_the_table_is_a_no_show(code: str, award: tuple[int, int]) -> None:
    evening = Evening(code, entries=3, late=1, rounds=["mitchell", "mitchell"])
    assert evening.pair()["bye"] == ["p3"]
    evening.result(1, 0, 0)
    evening.add("late-entry", round=1, entry="p4", minutes=11)
    evening.close()
    assert evening.points("p3", "p4") == [award, (20 - award[0], -award[1])]
    assert evening.row("p3")["byes"] == 0
    assert tables(evening.next()) == [(1, "p1", "p3"), (2, "p4", "p2")]


def test_up_to_ten_minutes_a_late_entry_plays() -> None:
    evening = Evening(entries=3, late=1, rounds=["mitchell", "mitchell"])
    evening.pair()
    evening.add("late-entry", round=1, entry="p4", minutes=10)
    assert evening.refuses("closed", round=1) == "undecided"
    evening.result(1, 0, 0)
    evening.result(2, 500, 0)  # it is N-S of the last table
    evening.close()
    assert evening.points("p4", "p3") == [(14, 500), (6, -500)]


def test_a_late_entry_sits_where_the_method_has_the_missing_place() -> None:
    danese = Evening(entries=3, late=1, rounds=["danese", "italiana"])
    danese.pair()
    danese.add("late-entry", round=1, entry="p4", minutes=0)
    danese.result(1, 0, 0)
    danese.result(2, 500, 0)
    danese.close()
    assert danese.points("p3", "p4") == [(14, 500), (6, -500)]
    assert tables(danese.next()) == [(1, "p1", "p4"), (2, "p2", "p3")]  # number 4 of the first order
    italiana = Evening(entries=3, late=1, rounds=["italiana"])
    assert italiana.pair()["bye"] == ["p1"]
    italiana.add("late-entry", round=1, entry="p4", minutes=0)
    italiana.result(1, 500, 0)
    italiana.result(2, 0, 0)
    italiana.close()
    assert italiana.points("p1", "p4") == [(14, 500), (6, -500)]


# ---- abandonment


@pytest.mark.parametrize(
    ("code", "mp", "others", "leaver"),
    [
        ("febur", None, (13, 450), (0, -450)),
        ("febur", [1000, 0], (16, 1000), (0, -1000)),
        ("febur", [450, 0], (13, 450), (0, -450)),
        ("febur", [455, 0], (14, 455), (0, -455)),
        ("febur", [0, 1000], (13, 450), (0, -450)),
        ("fitab", None, (14, 365), (0, -365)),
        ("fitab", [510, 0], (14, 510), (0, -510)),
        ("fitab", [515, 0], (15, 515), (0, -515)),
        ("fibur", [100, 0], (14, 355), (0, -355)),
    ],
)
def test_who_is_left_gets_the_better_of_a_rest_and_what_was_made(
    code: str, mp: list[int] | None, others: tuple[int, int], leaver: tuple[int, int]
) -> None:
    evening = Evening(code, entries=2, rounds=["danese"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2", **({} if mp is None else {"mp": mp}))
    evening.close()
    assert evening.points("p1", "p2") == [others, leaver]
    assert evening.row("p2")["withdrawn"]
    assert evening.row("p2")["place"] is None


def test_when_both_abandon_both_have_nothing() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2", mp=[1000, 0])
    evening.add("withdrawal", round=1, entry="p1")
    evening.close()
    assert evening.points("p1", "p2") == [(0, 0), (0, 0)]


def test_who_leaves_once_the_round_is_closed_keeps_what_it_gave() -> None:
    evening = Evening("fitab", entries=4, rounds=["danese"] * 2)
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2")
    evening.result(2, 0, 0)
    evening.close()
    evening.add("withdrawal", round=1, entry="p1")
    assert evening.points("p1", "p2") == [(14, 365), (0, -365)]
    assert [row["place"] for row in evening.rows()][2:] == [None, None]


def test_who_leaves_before_the_first_round_is_not_seated() -> None:
    evening = Evening(entries=3, rounds=["danese"])
    evening.add("withdrawal", round=0, entry="p1")
    assert tables(evening.next()) == [(1, "p2", "p3")]


@pytest.mark.parametrize(("deals", "kind", "vp"), [(2, "pairs", 6), (3, "pairs", 6), (4, "pairs", 8), (3, "teams", 8)])
def test_leaving_for_a_time(deals: int, kind: str, vp: int) -> None:
    evening = Evening("fitab", kind, 2, ["danese", "danese"], deals)
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2", temporary=True, mp=[2600, 0])
    evening.close()
    rest = {(2, "pairs"): 315, (3, "pairs"): 365, (4, "pairs"): 315, (3, "teams"): 365}[deals, kind]
    assert evening.points("p1", "p2") == [(20, 2600), (vp, -rest)]
    assert tables(evening.next()) == [(1, "p1", "p2")]


def test_a_table_that_was_left_for_a_time_stands_when_the_others_go() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2", temporary=True)
    evening.add("withdrawal", round=1, entry="p1")
    evening.close()
    assert evening.points("p1", "p2") == [(14, 365), (6, -365)]


def test_a_result_stands_when_somebody_leaves_after_it() -> None:
    evening = Evening(entries=2, rounds=["danese"])
    evening.pair()
    evening.result(1, 0, 500)
    evening.add("withdrawal", round=1, entry="p2")
    evening.close()
    assert evening.points("p1", "p2") == [(6, -500), (14, 500)]


def test_the_partner_of_who_leaves_an_individual_table_rests_and_a_second_leaver_has_nothing() -> None:
    evening = Evening(kind="individual", entries=4, rounds=["individual"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p1", mp=[0, 1000])
    evening.close()
    assert evening.points("p1", "p2", "p3", "p4") == [(0, -1000), (13, 450), (16, 1000), (16, 1000)]
    evening.events.pop()
    evening.add("withdrawal", round=1, entry="p3")
    evening.close()
    assert evening.points("p1", "p2", "p3", "p4") == [(0, -1000), (13, 450), (0, 0), (16, 1000)]


def test_the_others_of_a_three_player_table_rest() -> None:
    evening = Evening("three-player", "three-player", 3, ["three-player"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2", mp=[1, 2])
    evening.add("withdrawal", round=1, entry="p1")
    evening.close()
    assert evening.points("p1", "p2", "p3") == [(0, 0), (0, 0), (20, 0)]


# ---- time expired, or given up online

FORFEITS = [
    (1200, 900, 3, (14, 355), (0, -1505)),
    (1500, 900, 3, (14, 355), (0, -1505)),
    (1000, 2000, 3, (19, 1255), (0, -1505)),
    (300, 300, 2, (14, 305), (0, -1005)),
    (500, 2600, 4, (20, 2005), (0, -2005)),
]


@pytest.mark.parametrize(("guilty", "others", "deals", "won", "lost"), FORFEITS)
def test_who_lets_the_time_expire_loses_by_the_margin(
    guilty: int, others: int, deals: int, won: tuple[int, int], lost: tuple[int, int]
) -> None:
    evening = Evening("online", entries=2, rounds=["danese"], deals=deals)
    evening.pair()
    evening.add("forfeit", round=1, entry="p1", mp=[guilty, others])
    evening.close()
    assert evening.points("p1", "p2") == [lost, won]


@pytest.mark.parametrize(("guilty", "others", "deals", "won", "lost"), FORFEITS)
def test_who_withdraws_online_loses_as_if_time_had_expired(
    guilty: int, others: int, deals: int, won: tuple[int, int], lost: tuple[int, int]
) -> None:
    evening = Evening("online", entries=2, rounds=["danese"], deals=deals)
    evening.pair()
    evening.add("withdrawal", round=1, entry="p1", mp=[guilty, others])
    evening.close()
    assert evening.points("p1", "p2") == [lost, won]


def test_without_points_a_withdrawal_online_counts_from_nothing() -> None:
    evening = Evening("online", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("withdrawal", round=1, entry="p2")
    evening.close()
    assert evening.points("p1", "p2") == [(14, 355), (0, -1505)]
