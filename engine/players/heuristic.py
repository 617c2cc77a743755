"""A player that thinks: clean burrachi, careful discards, the pozzetto in time, and closing when it pays.

It looks at its own lays of the turn and judges where they lead (`plan`, `worth`), with the figures of `weights`.
"""

from engine.actions import DRAW, Action, Discard
from engine.deal import TAKE, Deal
from engine.legal import legal, must_lay
from engine.play import Step, advance
from engine.players.discards import cost, danger
from engine.players.plan import best_plan
from engine.players.weights import Weights, weights_for
from engine.players.worth import Judge
from engine.stream import Stream
from engine.view import View


class Heuristic:
    """Weighs every lay it can see; chance decides only between equal discards."""

    __slots__ = ("_stream", "_weights")

    def __init__(self, seed: int, weights: Weights | None = None) -> None:
        self._stream = Stream(seed)
        self._weights = weights

    def choose(self, seen: View) -> Action:
        deal = seen.deal
        actions = legal(deal)
        if len(actions) == 1:
            return actions[0]
        judge = Judge(deal, self._weights or weights_for(deal.code))
        if deal.phase == TAKE:
            return _take(deal, judge, actions)
        discards = [action for action in actions if isinstance(action, Discard)]
        if len(discards) < len(actions):
            lay = best_plan(deal, judge, may_stop=bool(discards)).first
            if lay is not None:
                return lay
        return self._discard(deal, judge, discards)

    def _discard(self, deal: Deal, judge: Judge, discards: list[Discard]) -> Discard:
        costs = [cost(deal, judge, discard.card) for discard in discards]
        least = min(costs)
        return self._stream.choice([discards[at] for at, found in enumerate(costs) if found == least])


def _take(deal: Deal, judge: Judge, actions: list[Action]) -> Action:
    """The pile if the turn is worth more with it; leaving it lets the opponents have it."""
    best, most = actions[-1], _without_taking(deal, judge)
    for action in actions:
        step = advance(deal, action)
        if isinstance(step, Step) and not step.deal.is_over:
            worth = best_plan(step.deal, judge, may_stop=not must_lay(step.deal)).worth
            if action is DRAW:
                worth += judge.weights.draw
                worth -= judge.weights.deny * sum([danger(deal, judge, card) for card in deal.pile])
            if worth > most:
                best, most = action, worth
    return best


def _without_taking(deal: Deal, judge: Judge) -> float:
    """The worth of ending the deal by taking nothing, at an exhausted stock; nothing else where that is not allowed."""
    return judge.position(deal) if deal.stock_exhausted else float("-inf")
