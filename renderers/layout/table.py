"""Where everything lies on the table: a band for each side with its players and melds, and between them stock and pile.

One's own side lies below. Cards are as large as the melds leave room; where even the smallest do not fit, the picture
grows downwards, and so it does where a theme's large corners would not be larger than others. A width below 1,000
makes a picture for a telephone, taller than wide.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.deal import Deal
from engine.melds import Meld
from renderers.layout.centre import centre_height, lay_centre
from renderers.layout.fan import WIDTHS
from renderers.layout.flow import Lines, fitting, height_of, large_enough
from renderers.layout.melds import LINE, UPRIGHT_LINE, Measures, lay_meld, width_of
from renderers.layout.page import Page
from renderers.layout.seats import lay_above, lay_beside, least_beside
from renderers.layout.sheet import Align, Box, Item, Label, Rect, Sheet, Tone
from renderers.scenes import TableScene
from renderers.undrawable import Undrawable
from renderers.wording import word

WIDTH: Final = 1280
HEIGHT: Final = 800
UPRIGHT: Final = 1000  # narrower pictures are taller than wide
NARROWEST: Final = 320
WIDEST: Final = 2560
_PHONE: Final = 720
_SMALLEST: Final = 34  # width of a card: twenty melds of fourteen cards still fit into the usual height
_SMALLEST_UPRIGHT: Final = 68  # a telephone shows it half as large
_HIGHEST_LINE: Final = 34  # above a meld
_MOST_AIR: Final = 36  # that a side of an upright picture has beyond its need
_BAR: Final = 48
_LOW: Final = 0.7  # of its width: the height that a table above a hand takes, if its melds leave the choice
_LEAST_AIR: Final = 6  # that a side has beyond its need there
_ABOVE: Final = 58  # the height of a side's players above its melds
_BESIDE: Final = 248  # their width beside them


def lay_out(scene: TableScene, index: float, width: int = 0) -> Sheet:
    """The picture of a table; `index` scales the corners of cards, `width` 0 is the usual one. Raises `Undrawable`."""
    _check(scene, scene.view.deal, width)
    return _laid(scene, _page(width or WIDTH, index), _BAR, _MOST_AIR)


def lay_above_hand(scene: TableScene, index: float, width: int) -> Sheet:
    """The same as low as it reads well, upright whatever its width, without the bar: a hand stands below it."""
    _check(scene, scene.view.deal, width)
    return _laid(scene, Page(width, round(width * _LOW), width / _PHONE, index, upright=True), 0, _LEAST_AIR)


def _laid(scene: TableScene, page: Page, above_all: int, most_air: int) -> Sheet:
    """The picture on this page, under a bar so high, 0 for none.

    `most_air`: what each side of an upright picture may have beyond its need.
    """
    deal = scene.view.deal
    order, bar = sides_from_above(deal, scene.mine), page.px(above_all)
    middle = centre_height(page, len(deal.pile))
    above, left = (page.px(_ABOVE), page.margin) if page.upright else (0, page.px(_BESIDE) + page.margin)
    free = page.height - bar - middle - above * len(order)
    measures, sides = _fitted([deal.melds[side] for side in order], page, page.width - page.margin - left, free)
    least = [0 if page.upright else least_beside(page, len(deal.code.members[side])) for side in order]
    needs = [max(height_of(lines, measures), low) for lines, low in zip(sides, least, strict=True)]
    spare = max(0, free - sum(needs)) // len(order)
    spare = min(spare, page.px(most_air)) if page.upright else spare
    items = _bar(scene, page, Rect(0, 0, page.width, bar)) if bar else []
    y = bar
    for place, (side, lines) in enumerate(zip(order, sides, strict=True)):
        if place == len(order) - 1:
            items += lay_centre(scene, page, Rect(0, y, page.width, middle))
            y += middle
        elif place:
            items.append(Box(Rect(0, y, page.width, max(1, page.px(2))), Tone.TABLE))
        tall = needs[place] + spare
        if place == len(order) - 1 and not page.upright:
            tall = max(tall, page.height - y)  # what dividing left over
        if page.upright:
            items += lay_above(scene, page, side, Rect(0, y, page.width, above))
        else:
            items += lay_beside(scene, page, side, Rect(0, y, left - page.margin, tall))
        items += _melds(scene, page, lines, measures, Rect(left, y + above, page.width - page.margin - left, tall))
        y += above + tall
    return Sheet(page.width, y if page.upright else max(y, page.height), tuple(items))


def _fitted(melds: Sequence[Sequence[Meld]], page: Page, room: int, free: int) -> tuple[Measures, list[Lines]]:
    """How large the cards of the melds are, and the lines of each side."""
    smallest = _SMALLEST_UPRIGHT if page.upright else _SMALLEST
    sizes = [page.px(width) for width in WIDTHS if width >= smallest]
    line = UPRIGHT_LINE if page.upright else LINE
    basic = Measures(sizes[0], page.index, line, highest=page.px(_HIGHEST_LINE))
    return fitting(melds, large_enough(melds, sizes, basic, room, free), basic, room, free)


def _check(scene: TableScene, deal: Deal, width: int) -> None:
    if width and not NARROWEST <= width <= WIDEST:
        raise Undrawable(f"a table {width} pixels wide: between {NARROWEST} and {WIDEST} can be drawn")
    for letter in (scene.mine, scene.dealer):
        if letter and letter not in deal.code.seats:
            raise Undrawable(f"{letter!r:.40} is no seat at this table")
    if scene.totals and len(scene.totals) != len(deal.code.sides):
        raise Undrawable(f"{len(scene.totals)} totals for {len(deal.code.sides)} sides")


def _page(width: int, index: float) -> Page:
    if width < UPRIGHT:
        return Page(width, round(width * 1.5), width / _PHONE, index, upright=True)
    return Page(width, round(width * HEIGHT / WIDTH), width / WIDTH, index)


def sides_from_above(deal: Deal, mine: str) -> tuple[int, ...]:
    """The sides in the order of their bands: one's own last, or the first side where everybody looks."""
    own = deal.code.side_of[deal.code.seats.index(mine)] if mine else 0
    count = len(deal.code.sides)
    return (*[(own + away) % count for away in range(count - 1, 0, -1)], own)


