"""What each legal action does to a deal: here a deal changes where it stands, and nothing is refused.

`engine.play` refuses first, and has this done to a copy that nobody has seen; `engine.players.rollout` and
`engine.playout` have it done to a deal of their own. Each function is given what was found while the action was judged,
so that nothing is judged again.
"""

from typing import Final

from engine.actions import CLOSED, COMPLETED, POZZETTO
from engine.cards import NO_CARD, Card
from engine.deal import CHIUSURA, OVER, PLAY, STALLO, TAKE, TALLONE, TEMPO, Deal
from engine.finish import closes
from engine.hand import Hand, pack, put
from engine.legal import pick_up_refused
from engine.melds import Meld

NO_MARKS: Final = ""


def draw(new: Deal, card: Card) -> None:
    """The top card of the stock, which is this one, goes into the hand."""
    new.stock = new.stock[1:]
    new.drawn = card
    new.phase = PLAY
    new.give(put(new.hands[new.turn], card))


def decline(new: Deal) -> None:
    end(new, TALLONE)


def lay(new: Deal, meld: Meld, hand: Hand) -> str:
    """A new meld is laid, and this is left in the hand; the marks of it."""
    side = new.code.side_of[new.turn]
    melds = new.melds[side]
    if not melds and new.code.clean_opening:
        new.opening = 1  # it may not change this turn
    _show(new, side, (*melds, meld), hand)
    return _laid(new, meld.burraco is not None)


def add(new: Deal, number: int, grown: Meld, hand: Hand) -> str:
    """The meld of this number becomes another one, and this is left in the hand; the marks of it."""
    side = new.code.side_of[new.turn]
    melds = new.melds[side]
    before = melds[number - 1]
    after = list(melds)
    after[number - 1] = grown
    _show(new, side, tuple(after), hand)
    return _laid(new, grown.burraco is not None and before.burraco is None)


def _show(new: Deal, side: int, melds: tuple[Meld, ...], hand: Hand) -> None:
    every = list(new.melds)
    every[side] = melds
    new.melds = tuple(every)
    new.laid = True
    new.give(hand)


def _laid(new: Deal, completed: bool) -> str:
    """The end of every lay: an empty hand takes the pozzetto in diretta, and the turn goes on."""
    marks = COMPLETED if completed else NO_MARKS
    if not new.hands[new.turn]:
        take_pozzetto(new)
        new.forbidden = NO_CARD  # the card picked up has left the hand, and so has the one drawn
        new.drawn = NO_CARD
        marks += POZZETTO
    return marks


def discard(new: Deal, card: Card, hand: Hand) -> str:
    """The card goes onto the pile, this is left in the hand, and the turn is over; the marks of it."""
    new.pile = new.pile + (card,)  # noqa: RUF005  twice as fast
    new.give(hand)
    marks = NO_MARKS
    if not hand:
        if closes(new, card, new.melds[new.code.side_of[new.turn]]):
            new.closed_by = new.turn
            end(new, CHIUSURA)
            return CLOSED
        if new.pozzetto_left(new.turn):
            take_pozzetto(new)
            new.unseen |= 1 << new.turn
            marks = POZZETTO
    _hand_over(new)
    return marks


def take_pozzetto(new: Deal) -> None:
    """The player in turn takes the first pozzetto that is left."""
    new.give(pack(new.pozzetti[0]))
    new.pozzetti = new.pozzetti[1:]
    new.taken |= 1 << new.code.side_of[new.turn]


def end(new: Deal, termination: str) -> None:
    """The deal is over."""
    new.phase = OVER
    new.termination = termination
    new.lap = ()
    _forget_turn(new)


def _forget_turn(new: Deal) -> None:
    new.forbidden = NO_CARD
    new.drawn = NO_CARD
    new.picked = 0
    new.laid = False
    new.opening = 0
    new.clock_out = False


def _hand_over(new: Deal) -> None:
    """After a discard: the deal ends, or the turn passes on."""
    code = new.code
    new.swaps = new.swaps + 1 if new.picked == 1 and not new.laid else 0
    if new.unseen and code.seen_after_partner:
        new.unseen &= ~(1 << code.partner[new.turn])
    last = len(new.lap) == 1
    if new.lap:
        new.lap = new.lap[1:]
    exhausted = len(new.stock) <= code.reserve
    if exhausted and code.reserve:
        end(new, TALLONE)
    elif last:
        end(new, TEMPO)
    elif new.swaps and code.rules.stallo == "auto" and is_stallo(new):
        end(new, STALLO)
    else:
        _next_turn(new, exhausted)


def is_stallo(deal: Deal) -> bool:
    """Whether everybody has only swapped the one card of the pile for more than the laps of the code."""
    return deal.swaps > deal.code.rules.stallo_laps * deal.code.players


def _next_turn(new: Deal, exhausted: bool) -> None:
    mover = new.turn
    new.turn = new.code.next_seat[mover]
    new.phase = TAKE
    _forget_turn(new)
    if not exhausted or pick_up_refused(new) is None:
        if new.unseen:
            new.unseen &= ~(1 << new.turn)
        return
    new.turn = mover  # nothing to draw and nothing to pick up: the deal ends by itself
    end(new, TALLONE)
