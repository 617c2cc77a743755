"""What the viewer may do in their turn, and what might be good: asked of their own view."""

from functools import lru_cache
from typing import Final

from bot.views.table_view import Json, TableView, part
from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay, format_action
from engine.cards import Card, format_card
from engine.legal import legal
from engine.suggest import suggest
from engine.view import View

SUGGESTED: Final = 6
HANDS: Final = 1024  # hands of people in turn, whose best plays are known


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
    if not view.may_play or view.deal_view is None or view.table.assigned is not None:
        return ()
    return _best(view.deal_view)


@lru_cache(HANDS)
def _best(seen: View) -> tuple[Lay | Add, ...]:
    """Who ticks cards, sorts them or opens a menu is shown the same hand once more."""
    return tuple([found.action for found in suggest(seen, SUGGESTED)])


def may_take_back(view: TableView) -> bool:
    """Whether the viewer may take back what they have laid last."""
    game = view.table.game
    allowed = view.table.assigned is None and view.may_play
    return allowed and game is not None and view.deal.code.rules.undo and len(game.draft) > game.confirmed


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
        "suggestions": [_suggestion(action) for action in suggestions(view)],
    }


def _suggestion(action: Lay | Add) -> Json:
    return {
        "action": format_action(action),
        "cards": [format_card(card) for card in action.cards],
        "meld": action.meld if isinstance(action, Add) else 0,
    }
