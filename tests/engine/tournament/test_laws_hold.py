"""Laws over many random tournaments."""

import copy
import json
from collections import Counter
from typing import Any

import pytest

from engine.rules import RULE_SETS
from engine.tournament.announcement import (
    DANESE_MODIFICATO,
    INDIVIDUAL,
    ITALIANA,
    KNOCK_OUT,
    MITCHELL,
    OF_LINES,
    PLAYERS,
    THREE,
)
from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.events import TYPES
from engine.tournament.fold import fold
from engine.tournament.laws import WARNINGS
from engine.tournament.methods.mitchell import limit
from engine.tournament.pairing import opponents, pair
from engine.tournament.reading import read_tournament, tournament_of
from engine.tournament.simulate import simulated
from engine.tournament.standings import standings
from engine.tournament.state import Progress, Round
from tests.engine.tournament.evening import Evening

SEEDS = range(120)


def random_file(seed: int) -> dict[str, Any]:
    return simulated(RULE_SETS[seed % 6], 2 + seed * 7 % 40, seed)


def folded(document: dict[str, Any]) -> Progress:
    progress, objection = fold(tournament_of(document))
    assert objection is None
    return progress


def test_all_that_can_happen_in_a_tournament_happens_in_random_ones() -> None:
    documents = [random_file(seed) for seed in range(150)]
    events = [event for document in documents for event in document["events"]]
    assert {event["type"] for event in events} == set(TYPES)
    assert {event["category"] for event in events if event["type"] == "warning"} == set(WARNINGS)
    assert {document["kind"] for document in documents} == set(PLAYERS)
    assert {method for document in documents for method in document["rounds"]} == {*OF_LINES, INDIVIDUAL, THREE}
    assert {document["first"]["by"] for document in documents} == {"order", "lot", "arbiter"}
    seen = {key for event in events for key in event} | {key for document in documents for key in document}
    assert {"winner", "temporary", "void", "cause", "deals2", "standings", "vp", "mp", "qualifiers", "step"} <= seen
    assert any(isinstance(document["deals"], list) for document in documents)
    assert any(len(entry["players"]) > 4 for document in documents for entry in document["entries"])
    assert any(_has_fewer_deals(document) for document in documents)


def _has_fewer_deals(document: dict[str, Any]) -> bool:
    announced = document["deals"]
    return any(
        len(event["deals"]) < (announced[event["round"] - 1] if isinstance(announced, list) else announced)
        for event in document["events"]
        if event["type"] == "result" and "deals" in event
    )


@pytest.mark.parametrize("seed", range(18))
def test_every_pairing_and_every_standings_is_recomputed_from_the_events_before_it(seed: int) -> None:
    document = random_file(seed)
    for place, event in enumerate(document["events"]):
        before = folded({**document, "events": document["events"][:place]})
        if event["type"] == "paired":
            found = pair(before)
            assert isinstance(found, Round)
            expected = pairing_answer(before.tournament, found)
            assert {key: event[key] for key in expected} == expected
        if "standings" in event:
            after = folded({**document, "events": document["events"][: place + 1]})
            assert standings_rows(standings(after)) == event["standings"]


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_at_two_tables_or_rests_while_playing(seed: int) -> None:
    progress = folded(random_file(seed))
    for one in progress.rounds:
        seats = Counter([entry for pairing in one.pairings for line in pairing.lines for entry in line])
        seats.update(one.bye)
        assert set(seats.values()) <= {1}
        numbers = [pairing.table for pairing in one.pairings]
        assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_file_written_and_read_again_means_the_same(seed: int) -> None:
    document = random_file(seed)
    assert standings(folded(document)) == standings(fold(read_tournament(json.dumps(document)))[0])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_file_means_nothing_where_a_lot_decides(seed: int) -> None:
    document = {**simulated(RULE_SETS[seed % 6], 12, seed), "first": {"by": "lot"}, "events": []}
    document["entries"] = [{**entry, "late": False} for entry in document["entries"]]  # an even number: nobody rests
    turned = {**document, "entries": document["entries"][::-1]}
    first, second = pair(folded(document)), pair(folded(turned))
    assert getattr(first, "pairings", None) == getattr(second, "pairings", None)


