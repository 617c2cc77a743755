"""What everybody at the table could remember of a deal: the cards that were picked up and have not been shown since.

A `Game` has the deals before each turn; the table saw all that is read of them here.
"""

from collections.abc import Iterator

from engine.cards import UNKNOWN, Card
from engine.deal import Deal
from engine.hand import EMPTY, Hand, drop, holds, put_all
from engine.table import Game
from engine.view import View, view


def view_with_memory(game: Game, viewer: str) -> View:
    """What the viewer sees of the deal, and what they can remember of it."""
    seen = view(game.deal, viewer)
    return View(seen.viewer, seen.deal, still_held(game))


def still_held(game: Game) -> tuple[Hand, ...]:
    """By seat, the cards of their hand that all have seen them pick up."""
    held = [EMPTY] * game.deal.code.players
    for before, after in _turns(game):
        held[before.turn] = _after_turn(held[before.turn], before, after)
    return tuple(held)


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
