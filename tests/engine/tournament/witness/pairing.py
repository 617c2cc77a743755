"""The pairing of the next round, by each method of the contract."""

from collections.abc import Sequence
from math import gcd
from typing import Any

from tests.engine.tournament.witness import knockout, scores
from tests.engine.tournament.witness.lots import lot
from tests.engine.tournament.witness.ranking import opponents
from tests.engine.tournament.witness.standings import still_in
from tests.engine.tournament.witness.story import Story, berger

Table = dict[str, Any]
Pair = tuple[str, str]


class NoPairing(Exception):
    """Why no round can be paired, in one word of the contract."""


def next_round(story: Story) -> dict[str, Any]:
    """The answer of `pair`, or NoPairing."""
    if story.finished:
        raise NoPairing("finished")
    if story.is_open:
        raise NoPairing("round-open")
    number = story.current + 1
    if number > len(story.document["rounds"]):
        raise NoPairing("no-round-left")
    least = {"individual": 4, "three-player": 3}.get(story.document["kind"], 2)
    method = story.method(number)
    able = knockout_present(story, number) if method == "knock-out" else story.present
    if len(able) < least:
        raise NoPairing("too-few")
    tables = METHODS[method](story, number)
    seated = {one for table in tables for one in seats(table)}
    bye = [one for one in story.registered if one in able and one not in seated]
    return {"round": number, "tables": tables, "bye": bye}


def seats(table: Table) -> list[str]:
    sides = [table["seats"]] if "seats" in table else [table["NS"], table["EW"]]
    return [one for side in sides for one in (side if isinstance(side, list) else [side])]


def rounds_of(story: Story, method: str, number: int) -> tuple[int, int]:
    """How many rounds of a method there are in all, and how many came before this one."""
    rounds = story.document["rounds"]
    return rounds.count(method), rounds[: number - 1].count(method)


def complete(story: Story, matches: Sequence[tuple[int, str | None, str | None]]) -> list[Table]:
    """The tables where both sit, by number."""
    return [
        {"table": table, "NS": north, "EW": east}
        for table, north, east in sorted(matches, key=lambda match: match[0])
        if north in story.present and east in story.present
    ]


def in_turn(pairs: Sequence[Pair]) -> list[Table]:
    return [{"table": table, "NS": north, "EW": east} for table, (north, east) in enumerate(pairs, 1)]


# ---- Mitchell and all'Italiana: a calendar of the first order


def mitchell(story: Story, number: int) -> list[Table]:
    order: list[str | None] = list(story.first_order)
    if len(order) % 2 == 1:
        order.insert(len(order) - 1, None)  # N-S of the last table is missing
    count = len(order) // 2
    step = story.document.get("step", 1)
    every, before = rounds_of(story, "mitchell", number)
    if every > count // gcd(count, step):
        raise NoPairing("limit")
    matches = []
    for home in range(1, count + 1):
        place = (home - 1 + before * step) % count + 1
        matches.append((place, order[2 * place - 2], order[2 * home - 1]))
    return complete(story, matches)


def italiana(story: Story, number: int) -> list[Table]:
    order: list[str | None] = list(story.first_order)
    if len(order) % 2 == 1:
        order.append(None)
    every, before = rounds_of(story, "italiana", number)
    if every > len(order) - 1:
        raise NoPairing("limit")
    return complete(
        story, [(table, order[north - 1], order[east - 1]) for table, north, east in berger(len(order), before)]
    )


# ---- Danese: the standings fold


def resters(story: Story, ranking: Sequence[str], count: int) -> list[str]:
    """Who rests: one after the other, of those who rested least recently the lowest."""
    left = list(ranking)
    resting: list[str] = []
    for _ in range(count):
        oldest = min(story.last_rest(one) for one in left)
        lowest = [one for one in left if story.last_rest(one) == oldest][-1]
        left.remove(lowest)
        resting.append(lowest)
    return resting


def ranking_before(story: Story, number: int) -> list[str]:
    return story.first_order if number == 1 else still_in(story)


def from_the_last(story: Story, number: int) -> list[str]:
    """The order in which the lowest is sought: the ranking, in round 1 the registration."""
    if number == 1:
        return [one for one in story.registered if one in story.present]
    return still_in(story)


def without_resters(story: Story, number: int, tableful: int) -> list[str]:
    ranking = ranking_before(story, number)
    resting = resters(story, from_the_last(story, number), len(ranking) % tableful)
    return [one for one in ranking if one not in resting]


def neighbours(ranking: Sequence[str]) -> list[Pair]:
    return [(ranking[i], ranking[i + 1]) for i in range(0, len(ranking), 2)]


def danese(story: Story, number: int) -> list[Table]:
    return in_turn(neighbours(without_resters(story, number, 2)))


