"""Each reason for which an event does not follow; the event is named, and those before it stand."""

from typing import Any

import pytest

from engine.tournament.refusals import EventReason
from tests.engine.tournament.evening import Evening


def fresh(**keys: Any) -> Evening:
    evening = Evening(**{"entries": 4, "rounds": ["danese"] * 2, **keys})
    evening.pair()
    return evening


def closed(**keys: Any) -> Evening:
    evening = fresh(**keys)
    for table in evening.progress().rounds[0].pairings:
        evening.result(table.table, 500, 0)
    evening.close()
    return evening


RESULT = {"round": 1, "table": 1, "mp": [0, 0]}


def test_sequence() -> None:
    evening = fresh()
    evening.add("result", **RESULT, n=7)
    assert evening.refused() == "sequence"


def test_sequence_counts_the_place_not_the_number() -> None:
    evening = fresh()
    evening.add("result", **RESULT, n=7)
    evening.add("result", **RESULT)
    _, objection = evening.fold()
    assert objection is not None
    assert objection.event == 2


@pytest.mark.parametrize(
    "change",
    [
        {"tables": []},
        {"bye": ["p1"]},
        {"tables": [{"table": 2, "NS": "p3", "EW": "p4"}, {"table": 1, "NS": "p1", "EW": "p2"}]},
        {"tables": [{"table": True, "NS": "p1", "EW": "p2"}, {"table": 2, "NS": "p3", "EW": "p4"}]},
        {"tables": [{"table": 1, "NS": "p2", "EW": "p1"}, {"table": 2, "NS": "p3", "EW": "p4"}]},
        {"tables": [1, "x"]},
    ],
)
def test_wrong_pairing(change: dict[str, object]) -> None:
    evening = Evening(entries=4, rounds=["danese"])
    assert evening.refuses("paired", **{**evening.next(), **change}) == "wrong-pairing"


def test_a_pairing_may_carry_keys_of_its_own() -> None:
    evening = Evening(entries=4, rounds=["danese"])
    found = evening.next()
    found["tables"][0]["note"] = "by the window"
    evening.add("paired", **found, at="21:00")
    assert evening.progress().current is not None


def test_wrong_standings() -> None:
    evening = fresh()
    for table in (1, 2):
        evening.result(table, 500, 0)
    evening.close()
    rows = evening.rows()
    evening.events.pop()
    assert evening.refuses("closed", round=1, standings=rows[::-1]) == "wrong-standings"
    assert evening.refuses("closed", round=1, standings=[{**rows[0], "vp": 14.0}, *rows[1:]]) == "wrong-standings"
    assert evening.refuses("closed", round=1, standings=["x"]) == "wrong-standings"
    evening.close(standings=[{**row, "note": "x"} for row in rows])
    assert evening.progress().closed == 1


def test_wrong_round() -> None:
    evening = Evening(entries=4, rounds=["danese"] * 2)
    assert evening.refuses("paired", **{**evening.next(), "round": 2}) == "wrong-round"
    assert evening.refuses("warning", round=0, entry="p1", category="deal") == "wrong-round"
    assert evening.refuses("withdrawal", round=1, entry="p1") == "wrong-round"
    evening.pair()
    assert evening.refuses("result", round=2, table=1, mp=[0, 0]) == "wrong-round"
    assert evening.refuses("withdrawal", round=0, entry="p1") == "wrong-round"


def test_round_open_and_closed() -> None:
    evening = fresh()
    assert evening.no_next() == "round-open"
    assert evening.refuses("paired", round=2, tables=[], bye=[]) == "round-open"
    assert evening.refuses("finished") == "round-open"
    assert closed().refuses("result", **RESULT) == "round-closed"
    assert closed().refuses("closed", round=1) == "round-closed"
    assert closed().refuses("lateness", round=1, entry="p1", minutes=1) == "round-closed"


def test_no_round_left_too_few_and_limit() -> None:
    assert closed(rounds=["danese"]).no_next() == "no-round-left"
    assert closed(rounds=["danese"]).refuses("paired", round=2, tables=[], bye=[]) == "no-round-left"
    few = closed()
    for entry in ("p1", "p2", "p3"):
        few.add("withdrawal", round=1, entry=entry)
    assert few.no_next() == "too-few"
    limit = Evening(entries=4, rounds=["mitchell"] * 3)
    assert limit.refuses("paired", round=1, tables=[], bye=[]) == "limit"


def test_unknown_entry_table_and_event() -> None:
    evening = fresh()
    assert evening.refuses("warning", round=1, entry="p9", category="deal") == "unknown-entry"
    assert evening.refuses("replacement", entry="p9", **{"out": "x", "in": "y", "reason": "ill"}) == "unknown-entry"
    assert evening.refuses("late-entry", round=1, entry="p9", minutes=0) == "unknown-entry"
    assert evening.refuses("result", round=1, table=3, mp=[0, 0]) == "unknown-table"
    rest = fresh(entries=3)
    assert rest.refuses("lateness", round=1, entry="p3", minutes=1) == "unknown-table"
    assert rest.refuses("lateness", round=1, entry="p3", minutes=11) == "unknown-table"
    assert evening.refuses("correction", replaces=1, mp=[0, 0], reason="x") == "unknown-event"