def _melds(scene: TableScene, page: Page, lines: Lines, measures: Measures, room: Rect) -> list[Item]:
    """The melds of a side, in the middle of its height."""
    if not lines:
        text = word(scene.words, "none_laid" if scene.view.deal.is_over else "no_melds")
        return [Label(room, text, page.px(24), Tone.MUTED, align=Align.CENTRE)]
    items: list[Item] = []
    tall = len(lines) * (measures.height + measures.leading) - measures.leading
    y = room.y + (room.h - tall) // 2
    for line in lines:
        x = room.x
        for number, meld in line:
            items += lay_meld(meld, number, _caption(meld, scene.words), measures, x, y)
            x += width_of(meld, measures) + measures.gap
        y += measures.height + measures.leading
    return items


def _caption(meld: Meld, words: Mapping[str, str]) -> str:
    return f"{word(words, meld.burraco)} {meld.bonus}" if meld.burraco else ""


def _bar(scene: TableScene, page: Page, bar: Rect) -> list[Item]:
    """The table's name, the deal, the clock."""
    third = page.room // 3
    deal = word(scene.words, "deal", deal=scene.deal) if scene.deal else ""
    left = Rect(page.margin, 0, third, bar.h)
    return [
        Label(left, scene.label, page.px(24), Tone.INK, bold=True),
        Label(left.moved(third, 0), deal, page.px(22), Tone.MUTED, align=Align.CENTRE),
        Label(left.moved(2 * third, 0), scene.clock, page.px(24), Tone.BRIGHT, align=Align.RIGHT, bold=True),
    ]
