"""The rules of a turn: `play(deal, seat, action)` gives the next deal, or the reason why not.

Refusals are here, in the order an arbiter would raise them; what an action does once nothing speaks against it is in
`engine.transitions`, and is done to a copy. Everything here is a value: no clock, no chance, no language.
"""

from typing import Final, assert_never

from engine import transitions
from engine.actions import (
    Action,
    Add,
    ClockOut,
    Decline,
    Discard,
    Draw,
    Lay,
    PickUp,
    Written,
    format_action,
)
from engine.additions import end_of, extend
from engine.cards import NO_CARD, TWO, UNKNOWN, Card, format_card, format_cards
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.finish import dead_end
from engine.hand import drop, drop_all, holds, pack, size, unknown
from engine.legal import discard_refused, forced, must_lay, pick_up_refused, picked_up
from engine.melds import Meld
from engine.refusal import Reason, Refused

_NO_CARDS: Final[tuple[Card, ...]] = ()


class Step:
    """A legal action and the deal after it."""

    __slots__ = ("action", "deal", "marks", "revealed")

    def __init__(self, deal: Deal, action: Action, revealed: tuple[Card, ...] = _NO_CARDS, marks: str = "") -> None:
        self.deal = deal
        self.action = action  # as a record writes it: cards in order, the end of a matta marked
        self.revealed = revealed
        self.marks = marks  # of `*`, `!`, `#`

    def __reduce__(self) -> tuple[object, ...]:
        return Step, (self.deal, self.action, self.revealed, self.marks)

    @property
    def written(self) -> Written:
        """The action with all it revealed and did, as the table's own log keeps it."""
        return Written(self.action, self.revealed, self.marks)


def play(deal: Deal, seat: str, action: Action, revealed: tuple[Card, ...] = _NO_CARDS) -> Step | Refused:
    """What the seat's action makes of the deal. `revealed` names cards that this deal does not know itself."""
    if deal.phase == OVER:
        return deal.code.refuse(Reason.DEAL_OVER)
    if deal.code.seats[deal.turn] != seat:
        return deal.code.refuse(Reason.NOT_YOUR_TURN, ("turn", deal.seat))
    return advance(deal, action, revealed)


def advance(deal: Deal, action: Action, revealed: tuple[Card, ...] = _NO_CARDS) -> Step | Refused:
    """`play` for the seat in turn."""
    if deal.phase == OVER:
        return deal.code.refuse(Reason.DEAL_OVER)
    step = _apply(deal, action, revealed)
    if deal.clock_out and isinstance(step, Step):
        return _if_forced(deal, step)
    return step


def _apply(deal: Deal, action: Action, revealed: tuple[Card, ...]) -> Step | Refused:
    if isinstance(action, Discard):
        return _discard(deal, action)
    if isinstance(action, Add):
        return _add(deal, action)
    if isinstance(action, Lay):
        return _lay(deal, action)
    if isinstance(action, Draw):
        return _draw(deal, action, revealed)
    if isinstance(action, PickUp):
        return _pick_up(deal, action)
    if isinstance(action, Decline):
        return _decline(deal, action)
    if isinstance(action, ClockOut):
        return _clock_out(deal, action)
    assert_never(action)


def _if_forced(deal: Deal, step: Step) -> Step | Refused:
    if deal.phase == PLAY and unknown(deal.hands[deal.turn]):
        return _if_perhaps_forced(deal, step)
    only = forced(deal)
    wanted = _apply(deal, only, _NO_CARDS) if only else None
    if only is None or (isinstance(wanted, Step) and wanted.action == step.action):
        return step
    return deal.code.refuse(Reason.CLOCK_ENDED, ("forced", format_action(only)))


def _if_perhaps_forced(deal: Deal, step: Step) -> Step | Refused:
    """What must be done depends on cards nobody here has seen; but no lay is, while any discard is legal."""
    known = deal.drawn not in (NO_CARD, UNKNOWN, deal.forbidden) and deal.code.rules.clock_discard == "drawn"
    if isinstance(step.action, Discard):
        if not known or step.action.card == deal.drawn:
            return step
        return deal.code.refuse(Reason.CLOCK_ENDED, ("forced", format_action(Discard(deal.drawn))))
    if size(deal.hands[deal.turn]) > 1 and not must_lay(deal):
        return deal.code.refuse(Reason.CLOCK_ENDED, ("forced", "x:" + format_card(deal.drawn if known else UNKNOWN)))
    return step


# --- taking ---------------------------------------------------------------------------------------------------------


def _draw(deal: Deal, action: Draw, revealed: tuple[Card, ...]) -> Step | Refused:
    if deal.phase != TAKE:
        return deal.code.refuse(Reason.ALREADY_TAKEN)
    if deal.stock_exhausted:
        return deal.code.refuse(Reason.STOCK_EXHAUSTED)
    card = deal.stock[0]
    if card == UNKNOWN and revealed:
        card = revealed[0]
    new = deal.copy()
    transitions.draw(new, card)
    return Step(new, action, (card,) if card != UNKNOWN else _NO_CARDS)


def _pick_up(deal: Deal, action: PickUp) -> Step | Refused:
    if deal.phase != TAKE:
        return deal.code.refuse(Reason.ALREADY_TAKEN)
    reason = pick_up_refused(deal)
    if reason is not None:
        return deal.code.refuse(reason, ("cards", format_cards(deal.pile)))
    return Step(picked_up(deal), action, deal.pile)


