"""Where the columns of a board lie: all in one line where that is readable, else the last ones in lines below.

A column is as wide as its longest cell, but one very long cell gets no more than a fair share: it is shortened.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from renderers.layout.column import Column, text_width
from renderers.layout.sheet import Align

_LARGEST: Final = 24  # sizes of letters
_READABLE: Final = 20  # the smallest that are readable: a telephone shows them half as large
_HEADS: Final = 20
_GAP: Final = 0.75  # between two columns, in sizes of letters
_NAMES: Final = 0.55  # the largest share of the width that names may ask for
_MOST_NAMES: Final = 0.75  # this share of the names is to be seen whole
_GUESSED: Final = 0.9  # a name takes no more than this share of its estimated width
_SHORT: Final = 4  # a place in the order has at most so many signs; dates and the like have more
_SHARE: Final = 0.25  # the largest share of the width for a column of figures
_FIGURE: Final = re.compile(r"\s*[+−-]?\d")


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a column lies in the first line, from the left margin."""

    column: int
    x: int
    w: int
    align: Align


@dataclass(frozen=True, slots=True)
class Grid:
    """The first line, and the columns of each line below, which lie `pitch` apart from `indent` on. All in pixels."""

    size: int
    first: tuple[Cell, ...]
    below: tuple[tuple[int, ...], ...] = ()
    small: int = 0
    indent: int = 0
    pitch: int = 0
    gap: int = 0


def grid_of(page: Column, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
    """Where everything of a board lies."""
    columns = range(len(heads))
    names = sorted([text_width(row[1], 100) for row in rows])[round((len(rows) - 1) * _MOST_NAMES)] * _GUESSED
    for letters in range(_LARGEST, _READABLE - 1, -1):
        size = page.px(letters)
        widths = _widths(page, heads, rows, size)
        if _rest(page, size, widths) >= _least(page, heads, names, size):
            return Grid(size, _first(page, size, widths, rows))
    size = page.px(_READABLE + 2)
    widths = _widths(page, heads, rows, size)
    most = len(heads) - 1
    while most > 2 and _rest(page, size, widths[:most]) < _least(page, heads, names, size):
        most -= 1
    first = _first(page, size, widths[:most], rows)
    return _with_below(page, heads, rows, columns[most:], size, first)


def _widths(page: Column, heads: Sequence[str], rows: Sequence[Sequence[str]], size: int) -> list[int]:
    """What each column would like to have."""
    small = min(size, page.px(_HEADS))
    wanted = [
        max([text_width(heads[column], small), *[text_width(row[column], size) for row in rows]])
        for column in range(len(heads))
    ]
    most = round(page.room * _SHARE)
    return [wide if column == 1 else min(wide, most) for column, wide in enumerate(wanted)]


def _rest(page: Column, size: int, widths: Sequence[int]) -> int:
    """What is left for the names."""
    return page.room - round(size * _GAP) * (len(widths) - 1) - sum(widths) + widths[1]


def _least(page: Column, heads: Sequence[str], names: float, size: int) -> float:
    """What is to be left for the names, `names` wide in letters of 100 pixels; their caption at least."""
    return max(min(names * size / 100, page.room * _NAMES), text_width(heads[1], min(size, page.px(_HEADS))))


def _first(page: Column, size: int, widths: Sequence[int], rows: Sequence[Sequence[str]]) -> tuple[Cell, ...]:
    """The line of these columns; names get what the others leave."""
    cells: list[Cell] = []
    x = 0
    for column, wide in enumerate(widths):
        w = max(1, _rest(page, size, widths)) if column == 1 else wide
        cells.append(Cell(column, x, w, Align.LEFT if column == 1 or _is_text(rows, column) else Align.RIGHT))
        x += w + round(size * _GAP)
    return tuple(cells)


def _is_text(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether a column holds words rather than figures; in the first one, anything longer than places."""
    told = [row[column] for row in rows if row[column].strip()]
    if column == 0:
        return max([len(cell) for cell in told], default=0) > _SHORT
    return len([cell for cell in told if _FIGURE.match(cell)]) * 2 < len(told)


def _with_below(
    page: Column,
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    columns: Sequence[int],
    size: int,
    first: tuple[Cell, ...],
) -> Grid:
    """The other columns in even lines below the name, as many beside each other as show their captions whole."""
    small, gap = page.px(_READABLE), page.px(14)
    indent = first[1].x
    room = page.room - indent + gap
    most = round(page.room * _SHARE)
    longest = max(
        [
            text_width(heads[column] + " ", small) + min(most, text_width(row[column], small))
            for column in columns
            for row in rows
        ]
    )
    abreast = max(1, min(len(columns), room // (longest + gap)))
    lines = -(-len(columns) // abreast)
    abreast = -(-len(columns) // lines)
    below = tuple([tuple(columns[at : at + abreast]) for at in range(0, len(columns), abreast)])
    return Grid(size, first, below, small, indent, min(room // abreast, longest + 2 * gap), gap)
