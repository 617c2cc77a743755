"""What makes a file unusable, for the witness and for the program; and what is well formed though it is wrong."""

from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from tests.engine.tournament.compare import agree, program_answers
from tests.engine.tournament.examples import document
from tests.engine.tournament.witness.answers import check

Json = dict[str, Any]

PAIRED = {"type": "paired", "round": 1, "bye": [], "tables": [{"table": 1, "NS": "a", "EW": "b"}]}
TOURNAMENT = {"code": "fitab", "kind": "pairs", "deals": 3, "rounds": ["danese", "danese"], "entries": ["a", "b"]}
GOOD = document(TOURNAMENT, [PAIRED])


def changed(**keys: Any) -> Json:
    """The good file with other keys; None takes one away."""
    return {key: value for key, value in {**deepcopy(GOOD), **keys}.items() if value is not None}


def with_event(**event: Any) -> Json:
    return changed(events=[*GOOD["events"], {"n": 2, **event}])


def of(event_type: str, **keys: Any) -> Json:
    return with_event(type=event_type, round=1, **keys)


def entries(*players: list[Any], **keys: Any) -> Json:
    return changed(entries=[{"id": f"p{i}", "players": names} for i, names in enumerate(players)], events=[], **keys)


FOURS = [["a", "b", "c", "d"], ["e", "f", "g", "h"]]
ONES = [["a"], ["b"], ["c"]]

UNUSABLE: dict[str, Any] = {
    "a list": [],
    "a number": 5,
    "nothing": None,
    "another format": changed(format="chess"),
    "no format": changed(format=None),
    "another version": changed(version=2),
    "a version in words": changed(version="1"),
    "an unknown code": changed(code="uisp"),
    "no code": changed(code=None),
    "an unknown kind": changed(kind="mixed"),
    "three-player code alone": changed(code="three-player"),
    "three-player kind alone": entries(*ONES, kind="three-player", rounds=["three-player"]),
    "three-player over four deals": entries(
        *ONES, code="three-player", kind="three-player", rounds=["three-player"], deals=4
    ),
    "no deals": changed(deals=None),
    "six deals": changed(deals=6),
    "no deal": changed(deals=0),
    "half a deal": changed(deals=2.5),
    "deals that are true": changed(deals=True),
    "deals for another number of rounds": changed(deals=[3]),
    "no rounds": changed(rounds=[]),
    "rounds missing": changed(rounds=None),
    "an unknown method": changed(rounds=["swiss"]),
    "individual among pairs": changed(rounds=["individual"]),
    "knock-out before the last": changed(rounds=["knock-out", "danese"]),
    "no step at all": changed(step=0),
    "a step in words": changed(step="1"),
    "one qualifier": changed(qualifiers=1),
    "no seed": changed(seed=None),
    "a short seed": changed(seed="00"),
    "a seed that is not hex": changed(seed="g" * 64),
    "first by age": changed(first={"by": "age"}),
    "the arbiter says nothing": changed(first={"by": "arbiter"}),
    "the arbiter forgets one": changed(first={"by": "arbiter", "order": ["a"]}),
    "the arbiter names one twice": changed(first={"by": "arbiter", "order": ["a", "b", "b"]}),
    "no entries": changed(entries=[]),
    "entries missing": changed(entries=None),
    "an id twice": changed(entries=[{"id": "a", "players": ["x", "y"]}, {"id": "a", "players": ["v", "w"]}]),
    "an empty id": changed(entries=[{"id": "", "players": ["x", "y"]}]),
    "a player twice": entries(["x", "y"], ["z", "x"]),
    "a pair of three": entries(["x", "y", "z"]),
    "a team of three": entries(["x", "y", "z"], kind="teams"),
    "a team of seven": entries(list("abcdefg"), kind="teams"),
    "late in words": changed(entries=[{"id": "a", "players": ["x", "y"], "late": "yes"}]),
    "no table for online teams": entries(*FOURS, kind="teams", code="online"),
    "no table for febur teams over two deals": entries(*FOURS, kind="teams", code="febur", deals=2),
    "no table for one of the rounds": entries(*FOURS, kind="teams", code="febur", deals=[3, 5]),
    "no events": changed(events=None),
    "events in words": changed(events="none"),
    "an event that is none": changed(events=[5]),
    "an event without a number": changed(events=[{key: PAIRED[key] for key in PAIRED}]),
    "an event without a type": with_event(round=1),
    "an unknown event": of("party"),
    "a number rests": changed(events=[{**GOOD["events"][0], "bye": [5]}]),
    "a round that is true": with_event(type="timeout", round=True),
    "a round in words": with_event(type="timeout", round="1"),
    "half a minute": of("lateness", entry="a", minutes=0.5),
    "no minutes": of("lateness", entry="a"),
    "a result of nothing": of("result", table=1),
    "a result in words": of("result", table=1, mp="100-0"),
    "a result of halves": of("result", table=1, mp=[2.5, 0]),
    "a score without points": of("score", table=1, mp=[0, 0]),
    "a penalty of nothing": of("penalty", entry="a"),
    "a penalty of both": of("penalty", entry="a", vp=1, mp=5),
    "a forfeit without points": of("forfeit", entry="a"),
    "a warning about nothing": of("warning", entry="a"),
    "a replacement without a reason": with_event(type="replacement", entry="a", out="a 1", **{"in": "z"}),
    "a correction of nothing": with_event(type="correction", reason="sum", mp=[0, 0]),
    "a correction with nothing": with_event(type="correction", reason="sum", replaces=1),
    "a correction without a reason": with_event(type="correction", replaces=1, void=True),
    "standings in words": of("closed", standings="none"),
    "an entry that is a number": of("withdrawal", entry=5),
}

