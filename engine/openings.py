"""Every meld of three cards that a hand could open with, found by looking it up.

For each suit, each matta and each rank a table goes from the cards held to the melds they make. Tables fill as they are
asked, and their size is bounded by the cards of one suit or rank. Small steps for machines: people's larger lays are
judged by `engine.melds`.
"""

from itertools import combinations
from typing import Final, TypeAlias

from engine.actions import Discard, Lay
from engine.cards import ACE, JOKER, RANKS, TWO, TWOS, Card
from engine.hand import BIT, CARDS, JOKER_BIT, SECOND, Hand
from engine.melds import ALL_WILD, Meld, MeldBook

_ONE_SUIT: Final = 0x1FFF
_IN_ALL_SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # times a mask of ranks: their cards
_FACES: Final = _ONE_SUIT * _IN_ALL_SUITS
_SUIT: Final[tuple[Hand, ...]] = tuple(_ONE_SUIT << suit * 13 for suit in range(4))
_RANK: Final[tuple[Hand, ...]] = tuple((_IN_ALL_SUITS << rank) * (1 | 1 << SECOND) for rank in range(13))
WILD_CARDS: Final[tuple[Card, ...]] = (*TWOS, JOKER)

Entries: TypeAlias = tuple[tuple[Hand, Lay], ...]  # what must be held, what can then be laid

Held: TypeAlias = tuple[tuple[Discard, ...], tuple[Lay, ...]]

WildTable: TypeAlias = tuple[Hand, Hand, Hand, dict[Hand, tuple[Lay, ...]], Entries]
"""From the cards of one suit to their runs of three with one matta: the suit as a mask, the matta where it is the two
of this very suit and its twin, what was found, and where to find more."""


