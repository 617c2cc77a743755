"""A turn by simple rules, cheap enough to play a deal to its end many times a second: for rollouts, and for beginners.

Natural cards go down at once; a matta is spent where it makes a burraco, empties a short hand, or time runs out; the
discard is the card that goes with nothing and serves the opponents least. Nothing is looked ahead.
"""

from typing import Final

from engine.actions import DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.cards import VALUES, Card, is_wild
from engine.deal import TAKE, Deal
from engine.hand import BIT, CARD_OF, CARDS, SECOND, Hand, size
from engine.legal import FEW, legal, must_lay, takes
from engine.melds import ALL_NATURAL, ALL_WILD, BURRACO, Meld
from engine.words import Word, bits

_ONE_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
_RANK_OF: Final[tuple[Hand, ...]] = tuple(_ONE_RANK << card % 13 for card in range(52))


def _of_suit(card: Card, places: tuple[int, ...]) -> Hand:
    """The natural cards of its suit so many places away; the ace lies on both sides."""
    first, rank = card - card % 13, card % 13
    ranks = {rank + step for step in places if 0 <= rank + step <= 13}
    if rank == 0:
        ranks |= {13 + step for step in places if step < 0}
    return sum([1 << first + one % 13 for one in ranks]) & ALL_NATURAL


_BESIDE: Final[tuple[Hand, ...]] = tuple(_of_suit(card, (-1, 1)) for card in range(52))
_NEAR: Final[tuple[Hand, ...]] = tuple(_of_suit(card, (-2, 2)) for card in range(52))
_RUNS_WITH: Final[tuple[tuple[Hand, ...], ...]] = tuple(
    tuple(_of_suit(card, pair) for pair in ((-2, -1), (-1, 1), (1, 2)) if _of_suit(card, pair).bit_count() == 2)
    for card in range(52)
)
"""By card, the pairs with which it makes a run."""

# What a turn weighs, in points; compared by playing whole deals against the other computer players.
DRAW_BONUS: Final = 0  # a card that is drawn and not a pile: the hand is sooner empty
FITS: Final = 22  # a card of the pile that goes onto a meld or into a new one
PAIRED: Final = 8  # a card of the pile that makes one with a matta
USELESS: Final = 4  # a card of the pile that does not
WILD: Final = 45  # a matta in the pile
SERVES: Final = 4  # a discard that fits an opponents' meld
SAME_RANK: Final = 8
BESIDE: Final = 9
NEAR: Final = 6
OPENED_WITH_MATTA: Final = 9  # a new meld with a matta, compared with `_worth_of_matta`


def quick_step(deal: Deal) -> Action:
    """What the player in turn does next; their hand must be known."""
    if deal.clock_out:
        return legal(deal)[0]
    if deal.phase == TAKE:
        return _take(deal)
    return _play(deal)


def _take(deal: Deal) -> Action:
    ways = takes(deal)
    if len(ways) == 1 or PICK_UP not in ways:
        return ways[0]
    gain = pile_gain(deal.pile, deal.hands[deal.turn], deal.melds[deal.code.side_of[deal.turn]])
    if ways[0] is DRAW:
        return PICK_UP if gain > DRAW_BONUS else DRAW
    return PICK_UP if gain > 0 else ways[1]


def pile_gain(pile: tuple[Card, ...], hand: Hand, melds: tuple[Meld, ...]) -> int:
    """What a pile would bring somebody who has this hand, and whose side has these melds."""
    once: Word = hand & CARDS
    twice: Word = hand >> SECOND & CARDS
    for card in pile:
        bit: Word = BIT[card]
        if once & bit:
            twice |= bit
        once |= bit
    accepted: Word = 0
    ranks: Word = 0
    for meld in melds:
        accepted |= meld.accepts
        ranks |= meld.rank_bit
    wild = once & ALL_WILD
    gain = 0
    for card in pile:
        bit = BIT[card]
        if bit & ALL_WILD:
            gain += WILD
        elif bit & accepted or _makes_meld(card, once, twice, ranks):
            gain += FITS + VALUES[card]
        elif wild and _makes_pair(card, once, twice):
            gain += PAIRED
        else:
            gain -= USELESS
    return gain


def _makes_meld(card: Card, once: Word, twice: Word, ranks: Word) -> bool:
    """Whether these cards hold a natural meld of three with this card."""
    pair: Word
    for pair in _RUNS_WITH[card]:
        if once & pair == pair:
            return True
    rank: Word = _RANK_OF[card]
    return not ranks >> card % 13 & 1 and bits(once & rank) + bits(twice & rank) > 2


