"""Every meld of three cards that a hand could open with, found by looking it up.

For each suit, each matta and each rank a table goes from the cards held to the melds they make. Tables fill as they are
asked, and their size is bounded by the cards of one suit or rank. Small steps for machines: people's larger lays are
judged by `engine.melds`.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from engine.actions import Discard, Lay
from engine.cards import ACE, JOKER, RANKS, TWO, TWOS, Card
from engine.hand import BIT, JOKER_BIT, Hand
from engine.melds import Meld, MeldBook

_SUIT: tuple[Hand, ...] = tuple(0x1FFF << suit * 13 for suit in range(4))
_RANK: tuple[Hand, ...] = tuple(sum(BIT[s * 13 + r] * (1 + (1 << 52)) for s in range(4)) for r in range(13))
_WILD: Hand = JOKER_BIT | sum(BIT[two] for two in TWOS)
_WILD_CARDS: tuple[Card, ...] = (*TWOS, JOKER)

_ONE_PACK: Hand = (1 << 52) - 1

Entries: TypeAlias = tuple[tuple[Hand, Lay], ...]  # what must be held, what can then be laid

Held: TypeAlias = tuple[tuple[Discard, ...], tuple[Lay, ...]]

Pattern: TypeAlias = tuple[Hand, int, int, dict[Hand, Lay]]
"""Openings that need cards at the same distances: where they may begin, both distances (twice the same where two cards
are needed), and by the bit they begin at what is laid."""

Group: TypeAlias = tuple[int, Hand, dict[Hand, Lay]]  # how many openings, the bits they begin at, what each is


WildTable: TypeAlias = tuple[Hand, Hand, Hand, dict[Hand, tuple[Lay, ...]], Entries]
"""From the cards of one suit to their runs of three with one matta: the suit as a mask, the matta where it is the two
of this very suit and its twin, what was found, and where to find more."""


class Openings:
    """The three-card melds of one code."""

    def __init__(self, book: MeldBook) -> None:
        self._book = book
        self._ranks = tuple(sorted(RANKS.index(rank) for rank in book.rules.set_ranks))
        self._run_entries = tuple(self._natural_runs(suit) for suit in range(4))
        self._wild_entries = {(suit, wild): self._wild_runs(suit, wild) for suit in range(4) for wild in _WILD_CARDS}
        self._natural_patterns = _patterns([entry for entries in self._run_entries for entry in entries])
        self._wild_patterns = tuple([self._patterns_of(wild) for wild in _WILD_CARDS])
        suits: list[tuple[Hand, dict[Hand, Held]]] = [(mask, {}) for mask in _SUIT]
        self._suits = tuple(suits)  # mask, and from the cards of a suit to its discards and natural runs
        self._matte = {wild: tuple([self._wild_table(suit, wild) for suit in range(4)]) for wild in _WILD_CARDS}
        ranks: list[tuple[Hand, dict[Hand, tuple[Lay, ...]]]] = [(mask | _WILD, {}) for mask in _RANK]
        self._sets = tuple(ranks)  # mask, and from the cards of a rank and the wild cards to its sets
        self._clean_sets: dict[Hand, tuple[Lay, ...]] = {}  # from the cards of a rank
        self._wild_held: dict[Hand, tuple[Card, ...]] = {}
        self._set_ranks: dict[int, tuple[int, ...]] = {}  # from a mask of ranks to those that may form sets

    # --- asked for ----------------------------------------------------------------------------------------------------

    def discards_and_runs(self, hand: Hand) -> tuple[list[Discard], list[Lay]]:
        """Every card as a discard (jokers last), and every natural run of three."""
        discards: list[Discard] = []
        runs: list[Lay] = []
        for mask, table in self._suits:
            key = hand & mask
            if key:
                found = table.get(key)
                if found is None:
                    found = self._fill_suit(mask, key)
                discards += found[0]
                runs += found[1]
        if hand & JOKER_BIT:
            discards.append(DISCARDS[JOKER])
        return discards, runs

    def with_matta(self, hand: Hand) -> list[Lay]:
        """Every run of three with a matta."""
        lays: list[Lay] = []
        for wild in self._wild_cards(hand & _WILD):
            for mask, own_two, twin, table, entries in self._matte[wild]:
                key = hand & mask
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
        once = hand & _ONE_PACK
        paired = hand >> 52 & _ONE_PACK
        hearts, diamonds = once & 0x1FFF, once >> 13 & 0x1FFF
        clubs, spades = once >> 26 & 0x1FFF, once >> 39
        ranks = hearts & diamonds | clubs & spades | (hearts | diamonds) & (clubs | spades)
        if paired:
            ranks |= (paired | paired >> 13 | paired >> 26 | paired >> 39) & 0x1FFF
        ranks &= ~ranks_on_table
        lays: list[Lay] = []
        for rank in self._ranks_in(ranks):
            mask, table = self._sets[rank]
            key = hand & mask
            found = table.get(key)
            if found is None:
                found = self._fill_sets(rank, key)
            lays += found
        return lays

    def clean(self, hand: Hand) -> list[Lay]:
        """What may be a first meld that must be clean: natural runs, and sets of different suits (three-player)."""
        lays = self.discards_and_runs(hand)[1]
        for rank in self._ranks:
            key = hand & _RANK[rank]
            found = self._clean_sets.get(key)
            if found is None:
                three = [cards for cards in _choices(rank, key, 3) if len(set(cards)) == 3 and rank != TWO]
                found = self._clean_sets[key] = tuple([Lay(cards) for cards in three])
            lays += found
        return lays

    # --- counted ------------------------------------------------------------------------------------------------------

    def groups(self, hand: Hand) -> list[Group]:
        """Every run of three, natural or with a matta, counted."""
        groups: list[Group] = []
        once = hand & _ONE_PACK
        _add_groups(groups, once, self._natural_patterns)
        if hand & _WILD:
            for bit, with_twin, alone in self._wild_patterns:
                if hand & bit:
                    _add_groups(groups, once, with_twin if hand & bit << 52 else alone)
        return groups

    def _patterns_of(self, wild: Card) -> tuple[Hand, tuple[Pattern, ...], tuple[Pattern, ...]]:
        """The card's bit; the runs it is the matta of, where a twin of it may be natural, and where it is alone."""
        bit = BIT[wild]
        entries = [entry for suit in range(4) for entry in self._wild_entries[suit, wild]]
        return bit, _patterns(entries), _patterns([entry for entry in entries if not entry[0] & bit])

    # --- tables -------------------------------------------------------------------------------------------------------

    def _wild_cards(self, held: Hand) -> tuple[Card, ...]:
        found = self._wild_held.get(held)
        if found is None:
            found = self._wild_held[held] = tuple([card for card in _WILD_CARDS if held & BIT[card]])
        return found

    def _ranks_in(self, ranks: int) -> tuple[int, ...]:
        found = self._set_ranks.get(ranks)
        if found is None:
            found = self._set_ranks[ranks] = tuple([rank for rank in self._ranks if ranks >> rank & 1])
        return found

    def _wild_table(self, suit: int, wild: Card) -> WildTable:
        own_two = BIT[wild] if wild == TWOS[suit] else 0
        return _SUIT[suit], own_two, own_two << 52, {}, self._wild_entries[suit, wild]

    def _fill_suit(self, mask: Hand, key: Hand) -> Held:
        suit = _SUIT.index(mask)
        discards = tuple([DISCARDS[card] for card in range(suit * 13, suit * 13 + 13) if key & BIT[card]])
        found = self._suits[suit][1][key] = (discards, _available(self._run_entries[suit], key))
        return found

    def _fill_sets(self, rank: int, key: Hand) -> tuple[Lay, ...]:
        sets = [Lay(cards) for cards in _choices(rank, key, 3)]
        for wild in self._wild_cards(key & _WILD):
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
            pair = (suit * 13 + low, suit * 13 + high)
            melds = [self._book.judge(run) for run in self._book.runs((*pair, wild)) if run.matta == wild]
            for meld in melds:
                self._book.remember(meld)
            entries += [(BIT[pair[0]] | BIT[pair[1]], Lay(meld.cards)) for meld in melds]
        return tuple(entries)


