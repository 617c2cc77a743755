"""Rollouts: a world played on by `quick` at every seat, on a deal that changes where it stands, and then judged."""

from collections.abc import Iterable

from engine.actions import Action, Add, Decline, Discard, Draw, Lay, PickUp
from engine.additions import extend
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.hand import drop, drop_all
from engine.legal import pick_up
from engine.melds import Meld
from engine.players.quick import quick_step
from engine.players.value import difference, value
from engine.transitions import add, decline, discard, draw, lay


def rollout(deal: Deal, side: int, turns: int) -> float:
    """What the side has gained over the others after so many more turns, or at the end. The deal is used up."""
    play_on(deal, turns)
    return difference(deal, side) if deal.phase == OVER else value(deal, side)


def play_on(deal: Deal, turns: int) -> None:
    """So many more turns, or all that are left. One in progress is played to its end first, and not counted."""
    left = turns + (deal.phase == PLAY)
    while deal.phase != OVER:
        if deal.phase == TAKE:
            if left <= 0:
                return
            left -= 1
        perform(deal, quick_step(deal))


def performed(deal: Deal, actions: Iterable[Action]) -> Deal:
    """The deal after small steps that are known to be legal; the one that was given stays as it is."""
    new = deal.copy()
    for action in actions:
        perform(new, action)
    return new


def perform(deal: Deal, action: Action) -> None:
    """Do a small step that is known to be legal."""
    hand = deal.hands[deal.turn]
    if isinstance(action, Discard):
        discard(deal, action.card, drop(hand, action.card))
    elif isinstance(action, Draw):
        draw(deal, deal.stock[0])
    elif isinstance(action, PickUp):
        pick_up(deal)
    elif isinstance(action, Add):
        meld = deal.melds[deal.code.side_of[deal.turn]][action.meld - 1]
        grown = extend(deal.code.book, meld, action.cards, action.end)
        assert isinstance(grown, Meld)
        add(deal, action.meld, grown, drop_all(hand, action.cards))
    elif isinstance(action, Lay):
        laid = deal.code.book.lay(action.cards)
        assert isinstance(laid, Meld)
        lay(deal, laid, drop_all(hand, action.cards))
    elif isinstance(action, Decline):
        decline(deal)
    else:
        raise AssertionError(f"{action} is no small step")
