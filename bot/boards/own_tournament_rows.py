"""Rows of tournaments and series as somebody may read them who asks for what is stored of them. Pure.

Of what they did themselves: all that they said, but for others' ids and guests' names. Of what somebody else did: the
verb, and those keys in which they stand themselves, with nobody else in them.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias

from bot.boards.ports import LogRowNaming
from bot.tables.who import HOST

GUESTS: Final = ("guests", "guest")  # keys of entries: who plays without an account, by name
_ID: Final = re.compile(r"\b(?:p|gone)[0-9a-f]{12}\b")  # of a person, or what stands there of somebody forgotten

Read: TypeAlias = Callable[[str], str]
"""What may be read of a text."""


def own_tournament_row(row: LogRowNaming, person: str) -> LogRowNaming:
    """The row without anybody else."""
    is_theirs = row.actor.partition(" ")[0].rstrip("!") == person
    verb, _, text = row.entry.partition(" ")
    keys = _keys(text)
    if is_theirs:
        own = _without(keys, lambda text: _ID.sub(lambda found: found[0] if found[0] == person else "", text))
    else:
        named = {name: value for name, value in keys.items() if _names(value, person)}
        own = _without(named, lambda text: text if text == person else "")
    actor = row.actor if is_theirs or row.actor == HOST else ""
    return replace(row, actor=actor, entry=f"{verb} {json.dumps(own, ensure_ascii=False)}" if own else verb)


def _keys(text: str) -> dict[str, Any]:
    """Those of an entry; none of one that cannot be read."""
    try:
        read = json.loads(text) if text else {}
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


def _names(value: Any, person: str) -> bool:
    """Whether the person stands somewhere in it."""
    match value:
        case dict():
            return person in value or any(_names(one, person) for one in value.values())
        case list():
            return any(_names(one, person) for one in value)
        case _:
            return bool(value == person)


def _without(value: Any, read: Read) -> Any:
    """The value with what may be read of its texts, and without what is kept of others by their ids."""
    match value:
        case str():
            return read(value)
        case list():
            return [_without(one, read) for one in value]
        case dict():
            readable = {name: one for name, one in value.items() if read(name) or not _ID.search(name)}
            return {name: _nameless(one) if name in GUESTS else _without(one, read) for name, one in readable.items()}
        case _:
            return value


def _nameless(guests: Any) -> Any:
    """As many guests, or the one, without names."""
    return [""] * len(guests) if isinstance(guests, list) else ""
