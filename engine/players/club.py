"""The player of the club: judges as `heuristic` does, but a whole turn at once, and sees what lies in the pile.

Laying and discarding are weighed together, so that a lay is not praised for a discard it makes dear; and a card that
makes a meld with two of the pile is not given away.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from engine.actions import Action
from engine.code import Code
from engine.deal import TAKE, Deal
from engine.legal import legal
from engine.players.turns import WholeTurn, takes, turns
from engine.players.weights import Weights, weights_for
from engine.players.worth import Judge
from engine.view import View

STUCK: Final = 0.0
MAY_CLOSE: Final = 180.0
DANGER_READY: Final = 60.0


@cache  # a few codes
def club_weights(code: Code) -> Weights:
    """Its figures for this code of play and number of players."""
    return replace(weights_for(code), stuck=STUCK, may_close=MAY_CLOSE, danger_ready=DANGER_READY)


def weighed(deal: Deal, actions: list[Action], late: Callable[[], bool] | None = None) -> list[WholeTurn]:
    """The turns that the club player sees, the best by its judgement first; of one that begins only how it begins.

    `actions`: all that are legal. `late`: as of `Judge`.
    """
    judge = Judge(deal, club_weights(deal.code), late)
    return takes(deal, judge, actions) if deal.phase == TAKE else turns(deal, judge)


class Club:
    """Weighs every turn it can see; it leaves nothing to chance."""

    __slots__ = ()

    def __init__(self, seed: int) -> None:
        pass

    def choose(self, seen: View) -> Action:
        deal = seen.deal
        actions = legal(deal)
        if len(actions) == 1:
            return actions[0]
        options = weighed(deal, actions)
        return options[0].actions[0] if options else actions[-1]
