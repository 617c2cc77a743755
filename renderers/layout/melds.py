"""How a meld lies on the table: a fan from low to high, a burraco with its last cards crosswise, the matta tagged.

Which cards lie crosswise is a matter of the codes (febur art. 8, fitab art. 13, fibur): the last three of a reale and a
super, the last two of a pulito, the one before the last of a semipulito, the last of a sporco.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from engine.cards import Card
from engine.melds import FREE, HIGH_ACE, LOW_ACE, Meld, Run, high_place, low_place
from renderers.layout.fan import card_height, index_strip
from renderers.layout.sheet import Align, Box, Face, Item, Label, Rect, Stands, Tone

CROSSWISE: Final = MappingProxyType(
    {"reale": (-3, -2, -1), "super": (-3, -2, -1), "pulito": (-2, -1), "semipulito": (-2,), "sporco": (-1,)}
)
LINE: Final = 0.38  # the line above the cards, in widths of a card
UPRIGHT_LINE: Final = 0.42  # on a picture for a telephone: a burraco's points are to be read there, too
_TURNED: Final = 0.78  # of a crosswise card, so much is seen where an upright one lies on it: that it lies crosswise


@dataclass(frozen=True, slots=True)
class Measures:
    """The lengths of melds in pixels, from the width of a card and the scale of its index.

    `spread` is how much more than its index is seen of a covered card.
    """

    card: int
    scale: float
    line: float = LINE
    spread: float = 1.0
    highest: int = 1000  # pixels of the line above the cards

    @property
    def head(self) -> int:
        return max(20, min(self.highest, round(self.card * self.line)))

    @property
    def step(self) -> int:
        return round(index_strip(self.card, self.scale) * self.spread)

    @property
    def height(self) -> int:
        return self.head + card_height(self.card)

    @property
    def gap(self) -> int:
        return round(self.card * 0.36)

    @property
    def leading(self) -> int:
        return round(self.card * 0.16)


def crosswise(meld: Meld) -> tuple[int, ...]:
    """The places in the meld of the cards that lie crosswise."""
    return tuple([len(meld.cards) + place for place in CROSSWISE.get(meld.burraco or "", ())])


def place_of_matta(meld: Meld) -> int:
    """Where in `meld.cards` the matta lies, or -1."""
    shape = meld.shape
    if shape.matta < 0:
        return -1
    if not isinstance(shape, Run):
        return len(meld.cards) - 1
    low, high = low_place(shape.places), high_place(shape.places)
    at = shape.at
    if at == FREE:  # it is written at the low end, unless the ace lies there
        at = low - 1 if low > LOW_ACE else min(high + 1, HIGH_ACE)
    return at - min(low, at)


def stands_for(meld: Meld) -> tuple[Card, bool]:
    """The card that the matta can only be, and whether only its rank counts; -1 for one that may go to either end."""
    if isinstance(meld.shape, Run):
        return meld.can_only_be, False
    return meld.shape.rank, True


def card_rects(meld: Meld, measures: Measures) -> list[Rect]:
    """The cards from the left, the first at (0, 0); a crosswise card lies on the foot of the fan."""
    width, height = measures.card, card_height(measures.card)
    turned = crosswise(meld)
    rects, x = [], 0
    for at in range(len(meld.cards)):
        rects.append(Rect(x, height - width, height, width) if at in turned else Rect(x, 0, width, height))
        x += measures.step if at not in turned or at + 1 in turned else max(measures.step, round(width * _TURNED))
    return rects


def width_of(meld: Meld, measures: Measures) -> int:
    """The right end of the fan."""
    return widths_of((meld,), measures)[0]


def widths_of(melds: Sequence[Meld], measures: Measures) -> list[int]:
    """The right end of each fan; only the last two cards can make it."""
    card, height, step = measures.card, card_height(measures.card), measures.step
    ends = {"": card, "semipulito": max(height, max(step, round(card * _TURNED)) + card) - step}
    return [(len(meld.cards) - 1) * step + ends.get(meld.burraco or "", height) for meld in melds]


def lay_meld(meld: Meld, number: int, caption: str, measures: Measures, x: int, y: int) -> list[Item]:
    """A meld under its number; `caption` says which burraco it is."""
    items = _head(meld, number, caption, measures, x, y)
    matta = place_of_matta(meld)
    rects = [rect.moved(x, y + measures.head) for rect in card_rects(meld, measures)]
    for at, (card, rect) in enumerate(zip(meld.cards, rects, strict=True)):
        items.append(Face(rect, card, bare=at < len(rects) - 1))
        if at == matta:
            seen = (rects[at + 1].x if at + 1 < len(rects) else rect.right) - rect.x
            items.append(_tag(meld, measures, rect, seen))
    return items


def _tag(meld: Meld, measures: Measures, rect: Rect, seen: int) -> Stands:
    """At the foot of the strip that stays visible; a crosswise card is lower, and wears it right of its index."""
    tall, air = round(measures.card * 0.25), max(2, round(measures.card * 0.04))
    strip = index_strip(measures.card, measures.scale)
    card, rank_only = stands_for(meld)
    across = rect.w > rect.h
    wide = min(strip, seen - strip) if across else strip
    return Stands(Rect(rect.x + 2 + across * strip, rect.bottom - tall - air, wide - 3, tall), card, rank_only)


def _head(meld: Meld, number: int, caption: str, measures: Measures, x: int, y: int) -> list[Item]:
    tall = measures.head - 4
    pill = Rect(x, y, round(tall * (1.4 if number < 10 else 1.7)), tall)
    size = round(tall * 0.76)
    burraco = meld.burraco is not None
    fill, ink = (Tone.ACCENT, Tone.CARD_INK) if burraco else (Tone.RAISED, Tone.INK)
    items: list[Item] = [
        Box(pill, fill, tall // 2),
        Label(pill, str(number), size, ink, fill, Align.CENTRE, bold=True),
    ]
    if caption:
        rest = Rect(pill.right + 6, y, max(0, x + width_of(meld, measures) - pill.right - 6), tall)
        items.append(Label(rest, caption, size, Tone.BRIGHT if burraco else Tone.MUTED))
    return items
