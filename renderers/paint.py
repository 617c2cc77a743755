"""From a scene to a picture: lay it out, then draw one thing after the other. The one entry for everything drawn.

Pure: equal scenes in equal looks give equal bytes. Pictures are kept, as many as fit into `HANDS_BYTES` and
`OTHERS_BYTES`.
"""

from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias, assert_never

from PIL import Image, ImageDraw

from renderers.art.badges import badge_sprite, stands_sprite
from renderers.art.cards import card_sprite
from renderers.art.shapes import FINE
from renderers.canvas import MOST_PIXELS, Canvas, Sprite
from renderers.fonts import runs, width_of
from renderers.layout import board, faces, hand, moviola, player, result, score, standings, table, tournament_round
from renderers.layout.sheet import Align, Badge, Box, Face, Label, Sheet, Stands, Tone
from renderers.lines import asked_of, lines_of
from renderers.memory import Memory
from renderers.palette import Shades, index_of, palette, ramp, reduce_to_palette
from renderers.scenes import (
    DECKS,
    BoardScene,
    FacesScene,
    HandScene,
    Look,
    MoviolaScene,
    PlayerScene,
    ResultScene,
    RoundScene,
    Scene,
    ScoreScene,
    StandingsScene,
    TableScene,
)
from renderers.theme import Theme, theme_of
from renderers.undrawable import Undrawable

USUAL: Final = Look()
HANDS_BYTES: Final = 12_000_000  # of two hundred tables: a hand lies still from one turn of its player to the next
OTHERS_BYTES: Final = 4_000_000  # what several people see in the same moment; a table is another one with each action
_OVERHEAD: Final = 8_000  # bytes of the key: the deal that a view holds
_OVERHEAD_OF_HAND: Final = 2_000
LINES_BYTES: Final = 8_000_000  # the names at two hundred tables, in turn and not, and what stands on many of them
_OVERHEAD_OF_LINE: Final = 1_000
_CAP: Final = 0.73  # height of a capital, of the size of the font
_DROP: Final = 0.28  # how far letters reach below the line


class Picture(NamedTuple):
    """A finished picture: PNG, pixels."""

    png: bytes
    width: int
    height: int


Key: TypeAlias = tuple[Hashable, Look]

_hands: Final[Memory[Key, Picture]] = Memory(HANDS_BYTES)
_others: Final[Memory[Key, Picture]] = Memory(OTHERS_BYTES)
_lines: Final[Memory[tuple[str, str, int, bool, Tone, Tone], Sprite]] = Memory(LINES_BYTES)


def key_of(scene: Scene, look: Look) -> Key:
    """What names the picture of a scene; equal pictures may have several names."""
    return _key(scene), look


def kept(scene: Scene, key: Key) -> Picture | None:
    """The picture of a scene, of this name, that was drawn not long ago."""
    return _memory_of(scene).get(key)


def draw(scene: Scene, look: Look = USUAL, key: Key | None = None) -> Picture:
    """The picture of a scene; `key` is its name, where that is known. Raises `Undrawable` where there can be none."""
    key = key or key_of(scene, look)
    memory = _memory_of(scene)
    picture = memory.get(key)
    if picture is None:
        picture = paint(sheet_of(scene, look), look)
        memory.put(key, picture, len(picture.png) + (_OVERHEAD_OF_HAND if memory is _hands else _OVERHEAD))
    return picture


def _memory_of(scene: Scene) -> Memory[Key, Picture]:
    """A table would push hands out; one that stands above a hand is drawn with it, and is as short-lived."""
    return _hands if isinstance(scene, HandScene) and scene.table is None else _others


def _key(scene: Scene) -> Hashable:
    """All that the scene shows, comparable: of what others do while a hand lies still, its picture tells nothing.

    With the table above it the key holds its reader's whole view, their cards too: it is nobody else's picture.
    """
    values = [getattr(scene, name) for name in scene.__slots__]
    if isinstance(scene, HandScene) and scene.table is not None:
        values = [_key(scene.table) if value is scene.table else value for value in values]
    elif isinstance(scene, HandScene) and scene.seat in (seats := scene.view.deal.code.seats):
        own = scene.view.deal.hands[seats.index(scene.seat)]
        values = [scene.shown, own, seats, *[one for one in values if one is not scene.view]]
    return (type(scene), *[tuple(sorted(value.items())) if isinstance(value, Mapping) else value for value in values])


def sheet_of(scene: Scene, look: Look) -> Sheet:
    """Where everything lies. Raises `Undrawable`."""
    theme = theme_of(look.theme)
    match scene:
        case HandScene():
            return hand.lay_out(scene, theme.index, look.width)
        case TableScene():
            return table.lay_out(scene, theme.index, look.width)
        case ScoreScene():
            return score.lay_out(scene, theme.index, look.width, theme.bold)
        case ResultScene():
            return result.lay_out(scene, look.width, theme.bold)
        case BoardScene():
            return board.lay_out(scene, look.width, theme.bold)
        case RoundScene():
            return tournament_round.lay_out(scene, look.width, theme.bold)
        case StandingsScene():
            return standings.lay_out(scene, look.width, theme.bold)
        case PlayerScene():
            return player.lay_out(scene, look.width, theme.bold)
        case MoviolaScene():
            return moviola.lay_out(scene, theme.index, look.width, theme.bold)
        case FacesScene():
            return faces.lay_out()
        case _:
            assert_never(scene)


