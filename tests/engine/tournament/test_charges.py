"""Lateness, warnings and penalties: what each takes away, and from what."""

from dataclasses import replace

import pytest

from engine.tournament.charges import charges, next_warning
from engine.tournament.laws import WARNINGS
from tests.engine.tournament.evening import Evening


def late(code: str, minutes: int, *mp: int) -> Evening:
    """A match in which p2, E-W, came so late."""
    evening = Evening(code, entries=2, rounds=["danese"])
    evening.pair()
    evening.add("lateness", round=1, entry="p2", minutes=minutes)
    evening.result(1, *mp)
    evening.close()
    return evening


@pytest.mark.parametrize(
    ("code", "minutes", "first", "second", "warnings"),
    [
        ("febur", 1, (11, 105), (9, -105), 1),
        ("febur", 2, (11, 105), (9, -105), 1),
        ("febur", 3, (12, 205), (8, -205), 1),
        ("febur", 4, (12, 205), (8, -205), 1),
        ("febur", 5, (12, 205), (8, -205), 1),
        ("febur", 10, (12, 205), (8, -205), 1),
        ("fitab", 2, (11, 105), (9, -105), 0),
        ("fitab", 3, (12, 205), (8, -205), 1),
        ("fitab", 4, (12, 205), (8, -205), 1),
        ("fitab", 5, (12, 255), (8, -255), 1),
        ("fitab", 10, (12, 255), (8, -255), 1),
        ("online", 4, (12, 205), (8, -205), 1),
        ("fibur", 5, (13, 255), (7, -255), 1),
        ("international", 10, (13, 255), (7, -255), 1),
    ],
)
def test_lateness_by_the_minute(
    code: str, minutes: int, first: tuple[int, int], second: tuple[int, int], warnings: int
) -> None:
    evening = late(code, minutes, 105, 0)
    assert evening.points("p1", "p2") == [first, second]
    assert evening.row("p2")["penalties"] == {"vp": 0, "mp": 0, "warnings": warnings}


def test_when_both_are_late_each_is_credited() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("lateness", round=1, entry="p1", minutes=7)
    evening.add("lateness", round=1, entry="p2", minutes=3)
    evening.result(1, 0, 0)
    evening.close()
    assert evening.points("p1", "p2") == [(10, -50), (10, 50)]


def test_where_no_result_stands_febur_takes_from_the_entry_alone_and_credits_fall_away() -> None:
    febur = Evening("febur", entries=2, rounds=["danese"])
    febur.pair()
    febur.add("lateness", round=1, entry="p2", minutes=5)
    febur.add("score", round=1, table=1, vp=[12, 8], mp=[300, -300])
    febur.close()
    assert febur.points("p1", "p2") == [(12, 300), (8, -400)]
    fitab = Evening("fitab", entries=2, rounds=["danese"])
    fitab.pair()
    fitab.add("lateness", round=1, entry="p2", minutes=5)
    fitab.add("score", round=1, table=1, vp=[12, 8], mp=[300, -300])
    fitab.close()
    assert fitab.points("p1", "p2") == [(12, 300), (8, -300)]


def test_febur_takes_from_a_rest_too() -> None:
    evening = Evening("febur", entries=3, rounds=["danese"])
    evening.pair()
    evening.result(1, 0, 0)
    evening.add("penalty", round=1, entry="p3", mp=100)
    evening.close()
    assert evening.points("p3") == [(13, 350)]


# ---- warnings


def warned(code: str, *categories: str, rounds: int = 1, kind: str = "pairs", deals: int = 3) -> Evening:
    """Matches 0-0 in which p1 is warned; "|" ends a round."""
    evening = Evening(code, kind, 2, ["danese"] * rounds, deals)
    evening.pair()
    for category in categories:
        if category == "|":
            evening.result(1, 0, 0)
            evening.close()
            evening.pair()
        else:
            evening.add("warning", round=evening.round, entry="p1", category=category)
    evening.result(1, 0, 0)
    evening.close()
    return evening


