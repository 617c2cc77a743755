"""What the viewer may do in their turn, and what might be good: asked of their own view."""

from typing import Final

from bot.views.looked import Json, Looked
from engine.actions import DECLINE, DRAW, PICK_UP, Add, Discard, Lay, format_action
from engine.cards import format_card
from engine.legal import legal
from engine.suggest import suggest
from engine.view import View

SUGGESTED: Final = 6


def controls(looked: Looked, seen: View) -> Json:
    """What the viewer may do now; empty while it is not for them to play."""
    table, seat = looked.table, looked.seat
    if not seat or seat != table.in_turn or table.paused or not table.chair(seat).human or table.game is None:
        return {}
    actions = legal(seen.deal)
    return {
        "draw": DRAW in actions,
        "pick_up": PICK_UP in actions,
        "decline": DECLINE in actions,
        "discards": [format_card(action.card) for action in actions if isinstance(action, Discard)],
        "back": bool(seen.deal.code.rules.undo) and len(table.game.draft) > table.game.confirmed,
        "suggestions": [_suggestion(found.action) for found in suggest(seen, SUGGESTED)],
    }


def _suggestion(action: Lay | Add) -> Json:
    return {
        "action": format_action(action),
        "cards": [format_card(card) for card in action.cards],
        "meld": action.meld if isinstance(action, Add) else 0,
    }
