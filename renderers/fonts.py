"""The two shipped fonts: loaded once from the package, never from the machine; measuring and shortening text."""

from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import ImageFont

from renderers.scripts import legible
from renderers.undrawable import MissingAsset

ASSETS: Final = files("renderers") / "assets"
REGULAR: Final = "DejaVuSansCondensed.ttf"
BOLD: Final = "DejaVuSansCondensed-Bold.ttf"
LICENCE: Final = "LICENSE-DejaVu.txt"
ELLIPSIS: Final = "…"
_NO_CHARACTER: Final = "\uffff"  # no font has it: what is drawn for it is drawn for everything missing


@cache
def _asset(name: str) -> bytes:
    try:
        return (ASSETS / name).read_bytes()
    except OSError:
        raise MissingAsset(f"renderers/assets/{name} is missing: the program is not completely installed") from None


def check_assets() -> None:
    """Raises `MissingAsset` where a font or its licence did not come along; to be asked at the start."""
    for name in (REGULAR, BOLD, LICENCE):
        _asset(name)


@lru_cache(maxsize=64)
def font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    """A font; `size` in pixels. Laid out by Pillow's own engine: it asks no library of the machine."""
    return ImageFont.truetype(BytesIO(_asset(BOLD if bold else REGULAR)), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4096)
def has_glyph(character: str, bold: bool = False) -> bool:
    """Whether the font can draw it."""
    return _drawn(character, bold) != _drawn(_NO_CHARACTER, bold)


@lru_cache(maxsize=4096)
def _drawn(character: str, bold: bool) -> bytes:
    mask = font(20, bold).getmask(character, mode="L")
    return bytes(mask) + bytes(mask.size)


def width_of(text: str, size: int, bold: bool = False) -> int:
    """The width in pixels of text that has been made legible."""
    return round(font(size, bold).getlength(text))


@lru_cache(maxsize=2048)
def fit(text: str, size: int, width: int, bold: bool = False) -> str:
    """Any text as one line that the font can draw and that is not wider than `width`: shortened with an ellipsis."""
    line = legible(text, lambda character: has_glyph(character, bold))
    if width_of(line, size, bold) <= width:
        return line
    low, high = 0, len(line)  # the longest beginning that fits, by halves
    while low < high:
        middle = (low + high + 1) // 2
        if width_of(line[:middle].rstrip() + ELLIPSIS, size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    shortened = line[:low].rstrip() + ELLIPSIS
    return shortened if width_of(shortened, size, bold) <= width else ""
