"""The shipped fonts: loaded once from the package, never from the machine; measuring and shortening text.

A second font draws what the first has not: Chinese, Japanese and Korean. A line is drawn in runs of one font each.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import groupby
from typing import Final, TypeAlias
from zlib import crc32

from PIL import ImageFont

from renderers.scripts import legible
from renderers.undrawable import MissingAsset

ASSETS: Final = files("renderers") / "assets"
REGULAR: Final = "DejaVuSansCondensed.ttf"
BOLD: Final = "DejaVuSansCondensed-Bold.ttf"
SECOND: Final = "DroidSansFallback.ttf"
LICENCES: Final = ("LICENSE-DejaVu.txt", "LICENSE-DroidSansFallback.txt")
WHOLE: Final = {REGULAR: 0x173B2DD5, BOLD: 0x3887D4FA, SECOND: 0x486D02ED}  # their CRC-32
ELLIPSIS: Final = "…"
FIRST_OF_SECOND: Final = "\u1100"  # where the scripts of East Asia begin
_NO_CHARACTER: Final = "\uffff"  # no font has it: its picture is that of every missing sign

Run: TypeAlias = tuple[str, ImageFont.FreeTypeFont]


@cache
def _asset(name: str) -> bytes:
    try:
        return (ASSETS / name).read_bytes()
    except OSError:
        raise MissingAsset(f"renderers/assets/{name} is missing: the program is not completely installed") from None


def check_assets() -> None:
    """Raises `MissingAsset` where a font or a licence did not come along, or is damaged; to be asked at the start."""
    for name in LICENCES:
        _asset(name)
    for name, whole in WHOLE.items():
        if crc32(_asset(name)) != whole:
            raise _damaged(name)


def _damaged(name: str) -> MissingAsset:
    return MissingAsset(f"renderers/assets/{name} is damaged: the program is not completely installed")


def _loaded(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font, laid out by Pillow's own engine: it asks no library of the machine."""
    try:
        return ImageFont.truetype(BytesIO(_asset(name)), size, layout_engine=ImageFont.Layout.BASIC)
    except OSError:
        raise _damaged(name) from None


@lru_cache(maxsize=64)
def font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    """A font; `size` in pixels."""
    return _loaded(BOLD if bold else REGULAR, size)


@lru_cache(maxsize=16)
def second_font(size: int) -> ImageFont.FreeTypeFont:
    """The font for what the first one has not; it comes in one weight."""
    return _loaded(SECOND, size)


def has_glyph(character: str, bold: bool = False) -> bool:
    """Whether one of the fonts can draw it."""
    return _in_first(character, bold) or _in_second(character)


def needs_second(text: str) -> bool:
    """Whether text that has been made legible has a character that only the second font draws."""
    return not text.isascii() and any([_in_second(character) and not _in_first(character, False) for character in text])


@lru_cache(maxsize=4096)
def _in_first(character: str, bold: bool) -> bool:
    return _drawn(font(20, bold), character) != _drawn(font(20, bold), _NO_CHARACTER)


@lru_cache(maxsize=4096)
def _in_second(character: str) -> bool:
    """Whether the second font draws it: only signs of East Asia, its other letters would not match the first font's."""
    if character < FIRST_OF_SECOND:
        return False
    return _drawn(second_font(20), character) != _drawn(second_font(20), _NO_CHARACTER)


def _drawn(drawing: ImageFont.FreeTypeFont, character: str) -> bytes:
    mask = drawing.getmask(character, mode="L")
    return bytes(mask) + bytes(mask.size)


def runs(text: str, size: int, bold: bool = False) -> list[Run]:
    """The text in pieces of one font each, with their fonts."""
    if text.isascii():
        return [(text, font(size, bold))]
    pieces = [("".join(chars), second) for second, chars in groupby(text, lambda char: not _in_first(char, bold))]
    return [(piece, second_font(size) if second else font(size, bold)) for piece, second in pieces]


def width_of(text: str, size: int, bold: bool = False) -> int:
    """The width in pixels of text that has been made legible."""
    return round(sum([drawing.getlength(piece) for piece, drawing in runs(text, size, bold)]))


@lru_cache(maxsize=2048)
def shown(text: str, bold: bool = False) -> str:
    """Any text as one line that the font can draw."""
    return legible(text, lambda character: has_glyph(character, bold))


@lru_cache(maxsize=2048)
def fit(text: str, size: int, width: int, bold: bool = False) -> str:
    """Any text as one line that the font can draw and that is not wider than `width`: shortened with an ellipsis."""
    line = shown(text, bold)
    if width_of(line, size, bold) <= width:
        return line
    kept = longest(len(line), lambda count: width_of(line[:count].rstrip() + ELLIPSIS, size, bold) <= width)
    shortened = line[:kept].rstrip() + ELLIPSIS
    return shortened if width_of(shortened, size, bold) <= width else ""


def longest(most: int, fits: Callable[[int], bool]) -> int:
    """The largest number up to `most` that fits, 0 where none does; found by halves."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if fits(middle):
            low = middle
        else:
            high = middle - 1
    return low
