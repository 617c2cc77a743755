"""The lays of one turn, looked through in order of promise: which way of laying leaves the best position?

Only what the player knows is looked at; a pozzetto taken in diretta ends the look ahead.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.actions import Add, Lay
from engine.deal import Deal
from engine.hand import BIT, Hand, unknown
from engine.legal import lays
from engine.melds import HIGH_ACE, LOW_ACE, card_at
from engine.play import Step, advance
from engine.players.worth import Judge

WIDTH: Final = 3  # positions followed after each lay
DEPTH: Final = 14  # lays in one turn
NEVER: Final = float("-inf")


@dataclass(frozen=True, slots=True)
class Plan:
    """The best found: its worth, and the lay to begin with; None to lay nothing."""

    worth: float
    first: Lay | Add | None


@dataclass(frozen=True, slots=True)
class _Reached:
    worth: float
    deal: Deal
    first: Lay | Add | None


def best_plan(deal: Deal, judge: Judge, may_stop: bool) -> Plan:
    """The best way to lay in this position of the phase play; `may_stop`: laying nothing is a way too."""
    best = _Reached(judge.position(deal) if may_stop else NEVER, deal, None)
    frontier = [best]
    seen: set[tuple[Hand, tuple[object, ...]]] = set()
    for _ in range(DEPTH):
        reached = [after for before in frontier for after in _after(before, judge, seen)]
        reached.sort(key=_worth, reverse=True)
        frontier = reached[:WIDTH]
        if not frontier:
            break
        if frontier[0].worth > best.worth:
            best = frontier[0]
    return Plan(best.worth, best.first)


def _worth(reached: _Reached) -> float:
    return reached.worth


def _after(before: _Reached, judge: Judge, seen: set[tuple[Hand, tuple[object, ...]]]) -> Iterator[_Reached]:
    """The positions one lay further that nobody has looked at."""
    deal = before.deal
    if unknown(deal.hands[deal.turn]) > judge.unknown:  # a pozzetto was taken
        return
    for action in candidates(deal):
        step = advance(deal, action)
        if not isinstance(step, Step):
            continue
        key = step.deal.hands[deal.turn], step.deal.melds[judge.side]
        if key not in seen:
            seen.add(key)
            yield _Reached(judge.position(step.deal), step.deal, before.first or action)


def candidates(deal: Deal) -> list[Lay | Add]:
    """The small steps; where an opening may not be added to in its turn, larger openings too."""
    found = lays(deal)
    if deal.code.clean_opening and not deal.melds[deal.code.side_of[deal.turn]]:
        hand = deal.hands[deal.turn]
        return [*found, *_long_runs(hand), *_wide_sets(hand)]
    return found


def _long_runs(hand: Hand) -> Iterator[Lay]:
    """Every natural run of four cards or more in the hand."""
    for suit in range(4):
        for low in range(LOW_ACE, HIGH_ACE - 2):
            cards = []
            for place in range(low, HIGH_ACE + 1):
                card = card_at(suit, place)
                if not hand & BIT[card] or card in cards:
                    break
                cards.append(card)
                if len(cards) > 3:
                    yield Lay(tuple(cards))


def _wide_sets(hand: Hand) -> Iterator[Lay]:
    """Every set of four different suits in the hand; ranks that form no set are refused later."""
    for rank in range(13):
        cards = tuple([suit * 13 + rank for suit in range(4)])
        if all([hand & BIT[card] for card in cards]):
            yield Lay(cards)