@pytest.mark.parametrize(
    ("categories", "points", "vp"),
    [
        (["deal"], (10, 0), 0),
        (["deal", "deal"], (9, 0), 1),
        (["deal", "lateness", "deal"], (8, 0), 2),
        (["fan", "count", "mixing", "pozzetto", "deal"], (10, 0), 0),
        (["fan", "fan"], (10, -100), 0),
        (["fan", "fan", "fan"], (9, -200), 0),
        (["count", "count"], (10, -100), 0),
        (["mixing", "mixing"], (10, -100), 0),
        (["pozzetto", "pozzetto"], (10, -100), 0),
        (["ethics"] * 4 + ["other"] * 4, (10, 0), 0),
    ],
)
def test_febur_warnings_cost_by_their_kind(categories: list[str], points: tuple[int, int], vp: int) -> None:
    evening = warned("febur", *categories)
    assert evening.points("p1") == [points]
    assert evening.row("p1")["penalties"] == {"vp": vp, "mp": 0, "warnings": len(categories)}


def test_febur_counts_the_pozzetto_by_round_and_the_fan_by_tournament() -> None:
    assert warned("febur", "pozzetto", "|", "pozzetto", rounds=2).points("p1") == [(20, 0)]
    assert warned("febur", "fan", "|", "fan", rounds=2).points("p1") == [(20, -100)]


def test_a_lateness_that_warns_is_a_warning_like_others() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("lateness", round=1, entry="p1", minutes=1)
    evening.add("warning", round=1, entry="p1", category="deal")
    evening.result(1, 0, 0)
    evening.close()
    assert evening.points("p1") == [(9, 0)]


@pytest.mark.parametrize(
    ("code", "kind", "deals", "equivalent"),
    [
        ("fitab", "pairs", 2, 55),
        ("fitab", "pairs", 3, 65),
        ("fitab", "pairs", 4, 115),
        ("fitab", "teams", 3, 165),
        ("fibur", "pairs", 2, 45),
        ("online", "pairs", 3, 55),
        ("international", "pairs", 4, 105),
    ],
)
def test_elsewhere_every_second_warning_costs_a_point_and_its_equivalent(
    code: str, kind: str, deals: int, equivalent: int
) -> None:
    assert warned(code, "deal", kind=kind, deals=deals).points("p1") == [(10, 0)]
    assert warned(code, "deal", "fan", kind=kind, deals=deals).points("p1", "p2") == [(9, -equivalent), (10, 0)]
    assert warned(code, *["other"] * 3, kind=kind, deals=deals).points("p1") == [(9, -equivalent)]
    four = warned(code, *["ethics"] * 4, kind=kind, deals=deals)
    assert four.row("p1")["penalties"] == {"vp": 2, "mp": 2 * equivalent, "warnings": 4}


def test_warnings_of_three_players_cost_nothing() -> None:
    evening = Evening("three-player", "three-player", 3, ["three-player"])
    evening.pair()
    for _ in range(4):
        evening.add("warning", round=1, entry="p1", category="deal")
    evening.result(1, 300, 200, 100)
    evening.close()
    assert evening.points("p1") == [(36, 300)]
    assert evening.row("p1")["penalties"]["warnings"] == 4


@pytest.mark.parametrize("code", ["febur", "fitab", "fibur", "online", "international", "three-player"])
@pytest.mark.parametrize("category", WARNINGS)
def test_what_the_next_warning_costs_is_what_it_then_costs(code: str, category: str) -> None:
    kind = "three-player" if code == "three-player" else "pairs"
    evening = Evening(code, kind, 3, ["three-player" if kind == "three-player" else "danese"])
    evening.pair()
    for _ in range(5):
        cost = next_warning(evening.progress(), "p1", category)
        listed = _charged(evening)
        evening.add("warning", round=1, entry="p1", category=category)
        vp, off = [now - before for now, before in zip(_charged(evening), listed, strict=True)]
        assert (vp, off) == ((cost.vp, cost.round_mp) if cost else (0, 0))


