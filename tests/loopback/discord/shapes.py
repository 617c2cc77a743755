"""Values reduced to what a description can tell apart, so that what is alike is judged once.

Discord's descriptions ask which fields there are, of which type, how long a text or a list is at most, which small
numbers and short words are allowed, and that ids are digits. All of that stands in a shape; which id or which text it
was does not.
"""

import re
from bisect import bisect_left
from collections.abc import Hashable
from typing import Any, Final

LENGTHS: Final = sorted(
    {*range(8), 10, 12, 15, 18, 20, 25, 30, 32, 33, 40, 45, 50, 60, 64, 80, 100, 120, 130, 140, 150, 160, 190, 200}
    | {250, 255, 256, 260, 300, 350, 367, 400, 500, 512, 1000, 1024, 1521, 2000, 2048, 4000, 4096, 6000, 10240, 152133}
)
"""The longest texts and lists that somewhere are still allowed, and those just below the shortest."""
VARIED: Final = frozenset("content custom_id description id label max_values options placeholder size value".split())
LIMITS: Final = (0, 1, 25, 40, 45, 80, 100, 150, 1000, 1024, 1521, 2000, 4000, 4096, 6000, (1 << 31) - 1, (1 << 53) - 1)
"""The same for the fields of a message that differ from one to the next: no other limits are theirs."""
SMALL: Final = 1 << 10  # numbers up to here may be names of something
NUMBERS: Final = sorted(
    {4000, 6000, 7999, 9975, 21_600, 604_800, 2_419_200, 5_184_000, 16_777_215}
    | {(1 << bits) - 1 for bits in (31, 32, 53, 54, 63)}
)
"""The greatest numbers that somewhere are still allowed."""
WORD: Final = re.compile(r"[A-Za-z._-]{1,20}")
STAMP: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)")


def shape(value: Any, field: str = "") -> Hashable:
    """Equal for values of a field that every description judges alike."""
    match value:
        case None | bool() | float():
            return (type(value), value if isinstance(value, bool) else None)
        case int() if field in VARIED:
            return ("int", value < 0, bisect_left(LIMITS, abs(value)))
        case int():
            return value if -1 <= value <= SMALL else ("int", value < 0, bisect_left(NUMBERS, abs(value)))
        case str():
            return _text(value, field)
        case list():
            unique = len({repr(one) for one in value}) == len(value)
            return ("list", _length(value, field), unique, frozenset(shape(one) for one in value))
        case dict():
            return frozenset((_key(name), shape(one, name)) for name, one in value.items())
        case _:
            raise TypeError(f"no JSON: {type(value).__name__}")


def _text(text: str, field: str) -> Hashable:
    if field not in VARIED and WORD.fullmatch(text):
        return text
    digits = text.isascii() and text.isdigit()
    kind = "digits" if digits else "stamp" if STAMP.fullmatch(text) else "url" if text.startswith("http") else "text"
    return (kind, _length(text, field), digits and text[0] == "0")


def _length(some: str | list[Any], field: str) -> int:
    return bisect_left(LIMITS if field in VARIED else LENGTHS, len(some))


def _key(name: str) -> str:
    """The name of a field; those of a mapping by ids are all alike."""
    return "#" if name.isdigit() else name
