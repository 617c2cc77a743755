"""A sheet drawn the plain way, to be measured beside our own: true colour, `alpha_composite`, `save(format="PNG")`.

It draws the same things on the same places with the means that Pillow's handbook offers: cards are kept as RGBA sprites
with smooth edges, text and boxes are drawn where they stand.
"""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from engine.cards import Card
from renderers.art.badges import badge_sprite, stands_sprite
from renderers.art.cards import CORNER, in_true_colour
from renderers.art.shapes import FINE
from renderers.canvas import Sprite
from renderers.fonts import fit, runs
from renderers.layout.sheet import Align, Badge, Box, Face, Label, Mark, Sheet, Stands
from renderers.palette import palette
from renderers.theme import Theme


def compose_plainly(sheet: Sheet, theme: Theme, deck: str) -> Image.Image:
    """The sheet as an RGBA image."""
    picture = Image.new("RGBA", (sheet.width, sheet.height), theme.colours[sheet.ground])
    pen = ImageDraw.Draw(picture)
    for item in sheet.items:
        match item:
            case Face(rect, card, mark, bare):
                picture.alpha_composite(_face(theme, deck, card, (rect.w, rect.h), mark, bare), (rect.x, rect.y))
            case Badge(rect, sign, tone):
                picture.alpha_composite(_small(theme, badge_sprite(theme, sign, tone, rect.w)), (rect.x, rect.y))
            case Stands(rect, card, rank_only):
                sprite = stands_sprite(theme, card, rank_only, (rect.w, rect.h))
                picture.alpha_composite(_small(theme, sprite), (rect.x, rect.y))
            case Box():
                _box(pen, theme, item)
            case Label():
                _label(pen, theme, item)
    return picture


def save_plainly(picture: Image.Image) -> bytes:
    """The picture as a true-colour PNG."""
    file = BytesIO()
    picture.convert("RGB").save(file, format="PNG")
    return file.getvalue()


@lru_cache(maxsize=1000)
def _face(theme: Theme, deck: str, card: Card, size: tuple[int, int], mark: Mark, bare: bool) -> Image.Image:
    sprite = in_true_colour(theme, deck, card, size, mark, bare).convert("RGBA")
    mask = Image.new("L", (size[0] * FINE, size[1] * FINE), 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, mask.width - 1, mask.height - 1), min(size) * CORNER * FINE, fill=255)
    sprite.putalpha(mask.reduce(FINE))
    return sprite


_SMALL: dict[int, tuple[Sprite, Image.Image]] = {}


def _small(theme: Theme, sprite: Sprite) -> Image.Image:
    """A badge or a tag, once turned into RGBA."""
    found = _SMALL.get(id(sprite))
    if found is None:
        numbers = Image.frombytes("P", sprite.image.size, sprite.image.tobytes())
        numbers.putpalette([part for colour in palette(theme) for part in colour])
        picture = numbers.convert("RGBA")
        if sprite.mask is not None:
            picture.putalpha(sprite.mask.convert("L"))
        found = _SMALL[id(sprite)] = (sprite, picture)
    return found[1]


def _box(pen: ImageDraw.ImageDraw, theme: Theme, box: Box) -> None:
    rect = box.rect
    place = (rect.x, rect.y, rect.right - 1, rect.bottom - 1)
    outline = theme.colours[box.outline] if box.outline else None
    pen.rounded_rectangle(place, box.radius, fill=theme.colours[box.fill], outline=outline, width=box.thick)


def _label(pen: ImageDraw.ImageDraw, theme: Theme, label: Label) -> None:
    bold = label.bold or theme.bold
    pieces = runs(fit(label.text, label.size, label.rect.w, bold), label.size, bold)
    wide = sum(drawing.getlength(piece) for piece, drawing in pieces)
    spare = label.rect.w - wide
    x = label.rect.x + {Align.LEFT: 0.0, Align.CENTRE: spare / 2, Align.RIGHT: spare}[label.align]
    for piece, drawing in pieces:
        place = (x, label.rect.y + label.rect.h / 2)
        pen.text(place, piece, fill=theme.colours[label.tone], font=drawing, anchor="lm")
        x += drawing.getlength(piece)
