"""Where everything lies on the table: a band for each side with its players and melds, and between them stock and pile.

One's own side lies below. Cards are as large as the melds leave room; where even the smallest do not fit, the picture
grows downwards. A width below 1,000 makes a picture for a telephone, taller than wide.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from engine.deal import Deal
from engine.hand import size
from engine.melds import Meld
from renderers.layout.centre import centre_height, lay_centre
from renderers.layout.melds import Measures, lay_meld, width_of
from renderers.layout.page import Page
from renderers.layout.sheet import Align, Box, Item, Label, Rect, Sheet, Tone
from renderers.scenes import TableScene
from renderers.undrawable import Undrawable
from renderers.wording import word

WIDTH: Final = 1280
HEIGHT: Final = 800
UPRIGHT: Final = 1000  # narrower pictures are taller than wide
NARROWEST: Final = 480
WIDEST: Final = 2560
_PHONE: Final = 720
_LARGEST: Final = 104  # widths of cards, of a picture 1,280 or 720 wide
_SMALLEST: Final = 40
_SMALLEST_UPRIGHT: Final = 60  # a telephone shows it half as large


def lay_out(scene: TableScene, index: float, width: int = 0) -> Sheet:
    """The picture of a table; `index` scales the corners of cards, `width` 0 is the usual one. Raises `Undrawable`."""
    deal = scene.view.deal
    _check(scene, deal, width)
    page = _page(width or WIDTH, index)
    order = sides_from_above(deal, scene.mine)
    bar, head = page.px(52), page.px(54)
    middle = centre_height(page, len(deal.pile))
    free = page.height - bar - middle - head * len(order)
    measures, flows = _fitting(page, [deal.melds[side] for side in order], free)
    needs = [max(1, len(flow)) * (measures.height + measures.leading) + measures.leading * 2 for flow in flows]
    spare = max(0, free - sum(needs))
    items = _bar(scene, page, Rect(0, 0, page.width, bar))
    y = bar
    for place, (side, flow) in enumerate(zip(order, flows, strict=True)):
        if place == len(order) - 1:
            items += lay_centre(scene, page, y)
            y += middle
        tall = needs[place] + spare // len(order)
        items += _side_head(scene, page, side, Rect(0, y, page.width, head))
        items += _melds(scene, page, flow, measures, Rect(page.margin, y + head, page.room, tall))
        y += head + tall
    return Sheet(page.width, max(y, page.height), tuple(items))


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
        return Page(width, round(width * 1.5), width / _PHONE, index)
    return Page(width, round(width * HEIGHT / WIDTH), width / WIDTH, index)


def sides_from_above(deal: Deal, mine: str) -> tuple[int, ...]:
    """The sides in the order of their bands: one's own last, or the first side where everybody looks."""
    own = deal.code.side_of[deal.code.seats.index(mine)] if mine else 0
    count = len(deal.code.sides)
    return (*[(own + away) % count for away in range(count - 1, 0, -1)], own)


# --- melds ------------------------------------------------------------------------------------------------------------

Flow = list[list[tuple[int, Meld]]]  # lines of numbered melds


def _fitting(page: Page, sides: Sequence[Sequence[Meld]], free: int) -> tuple[Measures, list[Flow]]:
    """The largest cards with which all melds fit into the free height."""
    smallest = page.px(_SMALLEST if page.width >= UPRIGHT else _SMALLEST_UPRIGHT)
    for card in range(page.px(_LARGEST), smallest - 1, -2):
        measures = Measures(card, page.index)
        if max([width_of(meld, measures) for melds in sides for meld in melds], default=0) > page.room:
            continue
        flows = [flow(melds, measures, page.room) for melds in sides]
        lines = sum([max(1, len(lines)) for lines in flows])
        if lines * (measures.height + measures.leading) + len(sides) * 2 * measures.leading <= free:
            return measures, [_even(melds, measures, page.room) for melds in sides]
    measures = Measures(smallest, page.index)
    return measures, [_even(melds, measures, page.room) for melds in sides]