def _decline(deal: Deal, action: Decline) -> Step | Refused:
    if deal.phase != TAKE:
        return deal.code.refuse(Reason.ALREADY_TAKEN)
    if deal.code.reserve or not deal.stock_exhausted:
        return deal.code.refuse(Reason.DECLINE_NOT_ALLOWED)
    new = deal.copy()
    transitions.decline(new)
    return Step(new, action)


def _clock_out(deal: Deal, action: ClockOut) -> Step | Refused:
    if deal.clock_out:
        only = forced(deal)
        return deal.code.refuse(Reason.CLOCK_ENDED, ("forced", format_action(only) if only else "-"))
    new = deal.copy()
    new.clock_out = True
    return Step(new, action)


# --- laying ---------------------------------------------------------------------------------------------------------


def _lay(deal: Deal, action: Lay) -> Step | Refused:
    code = deal.code
    if deal.phase != PLAY:
        return code.refuse(Reason.TAKE_FIRST)
    hand = drop_all(deal.hands[deal.turn], action.cards)
    if hand < 0:
        return _not_in_hand(deal, action.cards)
    meld = code.book.lay(action.cards)
    if isinstance(meld, Reason):
        return code.refuse(meld, ("cards", format_cards(action.cards)))
    melds = deal.melds[code.side_of[deal.turn]]
    reason = _laying_refused(deal, melds, meld)
    if reason is not None:
        return code.refuse(reason, ("cards", format_cards(meld.cards)))
    frozen = 1 if code.clean_opening and not melds else deal.opening
    reason = dead_end(deal, hand, (*melds, meld), frozen)
    if reason is not None:
        return code.refuse(reason, ("cards", format_cards(meld.cards)))
    new = deal.copy()
    marks = transitions.lay(new, meld, hand)
    return Step(new, action if action.cards == meld.cards else Lay(meld.cards), _NO_CARDS, marks)


def _laying_refused(deal: Deal, melds: tuple[Meld, ...], meld: Meld) -> Reason | None:
    rules = deal.code.rules
    if deal.code.clean_opening and not melds:
        if meld.matta >= 0 or meld.rank_bit == 1 << TWO:
            return Reason.OPENING_NOT_CLEAN
        if meld.rank_bit and len(set(meld.cards)) < len(meld.cards):
            return Reason.OPENING_SUITS
    if meld.rank_bit and not rules.two_equal_sets and any(meld.rank_bit == other.rank_bit for other in melds):
        return Reason.EQUAL_SET
    if not meld.rank_bit and not rules.two_equal_runs and any(meld == other for other in melds):
        return Reason.EQUAL_SET
    return None


def _add(deal: Deal, action: Add) -> Step | Refused:
    code = deal.code
    if deal.phase != PLAY:
        return code.refuse(Reason.TAKE_FIRST)
    melds = deal.melds[code.side_of[deal.turn]]
    number = action.meld
    if not 1 <= number <= len(melds):
        return code.refuse(Reason.NO_SUCH_MELD, ("meld", str(number)))
    hand = drop_all(deal.hands[deal.turn], action.cards)
    if hand < 0:
        return _not_in_hand(deal, action.cards)
    if number == deal.opening:
        return code.refuse(Reason.OPENING_FROZEN, ("meld", str(number)))
    meld = melds[number - 1]
    grown = extend(code.book, meld, action.cards, action.end)
    if not isinstance(grown, Meld):
        return code.refuse(grown, ("cards", format_cards(action.cards)), ("meld", format_cards(meld.cards)))
    reason = dead_end(deal, hand, (*melds[: number - 1], grown, *melds[number:]), deal.opening)
    if reason is not None:
        return code.refuse(reason, ("cards", format_cards(action.cards)), ("meld", format_cards(meld.cards)))
    new = deal.copy()
    marks = transitions.add(new, number, grown, hand)
    return Step(new, _written_add(deal, action, meld, grown), _NO_CARDS, marks)


def _written_add(deal: Deal, action: Add, meld: Meld, grown: Meld) -> Add:
    """The addition as a record writes it: cards in the order they lie in the meld, the end of its matta marked."""
    if deal.code.book.floating and len(action.cards) == 1:
        return action
    end = end_of(deal.code.book, meld, action.cards, grown)
    return Add(action.meld, _in_order(action.cards, grown), end)


def _in_order(cards: tuple[Card, ...], grown: Meld) -> tuple[Card, ...]:
    """Cards in the order in which they lie in a meld."""
    if len(cards) == 1:
        return cards
    left = pack(cards)
    ordered: list[Card] = []
    for card in grown.cards:
        if holds(left, card):
            left = drop(left, card)
            ordered.append(card)
    return tuple(ordered)


def _not_in_hand(deal: Deal, cards: tuple[Card, ...]) -> Refused:
    hand = deal.hands[deal.turn]
    for card in cards:
        hand = drop(hand, card)
        if hand < 0:
            return deal.code.refuse(Reason.NOT_IN_HAND, ("card", format_card(card)))
    raise AssertionError("every card was in the hand")


# --- discarding -----------------------------------------------------------------------------------------------------


def _discard(deal: Deal, action: Discard) -> Step | Refused:
    code = deal.code
    if deal.phase != PLAY:
        return code.refuse(Reason.TAKE_FIRST)
    card = action.card
    hand = drop(deal.hands[deal.turn], card)
    if card == UNKNOWN:
        return code.refuse(Reason.UNKNOWN_CARD)
    if hand < 0:
        return _not_in_hand(deal, (card,))
    reason = discard_refused(deal, card)
    if reason is not None:
        return code.refuse(reason, ("card", format_card(card)))
    new = deal.copy()
    marks = transitions.discard(new, card, hand)
    return Step(new, action, _NO_CARDS, marks)
