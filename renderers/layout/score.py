"""The score sheet of a match: how the sides stand, the last deal item by item and meld by meld, the deals before."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from engine.melds import Meld
from engine.score import HandScore, SideScore
from renderers.layout.column import Column, abreast, begin, heading, lay_cards, lay_melds, letters_that_fit
from renderers.layout.fan import card_height
from renderers.layout.paragraph import wrapped
from renderers.layout.sheet import Align, Box, Item, Label, Rect, Sheet, Tone
from renderers.scenes import ScoreScene
from renderers.undrawable import Undrawable
from renderers.wording import figure, word

MOST_DEALS: Final = 60
MOST_CARDS: Final = 108  # in the melds and the hands of all sides together
_MELD_CARD: Final = 72  # widths of cards
_HAND_CARD: Final = 58
_SMALLEST: Final = 17  # letters of a name
_HALF: Final = 40  # figures end so far right of the middle of their column: below each other
_ROWS: Final[tuple[tuple[str, Callable[[SideScore], int]], ...]] = (
    ("burrachi", lambda side: side.burrachi),
    ("closing", lambda side: side.closing),
    ("laid", lambda side: side.cards),
    ("in_hand", lambda side: side.hand),
    ("pozzetto", lambda side: side.pozzetto),
)


def lay_out(scene: ScoreScene, index: float, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of a score sheet; `index` scales the corners of cards, `width` 0 is the usual one."""
    _check(scene)
    page = begin(width, index, bold)
    heading(page, scene.title or word(scene.words, "score"))
    if scene.result:
        _result(page, scene.result)
    page.skip(14)
    _standing(page, scene)
    if scene.deals:
        _items(page, scene)
        _earlier(page, scene)
        names = [" + ".join(_people(names)) for names in scene.sides]
        abreast(page, [partial(_laid, scene, name, side) for name, side in zip(names, scene.deals[-1], strict=True)])
    return page.sheet()


def _check(scene: ScoreScene) -> None:
    """Raises `Undrawable` for a sheet that contradicts itself."""
    count = len(scene.sides)
    if not 2 <= count <= 3:
        raise Undrawable(f"a score sheet of {count} sides: two or three play")
    if len(scene.deals) > MOST_DEALS:
        raise Undrawable(f"a score sheet of {len(scene.deals)} deals: it holds {MOST_DEALS}")
    if any([len(deal) != count for deal in scene.deals]):
        raise Undrawable("a deal has other sides than the match")
    if not set(scene.winners) <= set(range(count)):
        raise Undrawable(f"sides {scene.winners} have won, and there are {count}")
    for what, figures in (("totals", scene.totals), ("victory points", scene.vp), ("ranking points", scene.ranking)):
        if len(figures) != count and (figures or what == "totals"):
            raise Undrawable(f"{len(figures)} {what} for {count} sides")
    for deal in scene.deals[-1:]:
        cards = sum([len(meld.cards) for side in deal for meld in side.melds])
        cards += sum([len(hand.cards) for side in deal for hand in side.hands])
        if cards > MOST_CARDS:
            raise Undrawable(f"a deal of {cards} cards: two packs hold {MOST_CARDS}")


def _result(page: Column, result: str) -> None:
    """Who has won, on a bright band."""
    size = page.px(23)
    lines = wrapped(result, page.room - page.px(16), size)
    page.skip(14)
    band = page.strip(20 + 32 * len(lines))
    page.put(Box(band, Tone.ACCENT, page.px(12)))
    for number, line in enumerate(lines):
        tall = page.px(32)
        place = Rect(band.x + page.px(8), band.y + page.px(10) + number * tall, band.w - page.px(16), tall)
        page.put(Label(place, line, size, Tone.CARD_INK, Tone.ACCENT, Align.CENTRE, bold=True))


# --- figures ----------------------------------------------------------------------------------------------------------


def _columns(page: Column, strip: Rect, count: int) -> tuple[Rect, list[Rect]]:
    """The place of a caption, and a column for each side."""
    gap = page.px(10)
    caption = round(strip.w * (0.3 if count == 2 else 0.25))
    wide = (strip.w - caption - gap * count) // count
    places = [Rect(strip.x + caption + gap + number * (wide + gap), strip.y, wide, strip.h) for number in range(count)]
    return Rect(strip.x, strip.y, caption, strip.h), places


def _standing(page: Column, scene: ScoreScene) -> None:
    """A tile for each side: its people, its Match Points, and at the end what they are worth."""
    people = [_people(names) for names in scene.sides]
    most = max([len(names) for names in people])
    worth = scene.vp or scene.ranking
    leading = _leading(scene)
    strip = page.strip(18 + 33 * most + 60 + (40 if worth else 0))
    caption, tiles = _columns(page, strip, len(people))
    for number, (names, tile) in enumerate(zip(people, tiles, strict=True)):
        leads = number in leading
        page.put(Box(tile, Tone.RAISED, page.px(12)))
        y = tile.y + page.px(10)
        inner = Rect(tile.x + page.px(10), y, tile.w - page.px(20), page.px(32))
        for line, name in enumerate(names):
            place = inner.moved(0, line * inner.h)
            size = letters_that_fit(page, name, place.w, 23, _SMALLEST)
            page.put(Label(place, name, size, Tone.INK, Tone.RAISED, Align.CENTRE, bold=True))
        place = Rect(inner.x, y + most * inner.h, inner.w, page.px(58))
        tone = Tone.BRIGHT if leads else Tone.INK
        page.put(Label(place, signed(scene.totals[number]), page.px(46), tone, Tone.RAISED, Align.CENTRE, bold=True))
        if worth:
            unit = word(scene.words, "vp" if scene.vp else "ranking_one" if worth[number] == "1" else "ranking")
            below = Rect(inner.x, place.bottom, inner.w, page.px(32))
            text = f"{worth[number]} {unit}"
            page.put(Label(below, text, page.px(24), tone, Tone.RAISED, Align.CENTRE, bold=leads))
    y = strip.y + page.px(10) + most * page.px(32)
    match = Rect(caption.x, y, caption.w, page.px(58))
    page.put(Label(match, word(scene.words, "match_points"), page.px(21), Tone.MUTED))


