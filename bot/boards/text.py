"""A board in columns of plain text: the cells of a row, and lines of cells that stand under each other."""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from bot.boards.board import BoardRow
from bot.boards.facts import SIXTHS
from bot.boards.figures import Figures

Write: TypeAlias = Callable[[float, int], str]  # a number with so many decimals

COLUMNS: Final = ("place", "name", "vp", "average", "matches", "wins", "mp", "clean", "closings", "rating")
NAME: Final = 1  # the column that is aligned to the left
_JOINER: Final = "\u200d"  # between the signs of one emoji
_AS_EMOJI: Final = "\ufe0f"  # has the sign before it drawn as an emoji
_SKINS: Final = "🏻🏼🏽🏾🏿"
_WITHOUT_WIDTH: Final = ("Mn", "Me", "Cf")  # marks on the sign before, and what is not seen
PROVISIONAL: Final = "~"  # before a figure of which too little is known


def align_columns(lines: Sequence[Sequence[str]], name: int = NAME) -> str:
    """Lines of equally many cells, as columns; that of the `name` begins at the left."""
    widths = [max(width(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join([_line(line, widths, name) for line in lines])


def fit_columns(lines: Sequence[Sequence[str]], limit: int) -> list[str]:
    """Lines of equally many cells as columns in so many signs, in tables one below the other.

    Each begins with the place, the first one with the name, too, where long names are cut.
    """
    cut = [
        [_shorten(cell, limit // 2) if column == NAME else cell for column, cell in enumerate(line)] for line in lines
    ]
    tables, left = [], list(range(1, len(cut[0])))
    while left:
        count = len(left)
        while count > 1 and _widest(_select_columns(cut, left[:count])) > limit:
            count -= 1
        tables.append(_select_columns(cut, left[:count]))
        left = left[count:]
    return tables


def told_below(lines: Sequence[Sequence[str]], column: int, limit: int) -> list[str]:
    """Lines of equally many cells as columns, with a long cell below its line, in as many lines as it needs.

    It stands behind the last cell, by which the line is named.
    """
    figures = align_columns([[*line[:column], *line[column + 1 : -1]] for line in lines], -1).split("\n")
    return [
        "\n".join([row, *wrap(f"{line[-1]}: {line[column]}", limit)]) for row, line in zip(figures, lines, strict=True)
    ]


def wrap(text: str, limit: int) -> list[str]:
    """The words in lines of at most so many columns of a terminal, each a little indented."""
    found = [""]
    for word in text.split():
        fits = width(found[-1]) + 1 + width(word) <= limit
        found = [*found[:-1], f"{found[-1]} {word}"] if fits else [*found, _shorten(f"  {word}", limit)]
    return [line for line in found if line]


def _select_columns(lines: Sequence[Sequence[str]], columns: Sequence[int]) -> str:
    """The lines with their place and these columns."""
    cells = [[line[0], *[line[column] for column in columns]] for line in lines]
    return align_columns(cells, NAME if NAME in columns else -1)


def _widest(text: str) -> int:
    return max(map(width, text.split("\n")))


def _shorten(text: str, limit: int) -> str:
    """The text in so many columns of a terminal, with an ellipsis where it was longer."""
    if width(text) <= limit:
        return text
    beginning = text
    while beginning and width(beginning) >= limit:
        beginning = beginning[:-1]
    return f"{beginning.rstrip()}…"


def decimal(value: float, places: int) -> str:
    """A number as programs read it."""
    return f"{value:.{places}f}"


def victory_points(sixths: int, write: Write) -> str:
    """Victory Points, with decimals only where they were shared."""
    return write(sixths / SIXTHS, 2 if sixths % SIXTHS else 0)


def match_points(points: int, write: Write) -> str:
    """Match Points with their sign, `+300`; 0 has none."""
    return f"{'+' if points > 0 else ''}{write(points, 0)}"


def average(figures: Figures, write: Write) -> str:
    """Victory Points a match, "" where no match had any."""
    return write(figures.average, 2) if figures.valued else ""


def strength(mu: float, sigma: float, write: Write) -> str:
    """A rating: what is expected, and how sure that is."""
    return f"{write(mu, 1)}±{write(sigma, 1)}"


def cells(row: BoardRow, by: str, *, practice: bool = False, write: Write = decimal) -> list[str]:
    """A row in the order of `COLUMNS`; `by` is what the board is ordered by. Practice has no rating."""
    figures, rating = row.figures, row.rating
    mark = {by: PROVISIONAL} if row.provisional else {}
    return [
        f"{row.place}",
        row.name,
        victory_points(figures.vp, write),
        mark.get("average", "") + average(figures, write) if figures.valued else "",
        f"{figures.matches}",
        f"{figures.wins}",
        match_points(figures.mp, write),
        f"{figures.clean}",
        f"{figures.closings}",
        "" if practice else (PROVISIONAL if rating.provisional else "") + strength(rating.mu, rating.sigma, write),
    ]


def _line(cells: Sequence[str], widths: Sequence[int], name: int) -> str:
    padded = [
        cell + " " * (wide - width(cell)) if column == name else " " * (wide - width(cell)) + cell
        for column, (cell, wide) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  ".join(padded).rstrip()


def width(text: str) -> int:
    """How many columns of a terminal the text takes; an emoji of several signs takes those of one."""
    columns = last = 0
    before = ""
    for sign in text:
        last = _added_width(sign, before, last)
        columns += last
        before = sign
    return columns


def _added_width(sign: str, before: str, last: int) -> int:
    """What a sign adds behind the one `before`, which has added `last`."""
    if sign == _AS_EMOJI:
        return int(last == 1)
    if before == _JOINER or sign in _SKINS or unicodedata.category(sign) in _WITHOUT_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
