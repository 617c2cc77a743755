"""What is printed on paper: a title, facts below it, tables, notes, a line to sign on. `renderers.pdf` prints it.

Values alone: two papers that are equal are printed to the same bytes.
"""

from dataclasses import dataclass
from enum import Enum


class CellSide(Enum):
    """Where the cells of a column stand."""

    LEFT = "left"
    RIGHT = "right"
    CENTRE = "centre"


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """`wide`: it takes the room that others leave, and its words go on in further lines of the row."""

    head: str
    side: CellSide = CellSide.LEFT
    wide: bool = False


@dataclass(frozen=True, slots=True)
class PaperTable:
    """Every row has a cell for each column; the heads stand again on every page."""

    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Paper:
    """`page`: the words of a page's number, with `{page}` and `{pages}`. `large`: to be read from a wall."""

    title: str
    language: str
    page: str
    facts: tuple[str, ...] = ()
    tables: tuple[PaperTable, ...] = ()
    notes: tuple[str, ...] = ()
    signature: str = ""
    large: bool = False
