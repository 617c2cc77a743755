"""Paragraphs: text broken into lines that fill their room. How wide a line becomes is known from the font's own widths.

A line of a paragraph that mixes directions carries the direction of the whole paragraph, and text that is isolated goes
on being isolated: a line alone could not tell either.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from types import MappingProxyType
from typing import Final

from renderers.scripts import (
    CLOSE,
    FIRST_STRONG,
    LEFT_TO_RIGHT,
    OPENING,
    RIGHT_TO_LEFT,
    has_rightward,
    is_rightward,
)

LONGEST_TEXT: Final = 600  # signs of a paragraph; what is longer was never meant for a picture
_WIDER: Final = 0.45  # a width is rounded to whole pixels, and up from here on: no sign is wider than so
_UNKNOWN: Final = 1.1  # widths of other letters, in sizes of the font
_SPELT: Final = 1.9  # a script may be spelt in more letters


def _advances(text: str) -> MappingProxyType[str, int]:
    """Thousandths of the size by sign; a line says a width and the signs that have it, the first is the space's."""
    lines = [line.strip().partition(" ") for line in text.strip().splitlines()]
    return MappingProxyType({" ": int(lines[0][0]), **{sign: int(wide) for wide, _, signs in lines for sign in signs}})


REGULAR: Final = _advances(
    """
    286 ,.·‘’
    247 '
    250 ijl
    265 IJ
    303 /:;\\|
    316 f
    325 -
    351 ()[]
    353 t
    360 !
    370 r
    414 "
    450 *_`–°
    466 “”
    469 s
    472 z
    478 ?
    495 c
    501 L
    518 F
    521 k
    532 vxy
    542 P
    549 TY
    550 o«»
    551 a
    554 e
    568 E
    570 hnu
    572 Sbdgpq$0123456789{}€
    590 K
    616 AVXZ
    617 B
    628 CR
    659 U
    677 HN
    697 DG
    702 &
    708 OQ
    736 w
    754 #+<=>^~−×
    776 M
    807 ♥♦♣♠
    855 %
    876 m
    890 W
    900 @…—
    """
)
BOLD: Final = _advances(
    """
    313
    275 '
    308 ijl
    329 /\\|
    334 IJ
    342 ,.·‘’
    360 :;
    374 -
    391 f
    410 !
    411 ()[]
    430 t
    444 r
    450 _`–°
    470 *"
    523 ?z
    533 c
    536 s
    573 L
    581 x«»
    586 vy
    591 “”
    598 k
    610 ae
    615 TEF
    618 o
    626 $0123456789€
    641 hnu{}
    648 bdgpqS
    652 YZ
    660 PC
    697 BRXAVK
    730 U
    738 G
    754 DHN#+<=>^~−×
    765 OQ
    785 &
    807 ♥♦♣♠
    831 w
    900 M@…—%
    938 m
    993 W
    """
)


def wrapped(text: str, width: int, size: int, bold: bool = True) -> list[str]:
    """The text in lines that are not wider, broken at spaces; of a very long one the beginning."""
    if len(text) > LONGEST_TEXT:
        text = text[: LONGEST_TEXT - 1].rstrip() + "…"
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and line_width(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return _directed(lines) if has_rightward(text) else lines


def line_width(text: str, size: int, bold: bool) -> int:
    """How wide a line becomes, in pixels; more where it holds signs of other scripts."""
    return sum([_width(sign, size, bold) for sign in text])


@lru_cache(4096)
def _width(sign: str, size: int, bold: bool) -> int:
    if unicodedata.category(sign) in {"Cf", "Mn"}:
        return 0
    letter = unicodedata.normalize("NFD", sign)[0]
    thousandths = (BOLD if bold else REGULAR).get(letter)
    if thousandths is not None:
        return ceil(thousandths * size / 1000 - _WIDER)
    near = ord(sign) < 0x700 or 0x2000 <= ord(sign) < 0x2700 or "\u3040" <= sign <= "\ud7a3"
    return ceil((_UNKNOWN if near else _SPELT) * size)


def _directed(lines: Sequence[str]) -> list[str]:
    """The lines with the direction of their paragraph, what is isolated closed at the end of each and opened again."""
    whole = " ".join(lines)
    mark = RIGHT_TO_LEFT if is_rightward(whole) else LEFT_TO_RIGHT
    directed: list[str] = []
    isolated: list[str] = []
    at = 0
    for line in lines:
        begun = mark + "".join(isolated)
        for place, sign in enumerate(line, at + 1):
            if sign in OPENING:
                own = OPENING[is_rightward(whole[place:])] if sign == FIRST_STRONG else sign
                isolated.append(own)
            elif sign == CLOSE and isolated:
                isolated.pop()
        directed.append(begun + line + CLOSE * len(isolated))
        at += len(line) + 1
    return directed
