"""Do the tallies say what the results say? Every match is replayed and compared with what was counted."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.boards.counting import facts_of
from bot.boards.facts import format_facts, is_older
from bot.boards.ports import StoredMatch, Tally

FIGURES = 5  # of a match that are named


@dataclass(frozen=True, slots=True)
class Difference:
    """A match whose tally is not what its result says, or whose result says nothing."""

    table: str
    revision: int
    words: str


@dataclass(frozen=True, slots=True)
class Checked:
    """How many matches were recomputed, how many wait to be counted, and what differs."""

    matches: int
    waiting: int
    differences: tuple[Difference, ...]


class Comparison:
    """Compares matches, as they come, with these tallies."""

    def __init__(self, tallies: Iterable[Tally]) -> None:
        self._tallies = {one.key: one for one in tallies}
        self._found: list[Difference] = []
        self._matches = self._waiting = 0

    def compare(self, matches: Iterable[StoredMatch]) -> None:
        for match in matches:
            stored = self._tallies.pop(match.key, None)
            if stored is not None and is_older(stored.facts):
                stored = None  # it is counted anew when a board is next asked for
            self._matches += 1
            self._waiting += stored is None
            words = difference(match, stored)
            self._found += [Difference(*match.key, words)] if words else []

    def finish(self) -> Checked:
        """After the last match: what is left has no result."""
        left = [Difference(*key, "is counted, but there is no result of it") for key in self._tallies]
        return Checked(self._matches, self._waiting, (*self._found, *left))


def difference(match: StoredMatch, stored: Tally | None) -> str:
    """What is wrong with a match, "" where nothing is; one that still waits to be counted is in order."""
    try:
        facts = format_facts(facts_of(match))
    except ValueError as error:
        return f"cannot be counted: {error}"
    if stored is None or (stored.facts, _where(stored)) == (facts, _where(match)):
        return ""
    try:
        counted = dict(_leaves("facts", json.loads(stored.facts)))
    except ValueError:
        return "has a tally that cannot be read"
    right = {**_where(match), **dict(_leaves("facts", json.loads(facts)))}
    words = "; ".join(differing({**_where(stored), **counted}, right))
    return f"is counted otherwise than its record says: {words}"


def _where(one: StoredMatch | Tally) -> dict[str, object]:
    """When it ended, and on whose boards it counts."""
    return {"ended_at": one.ended_at, "channel": one.channel, "mirrors": " ".join(one.mirrors)}


def differing(now: Mapping[str, object], right: Mapping[str, object]) -> list[str]:
    """Each figure that is not what it is to be, `sides.0.mp 12 for 120`; a few of them, where there are many."""
    keys = [key for key in dict.fromkeys([*right, *now]) if now.get(key) != right.get(key)]
    named = [f"{key} {now.get(key, 'nothing')} for {right.get(key, 'nothing')}" for key in keys[:FIGURES]]
    return [*named, *([f"{len(keys) - FIGURES} more"] if len(keys) > FIGURES else [])]


def _leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    """The figures of a tally's JSON, each by where it stands."""
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in pairs:
            yield from _leaves(f"{path}.{key}".removeprefix("facts."), inner)
    else:
        yield path, value
