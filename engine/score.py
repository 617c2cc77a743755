"""The score of a deal, side by side, down to the card (febur art. 23, fitab art. 18, three-player art. 8).

A deal is scored as the table stands, whatever ended it. Awards beyond the cards belong to the match.
"""

from dataclasses import dataclass

from engine.cards import Card
from engine.deal import Deal
from engine.hand import points, unpack
from engine.melds import Meld


@dataclass(frozen=True, slots=True)
class HandScore:
    """The cards that stayed in a player's hand and what they cost, as a negative number."""

    seat: str
    cards: tuple[Card, ...]
    points: int
    doubled: bool = False
    unseen_pozzetto: bool = False


@dataclass(frozen=True, slots=True)
class SideScore:
    """What one side scored: onori first, then the cards, then what is taken away (negative)."""

    side: str
    melds: tuple[Meld, ...]
    burrachi: int
    closing: int
    cards: int
    hands: tuple[HandScore, ...]
    hand: int
    pozzetto: int

    @property
    def total(self) -> int:
        return self.burrachi + self.closing + self.cards + self.hand + self.pozzetto


def score(deal: Deal) -> tuple[SideScore, ...]:
    """The score of each side, in the order of `deal.code.sides`."""
    return tuple([_side_score(deal, side) for side in range(len(deal.code.sides))])


def totals(deal: Deal) -> tuple[int, ...]:
    """The totals alone."""
    return tuple([side.total for side in score(deal)])


def _side_score(deal: Deal, side: int) -> SideScore:
    code, rules = deal.code, deal.code.rules
    melds = deal.melds[side]
    hands = tuple([_hand_score(deal, seat, opened=bool(melds)) for seat in code.members[side]])
    return SideScore(
        side=code.sides[side],
        melds=melds,
        burrachi=sum([meld.bonus for meld in melds]),
        closing=rules.closing_bonus if deal.closed_by >= 0 and code.side_of[deal.closed_by] == side else 0,
        cards=sum([meld.points for meld in melds]),
        hands=hands,
        hand=sum([hand.points for hand in hands]),
        pozzetto=_pozzetto(deal, side, hands),
    )


def _hand_score(deal: Deal, seat: int, opened: bool) -> HandScore:
    rules = deal.code.rules
    hand = deal.hands[seat]
    unseen = bool(deal.unseen >> seat & 1)
    if unseen and rules.unseen_pozzetto == "flat100":  # counted with the pozzetto, not by its cards
        return HandScore(deal.code.seats[seat], unpack(hand), 0, unseen_pozzetto=True)
    doubled = rules.unopened_double and not opened
    cost = -points(hand) * (2 if doubled else 1)
    return HandScore(deal.code.seats[seat], unpack(hand), cost, doubled and cost < 0, unseen)


def _pozzetto(deal: Deal, side: int, hands: tuple[HandScore, ...]) -> int:
    rules = deal.code.rules
    never_taken = not deal.taken >> side & 1
    never_seen = rules.unseen_pozzetto == "flat100" and any(hand.unseen_pozzetto for hand in hands)
    return -rules.pozzetto_not_taken if never_taken or never_seen else 0
