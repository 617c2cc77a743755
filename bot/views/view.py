"""What one viewer may know of a table, as a JSON-able picture: the same for every platform, in the viewer's language.

Here its parts have their names; the files beside make them. A page takes the whole picture, a message asks for the few
parts that it shows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bot.tables.table import LOBBY, Table
from bot.views import table_view
from bot.views.controls import controls
from bot.views.deal_view import drawn_now, hand, seats_dealt, sides, stallo_near
from bot.views.display_names import display_names
from bot.views.drafts import Held
from bot.views.feed import feed, now, since
from bot.views.looked import Json, Looked
from bot.views.score_view import score_page
from bot.views.time_view import clock_end, time_page, told
from bot.words import table_words
from bot.words.languages import Language
from engine.cards import format_card
from engine.deal import PHASES
from engine.view import TABLE, View, view


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a person, "" for nobody known; their language; how they hold their hand."""

    person: str = ""
    language: Language = "en"
    held: Held = field(default_factory=Held)


def looked_at(table: Table, table_id: str, viewer: Viewer) -> Looked:
    """The table as this viewer looks at it: here the deal becomes their view of it."""
    seat = table.seat_of(viewer.person)
    dealt = table.game is not None and table.phase != LOBBY
    seen = view(table.game.deal, seat or TABLE) if table.game is not None and dealt else None
    names = display_names(table, viewer.language)
    return Looked(table, table_id, viewer.person, viewer.language, viewer.held, seat, seen, names)


class Sight(Mapping[str, Any]):
    """The parts of the picture, each made when it is first asked for. No deal, no parts of it."""

    __slots__ = ("looked", "made")

    def __init__(self, looked: Looked) -> None:
        self.looked = looked
        self.made: Json = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.made:
            self.made[name] = self._make(name)
        return self.made[name]

    def _make(self, name: str) -> Any:
        if self.looked.seen is not None and name in _OF_DEAL:
            return _OF_DEAL[name](self.looked, self.looked.seen)
        return _OF_TABLE[name](self.looked)

    def __iter__(self) -> Iterator[str]:
        return iter(_OF_TABLE if self.looked.seen is None else {**_OF_TABLE, **_OF_DEAL})

    def __len__(self) -> int:
        return len(list(iter(self)))


def sight(table: Table, table_id: str, viewer: Viewer) -> Json:
    """Everything that a page may show to this viewer."""
    return dict(Sight(looked_at(table, table_id, viewer)))


_OF_TABLE: Final[Mapping[str, Callable[[Looked], Any]]] = {
    "table": table_view.about,
    "me": table_view.me,
    "seats": table_view.seats,
    "proposal": table_view.proposal,
    "objection": table_view.objection,
    "time": lambda looked: time_page(looked.table, looked.seat, looked.language),
    "told": lambda looked: told(looked.table, looked.seat, looked.names, looked.language),
    "score": lambda looked: score_page(looked.table, looked.person, looked.language),
}

_OF_DEAL: Final[Mapping[str, Callable[[Looked, View], Any]]] = {
    "seats": seats_dealt,
    "turn": lambda looked, _seen: looked.table.in_turn,
    "clock": lambda looked, _seen: clock_end(looked.table),
    "phase": lambda _looked, seen: PHASES[seen.deal.phase],
    "phase_words": lambda looked, seen: table_words.phase(looked.language, seen.deal.phase),
    "stock": lambda _looked, seen: len(seen.deal.stock),
    "stock_left": lambda _looked, seen: max(0, len(seen.deal.stock) - seen.deal.code.reserve),
    "pile": lambda _looked, seen: [format_card(card) for card in seen.deal.pile],
    "pozzetti": lambda _looked, seen: [len(pozzetto) for pozzetto in seen.deal.pozzetti],
    "sides": sides,
    "last_lap": lambda _looked, seen: bool(seen.deal.lap),
    "stallo_near": lambda _looked, seen: stallo_near(seen.deal),
    "hand": hand,
    "drawn": drawn_now,
    "since": lambda looked, _seen: since(looked),
    "now": now,
    "feed": lambda looked, _seen: feed(looked.table, looked.names, looked.language, looked.seat),
    "controls": controls,
}
