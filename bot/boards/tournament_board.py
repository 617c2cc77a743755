"""Boards of tournaments: people, pairs and teams by what they did in evenings that are over. Pure.

An evening counts in the period in which it ended, in the channel in which it was announced. Pairs and teams are known
by who is in them, in any order; guests are in no chat, so whoever played with one stands on the board of people alone.
Points of three players are no Victory Points: their tournaments count on a board of their own.

| by      | what                                           |
| ------- | ---------------------------------------------- |
| vp      | Victory Points; three players: ranking points  |
| average | the same a round                               |
| matches | tournaments                                    |
| wins    | tournaments won, also with others on a place   |
| mp      | Match Points                                   |
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.boards.board import GROUP, OVERALL, SCOPES, Query, slice_of
from bot.boards.ledger import group_of
from bot.boards.periods import PERIODS, Span
from bot.tournaments.club_tournament import GUEST
from bot.tournaments.outcome import SIXTHS, Outcome, Placing

TOURNAMENTS: Final = "tournaments"  # of what a board is, where it is not of matches
PEOPLE: Final = ""
PAIRS: Final = "pairs"
TEAMS: Final = "teams"
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    PEOPLE: ("pairs", "teams", "individual", "singles"),
    PAIRS: ("pairs",),
    TEAMS: ("teams",),
    "individual": ("individual",),
    "singles": ("singles",),
    "threes": ("three-player",),
}
"""Which tournaments each kind of board counts."""
TOGETHER: Final = (PAIRS, TEAMS)  # whose rows are those who play as one
PODIUM: Final = 3


@dataclass(frozen=True, slots=True)
class CountedTournament:
    """A tournament that is over: where, and what it counts for."""

    tournament: str
    channel: str
    outcome: Outcome


@dataclass(slots=True)
class TournamentFigures:
    """Sums over tournaments; `vp` in sixths, over those `valued` rounds of tournaments in which anybody has some."""

    tournaments: int = 0
    wins: int = 0
    podiums: int = 0
    valued: int = 0
    vp: int = 0
    mp: int = 0

    @property
    def average(self) -> float:
        """Victory Points a round; 0 where no round had any."""
        return self.vp / (SIXTHS * self.valued) if self.valued else 0.0

    def add(self, one: Placing, *, is_valued: bool) -> None:
        self.tournaments += 1
        self.wins += one.place == 1
        self.podiums += one.place <= PODIUM
        self.valued += one.rounds if is_valued else 0
        self.vp += one.vp
        self.mp += one.mp


ORDERS: Final[Mapping[str, Callable[[TournamentFigures], float]]] = {
    "vp": lambda figures: figures.vp,
    "average": lambda figures: figures.average,
    "matches": lambda figures: figures.tournaments,
    "wins": lambda figures: figures.wins,
    "mp": lambda figures: figures.mp,
}


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A place, who has it, and their figures."""

    place: int
    people: tuple[str, ...]
    figures: TournamentFigures


@dataclass(frozen=True, slots=True)
class TournamentBoard:
    """A page of a board. `mine`: the row of who asked, the best of theirs, None where they have none."""

    query: Query
    span: Span
    rows: tuple[TournamentRow, ...]
    page: int
    pages: int
    mine: TournamentRow | None = None


def is_board(query: Query) -> bool:
    """Whether there is such a board; the zone is one that there is."""
    is_known = query.by in ORDERS and query.scope in SCOPES and query.kind in KINDS
    return is_known and query.period in PERIODS and not query.practice


def tournament_board(
    entries: Iterable[CountedTournament], query: Query, aliases: Mapping[str, str], at: int
) -> TournamentBoard:
    """The page wanted, the last one where there are fewer. `aliases`: whose somebody's accounts have become."""
    span = slice_of(Query(period=query.period, back=query.back, zone=query.zone), at).span
    found: dict[tuple[str, ...], TournamentFigures] = {}
    for entry in entries:
        if span.holds(entry.outcome.ended_at) and is_counted(entry, query):
            _add(found, entry.outcome, query.kind in TOGETHER, aliases)
    value = ORDERS[query.by]
    order = sorted(found, key=lambda people: (-value(found[people]), people))
    places: dict[float, int] = {}
    for number, people in enumerate(order, 1):
        places.setdefault(value(found[people]), number)
    every = [TournamentRow(places[value(found[people])], people, found[people]) for people in order]
    pages = max(1, -(-len(every) // query.rows))
    page = min(max(1, query.page), pages)
    mine = next((row for row in every if query.person in row.people), None)
    rows = tuple(every[(page - 1) * query.rows : page * query.rows])
    return TournamentBoard(query, span, rows, page, pages, mine)


def is_counted(entry: CountedTournament, query: Query) -> bool:
    """Whether a tournament is of the board's kind and place."""
    if entry.outcome.kind not in KINDS[query.kind]:
        return False
    if query.scope == OVERALL or not query.channel:
        return True
    if query.scope == GROUP:
        return bool({entry.channel, group_of(entry.channel)} & {group_of(query.channel), *query.group})
    return entry.channel == query.channel


def _add(
    found: dict[tuple[str, ...], TournamentFigures], one: Outcome, together: bool, aliases: Mapping[str, str]
) -> None:
    """Once for each person, or for each who play as one, though accounts of theirs had several places."""
    seen: set[tuple[str, ...]] = set()
    is_valued = any(placing.vp for placing in one.placings)
    for placing in one.placings:
        people = [aliases.get(player, player) for player in placing.players if not player.startswith(GUEST)]
        rows = _who(people, placing, together)
        for row in [row for row in rows if row not in seen]:
            seen.add(row)
            found.setdefault(row, TournamentFigures()).add(placing, is_valued=is_valued)


def _who(people: Collection[str], placing: Placing, together: bool) -> list[tuple[str, ...]]:
    if not together:
        return [(person,) for person in dict.fromkeys(people)]
    is_whole = len(set(people)) == len(placing.players)
    return [tuple(sorted(people))] if is_whole else []