WELL_FORMED: dict[str, Json] = {
    "keys nobody knows": changed(place="Milano", events=[{**GOOD["events"][0], "by": "the arbiter", "at": "20:30"}]),
    "an unknown category": of("warning", entry="a", category="nonsense"),
    "an unknown cause": with_event(type="correction", replaces=1, reason="sum", mp=[0, 0], cause="mood"),
    "no lateness": of("lateness", entry="a", minutes=0),
    "a strange winner": of("result", table=1, mp=[0, 0], winner="both"),
    "a penalty of less than nothing": of("penalty", entry="a", vp=-1),
    "one number for two lines": of("result", table=1, mp=[0]),
    "three numbers for two lines": of("result", table=1, deals=[[0, 0, 0]]),
    "tables of nonsense": changed(events=[{**GOOD["events"][0], "tables": [5]}]),
    "standings of nonsense": of("closed", standings=[5]),
    "a wrong number": changed(events=[{**GOOD["events"][0], "n": 0}]),
    "fitab teams over one deal": entries(*FOURS, kind="teams", deals=1),
    "febur over one deal": changed(code="febur", deals=1),
    "more qualifiers than entries": changed(qualifiers=99),
}


@cache
def of_the_program(well_formed: bool) -> dict[str, Json]:
    documents = WELL_FORMED if well_formed else UNUSABLE
    return dict(zip(documents, program_answers("check", list(documents.values())), strict=True))


@pytest.mark.parametrize("name", UNUSABLE)
def test_it_is_unusable_for_the_witness(name: str) -> None:
    assert check(UNUSABLE[name])[0] == 2


@pytest.mark.parametrize("name", WELL_FORMED)
def test_it_is_well_formed_for_the_witness(name: str) -> None:
    assert check(WELL_FORMED[name])[0] < 2


@pytest.mark.parametrize("name", UNUSABLE)
def test_it_is_unusable_for_the_program(name: str) -> None:
    answer = of_the_program(False)[name]
    assert (answer["ok"], answer["event"], answer["reason"]) == (False, None, "unusable")
    assert answer["message"]


@pytest.mark.parametrize("name", WELL_FORMED)
def test_it_is_as_well_formed_for_the_program(name: str) -> None:
    assert agree(check(WELL_FORMED[name]), of_the_program(True)[name])
