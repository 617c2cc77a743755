"""A board: people in the order of their places, one below the other; the reader's own row stands out."""

from collections.abc import Sequence
from typing import Final

from renderers.layout.column import Column, begin, heading, text_width
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import BoardScene
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_ROWS: Final = 50
MOST_COLUMNS: Final = 12
NOWHERE: Final = -1  # the reader's row is not on this page
_ROW: Final = 44
_BEST: Final = ("1", "2", "3")
_LARGEST: Final = 24  # sizes of letters
_SMALLEST: Final = 14
_GAP: Final = 0.75  # between two columns, in sizes of letters
_NAMES: Final = 0.26  # the least that names get of the width


def lay_out(scene: BoardScene, width: int = 0) -> Sheet:
    """The picture of a board; `width` 0 is the usual one. Raises `Undrawable`."""
    _check(scene)
    page = begin(width, 1.0)
    heading(page, scene.title, scene.page)
    if not scene.rows:
        page.skip(20)
        page.paragraph(word(scene.words, "nobody"), 24, Tone.MUTED, Align.CENTRE)
    else:
        _rows(page, scene)
    if scene.note:
        page.skip(14)
        page.paragraph(scene.note, 19, Tone.MUTED)
    return page.sheet()


def _check(scene: BoardScene) -> None:
    """Raises `Undrawable` for a board that is none."""
    if len(scene.rows) > MOST_ROWS:
        raise Undrawable(f"a board of {len(scene.rows)} rows: a page holds {MOST_ROWS}")
    if not 2 <= len(scene.columns) <= MOST_COLUMNS:
        raise Undrawable(f"a board of {len(scene.columns)} columns: between 2 and {MOST_COLUMNS} can be drawn")
    for number, row in enumerate((*scene.rows, *([scene.mine] if scene.mine else [])), 1):
        if len(row) != len(scene.columns):
            raise Undrawable(f"row {number} has {len(row)} cells, and there are {len(scene.columns)} columns")
        if not row[1].strip():
            raise Undrawable(f"row {number} has no name")
    if not NOWHERE <= scene.marked < len(scene.rows):
        raise Undrawable(f"row {scene.marked} is marked, and there are {len(scene.rows)}")


def _rows(page: Column, scene: BoardScene) -> None:
    lines = [*scene.rows, *([scene.mine] if scene.mine else [])]
    size, widths = _widths(page, [scene.columns, *lines])
    page.skip(6)
    _line(page, scene.columns, widths, min(size, page.px(20)), Tone.MUTED, Tone.TABLE)
    for number, row in enumerate(scene.rows):
        _row(page, row, widths, size, mine=number == scene.marked, dark=number % 2 == 0)
    if scene.mine:
        page.put(Label(page.strip(26), "…", page.px(24), Tone.MUTED, align=Align.CENTRE))
        _row(page, scene.mine, widths, size, mine=True, dark=True)


def _row(page: Column, row: Sequence[str], widths: Sequence[int], size: int, mine: bool, dark: bool) -> None:
    """Every other row lies on a band of its own; the reader's is brighter, with a mark before it."""
    band = Rect(0, page.y, page.width, page.px(_ROW))
    ground = Tone.RAISED if mine else Tone.PANEL if dark else Tone.TABLE
    if ground is not Tone.TABLE:
        page.put(Box(band, ground))
    if mine:
        page.put(Box(Rect(0, band.y, page.px(8), band.h), Tone.ACCENT))
    _line(page, row, widths, size, Tone.INK, ground, bold=mine)


def _line(
    page: Column, cells: Sequence[str], widths: Sequence[int], size: int, tone: Tone, ground: Tone, bold: bool = False
) -> None:
    strip = page.strip(_ROW)
    gap = round(size * _GAP)
    first = cells[0].strip() in _BEST
    x = strip.x
    for number, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        place = Rect(x, strip.y, wide, strip.h)
        align = Align.LEFT if number == 1 else Align.RIGHT
        bright = Tone.BRIGHT if number == 0 and first else tone
        page.put(Label(place, cell, size, bright, ground, align, bold=bold or number == 1 or bright is Tone.BRIGHT))
        x += wide + gap


def _widths(page: Column, lines: Sequence[Sequence[str]]) -> tuple[int, list[int]]:
    """The size of the letters and the width of each column: names get what the others leave."""
    least = round(page.room * _NAMES)
    for letters in range(_LARGEST, _SMALLEST - 1, -1):
        size = page.px(letters)
        heads = min(size, page.px(20))
        widths = [
            max([text_width(line[column], size if number else heads) for number, line in enumerate(lines)])
            for column in range(len(lines[0]))
        ]
        rest = page.room - round(size * _GAP) * (len(widths) - 1) - sum(widths) + widths[1]
        if rest >= min(least, widths[1]):
            widths[1] = rest
            return size, widths
    return _evenly(page, len(lines[0]))


def _evenly(page: Column, count: int) -> tuple[int, list[int]]:
    """Cells that are too long for any size are shortened; all columns get the same then, and names a little more."""
    size = page.px(_SMALLEST)
    least = round(page.room * _NAMES)
    wide = (page.room - round(size * _GAP) * (count - 1) - least) // (count - 1)
    widths = [wide] * count
    widths[1] = least
    return size, widths