DISCARDS: tuple[Discard, ...] = tuple(Discard(card) for card in range(JOKER + 1))


def _patterns(entries: Sequence[tuple[Hand, Lay]]) -> tuple[Pattern, ...]:
    """Openings sorted by the distances of the cards they need; several from the same cards are in several patterns."""
    found: dict[tuple[int, int, int], dict[Hand, Lay]] = {}
    for needed, lay in entries:
        low = needed & -needed
        second = (needed ^ low) & -(needed ^ low)
        distances = second.bit_length() - low.bit_length(), needed.bit_length() - low.bit_length()
        layer = 0
        while low in found.get((*distances, layer), {}):
            layer += 1
        found.setdefault((*distances, layer), {})[low] = lay
    return tuple([(sum(lays), second, third, lays) for (second, third, _), lays in found.items()])


def _add_groups(groups: list[Group], once: Hand, patterns: tuple[Pattern, ...]) -> None:
    for starts, second, third, lays in patterns:
        here = once & starts
        if here:
            here &= once >> second & once >> third
            if here:
                groups.append((here.bit_count(), here, lays))


def _available(entries: Entries, key: Hand) -> tuple[Lay, ...]:
    return tuple([lay for needed, lay in entries if needed & key == needed])


def _choices(rank: int, key: Hand, number: int) -> list[tuple[Card, ...]]:
    """The different ways to take so many of the cards of a rank, in suit order."""
    held: list[Card] = []
    for suit in range(4):
        card = suit * 13 + rank
        held += [card] * (bool(key & BIT[card]) + bool(key & BIT[card] << 52))
    return sorted(set(combinations(held, number)))
