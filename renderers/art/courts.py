"""The court figures and the joker: geometric, original, made of shapes.

A figure has its crown near -1.05 and its belt on the line y = 0, between x = -0.5 and 0.5; its robe falls to the foot
of the card. One figure and no second one on its head: that costs half the bytes, and a hand ends each of its suits with
a court card. Only a large one holds something and has a slanting sash; in a hand that would be specks. The emblems of
the plain deck are their hats alone.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias

from engine.cards import RANKS
from renderers.art.shapes import Path, Shape, curve, mirrored, oval, star, stroke, suit_shapes
from renderers.layout.sheet import SUIT_TONES, Tone

HEAD: Final = 1.09  # from the belt to the crown, and a little air
_FOOT: Final = 1.6  # below the foot of any card
_ROBES: Final = ((Tone.RED, Tone.BLUE), (Tone.BLUE, Tone.RED), (Tone.DARK, Tone.RED), (Tone.BLUE, Tone.DARK))  # by suit

JACK: Final = RANKS.index("J")
QUEEN: Final = RANKS.index("Q")
KING: Final = RANKS.index("K")


def _shapes(tone: Tone, *paths: Path) -> list[Shape]:
    return [Shape(tone, path) for path in paths]


def _lozenge(x: float, y: float, half: float, tall: float) -> Path:
    """A lozenge around a point, by half its width and half its height."""
    return ((x, y - tall), (x + half, y), (x, y + tall), (x - half, y))


# --- what all of them have --------------------------------------------------------------------------------------------


def _robe(main: Tone, second: Tone) -> list[Shape]:
    """Shoulders and an open coat, over a front with lozenges."""
    shoulders = mirrored(
        [(0.07, -0.46), *curve((0.07, -0.46), (0.22, -0.40), (0.44, -0.40), (0.46, -0.16)), (0.46, _FOOT)]
    )
    front = ((-0.10, -0.46), (0.10, -0.46), (0.17, 0.1), (0.17, _FOOT), (-0.17, _FOOT), (-0.17, 0.1))
    lozenges = [_lozenge(0, y, 0.055, 0.07) for y in (-0.26, -0.04)]
    return [
        *_shapes(main, shoulders),
        *_shapes(second, front),
        *_shapes(Tone.GOLD, *lozenges),
    ]


def _face() -> list[Shape]:
    """Neck, head, eyes and mouth: more would be smaller than a pixel."""
    eyes = [path for x in (-0.065, 0.065) for path in stroke([(x - 0.022, -0.645), (x + 0.022, -0.645)], 0.026)]
    return [
        *_shapes(
            Tone.SKIN, ((-0.06, -0.54), (0.06, -0.54), (0.085, -0.41), (-0.085, -0.41)), oval(0, -0.63, 0.152, 0.175)
        ),
        *_shapes(Tone.DARK, *eyes),
        *_shapes(Tone.RED, *stroke([(-0.032, -0.532), (0, -0.526), (0.032, -0.532)], 0.018)),
    ]


def _band(y: float, half: float, tall: float) -> list[Shape]:
    """The circlet of a crown."""
    return _shapes(Tone.GOLD, ((-half, y), (half, y), (half - 0.01, y + tall), (-half + 0.01, y + tall)))


# --- what they wear on their heads (also the emblems of the plain deck) -----------------------------------------------


def king_crown(jewel: Tone) -> list[Shape]:
    """Five high points with pearls, a cross on the middle one."""
    points: Path = (
        *((-0.21, -0.74), (-0.25, -0.93), (-0.145, -0.85), (-0.105, -0.97), (-0.05, -0.86), (0, -1.0)),
        *((0.05, -0.86), (0.105, -0.97), (0.145, -0.85), (0.25, -0.93), (0.21, -0.74)),
    )
    pearls = [oval(x, y, 0.022, 0.022) for x, y in ((-0.25, -0.935), (-0.105, -0.975), (0.105, -0.975), (0.25, -0.935))]
    cross = [*stroke([(0, -0.99), (0, -1.055)], 0.022), *stroke([(-0.028, -1.03), (0.028, -1.03)], 0.022)]
    return [*_shapes(Tone.GOLD, points, *cross), *_band(-0.79, 0.215, 0.06), *_shapes(jewel, *pearls)]


def queen_crown(jewel: Tone) -> list[Shape]:
    """Three low arches with a pearl on each."""
    arches = mirrored(
        [
            (0.0, -0.99),
            *curve((0.0, -0.99), (0.05, -0.97), (0.07, -0.90), (0.075, -0.87)),
            *curve((0.075, -0.87), (0.10, -0.93), (0.15, -0.95), (0.19, -0.94)),
            (0.19, -0.76),
        ]
    )
    pearls = [oval(x, y, 0.026, 0.026) for x, y in ((0, -1.0), (-0.185, -0.95), (0.185, -0.95))]
    return [*_shapes(Tone.GOLD, arches), *_band(-0.80, 0.19, 0.05), *_shapes(jewel, *pearls)]


def jack_cap(main: Tone) -> list[Shape]:
    """A beret drawn to one side, with a feather."""
    crown: Path = (
        (-0.19, -0.76),
        *curve((-0.19, -0.76), (-0.26, -0.90), (-0.12, -0.99), (0.04, -0.96)),
        *curve((0.04, -0.96), (0.24, -0.95), (0.30, -0.86), (0.19, -0.76)),
    )
    feather: Path = (
        (0.10, -0.80),
        *curve((0.10, -0.80), (0.20, -1.00), (0.34, -1.06), (0.42, -0.93)),
        *curve((0.42, -0.93), (0.33, -0.97), (0.24, -0.92), (0.10, -0.80)),
    )
    quill = stroke([(0.10, -0.80), (0.22, -0.95), (0.38, -0.97)], 0.012)
    return [
        *_shapes(main, crown),
        *_shapes(Tone.PAPER, feather),
        *_shapes(Tone.HAIR, *quill),
        *_shapes(
            Tone.GOLD, ((-0.20, -0.79), (0.20, -0.79), (0.19, -0.735), (-0.19, -0.735)), oval(0.10, -0.80, 0.035, 0.035)
        ),
    ]


def jester_hat(left: Tone, right: Tone) -> list[Shape]:
    """Three soft horns with bells."""
    horn: Path = (
        (0.0, -0.76),
        (0.0, -0.92),
        *curve((0.0, -0.92), (0.18, -1.02), (0.40, -0.98), (0.44, -0.68)),
        *curve((0.44, -0.68), (0.36, -0.78), (0.28, -0.76), (0.19, -0.74)),
    )
    middle: Path = (
        (-0.12, -0.84),
        *curve((-0.12, -0.84), (-0.08, -0.98), (0.0, -1.0), (0.02, -1.10)),
        *curve((0.02, -1.10), (0.08, -1.0), (0.12, -0.92), (0.12, -0.84)),
    )
    bells = [oval(x, y, 0.045, 0.045) for x, y in ((-0.44, -0.66), (0.44, -0.66), (0.02, -1.11))]
    return [
        *_shapes(right, horn),
        *_shapes(left, tuple([(-x, y) for x, y in horn])),
        *_shapes(Tone.GOLD, middle, *bells),
        *_shapes(Tone.DARK, *[oval(x, y, 0.014, 0.014) for x, y in ((-0.44, -0.65), (0.44, -0.65), (0.02, -1.10))]),
        *_shapes(Tone.GOLD, ((-0.20, -0.79), (0.20, -0.79), (0.18, -0.735), (-0.18, -0.735))),
    ]


# --- the figures ------------------------------------------------------------------------------------------------------


def _king(main: Tone, second: Tone) -> list[Shape]:
    curls = [oval(s * x, y, 0.06, 0.07) for s in (-1, 1) for x, y in ((0.165, -0.68), (0.175, -0.58), (0.15, -0.50))]
    beard: Path = mirrored(
        [
            (0.0, -0.545),
            (0.07, -0.575),
            (0.15, -0.63),
            *curve((0.15, -0.63), (0.17, -0.48), (0.09, -0.39), (0.0, -0.35)),
        ]
    )
    cape = mirrored(
        [
            (0.10, -0.46),
            *curve((0.10, -0.46), (0.24, -0.42), (0.37, -0.38), (0.40, -0.27)),
            *curve((0.40, -0.27), (0.24, -0.31), (0.10, -0.33), (0.0, -0.24)),
        ]
    )
    return [
        *_robe(main, second),
        *_shapes(Tone.PAPER, cape),
        *_shapes(Tone.HAIR, *curls),
        *_face(),
        *_shapes(Tone.HAIR, beard),
        *_shapes(Tone.RED, *stroke([(-0.035, -0.508), (0.035, -0.508)], 0.018)),
        *_shapes(Tone.HAIR, *stroke([(-0.07, -0.53), (0, -0.548), (0.07, -0.53)], 0.028)),
        *king_crown(main),
    ]


def _ermine_and_sceptre(_main: Tone, second: Tone) -> list[Shape]:
    ermine = [oval(x, y, 0.018, 0.024) for x, y in ((-0.26, -0.35), (-0.12, -0.34), (0.12, -0.34), (0.26, -0.35))]
    sceptre = stroke([(0.40, 0.0), (0.40, -0.62)], 0.03)
    return [
        *_shapes(Tone.DARK, *ermine),
        *_shapes(Tone.GOLD, *sceptre, oval(0.40, -0.66, 0.055, 0.055)),
        *_shapes(second, oval(0.40, -0.66, 0.03, 0.03)),
        *_shapes(Tone.GOLD, star(0.40, -0.76, 0.055, 4)),
        *_shapes(Tone.SKIN, oval(0.395, -0.20, 0.055, 0.045)),
    ]


def _queen(main: Tone, second: Tone) -> list[Shape]:
    hair = mirrored(
        [
            (0.0, -0.84),
            *curve((0.0, -0.84), (0.20, -0.84), (0.24, -0.66), (0.20, -0.52)),
            *curve((0.20, -0.52), (0.26, -0.44), (0.24, -0.34), (0.15, -0.30)),
            (0.0, -0.30),
        ]
    )
    fringe: Path = mirrored(
        [(0.0, -0.80), (0.155, -0.76), *curve((0.155, -0.76), (0.15, -0.70), (0.06, -0.73), (0.0, -0.76))]
    )
    collar = [
        oval(x, y, 0.048, 0.042)
        for x, y in ((-0.20, -0.39), (-0.12, -0.355), (-0.04, -0.335), (0.04, -0.335), (0.12, -0.355), (0.20, -0.39))
    ]
    return [
        *_shapes(Tone.HAIR, hair),
        *_robe(main, second),
        *_face(),
        *_shapes(Tone.HAIR, fringe),
        *_shapes(Tone.PAPER, *collar),
        *queen_crown(main),
    ]


def _flower(main: Tone, _second: Tone) -> list[Shape]:
    stem = stroke([(-0.36, 0.0), (-0.37, -0.30), (-0.36, -0.42)], 0.02)
    petals = [
        oval(-0.36 + dx, -0.47 + dy, 0.042, 0.042) for dx, dy in ((-0.045, 0), (0.045, 0), (0, -0.045), (0, 0.045))
    ]
    return [
        *_shapes(Tone.TICKED, *stem),
        *_shapes(Tone.RED if main is not Tone.RED else Tone.PAPER, *petals),
        *_shapes(Tone.GOLD, oval(-0.36, -0.47, 0.026, 0.026)),
        *_shapes(Tone.SKIN, oval(-0.365, -0.20, 0.055, 0.045)),
    ]


def _jack(main: Tone, second: Tone) -> list[Shape]:
    bob = mirrored(
        [
            (0.0, -0.80),
            (0.16, -0.80),
            *curve((0.16, -0.80), (0.24, -0.66), (0.23, -0.54), (0.19, -0.50)),
            (0.12, -0.52),
            (0.0, -0.6),
        ]
    )
    collar: Path = ((-0.20, -0.43), (0.20, -0.43), (0.11, -0.30), (0, -0.39), (-0.11, -0.30))
    return [
        *_robe(main, second),
        *_shapes(Tone.HAIR, bob),
        *_face(),
        *_shapes(Tone.HAIR, ((-0.15, -0.76), (0.15, -0.76), (0.145, -0.715), (-0.145, -0.715))),
        *_shapes(Tone.PAPER, collar),
        *jack_cap(main),
    ]


def _halberd(_main: Tone, _second: Tone) -> list[Shape]:
    staff = stroke([(0.40, 0.0), (0.40, -0.60)], 0.028)
    blade: Path = (
        (0.40, -0.78),
        *curve((0.40, -0.78), (0.46, -0.70), (0.46, -0.66), (0.415, -0.60)),
        (0.385, -0.60),
        *curve((0.385, -0.60), (0.34, -0.66), (0.34, -0.70), (0.40, -0.78)),
    )
    return [
        *_shapes(Tone.HAIR, *staff),
        *_shapes(Tone.GOLD, blade),
        *_shapes(Tone.SKIN, oval(0.395, -0.20, 0.055, 0.045)),
    ]


_Draw: TypeAlias = Callable[[Tone, Tone], list[Shape]]
_FIGURES: Final[Mapping[int, _Draw]] = MappingProxyType({JACK: _jack, QUEEN: _queen, KING: _king})
_DETAILS: Final[Mapping[int, _Draw]] = MappingProxyType({JACK: _halberd, QUEEN: _flower, KING: _ermine_and_sceptre})


@cache
def figure(suit: int, rank: int, large: bool) -> list[Shape]:
    """The figure of a court card; a large one holds something, and has its suit beside the head."""
    robes, side = _ROBES[suit], 1 if rank == QUEEN else -1  # where the hand holds nothing
    plain = _FIGURES[rank](*robes)
    if not large:
        return plain
    beside = suit_shapes(suit, SUIT_TONES[suit], side * 0.345, -0.86, 0.22)
    return [*plain, *_DETAILS[rank](*robes), *beside]


def sash(suit: int, large: bool) -> list[Shape]:
    """The band across the belt of a figure."""
    return _band_across(_ROBES[suit][0], large)


def joker_sash(large: bool) -> list[Shape]:
    return _band_across(Tone.JOKER, large)


def _band_across(bead: Tone, large: bool) -> list[Shape]:
    if not large:
        return _shapes(Tone.GOLD, ((-0.5, -0.06), (0.5, -0.06), (0.5, 0.06), (-0.5, 0.06)))
    band: Path = ((-0.5, 0.06), (0.5, -0.18), (0.5, -0.06), (-0.5, 0.18))
    beads = [oval(x, -0.24 * x, 0.03, 0.03) for x in (-0.28, 0.0, 0.28)]
    return [*_shapes(Tone.GOLD, band), *_shapes(bead, *beads)]


@cache
def emblem(suit: int, rank: int) -> list[Shape]:
    """What stands over the suit of a court card in the plain deck."""
    tone = SUIT_TONES[suit]
    return {JACK: jack_cap, QUEEN: queen_crown, KING: king_crown}[rank](tone)


@cache
def joker_hat() -> list[Shape]:
    """The jester's hat in their colours: the sign of the joker."""
    return jester_hat(Tone.RED, Tone.JOKER)


