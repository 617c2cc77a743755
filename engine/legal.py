"""The legal small steps of a deal: draw, pick up, a three-card opening, a one-card addition, a discard.

Machines choose among these; people may lay larger melds at once, which `engine.play` judges. Order: taking; discards;
runs by suit, first natural, then by matta; sets by rank; additions by meld number and card.
"""

from functools import partial
from typing import Final, TypeVar

from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.additions import HIGH, LOW, both_ends, extend
from engine.cards import JOKER, NO_CARD, UNKNOWN, Card
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.finish import dead_end, last_card_refused
from engine.hand import BIT, CARDS, SECOND, Hand, drop, drop_all, put_all, size, unknown, unpack
from engine.lookup import Lookup
from engine.melds import ALL_WILD, Meld, MeldBook
from engine.openings import DISCARDS
from engine.refusal import Reason
from engine.words import Word

Listed = TypeVar("Listed", Action, Lay | Add)

FEW: Final = 4  # with more cards in hand, a lay of three leaves enough to end the turn


def legal(deal: Deal) -> list[Action]:
    """Every legal small step of the player in turn; after their clock ran out, the one forced action."""
    if deal.clock_out:
        only = None if deal.phase == OVER else forced(deal)
        return [] if only is None else [only]
    if deal.phase == PLAY:
        return _plays(deal)
    return [] if deal.phase == OVER else list(takes(deal))


_STOCK: Final[tuple[Action, ...]] = (DRAW,)
_STOCK_OR_PILE: Final[tuple[Action, ...]] = (DRAW, PICK_UP)
_PILE_OR_NOTHING: Final[tuple[Action, ...]] = (PICK_UP, DECLINE)


def takes(deal: Deal) -> tuple[Action, ...]:
    """The ways to begin a turn; a deal in which there is none has ended."""
    pile = pick_up_refused(deal) is None
    if len(deal.stock) > deal.code.reserve:
        return _STOCK_OR_PILE if pile else _STOCK
    return _PILE_OR_NOTHING if pile else ()


def pick_up_refused(deal: Deal) -> Reason | None:
    """Why the pile may not be picked up, or None where it may."""
    pile = deal.pile
    if not pile:
        return Reason.PILE_EMPTY
    code = deal.code
    hand = deal.hands[deal.turn]
    if not hand and len(pile) == 1 and code.single_pile_barred:
        return Reason.PICKUP_DEAD_END
    if code.must_meld and not unknown(hand) and not _could_lay(deal, put_all(hand, pile)):
        return Reason.PICKUP_NO_LAY
    return None


def _could_lay(deal: Deal, hand: Hand) -> bool:
    """Whether something could be laid from what would be the hand with the pile in it."""
    once: Word = hand & CARDS
    melds = deal.melds[deal.code.side_of[deal.turn]]
    if size(hand) <= FEW or deal.code.clean_opening:  # a lay has to be tried
        return bool(lays(picked_up(deal)))
    ranks: Word = 0
    for meld in melds:
        if once & meld.accepts:
            return True
        ranks |= meld.rank_bit
    twice: Word = hand >> SECOND & CARDS
    counting = deal.code.counting
    return counting.runs(once, twice) + counting.sets(once, twice, ranks) > 0


def picked_up(deal: Deal) -> Deal:
    """The deal with the pile in the hand of the player in turn."""
    new = deal.copy()
    pick_up(new)
    return new


def pick_up(new: Deal) -> None:
    """The pile goes into the hand. A transition, but `legal` itself asks what could be laid after it."""
    pile = new.pile
    before = new.hands[new.turn]
    if len(pile) == 1 and new.code.single_pile_barred:
        barred = pile[0] != UNKNOWN and not before & BIT[pile[0]] and not unknown(before)
        if barred:  # an unknown hand might hold the twin
            new.forbidden = pile[0]
    new.give(put_all(before, pile))
    new.pile = ()
    new.phase = PLAY
    new.picked = len(pile)


def must_lay(deal: Deal) -> bool:
    """Whether the pick-up still obliges the player to lay something (international, Regola 3)."""
    return deal.code.must_meld and deal.picked > 0 and not deal.laid


def _plays(deal: Deal) -> list[Action]:
    code = deal.code
    hand = deal.hands[deal.turn]
    once: Word = hand & CARDS
    discards, runs = code.openings.discards_and_runs(once)
    held = len(discards)  # different cards: where they are many, it does not matter how many
    if held <= FEW:
        held = size(hand)
    if held < 2:
        discards = [discard for discard in discards if discard_refused(deal, discard.card) is None]
    elif code.must_meld or deal.forbidden >= 0:
        allowed = discardable(deal, once)
        discards = [discard for discard in discards if allowed & BIT[discard.card]]
    return _with_lays([*discards], deal, hand, held, runs)


def openings_need_trying(deal: Deal, held: int, melds: tuple[Meld, ...]) -> bool:
    """Whether an opening of three cards that the hand holds may yet be refused."""
    return held <= FEW or (deal.code.clean_opening and not melds)


def discardable(deal: Deal, once: Word) -> Word:
    """Which of these cards may be discarded from a hand of two or more (masks)."""
    if must_lay(deal):
        return 0
    return once if deal.forbidden < 0 else once & ~BIT[deal.forbidden]


def discard_refused(deal: Deal, card: Card) -> Reason | None:
    """Why the player in turn may not discard this card of their hand, or None where they may."""
    if must_lay(deal):
        return Reason.PICKUP_MUST_LAY
    if card == deal.forbidden:
        return Reason.SINGLE_CARD_PILE
    if size(deal.hands[deal.turn]) > 1:
        return None
    return last_card_refused(deal, card, deal.melds[deal.code.side_of[deal.turn]])


