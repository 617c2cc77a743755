"""A side of the table: its players with the number of their cards, its points, its pozzetto.

Above its melds on an upright picture, beside them on a wide one.
"""

from collections.abc import Iterator, Sequence

from engine.hand import size as cards_in
from renderers.layout.column import text_width
from renderers.layout.page import Page
from renderers.layout.sheet import Align, Box, Item, Label, Rect, Tone
from renderers.scenes import TableScene
from renderers.wording import figure, word


def lay_above(scene: TableScene, page: Page, side: int, bar: Rect) -> list[Item]:
    """The players side by side in a bar, on its right the points over the pozzetto."""
    members = scene.view.deal.code.members[side]
    status, gap = page.px(214), page.px(10)
    room = page.room - status - gap
    wide = min(page.px(330), (room - gap * (len(members) - 1)) // len(members))
    items: list[Item] = [Box(bar, Tone.PANEL)]
    for place, seat in enumerate(members):
        chip = Rect(page.margin + place * (wide + gap), bar.y + page.px(7), wide, bar.h - page.px(14))
        items += _player(scene, page, seat, chip)
    column = Rect(bar.right - page.margin - status, bar.y + page.px(3), status, bar.h - page.px(6))
    return [*items, *_status(scene, page, side, column, Align.RIGHT)]


def lay_beside(scene: TableScene, page: Page, side: int, panel: Rect) -> list[Item]:
    """The players one below the other, under them the points and the pozzetto."""
    members = scene.view.deal.code.members[side]
    chip, gap, status = page.px(46), page.px(6), page.px(58)
    y = panel.y + (panel.h - len(members) * (chip + gap) - status) // 2
    items: list[Item] = [Box(panel, Tone.PANEL)]
    for seat in members:
        items += _player(scene, page, seat, Rect(panel.x + page.px(12), y, panel.w - page.px(24), chip))
        y += chip + gap
    column = Rect(panel.x + page.px(20), y, panel.w - page.px(32), status)
    return [*items, *_status(scene, page, side, column, Align.LEFT)]


def least_beside(page: Page, members: int) -> int:
    """The least height of a side whose players stand beside its melds."""
    return members * page.px(52) + page.px(78)


def _status(scene: TableScene, page: Page, side: int, column: Rect, align: Align) -> Iterator[Item]:
    """Match points, and whether the pozzetto has been taken."""
    deal = scene.view.deal
    if scene.totals:
        line = Rect(column.x, column.y, column.w, column.h // 2)
        total = word(scene.words, "match", count=figure(scene.totals[side]))
        yield Label(line, total, page.px(22), Tone.INK, Tone.PANEL, align, bold=True)
        column = line.moved(0, line.h)
    taken = bool(deal.taken >> side & 1)
    pozzetto = word(scene.words, "pozzetto_taken" if taken else "pozzetto_there" if deal.pozzetti else "pozzetto_gone")
    yield Label(column, pozzetto, page.px(20), Tone.GOOD if taken else Tone.MUTED, Tone.PANEL, align)


def _player(scene: TableScene, page: Page, seat: int, chip: Rect) -> list[Item]:
    """A player: their cards as a number on a card, their name, the dealer's button; bright when it is their turn."""
    deal = scene.view.deal
    letter = deal.code.seats[seat]
    turn = deal.turn == seat and not deal.is_over
    fill, tone = (Tone.ACCENT, Tone.CARD_INK) if turn else (Tone.PANEL, Tone.INK)
    items: list[Item] = [Box(chip, fill, page.px(10), ground=Tone.PANEL)] if turn else []
    card = Rect(chip.x + page.px(8), chip.y + page.px(4), page.px(38), chip.h - page.px(8))
    items += [
        Box(card, Tone.PAPER, page.px(5), outline=Tone.EDGE, ground=fill, thick=1),
        Label(card, str(cards_in(deal.hands[seat])), page.px(22), Tone.CARD_INK, Tone.PAPER, Align.CENTRE, bold=True),
    ]
    right = chip.right - page.px(8)
    if letter == scene.dealer:
        disc = Rect(right - page.px(28), chip.y + (chip.h - page.px(28)) // 2, page.px(28), page.px(28))
        items += [
            Box(disc, Tone.RAISED, page.px(14), outline=Tone.MUTED, ground=fill),
            Label(disc, word(scene.words, "dealer"), page.px(17), Tone.INK, Tone.RAISED, Align.CENTRE, bold=True),
        ]
        right = disc.x - page.px(4)
    room = Rect(card.right + page.px(10), chip.y, right - card.right - page.px(10), chip.h)
    return [*items, *_name(page, scene.names.get(letter) or letter, room, tone, fill)]


def _name(page: Page, name: str, room: Rect, tone: Tone, ground: Tone) -> list[Item]:
    """A name in letters that let it be read whole; a long one of several words in two lines."""
    for size in range(page.px(24), page.px(20) - 1, -1):
        if text_width(name, size) <= room.w:
            return [Label(room, name, size, tone, ground, bold=True)]
    words, size = name.split(), page.px(20)
    cuts = [at for at in range(1, len(words)) if _is_read(words[:at]) and _is_read(words[at:])]
    if not cuts:
        return [Label(room, name, size, tone, ground, bold=True)]
    cut = min(cuts, key=lambda at: max(len(" ".join(words[:at])), len(" ".join(words[at:]))))
    pitch, size = page.px(20), page.px(19)
    upper = Rect(room.x, room.y + page.px(2), room.w, pitch)
    lines = ((upper.moved(0, pitch), " ".join(words[cut:])), (upper, " ".join(words[:cut])))  # a q hangs over the lower
    return [Label(line, text, size, tone, ground, bold=True) for line, text in lines]


def _is_read(words: Sequence[str]) -> bool:
    """Whether there is a letter or digit: emoji alone would be spelt out, which beside others are left out."""
    return any(map(str.isalnum, "".join(words)))