# --- drawing a sheet --------------------------------------------------------------------------------------------------


def compose(sheet: Sheet, look: Look) -> Canvas:
    """The sheet drawn, not yet encoded. Raises `Undrawable` for a look or a size that there is not."""
    theme = theme_of(look.theme)
    if look.deck not in DECKS:
        raise Undrawable(f"no deck {look.deck!r:.60}; there are {', '.join(DECKS)}")
    if sheet.width * sheet.height > MOST_PIXELS:
        raise Undrawable(f"a picture of {sheet.width} × {sheet.height} pixels is too large")
    canvas = Canvas(sheet.width, sheet.height, index_of(theme, sheet.ground))
    lines = lines_of([item for item in sheet.items if isinstance(item, Label)], theme.bold)
    for item in sheet.items:
        match item:
            case Face():
                size = (item.rect.w, item.rect.h)
                sprite = card_sprite(theme, look.deck, item.card, size, item.mark, item.bare, item.index)
                canvas.stamp(sprite, item.rect.x, item.rect.y)
            case Label():
                _draw_label(canvas, theme, item, lines[asked_of(item, theme.bold)])
            case Box():
                _draw_box(canvas, theme, item)
            case Badge():
                canvas.stamp(badge_sprite(theme, item.sign, item.tone, item.rect.w), item.rect.x, item.rect.y)
            case Stands():
                sprite = stands_sprite(theme, item.card, item.rank_only, (item.rect.w, item.rect.h))
                canvas.stamp(sprite, item.rect.x, item.rect.y)
            case _:
                assert_never(item)
    return canvas


def paint(sheet: Sheet, look: Look) -> Picture:
    """The sheet as a picture. Raises `Undrawable`."""
    return Picture(compose(sheet, look).png(palette(theme_of(look.theme))), sheet.width, sheet.height)


def _draw_label(canvas: Canvas, theme: Theme, label: Label, line: str) -> None:
    if not line:
        return
    sprite = _text_sprite(theme, line, label.size, label.bold or theme.bold, label.tone, label.ground)
    spare = max(0, label.rect.w - sprite.width)
    x = label.rect.x + {Align.LEFT: 0, Align.CENTRE: spare // 2, Align.RIGHT: spare}[label.align]
    cap = round(label.size * _CAP)
    canvas.stamp(sprite, x, label.rect.y + (label.rect.h + cap) // 2 - label.size)


def _text_sprite(theme: Theme, line: str, size: int, bold: bool, tone: Tone, ground: Tone) -> Sprite:
    """A line that the font has in full, its foot at `size` pixels from the top."""
    key = (theme.name, line, size, bold, tone, ground)
    sprite = _lines.get(key)
    if sprite is None:
        sprite = _written(theme, line, size, bold, tone, ground)
        _lines.put(key, sprite, sprite.width * sprite.height + _OVERHEAD_OF_LINE)
    return sprite


def _written(theme: Theme, line: str, size: int, bold: bool, tone: Tone, ground: Tone) -> Sprite:
    image = Image.new("L", (max(1, width_of(line, size, bold)), size + round(size * _DROP)), 0)
    pen, x = ImageDraw.Draw(image), 0.0
    for piece, drawing in runs(line, size, bold):
        pen.text((x, size), piece, fill=255, font=drawing, anchor="ls")
        x += drawing.getlength(piece)
    return Sprite(image.point(ramp(theme, tone, ground)), None)


def _draw_box(canvas: Canvas, theme: Theme, box: Box) -> None:
    """Filled from edge to edge, then the outline, then the round corners over both."""
    rect, radius = box.rect, min(box.radius, box.rect.w // 2, box.rect.h // 2)
    if box.outline is not None:
        canvas.fill(rect, index_of(theme, box.outline))
        rect = rect.inset(box.thick)
    canvas.fill(rect, index_of(theme, box.fill))
    if radius <= 0:
        return
    corner = _corner(theme, box.fill, box.outline, box.ground, radius, box.thick)
    frame = box.rect
    places = (
        (frame.x, frame.y),
        (frame.right - radius, frame.y),
        (frame.right - radius, frame.bottom - radius),
        (frame.x, frame.bottom - radius),
    )
    for sprite, (x, y) in zip(corner, places, strict=True):
        canvas.stamp(sprite, x, y)


@lru_cache(maxsize=256)
def _corner(
    theme: Theme, fill: Tone, outline: Tone | None, ground: Tone, radius: int, thick: int
) -> tuple[Sprite, ...]:
    """The four corners of a box, from the upper left one clockwise."""
    size = radius * FINE
    image = Image.new("RGB", (size, size), theme.colours[ground])
    pen = ImageDraw.Draw(image)
    pen.ellipse((0, 0, 2 * size - 1, 2 * size - 1), fill=theme.colours[outline or fill])
    if outline is not None:
        wide = thick * FINE
        pen.ellipse((wide, wide, 2 * size - 1 - wide, 2 * size - 1 - wide), fill=theme.colours[fill])
    first = reduce_to_palette(theme, image.reduce(FINE), Shades())
    turns = (None, Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    return tuple([Sprite(first if turn is None else first.transpose(turn), None) for turn in turns])
