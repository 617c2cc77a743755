"""What the labels of a picture show: lines no wider than their places, and different texts never cut to look alike.

A text is cut at its end. Where another one of the same picture begins with all that would be left, as names of one
family do, it is cut in its middle: what tells it from the other stays.
"""

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from renderers.fonts import ELLIPSIS, fit, longest, shown, width_of
from renderers.layout.sheet import Label

Asked: TypeAlias = tuple[str, int, int, bool]  # a text, the size of its letters, its room in pixels, whether bold
_APART: Final = 0.7  # of the room, at most, for what tells a text from others


def asked_of(label: Label, bold: bool) -> Asked:
    """What is asked for a label; `bold`, where all letters of the theme are."""
    return label.text, label.size, label.rect.w, label.bold or bold


def lines_of(labels: Iterable[Label], bold: bool) -> Mapping[Asked, str]:
    """The line of each label that a picture shows."""
    lines = {asked: fit(*asked) for asked in [asked_of(label, bold) for label in labels]}
    wholes = {asked: shown(asked[0], asked[3]) for asked in lines}
    for asked in [asked for asked, whole in wholes.items() if lines[asked] != whole]:
        whole, left = wholes[asked], lines[asked].removesuffix(ELLIPSIS)
        alike = {other for other in wholes.values() if other.startswith(left)} - {whole}
        if left and alike:
            partings = [_parting(whole, other) for other in alike]
            lines[asked] = _cut_within(whole, min(partings), max(partings), *asked[1:])
    return lines


def _parting(whole: str, other: str) -> int:
    """Where the first differs from the other; its last sign, if it is the other's beginning."""
    pairs = enumerate(zip(whole, other, strict=False))
    return next((at for at, (sign, another) in pairs if sign != another), min(len(whole) - 1, len(other)))


def _cut_within(whole: str, first: int, last: int, size: int, room: int, bold: bool) -> str:
    """The line with what tells it from others between two places, if it can be from the beginning of a word on.

    Before it stands as much of the text's beginning as there is room.
    """

    def fits(line: str, share: float = 1.0) -> bool:
        return width_of(line, size, bold) <= room * share

    word = whole.rfind(" ", 0, first) + 1
    starts = [start for start in (word, first) if start and fits(ELLIPSIS + whole[start : last + 1] + ELLIPSIS, _APART)]
    begins = starts[0] if starts else last
    tail = whole[begins:].lstrip()
    if not fits(ELLIPSIS + tail, _APART):
        kept = longest(len(tail), lambda count: fits(f"{ELLIPSIS}{tail[:count].rstrip()}{ELLIPSIS}", _APART))
        tail = tail[: max(1, kept)].rstrip() + ELLIPSIS
    before = longest(begins, lambda count: fits(whole[:count].rstrip() + ELLIPSIS + tail))
    line = whole[:before].rstrip() + ELLIPSIS + tail
    return line if fits(line) else fit(whole, size, room, bold)
