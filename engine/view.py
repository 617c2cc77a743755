"""What a viewer may know of a deal: a position with question marks, built up field by field.

`View` is a type of its own: pictures, texts and computer players take views and can never be handed a whole deal. A new
secret stays hidden until somebody shows it here.
"""

from dataclasses import dataclass
from typing import Final

from engine.cards import NO_CARD, UNKNOWN, Card
from engine.deal import Deal
from engine.hand import Hand, hidden
from engine.position import format_position

TABLE: Final = "table"  # what everybody sees, the channel included
ARBITER: Final = "arbiter"  # everything


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one viewer sees it: a seat's letter, `TABLE` or `ARBITER`. Hidden cards are unknown cards.

    Two things are what all could remember (`engine.memory`); () where they are forgotten. `held`: by seat the cards
    that all have seen them pick up and not give away since. `left`: by seat how many cards of the pile, from its
    bottom, they left there in their last turn with the hand that they still have; 0 where that tells nothing.
    """

    viewer: str
    deal: Deal
    held: tuple[Hand, ...] = ()
    left: tuple[int, ...] = ()

    def __str__(self) -> str:
        return format_position(self.deal)


def view(deal: Deal, viewer: str) -> View:
    """What the viewer sees. Raises `ValueError` for a viewer who is nobody at this table."""
    if viewer == ARBITER:
        return View(viewer, deal)
    if viewer != TABLE and viewer not in deal.code.seats:
        raise ValueError(f"{viewer!r} is no seat here, nor {TABLE!r}, nor {ARBITER!r}")
    sees_turn = deal.turn in _open_seats(deal, viewer)
    seen = Deal(
        deal.code,
        turn=deal.turn,
        phase=deal.phase,
        stock=_face_down(deal.stock),
        pile=deal.pile,
        hands=_hands(deal, viewer),
        pozzetti=tuple([_face_down(pozzetto) for pozzetto in deal.pozzetti]),
        melds=deal.melds,
        taken=deal.taken,
        forbidden=deal.forbidden if sees_turn else NO_CARD,  # it would tell that no twin is in the hand
        drawn=deal.drawn if sees_turn else NO_CARD,
        picked=deal.picked,
        laid=deal.laid,
        opening=deal.opening,
        unseen=deal.unseen,
        clock_out=deal.clock_out,
        swaps=deal.swaps,
        lap=deal.lap,
        termination=deal.termination,
        closed_by=deal.closed_by,
        resigned=deal.resigned,
    )
    return View(viewer, seen)


def _open_seats(deal: Deal, viewer: str) -> tuple[int, ...]:
    """The seats whose hands the viewer may look at: their own, and their partner's where pairs play open."""
    if viewer == TABLE:
        return ()
    seat = deal.code.seats.index(viewer)
    partner = deal.code.partner[seat]
    return (seat, partner) if deal.code.rules.open_pairs and partner >= 0 else (seat,)


def _hands(deal: Deal, viewer: str) -> tuple[Hand, ...]:
    shown = [seat for seat in _open_seats(deal, viewer) if not deal.unseen >> seat & 1]
    return tuple([hand if seat in shown else hidden(hand) for seat, hand in enumerate(deal.hands)])


def _face_down(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return (UNKNOWN,) * len(cards)
