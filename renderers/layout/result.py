"""How a deal or a match ended, on one picture that is read at the width of a chat: who won, by what, what decided it.

A chat on a telephone shows a picture 330 to 390 points wide. So every length grows in proportion with the picture, and
no letters are smaller than `SMALLEST` of a picture 720 wide: 11 pixels, where it is shown 360 wide.

Two sides stand left and right, what their figures count between them; of three it stands at the left of all.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.score import SideScore
from renderers.layout.column import WIDTH, Column, begin, letters_that_fit
from renderers.layout.paragraph import line_width, wrapped
from renderers.layout.score import signed
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import ResultScene
from renderers.undrawable import Undrawable
from renderers.wording import figure, word

SMALLEST: Final = 22  # letters
MOST_NOTES: Final = 4
_KINDS: Final = ("reale", "super", "pulito", "semipulito", "sporco")  # of burrachi, the dearest first
_HEADLINES: Final = ((1, 46), (1, 42), (1, 38), (2, 38), (2, 32), (3, 28))  # the lines it may have, its letters
_MOST_LINES: Final = 4
_NAMES: Final = 28
_TILE_EDGE: Final = 10
_NAME_LINE: Final = 36
_LARGE_LINE: Final = 72
_WORTH_LINE: Final = 34
_GAP: Final = 12
_BADGE: Final = 34
_MIDDLE: Final = 0.28  # of the width, for what the figures count
_AROUND: Final = 144  # of a figure left or right of it
_ITEMS: Final[tuple[tuple[str, Callable[[SideScore], int]], ...]] = (
    ("closing", lambda side: side.closing),
    ("laid", lambda side: side.cards),
    ("in_hand", lambda side: side.hand),
    ("pozzetto", lambda side: side.pozzetto),
)


@dataclass(frozen=True, slots=True)
class _Grid:
    """From left to right, in pixels: the tile and the figures of each side, and what the figures count."""

    tiles: tuple[tuple[int, int], ...]  # left edge, width
    figures: tuple[tuple[int, int], ...]
    caption: tuple[int, int]
    align: Align


def lay_out(scene: ResultScene, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of a result; `width` 0 is the usual one; `bold`: all letters may be so. Raises `Undrawable`."""
    _check(scene)
    page = begin(width, 1.0, bold)
    page.unit = page.width / WIDTH  # a wider one is the same picture: a chat shows both equally wide
    grid = _grid_of(page, len(scene.sides))
    _head(page, scene)
    page.skip(14)
    _tiles(page, scene, grid)
    page.skip(8)
    _figures(page, scene, grid)
    _notes(page, scene)
    return page.sheet()


def _check(scene: ResultScene) -> None:
    """Raises `Undrawable` for a result that contradicts itself."""
    count = len(scene.sides)
    if not 2 <= count <= 3:
        raise Undrawable(f"a result of {count} sides: two or three play")
    if not set(scene.winners) <= set(range(count)):
        raise Undrawable(f"sides {scene.winners} have won, and there are {count}")
    if len(scene.notes) > MOST_NOTES:
        raise Undrawable(f"a result with {len(scene.notes)} notes: it holds {MOST_NOTES}")
    parts = (("totals", scene.totals), ("scores", scene.score), ("victory points", scene.vp))
    for what, figures in (*parts, ("ranking points", scene.ranking)):
        if len(figures) != count and (figures or what == "totals"):
            raise Undrawable(f"{len(figures)} {what} for {count} sides")


