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

Entries = tuple[tuple[Hand, Lay], ...]  # what must be held, what can then be laid


class Openings:
    """The three-card melds of one code."""

    def __init__(self, book: MeldBook) -> None:
        self._book = book
        self._ranks = tuple(sorted(RANKS.index(rank) for rank in book.rules.set_ranks))
        self._run_entries = tuple(self._natural_runs(suit) for suit in range(4))
        self._wild_entries = {(suit, wild): self._wild_runs(suit, wild) for suit in range(4) for wild in _WILD_CARDS}
        self._suits: tuple[dict[Hand, tuple[tuple[Discard, ...], tuple[Lay, ...]]], ...] = ({}, {}, {}, {})
        self._wild_runs_of: dict[Card, tuple[dict[Hand, tuple[Lay, ...]], ...]] = {
            wild: ({}, {}, {}, {}) for wild in _WILD_CARDS
        }
        self._sets: tuple[dict[Hand, tuple[Lay, ...]], ...] = tuple({} for _ in range(13))
        self._wild_sets: dict[Card, tuple[dict[Hand, tuple[Lay, ...]], ...]] = {
            wild: tuple({} for _ in range(13)) for wild in _WILD_CARDS
        }
        self._wild_held: dict[Hand, tuple[Card, ...]] = {}

    # --- asked for ---------------------------------------------------------------------------------------------

    def discards_and_runs(self, hand: Hand) -> tuple[list[Discard], list[Lay]]:
        """Every card as a discard (jokers last), and every natural run of three."""
        discards: list[Discard] = []
        runs: list[Lay] = []
        for suit in (0, 1, 2, 3):
            key = hand & _SUIT[suit]
            if key:
                found = self._suits[suit].get(key)
                if found is None:
                    found = self._fill_suit(suit, key)
                discards += found[0]
                runs += found[1]
        if hand & JOKER_BIT:
            discards.append(DISCARDS[JOKER])
        return discards, runs

    def with_matta(self, hand: Hand) -> list[Lay]:
        """Every run of three with a matta."""
        lays: list[Lay] = []
        held = hand & _WILD
        wild_cards = self._wild_held.get(held)
        if wild_cards is None:
            wild_cards = self._wild_held[held] = tuple([card for card in _WILD_CARDS if hand & BIT[card]])
        for wild in wild_cards:
            tables = self._wild_runs_of[wild]
            for suit in (0, 1, 2, 3):
                key = hand & _SUIT[suit]
                if wild == TWOS[suit] and not hand & BIT[wild] << 52:
                    key &= ~BIT[wild]  # the only two of the suit is the matta: it is not also natural
                if key & (key - 1):
                    found = tables[suit].get(key)
                    if found is None:
                        found = self._fill_wild_runs(suit, wild, key)
                    lays += found
        return lays

    def sets(self, hand: Hand, ranks_on_table: int) -> list[Lay]:
        """Every set of three, of ranks of which the side has no set yet (a mask of ranks)."""
        lays: list[Lay] = []
        held = hand & _WILD
        wild_cards = self._wild_held.get(held)
        if wild_cards is None:
            wild_cards = self._wild_held[held] = tuple([card for card in _WILD_CARDS if hand & BIT[card]])
        once = hand & 0xFFFFFFFFFFFFF
        paired = hand >> 52 & 0xFFFFFFFFFFFFF
        hearts, diamonds = once & 0x1FFF, once >> 13 & 0x1FFF
        clubs, spades = once >> 26 & 0x1FFF, once >> 39
        red, black = hearts | diamonds, clubs | spades
        ranks = hearts & diamonds | clubs & spades | red & black
        ranks |= (paired | paired >> 13 | paired >> 26 | paired >> 39) & 0x1FFF
        ranks &= ~ranks_on_table
        for rank in self._ranks:
            if ranks >> rank & 1:
                key = hand & _RANK[rank]
                found = self._sets[rank].get(key)
                if found is None:
                    found = self._fill_sets(rank, key)
                lays += found
                for wild in wild_cards:
                    if wild != JOKER and rank == TWO:
                        continue
                    table = self._wild_sets[wild][rank]
                    found = table.get(key)
                    if found is None:
                        found = table[key] = tuple([Lay((*pair, wild)) for pair in _choices(rank, key, 2)])
                    lays += found
        return lays

    def clean(self, hand: Hand) -> list[Lay]:
        """What may be a first meld that must be clean: natural runs, and sets of different suits (three-player)."""
        lays = self.discards_and_runs(hand)[1]
        for rank in self._ranks:
            if rank != TWO:
                lays += [lay for lay in self._natural_sets(rank, hand & _RANK[rank]) if len(set(lay.cards)) == 3]
        return lays

    # --- tables ------------------------------------------------------------------------------------------------

    def _natural_sets(self, rank: int, key: Hand) -> tuple[Lay, ...]:
        found = self._sets[rank].get(key)
        return self._fill_sets(rank, key) if found is None else found

    def _fill_sets(self, rank: int, key: Hand) -> tuple[Lay, ...]:
        found = self._sets[rank][key] = tuple([Lay(cards) for cards in _choices(rank, key, 3)])
        return found

    def _fill_suit(self, suit: int, key: Hand) -> tuple[tuple[Discard, ...], tuple[Lay, ...]]:
        discards = tuple([DISCARDS[card] for card in range(suit * 13, suit * 13 + 13) if key & BIT[card]])
        found = self._suits[suit][key] = (discards, _available(self._run_entries[suit], key))
        return found

    def _fill_wild_runs(self, suit: int, wild: Card, key: Hand) -> tuple[Lay, ...]:
        found = self._wild_runs_of[wild][suit][key] = _available(self._wild_entries[suit, wild], key)
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