def test_decided_and_undecided() -> None:
    evening = fresh()
    assert evening.refuses("closed", round=1) == "undecided"
    evening.result(1, 0, 0)
    assert evening.refuses("result", **RESULT) == "decided"
    assert evening.refuses("score", round=1, table=1, vp=[0, 0], mp=[0, 0]) == "decided"
    assert evening.refuses("lateness", round=1, entry="p1", minutes=1) == "decided"
    assert evening.refuses("lateness", round=1, entry="p1", minutes=11) == "decided"
    evening.add("lateness", round=1, entry="p3", minutes=11)
    assert evening.refuses("lateness", round=1, entry="p3", minutes=12) == "decided"
    assert evening.refuses("lateness", round=1, entry="p4", minutes=10) == "decided"
    assert evening.refuses("result", round=1, table=2, mp=[0, 0]) == "decided"


def test_the_table_that_a_round_waits_for_is_named() -> None:
    evening = fresh()
    evening.result(1, 0, 0)
    evening.close()
    _, objection = evening.fold()
    assert objection is not None
    assert (objection.reason, objection.message) == ("undecided", "table 2 of round 1 has no result")


def test_nobody_is_late_twice_in_a_round() -> None:
    evening = fresh()
    evening.add("lateness", round=1, entry="p1", minutes=1)
    assert evening.refuses("lateness", round=1, entry="p1", minutes=11) == "decided"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"deals": [[0, 0]] * 2}, "deals"),
        ({"deals": [[0, 0]] * 4}, "deals"),
        ({"deals": [[0, 0, 0]] * 3}, "deals"),
        ({"deals": [[0, 1]] * 3}, "multiple-of-5"),
        ({"mp": [0]}, "deals"),
        ({"mp": [0, 0, 0]}, "deals"),
        ({"mp": [-7, 0]}, "multiple-of-5"),
        ({"mp": [0, 0], "winner": "NS"}, "winner"),
    ],
)
def test_the_numbers_of_a_result(keys: dict[str, object], reason: str) -> None:
    assert fresh().refuses("result", round=1, table=1, **keys) == reason


@pytest.mark.parametrize(
    ("vp", "mp", "reason"),
    [
        ([21, 0], [0, 0], "range"),
        ([-1, 0], [0, 0], "range"),
        ([10], [0, 0], "range"),
        ([10, 10], [0, 3], "multiple-of-5"),
        ([10, 10], [0], "deals"),
    ],
)
def test_the_numbers_of_a_score(vp: list[int], mp: list[int], reason: str) -> None:
    assert fresh().refuses("score", round=1, table=1, vp=vp, mp=mp) == reason


def test_range() -> None:
    evening = fresh()
    assert evening.refuses("warning", round=1, entry="p1", category="noise") == "range"
    assert evening.refuses("penalty", round=1, entry="p1", vp=0) == "range"
    assert evening.refuses("penalty", round=1, entry="p1", mp=-5) == "range"
    assert evening.refuses("penalty", round=1, entry="p1", mp=7) == "multiple-of-5"
    assert evening.refuses("lateness", round=1, entry="p1", minutes=0) == "range"
    waiting = fresh(entries=3, late=1)
    assert waiting.refuses("late-entry", round=1, entry="p4", minutes=-1) == "range"


def test_not_admitted() -> None:
    evening = fresh(entries=3, late=1)
    about: dict[str, dict[str, Any]] = {
        "warning": {"category": "deal"},
        "penalty": {"vp": 1},
        "withdrawal": {},
        "lateness": {"minutes": 1},
    }
    for kind, keys in about.items():
        assert evening.refuses(kind, round=1, entry="p4", **keys) == "not-admitted"


def test_a_late_entry_has_its_window() -> None:
    late = {"round": 1, "entry": "p4", "minutes": 0}
    assert fresh(entries=4, late=1).refuses("late-entry", **{**late, "entry": "p5"}) == "window"
    assert fresh(entries=3, late=1).refuses("late-entry", **{**late, "entry": "p1"}) == "window"
    assert fresh(entries=3, late=1, rounds=["knock-out"]).refuses("late-entry", **late) == "window"
    assert closed(entries=3, late=1).refuses("late-entry", **late) == "round-closed"
    taken = fresh(entries=3, late=2)
    taken.add("late-entry", **late)
    assert taken.refuses("late-entry", **late) == "window"
    assert taken.refuses("late-entry", **{**late, "entry": "p5"}) == "window"
    second = closed(entries=3, late=1)
    second.pair()
    assert second.refuses("late-entry", **{**late, "round": 2}) == "window"
    assert second.refuses("late-entry", **late) == "wrong-round"