def _makes_pair(card: Card, once: Word, twice: Word) -> bool:
    """Whether these cards hold another one with which it makes a meld around a matta."""
    near: Word = _BESIDE[card] | _NEAR[card]
    rank: Word = _RANK_OF[card]
    return bool(once & near) or bits(once & rank) + bits(twice & rank) > 1


def _play(deal: Deal) -> Action:
    code = deal.code
    hand = deal.hands[deal.turn]
    melds = deal.melds[code.side_of[deal.turn]]
    if size(hand) <= FEW or must_lay(deal) or (code.clean_opening and not melds):
        return _play_listed(deal, legal(deal), melds)
    ranks: Word = 0
    natural: Word = hand & ALL_NATURAL
    number = 0
    for meld in melds:  # with more cards in hand no lay of one or three can be refused
        number += 1  # noqa: SIM113  enumerate makes a tuple of each
        fitting = natural & meld.accepts
        if fitting and number != deal.opening:
            return Add(number, (CARD_OF[fitting & -fitting],))
        ranks |= meld.rank_bit
    discards, runs = code.openings.discards_and_runs(hand)
    if runs:
        return runs[-1]
    sets = code.openings.sets(hand, ranks)
    for one in sets:
        if not is_wild(one.cards[-1]):
            return one
    if hand & ALL_WILD:
        wild = _with_matta(deal, hand, melds, [*code.openings.with_matta(hand), *sets])
        if wild is not None:
            return wild
    forbidden = deal.forbidden
    found = _discard(deal, discards if forbidden < 0 else [one for one in discards if one.card != forbidden])
    assert found is not None  # all but one of them may be discarded
    return found


def _play_listed(deal: Deal, actions: list[Action], melds: tuple[Meld, ...]) -> Action:
    """The same where the last cards, or a lay that is owed, decide what may be laid."""
    lays: list[Lay] = []
    adds: list[Add] = []
    for action in actions:
        if isinstance(action, Add):
            if not is_wild(action.cards[0]):
                return action
            adds.append(action)
        elif isinstance(action, Lay):
            if not any([is_wild(card) for card in action.cards]):
                return action
            lays.append(action)
    best, most = None, 0
    for action in adds:
        worth = _worth_of_matta(melds[action.meld - 1], small=True)
        if worth > most:
            best, most = action, worth
    if lays and most < OPENED_WITH_MATTA:
        return lays[-1]
    return best or _discard(deal, [action for action in actions if isinstance(action, Discard)]) or actions[-1]


def _with_matta(deal: Deal, hand: Hand, melds: tuple[Meld, ...], lays: list[Lay]) -> Action | None:
    """The best way to spend a matta; None to keep it."""
    best: Action | None = lays[-1] if lays else None
    most = OPENED_WITH_MATTA if lays else 0
    held: Word = hand & ALL_WILD
    for number, meld in enumerate(melds, 1):
        wild = held & meld.accepts
        if wild and number != deal.opening:
            worth = _worth_of_matta(meld, small=False)
            if worth > most:
                best, most = Add(number, (CARD_OF[wild & -wild],)), worth
    return best


def _worth_of_matta(meld: Meld, small: bool) -> int:
    """How good it is to put a matta on a meld; 0 keeps a clean burraco clean, unless the hand is `small`."""
    missing = BURRACO - len(meld.cards)
    if missing <= 0:
        return int(small)
    return 20 if missing == 1 else 10 - missing


def _discard(deal: Deal, discards: list[Discard]) -> Discard | None:
    hand = deal.hands[deal.turn]
    once: Word = hand & CARDS
    twice: Word = hand >> SECOND & CARDS
    side = deal.code.side_of[deal.turn]
    theirs: Word = 0
    for other, melds in enumerate(deal.melds):
        if other != side:
            for meld in melds:
                theirs |= meld.accepts
    best, least = None, 1 << 30
    for action in discards:
        card = action.card
        cost = 100 if is_wild(card) else _price(card, once, twice, theirs)
        if cost < least:
            best, least = action, cost
    return best


def _price(card: Card, once: Word, twice: Word, theirs: Word) -> int:
    """What the hand loses with a natural card, and what that brings those whose melds take `theirs`."""
    rank: Word = _RANK_OF[card]
    beside: Word = _BESIDE[card]
    near: Word = _NEAR[card]
    bit: Word = BIT[card]
    cost = BESIDE * bits(once & beside) + NEAR * bits(once & near) - VALUES[card] // 4
    if bits(once & rank) + bits(twice & rank) > 1:
        cost += SAME_RANK
    return cost + SERVES if theirs & bit else cost
