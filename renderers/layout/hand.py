"""The picture of a hand: its cards in rows; above them whose turn it is, what the hand is worth, and perhaps the table.

The measures are of a picture 720 pixels wide, which a telephone shows 360 wide: a rank is then eleven to sixteen
pixels high, a line of text ten at least.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.cards import UNKNOWN, VALUES, Card
from engine.hand import unpack
from renderers.layout.column import NARROWEST, WIDEST, WIDTH, text_width
from renderers.layout.groups import group
from renderers.layout.rows import lay_rows
from renderers.layout.sheet import Align, Box, Item, Label, Rect, Sheet, Tone
from renderers.layout.table import lay_above_hand
from renderers.scenes import HandScene, pozzetto_key
from renderers.undrawable import Undrawable
from renderers.wording import word

MOST_CARDS: Final = 60
_PARTNER: Final = (94, 88, 88)  # widths of the partner's cards, as `rows.LARGEST`


def lay_out(scene: HandScene, index: float, width: int = 0) -> Sheet:
    """The picture of a hand; `index` scales the corners of cards, `width` 0 is the usual one. Raises `Undrawable`."""
    if width and not NARROWEST <= width <= WIDEST:
        raise Undrawable(f"a hand {width} pixels wide: between {NARROWEST} and {WIDEST} can be drawn")
    hand = _laid(scene, index, width or WIDTH)
    return hand if scene.table is None else _below(lay_above_hand(scene.table, index, hand.width), hand)


def _below(table: Sheet, hand: Sheet) -> Sheet:
    """Both in one picture, equally wide."""
    lower = [replace(item, rect=item.rect.moved(0, table.height)) for item in hand.items]
    return Sheet(hand.width, table.height + hand.height, (*table.items, *lower))


def _laid(scene: HandScene, index: float, width: int) -> Sheet:
    seat = _seat(scene)
    held = group(scene.order, scene.by, scene.ticked, scene.drawn, scene.hinted)
    unit = width / WIDTH
    margin, head = round(18 * unit), round(62 * unit)
    items: list[Item] = [*_heading(scene, seat, Rect(0, 0, width, head), unit)]
    top = head + round(4 * unit)
    fan, bottom = lay_rows(held, index, unit, Rect(margin, top, width - 2 * margin, 0))
    items += fan
    if not held:
        bottom = top + round(74 * unit)
        empty = Rect(margin, top, width - 2 * margin, round(74 * unit))
        items.append(Label(empty, word(scene.words, "no_cards"), round(25 * unit), Tone.MUTED, align=Align.CENTRE))
    partner = scene.view.deal.code.partner[seat]
    if partner >= 0:
        beside, bottom = _partner(scene, partner, index, bottom + round(13 * unit), width)
        items += beside
    return Sheet(width, bottom + margin, tuple(items))


def _seat(scene: HandScene) -> int:
    """The number of the scene's seat. Raises `Undrawable` where the scene contradicts its view."""
    deal = scene.view.deal
    if scene.seat not in deal.code.seats:
        raise Undrawable(f"{scene.seat!r:.40} is no seat at this table")
    if len(scene.order) > MOST_CARDS:
        raise Undrawable(f"a hand of {len(scene.order)} cards: at most {MOST_CARDS} can be drawn")
    wrong = [card for card in scene.order if not 0 <= card <= UNKNOWN]
    if wrong:
        raise Undrawable(f"{wrong[0]} is no card")
    if scene.table is not None and (scene.table.view, scene.table.mine) != (scene.view, scene.seat):
        raise Undrawable("the table above a hand is another than its own")
    if scene.by not in {"suit", "rank", "own"}:
        raise Undrawable(f"a hand by {scene.by!r:.40}: there are suit, rank and own")
    seat = deal.code.seats.index(scene.seat)
    if Counter(scene.order) != Counter(unpack(deal.hands[seat])):
        raise Undrawable("the order holds other cards than the hand")
    return seat


# --- the heading ------------------------------------------------------------------------------------------------------


def _heading(scene: HandScene, seat: int, bar: Rect, unit: float) -> list[Item]:
    """On the left whose turn it is, or which table it is; on the right the cards, their points, the pozzetto."""
    left = Rect(round(18 * unit), 0, round(bar.w * 0.36), bar.h)
    return [Box(bar, Tone.PANEL), *_turn_or_table(scene, seat, bar, left, unit), *_held(scene, seat, bar, left, unit)]


