"""Shapes as polygons: the four suits, ovals, bands, crowns' points; and how they are moved, turned and drawn smoothly.

A shape has a tone and its corners; y grows downwards. The suits fill the square from -1 to 1.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin
from typing import Final, NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from renderers.layout.sheet import Tone
from renderers.theme import Theme

Point: TypeAlias = tuple[float, float]
Path: TypeAlias = tuple[Point, ...]

FINE: Final = 4  # drawn so many times larger, then reduced: smooth edges
CURVE_STEPS: Final = 12
OVAL_STEPS: Final = 28


class Shape(NamedTuple):
    tone: Tone
    path: Path


# --- paths ------------------------------------------------------------------------------------------------------------


def curve(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    """A cubic curve from `start` (left out) to `end`, drawn towards its two handles."""
    points = []
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points


def oval(x: float, y: float, rx: float, ry: float) -> Path:
    """An ellipse around a point."""
    return tuple([(x + rx * across, y + ry * down) for across, down in _CIRCLE])


_CIRCLE: Final = tuple([(cos(turn), sin(turn)) for turn in [pi * (2 * i / OVAL_STEPS) for i in range(OVAL_STEPS + 1)]])
"""Around 0, with a radius of 1."""


def stroke(points: Sequence[Point], wide: float) -> list[Path]:
    """A line of some width: a quadrangle for each part and a dot at each joint."""
    paths: list[Path] = [oval(x, y, wide / 2, wide / 2) for x, y in points]
    for (x, y), (u, v) in pairwise(points):
        length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1e-9)
        dx, dy = (v - y) / length * wide / 2, (x - u) / length * wide / 2
        paths.append(((x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)))
    return paths


def mirrored(half: Sequence[Point]) -> Path:
    """A path from its right half, given from the top to the bottom."""
    return (*half, *[(-x, y) for x, y in reversed(half)])


def star(x: float, y: float, radius: float, points: int = 5) -> Path:
    """A star around a point; its inner corners lie at 0.42 of the radius."""
    turns = [(radius if i % 2 == 0 else radius * 0.42, pi * (i / points - 0.5)) for i in range(2 * points)]
    return tuple([(x + r * cos(turn), y + r * sin(turn)) for r, turn in turns])


# --- suits ------------------------------------------------------------------------------------------------------------

_HEART_SIDE: Final = [
    (0.0, -0.52),
    *curve((0.0, -0.52), (0.12, -0.86), (0.36, -0.95), (0.54, -0.93)),
    *curve((0.54, -0.93), (0.86, -0.90), (1.02, -0.60), (0.94, -0.28)),
    *curve((0.94, -0.28), (0.86, 0.14), (0.30, 0.52), (0.0, 1.0)),
]
_HEART: Final = mirrored(_HEART_SIDE)
_DIAMOND: Final = mirrored(
    [
        (0.0, -1.0),
        *curve((0.0, -1.0), (0.18, -0.62), (0.48, -0.22), (0.80, 0.0)),
        *curve((0.80, 0.0), (0.48, 0.22), (0.18, 0.62), (0.0, 1.0)),
    ]
)
_STEM: Final = mirrored(
    [(0.06, 0.2), *curve((0.06, 0.2), (0.08, 0.62), (0.2, 0.9), (0.42, 0.96)), (0.42, 1.0)],
)
_SPADE: Final = mirrored([(x, 0.62 - 1.62 * (y + 0.93) / 1.93) for x, y in reversed(_HEART_SIDE)])


def suit_paths(suit: int) -> list[Path]:
    """The paths of a suit, 0 hearts to 3 spades."""
    if suit == 0:
        return [_HEART]
    if suit == 1:
        return [_DIAMOND]
    if suit == 3:
        return [_SPADE, _STEM]
    leaves = [oval(0, -0.52, 0.46, 0.46), oval(-0.50, 0.22, 0.46, 0.46), oval(0.50, 0.22, 0.46, 0.46)]
    return [*leaves, _STEM, ((-0.25, -0.3), (0.25, -0.3), (0.3, 0.3), (-0.3, 0.3))]


def suit_shapes(suit: int, tone: Tone, x: float, y: float, size: float, turned: bool = False) -> list[Shape]:
    """A suit of a width and height of `size` around a point; turned, it stands on its head."""
    scale = size / 2 * (-1 if turned else 1)
    return [Shape(tone, tuple([(x + scale * px, y + scale * py) for px, py in path])) for path in suit_paths(suit)]


# --- a letter ---------------------------------------------------------------------------------------------------------

J_WIDTH: Final = 0.64
LETTER_J: Final[Path] = (  # of height 1, on the line like the other capitals
    *((0.37, 0.0), (0.64, 0.0), (0.64, 0.62)),
    *curve((0.64, 0.62), (0.64, 0.90), (0.50, 1.0), (0.27, 1.0)),
    *curve((0.27, 1.0), (0.15, 1.0), (0.07, 0.98), (0.0, 0.95)),
    (0.0, 0.72),
    *curve((0.0, 0.72), (0.07, 0.76), (0.14, 0.78), (0.21, 0.78)),
    *curve((0.21, 0.78), (0.33, 0.78), (0.37, 0.73), (0.37, 0.60)),
)

# --- drawing ----------------------------------------------------------------------------------------------------------


def put(shapes: Iterable[Shape], x: float, y: float, scale: float, tall: float = 0.0) -> list[Shape]:
    """The shapes enlarged and then moved; `tall` is the scale of their height where it is another."""
    high = tall or scale
    return [Shape(tone, tuple([(x + scale * px, y + high * py) for px, py in path])) for tone, path in shapes]


def draw_shapes(image: Image.Image, theme: Theme, shapes: Iterable[Shape]) -> None:
    """Fills the shapes on an RGB image, one pixel a unit."""
    pen = ImageDraw.Draw(image)
    for tone, path in shapes:
        pen.polygon(path, fill=theme.colours[tone])
