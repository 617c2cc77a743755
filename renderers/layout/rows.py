"""Rows of cards: how many, where they break, where each card lies. A row covers the one above but never an index."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from renderers.layout.fan import card_height, index_depth, index_strip, is_bare
from renderers.layout.groups import Held
from renderers.layout.sheet import Badge, Face, Item, Mark, Rect, Sign, Tone

_ROOMY: Final = 1.15  # strips that a card has to itself before a row is full
_BADGES: Final = {Mark.TICKED: Sign.TICK, Mark.DRAWN: Sign.PLUS, Mark.HINTED: Sign.STAR}
_TONES: Final = {Mark.TICKED: Tone.TICKED, Mark.DRAWN: Tone.DRAWN, Mark.HINTED: Tone.HINTED}


@dataclass(frozen=True, slots=True)
class Measures:
    """All lengths of a fan in pixels, from the width of a card and the scale of its index."""

    card: int
    scale: float

    @property
    def height(self) -> int:
        return card_height(self.card)

    @property
    def strip(self) -> int:
        return index_strip(self.card, self.scale)

    @property
    def badge(self) -> int:
        return round(self.card * 0.25)

    @property
    def depth(self) -> int:
        """What of a card a row below leaves uncovered: index and one badge."""
        return index_depth(self.card, self.scale) + self.badge + round(self.card * 0.05)

    @property
    def lift(self) -> int:
        """How far a ticked card is raised: no row may come to lie bare below it, nor an index be covered by it."""
        return min(round(self.card * 0.17), (self.height - self.depth) // 2)

    def gap(self, wide: bool) -> int:
        return round(self.card * (0.3 if wide else 0.07))


def lay_rows(held: Sequence[Held], measures: Measures, x: int, y: int, width: int) -> tuple[list[Item], int]:
    """The cards in as few rows as look well, the first row's cards at `y`; and where the last row ends."""
    rows = split(held, measures, width)
    pitch = measures.depth + measures.lift
    items: list[Item] = []
    for number, row in enumerate(rows):
        items += _row(row, measures, Rect(x, y + number * pitch, width, measures.height))
    return items, y + (len(rows) - 1) * pitch + measures.height if rows else y


def split(held: Sequence[Held], measures: Measures, width: int) -> list[Sequence[Held]]:
    """Rows of about the same length, broken between groups where that costs little."""
    if not held:
        return []
    roomy = (width - measures.card) // round(measures.strip * _ROOMY) + 1
    rows = -(-len(held) // max(1, min(roomy, _tightest(measures, width))))
    return _broken(held, rows, _tightest(measures, width))


def _tightest(measures: Measures, width: int) -> int:
    """The most cards of a row whose indices can all be seen, were every card a group of its own."""
    return max(1, (width - measures.card) // (measures.strip + measures.gap(wide=False)) + 1)


def _broken(held: Sequence[Held], rows: int, most: int) -> list[Sequence[Held]]:
    """The best way to break the cards into rows: even rows, and groups that stay together."""
    ideal = len(held) / rows
    nowhere: tuple[float, tuple[int, ...]] = (1e9, ())
    best = [(0.0, nowhere[1]), *[nowhere] * len(held)]
    for row in range(rows):
        found = [nowhere] * (len(held) + 1)
        for end in range(1, len(held) + 1):
            whole = end == len(held) or held[end].group != held[end - 1].group
            for start in range(max(0, end - most), end):
                cost = best[start][0] + (end - start - ideal) ** 2 + (0 if whole else 3 * ideal)
                if cost < found[end][0] and (start > 0) == (row > 0):
                    found[end] = (cost, (*best[start][1], end))
        best = found
    ends = best[len(held)][1]
    return [held[start:end] for start, end in zip((0, *ends), ends, strict=False)]


def _row(row: Sequence[Held], measures: Measures, room: Rect) -> list[Item]:
    """A fan in the middle of its room: as wide apart as looks well, as tight as it must."""
    gaps = [
        0,
        *[measures.gap(card.wide) * (card.group != before.group) for before, card in pairwise(row)],
    ]
    loose = room.w - measures.card - sum(gaps)
    step = min(round(measures.card * 0.62), loose // max(1, len(row) - 1))
    step = max(step, measures.strip)
    wide = measures.card + step * (len(row) - 1) + sum(gaps)
    if wide > room.w:  # the gaps give way before the index does
        spare, asked = max(0, room.w - measures.card - step * (len(row) - 1)), max(1, sum(gaps))
        gaps = [gap * spare // asked for gap in gaps]
        wide = measures.card + step * (len(row) - 1) + sum(gaps)
    x = room.x + (room.w - wide) // 2
    tight = is_bare(measures.card, measures.scale, step)
    items: list[Item] = []
    for number, held in enumerate(row):
        x += gaps[number] + (step if number else 0)
        rect = Rect(x, room.y - measures.lift * held.ticked, measures.card, measures.height)
        items += _card(held, measures, rect, bare=tight and number < len(row) - 1)
    return items


def _card(held: Held, measures: Measures, rect: Rect, bare: bool) -> list[Item]:
    items: list[Item] = [Face(rect, held.card, held.marks[0] if held.marks else Mark.NONE, bare)]
    if held.mark is not Mark.NONE or held.ticked:
        mark = held.mark if held.mark is not Mark.NONE else Mark.TICKED
        size = measures.badge
        x = rect.x + (measures.strip - size) // 2 + 1
        y = rect.y + index_depth(measures.card, measures.scale)
        items.append(Badge(Rect(x, y, size, size), _BADGES[mark], _TONES[mark]))
    return items
