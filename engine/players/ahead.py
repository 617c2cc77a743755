"""What a turn of the player in turn leads to, in worlds dealt anew: it is played, others play on, and that is judged.

Where only the way to begin a turn is in question, drawing or picking up, the rest of it is played as the club plays it,
from what the player sees then: rollouts would play it worse than it is going to be played.
"""

from typing import Final

from engine.actions import Action, Draw
from engine.cards import Card
from engine.deal import NO_CARD, PLAY, TAKE, Deal
from engine.legal import legal
from engine.players.club import club_weights
from engine.players.rollout import perform, rollout
from engine.players.turns import turns
from engine.players.worth import Judge
from engine.transitions import draw

TAKING_TURNS: Final = 2  # played on after a turn of which only the beginning is in question
PLAYING_TURNS: Final = 4  # after a whole turn


class Ahead:
    """Plays turns out from one view, whose deal this is. What follows a card is planned once for all worlds."""

    __slots__ = ("_deal", "_planned", "_turns")

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._turns = TAKING_TURNS if deal.phase == TAKE else PLAYING_TURNS
        self._planned: dict[Card, tuple[Action, ...]] = {}  # by the card drawn; `NO_CARD` for the pile

    def played_out(self, world: Deal, actions: tuple[Action, ...]) -> float:
        """What these actions of the player in turn lead to in this world, for their side; the world stays as it is."""
        side = world.code.side_of[world.turn]
        deal = world.copy()
        for action in actions:
            perform(deal, action)
        if len(actions) == 1 and self._deal.phase == TAKE and deal.phase == PLAY:
            for action in self._rest(actions[0], deal.drawn):
                perform(deal, action)
        return rollout(deal, side, self._turns)

    def _rest(self, take: Action, drawn: Card) -> tuple[Action, ...]:
        """What the club plays after this way to begin the turn."""
        rest = self._planned.get(drawn)
        if rest is None:
            rest = self._planned[drawn] = self._plan(take, drawn)
        return rest

    def _plan(self, take: Action, drawn: Card) -> tuple[Action, ...]:
        deal = self._deal.copy()
        if isinstance(take, Draw) and drawn != NO_CARD:
            draw(deal, drawn)
        else:
            perform(deal, take)
        options = turns(deal, Judge(deal, club_weights(deal.code)))
        return options[0].actions if options else (legal(deal)[-1],)
