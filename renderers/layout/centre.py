"""The centre of the table: the stock with a warning near its end, the pozzetti, the pile in full."""

from collections.abc import Sequence
from typing import Final

from engine.cards import UNKNOWN, Card
from renderers.layout.fan import card_height, index_depth, index_strip
from renderers.layout.page import Page
from renderers.layout.sheet import Align, Box, Face, Item, Label, Rect, Tone
from renderers.scenes import TableScene
from renderers.wording import word

_FEW_DRAWS: Final = 8  # from here on the stock warns
_CENTRE_CARD: Final = 74
_STACKS: Final = 330  # the width of stock and pozzetti together


def _pile_grid(page: Page, cards: int) -> tuple[int, int, int]:
    """How many cards of the pile lie in a row, how many rows, and how far apart the cards lie."""
    card = page.px(_CENTRE_CARD)
    room = page.room - page.px(_STACKS) - card
    strip = index_strip(card, page.index)
    most = room // strip + 1
    rows = max(1, -(-cards // most))
    each = -(-cards // rows) if cards else 1
    return each, rows, min(round(strip * 1.25), room // max(1, each - 1)) if each > 1 else strip


def centre_height(page: Page, cards: int) -> int:
    """How much room the centre needs for a pile of so many cards."""
    card = page.px(_CENTRE_CARD)
    _, rows, _ = _pile_grid(page, cards)
    return page.px(48) + card_height(card) + (rows - 1) * index_depth(card, page.index)


def lay_centre(scene: TableScene, page: Page, y: int) -> list[Item]:
    """Stock, pozzetti and pile side by side, from `y` downwards."""
    deal, words = scene.view.deal, scene.words
    card = page.px(_CENTRE_CARD)
    tall = card_height(card)
    line = page.px(30)
    top = y + page.px(6) + line
    pozzetti_x, pile_x = page.margin + page.px(150), page.margin + page.px(_STACKS)
    left = len(deal.stock) - deal.code.reserve
    stock = f"{word(words, 'stock')} {len(deal.stock)}"
    items: list[Item] = [
        Label(Rect(page.margin, y + page.px(6), page.px(140), line), stock, page.px(20), Tone.INK, bold=True),
        *[Face(Rect(page.margin + page.px(4) * i, top, card, tall), UNKNOWN) for i in range(min(3, len(deal.stock)))],
    ]
    if left <= _FEW_DRAWS and not deal.is_over:
        warning = word(words, "stock_out" if left <= 0 else "stock_last" if left == 1 else "stock_low", count=left)
        plate = Rect(page.margin, top + (tall - page.px(40)) // 2, page.px(136), page.px(40))
        items += [
            Box(plate, Tone.RAISED, page.px(8), outline=Tone.WARN),
            Label(plate.inset(page.px(6)), warning, page.px(18), Tone.WARN, Tone.RAISED, Align.CENTRE, bold=True),
        ]
    pozzetti = f"{word(words, 'pozzetti')} {len(deal.pozzetti)}"
    label = Rect(pozzetti_x, y + page.px(6), pile_x - pozzetti_x - page.px(10), line)
    items.append(Label(label, pozzetti, page.px(20), Tone.INK if deal.pozzetti else Tone.MUTED, bold=True))
    for number in range(len(deal.pozzetti)):  # the second lies across the first, a third on top
        across = number % 2 == 0 and len(deal.pozzetti) > 1
        middle = (pozzetti_x + page.px(60), top + tall // 2)
        wide, high = (tall, card) if across else (card, tall)
        items.append(Face(Rect(middle[0] - wide // 2, middle[1] - high // 2, wide, high), UNKNOWN))
    items += _pile(scene, page, deal.pile, pile_x, y + page.px(6))
    return items


def _pile(scene: TableScene, page: Page, pile: Sequence[Card], x: int, y: int) -> list[Item]:
    """All discards in their order, the latest on the right."""
    card, line = page.px(_CENTRE_CARD), page.px(30)
    words = scene.words
    text = f"{word(words, 'pile')} {len(pile)}" if pile else word(words, "pile_empty")
    room = Rect(x, y, page.width - page.margin - x, line)
    items: list[Item] = [Label(room, text, page.px(20), Tone.INK if pile else Tone.MUTED, bold=True)]
    each, _, step = _pile_grid(page, len(pile))
    for at, shown in enumerate(pile):
        row, column = divmod(at, each)
        place = Rect(x + column * step, y + line + row * index_depth(card, page.index), card, card_height(card))
        last = column == each - 1 or at == len(pile) - 1
        items.append(Face(place, shown, bare=not last))
    return items
