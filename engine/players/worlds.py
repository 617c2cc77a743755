"""Worlds: deals that look the same to a player, with the cards that they cannot see dealt anew.

A pile that somebody left says a little about their hand: a world in which they would have wanted it is half as likely.
"""

from typing import Final

from engine.cards import JOKER, UNKNOWN, Card
from engine.deal import Deal
from engine.hand import Hand, pack, put_all, size, unknown, unpack
from engine.players.outlook import unseen_copies
from engine.players.quick import pile_gain
from engine.stream import Stream
from engine.view import View

TELLING: Final = 3  # cards of a hand at least that a pile tells of which it left: those of a shorter one are mostly new
HALF: Final = 2  # one in so many worlds is kept in which a hand would have wanted the pile that it left


class Unseen:
    """What a view leaves open: the cards it does not show, what hidden hands are known to hold, and what they left."""

    def __init__(self, seen: View) -> None:
        deal = seen.deal
        self.deal = deal
        copies = unseen_copies(deal)
        self.held = [_held(deal, seat, seen.held) for seat in range(deal.code.players)]
        for cards in self.held:
            for card in cards:
                copies[card] -= 1
        self.left = [
            (seat, deal.pile[:cards])
            for seat, cards in enumerate(seen.left)
            if cards and unknown(deal.hands[seat]) == size(deal.hands[seat]) >= TELLING
        ]
        self.cards: list[Card] = []
        for card in range(JOKER + 1):
            self.cards += [card] * copies[card]


def _held(deal: Deal, seat: int, held: tuple[Hand, ...]) -> tuple[Card, ...]:
    """The cards of a hidden hand that are remembered."""
    hand = deal.hands[seat]
    return unpack(held[seat]) if held and unknown(hand) == size(hand) else ()


def deal_anew(unseen: Unseen, stream: Stream) -> Deal:
    """A deal that this view is a view of.

    Each way to deal the hidden cards is equally likely, but half as likely for each hand that would have wanted a pile
    that was left (docs/players.md has what this was measured by).
    """
    world = _dealt_evenly(unseen, stream)
    while not _is_believed(world, unseen, stream):
        world = _dealt_evenly(unseen, stream)
    return world


def _is_believed(world: Deal, unseen: Unseen, stream: Stream) -> bool:
    return all(not (would_want(world, seat, pile) and stream.below(HALF)) for seat, pile in unseen.left)


def would_want(world: Deal, seat: int, pile: tuple[Card, ...]) -> bool:
    """Whether by simple rules this seat picks such a pile up."""
    return pile_gain(pile, world.hands[seat], world.melds[world.code.side_of[seat]]) > 0


def _dealt_evenly(unseen: Unseen, stream: Stream) -> Deal:
    seen = unseen.deal
    cards = shuffled(unseen.cards, stream)
    world = seen.copy()
    world.hands = [_filled(hand, held, cards) for hand, held in zip(seen.hands, unseen.held, strict=True)]
    world.pozzetti = tuple([_dealt(pozzetto, cards) for pozzetto in seen.pozzetti])
    world.stock = _dealt(seen.stock, cards)
    return world


def shuffled(cards: list[Card], stream: Stream) -> list[Card]:
    """The cards in another order."""
    mixed = cards[:]
    for place in range(len(mixed) - 1, 0, -1):
        other = stream.below(place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return mixed


def _filled(hand: Hand, held: tuple[Card, ...], cards: list[Card]) -> Hand:
    """The hand with the cards it is known to hold, and cards from the end of the list for the other unknown ones."""
    missing = unknown(hand) - len(held)
    if not unknown(hand):
        return hand
    known = pack([card for card in unpack(hand) if card != UNKNOWN])
    return put_all(known, [*held, *[cards.pop() for _ in range(missing)]])


def _dealt(heap: tuple[Card, ...], cards: list[Card]) -> tuple[Card, ...]:
    return tuple([cards.pop() if card == UNKNOWN else card for card in heap])
