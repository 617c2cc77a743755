"""All matches that count, in memory, in the order in which they ended; and what is folded from them as it is asked for.

Values in, values out, but for speed the folds are kept: a new match is added to each, nothing is counted twice. A match
that ended before one already here makes all of them anew, so that ratings never depend on the order of arrival.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.boards.facts import Facts
from bot.boards.figures import Figures, fold_into
from bot.boards.periods import Span
from bot.boards.ports import Key
from bot.boards.ratings import Ratings
from bot.bounded import Bounded

CAPACITY: Final = 200  # folds

People: TypeAlias = "dict[str, Figures]"


@dataclass(frozen=True, slots=True)
class CountedMatch:
    """A match that counts: where and when it ended, and what for; `mirrors` are the other channels that showed it."""

    table: str
    revision: int
    channel: str
    ended_at: int
    facts: Facts
    mirrors: tuple[str, ...] = ()

    @property
    def channels(self) -> tuple[str, ...]:
        """Those on whose boards it counts."""
        return tuple(channel for channel in (self.channel, *self.mirrors) if channel)

    @property
    def key(self) -> Key:
        return self.table, self.revision

    @property
    def order(self) -> tuple[int, str, int]:
        """Two that ended in the same millisecond have an order, too, and it is always the same."""
        return self.ended_at, self.table, self.revision


@dataclass(frozen=True, slots=True)
class Slice:
    """Which matches a board counts. `channels`: channels, and groups as `group_of` writes them; () is everywhere."""

    kind: str
    practice: bool
    channels: tuple[str, ...]
    span: Span


def group_of(channel: str) -> str:
    """The server or group of a channel, as far as its name tells: up to the last "/", which no channel ends with.

    A topic `x/5` and the chat `x` that it is in are of one group, `x/`.
    """
    head, slash, _ = channel.rpartition("/")
    return f"{head if slash else channel}/" if channel else ""


def with_aliases(facts: Facts, aliases: Mapping[str, str]) -> Facts:
    """The facts with each person under the id they have now: accounts may have become one player's since."""
    if not any(seat.person in aliases for _, seat in facts.seats()):
        return facts
    sides = [
        replace(side, seats=tuple(replace(seat, person=aliases.get(seat.person, seat.person)) for seat in side.seats))
        for side in facts.sides
    ]
    return replace(facts, sides=tuple(sides))


class Ledger:
    """The matches and their folds."""

    def __init__(self) -> None:
        self.entries: list[CountedMatch] = []
        self._keys: set[Key] = set()
        self._annulled: dict[str, list[CountedMatch]] = {}
        self._clear()

    def _clear(self) -> None:
        self.ratings = Ratings()
        self._of_channel: dict[str, list[CountedMatch]] = {}
        self._people: dict[str, list[CountedMatch]] = {}
        self._folds: Bounded[Slice, tuple[int, People]] = Bounded(CAPACITY)

    def add(self, entries: Iterable[CountedMatch]) -> None:
        """Matches in any order; those that are here already are left out."""
        fresh = [one for one in entries if one.key not in self._keys]
        for entry in [one for one in fresh if one.facts.annulled]:
            self._keys.add(entry.key)
            for person in {seat.person for _, seat in entry.facts.seats()} - {""}:
                self._annulled.setdefault(person, []).append(entry)
        new = sorted([one for one in fresh if not one.facts.annulled], key=lambda entry: entry.order)
        if new and self.entries and new[0].order < self.entries[-1].order:
            new = sorted([*self.entries, *new], key=lambda entry: entry.order)
            self.entries = []
            self._clear()
        for entry in new:
            self._add(entry)

    def _add(self, entry: CountedMatch) -> None:
        self.entries.append(entry)
        self._keys.add(entry.key)
        self.ratings.add(entry.facts, entry.ended_at)
        for place in {place for channel in entry.channels for place in (channel, group_of(channel))}:
            self._of_channel.setdefault(place, []).append(entry)
        for person in {seat.person for _, seat in entry.facts.seats()} - {""}:
            self._people.setdefault(person, []).append(entry)

    def of(self, person: str) -> tuple[CountedMatch, ...]:
        """The matches of a person."""
        return tuple(self._people.get(person, ()))

    def all_of(self, person: str) -> tuple[CountedMatch, ...]:
        """The matches of a person with those that were annulled, in their order."""
        return tuple(sorted([*self.of(person), *self._annulled.get(person, ())], key=lambda entry: entry.order))

    def at(self, *channels: str) -> list[CountedMatch]:
        """The matches of these places, each once; of none, or of "": all."""
        lists = [self._of_channel.get(place, []) for place in dict.fromkeys(channels) if place]
        if len(lists) < 2:
            return lists[0] if lists else self.entries
        found = {entry.key: entry for some in lists for entry in some}
        return sorted(found.values(), key=lambda entry: entry.order)

    def figures(self, slice_: Slice) -> People:
        """Everybody's figures in these matches; to be read only."""
        entries = self.at(*slice_.channels)
        upto, people = self._folds.get(slice_, (0, {}))
        for entry in entries[max(upto, _first(entries, slice_.span.since)) : _first(entries, slice_.span.until)]:
            if entry.facts.kind == slice_.kind:
                fold_into(people, entry.facts, practice=slice_.practice)
        self._folds[slice_] = (max(upto, _first(entries, slice_.span.until)), people)
        return people


def _first(entries: list[CountedMatch], at: int) -> int:
    """How many of them ended before."""
    return bisect_left(entries, at, key=lambda entry: entry.ended_at)