def test_not_in_this_code_and_kind() -> None:
    leave = {"round": 1, "entry": "p1", "temporary": True}
    forfeit = {"round": 1, "entry": "p1", "mp": [0, 0]}
    individual: dict[str, Any] = {"kind": "individual", "rounds": ["individual"]}
    assert fresh(code="febur").refuses("withdrawal", **leave) == "not-in-this-code"
    assert fresh(code="online").refuses("withdrawal", **leave) == "not-in-this-code"
    assert fresh(code="fitab", **individual).refuses("withdrawal", **leave) == "not-in-this-kind"
    assert fresh(code="fitab", rounds=["knock-out"] * 2).refuses("withdrawal", **leave) == "window"
    assert fresh(code="fitab").refuses("forfeit", **forfeit) == "not-in-this-code"
    assert fresh(code="online", **individual).refuses("forfeit", **forfeit) == "not-in-this-kind"
    assert fresh(**individual).refuses("lateness", round=1, entry="p1", minutes=1) == "not-in-this-kind"
    assert fresh().refuses("lineup", round=1, entry="p1", pairs=[]) == "not-in-this-kind"


def test_withdrawn() -> None:
    evening = closed()
    evening.add("withdrawal", round=1, entry="p1")
    assert evening.refuses("withdrawal", round=1, entry="p1") == "withdrawn"
    evening.add("penalty", round=1, entry="p1", vp=1)
    waiting = fresh(entries=3, late=1)
    waiting.add("withdrawal", round=1, entry="p3")
    assert waiting.refuses("late-entry", round=1, entry="p4", minutes=0) == "withdrawn"


def test_warnings_and_penalties_end_with_the_next_pairing() -> None:
    evening = closed()
    evening.add("warning", round=1, entry="p1", category="deal")
    evening.pair()
    assert evening.refuses("warning", round=1, entry="p1", category="deal") == "wrong-round"
    assert evening.refuses("penalty", round=1, entry="p1", vp=1) == "wrong-round"


def test_time_is_called_once() -> None:
    evening = fresh()
    evening.add("timeout", round=1)
    assert evening.refuses("timeout", round=1) == "window"
    assert closed().refuses("timeout", round=1) == "round-closed"


def test_players_of_a_replacement_and_a_reason() -> None:
    evening = fresh()
    change = {"entry": "p1", "out": "p1.1", "in": "Zoe", "reason": "ill"}
    assert evening.refuses("replacement", **{**change, "out": "p2.1"}) == "players"
    assert evening.refuses("replacement", **{**change, "in": "p2.1"}) == "players"
    assert evening.refuses("replacement", **{**change, "reason": ""}) == "reason-missing"
    evening.add("replacement", **change)
    assert evening.refuses("replacement", **change) == "players"
    evening.add("replacement", entry="p2", out="p2.1", reason="ill", **{"in": "p1.1"})


@pytest.mark.parametrize(
    "pairs",
    [
        [["p1.1", "p1.2"], ["p1.3", "p1.1"]],
        [["p1.1", "p1.2"]],
        [["p1.1", "p1.2"], ["p1.3", "p2.1"]],
        ["x", "y"],
        [["p1.1", 2], ["p1.3", "p1.4"]],
    ],
)
def test_players_of_a_line_up(pairs: list[object]) -> None:
    evening = fresh(kind="teams", code="fitab")
    assert evening.refuses("lineup", round=1, entry="p1", pairs=pairs) == "players"


def test_a_line_up_of_those_who_play_now() -> None:
    evening = fresh(kind="teams", code="fitab")
    evening.add("replacement", entry="p1", out="p1.1", reason="ill", **{"in": "Zoe"})
    evening.add("lineup", round=1, entry="p1", pairs=[["Zoe", "p1.2"], ["p1.3", "p1.4"]])
    evening.result(1, 0, 0)
    assert evening.refuses("lineup", round=1, entry="p1", pairs=[["Zoe", "p1.2"], ["p1.3", "p1.4"]]) == "decided"


def test_nothing_follows_the_end() -> None:
    evening = closed()
    evening.add("finished")
    assert evening.no_next() == "finished"
    assert evening.refuses("finished") == "finished"
    assert evening.refuses("paired", round=2, tables=[], bye=[]) == "finished"
    assert evening.refuses("warning", round=1, entry="p1", category="deal") == "finished"


def test_the_end_needs_a_round() -> None:
    assert Evening().refuses("finished") == "window"


def test_every_reason_of_the_form_has_its_test() -> None:
    """`replaced`, `not-a-swap` and the rest of corrections stand in `test_corrections`."""
    import inspect  # noqa: PLC0415 - for this test alone
    import sys  # noqa: PLC0415 - the same

    from tests.engine.tournament import test_corrections  # noqa: PLC0415 - the same

    source = inspect.getsource(sys.modules[__name__]) + inspect.getsource(test_corrections)
    assert [reason for reason in EventReason if f'"{reason.value}"' not in source] == []
