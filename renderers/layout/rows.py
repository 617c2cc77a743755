"""Rows of cards: how many, where they break, how large the cards are. Rows never cover each other.

Groups of a hand by suit stand apart, the last card of each in full view; groups of a hand by rank stand a little apart
in one fan. A row breaks between groups; only a group that is longer than a row is cut. What stands in which row is
settled on a picture of the usual width, so that a hand looks the same on every other.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from renderers.layout.fan import WIDTHS, card_height, index_depth, index_strip
from renderers.layout.groups import Held
from renderers.layout.sheet import Badge, Face, Item, Mark, Rect, Sign, Tone

LARGEST: Final = (116, 108, 94, 84)  # widths of a card on a picture of 720: in one row, in two, three, more
SMALLEST: Final = 84  # its rank is eleven pixels high where a telephone shows the picture half as wide
_MOST: Final = 15  # cards of a row, though more might fit
_AIR: Final = 0.2  # of a card: the ground seen between two groups that stand apart
_LARGER: Final = 1.08  # cards that are worth another row, against those of a row less
_LEAST_AIR: Final = 0.1  # where a row would not hold them otherwise
_LOOSEST: Final = 0.52  # of a card that is covered, so much is seen at most: more were a blank
_BADGES: Final = {Mark.TICKED: Sign.TICK, Mark.DRAWN: Sign.PLUS, Mark.HINTED: Sign.STAR}
_TONES: Final = {Mark.TICKED: Tone.TICKED, Mark.DRAWN: Tone.DRAWN, Mark.HINTED: Tone.HINTED}

_WITHIN, _NARROW, _WIDE = range(3)  # how a part of a hand stands to the one before: as a piece of it, in one fan, apart

Row = Sequence[Held]
_Length: TypeAlias = tuple[int, int]


class Measures(NamedTuple):
    """All lengths of a fan in pixels."""

    card: int  # the width of a card
    scale: float  # of its index
    share: float  # of a card, that is the air between groups
    height: int
    strip: int
    badge: int
    lift: int  # how far a ticked card is raised
    pitch: int  # from row to row
    air: int  # the ground seen between two groups that stand apart
    nudge: int  # by how much a group within a fan is farther from the one before, at least

    def joint(self, before: Held, card: Held) -> int:
        """From a card to the next one, at least."""
        if card.group == before.group:
            return self.strip
        return self.card + self.air if card.wide else self.strip + self.nudge


@lru_cache(512)
def measures_of(card: int, scale: float, share: float) -> Measures:
    """Those of cards so wide; `share` of a card is the air between groups."""
    height, lift = card_height(card), round(card * 0.14)
    return Measures(
        card=card,
        scale=scale,
        share=share,
        height=height,
        strip=index_strip(card, scale),
        badge=round(card * 0.25),
        lift=lift,
        pitch=height + lift + round(card * 0.03),
        air=round(card * share),
        nudge=round(card * 0.1),
    )


def lay_rows(
    held: Row, scale: float, unit: float, room: Rect, sizes: Sequence[int] = LARGEST
) -> tuple[list[Item], int]:
    """The cards in as few rows as there can be, as large as they can be then; and where the last row ends.

    `unit` enlarges the sizes, which are those of a picture 720 wide. The height of `room` does not matter.
    """
    if not held:
        return [], room.y
    usual, rows = arrange(held, scale, round(room.w / unit), sizes)
    measures = _scaled(usual, rows, unit, room.w)
    apart = all([measures.card + sum(_side_by_side(row, measures)) <= room.w for row in rows])
    items: list[Item] = []
    y = room.y + measures.lift
    for number, row in enumerate(rows):
        items += _row(row, measures, Rect(room.x, y + number * measures.pitch, room.w, measures.height), apart)
    return items, y + (len(rows) - 1) * measures.pitch + measures.height


# --- how large, and where a row breaks --------------------------------------------------------------------------------


def arrange(held: Row, scale: float, width: int, sizes: Sequence[int] = LARGEST) -> tuple[Measures, list[Row]]:
    """The measures of the cards and their rows on a picture of the usual width, where the rows are so wide.

    Three rows of clearly larger cards are better than two tight ones.
    """
    smallest = measures_of(round(SMALLEST * sizes[0] / LARGEST[0]), scale, _LEAST_AIR)
    parts = _parts(held, smallest, width)
    lengths = _lengths(parts)
    rows = max(_rows_of(lengths, smallest, width), -(-len(held) // _MOST))
    measures = _largest(lengths, rows, smallest, width, sizes)
    if 1 < rows < len(sizes):
        looser = _largest(lengths, rows + 1, smallest, width, sizes)
        if looser.card >= measures.card * _LARGER:
            rows, measures = rows + 1, looser
    return measures, _even(parts, lengths, rows, measures, width)


def _largest(lengths: Sequence[_Length], rows: int, smallest: Measures, width: int, sizes: Sequence[int]) -> Measures:
    """The largest cards with which the parts fit into so many rows."""
    most = sizes[min(rows, len(sizes)) - 1]
    for card in [width for width in reversed(WIDTHS) if smallest.card <= width <= most]:
        measures = measures_of(card, smallest.scale, _AIR)
        if _rows_of(lengths, measures, width) <= rows:
            return measures
    return smallest


def _scaled(usual: Measures, rows: Sequence[Row], unit: float, width: int) -> Measures:
    """The same rows on a picture that is so much larger; where lengths are rounded up, with cards a little smaller."""
    card = round(usual.card * unit)
    measures = measures_of(card, usual.scale, usual.share)
    while card > 1 and max([_width(row, measures) for row in rows]) > width:
        card -= 1
        measures = measures_of(card, usual.scale, usual.share)
    return measures


def _width(row: Row, measures: Measures) -> int:
    """The least width of a row."""
    return measures.card + sum([measures.joint(before, card) for before, card in pairwise(row)])


def _parts(held: Row, measures: Measures, width: int) -> list[Row]:
    """The groups; one that is longer than a row is cut into even pieces."""
    starts = [0, *[at for at in range(1, len(held)) if held[at].group != held[at - 1].group], len(held)]
    most = min(_MOST, max(1, (width - measures.card) // measures.strip + 1))
    parts: list[Row] = []
    for start, end in pairwise(starts):
        pieces = -(-(end - start) // most)
        cuts = [start + (end - start) * piece // pieces for piece in range(pieces + 1)]
        parts += [held[first:last] for first, last in pairwise(cuts)]
    return parts


def _lengths(parts: Sequence[Row]) -> list[_Length]:
    """Of each part how many joints it has, and how it stands to the one before."""
    found: list[_Length] = [(len(parts[0]) - 1, _WITHIN)]
    for before, part in pairwise(parts):
        apart = _WIDE if part[0].wide else _NARROW
        found.append((len(part) - 1, _WITHIN if part[0].group == before[-1].group else apart))
    return found


def _widths(measures: Measures) -> tuple[int, int, int]:
    """Of each kind of joint."""
    return measures.strip, measures.strip + measures.nudge, measures.card + measures.air


def _rows_of(lengths: Sequence[_Length], measures: Measures, width: int) -> int:
    """How many rows there are when each is filled before the next one begins; too many if a part alone is too wide."""
    joints, card, strip = _widths(measures), measures.card, measures.strip
    rows, wide = 0, width
    for number, joint in lengths:
        own = number * strip
        if wide + joints[joint] + own <= width:
            wide += joints[joint] + own
        elif card + own <= width:
            rows, wide = rows + 1, card + own
        else:
            return 2 * len(lengths) + 2
    return rows


def _even(parts: Sequence[Row], lengths: Sequence[_Length], rows: int, measures: Measures, width: int) -> list[Row]:
    """The parts in so many rows, which are about equally wide."""
    joints, card, strip = _widths(measures), measures.card, measures.strip
    nowhere: tuple[float, tuple[int, ...]] = (1e18, ())
    best = [(0.0, nowhere[1]), *[nowhere] * len(parts)]
    for _ in range(rows):
        found = list(best[:1]) + [nowhere] * len(parts)
        for start, (before, ends) in enumerate(best[:-1]):
            wide = 0
            for end in range(start + 1, len(parts) + 1):
                number, joint = lengths[end - 1]
                wide += number * strip + (joints[joint] if wide else card)
                if wide > width:
                    break
                cost = before + wide**2
                if cost < found[end][0]:
                    found[end] = (cost, (*ends, end))
        best = found
    cuts = best[len(parts)][1]
    return [[held for part in parts[start:end] for held in part] for start, end in pairwise((0, *cuts))]


# --- a row ------------------------------------------------------------------------------------------------------------


def _row(row: Row, measures: Measures, room: Rect, apart: bool) -> list[Item]:
    """A fan in the middle of its room, or cards apart from each other."""
    joints = _side_by_side(row, measures) if apart else _joints(row, measures, room.w)
    x = room.x + (room.w - measures.card - sum(joints)) // 2
    items: list[Item] = []
    for held, joint in zip(row, (*joints, measures.card), strict=True):
        rect = Rect(x, room.y - measures.lift * held.ticked, measures.card, measures.height)
        items += _card(held, measures, rect, bare=joint < measures.card)
        x += joint
    return items


def _side_by_side(row: Row, measures: Measures) -> list[int]:
    """From each card to the next where all have room."""
    return [measures.card + (measures.air if card.wide else measures.nudge) for card in row[1:]]


def _joints(row: Row, measures: Measures, width: int) -> list[int]:
    """From each card to the next in a fan: as far apart as looks well."""
    pairs = list(pairwise(row))
    joints = [measures.joint(before, card) for before, card in pairs]
    covered = [at for at in range(len(pairs)) if joints[at] < measures.card]
    wide = [at for at in range(len(pairs)) if joints[at] >= measures.card]
    apart = [at for at in covered if pairs[at][0].group != pairs[at][1].group]
    loosest = round(measures.card * _LOOSEST)
    for places, most in ((wide, round(measures.card * (1 + _AIR))), (apart, loosest), (covered, loosest)):
        spare = width - measures.card - sum(joints)
        more = min([spare // max(1, len(places)), *[most - joints[at] for at in places]])
        for at in places:
            joints[at] += max(0, more)
    return joints


def _card(held: Held, measures: Measures, rect: Rect, bare: bool) -> list[Item]:
    """The card framed in the tone of its first mark, and under its index the badges; that it is ticked shows anyhow."""
    marks = held.marks
    if not marks:
        return [Face(rect, held.card, Mark.NONE, bare)]
    items: list[Item] = [Face(rect, held.card, marks[0], bare)]
    size = measures.badge
    x = rect.x + (measures.strip - size) // 2 + 1
    y = rect.y + index_depth(measures.card, measures.scale)
    shown = [mark for mark in marks if mark is not Mark.TICKED] or marks
    for place, mark in enumerate(shown):
        items.append(Badge(Rect(x, y + place * size, size, size), _BADGES[mark], _TONES[mark]))
    return items
