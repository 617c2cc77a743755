"""Deals that players play on to their end, for whoever learns from how they end."""

from collections.abc import Sequence

from engine.deal import TAKE, Deal
from engine.play import Step, advance
from engine.players import Player
from engine.transitions import is_stallo
from engine.view import view


def to_the_end(deal: Deal, players: Sequence[Player]) -> Deal:
    """The deal as these players end it, by seat; or as it stands where cards are swapped for ever."""
    while not (deal.is_over or (deal.phase == TAKE and is_stallo(deal))):
        step = advance(deal, players[deal.turn].choose(view(deal, deal.seat)))
        assert isinstance(step, Step)
        deal = step.deal
    return deal
