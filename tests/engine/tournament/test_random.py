"""Laws that hold in every random tournament, whatever goes wrong in it."""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.engine.tournament.generator import spoilt, tournament
from tests.engine.tournament.witness import knockout, ranking, scores
from tests.engine.tournament.witness.answers import all_three, check
from tests.engine.tournament.witness.pairing import NoPairing, next_round, without_repeats
from tests.engine.tournament.witness.standings import standings, still_in
from tests.engine.tournament.witness.story import Story

TOURNAMENTS = 100
Json = dict[str, Any]


@cache
def right() -> list[Json]:
    """Random tournaments, right by the witness: read them, do not change them."""
    return [tournament(seed, 20) for seed in range(TOURNAMENTS)]


def stories() -> Iterator[Story]:
    for document in right():
        yield Story(document, document["events"])


def rounds_of(story: Story, *methods: str) -> list[int]:
    return [number for number in range(1, story.current + 1) if story.method(number) in methods]


def meetings(story: Story, numbers: list[int]) -> list[frozenset[str]]:
    return [frozenset((lines[0][0], lines[1][0])) for number in numbers for lines in story.tables(number).values()]


# ---- the files


def test_a_tournament_is_right_from_one_seed() -> None:
    assert tournament(7, 20) == tournament(7, 20)
    for document in right():
        assert check(document) == (0, {"ok": True})


def test_everything_happens_somewhere() -> None:
    happened = {event["type"] for seed in range(200) for event in tournament(seed, 8)["events"]}
    assert happened == set(
        "paired late-entry result score lateness forfeit warning penalty withdrawal replacement lineup timeout closed "
        "correction finished".split()
    )


def test_some_spoilt_files_are_wrong_and_say_where() -> None:
    answers = [check(spoilt(document, seed)) for seed, document in enumerate(right())]
    wrong = [answer for status, answer in answers if status == 1]
    assert len(wrong) > TOURNAMENTS / 4
    assert all(answer["event"] >= 1 for answer in wrong)
    assert len({answer["reason"] for answer in wrong}) > 6


def test_the_three_answers_to_a_wrong_file_are_one() -> None:
    for seed, document in enumerate(right()[:60]):
        answers = all_three(spoilt(document, seed))
        if answers["check"][0]:
            assert answers["check"] == answers["pair"] == answers["standings"]


def test_what_was_right_stays_right_whatever_follows() -> None:
    for seed, document in enumerate(right()[:60]):
        events = document["events"][: Random(seed).randint(0, len(document["events"]))]  # noqa: S311 - where to cut
        assert check({**document, "events": events}) == (0, {"ok": True})


# ---- who meets whom


def test_everybody_who_is_in_sits_once_or_rests() -> None:
    for story in stories():
        for number in range(1, story.current + 1):
            seated = [one for lines in story.tables(number).values() for line in lines for one in line]
            there = seated + story.resting(number)
            assert len(set(there)) == len(there)
            if story.method(number) != "knock-out":
                admitted = [story.admission["entry"]] if story.admission and number == 1 else []
                assert sorted(there) == sorted(story.before(number).present + admitted)


def test_nobody_meets_twice_in_mitchell_or_in_a_round_robin() -> None:
    for story in stories():
        for method in ("mitchell", "italiana"):
            met = meetings(story, rounds_of(story, method))
            assert len(set(met)) == len(met)


def test_the_north_south_of_mitchell_stay() -> None:
    for story in stories():
        homes: dict[str, int] = {}
        for number in rounds_of(story, "mitchell"):
            for table, lines in story.tables(number).items():
                assert homes.setdefault(lines[0][0], table) == table


def test_nobody_rests_twice_while_another_has_not() -> None:
    for story in stories():
        for number in rounds_of(story, "danese", "danese-modificato", "individual", "three-player"):
            before = story.before(number)
            rests = {one: before.last_rest(one) for one in before.present}
            resting = story.paired[number - 1]["bye"]
            for one in resting:
                assert all(rests[one] <= rests[other] for other in before.present if other not in resting)


def test_danese_is_first_with_second() -> None:
    for story in stories():
        for number in [number for number in rounds_of(story, "danese") if number > 1]:
            ranking = [one for one in still_in(story.before(number)) if one not in story.resting(number)]
            pairs = [(lines[0][0], lines[1][0]) for _, lines in sorted(story.tables(number).items())]
            assert [one for pair in pairs for one in pair] == ranking


def test_danese_modificato_repeats_no_opponent_of_the_round_before_but_in_the_last() -> None:
    for story in stories():
        for number in [number for number in rounds_of(story, "danese-modificato") if number > 1]:
            playing = [lines[side][0] for lines in story.tables(number).values() for side in (0, 1)]
            met = {one: ranking.opponents(story, number - 1, one) for one in playing}
            if number < len(story.document["rounds"]) and without_repeats(playing, met) is not None:
                assert not set(meetings(story, [number])) & set(meetings(story, [number - 1]))


def test_who_lost_in_the_knock_out_does_not_come_back() -> None:
    for story in stories():
        numbers = rounds_of(story, "knock-out")
        for number in numbers[1:]:
            before = {one for one in knockout.places(story, number - 1) if one}
            now = {one for one in knockout.places(story, number) if one}
            assert now < before
            assert len(knockout.places(story, number)) * 2 == len(knockout.places(story, number - 1))


def test_nobody_who_withdrew_is_paired_again() -> None:
    for story in stories():
        for number in range(1, story.current + 1):
            withdrawn = story.before(number).withdrawn
            assert not [one for one in withdrawn if story.table_of(number, one) or one in story.resting(number)]


