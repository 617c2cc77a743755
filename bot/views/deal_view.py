"""The deal on the table, field by field from the viewer's `engine.view.View`; no deal is ever read here.

A new secret is hidden until somebody shows it in this module.
"""

from typing import Final

from bot.views.about_view import SeatView, seats
from bot.views.table_view import Json, TableView, part
from bot.words import table_words
from bot.words.languages import Language
from engine.cards import JOKER, RANKS, VALUES, Card, format_card
from engine.code import Code
from engine.deal import Deal
from engine.hand import size, unpack
from engine.melds import Meld
from engine.view import View

WORTH: Final = [*VALUES[: len(RANKS)], VALUES[JOKER]]
"""The points of a card of each rank, from the ace on, and of a joker."""


@part
def seats_dealt(view: TableView) -> list[SeatView]:
    """The chairs, with how many cards each holds."""
    return [_with_cards(chair, view.deal) for chair in seats(view)]


def _with_cards(chair: SeatView, deal: Deal) -> SeatView:
    number = deal.code.seats.index(chair["seat"])
    unseen, lap = bool(deal.unseen >> number & 1), deal.lap.count(number)
    return {**chair, "cards": size(deal.hands[number]), "pozzetto_unseen": unseen, "last_lap": lap}


def stock_left(deal: Deal) -> int:
    """How many cards may still be drawn from the stock."""
    return max(0, len(deal.stock) - deal.code.reserve)


def stallo_near(deal: Deal) -> bool:
    return deal.code.rules.stallo == "auto" and deal.swaps > (deal.code.rules.stallo_laps - 1) * deal.code.players


@part
def drawn_card(view: TableView) -> str:
    """The card that the viewer has drawn in their own turn."""
    return format_card(view.deal.drawn) if view.deal.drawn >= 0 and view.seat == view.table.in_turn else ""


def side_order(code: Code, mine: str) -> list[int]:
    """The sides, that of this seat first; as they are written for nobody."""
    first = code.side_of[code.seats.index(mine)] if mine else 0
    return [(first + step) % len(code.sides) for step in range(len(code.sides))]


@part
def sides(view: TableView) -> list[Json]:
    """The sides, the viewer's first."""
    table, language, deal = view.table, view.language, view.deal
    code, order = deal.code, side_order(deal.code, view.seat)
    totals = table.match.totals if table.match else (0,) * len(code.sides)
    return [
        {
            "side": code.sides[side],
            "side_name": table_words.side(language, code.sides[side]),
            "mine": bool(view.seat) and side == order[0],
            "total": totals[side],
            "pozzetto": bool(deal.taken >> side & 1),
            "bonus": sum(meld.bonus for meld in deal.melds[side]),
            "points": sum(meld.points for meld in deal.melds[side]),
            "melds": [meld_picture(number, meld, language) for number, meld in enumerate(deal.melds[side], 1)],
        }
        for side in order
    ]


def meld_picture(number: int, meld: Meld, language: Language) -> Json:
    """A meld with its number: the cards as they lie, the one that plays the matta and what it stands for."""
    return {
        "number": number,
        "cards": [format_card(card) for card in meld.cards],
        "name": table_words.meld(language, meld),
        "run": not meld.rank_bit,
        "kind": meld.burraco or "",
        "kind_words": table_words.kind(language, meld.burraco) if meld.burraco else "",
        "bonus": meld.bonus,
        "points": meld.points,
        "matta": format_card(meld.matta) if meld.matta >= 0 else "",
        "stands_for": table_words.stands_for(language, meld),
    }


@part
def hand(view: TableView) -> list[Json] | None:
    """The viewer's own cards in their order; None for who has none, or may not look at them yet."""
    if not view.seat:
        return None
    if view.deal.unseen >> view.seat_number & 1:
        return None
    ticked = list(view.draft.ticked)
    cards = []
    for card in view.draft.order:
        cards.append({"card": format_card(card), "ticked": card in ticked})
        if card in ticked:
            ticked.remove(card)
    return cards


def hand_of(deal_view: View, seat: str) -> tuple[Card, ...]:
    """The cards of a seat as its own view shows them."""
    return unpack(deal_view.deal.hands[deal_view.deal.code.seats.index(seat)])
