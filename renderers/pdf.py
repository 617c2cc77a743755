"""A paper as a PDF to print: A4, the shipped fonts inside, and nothing of when or where it was made.

What the fonts lack is spelt in Latin letters, as on pictures. The library that writes the file is loaded with the first
paper, for it is slow to load and most hosts print none.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import as_file
from pathlib import Path
from typing import TYPE_CHECKING, Final

from renderers.fonts import ASSETS, BOLD, REGULAR, SECOND, needs_second, shown
from renderers.papers import Paper, PaperTable

if TYPE_CHECKING:
    from fpdf import FPDF

UNDATED: Final = datetime(2000, 1, 1, tzinfo=UTC)  # a file must say when it was made, and equal papers are equal files
MARGIN: Final = 15.0  # millimetres, as all lengths here
TITLE, HEADING, TEXT, FOOT = 16.0, 11.0, 9.0, 7.5  # points
LARGE: Final = 13.0
NARROWEST: Final = 4.2  # a wide column, for each point of its letters
NARROWER: Final = 0.83  # how much smaller the letters may be before the paper is turned
MEASURED: Final = 10.0  # points in which columns are measured
PADDING: Final = 0.13  # on both sides of a cell, for each point
LEADING: Final = 0.5  # of a line, in millimetres a point
GREY: Final = (232, 232, 232)
LINE: Final = (150, 150, 150)
SIGNED: Final = 75.0  # the line to sign on
FAMILY: Final = "shown"
FALLBACK: Final = "second"
PAGES: Final = "{#}"  # becomes their number


@lru_cache(maxsize=8)
def pdf(paper: Paper) -> bytes:
    """The file; a whole club asks for the same one."""
    with ExitStack() as stack:
        fonts = {name: stack.enter_context(as_file(ASSETS / name)) for name in (REGULAR, BOLD, SECOND)}
        file = _file(paper, fonts)
        size = LARGE if paper.large else TEXT
        needs = [_needs(file, table) for table in paper.tables]
        has_room = all(
            [
                sum(_least(table, need)) * size * NARROWER <= file.epw
                for table, need in zip(paper.tables, needs, strict=True)
            ]
        )
        file.add_page(orientation="portrait" if has_room else "landscape")
        _print_head(file, paper, size)
        for table, need in zip(paper.tables, needs, strict=True):
            _print_table(file, table, need, size)
        _print_foot(file, paper, size)
        return bytes(file.output())


def _file(paper: Paper, fonts: dict[str, Path]) -> "FPDF":
    """An empty file that numbers its pages."""
    from fpdf import FPDF  # noqa: PLC0415  slow to load

    title, words = shown(paper.title), shown(paper.page)

    class Numbered(FPDF):
        """Every page says of what it is, and which."""

        def footer(self) -> None:
            self.set_y(-MARGIN)
            self.set_font(FAMILY, "", FOOT)
            self.cell(self.epw * 0.75, 5, title, align="L")
            number = words.replace("{pages}", PAGES).replace("{page}", str(self.page_no()))
            self.cell(self.epw * 0.25, 5, number, align="R")

    file = Numbered(format="A4", unit="mm")
    file.set_creation_date(UNDATED)
    file.set_title(title)
    file.set_lang(paper.language)
    file.set_margin(MARGIN)
    file.alias_nb_pages(PAGES)
    file.set_auto_page_break(auto=True, margin=MARGIN + 6)
    file.set_draw_color(*LINE)
    file.c_margin = 0.0
    file.add_font(FAMILY, "", fonts[REGULAR])
    file.add_font(FAMILY, "B", fonts[BOLD])
    if needs_second(shown_all(paper)):
        file.add_font(FALLBACK, "", fonts[SECOND])
        file.set_fallback_fonts([FALLBACK], exact_match=False)
    return file


def shown_all(paper: Paper) -> str:
    """Everything that stands on it, as it is printed."""
    return "\n".join([shown(text) for text in _texts(paper)])


def _texts(paper: Paper) -> Iterator[str]:
    yield from (paper.title, paper.page, *paper.facts, *paper.notes, paper.signature)
    for table in paper.tables:
        yield table.title
        for row in ([column.head for column in table.columns], *table.rows):
            yield from row


# --- parts of a page --------------------------------------------------------------------------------------------------


def _print_head(file: "FPDF", paper: Paper, size: float) -> None:
    """What it is, and the facts below."""
    file.set_font(FAMILY, "B", TITLE)
    _print_lines(file, shown(paper.title, bold=True), TITLE)
    file.set_font(FAMILY, "", size)
    for fact in paper.facts:
        _print_lines(file, shown(fact), size)


def _print_foot(file: "FPDF", paper: Paper, size: float) -> None:
    """The notes, and a line to sign on, which stands alone on no page."""
    file.set_font(FAMILY, "", size)
    file.ln(3)
    for note in paper.notes:
        _print_lines(file, shown(note), size)
    if paper.signature:
        file.ln(14)
        begins = file.w - MARGIN - SIGNED
        file.set_xy(begins, file.get_y())
        file.cell(SIGNED, 5, shown(paper.signature), border="T", align="C")


def _print_lines(file: "FPDF", words: str, size: float) -> None:
    file.multi_cell(0, size * LEADING, words, align="L", new_x="LMARGIN", new_y="NEXT")


# --- tables -----------------------------------------------------------------------------------------------------------


def _print_table(file: "FPDF", table: PaperTable, needs: Sequence[float], size: float) -> None:
    """Smaller where it has more columns than room; the heads stand again on every page, and no row is cut."""
    from fpdf.fonts import FontFace  # noqa: PLC0415  slow to load

    file.ln(4)
    if table.title:
        file.set_font(FAMILY, "B", HEADING)
        _print_lines(file, shown(table.title, bold=True), HEADING)
        file.ln(1)
    size = min(size, file.epw / sum(_least(table, needs)))
    widths = [width * size for width in _widths(table, needs, file.epw / size)]
    file.set_font(FAMILY, "", size)
    with file.table(
        align="LEFT",
        borders_layout="HORIZONTAL_LINES",
        col_widths=widths,
        headings_style=FontFace(emphasis="BOLD", fill_color=GREY),
        line_height=size * LEADING,
        padding=(size * PADDING / 2, size * PADDING),
        text_align=[column.side.value for column in table.columns],
        width=min(sum(widths), file.epw),
    ) as printed:
        printed.row([shown(column.head, bold=True) for column in table.columns])
        for row in table.rows:
            printed.row([shown(cell) for cell in row])


def _needs(file: "FPDF", table: PaperTable) -> list[float]:
    """How wide each column would be with every cell on one line, for each point of the letters' size."""
    found = []
    for at, column in enumerate(table.columns):
        file.set_font(FAMILY, "B", MEASURED)
        head = file.get_string_width(shown(column.head, bold=True))
        file.set_font(FAMILY, "", MEASURED)
        cells = [file.get_string_width(shown(row[at])) for row in table.rows]
        found.append(max([head, *cells]) / MEASURED + 2.5 * PADDING)
    return found


def _least(table: PaperTable, needs: Sequence[float]) -> list[float]:
    """The same, with its wide columns as narrow as they can be."""
    return [min(need, NARROWEST) if column.wide else need for column, need in zip(table.columns, needs, strict=True)]


def _widths(table: PaperTable, needs: Sequence[float], across: float) -> list[float]:
    """For each point: what is left of the room belongs to the wide columns, as far as they need it."""
    least = _least(table, needs)
    wishes = [need - there for need, there in zip(needs, least, strict=True)]
    share = min(1.0, max(0.0, across - sum(least)) / sum(wishes)) if sum(wishes) else 0.0
    return [there + wish * share for there, wish in zip(least, wishes, strict=True)]
