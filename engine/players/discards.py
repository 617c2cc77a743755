"""Which card to discard: the one that costs the hand least and serves the opponents least."""

from engine.additions import extend
from engine.cards import JOKER, VALUES, Card, is_wild
from engine.deal import Deal
from engine.hand import BIT, drop
from engine.melds import Meld
from engine.players.worth import Judge


def cost(deal: Deal, judge: Judge, card: Card) -> float:
    """What discarding this card of the hand costs, in points; the least is the best discard."""
    hand = deal.hands[deal.turn]
    melds = deal.melds[judge.side]
    kept = judge.hand(hand, melds) - judge.hand(drop(hand, card), melds)
    return kept + judge.weights.own_use * _use(deal, judge, melds, card) + danger(deal, judge, card)


def danger(deal: Deal, judge: Judge, card: Card) -> float:
    """What the card in the pile is worth to the opponents."""
    weights = judge.weights
    alive = 1 - judge.outlook.ending * 0.5
    if is_wild(card):
        return weights.danger_matta * alive
    worth = 0.0
    for side, melds in enumerate(deal.melds):
        if side != judge.side:
            fitting = sum([bool(meld.accepts & BIT[card]) for meld in melds])
            worth += _use(deal, judge, melds, card) + fitting * weights.danger_pile * len(deal.pile)
    new = weights.danger_new * _new_meld(deal, judge, card)
    if weights.danger_ready and lies_ready(deal.pile, card):
        new += weights.danger_ready
    if weights.refused:
        new -= weights.refused * _refused_near(deal, card)
    following = deal.code.side_of[(deal.turn + 1) % deal.code.players]
    more = weights.next_taken if deal.taken >> following & 1 else 0.0
    return (weights.danger * worth + new) * alive * (1 + more) + weights.points * VALUES[card]


def _refused_near(deal: Deal, card: Card) -> int:
    """How many cards of its suit, two places away at most, the next player has left in the pile."""
    left = deal.pile[: max(0, len(deal.pile) - deal.code.players + 1)]
    return sum([other // 13 == card // 13 and 0 < abs(other - card) < 3 for other in left])


def _use(deal: Deal, judge: Judge, melds: tuple[Meld, ...], card: Card) -> float:
    """The most that the card adds to one of these melds; 0 if it fits none, or spoils it."""
    grown = [(meld, extend(deal.code.book, meld, (card,))) for meld in melds if meld.accepts & BIT[card]]
    return max([0.0, *[judge.meld(after) - judge.meld(meld) for meld, after in grown if isinstance(after, Meld)]])


def _new_meld(deal: Deal, judge: Judge, card: Card) -> float:
    """How many pairs of unseen cards make a meld with this one; each card counts by its unseen copies, up to 1."""
    unseen = judge.outlook.unseen
    suit, rank = divmod(card, 13)
    first = suit * 13
    around = [_alive(unseen, first, rank + step) for step in (-2, -1, 1, 2)]
    runs = around[0] * around[1] + around[1] * around[2] + around[2] * around[3]
    same = sum([unseen[other * 13 + rank] for other in range(4)])
    sets = same * (same - 1) / 8 if judge.set_ranks >> rank & 1 else 0.0
    return runs + sets


def _alive(unseen: list[int], first: Card, rank: int) -> float:
    """Half the unseen copies of a rank in a suit; the ace lies also above the king, beyond it nothing."""
    if rank == 13:
        rank = 0
    return unseen[first + rank] / 2 if 0 <= rank < 13 else 0.0


def lies_ready(pile: tuple[Card, ...], card: Card) -> bool:
    """Whether this natural card and cards of the pile are a natural meld: three of a rank, or of a suit in a row."""
    if len(pile) < 2:
        return False
    first, rank = card - card % 13, card % 13
    if sum([other < JOKER and other % 13 == rank for other in pile]) > 1:
        return True
    near = {rank} | {other % 13 for other in pile if first <= other < first + 13}
    places = near | ({13} if 0 in near else set())  # the ace lies also above the king
    return any(_in_a_row(places, rank, low) for low in range(12))


def _in_a_row(places: set[int], rank: int, low: int) -> bool:
    row = {low, low + 1, low + 2}
    return row <= places and (rank in row or (rank == 0 and 13 in row))
