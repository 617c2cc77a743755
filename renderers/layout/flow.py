"""The melds of all sides in lines, as words in a paragraph: how large their cards can be, and which stand on a line."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.melds import Meld
from renderers.layout.melds import Measures, width_of

Lines: TypeAlias = list[list[tuple[int, Meld]]]  # numbered melds
_SPREADS: Final = (1.45, 1.3, 1.15, 1.0)
_KEPT: Final = 0.9  # of what a larger index is larger, on a full table
_NARROWEST: Final = 30  # percent of the room, when lines are made equally long


def fitting(
    sides: Sequence[Sequence[Meld]], sizes: range, basic: Measures, room: int, free: int
) -> tuple[Measures, list[Lines]]:
    """The largest cards with which all melds fit into the free height, or else the smallest; and the lines of a side.

    `sizes` are widths of cards from small to large, all else is `basic`. Where lines have room left, fans are spread.
    """
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _fits(sides, replace(basic, card=sizes[middle]), room, free):
            low = middle
        else:
            high = middle - 1
    tight = replace(basic, card=sizes[low])
    counts = [len(flow(melds, tight, room)) for melds in sides]
    for spread in _SPREADS:
        measures = replace(tight, spread=spread)
        longest = max([width_of(meld, measures) for melds in sides for meld in melds], default=0)
        if longest <= room and [len(flow(melds, measures, room)) for melds in sides] == counts:
            return measures, [_even(melds, measures, room) for melds in sides]
    return tight, [_even(melds, tight, room) for melds in sides]


def large_enough(sides: Sequence[Sequence[Meld]], sizes: range, basic: Measures, room: int, free: int) -> range:
    """The sizes without those that would take away what a scaled index promises: corners larger than usual ones."""
    if basic.scale <= 1:
        return sizes
    melds = [meld for side in sides for meld in side]
    usual, _ = fitting(sides, sizes, replace(basic, scale=1.0), room, free)
    least = usual.card * (1 + (basic.scale - 1) * _KEPT) / basic.scale
    kept = [card for card in sizes if card >= least] or [sizes[-1]]
    wide = [
        card for card in kept if max([width_of(meld, replace(basic, card=card)) for meld in melds], default=0) <= room
    ]
    return range(kept[0], sizes.stop, sizes.step) if wide else sizes


def height_of(lines: Lines, measures: Measures) -> int:
    """How much room a side needs for its melds, with some air above and below."""
    return max(1, len(lines)) * (measures.height + measures.leading) + measures.leading


def _fits(sides: Sequence[Sequence[Meld]], measures: Measures, room: int, free: int) -> bool:
    if max([width_of(meld, measures) for melds in sides for meld in melds], default=0) > room:
        return False
    return sum([height_of(flow(melds, measures, room), measures) for melds in sides]) <= free


def flow(melds: Sequence[Meld], measures: Measures, room: int) -> Lines:
    """The melds in lines, each as full as it can be."""
    lines: Lines = []
    left = 0
    for number, meld in enumerate(melds, 1):
        wide = width_of(meld, measures)
        if not lines or wide > left:
            lines.append([])
            left = room
        lines[-1].append((number, meld))
        left -= wide + measures.gap
    return lines


def _even(melds: Sequence[Meld], measures: Measures, room: int) -> Lines:
    """The melds in as few lines as there must be, none of them much shorter than the others."""
    best = flow(melds, measures, room)
    widest = max([width_of(meld, measures) for meld in melds], default=0)
    for share in range(95, _NARROWEST, -5):
        if len(best) < 2 or len(narrower := flow(melds, measures, max(widest, room * share // 100))) > len(best):
            break
        best = narrower
    return best
