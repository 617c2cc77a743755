"""Anything proposed at any time in a small field: the program and the witness say the same, event by event.

Random tournaments elsewhere are plausible. Here rounds are closed while tables play, late entries come to a full house,
everybody leaves, corrections replace what was never said, and the end comes in the middle.
"""

import json
from random import Random
from typing import Any

import pytest

from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.fold import apply
from engine.tournament.pairing import pair
from engine.tournament.reading import read_event, tournament_of
from engine.tournament.refusals import NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Progress, start
from tests.engine.tournament.generator import OF_ENTRY, announced, correction, of_entry, of_table
from tests.engine.tournament.witness.answers import all_three
from tests.engine.tournament.witness.following import objection
from tests.engine.tournament.witness.pairing import NoPairing, next_round
from tests.engine.tournament.witness.story import Story

MOST_ENTRIES = 7
Json = dict[str, Any]


def small_field(chance: Random) -> Json:
    while len((document := announced(chance, MOST_ENTRIES))["entries"]) > MOST_ENTRIES:
        pass
    return document


def anything(chance: Random, story: Story) -> Json:
    """An event that may follow or not, in a round that may be the current one or not."""
    current = story.current
    number = chance.choice([*[current] * 8, current + 1, current - 1, 0])
    event: Json | None = None
    match chance.randint(0, 11):
        case 0 | 1:
            event = the_next_round(story)
        case 2 | 3:
            event = figures(chance, story)
        case 4:
            return {"type": "closed", "round": number}
        case 5:
            return {"type": "finished"} if chance.random() < 0.15 else {"type": "timeout", "round": number}
        case 6:
            event = replacing(chance, story)
        case _:
            pass
    return event or about_somebody(chance, story, number)


def the_next_round(story: Story) -> Json:
    try:
        return {"type": "paired", **next_round(story)}
    except NoPairing:
        return {"type": "paired", "round": story.current + 1, "tables": [], "bye": []}


def figures(chance: Random, story: Story) -> Json | None:
    tables = list(story.tables(story.current)) if story.current else []
    if not tables:
        return None
    event = of_table(chance, story, story.current, chance.choice(tables), chance.choice([(0, 2), (0, 300)]))
    return event if chance.random() < 0.9 else {**event, "table": chance.randint(0, 9)}


def replacing(chance: Random, story: Story) -> Json | None:
    kinds = ("result", "score", "warning", "penalty", "correction")
    replaceable = [event for event in story.events if event["type"] in kinds]
    return correction(chance, story, chance.choice(replaceable), (0, 2)) if replaceable else None


def about_somebody(chance: Random, story: Story, number: int) -> Json:
    ids = [entry["id"] for entry in story.document["entries"]]
    kind = chance.choice([*OF_ENTRY, "withdrawal", "withdrawal", "lateness", "lateness"])
    event = of_entry(chance, story, kind, chance.choice(ids) if chance.random() < 0.98 else "nobody", (0, 3))
    return {**event, "round": number} if "round" in event else event


@pytest.mark.parametrize("seed", range(150))
def test_the_program_and_the_witness_agree_on_anything(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - a tournament to test with
    document = small_field(chance)
    events: list[Json] = []
    progress = start(tournament_of(document))
    for _ in range(chance.randint(10, 60)):
        story = Story(document, list(events))
        event = {"n": len(events) + 1, **anything(chance, story)}
        after = apply(progress, read_event(event, document["kind"]), event["n"])
        assert (objection(story, event) is None) == isinstance(after, Progress), (event, after)
        if isinstance(after, Progress):
            events.append(event)
            progress = after
    witness = all_three({**document, "events": events})
    found = {"round": progress.closed, "final": progress.finished, "standings": standings_rows(standings(progress))}
    assert json.loads(json.dumps(found)) == witness["standings"][1]
    following = pair(progress)
    if isinstance(following, NotFollowing):
        assert witness["pair"][0] == 1
    else:
        assert pairing_answer(progress.tournament, following) == witness["pair"][1]
