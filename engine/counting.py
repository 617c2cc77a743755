"""Every meld of three cards that a hand could open with, counted in masks: for playouts, which seldom want to see one.

The runs are those of the tables of `engine.openings`, sorted by how far apart the cards they need stand: one mask says
where all of them may begin. Sets are counted suit by suit, all ranks at once.
"""

from typing import TypeAlias

from engine.actions import Lay
from engine.cards import TWO, Card
from engine.hand import BIT, CARDS, SECOND, Hand
from engine.melds import ALL_TWOS, ALL_WILD
from engine.openings import WILD_CARDS, Openings

Pattern: TypeAlias = tuple[Hand, int, int, dict[Hand, Lay]]
"""Runs that need cards at the same distances: where they may begin, both distances (twice the same where two cards are
needed), and by the bit they begin at what is laid."""

Patterns: TypeAlias = tuple[Pattern, ...]


class Counting:
    """The openings of one code, counted."""

    def __init__(self, openings: Openings) -> None:
        self._openings = openings
        self._natural = _patterns([entry for entries in openings.run_entries for entry in entries])
        self._of_wild = tuple([_patterns_of(openings, wild) for wild in WILD_CARDS])
        self._set_cards = spread(sum([1 << rank for rank in openings.ranks]))  # the cards that may form sets
        self._twos_form_sets = TWO in openings.ranks

    def runs(self, once: Hand, twice: Hand) -> int:
        """How many runs of three, natural or with a matta, from the cards held and those held twice (masks)."""
        number = 0
        for starts, second, third, _ in self._natural:
            here = once & starts & once >> second
            if here and here & once >> third:
                number += (here & once >> third).bit_count()
        if once & ALL_WILD:
            for bit, with_twin, alone in self._of_wild:
                if once & bit:
                    for starts, second, _, _ in with_twin if twice & bit else alone:
                        here = once & starts & once >> second
                        if here:  # seldom, and counting bits is slow
                            number += here.bit_count()
        return number

    def run_at(self, hand: Hand, number: int) -> Lay:
        """The run of this number, from 0, as they are counted."""
        once = hand & CARDS
        patterns = list(self._natural)
        for bit, with_twin, alone in self._of_wild:
            if once & bit:
                patterns += with_twin if hand & bit << SECOND else alone
        for starts, second, third, lays in patterns:
            here = once & starts & once >> second & once >> third
            if number < here.bit_count():
                return lays[bit_at(here, number)]
            number -= here.bit_count()
        raise IndexError(number)

    def sets(self, held: Hand, twice: Hand, ranks_on_table: int) -> int:
        """How many sets of three, of ranks of which the side has no set yet (a mask of ranks)."""
        wanted = self._set_cards & ~spread(ranks_on_table)
        once, equal = held & wanted, twice & wanted
        one, two, three = once & once >> 13, once & once >> 26, once & once >> 39  # pairs so many suits apart
        if not (one | two | three | equal):
            return 0
        clubs, spades = once >> 26, once >> 39  # three suits: put side by side, they are counted at once
        three_suits = one & clubs | (one & spades) << 26 | (two & spades) << 39
        number = three_suits.bit_count() if three_suits else 0
        if equal:  # and one of another suit
            number += (one & equal).bit_count() + (one & equal >> 13).bit_count()
            number += (two & equal | (two & equal >> 26) << 26).bit_count()
            number += (three & equal | (three & equal >> 39) << 26).bit_count()
        matte = held & ALL_WILD
        if matte:
            number += matte.bit_count() * (one.bit_count() + (two | three << 26).bit_count() + equal.bit_count())
            if self._twos_form_sets and matte & ALL_TWOS:  # no two is a matta to them
                twos = [(pairs & ALL_TWOS).bit_count() for pairs in (one, two, three, equal)]
                number -= (matte & ALL_TWOS).bit_count() * sum(twos)
        return number

    def set_at(self, hand: Hand, ranks_on_table: int, number: int) -> Lay:
        """The set of this number, from 0."""
        return self._openings.sets(hand, ranks_on_table)[number]


def spread(ranks: int) -> Hand:
    """The cards of these ranks (a mask of ranks)."""
    return ranks | ranks << 13 | ranks << 26 | ranks << 39


def bit_at(mask: Hand, number: int) -> Hand:
    """The bit of this number of a mask, from 0 at its low end."""
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


def _patterns_of(openings: Openings, wild: Card) -> tuple[Hand, Patterns, Patterns]:
    """The card's bit; the runs it is the matta of, where a twin of it may be natural, and where it is alone."""
    bit = BIT[wild]
    entries = [entry for suit in range(4) for entry in openings.wild_entries[suit, wild]]
    return bit, _patterns(entries), _patterns([entry for entry in entries if not entry[0] & bit])


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
