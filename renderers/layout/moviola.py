"""The moviola: a deal that is over, opened at its turning point. Every card of it lies somewhere on the picture."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from engine.cards import Card, suit_of
from engine.deal import Deal
from engine.hand import size, unpack
from engine.sorting import by_suit
from engine.view import ARBITER
from renderers.layout.column import Column, abreast, begin, heading, lay_cards, lay_melds
from renderers.layout.hand import count_words
from renderers.layout.sheet import Align, Box, Label, Rect, Sheet, Tone
from renderers.scenes import MoviolaScene
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_CARDS: Final = 108
MOST_LINES: Final = 16
_HAND: Final = 68  # widths of cards
_REST: Final = 60
_MELD: Final = 62


def lay_out(scene: MoviolaScene, index: float, width: int = 0, bold: bool = True) -> Sheet:
    """The picture of an opened deal; `index` scales the corners of cards, `width` 0 is the usual one."""
    deal = scene.view.deal
    _check(scene, deal)
    page = begin(width, index, bold)
    heading(page, scene.title)
    page.skip(8)
    for number, line in enumerate(scene.lines):
        page.paragraph(line, 23, Tone.BRIGHT if number == 0 else Tone.INK, bold=number == 0)
    page.skip(8)
    abreast(page, [partial(_hand, scene, deal, seat) for seat in scene.seats])
    abreast(page, [partial(_zone, caption, cards) for caption, cards in _zones(scene, deal) if cards])
    abreast(page, [partial(_melds, scene, deal, side) for side in scene.sides if deal.melds[side]])
    return page.sheet()


def _check(scene: MoviolaScene, deal: Deal) -> None:
    """Raises `Undrawable` for a deal that is not open, or is none."""
    if scene.view.viewer != ARBITER:
        raise Undrawable("a moviola shows every card: it needs the arbiter's view")
    if len(scene.lines) > MOST_LINES:
        raise Undrawable(f"{len(scene.lines)} lines of words: a moviola holds {MOST_LINES}")
    melds = sum([len(meld.cards) for side in deal.melds for meld in side])
    held = sum([size(hand) for hand in deal.hands]) + sum([len(pozzetto) for pozzetto in deal.pozzetti])
    cards = len(deal.stock) + len(deal.pile) + held + melds
    if cards > MOST_CARDS:
        raise Undrawable(f"a deal of {cards} cards: two packs hold {MOST_CARDS}")


def _hand(scene: MoviolaScene, deal: Deal, seat: int, page: Column) -> None:
    """A player: their name on a band, bright if it was their turn, with their cards below it."""
    cards = by_suit(unpack(deal.hands[seat]))
    letter = deal.code.seats[seat]
    turn = seat == deal.turn
    bar = page.bar(44)
    ground, ink = (Tone.ACCENT, Tone.CARD_INK) if turn else (Tone.PANEL, Tone.INK)
    wide = page.px(250)
    if turn:
        pill = Rect(bar.x - page.px(14), bar.y + page.px(4), bar.w - wide + page.px(14), bar.h - page.px(8))
        page.put(Box(pill, Tone.ACCENT, pill.h // 2, ground=Tone.PANEL))
    name = Rect(bar.x, bar.y, bar.w - wide - page.px(16), bar.h)
    page.put(Label(name, scene.names.get(letter) or letter, page.px(23), ink, ground, bold=True))
    count = Rect(bar.right - wide + page.px(8), bar.y, wide - page.px(8), bar.h)
    page.put(Label(count, count_words(cards, scene.words), page.px(20), Tone.MUTED, Tone.PANEL, Align.RIGHT))
    page.skip(10)
    if cards:
        gaps = [at for at in range(1, len(cards)) if suit_of(cards[at]) != suit_of(cards[at - 1])]
        faces, bottom = lay_cards(cards, Rect(page.margin, page.y, page.room, 0), page.px(_HAND), page.index, gaps)
        page.put(*faces)
        page.y = bottom
    page.skip(12)


def _zones(scene: MoviolaScene, deal: Deal) -> list[tuple[str, Sequence[Card]]]:
    """What nobody saw, with its caption: the pozzetti left, and the stock; then the pile."""
    pozzetto = word(scene.words, "pozzetto")
    return [
        *[
            (f"{pozzetto} {number}" if len(deal.pozzetti) > 1 else pozzetto, by_suit(cards))
            for number, cards in enumerate(deal.pozzetti, 1)
        ],
        (word(scene.words, "stock_order", count=len(deal.stock)), deal.stock),
        (f"{word(scene.words, 'pile')} {len(deal.pile)}", deal.pile),
    ]


def _zone(caption: str, cards: Sequence[Card], page: Column) -> None:
    page.put(Label(page.strip(36), caption, page.px(21), Tone.MUTED))
    faces, bottom = lay_cards(cards, Rect(page.margin, page.y, page.room, 0), page.px(_REST), page.index)
    page.put(*faces)
    page.y = bottom
    page.skip(10)


def _melds(scene: MoviolaScene, deal: Deal, side: int, page: Column) -> None:
    """What a side had laid by then."""
    melds = deal.melds[side]
    names = [scene.names.get(deal.code.seats[seat]) or deal.code.seats[seat] for seat in deal.code.members[side]]
    bar = page.bar(40)
    page.put(Label(bar, " + ".join(names), page.px(21), Tone.INK, Tone.PANEL, bold=True))
    page.skip(10)
    lay_melds(page, melds, [word(scene.words, meld.burraco) if meld.burraco else "" for meld in melds], _MELD)
