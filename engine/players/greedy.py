"""The player that lays whatever it can at once, the most points first, and thinks of nothing else."""

from engine.actions import DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.additions import extend
from engine.cards import Card, is_wild, value
from engine.deal import TAKE, Deal
from engine.hand import BIT, SECOND, Hand
from engine.legal import lays, legal, picked_up
from engine.melds import Meld
from engine.stream import Stream
from engine.view import View


class Greedy:
    """Picks the pile up if that lets it lay a card of it; lays all it can; discards a card that goes with no other."""

    __slots__ = ("_stream",)

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed)

    def choose(self, seen: View) -> Action:
        deal = seen.deal
        actions = legal(deal)
        if deal.phase == TAKE:
            return _take(deal, actions)
        laying = [action for action in actions if isinstance(action, Lay | Add)]
        if laying:
            return max(laying, key=lambda action: _worth(deal, action))
        return self._discard(deal, [action for action in actions if isinstance(action, Discard)])

    def _discard(self, deal: Deal, discards: list[Discard]) -> Discard:
        hand = deal.hands[deal.turn]
        costs = [_cost(hand, discard.card) for discard in discards]
        cheapest = min(costs)
        return self._stream.choice([discards[at] for at, cost in enumerate(costs) if cost == cheapest])


def _take(deal: Deal, actions: list[Action]) -> Action:
    if PICK_UP in actions and _lays_from_pile(deal):
        return PICK_UP
    return DRAW if DRAW in actions else actions[-1]


def _lays_from_pile(deal: Deal) -> bool:
    return any(card in deal.pile for action in lays(picked_up(deal)) for card in action.cards)


def _worth(deal: Deal, action: Lay | Add) -> int:
    """Points and bonus that the lay brings."""
    book = deal.code.book
    if isinstance(action, Lay):
        laid = book.lay(action.cards)
        return laid.points + laid.bonus if isinstance(laid, Meld) else 0
    before = deal.melds[deal.code.side_of[deal.turn]][action.meld - 1]
    grown = extend(book, before, action.cards, action.end)
    return grown.points + grown.bonus - before.points - before.bonus if isinstance(grown, Meld) else 0


def _cost(hand: Hand, card: Card) -> tuple[bool, int, int]:
    """Sorting key of discards: no matta, the fewest cards that go with it, the most points."""
    return is_wild(card), _company(hand, card), -value(card)


def _company(hand: Hand, card: Card) -> int:
    """How many cards of the hand are of its rank, or of its suit within two places."""
    rank, first = card % 13, card - card % 13
    if is_wild(card):
        return 0
    same = sum([bool(hand & BIT[suit * 13 + rank]) for suit in range(4)]) - 1 + bool(hand & BIT[card] << SECOND)
    near = sum([bool(hand & BIT[first + other]) for other in range(max(0, rank - 2), min(13, rank + 3))]) - 1
    return same + near
