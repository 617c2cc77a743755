"""The legal small steps of a deal: draw, pick up, a three-card opening, a one-card addition, a discard.

Machines choose among these; people may lay larger melds at once, which `engine.play` judges. Order: taking; discards;
runs by suit, first natural, then by matta; sets by rank; additions by meld number and card.
"""

from functools import cache

from engine.actions import DECLINE, DRAW, PICK_UP, Action, Add, Discard, Lay
from engine.additions import HIGH, LOW, both_ends, extend
from engine.cards import JOKER, UNKNOWN, Card
from engine.deal import OVER, PLAY, TAKE, Deal
from engine.finish import dead_end, last_card_refused
from engine.hand import BIT, CARD_OF, JOKER_BIT, Hand, drop, drop_all, put_all, size, unknown
from engine.melds import ALL_WILD, Meld, MeldBook
from engine.openings import DISCARDS
from engine.refusal import Reason

_KNOWN_CARDS: Hand = (1 << 52) - 1 | JOKER_BIT


def legal(deal: Deal) -> list[Action]:
    """Every legal small step of the player in turn; after their clock ran out, the one forced action."""
    if deal.phase == OVER:
        return []
    if deal.clock_out:
        only = forced(deal)
        return [] if only is None else [only]
    return _free(deal)


def _free(deal: Deal) -> list[Action]:
    return _takes(deal) if deal.phase == TAKE else _plays(deal)


def _takes(deal: Deal) -> list[Action]:
    actions: list[Action] = [] if deal.stock_exhausted else [DRAW]
    if pick_up_refused(deal) is None:
        actions.append(PICK_UP)
        if actions[0] is not DRAW:
            actions.append(DECLINE)
    return actions


def pick_up_refused(deal: Deal) -> Reason | None:
    """Why the pile may not be picked up, or None where it may."""
    if not deal.pile:
        return Reason.PILE_EMPTY
    code = deal.code
    hand = deal.hands[deal.turn]
    if not hand and len(deal.pile) == 1 and code.rules.forbid_single_pile_rediscard:
        return Reason.PICKUP_DEAD_END
    if code.must_meld and not unknown(hand) and not _can_lay(picked_up(deal)):
        return Reason.PICKUP_NO_LAY
    return None


def _can_lay(deal: Deal) -> bool:
    """Whether anything can be laid; with more than four cards every lay leaves enough to end the turn."""
    hand = deal.hands[deal.turn]
    if size(hand) > 4:
        for meld in deal.melds[deal.code.side_of[deal.turn]]:
            if hand & meld.accepts:
                return True
        if deal.code.openings.discards_and_runs(hand)[1]:
            return True
    return bool(lays(deal))


def picked_up(deal: Deal) -> Deal:
    """The deal with the pile in the hand of the player in turn."""
    new = deal.copy()
    pile, turn = deal.pile, deal.turn
    before = deal.hands[turn]
    new.hands = _replaced(deal.hands, turn, put_all(before, pile))
    new.pile = ()
    new.phase = PLAY
    new.picked = len(pile)
    barred = len(pile) == 1 and deal.code.rules.forbid_single_pile_rediscard
    if (
        barred and pile[0] != UNKNOWN and not before & BIT[pile[0]] and not unknown(before)
    ):  # an unknown hand might hold the twin
        new.forbidden = pile[0]
    return new


