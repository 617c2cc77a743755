"""Rows of the standings after a closed round, and their order (4.11) without the knock-out's key."""

from collections.abc import Sequence
from typing import Any

from tests.engine.tournament.witness import scores, tables
from tests.engine.tournament.witness.lots import lot
from tests.engine.tournament.witness.story import Story

Row = dict[str, Any]


def opponents(story: Story, number: int, entry: str) -> list[str]:
    """Those of the other lines at the entry's table."""
    table = story.table_of(number, entry)
    lines = story.tables(number)[table] if table else []
    return [other for line in lines if entry not in line for other in line]


def deducted(story: Story, entry: str) -> tuple[int, int]:
    """VP and MP that are taken from the standings."""
    document = story.document
    points, matches = 0, 0
    for number in scores.warned_victory_points(story, entry):
        if number <= story.closed:
            points += 1
            matches += tables.equivalent(document, number)
    for event in story.in_force:
        if event["type"] == "penalty" and event["entry"] == entry and event["round"] <= story.closed:
            points += event.get("vp", 0)
            matches += event.get("vp", 0) * tables.equivalent(document, event["round"])
            if document["code"] != "febur":
                matches += event.get("mp", 0)
    return points, matches


def rows(story: Story) -> list[Row]:
    """A row for each entry that is in or withdrawn, as registered; places are still to be given."""
    rounds = range(1, story.closed + 1)
    every = {number: scores.of_round(story, number) for number in rounds}
    found = []
    for one in story.entrants:
        penalty_points, penalty_matches = deducted(story, one)
        played = [number for number in rounds if story.table_of(number, one)]
        byes = [number for number in rounds if story.method(number) != "knock-out" and one in story.resting(number)]
        found.append(
            {
                "place": None,
                "entry": one,
                "vp": sum(every[number][one][0] for number in rounds) - penalty_points,
                "mp": sum(every[number][one][1] for number in rounds) - penalty_matches,
                "played": len(played),
                "byes": len(byes),
                "won": len([number for number in played if has_won(story, number, one, every[number])]),
                "best": best(story, one, every, played),
                "direct": 0,
                "penalties": {
                    "vp": penalty_points,
                    "mp": penalty_matches,
                    "warnings": len([n for _, n in scores.warnings(story, one) if n <= story.closed]),
                },
                "withdrawn": one in story.withdrawn,
            }
        )
    give_direct(story, found, every)
    return found


def has_won(story: Story, number: int, entry: str, points: dict[str, tuple[int, int]]) -> bool:
    own = points[entry][1]
    others = [points[other][1] for other in opponents(story, number, entry)]
    if story.document["kind"] == "three-player":
        return all(other <= own for other in others)
    return all(other < own for other in others)


def best(story: Story, entry: str, every: dict[int, dict[str, tuple[int, int]]], played: list[int]) -> int:
    """The best VP of one round; in three-player the best MP of one match."""
    if story.document["kind"] == "three-player":
        return max((every[number][entry][1] for number in played), default=0)
    return max((points[entry][0] for points in every.values()), default=0)


def give_direct(story: Story, found: Sequence[Row], every: dict[int, dict[str, tuple[int, int]]]) -> None:
    """The VP of the meetings among those of equal VP and MP, when all of them met equally often."""
    if story.document["kind"] in ("individual", "three-player"):
        return
    against = {number: {one: opponents(story, number, one) for one in story.entrants} for number in every}
    for row in found:
        tied = [other["entry"] for other in found if (other["vp"], other["mp"]) == (row["vp"], row["mp"])]
        if len(tied) < 2:
            continue
        meetings = {
            len([number for number in every if other in against[number][one]])
            for one in tied
            for other in tied
            if one != other
        }
        if len(meetings) == 1 and meetings != {0}:
            own = row["entry"]
            row["direct"] = sum(
                every[number][own][0] for number in every if any(other in tied for other in against[number][own])
            )


def merits(story: Story, row: Row) -> list[int]:
    """What the place depends on, the most important first."""
    if story.document["kind"] == "three-player":
        return [row["vp"], row["mp"], row["best"]]
    return [row["vp"], row["mp"], row["direct"], row["won"], row["best"]]


def ordered(story: Story, found: Sequence[Row], stages: dict[str, int]) -> list[Row]:
    """The rows in their order with their places; `stages` stands before all."""
    chance = lot(story.document, "ties")

    def key(row: Row) -> list[int]:
        return [stages.get(row["entry"], 0), *merits(story, row)]

    in_order = sorted(
        found,
        key=lambda row: (row["withdrawn"], [-number for number in key(row)], chance.index(row["entry"])),
    )
    placed = []
    for row in in_order:
        better = [other for other in in_order if not other["withdrawn"] and key(other) > key(row)]
        placed.append(row | {"place": None if row["withdrawn"] else len(better) + 1})
    return placed
