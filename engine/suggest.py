"""The melds and additions that a hand offers, best first: one-tap plays for people.

A suggestion is as large as it can be: no other legal lay on the same meld, with the same wild cards, contains it. So
`suggest` can be checked against trying every subset of a hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.actions import POZZETTO, Add, Lay, format_action
from engine.additions import fits
from engine.cards import JOKER, RANKS, TWO, Card, is_wild
from engine.deal import PLAY, Deal
from engine.hand import BIT, Hand, drop_all, pack, unpack
from engine.melds import HIGH_ACE, LOW_ACE, Meld, Run, Shape, card_at
from engine.play import Step, advance
from engine.view import View

_POZZETTO_WORTH = 200  # its malus is gone, and eleven cards are a chance
_MATTA_COST = 40  # a matta is worth more in a later burraco
_PER_CARD = 1


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A legal lay and what it is worth now: bonus gained and points laid, less the price of a matta."""

    action: Lay | Add
    worth: int


def suggest(seen: View, limit: int = 0) -> list[Suggestion]:
    """The lays that the player in turn could make, best first; at most `limit` of them unless it is 0.

    Empty unless the player in turn is to play, and their hand is known in this view.
    """
    deal = seen.deal
    if deal.phase != PLAY or deal.clock_out:
        return []
    legal = list(_legal_lays(deal))
    largest = [(action, step) for action, step in legal if not any(_contains(other, action) for other, _ in legal)]
    found = [Suggestion(_as_written(step), _worth(deal, step)) for action, step in largest]
    found.sort(key=lambda suggestion: (-suggestion.worth, format_action(suggestion.action)))
    return found[:limit] if limit else found


def _legal_lays(deal: Deal) -> Iterator[tuple[Lay | Add, Step]]:
    """The legal ones of all that could be laid; of one that the rules refuse, its parts are tried in its place."""
    waiting: dict[tuple[int, tuple[Card, ...]], Lay | Add] = {}
    for action in _all(deal, deal.hands[deal.turn]):
        waiting.setdefault(_key(action), action)
    tried = set(waiting)
    while waiting:
        _, action = waiting.popitem()
        step = advance(deal, action)
        if isinstance(step, Step):
            yield action, step
            continue
        for smaller in _parts(action):
            if _key(smaller) not in tried:
                tried.add(_key(smaller))
                waiting[_key(smaller)] = smaller


def _key(action: Lay | Add) -> tuple[int, tuple[Card, ...]]:
    return _target(action), tuple(sorted(action.cards))


def _parts(action: Lay | Add) -> Iterator[Lay | Add]:
    """The same lay without one of its cards."""
    for place in range(len(action.cards)):
        cards = action.cards[:place] + action.cards[place + 1 :]
        if isinstance(action, Lay) and len(cards) >= 3:
            yield Lay(cards)
        elif isinstance(action, Add) and cards:
            yield Add(action.meld, cards)


def _as_written(step: Step) -> Lay | Add:
    assert isinstance(step.action, Lay | Add)
    return step.action


def _contains(larger: Lay | Add, smaller: Lay | Add) -> bool:
    """Whether one lay is part of another on the same meld with the same wild cards."""
    if len(larger.cards) <= len(smaller.cards) or _target(larger) != _target(smaller):
        return False
    return _wild(larger.cards) == _wild(smaller.cards) and drop_all(pack(larger.cards), smaller.cards) >= 0


def _target(action: Lay | Add) -> int:
    return action.meld if isinstance(action, Add) else 0


def _wild(cards: tuple[Card, ...]) -> list[Card]:
    return sorted([card for card in cards if is_wild(card)])


def _worth(deal: Deal, step: Step) -> int:
    """Points and bonus that the lay brings, the price of a matta from the hand unless it makes a burraco."""
    action = _as_written(step)
    side = deal.code.side_of[deal.turn]
    new = step.deal.melds[side][_target(action) - 1]
    old = deal.melds[side][_target(action) - 1] if isinstance(action, Add) else None
    gained = new.bonus - (old.bonus if old else 0)
    points = new.points - (old.points if old else 0)
    spent = new.matta >= 0 and (old is None or old.matta < 0) and gained <= 0
    return (
        gained
        + points
        + _PER_CARD * len(action.cards)
        - (_MATTA_COST if spent else 0)
        + (_POZZETTO_WORTH if POZZETTO in step.marks else 0)
    )


# --- what could be laid -----------------------------------------------------------------------------------------------


def _all(deal: Deal, hand: Hand) -> Iterator[Lay | Add]:
    wild = [card for card in unpack(hand) if is_wild(card)]
    choices: list[tuple[Card, ...]] = [(), *[(card,) for card in sorted(set(wild))]]
    for suit in range(4):
        for cards in _windows(hand, suit):
            yield from _melds(deal, hand, cards, choices)
    for rank in sorted({card % 13 for card in unpack(hand) if card < JOKER}):
        if RANKS[rank] in deal.code.rules.set_ranks:
            for cards in _of_rank(hand, rank):
                yield from _melds(deal, hand, cards, choices)
    for number, meld in enumerate(deal.melds[deal.code.side_of[deal.turn]], 1):
        yield from _additions(deal, hand, number, meld, choices)


def _melds(deal: Deal, hand: Hand, cards: tuple[Card, ...], choices: list[tuple[Card, ...]]) -> Iterator[Lay]:
    """What these cards make alone and with each matta; two of them alone make nothing."""
    for matta in choices if len(cards) >= 2 else ():
        whole = (*matta, *cards)
        if len(whole) >= 3 and drop_all(hand, whole) >= 0:
            meld = deal.code.book.lay(whole)
            if isinstance(meld, Meld):
                yield Lay(meld.cards)


def _windows(hand: Hand, suit: int) -> Iterator[tuple[Card, ...]]:
    """The cards of a suit that the hand holds between any two places, both ends among them."""
    places = [place for place in range(LOW_ACE, HIGH_ACE + 1) if hand & BIT[card_at(suit, place)]]
    for first, low in enumerate(places):
        for high in places[first:]:
            cards = [card_at(suit, place) for place in places if low <= place <= high]
            if len(set(cards)) == len(cards):
                yield tuple(cards)
                if low <= 2 <= high and 2 in places:
                    yield tuple([card for card in cards if card % 13 != TWO])


def _of_rank(hand: Hand, rank: int) -> Iterator[tuple[Card, ...]]:
    """The cards of a rank that the hand holds, all of them and every smaller choice."""
    smaller: list[tuple[Card, ...]] = [()]
    for card in unpack(hand):
        if card < JOKER and card % 13 == rank:
            smaller += [(*cards, card) for cards in smaller]
    yield from sorted(set(smaller), key=len, reverse=True)


def _additions(deal: Deal, hand: Hand, number: int, meld: Meld, choices: list[tuple[Card, ...]]) -> Iterator[Lay | Add]:
    shape = meld.shape
    batches = _windows(hand, shape.suit) if isinstance(shape, Run) else _of_rank(hand, shape.rank)
    for batch in (*_outside(shape, batches), ()):
        for matta in choices:
            cards = (*batch, *matta)
            if cards and drop_all(hand, cards) >= 0 and fits(deal.code.book, meld, cards):
                yield Add(number, cards)


def _outside(shape: Shape, batches: Iterator[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """The parts of batches that do not lie in a run already."""
    if not isinstance(shape, Run):
        return list(dict.fromkeys(batches))
    inside = {card_at(shape.suit, place) for place in range(LOW_ACE, HIGH_ACE + 1) if shape.places >> place & 1}
    return list(dict.fromkeys(tuple([card for card in batch if card not in inside]) for batch in batches))
