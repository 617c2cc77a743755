"""The laws of movements for every number of entries from 2 to 200, not only for some."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import gcd
from random import Random

import pytest

from engine.tournament.announcement import DANESE, DANESE_MODIFICATO, INDIVIDUAL, THREE, Entry, Tournament, tournament
from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.events import Event, Paired, ResultEntered, RoundClosed, ScoreRuled, Withdrawal
from engine.tournament.fold import apply, fold
from engine.tournament.methods import danese, italiana, knock_out, mitchell
from engine.tournament.methods.next_round import NextRound
from engine.tournament.pairing import opponents, pair
from engine.tournament.reading import read_tournament, tournament_of
from engine.tournament.refusals import NotFollowing
from engine.tournament.simulate import simulated
from engine.tournament.standings import ranking, standings
from engine.tournament.state import Progress, Round, start

pytestmark = pytest.mark.no_cover  # hundreds of whole tournaments

SIZES = range(2, 201)
PLAYED = (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 26, 27, 40, 61, 100, 199, 200)
"""Sizes of which whole tournaments are played: the small ones, club sizes, the largest."""


def names(entries: int) -> tuple[str, ...]:
    return tuple([f"e{number}" for number in range(1, entries + 1)])


def matches(one: NextRound) -> Iterator[frozenset[str]]:
    for _, (first, second) in one.tables:
        yield frozenset((first[0], second[0]))


def seated(one: NextRound) -> list[str]:
    return [*[entry for _, lines in one.tables for line in lines for entry in line], *one.bye]


# ---- calendars


@pytest.mark.parametrize(
    ("step", "sizes"), [(1, SIZES), (2, range(2, 201, 9)), (3, range(2, 201, 11)), (7, range(2, 201, 13))]
)
def test_nobody_meets_or_rests_twice_in_mitchell_within_its_limit_and_in_one_more_round_all_do(
    step: int, sizes: Sequence[int]
) -> None:
    for entries in sizes:
        order = names(entries)
        tables = -(-entries // 2)
        most = mitchell.limit(entries, step)
        assert most == tables // gcd(tables, step)
        rounds = [mitchell.mitchell(order, number, step, frozenset()) for number in range(most + 1)]
        met = [lines for one in rounds[:-1] for _, lines in one.tables]  # N-S are never E-W
        rested = [entry for one in rounds[:-1] for entry in one.bye]
        assert len(met) == len(set(met)), entries
        assert len(rested) == len(set(rested)) == (most if entries % 2 else 0), entries
        assert sorted(seated(rounds[most // 2])) == sorted(order)
        assert set(matches(rounds[-1])) == set(matches(rounds[0])), "the limit is no smaller than it has to be"


def test_everybody_meets_everybody_once_in_a_round_robin() -> None:
    for entries in range(2, 201, 2):
        met = [tuple(sorted(match)) for number in range(entries - 1) for match in italiana.calendar(entries, number)]
        assert len(met) == len(set(met)) == entries * (entries - 1) // 2, entries
        assert all(1 <= one < other <= entries for one, other in met)


@pytest.mark.parametrize("entries", [*range(2, 40), 61, 100, 199, 200])
def test_a_round_robin_seats_everybody_in_each_round_and_nobody_rests_twice(entries: int) -> None:
    order = names(entries)
    rounds = [italiana.italiana(order, number, frozenset()) for number in range(italiana.limit(entries))]
    assert all(sorted(seated(one)) == sorted(order) for one in rounds)
    rested = Counter([entry for one in rounds for entry in one.bye])
    assert rested == Counter(order if entries % 2 else ())
    met = Counter([match for one in rounds for match in matches(one)])
    assert met == Counter([frozenset(two) for two in combinations(order, 2)])


@pytest.mark.parametrize("missing", [1, 2, 5])
def test_those_who_left_a_calendar_keep_their_place_and_their_opponents_rest(missing: int) -> None:
    """All others meet as they would have met."""
    for entries in range(max(missing, 2), 201, 7):
        order = names(entries)
        left = frozenset(Random(entries).sample(order, missing))  # noqa: S311 - who leaves
        for method in ("mitchell", "italiana"):
            for number in range(3):
                whole = _calendar(method, order, number, frozenset())
                fewer = _calendar(method, order, number, left)
                assert list(fewer.tables) == [one for one in whole.tables if not {one[1][0][0], one[1][1][0]} & left]
                assert sorted(seated(fewer)) == sorted(set(order) - left)


def _calendar(method: str, order: Sequence[str], number: int, missing: frozenset[str]) -> NextRound:
    if method == "mitchell":
        return mitchell.mitchell(order, number, 1, missing)
    return italiana.italiana(order, number, missing)


# ---- danese modificato


def test_danese_modificato_repeats_nothing_while_there_is_another_way() -> None:
    """Against any round before it, of neighbours or drawn by lot: from four entries on there is always a way."""
    for entries in SIZES:
        chance = Random(entries)  # noqa: S311 - a round to test with
        order = names(entries)[: entries - entries % 2]
        for drawn in (order, tuple(chance.sample(order, len(order)))):
            before = _met(zip(drawn[::2], drawn[1::2], strict=True))
            found = danese.modificato(order, (), before)
            assert sorted(seated(found)) == sorted(order)
            repeated = [match for match in matches(found) if max(match) in before[min(match)]]
            assert (repeated == []) == (len(order) > 2), entries


def _met(pairs: Iterator[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for one, other in pairs:
        found |= {one: frozenset((other,)), other: frozenset((one,))}
    return found


def test_the_highest_of_the_ranking_are_served_first() -> None:
    """Who is first meets the highest who was not their opponent."""
    for entries in range(4, 201, 2):
        order = names(entries)
        before = _met(zip(order[::2], order[1::2], strict=True))
        _, (first, second) = danese.modificato(order, (), before).tables[0]
        assert (first[0], second[0]) == ("e1", "e3")


# ---- knock-out


def test_a_bracket_of_every_size_rests_the_best_seeds_and_ends_with_one() -> None:
    for entries in SIZES:
        seeds = names(entries)
        places = knock_out.first_places(seeds)
        rounds = 0
        while len(places) > 1:
            one = knock_out.knock_out(places, seeds)
            if not rounds:
                assert sorted(seated(one)) == sorted(seeds)
                assert set(one.bye) == set(seeds[: knock_out.size(entries) - entries])
            best = [
                min([entry for entry in places[at : at + 2] if entry is not None], key=seeds.index)
                for at in range(0, len(places), 2)
            ]
            places = tuple(best)
            rounds += 1
        assert places == ("e1",)
        assert rounds == knock_out.limit(entries)


# ---- whole tournaments, with withdrawals


def announced(methods: Sequence[str], entries: int, seed: int, kind: str = "pairs") -> Tournament:
    code = THREE if kind == THREE else "fitab"
    players = 2 if kind == "pairs" else 1
    rows = tuple([Entry(name, tuple([f"{name}.{seat}" for seat in range(players)])) for name in names(entries)])
    return tournament(code, kind, (3,) * len(methods), tuple(methods), rows, seed.to_bytes(32, "big"), first="lot")


def played(progress: Progress, chance: Random, leaving: int = 0) -> Progress | None:
    """The tournament after one more round with drawn scores, and after some have left; None where none is paired."""
    following = pair(progress)
    if isinstance(following, NotFollowing):
        return None
    answer = pairing_answer(progress.tournament, following)
    number = following.number
    events: list[Event] = [Paired(0, number, tuple(answer["tables"]), tuple(answer["bye"]))]
    for one in following.pairings:
        vp = chance.randint(0, 20)
        mp = tuple([5 * chance.randint(-400, 400) for _ in one.lines])
        points = (vp, 20 - vp) if len(one.lines) == 2 else (36, 18, 6)
        events.append(ScoreRuled(0, number, one.table, points, mp))
    events.append(RoundClosed(0, number))
    leavers = chance.sample(progress.playing, min(leaving, len(progress.playing)))
    events += [Withdrawal(0, number, entry) for entry in leavers]
    return after(progress, events)


def rounds(
    methods: Sequence[str], entries: int, seed: int, kind: str = "pairs", leaving: int = 0
) -> Iterator[tuple[Progress, Round]]:
    """Each round of a played tournament with what was so before it was paired."""
    chance = Random(seed)  # noqa: S311 - scores to test with
    progress = start(announced(methods, entries, seed, kind))
    for _ in methods:
        following = played(progress, chance, leaving if chance.random() < 0.5 else 0)
        if following is None:
            return
        yield progress, following.rounds[-1]
        progress = following


KINDS = [("pairs", DANESE), ("pairs", DANESE_MODIFICATO), ("individual", INDIVIDUAL), (THREE, THREE)]


@pytest.mark.parametrize("leaving", [0, 1])
@pytest.mark.parametrize(("kind", "method"), KINDS)
def test_nobody_rests_twice_while_another_has_not(kind: str, method: str, leaving: int) -> None:
    rests = 0
    for entries in PLAYED:
        last: dict[str, int] = {}
        for before, one in rounds([method] * (3 if entries > 50 else 8), entries, entries, kind, leaving):
            for entry in one.bye:
                playing = set(before.playing) - set(one.bye)
                assert all(last.get(entry, 0) <= last.get(other, 0) for other in playing), entries
                rests += 1
            twice = [entry for entry in one.bye if entry in last]
            last |= dict.fromkeys(one.bye, one.number)
            assert not twice or all(entry in last for entry in before.playing), entries
    assert rests > 20


@pytest.mark.parametrize("entries", PLAYED)
def test_danese_modificato_never_repeats_the_round_before_but_in_the_last(entries: int) -> None:
    number_of_rounds = 4 if entries > 50 else 8
    looked_at = 0
    for before, one in rounds([DANESE_MODIFICATO] * number_of_rounds, entries, entries, leaving=1):
        if one.number in (1, number_of_rounds) or len(one.pairings) < 2:
            continue
        met = opponents(before.rounds[-1])
        assert [
            (first, second)
            for (first,), (second,) in [pairing.lines for pairing in one.pairings]
            if second in met.get(first, ())
        ] == []
        looked_at += 1
    assert looked_at or entries < 6


@pytest.mark.parametrize("entries", PLAYED)
def test_the_last_round_of_danese_modificato_and_every_one_of_danese_are_neighbours(entries: int) -> None:
    for method in (DANESE, DANESE_MODIFICATO):
        for before, one in rounds([method] * 3, entries, entries):
            if one.number == 3 or (method == DANESE and one.number > 1):
                ranked = [entry for entry in ranking(before) if entry not in one.bye]
                assert [entry for pairing in one.pairings for (entry,) in pairing.lines] == ranked


# ---- the order of entries, and recomputation


def scored(progress: Progress) -> Progress:
    """One more round in which only who plays whom makes the score."""
    chances = {entry.id: Random(entry.id).randint(0, 400) for entry in progress.tournament.entries}  # noqa: S311 - a test
    following = pair(progress)
    assert isinstance(following, Round)
    answer = pairing_answer(progress.tournament, following)
    events: list[Event] = [Paired(0, following.number, tuple(answer["tables"]), tuple(answer["bye"]))]
    for one in following.pairings:
        (first,), (second,) = one.lines
        events.append(ResultEntered(0, following.number, one.table, mp=(5 * chances[first], 5 * chances[second])))
    return after(progress, [*events, RoundClosed(0, following.number)])


def after(progress: Progress, events: Sequence[Event]) -> Progress:
    for event in events:
        found = apply(progress, event, 0)
        assert not isinstance(found, NotFollowing), found
        progress = found
    return progress


@pytest.mark.parametrize("entries", [entries for entries in PLAYED if entries % 2 == 0 and entries > 2])
@pytest.mark.parametrize(
    "methods",
    [
        ("mitchell", "mitchell", "danese"),
        ("danese", "danese-modificato", "danese"),
        ("italiana", "danese", "knock-out"),
    ],
)
def test_who_registered_first_means_nothing_where_a_lot_decides(entries: int, methods: Sequence[str]) -> None:
    """With an even number nobody rests; an equal score is decided by the lot, not by the order in the file."""
    drawn = announced(methods, entries, entries)
    turned = tournament(
        drawn.code, drawn.kind, drawn.deals, drawn.methods, drawn.entries[::-1], drawn.seed, first=drawn.first
    )
    one, other = start(drawn), start(turned)
    for _ in methods:
        one, other = scored(one), scored(other)
        assert [round_.pairings for round_ in one.rounds] == [round_.pairings for round_ in other.rounds]
        assert standings(one) == standings(other)


@pytest.mark.parametrize("entries", range(2, 201, 11))
@pytest.mark.parametrize("code", ["febur", "fitab", "online", "three-player"])
def test_what_is_recomputed_from_the_log_is_what_was_posted(code: str, entries: int) -> None:
    """And standings that are one point off are refused where they stand."""
    document = simulated(code, entries, entries)
    for at, event in enumerate(document["events"]):
        if rows := event.get("standings"):
            before = {**document, "events": document["events"][: at + 1]}
            assert standings_rows(standings(fold(read_tournament(json.dumps(before)))[0])) == rows
            wrong = {**event, "standings": [{**rows[0], "vp": rows[0]["vp"] + 1}, *rows[1:]]}
            _, objection = fold(tournament_of({**document, "events": [*document["events"][:at], wrong]}))
            assert objection is not None
            assert (objection.event, objection.reason) == (at + 1, "wrong-standings")
