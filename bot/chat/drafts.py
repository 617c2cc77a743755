"""How somebody holds his hand: the order he gave it, and the cards he has ticked and not yet played.

A draft is kept for a person at a table, as text, so that it survives a restart. It is a wish, never a truth: what the
hand no longer holds drops out of it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card, Malformed, format_cards, parse_cards
from engine.hand import Hand, drop, holds
from engine.sorting import keep_order

_MOST: Final = 120  # cards; more than there are


@dataclass(frozen=True, slots=True)
class Held:
    """The cards in their owner's order, and which of them he has ticked; `deal` is a mark of the deal they are of."""

    order: tuple[Card, ...] = ()
    ticked: tuple[Card, ...] = ()
    deal: str = ""


def format_held(held: Held) -> str:
    return json.dumps({"order": format_cards(held.order), "ticked": format_cards(held.ticked), "deal": held.deal})


def parse_held(text: str) -> Held:
    """The draft of a text; an empty one where it says nothing that could be read."""
    try:
        found = json.loads(text or "{}")
        return Held(parse_some(found["order"]), parse_some(found["ticked"]), str(found["deal"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        return Held()


def parse_some(text: str) -> tuple[Card, ...]:
    """The cards of a text from outside. Raises `Malformed`."""
    if len(text) > 2 * _MOST:
        raise Malformed("", "no cards, or too many")
    return parse_cards(text)


def in_hand(held: Held, hand: Hand) -> Held:
    """The draft for the cards held now: new ones come at the end."""
    return Held(keep_order(held.order, hand), _still(held.ticked, hand), held.deal)


def _still(cards: Sequence[Card], hand: Hand) -> tuple[Card, ...]:
    kept = []
    for card in cards:
        if holds(hand, card):
            hand = drop(hand, card)
            kept.append(card)
    return tuple(kept)
