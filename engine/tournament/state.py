"""Where a tournament stands after some of its events: rounds, their pairings, and how each table was decided.

Tournament → Round → Pairing → Result: what was entered is kept, never what it is worth; `scores` and `standings`
compute that anew each time, so a correction has only one thing to change.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from engine.tournament.announcement import KNOCK_OUT, Entry, Tournament
from engine.tournament.laws import LAWS, Law

Line: TypeAlias = tuple[str, ...]  # the ids of those who sit as one: two in an individual tournament
Pairs: TypeAlias = tuple[tuple[str, ...], ...]  # a team's line-up: the pairs of its two tables


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of the lines (`mp`), and the best deal of each where deals were entered. `n`: the version in force."""

    n: int
    mp: tuple[int, ...]
    best: tuple[int, ...]
    winner: int | None = None  # a line, where a knock-out has equal totals


@dataclass(frozen=True, slots=True)
class Ruled:
    """An arbiter's score, a number a line."""

    n: int
    vp: tuple[int, ...]
    mp: tuple[int, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class NoShow:
    """The lines that came more than ten minutes late."""

    late: frozenset[int]


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Online: the line that let its time expire or gave up, and the points of that moment."""

    guilty: int
    mp: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Who left the table, in order; `mp`: the points of the first leaving, if they are known.

    `n`: the number of a leaving for a time, which can be made void; 0 for others.
    """

    leavers: tuple[str, ...]
    mp: tuple[int, int] | None
    temporary: bool = False
    n: int = 0


Decision: TypeAlias = Totals | Ruled | NoShow | GivenUp | Abandoned


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round: its number and its lines, N-S first; of three players each is a line."""

    table: int
    lines: tuple[Line, ...]
    decision: Decision | None = None

    def line_of(self, entry: str) -> int | None:
        for place, line in enumerate(self.lines):
            if entry in line:
                return place
        return None


@dataclass(frozen=True, slots=True)
class Round:
    """A published round. `bracket` and `seeds` are a knock-out's: its places in order, None where one is missing."""

    number: int
    method: str
    pairings: tuple[Pairing, ...]
    bye: tuple[str, ...]
    bracket: tuple[str | None, ...] = ()
    seeds: tuple[str, ...] = ()
    closed: bool = False
    timed_out: bool = False
    lateness: Mapping[str, int] = field(default_factory=dict)  # minutes, by entry

    @property
    def rests(self) -> tuple[str, ...]:
        """Those whose rest counts as one."""
        return () if self.method == KNOCK_OUT else self.bye

    def at(self, table: int) -> Pairing | None:
        return next((pairing for pairing in self.pairings if pairing.table == table), None)

    def of(self, entry: str) -> Pairing | None:
        return next((pairing for pairing in self.pairings if pairing.line_of(entry) is not None), None)

    def decided(self, pairing: Pairing, decision: Decision | None) -> "Round":
        """The round with the decision of a table; None: it is still to be decided."""
        new = replace(pairing, decision=decision)
        return replace(self, pairings=tuple([new if one is pairing else one for one in self.pairings]))


@dataclass(frozen=True, slots=True)
class WarningKept:
    """A warning. `n`: the version in force; `voided` ones count no more."""

    n: int
    round: int
    entry: str
    kind: str
    of_lateness: bool = False  # came by itself, so nobody corrects it
    voided: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """Victory Points or Match Points that the arbiter takes away."""

    n: int
    round: int
    entry: str
    vp: int = 0
    mp: int = 0
    voided: bool = False


@dataclass(frozen=True, slots=True)
class Progress:
    """A tournament after some events. `order` is the first order, fixed as round 1 is paired."""

    tournament: Tournament
    rosters: Mapping[str, tuple[str, ...]]
    rounds: tuple[Round, ...] = ()
    order: tuple[str, ...] = ()
    admitted: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    cautions: tuple[WarningKept, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    line_ups: Mapping[str, Pairs] = field(default_factory=dict)  # the last of each team
    replaced: frozenset[int] = frozenset()  # numbers of events and corrections that are in force no more
    finished: bool = False

    @property
    def law(self) -> Law:
        return LAWS[self.tournament.code]

    @property
    def current(self) -> Round | None:
        """The last round that was paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def closed(self) -> int:
        """The number of the last closed round, 0 for none."""
        return sum([one.closed for one in self.rounds])

    @property
    def entered(self) -> tuple[Entry, ...]:
        """Those who are in, or were until they withdrew, in the order of registration."""
        return tuple([entry for entry in self.tournament.entries if not entry.late or entry.id in self.admitted])

    @property
    def playing(self) -> tuple[str, ...]:
        """The ids of those who are in, in the order of registration."""
        return tuple([entry.id for entry in self.entered if entry.id not in self.withdrawn])

    def with_current(self, changed: Round) -> "Progress":
        return replace(self, rounds=(*self.rounds[:-1], changed))


def start(tournament: Tournament) -> Progress:
    """The tournament before its first event."""
    return Progress(tournament, {entry.id: entry.players for entry in tournament.entries})
