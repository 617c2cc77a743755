"""Corrections: what they replace, and until when."""

import pytest

from tests.engine.tournament.evening import Evening, tables


def played(code: str, rounds: int = 1) -> Evening:
    """So many rounds of two pairs, event 2 the result 500-0 of the first."""
    evening = Evening(code, entries=2, rounds=["danese"] * 3)
    for _ in range(rounds):
        evening.play((500, 0))
    return evening


def test_a_correction_counts_from_now_on_and_pairings_stay() -> None:
    evening = Evening("fitab", entries=4, rounds=["danese"] * 3)
    evening.play((500, 0), (100, 0))
    second = evening.pair()
    assert tables(second) == [(1, "p1", "p3"), (2, "p4", "p2")]
    evening.add("correction", replaces=2, mp=[0, 500], reason="the lines were exchanged")
    assert evening.points("p1", "p2") == [(6, -500), (14, 500)]
    evening.result(1, 0, 0)
    evening.result(2, 0, 0)
    evening.close()
    assert evening.order()[0] == "p2"


def test_a_correction_is_corrected_by_its_own_number() -> None:
    evening = played("fitab")
    first = evening.add("correction", replaces=2, mp=[100, 0], reason="sum")
    assert evening.refuses("correction", replaces=2, mp=[200, 0], reason="sum") == "replaced"
    evening.add("correction", replaces=first, vp=[20, 0], mp=[2000, -2000], reason="the arbiter")
    assert evening.points("p1", "p2") == [(20, 2000), (0, -2000)]
    evening.add("correction", replaces=first + 1, mp=[500, 0], reason="appeal")
    assert evening.points("p1", "p2") == [(14, 500), (6, -500)]


def test_febur_corrects_sums_until_the_next_pairing_and_swaps_until_the_end() -> None:
    evening = played("febur")
    evening.add("correction", replaces=2, mp=[450, 0], reason="sum")
    evening.pair()
    last = len(evening.events) - 1
    assert evening.refuses("correction", replaces=last, mp=[400, 0], reason="sum") == "window"
    assert evening.refuses("correction", replaces=last, mp=[0, 400], reason="swap", cause="swap") == "not-a-swap"
    evening.add("correction", replaces=last, mp=[0, 450], reason="swap", cause="swap")
    assert evening.points("p1", "p2") == [(7, -450), (13, 450)]


def test_a_score_is_swapped_with_all_its_numbers() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"])
    evening.pair()
    evening.add("score", round=1, table=1, vp=[12, 6], mp=[300, -100])
    evening.close()
    swap = {"replaces": 2, "reason": "swap", "cause": "swap"}
    assert evening.refuses("correction", **swap, vp=[12, 6], mp=[-100, 300]) == "not-a-swap"
    assert evening.refuses("correction", **swap, mp=[-100, 300]) == "not-a-swap"
    evening.add("correction", **swap, vp=[6, 12], mp=[-100, 300])
    assert evening.points("p1", "p2") == [(6, -100), (12, 300)]


def test_the_other_codes_correct_until_the_tournament_is_finished() -> None:
    evening = played("fitab", rounds=3)
    evening.add("correction", replaces=2, mp=[0, 0], reason="sum")
    assert evening.points("p1")[0][1] in (0, 1000, -1000)
    evening.add("finished")
    assert evening.refuses("correction", replaces=len(evening.events) - 1, mp=[5, 0], reason="sum") == "finished"


def test_a_warning_and_a_penalty_are_made_void() -> None:
    evening = played("fitab")
    first = evening.add("warning", round=1, entry="p1", category="deal")
    evening.add("warning", round=1, entry="p1", category="fan")
    taken = evening.add("penalty", round=1, entry="p2", vp=1)
    assert evening.points("p1", "p2") == [(13, 435), (5, -565)]
    evening.add("correction", replaces=first, void=True, reason="not so")
    correction = evening.add("correction", replaces=taken, void=True, reason="not so")
    assert evening.points("p1", "p2") == [(14, 500), (6, -500)]
    assert evening.row("p1")["penalties"]["warnings"] == 1
    assert evening.refuses("correction", replaces=correction, void=True, reason="again") == "replaced"
    assert evening.refuses("correction", replaces=taken, void=True, reason="again") == "replaced"


