"""The melds of all sides in lines, as words in a paragraph: how large their cards can be, and which stand on a line."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.melds import Meld
from renderers.layout.melds import Measures, widths_of

Lines: TypeAlias = list[list[tuple[int, Meld]]]  # numbered melds
_SPREADS: Final = (1.45, 1.3, 1.15, 1.0)
_KEPT: Final = 0.9  # of what a larger index is larger, on a full table
_NARROWEST: Final = 30  # percent of the room, when lines are made equally long


def fitting(
    sides: Sequence[Sequence[Meld]], sizes: Sequence[int], basic: Measures, room: int, free: int
) -> tuple[Measures, list[Lines]]:
    """The largest cards with which all melds fit into the free height, or else the smallest; and the lines of a side.

    `sizes` are widths of cards from small to large; all other measures are those of `basic`. Where lines have room
    left, fans are spread.
    """
    low, high = 0, len(sizes) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if _fits(sides, replace(basic, card=sizes[middle]), room, free):
            low = middle
        else:
            high = middle - 1
    tight = replace(basic, card=sizes[low])
    counts = [len(_flow(melds, widths_of(melds, tight), tight.gap, room)) for melds in sides]
    for spread in _SPREADS:
        measures = replace(tight, spread=spread)
        widths = [widths_of(melds, measures) for melds in sides]
        lines = [_flow(melds, wide, measures.gap, room) for melds, wide in zip(sides, widths, strict=True)]
        if max(map(_widest, widths)) <= room and [len(one) for one in lines] == counts:
            return measures, [_even(melds, measures, room) for melds in sides]
    return tight, [_even(melds, tight, room) for melds in sides]


def large_enough(
    sides: Sequence[Sequence[Meld]], sizes: Sequence[int], basic: Measures, room: int, free: int
) -> Sequence[int]:
    """The sizes without those that would take away what a scaled index promises: corners larger than usual ones."""
    if basic.scale <= 1:
        return sizes
    melds = [meld for side in sides for meld in side]
    usual, _ = fitting(sides, sizes, replace(basic, scale=1.0), room, free)
    least = usual.card * (1 + (basic.scale - 1) * _KEPT) / basic.scale
    kept = [card for card in sizes if card >= least] or [sizes[-1]]
    wide = [card for card in kept if _widest(widths_of(melds, replace(basic, card=card))) <= room]
    return kept if wide else sizes


def height_of(lines: Lines, measures: Measures) -> int:
    """How much room a side needs for its melds, with some air above and below."""
    return max(1, len(lines)) * (measures.height + measures.leading) + measures.leading


def _fits(sides: Sequence[Sequence[Meld]], measures: Measures, room: int, free: int) -> bool:
    widths = [widths_of(melds, measures) for melds in sides]
    if max(map(_widest, widths)) > room:
        return False
    lines = [_flow(melds, wide, measures.gap, room) for melds, wide in zip(sides, widths, strict=True)]
    return sum([height_of(one, measures) for one in lines]) <= free


def _widest(widths: Sequence[int]) -> int:
    return max(widths, default=0)


def _flow(melds: Sequence[Meld], widths: Sequence[int], gap: int, room: int) -> Lines:
    """The melds in lines, each as full as it can be."""
    lines: Lines = []
    left = 0
    for number, (meld, wide) in enumerate(zip(melds, widths, strict=True), 1):
        if not lines or wide > left:
            lines.append([])
            left = room
        lines[-1].append((number, meld))
        left -= wide + gap
    return lines


def _even(melds: Sequence[Meld], measures: Measures, room: int) -> Lines:
    """The melds in as few lines as there must be, none of them much shorter than the others."""
    widths, gap = widths_of(melds, measures), measures.gap
    best, widest = _flow(melds, widths, gap, room), _widest(widths)
    for share in range(95, _NARROWEST, -5):
        if len(best) < 2 or len(narrower := _flow(melds, widths, gap, max(widest, room * share // 100))) > len(best):
            break
        best = narrower
    return best
