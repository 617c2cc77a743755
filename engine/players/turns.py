"""Complete turns: the ways of laying and then discarding that are worth a closer look, best first by judgement.

A turn that takes a pozzetto in diretta ends there for now: what comes next depends on cards nobody has seen.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.actions import DRAW, Action, Discard
from engine.deal import Deal
from engine.hand import Hand, unknown
from engine.legal import legal, must_lay
from engine.melds import Meld
from engine.play import Step, advance
from engine.players.discards import cost, danger
from engine.players.plan import DEPTH, best_plan, candidates
from engine.players.worth import Judge, matte

WIDTH: Final = 4  # positions followed after each lay
ENDS: Final = 5  # ways of laying that are kept
DISCARDS: Final = 3  # discards after each of them


Reached: TypeAlias = tuple[Hand, frozenset[Meld]]  # in whatever order the melds were laid


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """Actions in a row, and what they are worth by judgement alone."""

    worth: float
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class _Laid:
    worth: float
    deal: Deal
    actions: tuple[Action, ...]


def takes(deal: Deal, judge: Judge, actions: list[Action]) -> list[WholeTurn]:
    """The ways to begin a turn, best first; judged by the best way to lay then."""
    found: list[WholeTurn] = []
    for action in actions:
        step = advance(deal, action)
        assert isinstance(step, Step)
        if step.deal.is_over:
            found.append(WholeTurn(judge.position(deal), (action,)))
            continue
        worth = best_plan(step.deal, judge, may_stop=not must_lay(step.deal)).worth
        if action is DRAW:
            worth += judge.weights.draw + judge.weights.early_pile * judge.outlook.early * len(deal.pile)
            worth -= judge.weights.deny * sum([danger(deal, judge, card) for card in deal.pile])
        found.append(WholeTurn(worth, (action,)))
    found.sort(key=_worth, reverse=True)
    return found


def turns(deal: Deal, judge: Judge) -> list[WholeTurn]:
    """The turns to choose among in this position of the phase play, best first.

    Whether to spend a matta is the question on which judgement errs most, so the best way of laying for each number of
    matte left in the hand is among them, though with its best discard alone.
    """
    found: list[WholeTurn] = []
    ways, left_over = 0, set[int]()
    for laid in sorted(_lays(deal, judge), key=_worth, reverse=True):
        left = matte(laid.deal.hands[laid.deal.turn])
        if ways >= ENDS and left in left_over:
            continue
        ended = _ended(laid, judge, DISCARDS if ways < ENDS else 1)
        if ended:
            found += ended
            ways += 1
            left_over.add(left)
    found.sort(key=_worth, reverse=True)
    return found


def _worth(one: WholeTurn | _Laid) -> float:
    return one.worth


def _lays(deal: Deal, judge: Judge) -> list[_Laid]:
    """Every position of this turn that the beam comes through, the first one included."""
    frontier = [_Laid(judge.position(deal), deal, ())]
    found = frontier[:]
    seen: set[Reached] = set()
    for _ in range(DEPTH):
        reached = [after for before in frontier for after in _after(before, judge, seen)]
        reached.sort(key=_worth, reverse=True)
        frontier = reached[:WIDTH]
        if not frontier:
            break
        found += frontier
    return found


def _after(before: _Laid, judge: Judge, seen: set[Reached]) -> list[_Laid]:
    if _took_pozzetto(before.deal, judge):
        return []
    found: list[_Laid] = []
    for action in candidates(before.deal):
        step = advance(before.deal, action)
        if not isinstance(step, Step):
            continue
        key = step.deal.hands[step.deal.turn], frozenset(step.deal.melds[judge.side])
        if key not in seen:
            seen.add(key)
            found.append(_Laid(judge.position(step.deal), step.deal, (*before.actions, action)))
    return found


def _took_pozzetto(deal: Deal, judge: Judge) -> bool:
    return unknown(deal.hands[deal.turn]) > judge.unknown


def _ended(laid: _Laid, judge: Judge, most: int) -> list[WholeTurn]:
    """The turns that lay so: with so many of the best discards."""
    if _took_pozzetto(laid.deal, judge):
        return [WholeTurn(laid.worth, laid.actions)]
    discards = [action for action in legal(laid.deal) if isinstance(action, Discard)]
    priced = sorted([(cost(laid.deal, judge, action.card), action.card) for action in discards])
    return [WholeTurn(laid.worth - price, (*laid.actions, Discard(card))) for price, card in priced[:most]]
