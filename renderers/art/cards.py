"""The faces and backs as sprites: drawn four times larger, reduced, brought into the theme's palette, and kept.

A face is put together from three parts: the paper with its frame, the index, the middle. A part is drawn when it is
first needed: a theme has 54 faces in any size, upright or crosswise, framed or bare, and a picture uses few of them.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.cards import ACE, JOKER, RANKS, UNKNOWN, Card, rank_of, suit_of
from renderers.art.courts import HEAD, JACK, emblem, figure, joker_figure, joker_hat, joker_sash, sash
from renderers.art.pips import PIPS
from renderers.art.shapes import FINE, J_WIDTH, LETTER_J, Shape, draw_shapes, put, star, suit_shapes
from renderers.canvas import Sprite
from renderers.fonts import font
from renderers.layout.fan import INDEX, card_height, index_depth, index_strip
from renderers.layout.sheet import SUIT_TONES, Mark, Rect, Tone
from renderers.memory import Memory
from renderers.palette import Shades, court_ground, index_of, reduce_to_palette
from renderers.theme import Theme

FRENCH: Final = "french"
KEPT_BYTES: Final = 24_000_000  # of whole cards; with half as much, a quarter of each hand would be put together anew
INDICES: Final = 2048  # of 2 to 5 kB; to draw a part takes up to a millisecond
MIDDLES: Final = 2048  # of 8 to 16 kB: 54 of each of some twenty sizes of a hand, and those of tables
_OVERHEAD: Final = 1000  # bytes of a sprite beside its pixels, in its three pieces
CORNER: Final = 0.075  # radius, of the width
LARGE: Final = 118  # pixels across; wider figures have details. Cards of a hand are smaller
_GLYPH: Final = 256  # the size in which a sign is drawn first
_TALLEST: Final = 1.22  # how much a court figure may be stretched to fill its frame
_kept: Final[Memory[tuple[str, str, Card, tuple[int, int], Mark, bool, float], Sprite]] = Memory(KEPT_BYTES)
_FRAMES: Final = {Mark.TICKED: Tone.TICKED, Mark.DRAWN: Tone.DRAWN, Mark.HINTED: Tone.HINTED}


# --- whole cards ------------------------------------------------------------------------------------------------------


def card_sprite(
    theme: Theme,
    deck: str,
    card: Card,
    rect_size: tuple[int, int],
    mark: Mark = Mark.NONE,
    bare: bool = False,
    index: float = 0.0,
) -> Sprite:
    """A card of this size in pixels; wider than tall, it lies crosswise and its index still stands upright.

    A bare one has only its index, which may have another scale than the theme's.
    """
    key = (theme.name, deck, card, rect_size, mark, bare, index)
    sprite = _kept.get(key)
    if sprite is None:
        sprite = _drawn(theme, deck, card, rect_size, mark, bare, index)
        _kept.put(key, sprite, rect_size[0] * rect_size[1] + _OVERHEAD)
    return sprite


def _drawn(
    theme: Theme, deck: str, card: Card, rect_size: tuple[int, int], mark: Mark, bare: bool, index: float
) -> Sprite:
    radius = round(min(rect_size) * CORNER)
    corners = rounded(rect_size, radius)
    if card == UNKNOWN:
        back = in_true_colour(theme, deck, card, rect_size, mark)
        return Sprite(reduce_to_palette(theme, back, Shades()), corners, radius)
    image = _paper(theme, rect_size, mark).copy()
    parts = [_index_part(theme, card, min(rect_size), index or theme.index)]
    for part in parts if bare else [*parts, _middle_part(theme, deck, card, rect_size)]:
        image.paste(part.image, (part.x, part.y), part.mask)
    return Sprite(image, corners, radius)


class _Part(NamedTuple):
    """What lies on a card's paper, and where: colour numbers, and a mask of all that is not paper."""

    image: Image.Image
    mask: Image.Image
    x: int
    y: int


@lru_cache(maxsize=256)
def _paper(theme: Theme, rect_size: tuple[int, int], mark: Mark) -> Image.Image:
    image = _blank(theme, rect_size, min(rect_size) * FINE, mark)
    frame = () if mark is Mark.NONE else (_FRAMES[mark],)
    return reduce_to_palette(theme, image.reduce(FINE), Shades((Tone.EDGE, *frame)))


