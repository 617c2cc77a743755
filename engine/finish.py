"""The two questions behind every lay: may this side close, and can this turn still end legally?

With them no player ever stands without a legal way to end their turn: a lay that would lead there is refused before it
happens.
"""

from engine.cards import UNKNOWN, Card, is_wild
from engine.deal import Deal
from engine.hand import BIT, Hand, size, unpack
from engine.melds import Meld
from engine.refusal import Reason

CLEAN = ("pulito", "super", "reale")


def has_burraco(melds: tuple[Meld, ...]) -> bool:
    return any(meld.burraco is not None for meld in melds)


def burraco_missing(deal: Deal, melds: tuple[Meld, ...]) -> Reason | None:
    """Why these melds do not allow the side to close, or None where they do."""
    if deal.code.rules.close_needs == "any":
        return None if has_burraco(melds) else Reason.CLOSING_NO_BURRACO
    if any(meld.burraco in CLEAN for meld in melds):
        return None
    return Reason.CLOSING_NOT_CLEAN if has_burraco(melds) else Reason.CLOSING_NO_BURRACO


def last_card_refused(deal: Deal, card: Card, melds: tuple[Meld, ...]) -> Reason | None:
    """Why the player in turn may not discard this card as their last one, with these melds on their side's table."""
    if card == UNKNOWN:
        return None
    if card == deal.forbidden:
        return Reason.SINGLE_CARD_PILE
    if deal.pozzetto_left(deal.turn) or deal.code.rules.zero_hand == "allow":
        return None
    missing = burraco_missing(deal, melds)
    if missing is not None:
        return missing
    return None if may_end_with(deal, card) else Reason.CLOSING_MATTA


def may_end_with(deal: Deal, card: Card) -> bool:
    """Whether a closing may discard this card: no wild one, in any printed code."""
    return deal.code.rules.wild_closing_discard or not is_wild(card)


def closes(deal: Deal, card: Card, melds: tuple[Meld, ...]) -> bool:
    """Whether discarding this last card is a closing (in three-player one may also just run out of cards)."""
    return not deal.pozzetto_left(deal.turn) and may_end_with(deal, card) and burraco_missing(deal, melds) is None


def dead_end(deal: Deal, hand: Hand, melds: tuple[Meld, ...], frozen: int) -> Reason | None:
    """Why the turn could not end legally after a lay that leaves this hand and these melds; None where it could.

    `frozen` is the number of the meld that may not change this turn, 0 if there is none.
    """
    left = size(hand)
    if left >= 2:
        return None
    if left == 0:
        return None if deal.pozzetto_left(deal.turn) else Reason.CLOSING_NO_DISCARD
    card = unpack(hand)[0]
    refused = last_card_refused(deal, card, melds)
    if refused is None:
        return None
    if deal.pozzetto_left(deal.turn):  # the card may still be laid, which takes the pozzetto in diretta
        for number, meld in enumerate(melds, 1):
            if number != frozen and meld.accepts & BIT[card]:
                return None
    return refused