@pytest.mark.parametrize(("entries", "step"), [*[(entries, 1 + entries % 3) for entries in range(2, 25)], (50, 2)])
def test_nobody_meets_twice_in_mitchell_within_its_limit_and_nobody_rests_twice(entries: int, step: int) -> None:
    evening = Evening(entries=entries, rounds=["mitchell"] * limit(entries, step), step=step)
    met: Counter[frozenset[str]] = Counter()
    rested: Counter[str] = Counter()
    for _ in evening.document["rounds"]:
        found = evening.pair()
        for one in found["tables"]:
            met[frozenset((one["NS"], one["EW"]))] += 1
            evening.result(one["table"], 0, 0)
        rested.update(found["bye"])
        evening.close()
    assert set(met.values()) <= {1}
    assert set(rested.values()) <= {1}


@pytest.mark.parametrize("entries", [3, 5, 9, 15])
@pytest.mark.parametrize("method", ["danese", "danese-modificato"])
def test_nobody_rests_twice_while_another_has_not(entries: int, method: str) -> None:
    evening = Evening(entries=entries, rounds=[method] * (2 * entries))
    rested: Counter[str] = Counter({f"p{number}": 0 for number in range(1, entries + 1)})
    for number in range(2 * entries):
        found = evening.play(*[(5 * ((number * 37 + table * 91) % 300), 500) for table in range(entries // 2)])
        rested.update(found["bye"])
        assert max(rested.values()) - min(rested.values()) <= 1


@pytest.mark.parametrize("seed", SEEDS)
def test_danese_modificato_never_repeats_the_round_before_but_in_the_last(seed: int) -> None:
    progress = folded(random_file(seed))
    for before, one in zip(progress.rounds, progress.rounds[1:], strict=False):
        if one.method != DANESE_MODIFICATO or one.number == len(progress.tournament.methods):
            continue
        if len(one.pairings) > 1:
            met = opponents(before)
            matches = [(first, second) for pairing in one.pairings for (first,), (second,) in [pairing.lines]]
            assert [match for match in matches if match[1] in met.get(match[0], ())] == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refusal_names_the_first_event_that_was_spoilt(seed: int) -> None:
    document = simulated("fitab", 8 + seed % 20, seed)
    place = seed % len(document["events"])
    spoilt = copy.deepcopy(document)
    spoilt["events"][place]["n"] = 0
    _, objection = fold(tournament_of(spoilt))
    assert objection is not None
    assert (objection.event, objection.reason) == (place + 1, "sequence")


LARGE = [(code, entries) for code in RULE_SETS for entries in (2, 3, 7, 24, 63, 200)]


@pytest.mark.parametrize(("code", "entries"), LARGE)
def test_with_withdrawals_and_penalties_nobody_meets_twice_in_a_calendar(code: str, entries: int) -> None:
    for seed in range(3):
        progress = folded(simulated(code, entries, seed))
        met: Counter[tuple[str, frozenset[str]]] = Counter()
        for one in [one for one in progress.rounds if one.method in (MITCHELL, ITALIANA)]:
            met.update([(one.method, frozenset(line[0] for line in pairing.lines)) for pairing in one.pairings])
        assert set(met.values()) <= {1}


@pytest.mark.parametrize(("code", "entries"), LARGE)
def test_who_rests_by_the_ranking_has_rested_least_recently(code: str, entries: int) -> None:
    for seed in range(3):
        progress = folded(simulated(code, entries, seed))
        rested: dict[str, int] = {}
        for one in progress.rounds:
            seated = [entry for pairing in one.pairings for line in pairing.lines for entry in line]
            if one.method not in (MITCHELL, ITALIANA, KNOCK_OUT):
                oldest = max([rested.get(entry, 0) for entry in one.bye], default=0)
                assert all(rested.get(entry, 0) >= oldest for entry in seated)
            rested |= dict.fromkeys(one.rests, one.number)
