"""What a position is worth to the player in turn, as a sum of named terms: melds, hand, pozzetto, closing.

The terms are guesses at points of the final score. `Judge` is made for one decision and keeps what it has judged.
"""

from collections.abc import Callable
from typing import Final

from engine.cards import ACE, JOKER, RANKS, TWO, VALUES
from engine.deal import TAKE, Deal
from engine.finish import burraco_missing
from engine.hand import CARD_OF, CARDS, SECOND, Hand, size, unknown
from engine.melds import ALL_NATURAL, ALL_TWOS, BURRACO, Meld
from engine.players.outlook import Outlook
from engine.players.weights import Weights
from engine.words import Word, bits

SHORTEST: Final = 3  # cards of a meld


def _ranks(*ranks: int) -> Hand:
    return sum([1 << suit * 13 + rank for suit in range(4) for rank in ranks])


_BELOW_KING: Final = _ranks(*range(12))
_BELOW_QUEEN: Final = _ranks(*range(11))
_ACES: Final = _ranks(ACE)
_TENS: Final = _ranks(*range(7, 13))
_FIVES: Final = _ranks(*range(2, 7))
_JOKER_PLACES: Final = 106  # where a third and a fourth joker stand


def hand_points(hand: Hand) -> int:
    """Points of the known cards, as `engine.hand.points`, without a loop over the cards."""
    once: Word = hand & CARDS
    twice: Word = hand >> SECOND & CARDS
    fives = bits(once & _FIVES) + bits(twice & _FIVES)
    tens = bits(once & _TENS) + bits(twice & _TENS)
    aces = bits(once & _ACES) + bits(twice & _ACES)
    twos = bits(once & ALL_TWOS) + bits(twice & ALL_TWOS)
    return 5 * fives + 10 * tens + 15 * aces + 20 * twos + VALUES[JOKER] * _jokers(hand)


def matte(hand: Hand) -> int:
    """How many of the known cards are jokers or twos."""
    twice: Word = hand >> SECOND & ALL_TWOS
    once: Word = hand & ALL_TWOS
    return bits(once) + bits(twice) + _jokers(hand)


def _jokers(hand: Hand) -> int:
    more: Word = hand >> _JOKER_PLACES & 3
    return (hand >> JOKER & 1) + (hand >> SECOND + JOKER & 1) + bits(more)


def neighbours(hand: Hand) -> int:
    """How many pairs of natural cards of a suit lie side by side; the ace on both its sides."""
    once: Word = hand & ALL_NATURAL
    return bits(once & once >> 1 & _BELOW_KING) + bits(once & once >> 12 & _ACES)


def gaps(hand: Hand) -> int:
    """How many pairs of natural cards of a suit have one place between them."""
    once: Word = hand & ALL_NATURAL
    return bits(once & once >> 2 & _BELOW_QUEEN) + bits(once & once >> 11 & _ACES)


def same_ranks(hand: Hand, ranks: int) -> int:
    """How many of these ranks (a mask) the hand holds at least twice."""
    hearts: Word = hand & ALL_NATURAL
    twice: Word = hand >> SECOND & ALL_NATURAL
    diamonds, clubs, spades = hearts >> 13, hearts >> 26, hearts >> 39
    pairs = hearts & diamonds | clubs & spades | (hearts | diamonds) & (clubs | spades)
    return bits((pairs | twice | twice >> 13 | twice >> 26 | twice >> 39) & ranks)


