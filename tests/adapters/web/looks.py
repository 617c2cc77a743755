"""Pictures of a screen, compared as by somebody who steps back: what has moved is seen, how letters are drawn is not.

A golden picture is a quarter as wide and high as the screen, each of its pixels the mean of sixteen. Two are compared
by the means of nine of those, so of 12 by 12 pixels of the screen: the edge of a card that has moved by two of them
alters such a mean by more than `FAR`, for paper is light and the felt is dark.
"""

from io import BytesIO
from typing import Final

from PIL import Image, ImageChops, ImageFilter

SMALLER: Final = 4  # times
FAR: Final = 16  # of 255, by which the mean of a patch may differ in each colour
_MIDDLE: Final = 128  # where there is no difference

Box = tuple[int, int, int, int]


def reduced(png: bytes) -> bytes:
    """What is kept of a picture of the screen."""
    found = BytesIO()
    Image.open(BytesIO(png)).convert("RGB").reduce(SMALLER).save(found, "PNG", optimize=True)
    return found.getvalue()


def moved(one: bytes, other: bytes) -> Box | None:
    """Where two reduced pictures differ by more than they may, in pixels of the screen: left, top, right, bottom."""
    was, now = [Image.open(BytesIO(png)).convert("RGB") for png in (one, other)]
    if was.size != now.size:
        return (0, 0, max(was.width, now.width) * SMALLER, max(was.height, now.height) * SMALLER)
    patches = ImageChops.subtract(was, now, scale=2, offset=_MIDDLE).filter(ImageFilter.BoxBlur(1))
    box = patches.point(lambda value: 255 if 2 * abs(value - _MIDDLE) > FAR else 0).getbbox()
    return None if box is None else (box[0] * SMALLER, box[1] * SMALLER, box[2] * SMALLER, box[3] * SMALLER)