def danese_modificato(story: Story, number: int) -> list[Table]:
    ranking = without_resters(story, number, 2)
    if number == 1 or number == len(story.document["rounds"]):
        return in_turn(neighbours(ranking))
    met = {one: opponents(story, number - 1, one) for one in ranking}
    pairs = without_repeats(ranking, met)
    return in_turn(neighbours(ranking) if pairs is None else pairs)


def without_repeats(free: Sequence[str], met: dict[str, list[str]]) -> list[Pair] | None:
    """The highest with the highest it did not meet, going back when the rest cannot be completed."""
    if not free:
        return []
    for other in free[1:]:
        if other in met[free[0]]:
            continue
        rest = without_repeats([one for one in free[1:] if one != other], met)
        if rest is not None:
            return [(free[0], other), *rest]
    return None


# ---- knock-out


def knockout_present(story: Story, number: int) -> list[str]:
    return [one for one in knockout.places(story, number) if one is not None]


def knock_out(story: Story, number: int) -> list[Table]:
    every, _ = rounds_of(story, "knock-out", number)
    if 2**every > knockout.size(story):
        raise NoPairing("limit")
    seeds = knockout.seeds(story)
    places = knockout.places(story, number)
    tables = []
    for match in range(1, len(places) // 2 + 1):
        pair = places[2 * match - 2 : 2 * match]
        if None not in pair:
            better, worse = sorted([one for one in pair if one is not None], key=seeds.index)
            tables.append({"table": match, "NS": better, "EW": worse})
    return tables


# ---- individual


def individual(story: Story, number: int) -> list[Table]:
    playing = without_resters(story, number, 4)
    free = [one for one in story.first_order if one in playing]
    tables: list[Table] = []
    while free:
        p = free[0]
        q = min(free[1:], key=lambda one: times_partner(story, p, one))
        left = [one for one in free if one not in (p, q)]
        r = min(left, key=lambda one: times_opponent(story, one, p) + times_opponent(story, one, q))
        left.remove(r)
        s = min(left, key=lambda one: cost(story, one, r, p, q))
        tables.append({"table": len(tables) + 1, "NS": [p, q], "EW": [r, s]})
        free = [one for one in free if one not in (p, q, r, s)]
    return tables


def cost(story: Story, one: str, partner: str, p: str, q: str) -> int:
    return 10 * times_partner(story, one, partner) + times_opponent(story, one, p) + times_opponent(story, one, q)


def times_partner(story: Story, one: str, other: str) -> int:
    return sum(
        any(one in line and other in line for lines in story.tables(number).values() for line in lines)
        for number in range(1, story.current + 1)
    )


def times_opponent(story: Story, one: str, other: str) -> int:
    return sum(other in opponents(story, number, one) for number in range(1, story.current + 1))


# ---- three-player


def three_player(story: Story, number: int) -> list[Table]:
    registered = [one for one in story.registered if one in story.present]
    resting = resters(story, registered, len(registered) % 3)
    playing = [one for one in story.first_order if one in story.present and one not in resting]
    if number > 1:
        playing = rotated(story, number, playing)
    return [{"table": i // 3 + 1, "seats": playing[i : i + 3]} for i in range(0, len(playing), 3)]


def rotated(story: Story, number: int, playing: Sequence[str]) -> list[str]:
    """Winners stay, seconds go up a table, thirds down; those who rested fill what is empty."""
    tables = sorted(story.tables(number - 1))
    positions = [positions_at(story, number - 1, table) for table in tables]
    count = len(tables)
    places: list[str | None] = []
    for t in range(count):
        places += [positions[t][0], positions[(t - 1) % count][1], positions[(t + 1) % count][2]]
    places = [one if one in playing else None for one in places]
    waiting = [one for one in playing if one in story.resting(number - 1)]
    for place, one in enumerate(places):
        if one is None and waiting:
            places[place] = waiting.pop(0)
    return [one for one in places if one is not None] + waiting


def positions_at(story: Story, number: int, table: int) -> list[str]:
    """First, second and third of a table: points, the best deal where deals decided, then the lot."""
    points = scores.of_table(story, number, table)
    decided = scores.decided_by(story, number, table)
    assert decided is not None
    event = decided[0]
    seats = [line[0] for line in story.tables(number)[table]]
    best = dict.fromkeys(seats, 0)
    if "deals" in event:
        best = {one: max(deal[seat] for deal in event["deals"]) for seat, one in enumerate(seats)}
    chance = lot(story.document, "ties")
    return sorted(seats, key=lambda one: (-points[one][0], -best[one], chance.index(one)))


METHODS = {
    "mitchell": mitchell,
    "danese": danese,
    "danese-modificato": danese_modificato,
    "italiana": italiana,
    "knock-out": knock_out,
    "individual": individual,
    "three-player": three_player,
}