@lru_cache(maxsize=INDICES)
def _index_part(theme: Theme, card: Card, across: int, scale: float) -> _Part:
    size = (min(across, index_strip(across, scale) + round(0.06 * across)), index_depth(across, scale))
    shades = Shades((_suit_tone(card),), figure=card == JOKER)
    return _part(theme, size, shades, lambda fine: _corner(fine, theme, card, across * FINE, scale))


@lru_cache(maxsize=MIDDLES)
def _middle_part(theme: Theme, deck: str, card: Card, rect_size: tuple[int, int]) -> _Part:
    width, height = rect_size
    shades = Shades((_suit_tone(card),), figure=card == JOKER or rank_of(card) >= JACK)
    if width < height:
        return _part(theme, rect_size, shades, lambda fine: _middle(fine, theme, deck, card, width * FINE))
    return _part(theme, rect_size, shades, lambda fine: _crosswise_middle(fine, theme, card, height * FINE))


def _part(theme: Theme, size: tuple[int, int], shades: Shades, draw_on: Callable[[Image.Image], None]) -> _Part:
    """What is drawn on paper of this size, cut to the part that is not empty."""
    fine = Image.new("RGB", (size[0] * FINE, size[1] * FINE), theme.colours[Tone.PAPER])
    draw_on(fine)
    image = reduce_to_palette(theme, fine.reduce(FINE), shades)
    inked = _all_but(index_of(theme, Tone.PAPER))
    mask = Image.frombytes("L", image.size, image.tobytes().translate(inked))
    box = mask.getbbox() or (0, 0, 1, 1)
    return _Part(image.crop(box), mask.crop(box).convert("1"), *box[:2])


@cache
def _all_but(paper: int) -> bytes:
    """The table that turns colour numbers into a mask."""
    return bytes([0 if number == paper else 255 for number in range(256)])


def _suit_tone(card: Card) -> Tone:
    return Tone.JOKER if card == JOKER else SUIT_TONES[suit_of(card)]


def in_true_colour(
    theme: Theme,
    deck: str,
    card: Card,
    rect_size: tuple[int, int],
    mark: Mark,
    bare: bool = False,
) -> Image.Image:
    """The card as an RGB image of this size, its corners not yet round; with its whole palette, to compare with."""
    width, height = rect_size
    across = min(rect_size) * FINE  # what a card's width is here
    image = _blank(theme, rect_size, across, mark)
    if card == UNKNOWN:
        _back(image, theme, across)
    else:
        _corner(image, theme, card, across, theme.index)
        if not bare and width < height:
            _middle(image, theme, deck, card, across)
        elif not bare:
            _crosswise_middle(image, theme, card, across)
    return image.reduce(FINE)


@lru_cache(maxsize=256)
def rounded(size: tuple[int, int], radius: int) -> Image.Image:
    """The mask of a rectangle with round corners."""
    large = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    ImageDraw.Draw(large).rounded_rectangle((0, 0, large.width - 1, large.height - 1), radius * FINE, fill=255)
    return large.reduce(FINE).point([0] * 128 + [255] * 128).convert("1")


def _blank(theme: Theme, rect_size: tuple[int, int], across: int, mark: Mark) -> Image.Image:
    """The paper of a card and its frame, four times as large; its corners are not yet round."""
    width, height = rect_size
    image, frame = Image.new("RGB", (width * FINE, height * FINE), theme.colours[Tone.EDGE]), _FRAMES.get(mark)
    pen = ImageDraw.Draw(image)
    edge = max(FINE, round(across * 0.011))
    box = (edge, edge, image.width - 1 - edge, image.height - 1 - edge)
    radius = across * CORNER - edge
    pen.rounded_rectangle(box, radius, fill=theme.colours[frame or Tone.PAPER])
    if frame is not None:
        wide = round(across * 0.038)
        inner = (edge + wide, edge + wide, image.width - 1 - edge - wide, image.height - 1 - edge - wide)
        pen.rounded_rectangle(inner, radius - wide / 2, fill=theme.colours[Tone.PAPER])
    return image