class Judge:
    """Judges the positions that the player in turn of `root` can reach in this turn.

    `late` is asked before each hand, so that it can raise where nobody waits any more; what it says changes nothing.
    """

    def __init__(self, root: Deal, weights: Weights, late: Callable[[], bool] | None = None) -> None:
        code = root.code
        self._late = late
        self.weights = weights
        self.outlook = Outlook(root, weights)
        self._rules = code.rules
        self.side = code.side_of[root.turn]
        self.unknown = unknown(root.hands[root.turn]) + (root.phase == TAKE)  # cards of the hand that nobody has seen
        self._partner = code.partner[root.turn]
        self._partner_cards = size(root.hands[self._partner]) if self._partner >= 0 else -1
        self._pozzetto_points = weights.card_average * code.rules.hand_size
        self._could_take = root.pozzetto_left(root.turn)
        self.set_ranks = sum([1 << RANKS.index(rank) for rank in code.rules.set_ranks if RANKS.index(rank) != TWO])
        self._swing = self._closing_swing(root)
        self._melds: dict[Meld, float] = {}
        early = self.outlook.early
        self._clean = (weights.clean_three, weights.four, weights.five, weights.six)
        self._dirty = (weights.dirty_three, weights.four, weights.five, weights.six)
        self._matta: float = weights.matta + early * weights.early_matta
        self._neighbours: float = weights.neighbours + early * weights.early_neighbours
        self._same_rank: float = weights.same_rank + early * weights.early_same_rank
        self._tempo: float = weights.tempo if self._could_take else weights.tempo + weights.tempo_taken
        self._ballast: float = weights.ballast if self._could_take else weights.ballast + weights.ballast_taken

    # --- the table ----------------------------------------------------------------------------------------------------

    def meld(self, meld: Meld) -> float:
        """Points, bonus and hope of a meld."""
        worth = self._melds.get(meld)
        if worth is None:
            promise = meld.bonus if meld.burraco else self._hope(meld) + self._by_length(meld)
            worth = self._melds[meld] = meld.points + promise
        return worth

    def _hope(self, meld: Meld) -> float:
        """The bonus of the burraco that the meld may become, times its chance."""
        missing = BURRACO - len(meld.cards)
        hopes, share = self.outlook.hopes, self._outs_share(meld)
        if meld.matta >= 0:
            return self._rules.bonus_sporco * hopes[missing] * share
        clean = self._rules.bonus_pulito * hopes[missing] * share
        dirty = self._rules.bonus_sporco * hopes[missing - 1] * self.weights.dirty_way
        return max(clean, dirty)

    def _by_length(self, meld: Meld) -> float:
        lengths = self._dirty if meld.matta >= 0 else self._clean
        return lengths[len(meld.cards) - SHORTEST]

    def _outs_share(self, meld: Meld) -> float:
        fitting: Word = meld.accepts & ALL_NATURAL
        outs = 0
        unseen = self.outlook.unseen
        while fitting:
            bit = fitting & -fitting
            fitting ^= bit
            outs += unseen[CARD_OF[bit]]
        few = self.weights.few_outs
        return few[outs] if outs < len(few) else 1.0

    def _closable(self, melds: tuple[Meld, ...]) -> float:
        """How near the side is to the burraco that closing needs, from 0 to 1."""
        clean = self._rules.close_needs == "clean"
        hopes = self.outlook.hopes
        best = 0.0
        for meld in melds:
            if not clean or meld.matta < 0:
                best = max(best, hopes[max(0, BURRACO - len(meld.cards))])
        return best

    # --- the hand -----------------------------------------------------------------------------------------------------

    def hand(self, hand: Hand, melds: tuple[Meld, ...]) -> float:
        """What the cards in hand promise, less what they risk and delay."""
        if self._late is not None:
            self._late()
        weights = self.weights
        risk = weights.stuck + self.outlook.ending
        if self._rules.unopened_double and not melds:
            risk *= 2
        alive = 1 - self.outlook.ending
        ranks: Word = self.set_ranks
        for meld in melds:
            ranks &= ~meld.rank_bit
        promise = (
            self._matta * matte(hand)
            + self._neighbours * neighbours(hand)
            + weights.gap * gaps(hand)
            + self._same_rank * same_ranks(hand, ranks)
        )
        return alive * promise - risk * hand_points(hand) - self._delay(size(hand) - 1)

    def _delay(self, cards: int) -> float:
        """What so many cards after the discard cost in time."""
        if self._partner < 0:
            return self._tempo * cards
        shorter, longer = sorted((cards, self._partner_cards))
        return self._tempo * shorter + self._ballast * longer

    # --- the position -------------------------------------------------------------------------------------------------

    def position(self, deal: Deal) -> float:
        """The worth of a position of this turn, its last discard still to come."""
        melds = deal.melds[self.side]
        hand = deal.hands[deal.turn]
        closable = self._closable(melds)
        worth = sum([self.meld(meld) for meld in melds]) + self.weights.may_close * closable
        worth += self.weights.melds * len(melds)
        if self._could_take and not deal.pozzetto_left(deal.turn):
            return worth + self._in_diretta()
        worth += self.hand(hand, melds)
        if size(hand) > 1:
            return worth
        if self._could_take:
            return worth + self._with_discard()
        return worth + (self._swing if burraco_missing(deal, melds) is None else -self.weights.stranded)

    def _in_diretta(self) -> float:
        """Taking the pozzetto now, to play on with it; when the deal ends at once only some of it can be laid."""
        ending = self.outlook.ending
        cost = (1 - self.weights.laid_at_once) * self._pozzetto_points - self._rules.pozzetto_not_taken
        return self.weights.diretta * (1 - ending) - ending * cost

    def _with_discard(self) -> float:
        """Taking the pozzetto with the discard; when the deal ends at once its cards would only cost."""
        ending = self.outlook.ending
        flat = self._rules.unseen_pozzetto == "flat100"
        cost = 0 if flat else self._pozzetto_points - self._rules.pozzetto_not_taken
        return self.weights.with_discard * (1 - ending) - ending * cost

    def _closing_swing(self, root: Deal) -> float:
        """What closing now brings: the bonus, the others' hands and pozzetto, less the partner's hand."""
        weights = self.weights
        gained = self._rules.closing_bonus + weights.closing
        for seat in self.outlook.opponents:
            gained += weights.holding * weights.card_average * size(root.hands[seat])
        for side in {root.code.side_of[seat] for seat in self.outlook.opponents}:
            if not root.taken >> side & 1:
                gained += self._rules.pozzetto_not_taken
        if self._partner >= 0:
            gained -= weights.holding * weights.card_average * self._partner_cards
        return gained