def lays(deal: Deal) -> list[Lay | Add]:
    """Every legal opening of three cards and addition of one."""
    hand = deal.hands[deal.turn]
    return _with_lays([], deal, hand, size(hand), deal.code.openings.discards_and_runs(hand)[1])


def _with_lays(found: list[Listed], deal: Deal, hand: Hand, held: int, runs: list[Lay]) -> list[Listed]:
    """What was found, and behind it every legal lay: one list that grows is quickest. `runs`: the natural ones."""
    code = deal.code
    melds = deal.melds[code.side_of[deal.turn]]
    if held <= FEW:
        found += _that_end(deal, hand, held, runs)
        return found
    once: Word = hand & CARDS
    ranks: Word = 0
    additions: list[Add] = []
    for place, meld in enumerate(melds):
        ranks |= meld.rank_bit
        fitting: Hand = once & meld.accepts
        if fitting:
            ends: Hand = fitting & two_ended(code.book, meld) if meld.two_ended else 0
            additions += _ADDITIONS[place][fitting | ends << SECOND if ends else fitting]
    if deal.opening:
        additions = [add for add in additions if add.meld != deal.opening]
    if code.clean_opening and not melds:
        found += code.openings.clean(hand)
    else:
        found += runs
        if hand & ALL_WILD:
            found += code.openings.with_matta(hand)
        found += code.openings.sets(hand, ranks)
    found += additions
    return found


def _that_end(deal: Deal, hand: Hand, held: int, runs: list[Lay]) -> list[Lay | Add]:
    """Of a hand of few cards the lays after which the turn can still end."""
    melds = deal.melds[deal.code.side_of[deal.turn]]
    none: list[Lay | Add] = []
    ends: list[Lay | Add] = []
    for lay in _with_lays(none, deal, hand, FEW + 1, runs):  # as if it held more
        if isinstance(lay, Lay):
            if _opening_ends(deal, hand, melds, lay.cards):
                ends.append(lay)
        elif held > 2 or _addition_ends(deal, hand, melds, lay):
            ends.append(lay)
    return ends


def _opening_ends(deal: Deal, hand: Hand, melds: tuple[Meld, ...], cards: tuple[Card, ...]) -> bool:
    meld = deal.code.book.lay(cards)
    if isinstance(meld, Reason):
        return False
    frozen = 1 if deal.code.clean_opening and not melds else deal.opening
    return dead_end(deal, drop_all(hand, cards), (*melds, meld), frozen) is None


def _addition_ends(deal: Deal, hand: Hand, melds: tuple[Meld, ...], add: Add) -> bool:
    grown = extend(deal.code.book, melds[add.meld - 1], add.cards, add.end)
    if isinstance(grown, Reason):
        return False
    after = (*melds[: add.meld - 1], grown, *melds[add.meld :])
    return dead_end(deal, drop(hand, add.cards[0]), after, deal.opening) is None


_ADDS: Final[dict[tuple[int, Card, str], Add]] = {}


def _adds(number: int, fitting: Hand) -> tuple[Add, ...]:
    """The additions of one card to the meld of this number; a card that is there twice leaves its matta two ends."""
    adds: list[Add] = []
    for card in unpack(fitting & CARDS):
        ends = (LOW, HIGH) if fitting >> SECOND & BIT[card] else ("",)
        adds += [_add(number, card, end) for end in ends]
    return tuple(adds)


def _add(number: int, card: Card, end: str) -> Add:
    """One object for each of them: there are six thousand, and they stand in many lists."""
    key = number, card, end
    add = _ADDS.get(key)
    if add is None:
        add = _ADDS[key] = Add(number, (card,), end)
    return add


_MOST_MELDS: Final = 36  # of three cards out of two packs
_ADDITIONS: Final = tuple([Lookup(partial(_adds, number)) for number in range(1, _MOST_MELDS + 1)])
"""By meld number. Keys are cards that one meld takes: of the two ends of a run and the wild ones, or of one rank."""


def two_ended(book: MeldBook, meld: Meld) -> Word:
    """The cards whose addition leaves a matta to choose between two ends, as a mask."""
    if meld.two_ended < 0:
        fitting = () if book.floating else unpack(meld.accepts)
        meld.two_ended = sum([BIT[card] for card in fitting if both_ends(book, meld, (card,))])
    return meld.two_ended


# --- when the clock ran out ---------------------------------------------------------------------------------------

_HIGHEST_FIRST = sorted(
    range(JOKER + 1),
    key=lambda card: (card != JOKER, card % 13 != 1, card % 13 != 0, -(card % 13), card // 13),
)
"""Joker, two, ace, king … three; hearts, diamonds, clubs, spades (fitab art. 1; the joker for its value)."""


def forced(deal: Deal) -> Action | None:
    """What a player must do whose clock ran out: draw; if no discard is legal yet, the first lay; then the discard.

    None where nothing that is known is legal.
    """
    if deal.phase == TAKE:
        return DECLINE if deal.stock_exhausted else DRAW
    discards = [action for action in _plays(deal) if isinstance(action, Discard)]
    if not discards:
        found = lays(deal)
        return found[0] if found else None
    drawn = deal.drawn
    if deal.code.rules.clock_discard == "drawn" and drawn not in (NO_CARD, UNKNOWN) and DISCARDS[drawn] in discards:
        return DISCARDS[drawn]
    return next(DISCARDS[card] for card in _HIGHEST_FIRST if DISCARDS[card] in discards)
