"""Whether a request can be carried out at all: its facts are of their kinds, of a sensible size, and can be stored."""

import re
from dataclasses import fields
from typing import Final

from bot.requests.requests import Request

LONGEST: Final = 600  # signs of one text of a request
_UNWRITABLE: Final = re.compile("[\0\ud800-\udfff]")  # what no database takes in a text
LARGEST: Final = 1 << 53  # of a number


def is_sound(request: Request) -> bool:
    """Whether every fact of a request is of its kind, of a sensible size, and can be written down."""
    return all(_is_sound(getattr(request, one.name), one.type) for one in fields(request))


def _is_sound(value: object, kind: object) -> bool:
    if type(value) is not kind:
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST and not _UNWRITABLE.search(value)
    return not isinstance(value, int) or abs(value) <= LARGEST
