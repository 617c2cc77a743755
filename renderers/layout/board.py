"""A board: people in the order of their places, one below the other; the reader's own row stands out.

Where not all columns find room in letters that a telephone shows readably, the last ones go below the name, a caption
before each figure.
"""

from collections.abc import Sequence
from typing import Final

from renderers.layout.column import Column, begin, heading, text_width
from renderers.layout.columns import Grid, grid_of
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import BoardScene
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_ROWS: Final = 50
MOST_COLUMNS: Final = 12
NOWHERE: Final = -1  # the reader's row is not on this page
_ROW: Final = 44
_TALLER: Final = 40  # a row with lines below it, these, and the air around
_BELOW: Final = 26
_AIR: Final = 6
_HEAD: Final = 20  # the largest letters of captions
_BEST: Final = ("1", "2", "3")


def lay_out(scene: BoardScene, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of a board; `width` 0 is the usual one; `bold`: all letters. Raises `Undrawable`."""
    check_board(scene, MOST_ROWS)
    page = begin(width, 1.0, bold)
    heading(page, scene.title, scene.page)
    if not scene.rows:
        page.skip(20)
        page.paragraph(word(scene.words, "nobody"), 24, Tone.MUTED, Align.CENTRE)
    else:
        board_rows(page, scene)
    if scene.note:
        page.skip(14)
        page.paragraph(scene.note, 19, Tone.MUTED)
    return page.sheet()


def check_board(scene: BoardScene, most: int) -> None:
    """Raises `Undrawable` for a board that is none, or has more rows than `most`."""
    if len(scene.rows) > most:
        raise Undrawable(f"a board of {len(scene.rows)} rows: a page holds {most}")
    if not 2 <= len(scene.columns) <= MOST_COLUMNS:
        raise Undrawable(f"a board of {len(scene.columns)} columns: between 2 and {MOST_COLUMNS} can be drawn")
    for number, row in enumerate((*scene.rows, *([scene.mine] if scene.mine else [])), 1):
        if len(row) != len(scene.columns):
            raise Undrawable(f"row {number} has {len(row)} cells, and there are {len(scene.columns)} columns")
        if not row[1].strip():
            raise Undrawable(f"row {number} has no name")
    if not NOWHERE <= scene.marked < len(scene.rows):
        raise Undrawable(f"row {scene.marked} is marked, and there are {len(scene.rows)}")


def board_rows(page: Column, scene: BoardScene) -> None:
    """The captions and the rows, as wide as the page."""
    grid = grid_of(page, scene.columns, [*scene.rows, *([scene.mine] if scene.mine else [])])
    page.skip(6)
    _line(page, page.strip(_ROW), scene.columns, grid, Tone.MUTED, Tone.TABLE)
    for number, row in enumerate(scene.rows):
        _row(page, scene, row, grid, mine=number == scene.marked, dark=number % 2 == 0)
    if scene.mine:
        page.put(Label(page.strip(36), "…", page.px(24), Tone.MUTED, align=Align.CENTRE))
        _row(page, scene, scene.mine, grid, mine=True, dark=True)


def _row(page: Column, scene: BoardScene, row: Sequence[str], grid: Grid, mine: bool, dark: bool) -> None:
    """Every other row lies on a band of its own; the reader's is brighter, with a mark before it."""
    lines = [_TALLER, *[_BELOW] * len(grid.below), _AIR] if grid.below else [_ROW]
    band = Rect(0, page.y, page.width, sum([page.px(line) for line in lines]))  # each is rounded, as it is drawn
    ground = Tone.RAISED if mine else Tone.PANEL if dark else Tone.TABLE
    if ground is not Tone.TABLE:
        page.put(Box(band, ground))
    if mine:
        page.put(Box(Rect(0, band.y, page.px(8), band.h), Tone.ACCENT))
    strip = Rect(page.margin, band.y, page.room, page.px(_TALLER if grid.below else _ROW))
    _line(page, strip, row, grid, Tone.INK, ground, bold=mine)
    for number, line in enumerate(grid.below):
        _below(page, strip.bottom + number * page.px(_BELOW), scene.columns, row, line, grid, ground)
    page.y = band.bottom


def _line(
    page: Column, strip: Rect, cells: Sequence[str], grid: Grid, tone: Tone, ground: Tone, bold: bool = False
) -> None:
    """The cells of the first line; the heads have smaller letters."""
    head = tone is Tone.MUTED
    size = min(grid.size, page.px(_HEAD)) if head else grid.size
    best = not head and cells[0].strip(" .°") in _BEST
    for cell in grid.first:
        place = Rect(strip.x + cell.x, strip.y, cell.w, strip.h)
        bright = Tone.BRIGHT if cell.column == 0 and best else tone
        heavy = bold or cell.column == 1 or bright is Tone.BRIGHT
        page.put(Label(place, cells[cell.column], size, bright, ground, cell.align, bold=heavy))


def _below(
    page: Column, y: int, heads: Sequence[str], row: Sequence[str], line: Sequence[int], grid: Grid, ground: Tone
) -> None:
    """The figures of a line below, each behind its caption."""
    for number, column in enumerate(line):
        if not row[column]:
            continue
        place = Rect(page.margin + grid.indent + number * grid.pitch, y, grid.pitch - grid.gap, page.px(_BELOW))
        figure = min(text_width(row[column], grid.small), place.w // 2)
        wide = min(text_width(heads[column], grid.small) + page.px(5), place.w - figure)
        caption = Rect(place.x, y, wide, place.h)
        page.put(Label(caption, heads[column], grid.small, Tone.MUTED, ground))
        page.put(Label(Rect(caption.right, y, place.w - caption.w, place.h), row[column], grid.small, Tone.INK, ground))