def _even(melds: Sequence[Meld], measures: Measures, room: int) -> Flow:
    """The melds in as few lines as there must be, none of them much shorter than the others."""
    best = flow(melds, measures, room)
    widest = max([width_of(meld, measures) for meld in melds], default=0)
    for share in range(95, 30, -5):
        narrower = flow(melds, measures, max(widest, room * share // 100))
        if len(narrower) > len(best):
            break
        best = narrower
    return best


def flow(melds: Sequence[Meld], measures: Measures, room: int) -> Flow:
    """The melds in lines, as words in a paragraph, with their numbers."""
    lines: Flow = []
    left = 0
    for number, meld in enumerate(melds, 1):
        wide = width_of(meld, measures)
        if not lines or wide > left:
            lines.append([])
            left = room
        lines[-1].append((number, meld))
        left -= wide + measures.gap
    return lines


def _melds(scene: TableScene, page: Page, lines: Flow, measures: Measures, room: Rect) -> list[Item]:
    if not lines:
        text = word(scene.words, "no_melds")
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


# --- a side and its players -------------------------------------------------------------------------------------------


def _side_head(scene: TableScene, page: Page, side: int, bar: Rect) -> list[Item]:
    deal = scene.view.deal
    items: list[Item] = [Box(bar, Tone.PANEL)]
    status = page.px(250 if page.width >= UPRIGHT else 190)
    members = deal.code.members[side]
    gap = page.px(12)
    room = page.room - status - gap
    wide = min(page.px(330), (room - gap * (len(members) - 1)) // len(members))
    x = page.margin
    for seat in members:
        items += _player(scene, page, seat, Rect(x, bar.y + page.px(7), wide, bar.h - page.px(14)))
        x += wide + gap
    column = Rect(bar.right - page.margin - status, bar.y + page.px(4), status, (bar.h - page.px(8)) // 2)
    taken = bool(deal.taken >> side & 1)
    pozzetto = word(scene.words, "pozzetto_taken" if taken else "pozzetto_there" if deal.pozzetti else "pozzetto_gone")
    if scene.totals:
        total = word(scene.words, "match", count=scene.totals[side])
        items.append(Label(column, total, page.px(20), Tone.INK, Tone.PANEL, Align.RIGHT, bold=True))
        column = column.moved(0, column.h)
    else:
        column = Rect(column.x, bar.y, column.w, bar.h)
    items.append(Label(column, pozzetto, page.px(18), Tone.GOOD if taken else Tone.MUTED, Tone.PANEL, Align.RIGHT))
    return items


def _player(scene: TableScene, page: Page, seat: int, chip: Rect) -> list[Item]:
    """A player: his cards as a number on a card, his name, the dealer's button; bright when it is his turn."""
    deal = scene.view.deal
    letter = deal.code.seats[seat]
    turn = deal.turn == seat and not deal.is_over
    fill, tone = (Tone.ACCENT, Tone.CARD_INK) if turn else (Tone.PANEL, Tone.INK)
    items: list[Item] = [Box(chip, fill, page.px(10), ground=Tone.PANEL)] if turn else []
    card = Rect(chip.x + page.px(8), chip.y + page.px(4), page.px(38), chip.h - page.px(8))
    items += [
        Box(card, Tone.PAPER, page.px(5), outline=Tone.EDGE, ground=fill, thick=1),
        Label(card, str(size(deal.hands[seat])), page.px(22), Tone.CARD_INK, Tone.PAPER, Align.CENTRE, bold=True),
    ]
    right = chip.right - page.px(8)
    if letter == scene.dealer:
        disc = Rect(right - page.px(28), chip.y + (chip.h - page.px(28)) // 2, page.px(28), page.px(28))
        items += [
            Box(disc, Tone.RAISED, page.px(14), outline=Tone.MUTED, ground=fill),
            Label(disc, word(scene.words, "dealer"), page.px(17), Tone.INK, Tone.RAISED, Align.CENTRE, bold=True),
        ]
        right = disc.x - page.px(4)
    name = Rect(card.right + page.px(10), chip.y, right - card.right - page.px(10), chip.h)
    items.append(Label(name, scene.names.get(letter) or letter, page.px(24), tone, fill, bold=True))
    return items


# --- the bar above ----------------------------------------------------------------------------------------------------


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
