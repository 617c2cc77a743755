"""The player of the club: judges as `heuristic` does, but a whole turn at once, and sees what lies in the pile.

Laying and discarding are weighed together, so that a lay is not praised for a discard it makes dear; and a card that
makes a meld with two of the pile is not given away. What things are worth to it where a deal is a race is learned from
deals against itself (`club.json`, `make weights`); elsewhere it has the heuristic player's figures but for a few.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any, Final

from engine.actions import Action
from engine.code import Code
from engine.deal import TAKE, Deal
from engine.legal import legal
from engine.players.turns import WholeTurn, takes, turns
from engine.players.weights import RACE, Weights, weights_for
from engine.players.worth import Judge
from engine.view import View

STUCK: Final = 0.0
MAY_CLOSE: Final = 180.0
DANGER_READY: Final = 60.0


@cache  # a few codes
def club_weights(code: Code) -> Weights:
    """Its figures for this code of play and number of players."""
    usual = weights_for(code)
    return replace(usual, **_learned()) if usual == RACE else unlearned(usual)


def unlearned(usual: Weights) -> Weights:
    """What it had before it learned, and learns from."""
    return replace(usual, stuck=STUCK, may_close=MAY_CLOSE, danger_ready=DANGER_READY)


def _learned() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(files("engine.players").joinpath("club.json").read_text("utf-8"))["weights"]
    return found


def weighed(
    deal: Deal, actions: list[Action], late: Callable[[], bool] | None = None, weights: Weights | None = None
) -> list[WholeTurn]:
    """The turns that the club player sees, the best by its judgement first; of one that begins only how it begins.

    `actions`: all that are legal. `late`: as of `Judge`. `weights`: others than the club player's own.
    """
    judge = Judge(deal, weights or club_weights(deal.code), late)
    return takes(deal, judge, actions) if deal.phase == TAKE else turns(deal, judge)


class Club:
    """Weighs every turn it can see; it leaves nothing to chance. `weights`: others than its own."""

    __slots__ = ("_weights",)

    def __init__(self, _seed: int, weights: Weights | None = None) -> None:
        self._weights = weights

    def choose(self, seen: View) -> Action:
        deal = seen.deal
        actions = legal(deal)
        if len(actions) == 1:
            return actions[0]
        options = weighed(deal, actions, weights=self._weights)
        return options[0].actions[0] if options else actions[-1]