def _corner(image: Image.Image, theme: Theme, card: Card, across: int, scale: float) -> None:
    """Rank over suit, in the column that stays visible in a fan."""
    column = INDEX.width * scale * across
    middle = INDEX.left * across + column / 2
    top = INDEX.top * across
    if card == JOKER:
        size = column * 0.62
        draw_shapes(image, theme, [Shape(Tone.JOKER, star(middle, top + size * 0.98, size))])
        hat = put(joker_hat(), middle, top + INDEX.pitch * scale * across + 1.32 * column, column * 1.15)
        draw_shapes(image, theme, hat)
        return
    suit, rank = suit_of(card), rank_of(card)
    text = "10" if RANKS[rank] == "T" else RANKS[rank]
    draw_glyphs(image, text, theme.colours[SUIT_TONES[suit]], middle, top, column, INDEX.cap * scale * across)
    size = INDEX.suit * scale * across
    draw_shapes(
        image,
        theme,
        suit_shapes(suit, SUIT_TONES[suit], middle, top + INDEX.pitch * scale * across + size / 2, size),
    )


def draw_glyphs(
    image: Image.Image, text: str, colour: tuple[int, int, int], middle: float, top: float, width: float, cap: float
) -> None:
    """Bold signs with capitals of an exact height, made narrower where they are too wide."""
    drawn, height = _glyphs(text)
    wide, tall = min(width, drawn.width * cap / height), drawn.height * cap / height
    drawn = drawn.resize((max(1, round(wide)), max(1, round(tall))), Image.Resampling.BOX)
    image.paste(colour, (round(middle - wide / 2), round(top)), drawn)


@lru_cache(maxsize=32)
def _glyphs(text: str) -> tuple[Image.Image, int]:
    """Signs, large, and the height of a capital among them: the tail of a Q hangs below. The font's J hangs too far."""
    if text == "J":
        glyph = Image.new("L", (round(_GLYPH * J_WIDTH), _GLYPH), 0)
        ImageDraw.Draw(glyph).polygon([(x * _GLYPH, y * _GLYPH) for x, y in LETTER_J], fill=255)
        return glyph, _GLYPH
    glyph = _cut(text)
    return glyph, _cut("O").height if text == "Q" else glyph.height


def _cut(text: str) -> Image.Image:
    mask = font(_GLYPH, bold=True).getmask(text, mode="L")
    glyph = Image.frombytes("L", mask.size, bytes(mask))
    return glyph.crop(glyph.getbbox() or (0, 0, 1, 1))


# --- the middle -------------------------------------------------------------------------------------------------------


def _field(theme: Theme, across: int) -> Rect:
    """Where the picture of an upright card has room: right of the index."""
    left = round((INDEX.left + INDEX.width * theme.index + 0.055) * across)
    top = round(0.085 * across)
    return Rect(left, top, round(0.925 * across) - left, card_height(across) - 2 * top)


def _middle(image: Image.Image, theme: Theme, deck: str, card: Card, across: int) -> None:
    field = _field(theme, across)
    if card == JOKER:
        _joker(image, theme, field, deck, across >= LARGE * FINE)
    elif deck != FRENCH:
        _plain(image, theme, card, field)
    elif rank_of(card) >= JACK:
        _court(image, theme, card, field, across >= LARGE * FINE)
    else:
        _pips(image, theme, card, field)


def _pips(image: Image.Image, theme: Theme, card: Card, field: Rect) -> None:
    suit, rank = suit_of(card), rank_of(card)
    x, y = field.x + field.w / 2, field.y + field.h / 2
    tone = SUIT_TONES[suit]
    if rank == ACE:
        draw_shapes(image, theme, suit_shapes(suit, tone, x, y, field.w * 0.92))
        return
    size = field.w * 0.36
    for px, py in PIPS[rank + 1]:  # on whole pixels of the finished card: equal pips are equal bytes
        at_x, at_y = [round(at / FINE) * FINE for at in (x + px * field.w * 0.5, y + py * field.h * 0.52)]
        draw_shapes(image, theme, suit_shapes(suit, tone, at_x, at_y, size, turned=py > 0))


