"""What a player can conclude from their view: which cards may still come, and how soon the deal may end."""

from typing import Final

from engine.cards import JOKER, PACK
from engine.deal import TAKE, Deal
from engine.finish import burraco_missing
from engine.hand import size, unknown, unpack
from engine.melds import BURRACO, Meld
from engine.players.weights import ALMOST, THREAT, THREAT_LONG, Weights

STOCK: Final = 41.0  # cards in the stock as four players begin


class Outlook:
    """The prospects of the seat in turn. `unseen`: by card, the copies that neither hand, pile nor table show.

    `early`: the share of a stock that is left to the others.
    """

    def __init__(self, deal: Deal, weights: Weights) -> None:
        code = deal.code
        self.side = code.side_of[deal.turn]
        self.opponents = tuple([seat for seat in range(code.players) if code.side_of[seat] != self.side])
        self.unseen = unseen_copies(deal)
        left = len(deal.stock) - code.reserve - (deal.phase == TAKE)
        self.left = max(left, 0)  # cards of the stock for the others, after this turn
        self.early = self.left / STOCK
        self.ending = self._ending(deal, weights.threat)
        turns = (1 - self.ending) * self.left / len(code.sides)
        hope = turns / (turns + weights.slowness)  # that one card hoped for arrives in time
        self.hopes = tuple([hope**needed for needed in range(BURRACO + 1)])

    def _ending(self, deal: Deal, often: float) -> float:
        """How likely the deal ends before this player's next turn."""
        if self.left == 0 and deal.code.reserve:
            return 1.0
        if deal.lap and deal.turn not in deal.lap[1:]:
            return 1.0
        stock = 0.85 if self.left < deal.code.players else 0.0
        return max([stock, *[self._threat(deal, seat, often) for seat in self.opponents]])

    def _threat(self, deal: Deal, seat: int, often: float) -> float:
        """How likely this opponent closes in their next turn."""
        side = deal.code.side_of[seat]
        if not deal.taken >> side & 1:
            return 0.01
        cards = size(deal.hands[seat])
        threat = min(1.0, often * (THREAT[cards] if cards < len(THREAT) else THREAT_LONG))
        if burraco_missing(deal, deal.melds[side]) is None:
            return threat
        return threat * ALMOST if any(_almost(deal, meld) for meld in deal.melds[side]) else 0.02


def _almost(deal: Deal, meld: Meld) -> bool:
    """Whether one more card makes this meld the burraco that closing needs."""
    return len(meld.cards) == BURRACO - 1 and (deal.code.rules.close_needs == "any" or meld.matta < 0)


def unseen_copies(deal: Deal) -> list[int]:
    """By card, how many copies this view does not show."""
    copies = list(_COPIES)
    for card in deal.pile:
        copies[card] -= 1
    for hand in deal.hands:
        for card in () if unknown(hand) else unpack(hand):
            copies[card] -= 1
    for side in deal.melds:
        for meld in side:
            for card in meld.cards:
                copies[card] -= 1
    return copies


_COPIES: tuple[int, ...] = tuple(PACK.count(card) for card in range(JOKER + 1))
