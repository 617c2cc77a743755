"""Every meld of three cards that a hand could open with, found by looking it up.

For each suit, each matta and each rank a table goes from the cards held to the melds they make. Tables fill as they are
asked. Small steps for machines: people's larger lays are judged by `engine.melds`.
"""

from functools import partial
from itertools import combinations
from typing import Final, TypeAlias

from engine.actions import Discard, Lay
from engine.cards import ACE, JOKER, RANKS, TWO, TWOS, Card
from engine.hand import BIT, CARDS, JOKER_BIT, SECOND, Hand
from engine.lookup import Lookup
from engine.melds import ALL_WILD, Meld, MeldBook

_ONE_SUIT: Final = 0x1FFF
_IN_ALL_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # times a mask of ranks: their cards
_FACES: Final = _ONE_SUIT * _IN_ALL_SUITS
_SUIT: Final[tuple[Hand, ...]] = tuple(_ONE_SUIT << suit * 13 for suit in range(4))
_RANK: Final[tuple[Hand, ...]] = tuple((_IN_ALL_SUITS << rank) * (1 | 1 << SECOND) for rank in range(13))
WILD_CARDS: Final[tuple[Card, ...]] = (*TWOS, JOKER)

Entries: TypeAlias = tuple[tuple[Hand, Lay], ...]  # what must be held, what can then be laid

Held: TypeAlias = tuple[tuple[Discard, ...], tuple[Lay, ...]]

Lays: TypeAlias = tuple[tuple[Hand, Lookup[Hand, tuple[Lay, ...]]], ...]
"""Masks of cards, and beside each from the cards held among them to what they can open with."""

Matta: TypeAlias = tuple[Hand, Lays, Lays]
"""A wild card, by its bit, and the runs of three with it by suit: where it is held once, so that no twin of it may be
natural, and where it is held twice."""


class Openings:
    """The three-card melds of one code."""

    def __init__(self, book: MeldBook) -> None:
        self._book = book
        self.ranks = tuple(sorted(RANKS.index(rank) for rank in book.rules.set_ranks))
        self.run_entries = tuple(self._natural_runs(suit) for suit in range(4))
        self.wild_entries = {(suit, wild): self._wild_runs(suit, wild) for suit in range(4) for wild in WILD_CARDS}
        self._suits = tuple([(_SUIT[suit], Lookup(partial(self._held, suit))) for suit in range(4)])
        self._matte = tuple([self._matta(wild) for wild in WILD_CARDS])
        self._matte_held = Lookup(self._matte_among)  # from the wild cards held
        self._sets = {rank: (_RANK[rank] | ALL_WILD, Lookup(partial(_sets, rank))) for rank in self.ranks}
        self._sets_of = Lookup(partial(_of_ranks, self._sets))  # from a mask of ranks
        self._clean_sets = {rank: (_RANK[rank], Lookup(partial(_clean_sets, rank))) for rank in self.ranks}
        self._clean_sets_of = Lookup(partial(_of_ranks, self._clean_sets))

    # --- asked for ----------------------------------------------------------------------------------------------------

    def discards_and_runs(self, hand: Hand) -> tuple[list[Discard], list[Lay]]:
        """Every card as a discard (jokers last), and every natural run of three."""
        once = hand & CARDS
        (hearts, in_hearts), (diamonds, in_diamonds), (clubs, in_clubs), (spades, in_spades) = self._suits
        some, runs = in_hearts[once & hearts]
        more, more_runs = in_diamonds[once & diamonds]
        others, other_runs = in_clubs[once & clubs]
        last, last_runs = in_spades[once & spades]
        discards = [*some, *more, *others, *last]  # written out: a fifth quicker than a loop
        if once & JOKER_BIT:
            discards.append(DISCARDS[JOKER])
        return discards, [*runs, *more_runs, *other_runs, *last_runs]

    def with_matta(self, hand: Hand) -> list[Lay]:
        """Every run of three with a matta."""
        lays: list[Lay] = []
        once = hand & CARDS
        twice = hand >> SECOND
        for bit, alone, with_twin in self._matte_held[once & ALL_WILD]:
            for mask, table in with_twin if twice & bit else alone:
                lays += table[once & mask]
        return lays

    def sets(self, hand: Hand, ranks_on_table: int) -> list[Lay]:
        """Every set of three, of ranks of which the side has no set yet (a mask of ranks)."""
        lays: list[Lay] = []
        for mask, table in self._sets_of[_paired(hand) & ~ranks_on_table]:
            lays += table[hand & mask]
        return lays

    def set_at(self, hand: Hand, ranks_on_table: int, number: int) -> Lay:
        """The set of this number, from 0, of those: they are looked up no further than that."""
        for mask, table in self._sets_of[_paired(hand) & ~ranks_on_table]:
            found = table[hand & mask]
            if number < len(found):
                return found[number]
            number -= len(found)
        raise IndexError(number)

    def clean(self, hand: Hand) -> list[Lay]:
        """What may be a first meld that must be clean: natural runs, and sets of different suits (three-player)."""
        lays = self.discards_and_runs(hand)[1]
        once = hand & _FACES
        diamonds, clubs, spades = once >> 13, once >> 26, once >> 39
        three_suits = once & diamonds & (clubs | spades) | clubs & spades & (once | diamonds)
        for mask, table in self._clean_sets_of[three_suits & _ONE_SUIT]:
            lays += table[hand & mask]
        return lays

    # --- tables -------------------------------------------------------------------------------------------------------

    def _held(self, suit: int, key: Hand) -> Held:
        """The discards and natural runs of the cards of a suit."""
        discards = tuple([DISCARDS[card] for card in range(suit * 13, suit * 13 + 13) if key & BIT[card]])
        return discards, _available(self.run_entries[suit], key)

    def _matta(self, wild: Card) -> Matta:
        tables = [Lookup(partial(_available, self.wild_entries[suit, wild])) for suit in range(4)]
        with_twin = tuple(zip(_SUIT, tables, strict=True))
        return BIT[wild], tuple([(mask & ~BIT[wild], table) for mask, table in with_twin]), with_twin

    def _matte_among(self, held: Hand) -> tuple[Matta, ...]:
        return tuple([matta for matta in self._matte if matta[0] & held])

    def _natural_runs(self, suit: int) -> Entries:
        windows = [(p, p + 1, p + 2) for p in range(1, 13)]
        cards = [tuple([suit * 13 + (place - 1) % 13 for place in window]) for window in windows]
        entries: list[tuple[Hand, Lay]] = []
        for three in cards:
            meld = self._book.lay(three)
            if isinstance(meld, Meld):
                entries.append((sum([BIT[card] for card in three]), Lay(meld.cards)))
        return tuple(entries)

    def _wild_runs(self, suit: int, wild: Card) -> Entries:
        entries: list[tuple[Hand, Lay]] = []
        for low, high in combinations(range(13), 2):
            if high - low > 2 and low != ACE:
                continue
            places = sum([1 << rank + 1 for rank in (low, high) if rank not in (ACE, TWO)])
            twos = (TWO in (low, high)) + (wild == TWOS[suit])
            others = [] if wild == TWOS[suit] else [wild]
            runs = self._book.runs_of(suit, places, low == ACE, twos, others)
            needed = BIT[suit * 13 + low] | BIT[suit * 13 + high]
            entries += [(needed, Lay(self._book.written(run))) for run in runs if run.matta == wild]
        return tuple(entries)


