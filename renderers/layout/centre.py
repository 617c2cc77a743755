"""The centre of the table: the stock with a warning near its end, the pozzetti, the pile in full."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.cards import UNKNOWN, Card
from renderers.layout.fan import card_height, index_depth, index_strip
from renderers.layout.page import Page
from renderers.layout.sheet import Align, Box, Face, Item, Label, Rect, Tone
from renderers.scenes import TableScene
from renderers.wording import word

_FEW_DRAWS: Final = 8  # from here on the stock warns
_CARD: Final = 74
_PILE: Final = 1.25  # at most so much more than its index is seen of a covered card
_LINE: Final = 34  # the height of a caption
_AIR: Final = 7  # above and below the cards
_PLATE: Final = 38  # the height of the warning
_PLATE_WIDE: Final = 152


class _Places(NamedTuple):
    """Where stock, pozzetti and pile begin, and their captions; below their captions, or left of them."""

    stacks: tuple[int, int, int]
    captions: tuple[int, int, int]
    ends: tuple[int, int, int]  # of the captions
    below: bool


_UPRIGHT: Final = _Places((24, 178, 336), (24, 178, 336), (170, 328, 696), below=True)
_WIDE: Final = _Places((24, 272, 690), (116, 392, 546), (264, 538, 682), below=False)


def _places(page: Page) -> _Places:
    return _UPRIGHT if page.upright else _WIDE


def _card(page: Page) -> int:
    return page.px(_CARD)


def _grid(page: Page, cards: int) -> tuple[int, int, int]:
    """How many cards of the pile lie in a row, how many rows, and how far apart the cards lie."""
    card = _card(page)
    room = page.width - page.margin - page.px(_places(page).stacks[2]) - card
    strip = index_strip(card, page.index)
    most = room // strip + 1
    rows = max(1, -(-cards // most))
    each = -(-cards // rows) if cards else 1
    return each, rows, min(round(strip * _PILE), room // max(1, each - 1)) if each > 1 else strip


def centre_height(page: Page, cards: int) -> int:
    """How much room the centre needs for a pile of so many cards."""
    _, rows, _ = _grid(page, cards)
    fan = card_height(_card(page)) + (rows - 1) * index_depth(_card(page), page.index)
    return fan + 2 * page.px(_AIR) + page.px(_LINE) * _places(page).below


def lay_centre(scene: TableScene, page: Page, band: Rect) -> list[Item]:
    """Stock, pozzetti and pile side by side on a band of their own."""
    deal, words = scene.view.deal, scene.words
    places = _places(page)
    texts = (
        f"{word(words, 'stock')} {len(deal.stock)}",
        f"{word(words, 'pozzetti')} {len(deal.pozzetti)}",
        f"{word(words, 'pile')} {len(deal.pile)}" if deal.pile else word(words, "pile_empty"),
    )
    there = (deal.stock, deal.pozzetti, deal.pile)
    y, tall = (band.y + page.px(_AIR) // 2, page.px(_LINE)) if places.below else (band.y, band.h)
    low = 0 if places.below or not _warning(scene) else page.px(_PLATE + _AIR)  # it stands above the plate
    items: list[Item] = [Box(band, Tone.RAISED)]
    for number, text in enumerate(texts):
        left = page.px(places.captions[number])
        right = page.px(places.ends[number]) if number < 2 or deal.pile else page.width - page.margin
        tone = Tone.INK if there[number] else Tone.MUTED
        place = Rect(left, y, right - left, tall - low * (number == 0))
        items.append(Label(place, text, page.px(22), tone, Tone.RAISED, bold=True))
    top = band.y + page.px(_AIR) + page.px(_LINE) * places.below
    beside = top if places.below else band.y + (band.h - card_height(_card(page))) // 2  # as their captions
    stock, pozzetti, pile = [page.px(x) for x in places.stacks]
    items += _stock(scene, page, stock, beside)
    items += _pozzetti(page, len(deal.pozzetti), pozzetti, beside)
    return [*items, *_pile(page, deal.pile, pile, top)]


def _stock(scene: TableScene, page: Page, x: int, y: int) -> list[Item]:
    deal = scene.view.deal
    card, tall = _card(page), card_height(_card(page))
    items: list[Item] = [Face(Rect(x + page.px(4) * i, y, card, tall), UNKNOWN) for i in range(min(3, len(deal.stock)))]
    warning = _warning(scene)
    if warning:
        plate = Rect(x, y + tall - page.px(_PLATE), page.px(_PLATE_WIDE), page.px(_PLATE))
        items += [
            Box(plate, Tone.PANEL, page.px(8), outline=Tone.WARN, ground=Tone.RAISED),
            Label(plate.inset(page.px(4)), warning, page.px(19), Tone.WARN, Tone.PANEL, Align.CENTRE, bold=True),
        ]
    return items


def _warning(scene: TableScene) -> str:
    """How few draws are left; "" while there are more."""
    deal, words = scene.view.deal, scene.words
    left = len(deal.stock) - deal.code.reserve
    if left > _FEW_DRAWS or deal.is_over:
        return ""
    return word(words, "stock_out" if left <= 0 else "stock_last" if left == 1 else "stock_low", count=left)


def _pozzetti(page: Page, count: int, x: int, y: int) -> list[Item]:
    """The second lies across the first, a third on top."""
    card, tall = _card(page), card_height(_card(page))
    items: list[Item] = []
    for number in range(count):
        across = number % 2 == 0 and count > 1
        wide, high = (tall, card) if across else (card, tall)
        left = x + (tall - wide) // 2 if count > 1 else x
        items.append(Face(Rect(left, y + (tall - high) // 2, wide, high), UNKNOWN))
    return items


def _pile(page: Page, pile: Sequence[Card], x: int, y: int) -> list[Item]:
    """All discards in their order, the latest on the right."""
    card = _card(page)
    each, _, step = _grid(page, len(pile))
    items: list[Item] = []
    for at, shown in enumerate(pile):
        row, column = divmod(at, each)
        place = Rect(x + column * step, y + row * index_depth(card, page.index), card, card_height(card))
        items.append(Face(place, shown, bare=at < len(pile) - 1))
    return items