def _grid_of(page: Column, count: int) -> _Grid:
    gap = page.px(_GAP)
    if count == 2:
        wide = (page.room - gap) // 2
        tiles = tuple([(page.margin + side * (wide + gap), wide) for side in range(2)])
        around = page.px(_AROUND)
        figures = tuple([(x + (wide - around) // 2, around) for x, wide in tiles])
        middle = round(page.room * _MIDDLE)
        return _Grid(tiles, figures, (page.margin + (page.room - middle) // 2, middle), Align.CENTRE)
    caption = page.px(158)
    wide = (page.room - caption - count * gap) // count
    tiles = tuple([(page.margin + caption + gap + side * (wide + gap), wide) for side in range(count)])
    return _Grid(tiles, tiles, (page.margin, caption), Align.LEFT)


# --- who has won ------------------------------------------------------------------------------------------------------


def _head(page: Column, scene: ResultScene) -> None:
    """A band with who has won: a bright one, if that is the match."""
    bright = scene.is_match and bool(scene.winners)
    ground = Tone.ACCENT if bright else Tone.PANEL
    ink, quiet = (Tone.CARD_INK, Tone.CARD_INK) if bright else (Tone.BRIGHT, Tone.INK)
    size, lines = _headline(page, scene.headline)
    small = page.px(SMALLEST + 1)
    below = _few(wrapped(scene.ended, page.room, small), _MOST_LINES)
    tall, short = round(size * 1.22), round(small * 1.36)
    band = Rect(0, 0, page.width, 2 * page.px(11) + short * (bool(scene.title) + len(below)) + tall * len(lines))
    page.put(Box(band, ground))
    page.y = page.px(11)
    rows = [(scene.title, small, short, quiet, False)] if scene.title else []
    rows += [(line, size, tall, ink, True) for line in lines]
    rows += [(line, small, short, quiet, False) for line in below]
    for text, letters, height, tone, heavy in rows:
        place = Rect(page.margin, page.y, page.room, height)
        page.put(Label(place, text, letters, tone, ground, Align.CENTRE, bold=heavy))
        page.y += height
    page.y = band.bottom


def _headline(page: Column, text: str) -> tuple[int, list[str]]:
    """The size of its letters, and its lines."""
    tried = [(page.px(letters), most) for most, letters in _HEADLINES]
    for size, most in tried:
        lines = wrapped(text, page.room, size)
        if len(lines) <= most and max([line_width(line, size, bold=True) for line in lines], default=0) <= page.room:
            return size, lines
    size = tried[-1][0]
    return size, _few(wrapped(text, page.room, size), _MOST_LINES)


def _few(lines: list[str], most: int) -> list[str]:
    """Of a text that was never meant for a picture the beginning."""
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


# --- figures ----------------------------------------------------------------------------------------------------------


def _tiles(page: Column, scene: ResultScene, grid: _Grid) -> None:
    """A tile for each side: its people, and the points of what has ended; of a match also what they are worth."""
    people = _lines_of_names(page, scene, grid)
    most = max([len(names) for names in people])
    height = page.px(2 * _TILE_EDGE + most * _NAME_LINE + _LARGE_LINE + _WORTH_LINE)
    points = scene.totals if scene.is_match or not scene.score else tuple([side.total for side in scene.score])
    letters = min([_fitting(page, figure(one), grid.tiles[0][1] - page.px(16), 70) for one in points])
    for side, ((x, wide), names) in enumerate(zip(grid.tiles, people, strict=True)):
        won = side in scene.winners
        tile = Rect(x, page.y, wide, height)
        outline = Tone.ACCENT if won else None
        page.put(Box(tile, Tone.RAISED, page.px(14), outline, thick=page.px(5)))
        inner = Rect(x + page.px(_TILE_EDGE), tile.y + page.px(_TILE_EDGE), wide - page.px(2 * _TILE_EDGE), height)
        large = Rect(inner.x, inner.y + most * page.px(_NAME_LINE), inner.w, page.px(_LARGE_LINE))
        tone = Tone.BRIGHT if won else Tone.INK
        page.put(Label(large, figure(points[side]), letters, tone, Tone.RAISED, Align.CENTRE, bold=True))
        _names(page, inner, names, most)  # over the ground of the figure: a g hangs into it
        below = Rect(x, large.bottom, wide, page.px(_WORTH_LINE)).inset(page.px(4))
        worth = _worth(scene, side)
        size, heavy = _fitting(page, worth, below.w, 25), bool(scene.vp or scene.ranking)
        page.put(Label(below, worth, size, Tone.INK, Tone.RAISED, Align.CENTRE, bold=heavy))
    page.y += height


def _names(page: Column, place: Rect, names: Sequence[str], most: int) -> None:
    """The lines of names in the middle of the room for `most`."""
    line = page.px(_NAME_LINE)
    first = place.y + (most - len(names)) * line // 2
    for number, name in enumerate(names):
        row = Rect(place.x, first + number * line, place.w, line)
        page.put(Label(row, name, _fitting(page, name, row.w, _NAMES), Tone.INK, Tone.RAISED, Align.CENTRE, bold=True))


def _lines_of_names(page: Column, scene: ResultScene, grid: _Grid) -> list[list[str]]:
    """The people of each side, on one line where both names of every pair fit there."""
    people = [[name.strip() for name in names if name.strip()] or ["–"] for names in scene.sides]
    room = grid.tiles[0][1] - page.px(20)
    together = [" + ".join(names) for names in people]
    fits = all(line_width(line, page.px(SMALLEST), bold=True) <= room for line in together)
    return [[line] for line in together] if fits else people


def _fitting(page: Column, text: str, room: int, letters: int) -> int:
    return letters_that_fit(page, text, room, letters, SMALLEST)


def _worth(scene: ResultScene, side: int) -> str:
    """What stands under a side's points: what they are worth at the end of a match, else what they are."""
    if scene.vp:
        return f"{scene.vp[side]} {word(scene.words, 'vp')}"
    if scene.ranking:
        return f"{scene.ranking[side]} {word(scene.words, 'ranking_one' if scene.ranking[side] == '1' else 'ranking')}"
    if scene.is_match or not scene.score:
        return word(scene.words, "match_points")
    return word(scene.words, "deal", deal=scene.deal)


def _figures(page: Column, scene: ResultScene, grid: _Grid) -> None:
    """What the points of the deal that ended last are made of, and how the match stands, where it goes on."""
    if not scene.score:
        return
    points = tuple([side.total for side in scene.score])
    if scene.is_match and points != scene.totals:
        _row(page, grid, word(scene.words, "deal", deal=scene.deal), points, bold=True)
    burrachi = [side.burrachi for side in scene.score]
    if any(burrachi):
        _row(page, grid, word(scene.words, "burrachi"), burrachi)
        _kinds(page, scene, grid)
    for key, count in _ITEMS:
        values = [count(side) for side in scene.score]
        if any(values):
            _row(page, grid, word(scene.words, key), values)
    if not scene.is_match and points != scene.totals:
        page.skip(3)
        page.put(Box(page.strip(2), Tone.LINE))
        page.skip(4)
        _row(page, grid, word(scene.words, "match_points"), scene.totals, bold=True)


def _row(page: Column, grid: _Grid, caption: str, values: Sequence[int], bold: bool = False) -> None:
    """A figure for each side, and what it counts."""
    strip = page.strip(46 if bold else 35)
    x, wide = grid.caption
    tone = Tone.INK if bold else Tone.MUTED
    page.put(Label(Rect(x, strip.y, wide, strip.h), caption, page.px(23), tone, align=grid.align, bold=bold))
    for value, (left, room) in zip(values, grid.figures, strict=True):
        tone = Tone.MUTED if not value else Tone.WARN if value < 0 else Tone.INK
        size = _fitting(page, signed(value), room, 38 if bold else 29)
        place = Rect(left, strip.y, room, strip.h)
        page.put(Label(place, signed(value), size, tone, align=Align.CENTRE, bold=True))


def _kinds(page: Column, scene: ResultScene, grid: _Grid) -> None:
    """The burrachi of each side by kind, as badges centred below their points."""
    top = page.y + page.px(2)
    bottoms = []
    for side, (x, wide) in zip(scene.score, grid.tiles, strict=True):
        found = Counter([meld.burraco for meld in side.melds])
        texts = [_kind(scene, kind, found[kind]) for kind in _KINDS if found[kind]]
        bottoms.append(_badges(page, texts, Rect(x, top, wide, page.px(_BADGE))))
    page.y = max(bottoms)


def _badges(page: Column, texts: Sequence[str], line: Rect) -> int:
    """Badges in as many lines as they need, the first given; where the next line would begin."""
    size, gap = page.px(SMALLEST), page.px(8)
    rows: list[list[tuple[str, int]]] = []
    for text in texts:
        across = min(line.w, line_width(text, size, bold=True) + page.px(20))
        if not rows or sum([one + gap for _, one in rows[-1]]) + across > line.w:
            rows.append([])
        rows[-1].append((text, across))
    for number, row in enumerate(rows):
        left = line.x + (line.w - sum([one for _, one in row]) - gap * (len(row) - 1)) // 2
        for text, across in row:
            badge = Rect(left, line.y + number * (line.h + gap), across, line.h)
            page.put(
                Box(badge, Tone.ACCENT, badge.h // 2),
                Label(badge, text, size, Tone.CARD_INK, Tone.ACCENT, Align.CENTRE, bold=True),
            )
            left += across + gap
    return line.y + len(rows) * (line.h + gap)


def _kind(scene: ResultScene, kind: str, count: int) -> str:
    """`pulito ×2`."""
    return word(scene.words, kind) + (f" ×{figure(count)}" if count > 1 else "")


# --- what decided it --------------------------------------------------------------------------------------------------


def _notes(page: Column, scene: ResultScene) -> None:
    """What is worth telling, a mark before each."""
    size, indent = page.px(SMALLEST + 2), page.px(22)
    tall = round(size * 1.34)
    for note in scene.notes:
        page.skip(11)
        lines = _few(wrapped(note, page.room - indent, size, page.bold), _MOST_LINES)
        page.put(Box(Rect(page.margin, page.y, page.px(6), tall * len(lines)), Tone.ACCENT, page.px(3)))
        for line in lines:
            page.put(Label(Rect(page.margin + indent, page.y, page.room - indent, tall), line, size, Tone.INK))
            page.y += tall
