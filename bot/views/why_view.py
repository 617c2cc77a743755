"""Why not: for the cards somebody has ticked, what they might do with them, and what speaks against it or comes of it.

Judged on the seat's own view, so that no answer knows more than its player.
"""

from collections.abc import Iterator, Mapping, Sequence

from bot.views.deal_view import meld_picture
from bot.views.table_view import Json
from bot.words import table_words
from bot.words.languages import Language
from bot.words.refusals import refusal, to_do
from engine.actions import DRAW, PICK_UP, Action, Add, Discard, Lay, format_action
from engine.cards import Card, format_cards
from engine.deal import TAKE
from engine.play import Step, play
from engine.refusal import Refused
from engine.view import View


def why_page(deal_view: View, seat: str, cards: Sequence[Card], language: Language, names: Mapping[str, str]) -> Json:
    """A line for each possibility: what, whether it is allowed, and if not why not."""
    lines = [_line(deal_view, seat, action, language, names) for action in _possible(deal_view, seat, tuple(cards))]
    return {"cards": format_cards(cards), "lines": lines}


def _possible(deal_view: View, seat: str, cards: tuple[Card, ...]) -> Iterator[Action]:
    deal = deal_view.deal
    if deal.phase == TAKE or not cards:
        yield DRAW
        yield PICK_UP
    if not cards:
        return
    if len(cards) > 1:
        yield Lay(cards)
    side = deal.code.side_of[deal.code.seats.index(seat)]
    for number in range(1, len(deal.melds[side]) + 1):
        yield Add(number, cards)
    if len(cards) == 1:
        yield Discard(cards[0])


def _line(deal_view: View, seat: str, action: Action, language: Language, names: Mapping[str, str]) -> Json:
    found = play(deal_view.deal, seat, action)
    why = refusal(language, found, deal_view.deal.code.rules.name, names) if isinstance(found, Refused) else ""
    return {
        "action": format_action(action),
        "what": _action_words(deal_view, seat, action, language),
        "allowed": not isinstance(found, Refused),
        "why": why,
        "meld": None if isinstance(found, Refused) else _meld_then(deal_view, seat, action, found, language),
    }


def _meld_then(deal_view: View, seat: str, action: Action, step: Step, language: Language) -> Json | None:
    """The meld as it would lie on the table; None for what makes none."""
    if not isinstance(action, Lay | Add):
        return None
    code = deal_view.deal.code
    melds = step.deal.melds[code.side_of[code.seats.index(seat)]]
    number = action.meld if isinstance(action, Add) else len(melds)
    return meld_picture(number, melds[number - 1], language)


def _action_words(deal_view: View, seat: str, action: Action, language: Language) -> str:
    text = to_do(language, action)
    if isinstance(action, Add):
        side = deal_view.deal.code.side_of[deal_view.deal.code.seats.index(seat)]
        return f"{text} ({table_words.meld(language, deal_view.deal.melds[side][action.meld - 1])})"
    return text