def _people(names: Sequence[str]) -> list[str]:
    """The names of a side, as far as there are any."""
    return [name.strip() for name in names if name.strip()] or ["–"]


def _leading(scene: ScoreScene) -> tuple[int, ...]:
    """The sides that have won, or all that have most points. Who gives up does not win, however far ahead."""
    best = max(scene.totals)
    return scene.winners or tuple([side for side, total in enumerate(scene.totals) if total == best])


def _items(page: Column, scene: ScoreScene) -> None:
    """The last deal: each item, and what they come to."""
    deal = scene.deals[-1]
    if scene.ended:
        page.skip(12)
        page.paragraph(scene.ended, 21, Tone.MUTED)
    page.skip(8)
    for key, points in _ROWS:
        values = [points(side) for side in deal]
        _row(page, word(scene.words, key), values, bold=False)
    page.skip(4)
    rule = page.strip(2)
    page.put(Box(rule, Tone.LINE))
    page.skip(2)
    name = word(scene.words, "deal", deal=len(scene.deals))
    _row(page, name, [side.total for side in deal], bold=True, counts=len(scene.deals) - 1 not in scene.uncounted)


def _earlier(page: Column, scene: ScoreScene) -> None:
    """The deals before, the latest first, and what the match began with."""
    for number in range(len(scene.deals) - 1, 0, -1):
        totals = [side.total for side in scene.deals[number - 1]]
        _row(page, word(scene.words, "deal", deal=number), totals, bold=False, counts=number - 1 not in scene.uncounted)
    counted = [deal for number, deal in enumerate(scene.deals) if number not in scene.uncounted]
    begun = [total - sum([deal[side].total for deal in counted]) for side, total in enumerate(scene.totals)]
    if any(begun):
        _row(page, word(scene.words, "before"), begun, bold=False)
    if scene.uncounted:
        page.paragraph(word(scene.words, "annulled"), 19, Tone.MUTED)
    page.skip(10)


def _row(page: Column, caption: str, values: list[int], bold: bool, counts: bool = True) -> None:
    """A line of figures under the tiles; a deal that does not count stands in brackets."""
    place, columns = _columns(page, page.strip(40), len(values))
    size = page.px(25)
    page.put(Label(place, caption, page.px(22), Tone.INK if bold else Tone.MUTED, bold=bold))
    for value, column in zip(values, columns, strict=True):
        tone = Tone.MUTED if not value or not counts else Tone.WARN if value < 0 else Tone.INK
        cell = Rect(column.x, column.y, min(column.w, column.w // 2 + page.px(_HALF)), column.h)
        page.put(Label(cell, _figure(value, counts), size, tone, align=Align.RIGHT, bold=bold))


def _figure(value: int, counts: bool) -> str:
    return signed(value) if counts else f"({signed(value)})"


def signed(value: int) -> str:
    """A figure with a true minus; nothing is a dash."""
    return figure(value) if value else "–"


# --- cards ------------------------------------------------------------------------------------------------------------


def _laid(scene: ScoreScene, name: str, side: SideScore, page: Column) -> None:
    """What a side laid, and what it was left with."""
    bar = page.bar(46)
    total = Rect(bar.right - page.px(120), bar.y, page.px(120), bar.h)
    left = Rect(bar.x, bar.y, bar.w - total.w, bar.h)
    page.put(Label(left, name, page.px(22), Tone.INK, Tone.PANEL, bold=True))
    page.put(Label(total, signed(side.total), page.px(24), Tone.BRIGHT, Tone.PANEL, Align.RIGHT, bold=True))
    page.skip(12)
    if side.melds:
        lay_melds(page, side.melds, [_worth(scene.words, meld) for meld in side.melds], _MELD_CARD)
    else:
        page.put(Label(page.strip(40), word(scene.words, "none_laid"), page.px(21), Tone.MUTED))
    for hand in side.hands:
        if hand.cards:
            alone = len(side.hands) == 1
            _left(page, word(scene.words, "in_hand") if alone else scene.names.get(hand.seat) or hand.seat, hand)
    page.skip(8)


def _worth(words: Mapping[str, str], meld: Meld) -> str:
    """Its cards, or `pulito 200 + 45`."""
    return f"{word(words, meld.burraco)} {meld.bonus} + {meld.points}" if meld.burraco else str(meld.points)


def _left(page: Column, caption: str, hand: HandScore) -> None:
    """The cards that a player was left with, beside what they cost."""
    card = page.px(_HAND_CARD)
    wide = page.px(176)
    room = Rect(page.margin + wide, page.y, page.room - wide, card_height(card))
    faces, bottom = lay_cards(hand.cards, room, card, page.index)
    cost = signed(hand.points) + (" (×2)" if hand.doubled else "")
    name = Rect(page.margin, page.y, wide - page.px(12), page.px(32))
    labels: list[Item] = [
        Label(name, caption, letters_that_fit(page, caption, name.w, 21, _SMALLEST), Tone.INK),
        Label(name.moved(0, name.h), cost, page.px(21), Tone.WARN if hand.points else Tone.MUTED, bold=True),
    ]
    page.put(*labels, *faces)
    page.y = bottom
    page.skip(10)