def _turn_or_table(scene: HandScene, seat: int, bar: Rect, left: Rect, unit: float) -> list[Item]:
    """Whose turn it is, on a pill if it is the reader's; which table it is, where the picture tells no turn."""
    deal, size = scene.view.deal, round(24 * unit)
    if _tells_turn(scene) and deal.turn == seat and not deal.is_over:
        pill = Rect(left.x, round(10 * unit), round(bar.w * 0.26), bar.h - 2 * round(10 * unit))
        words = pill.inset(round(8 * unit))
        return [
            Box(pill, Tone.ACCENT, pill.h // 2, ground=Tone.PANEL),
            Label(words, _turn(scene, seat), size, Tone.CARD_INK, Tone.ACCENT, Align.CENTRE, bold=True),
        ]
    text = _turn(scene, seat) if _tells_turn(scene) else scene.label
    return [Label(left, text, size, Tone.INK, Tone.PANEL, bold=True)]


def _held(scene: HandScene, seat: int, bar: Rect, left: Rect, unit: float) -> list[Item]:
    """The cards and their points over the pozzetto; left of them the table, where the turn is told before."""
    deal, words, small = scene.view.deal, scene.words, round(21 * unit)
    pozzetto, letters = word(words, pozzetto_key(deal, scene.seat)), round(20 * unit)
    middle = Rect(left.right, 0, round(bar.w * 0.2), bar.h)
    right = Rect(middle.right, round(5 * unit), bar.w - middle.right - left.x, round(27 * unit))
    below = Rect(right.x, right.bottom, right.w, round(25 * unit))
    if text_width(pozzetto, letters) > below.w:  # it goes on under the table's name
        middle = Rect(middle.x, right.y, middle.w, right.h)
        below = Rect(middle.x, below.y, below.right - middle.x, below.h)
    taken = Tone.GOOD if deal.taken >> deal.code.side_of[seat] & 1 else Tone.MUTED
    label = Label(middle, scene.label, small, Tone.MUTED, Tone.PANEL, Align.CENTRE)
    return [
        *([label] if _tells_turn(scene) else []),
        Label(right, count_words(scene.order, words), small, Tone.INK, Tone.PANEL, Align.RIGHT, bold=True),
        Label(below, pozzetto, letters, taken, Tone.PANEL, Align.RIGHT),
    ]


def _tells_turn(scene: HandScene) -> bool:
    return scene.view.deal.is_over or not scene.lasting


def count_words(order: Sequence[Card], words: Mapping[str, str]) -> str:
    """`11 cards · 95 points`; no points where a card is unknown."""
    count = word(words, "card") if len(order) == 1 else word(words, "cards", count=len(order))
    if not order or UNKNOWN in order:
        return count
    return f"{count} · {word(words, 'points', count=sum([VALUES[card] for card in order]))}"


def _turn(scene: HandScene, seat: int) -> str:
    deal = scene.view.deal
    if deal.is_over:
        return word(scene.words, "over")
    if deal.turn == seat:
        return word(scene.words, "your_turn")
    return word(scene.words, "turn_of", name=scene.names.get(deal.seat) or deal.seat)


def _partner(scene: HandScene, partner: int, index: float, top: int, width: int) -> tuple[list[Item], int]:
    """With open pairs the partner's hand, smaller, on a panel below one's own; nothing where it is hidden."""
    cards = unpack(scene.view.deal.hands[partner])
    if not cards or UNKNOWN in cards:
        return [], top - round(13 * width / WIDTH)
    unit = width / WIDTH
    margin = round(18 * unit)
    head = round(40 * unit)
    letter = scene.view.deal.code.seats[partner]
    name = scene.names.get(letter) or word(scene.words, "partner")
    room = Rect(margin, top + head - round(8 * unit), width - 2 * margin, 0)
    fan, bottom = lay_rows(group(cards, "suit", (), (), ()), index, unit, room, _PARTNER)
    left = Rect(margin, top, width // 2 - margin, head)
    right = Rect(width // 2, top, width - width // 2 - margin, head)
    size = round(21 * unit)
    panel = Box(Rect(0, top, width, bottom - top + margin), Tone.PANEL)
    return [
        panel,
        Label(left, name, size, Tone.INK, Tone.PANEL, bold=True),
        Label(right, count_words(cards, scene.words), size, Tone.MUTED, Tone.PANEL, Align.RIGHT),
        *fan,
    ], bottom
