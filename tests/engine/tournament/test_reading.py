"""What makes a file unusable, and where the message says so."""

import json
from typing import Any

import pytest

from engine.tournament.reading import UnusableFile, read_tournament, tournament_of
from tests.engine.tournament.evening import Evening, document


def message(text: str) -> str:
    with pytest.raises(UnusableFile) as error:
        read_tournament(text)
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "line 1"),
        ('{\n"format": burraco}', "line 2"),
        ("[]", "line 1"),
        ('{"format": NaN}', "line 1"),
        ("[" * 100_000, "line 1"),
        ('{"n": ' + "9" * 5000 + "}", "line 1"),
        ("{}", "format"),
    ],
)
def test_text_that_is_no_file(text: str, where: str) -> None:
    assert message(text).startswith(where)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", "burraco"),
        ("version", 2),
        ("version", True),
        ("version", 1.0),
        ("version", "1"),
        ("code", "fibor"),
        ("code", ["febur"]),
        ("code", "three-player"),
        ("kind", "couples"),
        ("kind", "three-player"),
        ("deals", 0),
        ("deals", 6),
        ("deals", 3.0),
        ("deals", True),
        ("deals", [3]),
        ("deals", [3, 3, 3]),
        ("deals", [3, "3"]),
        ("rounds", []),
        ("rounds", "mitchell"),
        ("rounds", ["mitchell", "swiss"]),
        ("rounds", ["mitchell", "individual"]),
        ("rounds", ["knock-out", "mitchell"]),
        ("step", 0),
        ("step", "1"),
        ("qualifiers", 1),
        ("qualifiers", None),
        ("seed", "00"),
        ("seed", "g" * 64),
        ("seed", "0" * 63 + "\n"),
        ("first", "lot"),
        ("first", {}),
        ("first", {"by": "chance"}),
        ("first", {"by": "arbiter"}),
        ("first", {"by": "arbiter", "order": ["p1", "p2", "p3"]}),
        ("first", {"by": "arbiter", "order": ["p1", "p2", "p3", "p3"]}),
        ("first", {"by": "arbiter", "order": ["p1", "p2", "p3", "p4", "p5"]}),
        ("first", {"by": "arbiter", "order": [1, 2, 3, 4]}),
        ("entries", []),
        ("entries", {}),
        ("entries", [{"id": "p1", "players": ["a"]}]),
        ("entries", [{"id": "p1", "players": ["a", "b", "c"]}]),
        ("entries", [{"id": "p1", "players": ["a", "a"]}]),
        ("entries", [{"id": "", "players": ["a", "b"]}]),
        ("entries", [{"players": ["a", "b"]}]),
        ("entries", [{"id": "p1", "players": ["a", 2]}]),
        ("entries", [{"id": "p1", "players": ["a", "b"], "late": 1}]),
        ("entries", [{"id": "p1", "players": ["a", "b"]}, {"id": "p1", "players": ["c", "d"]}]),
        ("entries", [{"id": "p1", "players": ["a", "b"]}, {"id": "p2", "players": ["c", "a"]}]),
        ("events", {}),
    ],
)
def test_a_value_that_is_not_listed(key: str, value: object) -> None:
    whole = document(rounds=["mitchell", "danese"])
    text = message(json.dumps({**whole, key: value}))
    assert text.split(":")[0].split(".")[0] in (key, "kind")


@pytest.mark.parametrize("key", ["format", "version", "code", "kind", "deals", "rounds", "seed", "entries", "events"])
def test_a_key_that_is_missing(key: str) -> None:
    whole = document()
    del whole[key]
    assert message(json.dumps(whole)).startswith(key)


@pytest.mark.parametrize(
    ("code", "kind", "deals"),
    [("febur", "teams", 2), ("febur", "teams", 5), ("online", "teams", 3), ("three-player", "three-player", 2)],
)
def test_a_length_without_a_table(code: str, kind: str, deals: int) -> None:
    rounds = ["three-player"] if kind == "three-player" else ["danese"]
    assert message(json.dumps(document(code, kind, 3, rounds, deals))).startswith("deals")


