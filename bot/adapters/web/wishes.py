"""What a window sends, as intents: JSON objects `{"want": …}` with texts and numbers, and nothing else."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from bot.chat.intents import (
    Arrange,
    Do,
    Find,
    Intent,
    Introduce,
    Invite,
    Open,
    Play,
    Record,
    Rules,
    Sort,
    Watch,
    Why,
)

Json: TypeAlias = Mapping[str, Any]

LONGEST: Final = 600  # signs of one text


class Nonsense(ValueError):
    """No wish of the page."""


def text(message: Json, key: str) -> str:
    found = message.get(key, "")
    if not isinstance(found, str) or len(found) > LONGEST:
        raise Nonsense(key)
    return found


def number(message: Json, key: str) -> int:
    found = message.get(key, -1)
    if not isinstance(found, int) or not -1 <= found < 1 << 53:
        raise Nonsense(key)
    return found


def _do(m: Json) -> Do:
    return Do(text(m, "table"), text(m, "command"), text(m, "delivery"), number(m, "stage"), m.get("sure") is True)


WANTS: Final[Mapping[str, Callable[[Json], Intent]]] = {
    "play": lambda m: Play(text(m, "rules"), number(m, "pace")),
    "watch": lambda m: Watch(text(m, "rules"), number(m, "pace")),
    "open": lambda m: Open(text(m, "rules"), number(m, "pace")),
    "find": lambda m: Find(text(m, "label")),
    "do": _do,
    "arrange": lambda m: Arrange(text(m, "table"), text(m, "order"), text(m, "ticked")),
    "sort": lambda m: Sort(text(m, "table"), text(m, "by")),
    "why": lambda m: Why(text(m, "table"), text(m, "cards")),
    "rules": lambda m: Rules(text(m, "table"), text(m, "name"), text(m, "language")),
    "record": lambda m: Record(text(m, "table")),
    "invite": lambda m: Invite(text(m, "table"), text(m, "seat")),
    "introduce": lambda m: Introduce(text(m, "name"), text(m, "language")),
}


def wish(message: Json) -> Intent:
    """The intent of a message. Raises `Nonsense`."""
    want = WANTS.get(text(message, "want"))
    if want is None:
        raise Nonsense("want")
    return want(message)
