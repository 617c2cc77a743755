"""Melds: what lies on the table, read and judged by one code of play.

A `Run` or a `Set` is a bare shape. A `MeldBook` judges shapes by the meld rules of a code: it finds the readings of
cards laid down, names the burraco, and knows which single cards would fit. Judged melds are kept, so that the same
meld is hardly ever judged twice. Additions live in `engine.additions`; what a hand may lay lives in `engine.legal`.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.cards import (
    ACE,
    JOKER,
    NO_CARD,
    RANKS,
    SUITS,
    TWO,
    TWOS,
    UNKNOWN,
    VALUES,
    Card,
    Rank,
    Suit,
    format_cards,
    is_wild,
)
from engine.hand import BIT, CARDS, JOKER_BIT, SECOND, Hand, pack
from engine.lookup import LIMITS
from engine.refusal import Reason
from engine.rules import Rules
from engine.words import Word

Place: TypeAlias = int  # 1 ace low, 2 … 13 king, 14 ace high
FREE: Final = 0  # the place of a matta that stands for no card yet
LOW_ACE: Final = 1
HIGH_ACE: Final = 14
BURRACO: Final = 7


class Run(NamedTuple):
    """A sequence: naturals by place, and at most one matta in a gap, at an end, or free."""

    suit: Suit
    places: int  # bit p is set where a natural card lies at place p
    matta: Card = NO_CARD
    at: Place = FREE


class Set(NamedTuple):
    """A combination: equal cards, and at most one matta."""

    rank: Rank
    naturals: Hand
    matta: Card = NO_CARD


Shape: TypeAlias = Run | Set


def low_place(places: int) -> Place:
    return (places & -places).bit_length() - 1


def high_place(places: int) -> Place:
    return places.bit_length() - 1


def gaps_of(places: int) -> int:
    """The empty places between the lowest and the highest card, as a mask."""
    return ((1 << places.bit_length()) - (places & -places)) & ~places


def card_at(suit: Suit, place: Place) -> Card:
    """The natural card of a place."""
    return suit * 13 + (place - 1) % 13


def place_mask(suit: Suit, places: int) -> Hand:
    """The natural cards of these places, as a mask of cards; both aces are the one ace."""
    return ((places >> 1 & 0x1FFF) | places >> 14 & 1) << suit * 13


ALL_TWOS: Final = BIT[TWOS[0]] | BIT[TWOS[1]] | BIT[TWOS[2]] | BIT[TWOS[3]]
ALL_WILD: Final = ALL_TWOS | JOKER_BIT
ALL_NATURAL: Final = CARDS & ~ALL_WILD


class Meld:
    """A shape judged by a code; made by a `MeldBook` only."""

    __slots__ = ("accepts", "bonus", "burraco", "cards", "grown", "points", "rank_bit", "shape", "two_ended")

    def __init__(self, shape: Shape, cards: tuple[Card, ...], burraco: str | None, bonus: int, accepts: Hand) -> None:
        self.shape = shape
        self.cards = cards  # in the written order of the notation
        self.burraco = burraco  # "sporco", "semipulito", "pulito", "super", "reale" or None
        self.bonus = bonus
        self.points = sum([VALUES[card] for card in cards])
        self.accepts: Word = accepts  # the single cards that may be added, as a mask
        self.rank_bit: Word = 1 << shape.rank if isinstance(shape, Set) else 0  # the rank of a set, as a mask of ranks
        self.two_ended: Word = -1  # filled by `engine.legal`: cards whose addition leaves a matta two ends; -1 not yet
        self.grown: dict[tuple[Card, str], Meld] = {}  # one-card additions already judged

    @property
    def matta(self) -> Card:
        """The card that plays the matta, or -1."""
        return self.shape.matta

    @property
    def stands_for(self) -> Card:
        """The card whose place the matta of a run holds; -1 where there is none, where it is free, and in a set."""
        if isinstance(self.shape, Set) or self.shape.matta < 0 or self.shape.at == FREE:
            return NO_CARD
        return card_at(self.shape.suit, self.shape.at)

    @property
    def can_only_be(self) -> Card:
        """As `stands_for`, but of a free matta beside an ace the only card that it can become; -1 for a choice."""
        shape = self.shape
        if not isinstance(shape, Run) or shape.matta < 0 or shape.at != FREE:
            return self.stands_for
        low, high = low_place(shape.places), high_place(shape.places)
        if low > LOW_ACE and high < HIGH_ACE:
            return NO_CARD
        return card_at(shape.suit, high + 1 if low == LOW_ACE else low - 1)

    def __reduce__(self) -> tuple[object, ...]:
        return Meld, (self.shape, self.cards, self.burraco, self.bonus, self.accepts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and (self.shape, self.burraco) == (other.shape, other.burraco)

    def __hash__(self) -> int:
        return hash(self.shape)

    def __repr__(self) -> str:
        return f"<Meld {format_cards(self.cards)}>"


class MeldBook:
    """The meld rules of a code: readings, burrachi, and which card fits where."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.floating = rules.free_wild == "floating"
        self._melds: dict[Shape, Meld] = {}
        self._laid: dict[tuple[Card, ...], Meld | Reason] = {}  # three-card lays only: the small steps of machines
        self._known: dict[tuple[Card, ...], Run] = {}  # what such cards are, where they were written for a known run

    # --- judging -----------------------------------------------------------------------------------------------

    def judge(self, shape: Shape) -> Meld:
        """The meld of a valid shape."""
        meld = self._melds.get(shape)
        if meld is None:
            kind = self.kind(shape)
            if isinstance(shape, Run):
                meld = Meld(shape, written_run(shape), kind, self.bonus(kind), self._run_accepts(shape))
            else:
                meld = Meld(shape, written_set(shape), kind, self.bonus(kind), self._set_accepts(shape))
            if len(self._melds) >= LIMITS.melds:
                self._begin_anew()
            self._melds[shape] = meld
        return meld

    def _begin_anew(self) -> None:
        """Whoever has a meld keeps it, but nothing of what it might have become; the others are judged again."""
        for meld in self._melds.values():
            meld.grown.clear()
        self._melds.clear()
        self._laid.clear()

    def bonus(self, kind: str | None) -> int:
        return 0 if kind is None else int(getattr(self.rules, "bonus_" + kind))

    def kind(self, shape: Shape) -> str | None:
        """The burraco a shape is at the count, by the kinds this code knows (febur art. 8, fitab art. 13)."""
        rules = self.rules
        if isinstance(shape, Run):
            naturals = shape.places.bit_count()
            longest = max(_sides_of_matta(shape))
            inside = shape.at != FREE and bool(gaps_of(shape.places))
            whole, whole_kind = naturals == 13, "reale"
        else:
            naturals = longest = shape.naturals.bit_count()
            inside = False
            whole, whole_kind = naturals == 8, "super"
        size = naturals + (shape.matta >= 0)
        if size < BURRACO:
            return None
        if shape.matta < 0:
            return whole_kind if whole and self.bonus(whole_kind) else "pulito"
        semi = (longest >= BURRACO and (rules.semi_inside or not inside)) or (rules.semi_any_8 and size >= 8)
        return "semipulito" if semi and rules.bonus_semipulito else "sporco"

    # --- reading cards laid down ---------------------------------------------------------------------------------

    def lay(self, cards: tuple[Card, ...]) -> Meld | Reason:
        """The meld that these cards make when they are laid together, in this order where the order says something."""
        if len(cards) != 3:
            return self._read(cards)
        found = self._laid.get(cards)
        if found is None:
            known = self._known.get(cards)
            found = self._laid[cards] = self._read(cards) if known is None else self.judge(known)
        return found

    def written(self, run: Run) -> tuple[Card, ...]:
        """A run of three as it is written; whoever lays it so need not have it read again."""
        cards = written_run(run)
        self._known[cards] = run
        return cards

    def _read(self, cards: tuple[Card, ...]) -> Meld | Reason:
        if UNKNOWN in cards:
            return Reason.UNKNOWN_CARD
        if len(cards) < 3:
            return Reason.TOO_FEW_CARDS
        shapes: list[Shape] = [*self.runs(cards), *self.sets(cards)]
        if not shapes:
            return self._why_not(cards)
        for shape in shapes:
            if isinstance(shape, Run) and cards in run_spellings(shape):
                return self.judge(shape)
        return min([self.judge(shape) for shape in shapes], key=better_then_low)

    def runs(self, cards: Sequence[Card]) -> list[Run]:
        """Every reading of the cards as a run."""
        loose = _loose_cards(cards)
        return [] if loose is None else self.runs_of(*loose)

    def runs_of(self, suit: Suit, places: int, aces: int, own_twos: int, wild: list[Card]) -> list[Run]:
        """Every run of these places, so many aces and twos of the suit, and other wild cards."""
        found: list[Run] = []
        for natural_two in (1, 0) if own_twos else (0,):
            matte = wild + [suit * 13 + TWO] * (own_twos - natural_two)
            if len(matte) > 1 or (natural_two and not self._two_may_be_natural(places)):
                continue
            for ace in (LOW_ACE, HIGH_ACE) if aces else (0,):
                naturals = places | natural_two << 2 | (1 << ace if ace else 0)
                found += self.complete(suit, naturals, matte[0] if matte else NO_CARD)
        return found

    def complete(self, suit: Suit, naturals: int, matta: Card) -> list[Run]:
        """The runs that these naturals form with one loose matta (or none): it fills the gap, or lies at an end."""
        gaps = gaps_of(naturals)
        size = naturals.bit_count() + (matta >= 0)
        if gaps.bit_count() > (matta >= 0) or size > self.rules.max_run or (naturals & 1 << 1 and naturals & 1 << 14):
            return []
        if matta < 0:
            return [Run(suit, naturals)]
        home = suit * 13 + TWO
        low, high = low_place(naturals), high_place(naturals)
        if gaps:
            at = low_place(gaps)
            return [] if (matta, at) == (home, 2) else [Run(suit, naturals, matta, at)]  # there it is a natural two
        home_below = (matta, low) == (home, 3)
        if self.floating:
            return [] if home_below else [Run(suit, naturals, matta, FREE)]
        below = low > LOW_ACE and not home_below
        ends = ([low - 1] if below else []) + ([high + 1] if high < HIGH_ACE else [])
        return [Run(suit, naturals, matta, at) for at in ends]

    def sets(self, cards: Sequence[Card]) -> list[Set]:
        """The reading of the cards as a set, if they are one (a set has only one)."""
        faces = [card for card in cards if not is_wild(card)]
        if not faces and RANKS[TWO] in self.rules.set_ranks:  # a set of twos: the twos are its naturals
            faces = [card for card in cards if card != JOKER]
        matte = [card for card in cards if card not in faces]
        ranks = {card % 13 for card in faces}
        if len(ranks) != 1 or len(matte) > 1 or not 3 <= len(cards) <= self.rules.max_set:
            return []
        rank = ranks.pop()
        if RANKS[rank] not in self.rules.set_ranks:
            return []
        return [Set(rank, pack(faces), matte[0] if matte else NO_CARD)]

    def _two_may_be_natural(self, places: int) -> bool:
        return not self.rules.natural_two_needs_real_three or bool(places & 1 << 3)

    def _why_not(self, cards: Sequence[Card]) -> Reason:
        """The first thing an arbiter would say about cards that make no meld."""
        faces = [card for card in cards if not is_wild(card)]
        if not faces:  # where twos form sets, only a second matta is in the way
            return Reason.TWO_MATTE if RANKS[TWO] in self.rules.set_ranks else Reason.ONLY_MATTE
        if len({card % 13 for card in faces}) == 1 and (len(faces) > 1 or len({card // 13 for card in faces}) > 1):
            return self._why_no_set(cards, faces)
        if len({card // 13 for card in faces}) > 1:
            repeated = len({card % 13 for card in faces}) < len(faces)
            return Reason.MIXED_CARDS if repeated else Reason.MIXED_SUITS
        return self._why_no_run(cards, faces)

    def _why_no_set(self, cards: Sequence[Card], faces: list[Card]) -> Reason:
        if RANKS[faces[0] % 13] not in self.rules.set_ranks:
            return Reason.SET_RANK
        return Reason.TWO_MATTE if len(cards) - len(faces) > 1 else Reason.TOO_MANY_CARDS

    def _why_no_run(self, cards: Sequence[Card], faces: list[Card]) -> Reason:
        if len(set(faces)) < len(faces):
            twice_ace = faces.count(faces[0] // 13 * 13 + ACE) > 1
            return Reason.TWO_ACES if twice_ace else Reason.REPEATED_CARD
        own_two = faces[0] // 13 * 13 + TWO
        wild = len(cards) - len(faces)
        low_two = own_two in cards and any(card % 13 == 2 for card in faces)
        if wild - low_two > 1 or (wild > 1 and own_two not in cards):
            return Reason.TWO_MATTE
        ranks = {card % 13 for card in faces} | ({TWO} if low_two else set())
        return Reason.WRAP if {0, 12} <= ranks and ranks & {1, 2} and len(ranks) < 12 else Reason.GAP

    # --- which single card fits -------------------------------------------------------------------------------------

    def _run_accepts(self, run: Run) -> Hand:
        """Every single card that may be added to a run, as a mask; `engine.additions` says what becomes of it."""
        low, high = low_place(run.places), high_place(run.places)
        wanted = 0
        wild = 0
        if run.matta < 0:
            wanted = 1 << low - 1 | 2 << high
            wild = ALL_WILD if run.places.bit_count() < self.rules.max_run else 0
        elif run.at == FREE:
            wanted = 1 << low - 1 | 2 << high | 1 << low >> 2 | 4 << high
            if low == 4 and self.rules.natural_two_needs_real_three:
                wanted &= ~(1 << 2)
        else:
            low, high = min(low, run.at), max(high, run.at)
            wanted = 1 << low - 1 | 2 << high | 1 << run.at
            if run.at == 3 and self.rules.natural_two_needs_real_three:
                wanted &= ~(1 << 2)
        wanted &= 0x7FFE & ~run.places
        if run.places & 1 << LOW_ACE or run.places & 1 << HIGH_ACE:  # the ace is unique
            wanted &= ~(1 << LOW_ACE | 1 << HIGH_ACE)
        return place_mask(run.suit, wanted) | wild

    def _set_accepts(self, combination: Set) -> Hand:
        if combination.naturals.bit_count() + (combination.matta >= 0) >= self.rules.max_set:
            return 0
        accepts = 0
        for suit in range(4):
            card = suit * 13 + combination.rank
            if not combination.naturals & BIT[card] << SECOND:
                accepts |= BIT[card]
        if combination.matta < 0:
            accepts |= JOKER_BIT if combination.rank == TWO else ALL_WILD
        return accepts


def better_then_low(meld: Meld) -> tuple[int, int, int]:
    """Sorting key of readings: the better bonus, then the one that begins lower, then the one with the ace low."""
    if isinstance(meld.shape, Run):
        at = 1 << meld.shape.at if meld.shape.at else 0
        return -meld.bonus, low_place(meld.shape.places | at), meld.shape.places
    return -meld.bonus, 0, 0


def _sides_of_matta(run: Run) -> tuple[int, int]:
    """How many naturals lie below and above the matta; a free one has them all on one side."""
    if run.at == FREE:
        return run.places.bit_count(), 0
    return (run.places & (1 << run.at) - 1).bit_count(), (run.places >> run.at).bit_count()


def _loose_cards(cards: Sequence[Card]) -> tuple[Suit, int, int, int, list[Card]] | None:
    """Cards sorted for a run: suit, places of plain naturals, aces, own-suit twos, other wild cards; None: no run."""
    faces = [card for card in cards if not is_wild(card)]
    if not faces or len({card // 13 for card in faces}) > 1 or len(set(faces)) < len(faces):
        return None
    suit = faces[0] // 13
    aces = sum([card % 13 == ACE for card in faces])
    places = sum([1 << card % 13 + 1 for card in faces if card % 13 != ACE])
    own_two = suit * 13 + TWO
    wild = [card for card in cards if is_wild(card) and card != own_two]
    return suit, places, aces, sum([card == own_two for card in cards]), wild


def written_run(run: Run) -> tuple[Card, ...]:
    """The run as the notation writes it: low to high, a free matta at the low end unless the ace is there."""
    return run_spellings(run)[0]


def run_spellings(run: Run) -> list[tuple[Card, ...]]:
    """The orders from low to high that say this run; the first is the one to write. A free matta has two."""
    at = run.at
    low, high = low_place(run.places), high_place(run.places)
    if run.matta < 0:
        return [_spell(run, low, high, FREE)]
    if at != FREE:
        return [_spell(run, min(low, at), max(high, at), at)]
    ends = ([low - 1] if low > LOW_ACE else []) + ([high + 1] if high < HIGH_ACE else [])
    return [_spell(run, min(low, end), max(high, end), end) for end in ends]


def _spell(run: Run, low: Place, high: Place, at: Place) -> tuple[Card, ...]:
    return tuple([run.matta if place == at else card_at(run.suit, place) for place in range(low, high + 1)])


def written_set(combination: Set) -> tuple[Card, ...]:
    """The set as the notation writes it: naturals in suit order h d c s, the matta last."""
    cards: list[Card] = []
    for suit in range(len(SUITS)):
        card = suit * 13 + combination.rank
        cards += [card] * (bool(combination.naturals & BIT[card]) + bool(combination.naturals & BIT[card] << SECOND))
    return tuple(cards) if combination.matta < 0 else (*cards, combination.matta)
