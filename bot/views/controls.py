"""What the viewer may do in their turn, and what might be good: asked of their own view."""

from typing import Final

from bot.bounded import Bounded
from bot.tables.hints import hint_refusal
from bot.views.table_view import Json, TableView, part
from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay, format_action
from engine.cards import Card, format_card
from engine.deal import Deal
from engine.legal import legal
from engine.suggest import suggest

SUGGESTED: Final = 6
TABLES: Final = 500
_latest: Final[Bounded[int, tuple[Deal, tuple[Lay | Add, ...]]]] = Bounded(TABLES)
"""By deal, as it stands: what its player in turn might do, while they tick their cards."""


@part
def allowed_actions(view: TableView) -> tuple[Action, ...]:
    """The legal small steps of the viewer; none while it is not for them to play."""
    return tuple(legal(view.deal)) if view.may_play else ()


def discards(view: TableView) -> list[Card]:
    """The cards that the viewer may discard."""
    return [action.card for action in allowed_actions(view) if isinstance(action, Discard)]


@part
def suggestions(view: TableView) -> tuple[Lay | Add, ...]:
    """The best plays of the viewer; none while it is not for them to play, and in a tournament none at all."""
    if not view.may_play or view.deal_view is None or view.table.assigned is not None or view.table.game is None:
        return ()
    deal = view.table.game.deal
    latest = _latest.get(id(deal))
    if latest is None or latest[0] is not deal:
        latest = _latest[id(deal)] = deal, tuple(found.action for found in suggest(view.deal_view, SUGGESTED))
    return latest[1]


def may_take_back(view: TableView) -> bool:
    """Whether the viewer may take back what they have laid last."""
    game = view.table.game
    allowed = view.table.assigned is None and view.may_play
    return allowed and game is not None and view.deal.code.rules.undo and len(game.draft) > game.confirmed


def may_ask_hint(view: TableView) -> bool:
    """Whether the viewer may ask what to play."""
    return view.may_play and hint_refusal(view.table, view.viewer.person) is None


@part
def controls(view: TableView) -> Json:
    """All of it; empty while it is not for the viewer to play."""
    if not view.may_play:
        return {}
    return {
        "draw": DRAW in allowed_actions(view),
        "pick_up": PICK_UP in allowed_actions(view),
        "decline": DECLINE in allowed_actions(view),
        "discards": [format_card(card) for card in discards(view)],
        "back": may_take_back(view),
        "hint": may_ask_hint(view),
        "suggestions": [_suggestion(action) for action in suggestions(view)],
    }


def _suggestion(action: Lay | Add) -> Json:
    return {
        "action": format_action(action),
        "cards": [format_card(card) for card in action.cards],
        "meld": action.meld if isinstance(action, Add) else 0,
    }
