"""How many melds of three cards a hand could open with, counted in masks: playouts seldom need the melds themselves.

The runs are those of the tables of `engine.openings`, sorted by how far apart the cards they need stand: one mask says
where all of them may begin. Sets are counted suit by suit, all ranks at once.
"""

from typing import TypeAlias

from engine.actions import Lay
from engine.cards import TWO, Card
from engine.hand import BIT, CARDS, SECOND, Hand
from engine.melds import ALL_TWOS, ALL_WILD
from engine.openings import WILD_CARDS, Openings
from engine.words import Word, bits

Pattern: TypeAlias = tuple[Hand, int, int, dict[Hand, Lay]]
"""Runs whose cards stand at the same distances: a mask of where they may begin; both distances, equal if a run needs
only two cards of the hand; and by the bit of its first card, what is laid."""

Patterns: TypeAlias = tuple[Pattern, ...]


class PairStarts:
    """Pairs of cards with which a matta makes a run: masks of their lower cards, by the distance between the two."""

    __slots__ = ("apart", "beside", "either_end", "king", "queen")

    def __init__(self, patterns: Patterns) -> None:
        by_distance: dict[int, list[Hand]] = {1: [], 2: [], 11: [], 12: []}
        for starts, distance, _, _ in patterns:
            by_distance[distance].append(starts)
        self.beside, self.either_end = _masks(by_distance[1])  # two runs of some pairs: the matta at either end
        self.apart: Word = sum(by_distance[2])
        self.queen: Word = sum(by_distance[11])  # with the ace, which is the lowest
        self.king: Word = sum(by_distance[12])


def _masks(masks: list[Hand]) -> tuple[Word, Word]:
    """The first two masks; 0 for each that is missing."""
    first, second = [*masks, 0, 0][:2]
    return first, second


class Matta:
    """The runs of three in which this card is the matta."""

    __slots__ = ("alone", "alone_patterns", "bit", "with_twin", "with_twin_patterns")

    def __init__(self, openings: Openings, wild: Card) -> None:
        self.bit: Word = BIT[wild]
        self.with_twin_patterns = _patterns([entry for suit in range(4) for entry in openings.wild_entries[suit, wild]])
        self.alone_patterns = _without(self.with_twin_patterns, BIT[wild])  # no twin of it may be natural
        self.with_twin = PairStarts(self.with_twin_patterns)
        self.alone = PairStarts(self.alone_patterns)


class Counting:
    """Counts the openings of one code."""

    def __init__(self, openings: Openings) -> None:
        self._openings = openings
        self._natural = _patterns([entry for entries in openings.run_entries for entry in entries])
        self._in_a_row: Word = sum([starts for starts, second, _, _ in self._natural if second == 1])
        self._to_the_ace: Word = sum([starts for starts, second, _, _ in self._natural if second == 11])
        self._matte = tuple([Matta(openings, wild) for wild in WILD_CARDS])
        self._set_cards: Word = spread(sum([1 << rank for rank in openings.ranks]))  # the cards that may form sets
        self._twos_form_sets = TWO in openings.ranks

    def runs(self, once: Word, twice: Word) -> Word:
        """How many runs of three, natural or with a matta, from the cards held and those held twice (masks)."""
        beside, apart = once & once >> 1, once & once >> 2
        queen, king = once & once >> 11, once & once >> 12
        number = bits(beside & apart & self._in_a_row) + bits(queen & king & self._to_the_ace)
        if once & ALL_WILD:
            for matta in self._matte:
                if once & matta.bit:
                    starts = matta.with_twin if twice & matta.bit else matta.alone
                    number += bits(beside & starts.beside) + bits(beside & starts.either_end)
                    number += bits(apart & starts.apart) + bits(queen & starts.queen) + bits(king & starts.king)
        return number

    def run_at(self, hand: Hand, number: int) -> Lay:
        """The run with this number, from 0, in the order in which they are counted."""
        once = hand & CARDS
        patterns = self._natural
        for matta in self._matte:
            if once & matta.bit:
                patterns += matta.with_twin_patterns if hand >> SECOND & matta.bit else matta.alone_patterns
        for starts, second, third, lays in patterns:
            here = once & starts & once >> second & once >> third
            found = bits(here)
            if number < found:
                return lays[bit_at(here, number)]
            number -= found
        raise IndexError(number)

    def sets(self, held: Word, twice: Word, ranks_on_table: Word) -> Word:
        """How many sets of three, of ranks of which the side has no set yet (a mask of ranks)."""
        wanted = self._set_cards
        if ranks_on_table:
            wanted &= ~spread(ranks_on_table)
        once, equal = held & wanted, twice & wanted
        one, two, three = once & once >> 13, once & once >> 26, once & once >> 39  # pairs so many suits apart
        if not (one | two | three | equal):
            return 0
        clubs, spades = once >> 26, once >> 39  # three suits: put side by side, they are counted at once
        number = bits(one & clubs | (one & spades) << 26 | (two & spades) << 39)
        if equal:  # and one of another suit
            number += bits(one & equal) + bits(one & equal >> 13)
            number += bits(two & equal | (two & equal >> 26) << 26) + bits(three & equal | (three & equal >> 39) << 26)
        matte = held & ALL_WILD
        if matte:
            number += bits(matte) * (bits(one) + bits(two | three << 26) + bits(equal))
            if self._twos_form_sets and matte & ALL_TWOS:  # no two is a matta to them
                twos = bits(one & ALL_TWOS) + bits(two & ALL_TWOS) + bits(three & ALL_TWOS) + bits(equal & ALL_TWOS)
                number -= bits(matte & ALL_TWOS) * twos
        return number

    def set_at(self, hand: Hand, ranks_on_table: int, number: int) -> Lay:
        """The set of this number, from 0."""
        return self._openings.set_at(hand, ranks_on_table, number)


def spread(ranks: Word) -> Word:
    """The cards of these ranks (a mask of ranks)."""
    return ranks | ranks << 13 | ranks << 26 | ranks << 39


def bit_at(mask: Word, number: Word) -> Word:
    """The bit of this number of a mask, from 0 at its low end."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


def _patterns(entries: list[tuple[Hand, Lay]]) -> Patterns:
    """Runs sorted by the distances of the cards they need; several from the same cards are in several patterns."""
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


def _without(patterns: Patterns, bit: Hand) -> Patterns:
    """The same runs but for those that need this card."""
    return tuple([(starts & ~(bit | bit >> second), second, third, lays) for starts, second, third, lays in patterns])
