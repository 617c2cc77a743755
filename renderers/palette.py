"""One palette a theme: at most 256 colours that all its pictures share, and the nearest of them for any other.

It holds every tone, and between tones that meet on a picture the steps of an edge drawn smoothly: few, because each
shade more costs bytes, and a telephone shows a picture half as large as it is drawn.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from typing import Final, NamedTuple

from PIL import Image

from renderers.layout.sheet import SUIT_TONES, Tone
from renderers.theme import Colour, Theme

MOST: Final = 256
STEPS: Final = 1  # colours between two tones

_TEXT: Final = (Tone.INK, Tone.MUTED, Tone.BRIGHT, Tone.GOOD, Tone.WARN)
_GROUNDS: Final = (Tone.TABLE, Tone.PANEL, Tone.RAISED)
_ON_CARDS: Final = (
    *product((*SUIT_TONES, Tone.JOKER, Tone.EDGE, Tone.CARD_INK, Tone.TICKED, Tone.DRAWN, Tone.HINTED), (Tone.PAPER,)),
    (Tone.BACK_LINE, Tone.BACK),
    (Tone.PAPER, Tone.BACK),
    (Tone.CARD_INK, Tone.ACCENT),
)
_IN_COURTS: Final = (  # meeting the ground behind them, not each other: their parts are small
    Tone.RED,
    Tone.BLUE,
    Tone.GOLD,
    Tone.HAIR,
    Tone.DARK,
    Tone.TICKED,
)
_ON_TABLE: Final = (*product(_TEXT, _GROUNDS), (Tone.LINE, Tone.TABLE), (Tone.PANEL, Tone.TABLE))
_COURT_GROUND: Final = 0.25  # gold in the paper behind a court figure


class Shades(NamedTuple):
    """The colours that a sprite is made of; with all of the palette to choose from, some shades would become stains.

    They are the tones `over`, the tone `under` them and the steps between, and where it shows a court `figure` the
    colours of one. No tones: the whole palette.
    """

    over: tuple[Tone, ...] = ()
    under: Tone = Tone.PAPER
    figure: bool = False


def mix(over: Colour, under: Colour, share: float) -> Colour:
    """A colour between two; a share of 1 is the first."""
    red, green, blue = [round(a * share + b * (1 - share)) for a, b in zip(over, under, strict=True)]
    return red, green, blue


def court_ground(theme: Theme) -> Colour:
    """The colour behind a court figure."""
    return mix(theme.colours[Tone.GOLD], theme.colours[Tone.PAPER], _COURT_GROUND)


@cache
def palette(theme: Theme) -> tuple[Colour, ...]:
    """The colours by their number, first the table: an empty row is then zeros alone, PNG's filter number too."""
    tones = [theme.colours[tone] for tone in (Tone.TABLE, *Tone)]
    cards = [*_between(theme, _ON_CARDS), *_in_courts(theme)]
    return tuple(dict.fromkeys([*tones, *cards, *_between(theme, _ON_TABLE)]))[:MOST]


def _in_courts(theme: Theme) -> list[Colour]:
    ground = court_ground(theme)
    return [ground, *[mix(theme.colours[tone], ground, 1 / 2) for tone in _IN_COURTS]]


def _of(theme: Theme, shades: Shades) -> list[Colour]:
    if not shades.over:
        return list(palette(theme))
    tones = [theme.colours[tone] for tone in (*shades.over, shades.under)]
    steps = _between(theme, product(shades.over, (shades.under,)))
    figure = [*[theme.colours[tone] for tone in (*_IN_COURTS, Tone.SKIN)], *_in_courts(theme)] if shades.figure else []
    return [*tones, *steps, *figure]


def _between(theme: Theme, meeting: Iterable[tuple[Tone, Tone]]) -> list[Colour]:
    """Between each two tones, the colours of a smooth edge."""
    pairs = [(theme.colours[over], theme.colours[under]) for over, under in meeting]
    return [mix(over, under, step / (STEPS + 1)) for over, under in pairs for step in range(1, STEPS + 1)]


@lru_cache(maxsize=65536)
def nearest(theme: Theme, colour: Colour) -> int:
    """The number of the colour of the palette that looks most alike."""
    red, green, blue = colour
    distances = [(r - red) ** 2 * 3 + (g - green) ** 2 * 4 + (b - blue) ** 2 * 2 for r, g, b in palette(theme)]
    return distances.index(min(distances))


@cache
def index_of(theme: Theme, tone: Tone) -> int:
    return nearest(theme, theme.colours[tone])


@cache
def ramp(theme: Theme, over: Tone, under: Tone) -> bytes:
    """The number for each of 256 degrees of cover, from the lower tone to the upper."""
    top, ground = theme.colours[over], theme.colours[under]
    steps = [nearest(theme, mix(top, ground, step / (STEPS + 1))) for step in range(STEPS + 2)]
    return bytes([steps[round(cover / 255 * (STEPS + 1))] for cover in range(256)])


@cache
def _reference(theme: Theme, shades: Shades) -> tuple[Image.Image, bytes]:
    """A palette of the colours that count, and the number of each among all."""
    colours = list(dict.fromkeys(_of(theme, shades)))
    image = Image.new("P", (1, 1))
    flat = [part for colour in colours for part in colour]
    image.putpalette(flat + flat[:3] * (MOST - len(colours)))
    numbers = [nearest(theme, colour) for colour in colours]
    return image, bytes(numbers + numbers[:1] * (MOST - len(numbers)))


def reduce_to_palette(theme: Theme, picture: Image.Image, shades: Shades) -> Image.Image:
    """An RGB image as an "L" image of colour numbers."""
    reference, numbers = _reference(theme, shades)
    reduced = picture.quantize(palette=reference, dither=Image.Dither.NONE)
    return Image.frombytes("L", reduced.size, reduced.tobytes().translate(numbers))  # `point` takes ten times as long
