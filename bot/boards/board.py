"""A board: people in the order of one figure, with their places, by pages. Ties share a place.

| by       | what                                                                    |
| -------- | ----------------------------------------------------------------------- |
| vp       | Victory Points; three-player: ranking points                            |
| average  | the same a match                                                        |
| matches  | how many                                                                |
| wins     | how many                                                                |
| mp       | Match Points: the differences of matches; three-player: the points made |
| clean    | burrachi without a matta, of the side                                   |
| closings | deals they closed themselves                                            |
| rating   | see `bot.boards.ratings`                                                |
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.boards.facts import KINDS, PAIRS
from bot.boards.figures import Figures
from bot.boards.ledger import Ledger, Slice, group_of
from bot.boards.periods import EVER, PERIODS, Span, before, span
from bot.boards.ratings import Rating

PAGE: Final = 50  # rows
FURTHEST: Final = 520  # periods back
FEW: Final = 5  # matches that make no average to rely on

ORDERS: Final[Mapping[str, Callable[[Figures], float]]] = {
    "vp": lambda figures: figures.points,
    "average": lambda figures: figures.average,
    "matches": lambda figures: figures.matches,
    "wins": lambda figures: figures.wins,
    "mp": lambda figures: figures.mp,
    "clean": lambda figures: figures.clean,
    "closings": lambda figures: figures.closings,
}
RATING: Final = "rating"
BY: Final = (*ORDERS, RATING)

CHANNEL: Final = "channel"
GROUP: Final = "group"
OVERALL: Final = "all"
SCOPES: Final = (CHANNEL, GROUP, OVERALL)


@dataclass(frozen=True, slots=True)
class Query:
    """Which board somebody wants to see, and their own id: their row is shown anywhere. Channel "": all."""

    by: str = "vp"
    kind: str = PAIRS
    scope: str = CHANNEL
    channel: str = ""
    group: tuple[str, ...] = ()  # what else is known to be of the channel's server
    period: str = EVER
    back: int = 0  # so many periods ago
    practice: bool = False
    page: int = 1
    rows: int = PAGE  # of a page
    person: str = ""
    zone: str = "Europe/Rome"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A person's place and figures. `provisional`: too little is known for the figure the board is ordered by."""

    place: int
    person: str
    name: str
    value: float
    figures: Figures
    rating: Rating
    provisional: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a board. `mine` is the row of who asked, None where they have none; `people` are all who have one."""

    query: Query
    span: Span
    rows: tuple[BoardRow, ...]
    page: int
    pages: int
    people: int
    mine: BoardRow | None = None


def is_board(query: Query) -> bool:
    """Whether there is such a board, so that `board` makes it; the zone is one that there is."""
    return _is_known(query) and query.period in PERIODS


def _is_known(query: Query) -> bool:
    rated = query.by == RATING and query.practice  # practice has no rating
    return query.by in BY and query.scope in SCOPES and query.kind in KINDS and not rated


def slice_of(query: Query, at: int) -> Slice:
    """The matches a board counts at this time. Raises `ValueError` for what no board is, `KeyError` for a zone."""
    if not _is_known(query):
        raise ValueError(f"no board of {query.kind} in {query.scope} by {query.by}")
    group = (group_of(query.channel), *query.group)
    places = {CHANNEL: (query.channel,), GROUP: group, OVERALL: ()}
    when = span(query.period, at, query.zone)
    for _ in range(min(query.back, FURTHEST)):
        when = before(query.period, when, query.zone)
    return Slice(query.kind, query.practice, places[query.scope], when)


def board(ledger: Ledger, query: Query, at: int) -> Board:
    """The page wanted, the last one where there are fewer; without names. Raises as `slice_of`."""
    found = slice_of(query, at)
    people = ledger.figures(found)

    def rating(person: str) -> Rating:
        return ledger.ratings.until(query.kind, person, found.span.until)

    value = ORDERS.get(query.by)
    values = {person: value(one) if value else rating(person).sure for person, one in people.items()}
    order = sorted(people, key=lambda person: (-values[person], person))
    pages = max(1, -(-len(order) // query.rows))
    page = min(max(1, query.page), pages)
    places = _places([values[person] for person in order])

    def row(number: int) -> BoardRow:
        person = order[number]
        return _row(query, places[number], person, values[person], people[person], rating(person))

    rows = tuple(row(number) for number in range((page - 1) * query.rows, min(page * query.rows, len(order))))
    mine = row(order.index(query.person)) if query.person in people else None
    return Board(query, found.span, rows, page, pages, len(order), mine)


def _places(values: list[float]) -> list[int]:
    """1, 2, 2, 4: equal figures share the place of the first of them."""
    places: list[int] = []
    for number, value in enumerate(values):
        places.append(places[-1] if number and value == values[number - 1] else number + 1)
    return places


def _row(query: Query, place: int, person: str, value: float, figures: Figures, rating: Rating) -> BoardRow:
    few = {"average": figures.valued < FEW, RATING: rating.provisional}
    return BoardRow(place, person, "", float(value), figures, rating, few.get(query.by, False))