def by_themselves(count: int, method: str, rounds: int, step: int = 1) -> Story:
    """A story of pairings alone: Mitchell and all'Italiana ask for no result."""
    document = {
        "code": "fitab",
        "kind": "pairs",
        "deals": 3,
        "rounds": [method] * rounds,
        "step": step,
        "seed": "00" * 32,
        "entries": [{"id": f"p{i}", "players": []} for i in range(count)],
    }
    events: list[Json] = []
    for number in range(1, rounds + 1):
        events.append({"type": "paired", **next_round(Story(document, events))})
        events.append({"type": "closed", "round": number})
    return Story(document, events)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 12, 23, 24, 40, 61])
def test_in_a_whole_round_robin_each_meets_each_once(count: int) -> None:
    rounds = count - 1 if count % 2 == 0 else count
    story = by_themselves(count, "italiana", rounds)
    met = meetings(story, rounds_of(story, "italiana"))
    assert len(met) == len(set(met)) == len(list(combinations(range(count), 2)))
    rests = [one for number in range(1, rounds + 1) for one in story.resting(number)]
    assert len(rests) == len(set(rests)) == (count if count % 2 else 0)


def test_the_berger_table_of_four() -> None:
    story = by_themselves(4, "italiana", 3)
    pairs = [[(t["NS"], t["EW"]) for t in event["tables"]] for event in story.paired]
    assert pairs == [
        [("p0", "p3"), ("p1", "p2")],
        [("p0", "p1"), ("p3", "p2")],
        [("p2", "p0"), ("p1", "p3")],
    ]


@pytest.mark.parametrize(
    ("count", "step", "most"), [(8, 1, 4), (8, 2, 2), (12, 2, 3), (7, 1, 4), (200, 7, 12), (2, 1, 1)]
)
def test_mitchell_goes_as_far_as_its_limit(count: int, step: int, most: int) -> None:
    story = by_themselves(count, "mitchell", most, step)
    met = meetings(story, rounds_of(story, "mitchell"))
    assert len(met) == len(set(met))
    rests = [one for number in range(1, most + 1) for one in story.resting(number)]
    assert len(rests) == len(set(rests))


@pytest.mark.parametrize(("count", "step", "limit"), [(8, 1, 4), (8, 2, 2), (12, 2, 3), (7, 1, 4), (2, 1, 1)])
def test_mitchell_goes_no_further(count: int, step: int, limit: int) -> None:
    with pytest.raises(NoPairing, match="limit"):
        by_themselves(count, "mitchell", limit + 1, step)


# ---- the order of registration


def reordered(document: Json, seed: int) -> Json:
    """The same file with its entries in another order, and what is in the order of entries along with it."""
    copy = deepcopy(document)
    Random(seed).shuffle(copy["entries"])  # noqa: S311 - another order
    ids = [entry["id"] for entry in copy["entries"]]
    for event in copy["events"]:
        if event["type"] == "paired":
            event["bye"].sort(key=ids.index)
    return copy


def test_the_order_of_entries_does_not_matter_where_a_lot_or_the_arbiter_decides() -> None:
    comparisons = 0
    for seed, document in enumerate(right()):
        story = Story(document, document["events"])
        by_registration = document.get("first", {"by": "order"})["by"] == "order"
        last_registered = rounds_of(story, "three-player") or (
            document["rounds"][0] in ("danese", "danese-modificato", "individual")
            and story.current
            and story.resting(1)
        )
        if by_registration or last_registered or story.admission:
            continue
        comparisons += 1
        other = reordered(document, seed)
        assert check(other) == (0, {"ok": True})
        assert standings(Story(other, other["events"])) == standings(story)
    assert comparisons > TOURNAMENTS / 5


# ---- scores and standings


def test_victory_points_of_a_result_make_twenty_and_match_points_nothing() -> None:
    for story in stories():
        for number in range(1, story.closed + 1):
            for table, lines in story.tables(number).items():
                decided = scores.decided_by(story, number, table)
                if decided is None or decided[0]["type"] != "result":
                    continue
                points = scores.of_table(story, number, table)
                if len(lines) == 3:
                    assert sum(one[0] for one in points.values()) == 60
                else:
                    assert sum(points[line[0]][0] for line in lines) == 20
                    assert sum(points[line[0]][1] for line in lines) == 0
                assert all(match % 5 == 0 for _, match in points.values())


def test_the_standings_come_from_the_events_alone() -> None:
    for document in right():
        bare = deepcopy(document)
        for event in bare["events"]:
            event.pop("standings", None)
        assert check(bare) == (0, {"ok": True})
        assert standings(Story(bare, bare["events"])) == standings(Story(document, document["events"]))


def test_places_follow_the_merits() -> None:
    for story in stories():
        stages = knockout.stages(story)
        rows = standings(story)
        assert [row["withdrawn"] for row in rows] == sorted(row["withdrawn"] for row in rows)
        placed = [row for row in rows if not row["withdrawn"]]
        keys = [[stages.get(row["entry"], 0), *ranking.merits(story, row)] for row in placed]
        assert keys == sorted(keys, reverse=True)
        assert [row["place"] for row in placed] == [keys.index(key) + 1 for key in keys]
        assert all(row["place"] is None for row in rows if row["withdrawn"])


def test_played_and_rests_are_the_rounds_one_was_there_for() -> None:
    for story in stories():
        for row in standings(story):
            knocked = [number for number in rounds_of(story, "knock-out") if number <= story.closed]
            if row["entry"] not in story.withdrawn and not knocked:
                assert row["played"] + row["byes"] == story.closed
