"""Plain text as Telegram reads it: lengths in UTF-16 units, and the entities nobody has to mark."""

import re
from typing import Final

from tests.loopback.telegram.values import Json

FOUND: Final = re.compile(
    r"(?P<url>https?://[^\s<>\"]+|(?<![\w/])t\.me/[^\s<>\"]+)"
    r"|(?<![\w@])(?P<mention>@[A-Za-z]\w{3,31})"
    r"|(?<![\w/<>])(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)(?![\w/])"
)


STYLES: Final = frozenset(("bold", "italic", "underline", "strikethrough", "spoiler"))


def units(text: str) -> int:
    """The length as Telegram counts it: an emoji beyond the first plane is two."""
    return len(text.encode("utf-16-le")) // 2


def found(text: str) -> list[Json]:
    """Links, mentions and commands, which every client marks by itself."""
    return [
        {"type": match.lastgroup, "offset": units(text[: match.start()]), "length": units(match.group())}
        for match in FOUND.finditer(text)
    ]


def with_found(text: str, entities: list[Json]) -> tuple[Json, ...]:
    """The given entities and the found ones that touch none of them, in the order of the text.

    What is only a style takes none away: who is mentioned in bold letters is mentioned (`fix_entities` of tdlib).
    """
    taken = [(one["offset"], one["offset"] + one["length"]) for one in entities if one["type"] not in STYLES]
    free = [
        one
        for one in found(text)
        if all(one["offset"] >= end or one["offset"] + one["length"] <= start for start, end in taken)
    ]
    return tuple(sorted([*entities, *free], key=lambda one: (one["offset"], -one["length"], one["type"])))
