"""What a position is worth between two turns, learned from deals that computer players have played out.

A side is worth the sum of its features, each times a weight of `value.json` (`make value` learns them anew). All hands
are looked at: this is asked of worlds, in which every card is known.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Final

from engine.deal import Deal
from engine.finish import burraco_missing
from engine.hand import CARDS, SECOND, Hand, size
from engine.melds import ALL_NATURAL, BURRACO
from engine.players.outlook import STOCK
from engine.players.quick import pile_gain
from engine.players.worth import hand_points, matte, neighbours, same_ranks
from engine.score import totals
from engine.words import Word, bits

_ALL_RANKS: Final = (1 << 13) - 1


def features(deal: Deal, side: int) -> list[float]:
    """What is looked at of a side. Every figure stands twice: as it is, and by how much of the stock is left."""
    points = bonus = 0
    accepts: Word = 0
    ranks: Word = _ALL_RANKS
    short = [0.0] * (2 * BURRACO)  # melds by number of cards, first clean ones, then those with a matta
    for meld in deal.melds[side]:
        points += meld.points
        bonus += meld.bonus
        accepts |= meld.accepts
        ranks &= ~meld.rank_bit
        cards = len(meld.cards)
        if cards < BURRACO:
            short[cards + BURRACO * (meld.matta >= 0)] += 1
    fitting = wild = beside = equal = cost = 0
    sizes: list[int] = []
    for seat in deal.code.members[side]:
        hand = deal.hands[seat]
        sizes.append(size(hand))
        natural: Word = hand & ALL_NATURAL
        fitting += bits(natural & accepts)
        wild += matte(hand)
        beside += neighbours(hand)
        equal += same_ranks(hand, ranks)
        cost += hand_points(hand)
    closing = burraco_missing(deal, deal.melds[side]) is None
    taken = bool(deal.taken >> side & 1)
    soon = 1 / (1 + min(sizes))
    turn = deal.code.side_of[deal.turn] == side
    pile = max(0, pile_gain(deal.pile, deal.hands[deal.turn], deal.melds[side])) if turn else 0
    found = [
        points, bonus, closing, taken,
        *short[3:BURRACO], *short[3 + BURRACO :],
        fitting, wild, beside, equal, cost, min(sizes), max(sizes),
        soon * (closing and taken), soon * (not taken), soon * (taken and not closing),
        turn, turn * soon * (closing and taken), turn * fitting, pile, _with_others(deal, side, accepts & ALL_NATURAL),
    ]  # fmt: skip
    left = len(deal.stock) / STOCK
    return [*found, *[one * left for one in found]]


def _with_others(deal: Deal, side: int, cards: Hand) -> int:
    """How many of these cards the others have in their hands, who will hardly discard them."""
    wanted: Word = cards
    found = 0
    for seat in range(deal.code.players):
        if deal.code.side_of[seat] != side:
            once: Word = deal.hands[seat] & CARDS
            twice: Word = deal.hands[seat] >> SECOND & CARDS
            found += bits(once & wanted) + bits(twice & wanted)
    return found


@cache
def weights() -> tuple[float, ...]:
    return tuple(json.loads(files("engine.players").joinpath("value.json").read_text("utf-8"))["weights"])


def value(deal: Deal, side: int) -> float:
    """The Match Points of the side less the mean of the others', expected of a turn that is about to begin."""
    points = [_times(weights(), features(deal, one)) for one in range(len(deal.melds))]
    return less_others(points, side)


def _times(weights: tuple[float, ...], figures: list[float]) -> float:
    total = 0.0
    for at in range(len(figures)):  # by number: compiled, nothing is made of the pairs
        total += weights[at] * figures[at]
    return total


def difference(deal: Deal, side: int) -> float:
    """The Match Points of a side less the mean of the others', as the table stands."""
    return less_others([float(total) for total in totals(deal)], side)


def less_others(points: list[float], side: int) -> float:
    """The figure of a side less the mean of the others'."""
    return points[side] - (sum(points) - points[side]) / (len(points) - 1)
