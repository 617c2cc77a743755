"""A picture that grows downwards: what is on it so far, and where it goes on. Widths of text are estimates."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Final

from engine.cards import Card
from engine.melds import Meld
from renderers.layout.fan import card_height, index_depth, index_strip
from renderers.layout.melds import Measures, lay_meld, width_of
from renderers.layout.paragraph import wrapped
from renderers.layout.sheet import Align, Box, Face, Item, Label, Rect, Sheet, Tone
from renderers.undrawable import Undrawable

WIDTH: Final = 720
NARROWEST: Final = 320
WIDEST: Final = 2400
_FLATTEST: Final = 16  # a picture is at most so many times as wide as it is tall: chats refuse stripes
_GROWTH: Final = 0.4  # how fast all lengths grow on pages wider than usual
_SCREEN: Final = 1280  # on pages wider than this they shrink again: a picture has only so many pixels
_LEAST_CARD: Final = 30
_LINE: Final = 0.42  # the line above a meld, in widths of a card: its points must be readable on a telephone
_PART: Final = 440  # the least width of one of several parts beside each other

_ADVANCES: Final = {  # of the bold letters, in sizes of the font; other signs of ASCII have less than 0.66
    **dict.fromkeys(" ',./IJ\\ijl|-:;f", 0.4),
    **dict.fromkeys("!()[]_`rt", 0.45),
    **dict.fromkeys('?cszLkvxy"*', 0.6),
    **dict.fromkeys("ABCKPRVXDGU", 0.75),
    **dict.fromkeys("#&+<=>HNOQ^~", 0.8),
    **dict.fromkeys("%@Mmw", 0.95),
    "W": 1.0,
}


@dataclass(slots=True)
class Column:
    """`unit` enlarges all lengths, which are those of a page 720 wide; `index` scales the corners of cards.

    `bold`: any letter may be drawn bold, so widths of text are estimated for bold letters.

    A wider page has larger letters, but not in proportion: it has room for more beside each other, too.
    """

    width: int
    index: float
    unit: float
    bold: bool = True
    y: int = 0
    items: list[Item] = field(default_factory=list)

    def px(self, length: float) -> int:
        return max(1, round(length * self.unit))

    @property
    def margin(self) -> int:
        return self.px(24)

    @property
    def room(self) -> int:
        return self.width - 2 * self.margin

    def strip(self, height: float) -> Rect:
        """The next part of the page, between its margins; the page goes on below it."""
        rect = Rect(self.margin, self.y, self.room, self.px(height))
        self.y = rect.bottom
        return rect

    def skip(self, height: float) -> None:
        self.y += self.px(height)

    def put(self, *items: Item) -> None:
        self.items += items

    def bar(self, height: float) -> Rect:
        """A dark band from edge to edge; the part of it between the margins."""
        rect = self.strip(height)
        self.put(Box(Rect(0, rect.y, self.width, rect.h), Tone.PANEL))
        return rect

    def paragraph(self, text: str, size: float, tone: Tone, align: Align = Align.LEFT, bold: bool = False) -> None:
        """Text in as many lines as it needs."""
        for line in wrapped(text, self.room, self.px(size), bold or self.bold):
            self.put(Label(self.strip(size * 1.42), line, self.px(size), tone, align=align, bold=bold))

    def sheet(self) -> Sheet:
        self.skip(20)
        return Sheet(self.width, max(self.y, self.width // _FLATTEST), tuple(self.items))


def begin(width: int, index: float, bold: bool = True) -> Column:
    """An empty page; a width of 0 is the usual one; `bold`: all its letters may be drawn so. Raises `Undrawable`."""
    if width and not NARROWEST <= width <= WIDEST:
        raise Undrawable(f"a picture {width} pixels wide: between {NARROWEST} and {WIDEST} can be drawn")
    return Column(width or WIDTH, index, _unit(width or WIDTH), bold)


def _unit(width: int) -> float:
    """How much larger all lengths are than on a page of the usual width."""
    if width <= WIDTH:
        return width / WIDTH
    grown: float = (min(width, _SCREEN) / WIDTH) ** _GROWTH
    return grown * sqrt(_SCREEN / max(width, _SCREEN))


def abreast(page: Column, parts: Sequence[Callable[[Column], None]]) -> None:
    """Parts of a page: beside each other where it is so wide, else below each other; all of a row equally wide."""
    count = max(1, min(len(parts), page.room // page.px(_PART)))
    for first in range(0, len(parts), count):
        row, tallest = parts[first : first + count], 0
        for number, part in enumerate(row):
            column = Column(page.width // len(row), page.index, page.unit, page.bold)
            part(column)
            page.put(*[replace(item, rect=item.rect.moved(number * column.width, page.y)) for item in column.items])
            tallest = max(tallest, column.y)
        page.y += tallest


def heading(page: Column, title: str, aside: str = "") -> None:
    """The band at the top: what this is, and at its end what else there is to say."""
    bar = page.bar(56)
    wide = min(bar.w // 3, text_width(aside, page.px(20))) if aside else 0
    left = Rect(bar.x, bar.y, bar.w - wide, bar.h)
    size = max(page.px(20), min(page.px(26), round(110 * left.w / text_width(title, 100))))  # the estimate is generous
    page.put(Label(left, title, size, Tone.INK, Tone.PANEL, bold=True))
    if aside:
        right = Rect(left.right, bar.y, wide, bar.h)
        page.put(Label(right, aside, page.px(20), Tone.MUTED, Tone.PANEL, Align.RIGHT))


# --- text -------------------------------------------------------------------------------------------------------------


def text_width(text: str, size: int) -> int:
    """How wide a line may become, in bold letters too."""
    return round(sum([_advance(sign) for sign in text]) * size) + 2


def letters_that_fit(page: Column, text: str, room: int, largest: float, smallest: float) -> int:
    """The size in pixels of letters in which a text fits into so many; one that is longer still is shortened."""
    return max(page.px(smallest), min(page.px(largest), 100 * room // text_width(text, 100)))


def _advance(sign: str) -> float:
    if sign.isascii():
        return _ADVANCES.get(sign, 0.66)
    if ord(sign) < 0x700 or 0x2000 <= ord(sign) < 0x2700 or "\u3040" <= sign <= "\ud7a3":
        return 1.1
    return 1.9  # a script may be spelt in more letters


# --- cards ------------------------------------------------------------------------------------------------------------


def lay_cards(
    cards: Sequence[Card], room: Rect, card: int, index: float, gaps: Iterable[int] = ()
) -> tuple[list[Item], int]:
    """Cards from the left in as few even rows as their indices allow, and where the last row ends.

    `gaps` are the places of cards before which there is some air. The height of `room` does not matter.
    """
    if not cards:
        return [], room.y
    apart = set(gaps)
    strip, air = index_strip(card, index), round(card * 0.1)
    most = max(1, (room.w - card) // (strip + air) + 1)
    rows = -(-len(cards) // most)
    each = -(-len(cards) // rows)
    step = min(round(card * 0.5), (room.w - card) // max(1, each - 1) - air) if each > 1 else strip
    step = max(strip, step)
    pitch = index_depth(card, index) + round(card * 0.04)
    items: list[Item] = []
    x = 0
    for number, shown in enumerate(cards):
        row, column = divmod(number, each)
        x = 0 if column == 0 else x + step + air * (number in apart)
        rect = Rect(room.x + x, room.y + row * pitch, card, card_height(card))
        items.append(Face(rect, shown, bare=number < len(cards) - 1))
    return items, room.y + (rows - 1) * pitch + card_height(card)


def lay_melds(page: Column, melds: Sequence[Meld], captions: Sequence[str], card: float) -> None:
    """Numbered melds as words in a paragraph; the cards become smaller where one is longer than a line."""
    across = page.px(card)
    measures = Measures(across, page.index, _LINE)
    while across > page.px(_LEAST_CARD) and max([width_of(meld, measures) for meld in melds], default=0) > page.room:
        across -= 2
        measures = Measures(across, page.index, _LINE)
    x = 0
    for number, (meld, caption) in enumerate(zip(melds, captions, strict=True), 1):
        wide = width_of(meld, measures)
        if x and x + wide > page.room:
            x = 0
            page.y += measures.height + measures.leading
        page.put(*lay_meld(meld, number, caption, measures, page.margin + x, page.y))
        x += wide + measures.gap
    page.y += measures.height + measures.leading
