"""Every meld of three cards that a hand could open with, found by looking it up.

For each suit, each matta and each rank a table goes from the cards held to the melds they make. Tables fill as they are
asked, and their size is bounded by the cards of one suit or rank. Small steps for machines: people's larger lays are
judged by `engine.melds`.
"""

from itertools import combinations

from engine.actions import Discard, Lay
from engine.cards import ACE, JOKER, RANKS, TWO, TWOS, Card
from engine.hand import BIT, JOKER_BIT, Hand
from engine.melds import MeldBook

_SUIT: tuple[Hand, ...] = tuple(0x1FFF << suit * 13 for suit in range(4))
_RANK: tuple[Hand, ...] = tuple(sum(BIT[s * 13 + r] * (1 + (1 << 52)) for s in range(4)) for r in range(13))
_WILD: Hand = JOKER_BIT | sum(BIT[two] for two in TWOS)
_WILD_CARDS: tuple[Card, ...] = (*TWOS, JOKER)

_ONE_PACK: Hand = (1 << 52) - 1

Entries = tuple[tuple[Hand, Lay], ...]  # what must be held, what can then be laid

Held = tuple[tuple[Discard, ...], tuple[Lay, ...]]


class WildTable:
    """From the cards of one suit to their runs of three with one matta."""

    __slots__ = ("mask", "own_two", "runs", "suit", "twin")

    def __init__(self, suit: int, wild: Card) -> None:
        self.suit = suit
        self.mask = _SUIT[suit]
        self.own_two = BIT[wild] if wild == TWOS[suit] else 0  # the matta is the two of this very suit
        self.twin = self.own_two << 52
        self.runs: dict[Hand, tuple[Lay, ...]] = {}


class Openings:
    """The three-card melds of one code."""

    def __init__(self, book: MeldBook) -> None:
        self._book = book
        self._ranks = tuple(sorted(RANKS.index(rank) for rank in book.rules.set_ranks))
        self._run_entries = tuple(self._natural_runs(suit) for suit in range(4))
        self._wild_entries = {(suit, wild): self._wild_runs(suit, wild) for suit in range(4) for wild in _WILD_CARDS}
        suits: list[tuple[Hand, dict[Hand, Held]]] = [(mask, {}) for mask in _SUIT]
        self._suits = tuple(suits)  # mask, and from the cards of a suit to its discards and natural runs
        self._matte: dict[Card, tuple[WildTable, ...]] = {
            wild: tuple([WildTable(suit, wild) for suit in range(4)]) for wild in _WILD_CARDS
        }
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
            for table in self._matte[wild]:
                key = hand & table.mask
                if key & table.own_two and not hand & table.twin:
                    key ^= table.own_two  # the only two of the suit is the matta: it is not also natural
                if key & (key - 1):
                    found = table.runs.get(key)
                    if found is None:
                        found = table.runs[key] = _available(self._wild_entries[table.suit, wild], key)
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
        return tuple([(sum([BIT[card] for card in three]), Lay(three)) for three in cards])

    def _wild_runs(self, suit: int, wild: Card) -> Entries:
        entries: list[tuple[Hand, Lay]] = []
        for low, high in combinations(range(13), 2):
            if high - low > 2 and low != ACE:
                continue
            pair = (suit * 13 + low, suit * 13 + high)
            melds = [self._book.judge(run) for run in self._book.runs((*pair, wild)) if run.matta == wild]
            entries += [(BIT[pair[0]] | BIT[pair[1]], Lay(meld.cards)) for meld in melds]
        return tuple(entries)


DISCARDS: tuple[Discard, ...] = tuple(Discard(card) for card in range(JOKER + 1))


def _available(entries: Entries, key: Hand) -> tuple[Lay, ...]:
    return tuple([lay for needed, lay in entries if needed & key == needed])


def _choices(rank: int, key: Hand, number: int) -> list[tuple[Card, ...]]:
    """The different ways to take so many of the cards of a rank, in suit order."""
    held: list[Card] = []
    for suit in range(4):
        card = suit * 13 + rank
        held += [card] * (bool(key & BIT[card]) + bool(key & BIT[card] << 52))
    return sorted(set(combinations(held, number)))
