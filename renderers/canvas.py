"""The canvas: colour numbers in a greyscale image, and the shortest way from there to a PNG.

The canvas has one column more than the picture, on the left, always 0: as bytes, each row then begins with PNG's filter
number "none", and the rows are compressed as they lie. The image lies in a buffer of ours, which is never copied.
"""

import struct
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final, NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from renderers.layout.sheet import Rect
from renderers.theme import Colour

SMALL: Final = 200_000  # pixels: more than a hand in one row has
LARGE: Final = 700_000  # pixels: more than a hand has
LEVEL: Final = 5  # of zlib-ng; level 6 takes half as much time again and saves 4 to 7 % of the bytes
LEVEL_OF_LARGE: Final = 4  # a quarter less time than level 5, for 8 % more bytes
AS_ABOVE: Final = b"\2"  # PNG's filter "up": what differs from the row above
MOST_PIXELS: Final = 10_000_000  # more than any picture within the limits of its kind needs


class _Piece(NamedTuple):
    """Some rows of a sprite in the form that Pillow's core takes: `Image.paste` checks much before it gets there."""

    pixels: Any
    mask: Any  # None where nothing shines through
    top: int
    height: int


class Sprite:
    """A small picture ready to be put on a canvas: colour numbers ("L"), and a `mask` ("1"), None for a rectangle.

    Where the mask is 0 the canvas shines through. `corners`: only so many rows at the top and at the bottom have such
    places; the rows between are pasted without a mask, seven times as fast.
    """

    __slots__ = ("height", "mask", "pieces", "width")
    pieces: tuple[_Piece, ...]

    def __init__(self, image: Image.Image, mask: Image.Image | None = None, corners: int = 0) -> None:
        self.mask = mask
        self.width, self.height = image.size
        pixels, through = image.im, mask.im if mask is not None else None
        self.pieces = (_Piece(pixels, through, 0, self.height),)
        if through is not None and 0 < corners < self.height - corners:
            cuts = pairwise((0, corners, self.height - corners, self.height))
            self.pieces = tuple([self._piece(pixels, through, *rows) for rows in cuts])

    @property
    def image(self) -> Image.Image:
        """All of it in one."""
        found = Image.new("L", (self.width, self.height))
        for pixels, _, top, height in self.pieces:
            found.im.paste(pixels, (0, top, self.width, top + height))
        return found

    def _piece(self, pixels: Any, mask: Any, top: int, bottom: int) -> _Piece:
        box = (0, top, self.width, bottom)
        part = mask.crop(box)
        return _Piece(pixels.crop(box), part if part.getextrema()[0] == 0 else None, top, bottom - top)


class Canvas:
    """A picture in the making."""

    def __init__(self, width: int, height: int, ground: int) -> None:
        self.width = width
        self.height = height
        self._rows = bytearray((width + 1) * height)
        self._image = Image.frombuffer("L", (width + 1, height), self._rows, "raw", "L", 0, 1)
        self._pixels = self._image.im  # what `Image.paste` asks in the end: its own questions take twice as long
        self.fill(Rect(0, 0, width, height), ground)

    def fill(self, rect: Rect, colour: int) -> None:
        self._pixels.paste(colour, (rect.x + 1, rect.y, rect.right + 1, rect.bottom))

    def stamp(self, sprite: Sprite, x: int, y: int) -> None:
        left, right, paste = x + 1, x + 1 + sprite.width, self._pixels.paste
        for pixels, mask, top, height in sprite.pieces:
            box = (left, y + top, right, y + top + height)
            if mask is None:
                paste(pixels, box)
            else:
                paste(pixels, box, mask)

    def rows(self) -> bytearray:
        """The bytes to be compressed: each row behind its filter number.

        In hands of several rows of cards many rows of pixels repeat the one above: the filter says so, and they are
        quicker to compress.
        """
        if not SMALL <= self.width * self.height < LARGE:
            return self._rows
        rows, wide = self._rows.copy(), self.width + 1
        empty = bytes(wide)
        same, above = AS_ABOVE + empty[1:], bytearray()
        for start in range(0, len(rows), wide):
            row = self._rows[start : start + wide]
            if row == above and row != empty:
                rows[start : start + wide] = same
            above = row
        return rows

    def png(self, palette: Iterable[Colour]) -> bytes:
        """The picture as a palette PNG."""
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        colours = bytes([part for colour in palette for part in colour])
        level = LEVEL if self.width * self.height < LARGE else LEVEL_OF_LARGE
        rows = zlib_ng.compress(self.rows(), level)
        chunks = ((b"IHDR", header), (b"PLTE", colours), (b"IDAT", rows), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join([_chunk(name, body) for name, body in chunks])


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib_ng.crc32(name + body))
