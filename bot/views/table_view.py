"""A table for one viewer: what the page and every message are made from. Here the deal becomes the viewer's view of it.

The parts of what is shown are functions of a `TableView`, in the files beside; `part` makes each once for a view, when
it is first asked for. The page takes all of them (`table_page`), a message the few that it shows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeAlias, TypeVar

from bot.tables.table import LOBBY, Table
from bot.views.display_names import display_names
from bot.views.drafts import Draft, at_stage, in_hand
from bot.views.viewer import Viewer
from bot.words.languages import Language
from engine.deal import TAKE, Deal
from engine.melds import Meld
from engine.view import TABLE, View, view

Json: TypeAlias = dict[str, Any]
Part = TypeVar("Part")


@dataclass(frozen=True, eq=False)
class TableView:
    """The table, and who looks at it. `parts` are those made so far."""

    table: Table
    viewer: Viewer
    parts: dict[Callable[..., Any], Any] = field(default_factory=dict, repr=False)

    @property
    def language(self) -> Language:
        return self.viewer.language

    @cached_property
    def seat(self) -> str:
        """Where the viewer sits, "" for who has no seat."""
        return self.table.seat_of(self.viewer.person)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Who sits there, by seat."""
        return display_names(self.table, self.language)

    @cached_property
    def deal_view(self) -> View | None:
        """The deal as the viewer may see it; None while none lies on the table, or it is nobody's to see."""
        game = None if self.table.sealed and not self.seat else self.table.game
        return view(game.deal, self.seat or TABLE) if game is not None and self.table.phase != LOBBY else None

    @property
    def deal(self) -> Deal:
        """The same where a deal lies on the table: what the viewer may not see is unknown in it."""
        assert self.deal_view is not None
        return self.deal_view.deal

    @property
    def seat_number(self) -> int:
        """The viewer's seat as the engine counts seats. Only for who has one."""
        return self.table.code.seats.index(self.seat)

    @property
    def own_melds(self) -> tuple[Meld, ...]:
        """The melds of the viewer's side. Only for who has a seat."""
        return self.deal.melds[self.table.code.side_of[self.seat_number]]

    @cached_property
    def draft(self) -> Draft:
        """How the viewer holds the cards of this view; an empty draft for who has none."""
        if self.deal_view is None or not self.seat:
            return Draft()
        return in_hand(at_stage(self.viewer.draft, self.table.stage), self.deal.hands[self.seat_number])

    @property
    def own_turn(self) -> bool:
        """Whether it is the viewer themselves who has the turn, and no computer for them."""
        return bool(self.seat) and self.seat == self.table.in_turn and self.table.chair(self.seat).human

    @cached_property
    def may_play(self) -> bool:
        """Whether it is for the viewer to do something now."""
        return self.own_turn and not self.table.paused and self.deal_view is not None

    @property
    def is_taking(self) -> bool:
        """Whether the player in turn has still to draw or to pick up."""
        return self.deal_view is not None and self.deal_view.deal.phase == TAKE


def part(make: Callable[[TableView], Part]) -> Callable[[TableView], Part]:
    """A part of what is shown, made when a view is first asked for it."""

    @wraps(make)
    def part_of(view: TableView) -> Part:
        if part_of not in view.parts:
            view.parts[part_of] = make(view)
        found: Part = view.parts[part_of]
        return found

    return part_of
