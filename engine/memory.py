"""What everybody at the table could remember of a deal: who holds which cards that were picked up, who left which pile.

A `Game` has the deals before each turn; the table saw all that is read of them here.
"""

from collections.abc import Iterator

from engine.actions import PICK_UP
from engine.cards import UNKNOWN, Card
from engine.deal import Deal
from engine.hand import EMPTY, Hand, drop, holds, put_all
from engine.legal import takes
from engine.table import Game
from engine.view import View, view


def view_with_memory(game: Game, viewer: str) -> View:
    """What the viewer sees of the deal, and what they can remember of it."""
    seen = view(game.deal, viewer)
    return View(seen.viewer, seen.deal, still_held(game), left_lying(game))


def still_held(game: Game) -> tuple[Hand, ...]:
    """By seat, the cards of their hand that all have seen them pick up."""
    held = [EMPTY] * game.deal.code.players
    for before, after in _turns(game):
        held[before.turn] = _after_turn(held[before.turn], before, after)
    return tuple(held)


def left_lying(game: Game) -> tuple[int, ...]:
    """By seat, how many cards of the pile they left there in their last turn, from the bottom of what lies there now.

    0 where that tells nothing of their hand: somebody has picked these cards up since, or they could not have; or they
    have taken a pozzetto since.
    """
    left = [0] * game.deal.code.players
    for before, after in _turns(game):
        if picked_up(before, after):
            left = [0] * game.deal.code.players
        else:
            tells = before.taken == after.taken and PICK_UP in takes(before)
            left[before.turn] = len(before.pile) if tells else 0
    return tuple(left)


def _turns(game: Game) -> Iterator[tuple[Deal, Deal]]:
    """The deal before and after each turn, the one in progress included."""
    begun = [*game.turns, *game.draft[:1]]
    yield from zip(begun, [*begun[1:], game.deal], strict=False)


def _after_turn(held: Hand, before: Deal, after: Deal) -> Hand:
    if picked_up(before, after):
        held = put_all(held, before.pile)
    for card in _shown(before, after):
        if card != UNKNOWN and holds(held, card):
            held = drop(held, card)
    return held


def picked_up(before: Deal, after: Deal) -> bool:
    """Whether the turn has taken the pile: whoever draws leaves the stock shorter, whoever declines ends the deal."""
    declined = after.is_over and after.pile == before.pile
    return len(after.stock) == len(before.stock) and not declined


def _shown(before: Deal, after: Deal) -> list[Card]:
    """The cards that left the hand: laid down, and discarded."""
    ended = after.turn != before.turn or after.is_over
    return [*laid(before, after), *after.pile[-1:]] if ended else laid(before, after)


def laid(before: Deal, after: Deal) -> list[Card]:
    """The cards that came to the melds of the side in turn."""
    side = before.code.side_of[before.turn]
    cards = [card for meld in after.melds[side] for card in meld.cards]
    for meld in before.melds[side]:
        for card in meld.cards:
            cards.remove(card)
    return cards