def test_a_voided_warning_makes_the_next_one_the_first() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"] * 2)
    evening.pair()
    first = evening.add("warning", round=1, entry="p1", category="fan")
    evening.add("warning", round=1, entry="p1", category="fan")
    evening.result(1, 0, 0)
    evening.close()
    assert evening.points("p1") == [(10, -100)]
    evening.add("correction", replaces=first, void=True, reason="not so")
    assert evening.points("p1") == [(10, 0)]


def test_febur_voids_until_the_next_pairing() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"] * 2)
    evening.pair()
    first = evening.add("warning", round=1, entry="p1", category="fan")
    evening.result(1, 0, 0)
    evening.close()
    swap = evening.refuses("correction", replaces=first, void=True, reason="no", cause="swap")
    assert swap == "not-a-swap"
    evening.pair()
    assert evening.refuses("correction", replaces=first, void=True, reason="no") == "window"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"replaces": 2, "mp": [500, 3], "reason": "sum"}, "multiple-of-5"),
        ({"replaces": 2, "mp": [500], "reason": "sum"}, "deals"),
        ({"replaces": 2, "deals": [[500, 0]], "reason": "sum"}, "deals"),
        ({"replaces": 2, "vp": [21, 0], "mp": [0, 0], "reason": "sum"}, "range"),
        ({"replaces": 2, "mp": [0, 0], "winner": "NS", "reason": "sum"}, "winner"),
        ({"replaces": 2, "mp": [0, 0], "reason": ""}, "reason-missing"),
        ({"replaces": 2, "mp": [0, 0], "reason": "sum", "cause": "error"}, "range"),
        ({"replaces": 2, "void": True, "reason": "sum"}, "range"),
        ({"replaces": 1, "mp": [0, 0], "reason": "sum"}, "unknown-event"),
        ({"replaces": 3, "mp": [0, 0], "reason": "sum"}, "unknown-event"),
        ({"replaces": 9, "mp": [0, 0], "reason": "sum"}, "unknown-event"),
    ],
)
def test_a_correction_follows_the_rules_of_what_it_becomes(keys: dict[str, object], reason: str) -> None:
    assert played("fitab").refuses("correction", **keys) == reason


def test_a_lateness_is_not_corrected() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"])
    evening.pair()
    late = evening.add("lateness", round=1, entry="p1", minutes=1)
    assert evening.refuses("correction", replaces=late, void=True, reason="no") == "unknown-event"


def test_a_warning_takes_no_new_points() -> None:
    evening = Evening("febur", entries=2, rounds=["danese"])
    evening.pair()
    first = evening.add("warning", round=1, entry="p1", category="fan")
    assert evening.refuses("correction", replaces=first, mp=[0, 0], reason="no") == "range"
    assert evening.refuses("correction", replaces=first, void=False, reason="no") == "range"


def test_a_leaving_for_a_time_that_was_a_slip_is_made_void_and_the_table_plays_on() -> None:
    evening = Evening("fitab", entries=2, rounds=["danese", "danese"])
    evening.pair()
    leaving = evening.add("withdrawal", round=1, entry="p2", temporary=True, mp=[2600, 0])
    assert evening.refuses("result", round=1, table=1, mp=[500, 0]) == "decided"
    assert evening.refuses("correction", replaces=leaving, mp=[0, 0], reason="a slip") == "range"
    assert evening.refuses("correction", replaces=leaving, void=True, reason="") == "reason-missing"
    void = evening.add("correction", replaces=leaving, void=True, reason="a slip")
    for number in (leaving, void):
        again = evening.refuses("correction", replaces=number, void=True, reason="again")
        assert again in ("replaced", "unknown-event")
    evening.result(1, 500, 0)
    evening.close()
    assert evening.points("p1", "p2") == [(14, 500), (6, -500)]


def test_a_leaving_for_a_time_stays_where_it_counts_by_now_or_somebody_of_the_table_is_out() -> None:
    for after in ("close", "withdrawal"):
        evening = Evening("fitab", entries=4, rounds=["danese", "danese"])
        first = evening.pair()
        (_, _, second), *_ = tables(first)
        leaving = evening.add("withdrawal", round=1, entry=second, temporary=True)
        if after == "withdrawal":
            evening.add("withdrawal", round=1, entry=second)
        else:
            evening.result(2, 0, 0)
            evening.close()
        reason = evening.refuses("correction", replaces=leaving, void=True, reason="a slip")
        assert reason == ("window" if after == "close" else "withdrawn")
