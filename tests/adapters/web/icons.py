"""The icons of the installed page, drawn by the program's own renderer: `python -m tests.adapters.web.icons`."""

from pathlib import Path
from typing import Final

from engine.cards import parse_card
from renderers.layout.fan import card_height
from renderers.layout.sheet import Face, Rect, Sheet
from renderers.paint import paint
from renderers.scenes import Look

PAGE: Final = Path(__file__).parents[3] / "bot" / "adapters" / "web" / "page"
ICONS: Final = {"icon-192.png": (192, 0.56), "icon-512.png": (512, 0.56), "icon-maskable.png": (512, 0.42)}
"""Each with its size, and the part of it that a card is wide; a maskable one may be cut round."""


def icon(size: int, part: float) -> bytes:
    """A pinella behind an ace, on the felt."""
    width = round(size * part)
    height, apart = card_height(width), round(width * 0.36)
    left, top = (size - width - apart) // 2, (size - height) // 2
    cards = [(left, "2h"), (left + apart, "As")]
    faces = [Face(Rect(x, top, width, height), parse_card(card)) for x, card in cards]
    return paint(Sheet(size, size, tuple(faces)), Look()).png


def main() -> None:
    for name, (size, part) in ICONS.items():
        (PAGE / name).write_bytes(icon(size, part))


if __name__ == "__main__":
    main()