def test_keys_of_ones_own_are_ignored_and_defaults_taken() -> None:
    whole = {**document(), "venue": "Osteria", "name": 5}
    found = tournament_of(whole)
    assert (found.step, found.qualifiers, found.first) == (1, None, "order")
    assert tournament_of({**whole, "first": {"by": "order", "order": "x"}}).first == "order"


GOOD: dict[str, dict[str, Any]] = {
    "paired": {"round": 1, "tables": [], "bye": []},
    "late-entry": {"round": 1, "entry": "p1", "minutes": 1},
    "result": {"round": 1, "table": 1, "mp": [0, 0]},
    "score": {"round": 1, "table": 1, "vp": [0, 0], "mp": [0, 0]},
    "lateness": {"round": 1, "entry": "p1", "minutes": 1},
    "forfeit": {"round": 1, "entry": "p1", "mp": [0, 0]},
    "warning": {"round": 1, "entry": "p1", "category": "deal"},
    "penalty": {"round": 1, "entry": "p1", "vp": 1},
    "withdrawal": {"round": 1, "entry": "p1"},
    "replacement": {"entry": "p1", "out": "a", "in": "b", "reason": "ill"},
    "lineup": {"round": 1, "entry": "p1", "pairs": []},
    "timeout": {"round": 1},
    "closed": {"round": 1},
    "correction": {"replaces": 1, "reason": "sum", "mp": [0, 0]},
    "finished": {},
}


@pytest.mark.parametrize("kind", GOOD)
def test_each_type_of_event_is_read_and_each_of_its_keys_is_needed(kind: str) -> None:
    evening = Evening()
    evening.add(kind, **GOOD[kind], at="21:00", note="x")
    assert len(tournament_of(evening.document).events) == 1
    for key in ["n", "type", *GOOD[kind]]:
        whole = json.loads(json.dumps(evening.document))
        del whole["events"][0][key]
        assert message(json.dumps(whole)).startswith("event 1: ")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("paired", {"tables": {}}),
        ("paired", {"bye": [1]}),
        ("paired", {"round": True}),
        ("paired", {"round": 1.0}),
        ("result", {"mp": [0, 0.5]}),
        ("result", {"mp": [0, True]}),
        ("result", {"mp": 5}),
        ("result", {"deals": [0, 0]}),
        ("result", {"winner": None}),
        ("result", {"table": "1"}),
        ("penalty", {"mp": 5}),
        ("penalty", {"vp": "1"}),
        ("warning", {"category": 1}),
        ("withdrawal", {"temporary": 1}),
        ("closed", {"standings": {}}),
        ("correction", {"void": 1}),
        ("correction", {"replaces": "1"}),
        ("lineup", {"pairs": "x"}),
        ("replacement", {"reason": 3}),
    ],
)
def test_a_key_of_the_wrong_type(kind: str, change: dict[str, object]) -> None:
    evening = Evening()
    evening.add(kind, **{**GOOD[kind], **change})
    assert message(json.dumps(evening.document)).startswith("event 1: ")


@pytest.mark.parametrize("event", [1, "x", None, [], {}, {"type": 3, "n": 1}, {"type": "pause", "n": 1}])
def test_what_is_no_event(event: object) -> None:
    assert message(json.dumps({**document(), "events": [event]})).startswith("event 1: ")


def test_a_result_of_teams_needs_both_tables_or_the_sum() -> None:
    evening = Evening("fitab", "teams", rounds=["danese"])
    evening.add("result", round=1, table=1, deals=[[0, 0]])
    assert message(json.dumps(evening.document)).startswith("event 1: ")
    evening.events[0]["deals2"] = [[0, 0]]
    assert tournament_of(evening.document).events
