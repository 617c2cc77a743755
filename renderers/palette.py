"""One palette a theme: at most 256 colours that all its pictures share, and the nearest of them for any other.

It holds every tone, and between tones that meet on a picture the steps of an edge drawn smoothly.
"""

from functools import cache, lru_cache
from itertools import product
from typing import Final

from PIL import Image

from renderers.layout.sheet import Tone
from renderers.theme import Colour, Theme

MOST: Final = 256
STEPS: Final = 3  # colours between two tones

_TEXT: Final = (Tone.INK, Tone.MUTED, Tone.BRIGHT, Tone.GOOD, Tone.WARN)
_GROUNDS: Final = (Tone.TABLE, Tone.PANEL, Tone.RAISED)
_ON_PAPER: Final = (
    *(Tone.HEARTS, Tone.DIAMONDS, Tone.CLUBS, Tone.SPADES, Tone.JOKER, Tone.EDGE, Tone.CARD_INK, Tone.DARK),
    *(Tone.RED, Tone.BLUE, Tone.GOLD, Tone.TICKED, Tone.DRAWN, Tone.HINTED),
)
_MEETING: Final = (
    *product(_ON_PAPER, (Tone.PAPER,)),
    *product((Tone.INK,), _GROUNDS),
    (Tone.BACK_LINE, Tone.BACK),
    *product(_TEXT[1:], _GROUNDS),
    (Tone.CARD_INK, Tone.ACCENT),
    *product((Tone.DARK,), (Tone.SKIN, Tone.GOLD, Tone.RED, Tone.BLUE)),
    *product((Tone.GOLD,), (Tone.RED, Tone.BLUE, Tone.SKIN)),
    (Tone.HAIR, Tone.SKIN),
    (Tone.PAPER, Tone.BACK),
    (Tone.LINE, Tone.TABLE),
    (Tone.PANEL, Tone.TABLE),
)


def mix(over: Colour, under: Colour, share: float) -> Colour:
    """A colour between two; a share of 1 is the first."""
    red, green, blue = [round(a * share + b * (1 - share)) for a, b in zip(over, under, strict=True)]
    return red, green, blue


@cache
def palette(theme: Theme) -> tuple[Colour, ...]:
    """The colours by their number; the tones come first, in the order of `Tone`."""
    colours = dict.fromkeys([theme.colours[tone] for tone in Tone])
    for over, under in _MEETING:
        for step in range(1, STEPS + 1):
            colours.setdefault(mix(theme.colours[over], theme.colours[under], step / (STEPS + 1)))
    return tuple(colours)[:MOST]


@lru_cache(maxsize=65536)
def nearest(theme: Theme, colour: Colour) -> int:
    """The number of the colour of the palette that looks most alike."""
    red, green, blue = colour
    distances = [(r - red) ** 2 * 3 + (g - green) ** 2 * 4 + (b - blue) ** 2 * 2 for r, g, b in palette(theme)]
    return distances.index(min(distances))


def index_of(theme: Theme, tone: Tone) -> int:
    return nearest(theme, theme.colours[tone])


@cache
def ramp(theme: Theme, over: Tone, under: Tone) -> bytes:
    """The number for each of 256 degrees of cover, from the lower tone to the upper."""
    top, ground = theme.colours[over], theme.colours[under]
    steps = [nearest(theme, mix(top, ground, step / (STEPS + 1))) for step in range(STEPS + 2)]
    return bytes([steps[round(cover / 255 * (STEPS + 1))] for cover in range(256)])


@cache
def _reference(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    flat = [part for colour in palette(theme) for part in colour]
    image.putpalette(flat + flat[:3] * (MOST - len(flat) // 3))
    return image


def reduce_to_palette(theme: Theme, picture: Image.Image) -> Image.Image:
    """An RGB image as an "L" image of colour numbers."""
    reduced = picture.quantize(palette=_reference(theme), dither=Image.Dither.NONE)
    return Image.frombytes("L", reduced.size, reduced.tobytes())
