"""Badges and tags on cards as sprites."""

from functools import lru_cache

from PIL import Image

from engine.cards import RANKS, Card, rank_of, suit_of
from renderers.art.cards import draw_glyphs, rounded
from renderers.art.shapes import FINE, Shape, draw_shapes, oval, put, star, stroke, suit_shapes
from renderers.canvas import Sprite
from renderers.layout.sheet import SUIT_TONES, Sign, Tone
from renderers.palette import Shades, reduce_to_palette
from renderers.theme import Theme


@lru_cache(maxsize=128)
def badge_sprite(theme: Theme, sign: Sign, tone: Tone, size: int) -> Sprite:
    """A round badge with its sign in the colour of paper."""
    image = Image.new("RGB", (size * FINE, size * FINE), theme.colours[Tone.PAPER])
    half = size * FINE / 2
    signs = {
        Sign.TICK: stroke([(-0.42, 0.02), (-0.12, 0.34), (0.44, -0.32)], 0.22),
        Sign.PLUS: [*stroke([(-0.48, 0), (0.48, 0)], 0.22), *stroke([(0, -0.48), (0, 0.48)], 0.22)],
        Sign.STAR: [star(0, 0.04, 0.66)],
    }[sign]
    shapes = [Shape(tone, oval(0, 0, 0.96, 0.96)), *[Shape(Tone.PAPER, path) for path in signs]]
    draw_shapes(image, theme, put(shapes, half, half, half))
    return Sprite(reduce_to_palette(theme, image.reduce(FINE), Shades((tone,))), rounded((size, size), size // 2))


@lru_cache(maxsize=256)
def stands_sprite(theme: Theme, card: Card, rank_only: bool, size: tuple[int, int]) -> Sprite:
    """The tag of a matta: rank and suit of the card it stands for, the rank alone in a set; free, both ways."""
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), theme.colours[Tone.ACCENT])
    if card < 0:
        _draw_arrow(image, theme)
        tones: tuple[Tone, ...] = (Tone.CARD_INK,)
    else:
        _draw_card(image, theme, card, rank_only)
        tones = (Tone.CARD_INK, SUIT_TONES[suit_of(card)])
    reduced = reduce_to_palette(theme, image.reduce(FINE), Shades(tones, Tone.ACCENT))
    return Sprite(reduced, rounded(size, round(size[1] * 0.25)))


def _draw_arrow(image: Image.Image, theme: Theme) -> None:
    """With two heads: the matta may go to either end."""
    half = min(image.width * 0.4, image.height * 0.62)
    heads = [((-1, 0), (-0.4, -0.5), (-0.4, 0.5)), ((1, 0), (0.4, -0.5), (0.4, 0.5))]
    shaft = ((-0.5, -0.14), (0.5, -0.14), (0.5, 0.14), (-0.5, 0.14))
    arrow = [Shape(Tone.CARD_INK, path) for path in (*heads, shaft)]
    draw_shapes(image, theme, put(arrow, image.width / 2, image.height / 2, half))


def _draw_card(image: Image.Image, theme: Theme, card: Card, rank_only: bool) -> None:
    width, middle, cap = image.width, image.height / 2, image.height * 0.62
    ink, letter = theme.colours[Tone.CARD_INK], RANKS[rank_of(card)]
    text = "10" if letter == "T" else letter
    if rank_only:
        draw_glyphs(image, text, ink, width / 2, middle - cap / 2, width * 0.8, cap)
        return
    draw_glyphs(image, text, ink, width * 0.29, middle - cap / 2, width * 0.4, cap)
    suit = suit_of(card)
    draw_shapes(image, theme, suit_shapes(suit, SUIT_TONES[suit], width * 0.74, middle, min(cap, width * 0.42)))