def _replaced(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def must_lay(deal: Deal) -> bool:
    """Whether the pick-up still obliges the player to lay something (international, Regola 3)."""
    return deal.code.must_meld and deal.picked > 0 and not deal.laid


def _plays(deal: Deal) -> list[Action]:
    code = deal.code
    hand = deal.hands[deal.turn]
    held = size(hand)
    discards, runs = code.openings.discards_and_runs(hand)
    melds = deal.melds[code.side_of[deal.turn]]
    if held < 2 or must_lay(deal):
        discards = [discard for discard in discards if discard_refused(deal, discard.card) is None]
    elif deal.forbidden >= 0 and hand & BIT[deal.forbidden]:
        discards.remove(DISCARDS[deal.forbidden])
    openings = _openings(deal, hand, held, runs, melds) if held > 2 else []
    return [*discards, *openings, *_additions(deal, hand, held, melds)] if melds else [*discards, *openings]


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
    held = size(hand)
    melds = deal.melds[deal.code.side_of[deal.turn]]
    runs = deal.code.openings.discards_and_runs(hand)[1]
    openings = _openings(deal, hand, held, runs, melds) if held > 2 else []
    return [*openings, *_additions(deal, hand, held, melds)]


def _openings(deal: Deal, hand: Hand, held: int, runs: list[Lay], melds: tuple[Meld, ...]) -> list[Lay]:
    tables = deal.code.openings
    if not melds and deal.code.clean_opening:
        openings = tables.clean(hand)
    else:
        ranks = 0
        for meld in melds:
            ranks |= meld.rank_bit
        openings = runs + tables.with_matta(hand) if hand & ALL_WILD else runs
        openings += tables.sets(hand, ranks)
    if held > 4:
        return openings
    return [lay for lay in openings if _opening_ends(deal, hand, melds, lay.cards)]


def _opening_ends(deal: Deal, hand: Hand, melds: tuple[Meld, ...], cards: tuple[Card, ...]) -> bool:
    meld = deal.code.book.lay(cards)
    if isinstance(meld, Reason):
        return False
    frozen = 1 if deal.code.clean_opening and not melds else deal.opening
    return dead_end(deal, drop_all(hand, cards), (*melds, meld), frozen) is None


def _additions(deal: Deal, hand: Hand, held: int, melds: tuple[Meld, ...]) -> list[Add]:
    additions: list[Add] = []
    book = deal.code.book
    for number, meld in enumerate(melds, 1):
        fitting = hand & meld.accepts
        if fitting and number != deal.opening:
            two_ended = 0 if book.floating else _two_ended(book, meld)
            while fitting:
                bit = fitting & -fitting
                fitting ^= bit
                additions += _one_card(number, CARD_OF[bit], bool(bit & two_ended))
    if held > 2:
        return additions
    return [add for add in additions if _addition_ends(deal, hand, melds, add)]


def _addition_ends(deal: Deal, hand: Hand, melds: tuple[Meld, ...], add: Add) -> bool:
    grown = extend(deal.code.book, melds[add.meld - 1], add.cards, add.end)
    if isinstance(grown, Reason):
        return False
    after = (*melds[: add.meld - 1], grown, *melds[add.meld :])
    return dead_end(deal, drop(hand, add.cards[0]), after, deal.opening) is None


@cache  # 53 cards, at most a few dozen melds
def _one_card(number: int, card: Card, two_ends: bool) -> tuple[Add, ...]:
    return tuple([Add(number, (card,), end) for end in ((LOW, HIGH) if two_ends else ("",))])


def _two_ended(book: MeldBook, meld: Meld) -> Hand:
    """The cards whose addition leaves a matta to choose between two ends, as a mask."""
    if meld.two_ended < 0:
        cards = [card for card in range(JOKER + 1) if meld.accepts & BIT[card] and both_ends(book, meld, (card,))]
        meld.two_ended = sum([BIT[card] for card in cards])
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
    hand = deal.hands[deal.turn]
    discards = [action for action in _free(deal) if isinstance(action, Discard)]
    if not discards:
        found = lays(deal)
        return found[0] if found else None
    drawn = deal.drawn
    if deal.code.rules.clock_discard == "drawn" and drawn >= 0 and hand & BIT[drawn] and DISCARDS[drawn] in discards:
        return DISCARDS[drawn]
    return next(DISCARDS[card] for card in _HIGHEST_FIRST if DISCARDS[card] in discards)