def _court(image: Image.Image, theme: Theme, card: Card, field: Rect, large: bool) -> None:
    suit, rank = suit_of(card), rank_of(card)
    _standing(image, theme, field, figure(suit, rank, large), sash(suit, large))


def _standing(image: Image.Image, theme: Theme, field: Rect, shapes: list[Shape], band: list[Shape]) -> None:
    """A figure from its crown to the foot of the card, and the sash across it, in a frame."""
    panel = Image.new("RGB", (field.w, field.h), court_ground(theme))
    x, y = field.w / 2, field.h / 2
    draw_shapes(panel, theme, put(shapes, x, y, field.w, min(field.h / 2 / HEAD, field.w * _TALLEST)))
    draw_shapes(panel, theme, put(band, x, y, field.w))
    thin = max(FINE, round(field.w * 0.014))
    ImageDraw.Draw(panel).rectangle((0, 0, field.w - 1, field.h - 1), outline=theme.colours[Tone.GOLD], width=thin)
    image.paste(panel, (field.x, field.y))


def _plain(image: Image.Image, theme: Theme, card: Card, field: Rect) -> None:
    """One large suit; the court cards wear their crowns over it."""
    suit, rank = suit_of(card), rank_of(card)
    size = field.w * 0.86
    x, y = field.x + field.w / 2, field.bottom - size * 0.62
    draw_shapes(image, theme, suit_shapes(suit, SUIT_TONES[suit], x, y, size))
    if rank >= JACK:
        scale = field.w * (1.25 if rank == JACK else 1.55)  # the feather needs room
        top = y - size * 0.5 + 0.735 * scale
        draw_shapes(image, theme, put(emblem(suit, rank), x - (rank == JACK) * 0.1 * field.w, top, scale))


def _joker(image: Image.Image, theme: Theme, field: Rect, deck: str, large: bool) -> None:
    if deck == FRENCH:
        _standing(image, theme, field, joker_figure(), joker_sash(large))
        return
    scale = field.w * 1.05
    draw_shapes(image, theme, put(joker_hat(), field.x + field.w / 2, field.y + field.h / 2 + 0.88 * scale, scale))


def _crosswise_middle(image: Image.Image, theme: Theme, card: Card, across: int) -> None:
    """A card lying crosswise shows its suit alone, large, right of its index and of the tag that a matta wears."""
    left = 2 * index_strip(across, theme.index)
    room = min(0.62 * across, image.width - 0.05 * across - left)
    x, y = (left + image.width - 0.05 * across) / 2, image.height / 2
    if card == JOKER:
        draw_shapes(image, theme, put(joker_hat(), x, y + 1.1 * room, room * 1.26))
    else:
        suit = suit_of(card)
        draw_shapes(image, theme, suit_shapes(suit, SUIT_TONES[suit], x, y, room * 0.9))


def _back(image: Image.Image, theme: Theme, across: int) -> None:
    """A frame and a lattice."""
    pen = ImageDraw.Draw(image)
    gap = round(across * 0.06)
    box = (gap, gap, image.width - 1 - gap, image.height - 1 - gap)
    pen.rounded_rectangle(box, across * 0.04, fill=theme.colours[Tone.BACK])
    lattice = Image.new("L", image.size, 0)
    lines = ImageDraw.Draw(lattice)
    step, thin = across / 5, max(1, round(across * 0.018))
    reach = image.width + image.height
    for number in range(-12, 24):
        x = number * step
        lines.line((x, 0, x + reach, reach), fill=255, width=thin)
        lines.line((x, 0, x - reach, reach), fill=255, width=thin)
    inner = Image.new("L", image.size, 0)
    inset = gap + round(across * 0.04)
    ImageDraw.Draw(inner).rectangle((inset, inset, image.width - 1 - inset, image.height - 1 - inset), fill=150)
    image.paste(theme.colours[Tone.BACK_LINE], (0, 0), Image.composite(inner, Image.new("L", image.size, 0), lattice))
