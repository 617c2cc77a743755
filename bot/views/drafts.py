"""How somebody holds their hand: the order they gave it, and the cards they have ticked and not yet played.

A draft is kept for a person at a table, as text, so that it survives a restart. It is what they intend, never a fact:
what the hand no longer holds drops out of it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.cards import Card, Malformed, format_cards, parse_cards
from engine.hand import Hand, drop, holds, size, unpack
from engine.sorting import by_rank, keep_order

BY_SUIT: Final = "suit"
BY_RANK: Final = "rank"
_MOST: Final = 120  # cards; more than there are
_PLAIN: Final[dict[str, Any]] = {"deal": "", "by": BY_SUIT, "target": -1, "menu": "", "stage": -1, "hand_size": 0}


@dataclass(frozen=True, slots=True)
class Draft:
    """The cards in their owner's order, and which of them are ticked; `deal` is a mark of the deal they are of.

    Without an order of their own they lie `by` suit or by rank. `target` is the meld chosen for the ticked cards (0: a
    new one, -1: none chosen) and `menu` what has been opened; both hold for the table's `stage` only, so that they
    close by themselves when something has been played. `hand_size` is how many cards they had when they ticked: with
    fewer they have played since, and what was ticked for that play is ticked no more, though its twin may be there.
    """

    order: tuple[Card, ...] = ()
    ticked: tuple[Card, ...] = ()
    deal: str = ""
    by: str = BY_SUIT
    target: int = -1
    menu: str = ""
    stage: int = -1
    hand_size: int = 0


def format_draft(draft: Draft) -> str:
    cards = {"order": format_cards(draft.order), "ticked": format_cards(draft.ticked)}
    return json.dumps(cards | {name: getattr(draft, name) for name in _PLAIN})


def of_deal(draft: Draft, deal: str) -> Draft:
    """The draft for this deal; of one for another deal only how its owner likes cards sorted."""
    return draft if draft.deal == deal else Draft(by=draft.by, deal=deal)


def parse_draft(text: str) -> Draft:
    """The draft of a text; an empty one where it says nothing that could be read."""
    try:
        found = json.loads(text or "{}")
        plain = {name: type(usual)(found.get(name, usual)) for name, usual in _PLAIN.items()}
        return Draft(parse_some(found["order"]), parse_some(found["ticked"]), **plain)
    except (ValueError, TypeError, KeyError, AttributeError):
        return Draft()


def parse_some(text: str) -> tuple[Card, ...]:
    """The cards of a text from outside. Raises `Malformed`."""
    if len(text) > 2 * _MOST:
        raise Malformed("", "no cards, or too many")
    return parse_cards(text)


def in_hand(draft: Draft, hand: Hand) -> Draft:
    """The draft for the cards held now: new ones come at the end of an order of one's own, else where they belong."""
    rank = draft.by == BY_RANK and not draft.order
    order = by_rank(unpack(hand)) if rank else keep_order(draft.order, hand)
    return replace(draft, order=order, ticked=_still(draft.ticked, hand) if size(hand) >= draft.hand_size else ())


def at_stage(draft: Draft, stage: int) -> Draft:
    """The draft without a target and a menu that were chosen before the table moved on."""
    return draft if draft.stage == stage else replace(draft, target=-1, menu="", stage=stage)


def _still(cards: Sequence[Card], hand: Hand) -> tuple[Card, ...]:
    ticked = []
    for card in cards:
        if holds(hand, card):
            hand = drop(hand, card)
            ticked.append(card)
    return tuple(ticked)
