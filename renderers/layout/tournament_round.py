"""A round of a tournament: every table with its number, who sits there, and how it stands; the clock above.

Up to `A_COLUMN` tables stand in one column, as a telephone shows them readably; more in several beside each other.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from renderers.layout.column import Column, abreast, heading, text_width
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.layout.standings import split, wide_page
from renderers.scenes import MOST_TABLES, RoundScene, RoundTable
from renderers.undrawable import Undrawable
from renderers.wording import word

A_COLUMN: Final = 20
MOST_LINES: Final = 4  # who sits at a table
_LETTERS: Final = 24
_LINE: Final = 34
_AIR: Final = 8  # above and below a table's lines
_NUMBER: Final = 62
_STATE: Final = 0.36  # of the width, at most
_GAP: Final = 12
_TONES: Final = {"": Tone.MUTED, "entered": Tone.INK, "decided": Tone.GOOD, "called": Tone.WARN}


def lay_out(scene: RoundScene, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of a round; `width` 0 is what suits the number of tables. Raises `Undrawable`."""
    _check(scene)
    count = max(1, -(-len(scene.tables) // A_COLUMN))
    page = wide_page(width, count, bold)
    heading(page, scene.title, scene.page)
    page.skip(10)
    if scene.clock:
        page.paragraph(scene.clock, 26, Tone.BRIGHT, bold=True)
    for note in scene.notes:
        page.paragraph(note, 22, Tone.INK)
    page.skip(10)
    if scene.tables:
        abreast(page, [partial(_tables, tables=part) for part in split(scene.tables, count)])
    else:
        page.paragraph(word(scene.words, "nobody"), 24, Tone.MUTED, Align.CENTRE)
    return page.sheet()


def _check(scene: RoundScene) -> None:
    """Raises `Undrawable` for a round that is none."""
    if len(scene.tables) > MOST_TABLES:
        raise Undrawable(f"a round of {len(scene.tables)} tables: a picture holds {MOST_TABLES}")
    for table in scene.tables:
        if not 1 <= len(table.lines) <= MOST_LINES:
            raise Undrawable(f"table {table.number} of {len(table.lines)} lines: between 1 and {MOST_LINES}")
        if table.mark not in _TONES:
            raise Undrawable(f"table {table.number} is {table.mark!r:.40}; there are {', '.join(filter(None, _TONES))}")


def _tables(page: Column, tables: Sequence[RoundTable]) -> None:
    """One below the other; every other one on a band."""
    size = page.px(_LETTERS)
    asked = max([text_width(table.state, size) for table in tables])
    wide = min(asked, round(page.room * _STATE)) if any(table.state for table in tables) else 0
    for number, table in enumerate(tables):
        _table(page, table, wide, Tone.PANEL if number % 2 == 0 else Tone.TABLE)


def _table(page: Column, table: RoundTable, wide: int, ground: Tone) -> None:
    """Its number at the left, who sits there beside it, how it stands at the right."""
    line, air, size = page.px(_LINE), page.px(_AIR), page.px(_LETTERS)
    band = Rect(0, page.y, page.width, len(table.lines) * line + 2 * air)
    if ground is not Tone.TABLE:
        page.put(Box(band, ground))
    if table.mark == "called":
        page.put(Box(Rect(0, band.y, page.px(8), band.h), Tone.ACCENT))
    number = Rect(page.margin, band.y, page.px(_NUMBER), band.h)
    page.put(Label(number, table.number, page.px(34), Tone.BRIGHT, ground, bold=True))
    right = page.margin + page.room - wide
    room = right - number.right - (page.px(_GAP) if wide else 0)
    for at, names in enumerate(table.lines):
        page.put(Label(Rect(number.right, band.y + air + at * line, room, line), names, size, Tone.INK, ground))
    if table.state:
        state = Rect(right, band.y, wide, band.h)
        heavy = table.mark in ("decided", "called")
        page.put(Label(state, table.state, size, _TONES[table.mark], ground, Align.RIGHT, bold=heavy))
    page.y = band.bottom
