"""The standings of a tournament: places one below the other, and at the end a podium above them.

Up to `A_COLUMN` entries stand in one column, in letters that a telephone shows readably; more stand in several beside
each other, in a picture that is wider and meant to be enlarged.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeVar

from renderers.layout.board import board_rows, check_board
from renderers.layout.column import WIDTH, Column, abreast, begin, heading
from renderers.layout.paragraph import wrapped
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import MOST_ENTRIES, BoardScene, StandingsScene
from renderers.undrawable import Undrawable
from renderers.wording import word

T = TypeVar("T")
A_COLUMN: Final = 40
_STEPS: Final = (1, 0, 2)  # from the left: the second, the first, the third
_HEIGHTS: Final = (110, 78, 58)  # of the steps, by rank
_LETTERS: Final = 24
_LINE: Final = 32
_MOST_LINES: Final = 6


def lay_out(scene: StandingsScene, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of standings; `width` 0 is what suits their length. Raises `Undrawable`."""
    board = BoardScene(scene.title, scene.columns, scene.rows, words=scene.words)
    check_board(board, MOST_ENTRIES)
    if len(scene.podium) > len(_STEPS):
        raise Undrawable(f"{len(scene.podium)} on a podium: it has three steps")
    count = max(1, -(-len(scene.rows) // A_COLUMN))
    page = wide_page(width, count, bold)
    heading(page, scene.title, scene.page)
    if scene.podium:
        _podium(page, scene)
    if not scene.rows:
        page.skip(20)
        page.paragraph(word(scene.words, "nobody"), 24, Tone.MUTED, Align.CENTRE)
    else:
        abreast(page, [_part(board, rows) for rows in split(scene.rows, count)])
    if scene.note:
        page.skip(14)
        page.paragraph(scene.note, 20, Tone.MUTED)
    return page.sheet()


def wide_page(width: int, columns: int, bold: bool) -> Column:
    """An empty page; of width 0 each column is as readable as a picture of one. Raises `Undrawable`."""
    page = begin(width or WIDTH * columns, 1.0, bold)
    if not width:
        page.unit = 1.0
    return page


def split(rows: Sequence[T], count: int) -> list[tuple[T, ...]]:
    """What there is in so many parts of even length, the last one the shortest."""
    each = -(-len(rows) // count)
    return [tuple(rows[at : at + each]) for at in range(0, len(rows), each)]


def _part(board: BoardScene, rows: tuple[tuple[str, ...], ...]) -> Callable[[Column], None]:
    return partial(board_rows, scene=replace(board, rows=rows))


# --- the podium -------------------------------------------------------------------------------------------------------


def _podium(page: Column, scene: StandingsScene) -> None:
    """Steps with the places on them, and above each who stands there."""
    page.skip(18)
    gap = page.px(12)
    wide = (min(page.room, page.px(WIDTH)) - 2 * gap) // 3
    left = (page.width - 3 * wide - 2 * gap) // 2
    names = [_names(page, players, wide) for _, players in scene.podium]
    tallest = max([len(lines) * page.px(_LINE) + page.px(_HEIGHTS[rank]) for rank, lines in enumerate(names)])
    foot = page.y + tallest
    for at, rank in enumerate(_STEPS):
        if rank < len(names):
            high = page.px(_HEIGHTS[rank])
            step = Rect(left + at * (wide + gap), foot - high, wide, high)
            _step(page, step, scene.podium[rank][0], names[rank], is_best=rank == 0)
    page.y = foot
    page.put(Box(Rect(page.margin, page.y, page.room, page.px(3)), Tone.LINE))
    page.skip(12)


def _names(page: Column, players: Sequence[str], room: int) -> list[str]:
    """A line for each player, two where the name is long and there are few; of many the first and an ellipsis."""
    size = page.px(_LETTERS)
    lines = [line for player in players for line in wrapped(player, room, size, bold=True)[:2]]
    if len(lines) <= _MOST_LINES:
        return lines
    return list(players) if len(players) <= _MOST_LINES else [*players[: _MOST_LINES - 1], "…"]


def _step(page: Column, step: Rect, place: str, names: Sequence[str], is_best: bool) -> None:
    fill, ink = (Tone.ACCENT, Tone.CARD_INK) if is_best else (Tone.RAISED, Tone.BRIGHT)
    page.put(Box(step, fill))
    page.put(Label(step, place, page.px(44), ink, fill, Align.CENTRE, bold=True))
    line = page.px(_LINE)
    for number, text in enumerate(names):
        place_of = Rect(step.x, step.y - (len(names) - number) * line, step.w, line)
        page.put(Label(place_of, text, page.px(_LETTERS), Tone.INK, align=Align.CENTRE, bold=True))