class Openings:
    """The three-card melds of one code."""

    def __init__(self, book: MeldBook) -> None:
        self._book = book
        self.ranks = tuple(sorted(RANKS.index(rank) for rank in book.rules.set_ranks))
        self.run_entries = tuple(self._natural_runs(suit) for suit in range(4))
        self.wild_entries = {(suit, wild): self._wild_runs(suit, wild) for suit in range(4) for wild in WILD_CARDS}
        suits: list[tuple[Hand, dict[Hand, Held]]] = [(mask, {}) for mask in _SUIT]
        self._suits = tuple(suits)  # mask, and from the cards of a suit to its discards and natural runs
        self._matte = {wild: tuple([self._wild_table(suit, wild) for suit in range(4)]) for wild in WILD_CARDS}
        ranks: list[tuple[Hand, dict[Hand, tuple[Lay, ...]]]] = [(mask | ALL_WILD, {}) for mask in _RANK]
        self._sets = tuple(ranks)  # mask, and from the cards of a rank and the wild cards to its sets
        self._clean_sets: dict[Hand, tuple[Lay, ...]] = {}  # from the cards of a rank
        self._wild_held: dict[Hand, tuple[Card, ...]] = {}
        self._set_ranks: dict[int, tuple[int, ...]] = {}  # from a mask of ranks to those that may form sets

    # --- asked for ----------------------------------------------------------------------------------------------------

    def discards_and_runs(self, hand: Hand) -> tuple[list[Discard], list[Lay]]:
        """Every card as a discard (jokers last), and every natural run of three."""
        discards: list[Discard] = []
        runs: list[Lay] = []
        once = hand & CARDS
        for mask, table in self._suits:
            key = once & mask
            if key:
                found = table.get(key)
                if found is None:
                    found = self._fill_suit(mask, key)
                discards += found[0]
                runs += found[1]
        if once & JOKER_BIT:
            discards.append(DISCARDS[JOKER])
        return discards, runs

    def with_matta(self, hand: Hand) -> list[Lay]:
        """Every run of three with a matta."""
        lays: list[Lay] = []
        once = hand & CARDS
        wild_cards = self._wild_held.get(once & ALL_WILD)
        for wild in self._wild_cards(once & ALL_WILD) if wild_cards is None else wild_cards:
            for mask, own_two, twin, table, entries in self._matte[wild]:
                key = once & mask
                if key & own_two and not hand & twin:
                    key ^= own_two  # the only two of the suit is the matta: it is not also natural
                if key & (key - 1):
                    found = table.get(key)
                    if found is None:
                        found = table[key] = _available(entries, key)
                    lays += found
        return lays

    def sets(self, hand: Hand, ranks_on_table: int) -> list[Lay]:
        """Every set of three, of ranks of which the side has no set yet (a mask of ranks)."""
        lays: list[Lay] = []
        for rank in self._ranks_with_sets(hand, ranks_on_table):
            mask, table = self._sets[rank]
            key = hand & mask
            found = table.get(key)
            if found is None:
                found = self._fill_sets(rank, key)
            lays += found
        return lays

    def set_at(self, hand: Hand, ranks_on_table: int, number: int) -> Lay:
        """The set of this number, from 0, of those: they are looked up no further than that."""
        for rank in self._ranks_with_sets(hand, ranks_on_table):
            key = hand & self._sets[rank][0]
            found = self._sets[rank][1].get(key)
            if found is None:
                found = self._fill_sets(rank, key)
            if number < len(found):
                return found[number]
            number -= len(found)
        raise IndexError(number)

    def _ranks_with_sets(self, hand: Hand, ranks_on_table: int) -> tuple[int, ...]:
        once = hand & _FACES
        diamonds, clubs, spades = once >> 13, once >> 26, once >> 39
        ranks = once & diamonds | clubs & spades | (once | diamonds) & (clubs | spades)
        twice = hand >> SECOND & _FACES
        if twice:
            ranks |= twice | twice >> 13 | twice >> 26 | twice >> 39
        ranks &= _ONE_SUIT & ~ranks_on_table
        set_ranks = self._set_ranks.get(ranks)
        return self._ranks_in(ranks) if set_ranks is None else set_ranks

    def clean(self, hand: Hand) -> list[Lay]:
        """What may be a first meld that must be clean: natural runs, and sets of different suits (three-player)."""
        lays = self.discards_and_runs(hand)[1]
        once = hand & _FACES
        diamonds, clubs, spades = once >> 13, once >> 26, once >> 39
        three_suits = once & diamonds & (clubs | spades) | clubs & spades & (once | diamonds)
        for rank in self._ranks_in(three_suits & _ONE_SUIT):
            key = hand & _RANK[rank]
            found = self._clean_sets.get(key)
            if found is None:
                three = [cards for cards in _choices(rank, key, 3) if len(set(cards)) == 3 and rank != TWO]
                found = self._clean_sets[key] = tuple([Lay(cards) for cards in three])
            lays += found
        return lays

    # --- tables -------------------------------------------------------------------------------------------------------

    def _wild_cards(self, held: Hand) -> tuple[Card, ...]:
        found = self._wild_held.get(held)
        if found is None:
            found = self._wild_held[held] = tuple([card for card in WILD_CARDS if held & BIT[card]])
        return found

    def _ranks_in(self, ranks: int) -> tuple[int, ...]:
        found = self._set_ranks.get(ranks)
        if found is None:
            found = self._set_ranks[ranks] = tuple([rank for rank in self.ranks if ranks >> rank & 1])
        return found

    def _wild_table(self, suit: int, wild: Card) -> WildTable:
        own_two = BIT[wild] if wild == TWOS[suit] else 0
        return _SUIT[suit], own_two, own_two << SECOND, {}, self.wild_entries[suit, wild]

    def _fill_suit(self, mask: Hand, key: Hand) -> Held:
        suit = _SUIT.index(mask)
        discards = tuple([DISCARDS[card] for card in range(suit * 13, suit * 13 + 13) if key & BIT[card]])
        found = self._suits[suit][1][key] = (discards, _available(self.run_entries[suit], key))
        return found

    def _fill_sets(self, rank: int, key: Hand) -> tuple[Lay, ...]:
        sets = [Lay(cards) for cards in _choices(rank, key, 3)]
        for wild in self._wild_cards(key & ALL_WILD):
            if rank != TWO or wild == JOKER:  # among twos only the joker is a matta
                sets += [Lay((*pair, wild)) for pair in _choices(rank, key, 2)]
        found = self._sets[rank][1][key] = tuple(sets)
        return found

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


def _available(entries: Entries, key: Hand) -> tuple[Lay, ...]:
    return tuple([lay for needed, lay in entries if needed & key == needed])


def _choices(rank: int, key: Hand, number: int) -> list[tuple[Card, ...]]:
    """The different ways to take so many of the cards of a rank, in suit order."""
    held: list[Card] = []
    for suit in range(4):
        card = suit * 13 + rank
        held += [card] * (bool(key & BIT[card]) + bool(key & BIT[card] << SECOND))
    return sorted(set(combinations(held, number)))
