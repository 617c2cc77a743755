"""What a tournament is before anything happens: its kind, code, methods, lengths and entries.

Implements febur and fitab art. 2 (kinds, methods announced before the start) and three-player art. 9. Left out:
groups, targets in points and a match for the third place, which the file's form does not have.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.rules import Rules, load_rules
from engine.tournament.events import Event
from engine.tournament.lots import TIES, lot
from engine.victory import Table, vp_table

PAIRS: Final = "pairs"
TEAMS: Final = "teams"
INDIVIDUAL: Final = "individual"
SINGLES: Final = "singles"
THREE: Final = "three-player"  # the kind, the code and the method
MITCHELL: Final = "mitchell"
DANESE: Final = "danese"
DANESE_MODIFICATO: Final = "danese-modificato"
ITALIANA: Final = "italiana"
KNOCK_OUT: Final = "knock-out"
OF_LINES: Final = (MITCHELL, DANESE, DANESE_MODIFICATO, ITALIANA, KNOCK_OUT)

PLAYERS: Final[Mapping[str, tuple[int, int]]] = {
    PAIRS: (2, 2),
    TEAMS: (4, 6),  # with up to two reserves
    INDIVIDUAL: (1, 1),
    SINGLES: (1, 1),
    THREE: (1, 1),
}
"""How many players an entry of each kind has, at least and at most."""

METHODS: Final[Mapping[str, tuple[str, ...]]] = {
    PAIRS: OF_LINES,
    TEAMS: OF_LINES,
    SINGLES: OF_LINES,
    INDIVIDUAL: (INDIVIDUAL,),
    THREE: (THREE,),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """Who plays as one: a pair, a team, or one person. `late`: registered after the start."""

    id: str
    players: tuple[str, ...]
    late: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole file. `deals` has a number a round; `first_order` is what the arbiter says, else empty."""

    code: str
    kind: str
    deals: tuple[int, ...]
    methods: tuple[str, ...]
    step: int
    qualifiers: int | None
    seed: bytes
    first: str
    first_order: tuple[str, ...]
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    place: Mapping[str, int] = field(compare=False, repr=False)  # of an entry's id in the order of registration
    ties: Mapping[str, int] = field(compare=False, repr=False)  # of an entry's id in the lot of ties

    @property
    def rules(self) -> Rules:
        return load_rules(self.code)

    @property
    def lines(self) -> int:
        """How many sides a table has."""
        return 3 if self.kind == THREE else 2

    def victory_table(self, number: int) -> Table | None:
        """The Victory Point table of a round, from 1; None with ranking points."""
        return vp_table(self.code, self.deals[number - 1], self.kind == TEAMS)


def tournament(
    code: str,
    kind: str,
    deals: tuple[int, ...],
    methods: tuple[str, ...],
    entries: tuple[Entry, ...],
    seed: bytes,
    *,
    step: int = 1,
    qualifiers: int | None = None,
    first: str = "order",
    first_order: tuple[str, ...] = (),
    events: tuple[Event, ...] = (),
) -> Tournament:
    """A tournament with its lots drawn."""
    place = {entry.id: at for at, entry in enumerate(entries)}
    ties = {one: at for at, one in enumerate(lot(seed, TIES, place))}
    return Tournament(
        code, kind, deals, methods, step, qualifiers, seed, first, first_order, entries, events, place, ties
    )