DISCARDS: Final[tuple[Discard, ...]] = tuple(Discard(card) for card in range(JOKER + 1))


def _paired(hand: Hand) -> int:
    """The ranks of which two cards are held (a mask)."""
    once = hand & _FACES
    two_suits_on = once >> 26
    both, any_of_two = once & two_suits_on, once | two_suits_on
    ranks = both | both >> 13 | any_of_two & any_of_two >> 13
    twice = hand >> SECOND & _FACES
    if twice:
        twice |= twice >> 26
        ranks |= twice | twice >> 13
    return ranks & _ONE_SUIT


_LAYS: Final[Lookup[tuple[Card, ...], Lay]] = Lookup(Lay)
"""Sets of three, each one object, of whatever hand."""


def _available(entries: Entries, key: Hand) -> tuple[Lay, ...]:
    return tuple([lay for needed, lay in entries if needed & key == needed])


def _of_ranks(sets: dict[int, tuple[Hand, Lookup[Hand, tuple[Lay, ...]]]], ranks: int) -> Lays:
    """Those of them that are of these ranks (a mask)."""
    return tuple([found for rank, found in sets.items() if ranks >> rank & 1])


def _sets(rank: int, key: Hand) -> tuple[Lay, ...]:
    """The sets of three from the cards of a rank and the wild cards."""
    sets = [_LAYS[cards] for cards in _choices(rank, key, 3)]
    for wild in WILD_CARDS:
        if key & BIT[wild] and (rank != TWO or wild == JOKER):  # among twos only the joker is a matta
            sets += [_LAYS[(*pair, wild)] for pair in _choices(rank, key, 2)]
    return tuple(sets)


def _clean_sets(rank: int, key: Hand) -> tuple[Lay, ...]:
    """The sets of three different cards of a rank; twos are none."""
    return tuple([_LAYS[cards] for cards in _choices(rank, key, 3) if len(set(cards)) == 3 and rank != TWO])


def _choices(rank: int, key: Hand, number: int) -> list[tuple[Card, ...]]:
    """The different ways to take so many of the cards of a rank, in suit order."""
    held: list[Card] = []
    for suit in range(4):
        card = suit * 13 + rank
        held += [card] * (bool(key & BIT[card]) + bool(key & BIT[card] << SECOND))
    return sorted(set(combinations(held, number)))