@cache
def joker_figure() -> list[Shape]:
    """The jester: a figure as of a court card."""
    points = [
        ((-0.30, -0.40), (-0.10, -0.44), (-0.22, -0.22)),
        ((-0.12, -0.44), (0.12, -0.44), (0, -0.18)),
        ((0.30, -0.40), (0.10, -0.44), (0.22, -0.22)),
    ]
    bells = [oval(x, y, 0.026, 0.026) for x, y in ((-0.22, -0.21), (0, -0.17), (0.22, -0.21))]
    smile = stroke([(-0.07, -0.555), (-0.03, -0.522), (0.03, -0.522), (0.07, -0.555)], 0.02)
    shoulder = curve((0, -0.46), (0.22, -0.42), (0.42, -0.38), (0.46, -0.10))
    coat: Path = ((0, -0.46), *shoulder, (0.46, _FOOT), (0, _FOOT))
    lozenges = [_lozenge(x, y, 0.06, 0.09) for x, y in ((-0.26, -0.12), (0.26, -0.12), (0, -0.04))]
    return [
        *_shapes(Tone.JOKER, coat),
        *_shapes(Tone.RED, tuple([(-x, y) for x, y in coat])),
        *_shapes(Tone.GOLD, *lozenges),
        *_face(),
        *_shapes(Tone.RED, *smile),
        *_shapes(Tone.RED, oval(-0.10, -0.58, 0.026, 0.022), oval(0.10, -0.58, 0.026, 0.022)),
        *_shapes(Tone.PAPER, *points),
        *_shapes(Tone.GOLD, *bells),
        *joker_hat(),
    ]