def _charged(evening: Evening) -> tuple[int, int]:
    """Victory Points off p1, and Match Points off its round, as if the round were closed."""
    progress = evening.progress()
    found = charges(replace(progress, rounds=tuple([replace(one, closed=True) for one in progress.rounds])))
    return found.vp["p1"], found.off[1, "p1"]


def test_a_warning_of_another_entry_round_or_made_void_does_not_count_for_the_next() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese"] * 2)
    evening.pair()
    evening.add("warning", round=1, entry="p2", category="deal")
    assert next_warning(evening.progress(), "p1", "deal") is None
    first = evening.add("warning", round=1, entry="p1", category="fan")
    assert next_warning(evening.progress(), "p1", "deal") is not None
    evening.add("correction", replaces=first, void=True, reason="not so")
    assert next_warning(evening.progress(), "p1", "deal") is None
    febur = warned("febur", "pozzetto", "|", "deal", rounds=2)
    assert next_warning(febur.progress(), "p1", "pozzetto") is None


# ---- penalties


@pytest.mark.parametrize(
    ("code", "keys", "first", "second", "listed"),
    [
        ("febur", {"vp": 2}, (8, 0), (10, 0), (2, 0)),
        ("febur", {"mp": 105}, (9, -105), (11, 105), (0, 0)),
        ("fitab", {"vp": 2}, (8, -130), (10, 0), (2, 130)),
        ("fitab", {"mp": 105}, (10, -105), (10, 0), (0, 105)),
    ],
)
def test_a_penalty(
    code: str, keys: dict[str, int], first: tuple[int, int], second: tuple[int, int], listed: tuple[int, int]
) -> None:
    evening = Evening(code, entries=2, rounds=["danese"])
    evening.play((0, 0))
    evening.add("penalty", round=1, entry="p1", **keys)  # its round is closed, the next is not paired
    assert evening.points("p1", "p2") == [first, second]
    assert evening.row("p1")["penalties"] == {"vp": listed[0], "mp": listed[1], "warnings": 0}


@pytest.mark.parametrize(("number", "mp"), [(1, -600), (2, -600)])
def test_febur_takes_points_off_a_round_that_the_entry_did_not_play(number: int, mp: int) -> None:
    """After losing in a knock-out: off its sum, once, and it has played no more for that."""
    evening = Evening(entries=4, rounds=["knock-out"] * 2)
    evening.play((500, 0), (500, 0))
    if number == 1:
        evening.add("penalty", round=1, entry="p4", mp=100)
    before = evening.row("p4")
    evening.pair()
    if number == 2:
        evening.add("penalty", round=2, entry="p4", mp=100)
    evening.result(1, 0, 0, winner="NS")
    evening.close()
    after = evening.row("p4")
    assert after["mp"] == mp
    assert {key: after[key] for key in ("vp", "played", "byes", "won")} == {
        key: before[key] for key in ("vp", "played", "byes", "won")
    }


def test_a_three_player_penalty_counts_sixths_and_has_no_equivalent() -> None:
    evening = Evening("three-player", "three-player", 3, ["three-player"])
    evening.play((300, 200, 100))
    evening.add("penalty", round=1, entry="p1", vp=6)
    evening.add("penalty", round=1, entry="p1", mp=50)
    assert evening.points("p1") == [(30, 250)]


def test_penalties_of_an_open_round_wait_for_its_end() -> None:
    evening = Evening(entries=2, rounds=["danese"] * 2)
    evening.play((0, 0))
    evening.pair()
    evening.add("penalty", round=2, entry="p1", vp=1)
    assert evening.points("p1") == [(10, 0)]
    evening.result(1, 0, 0)
    evening.close()
    assert evening.points("p1") == [(19, 0)]
