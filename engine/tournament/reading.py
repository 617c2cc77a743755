"""A tournament's file read: JSON text becomes values, or an error that names the line or the event.

Here stands what makes a file unusable: no JSON, a missing key, a value that is not listed, a wrong type. What is well
formed and breaks a rule is found later, by `fold`.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeGuard

from engine.rules import RULE_SETS
from engine.tournament.announcement import (
    KNOCK_OUT,
    METHODS,
    PLAYERS,
    TEAMS,
    THREE,
    Entry,
    Tournament,
    tournament,
)
from engine.tournament.events import TYPES, Event
from engine.victory import vp_table

FORMAT: Final = "burraco-tournament"
VERSION: Final = 1
FIRST: Final = ("order", "lot", "arbiter")
_LONGEST_DEALS: Final = 5
_MOST_DIGITS: Final = 1000  # of a number; sums of such can still be written


class UnusableFile(ValueError):
    """A file that cannot be used; the message is one line that names the line or the event."""


def read_tournament(text: str) -> Tournament:
    """The tournament in the text of a file. Raises `UnusableFile`."""
    try:
        document = json.loads(text, parse_constant=_no_number, parse_int=_number)
    except json.JSONDecodeError as error:
        raise UnusableFile(f"line {error.lineno}: is not JSON: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise UnusableFile(f"line 1: is not JSON that can be read: {error}") from None
    if not isinstance(document, dict):
        raise UnusableFile("line 1: must be a JSON object")
    return tournament_of(document)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise ValueError(f"a number has more than {_MOST_DIGITS} digits")
    return int(digits)


def tournament_of(document: Mapping[str, Any]) -> Tournament:
    """The tournament in a document that is JSON. Raises `UnusableFile`."""
    if document.get("format") != FORMAT:
        raise UnusableFile(f"format: must be {FORMAT!r}")
    if not _is_whole(document.get("version")) or document["version"] != VERSION:
        raise UnusableFile(f"version: must be {VERSION}")
    code = _one_of("code", _needed(document, "code"), RULE_SETS)
    kind = _one_of("kind", _needed(document, "kind"), tuple(PLAYERS))
    if (code == THREE) != (kind == THREE):
        raise UnusableFile(f"kind: {kind} is not played by {code}")
    methods = _methods(_needed(document, "rounds"), kind)
    deals = _deals(_needed(document, "deals"), len(methods))
    for number in deals:
        if number != 3 if kind == THREE else vp_table(code, number, kind == TEAMS) is None:
            raise UnusableFile(f"deals: no table printed for {code}, {kind}, {number} deals")
    entries = _entries(_needed(document, "entries"), kind)
    first, order = _first(document.get("first", {"by": "order"}), entries)
    return tournament(
        code,
        kind,
        deals,
        methods,
        entries,
        _seed(_needed(document, "seed")),
        step=_least("step", document.get("step", 1), 1),
        qualifiers=_least("qualifiers", document["qualifiers"], 2) if "qualifiers" in document else None,
        first=first,
        first_order=order,
        events=_events(_needed(document, "events"), kind),
    )


def _needed(document: Mapping[str, Any], key: str) -> Any:
    if key not in document:
        raise UnusableFile(f"{key}: is missing")
    return document[key]


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(key: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise UnusableFile(f"{key}: must be one of {', '.join(allowed)}")
    return value


def _least(key: str, value: object, least: int) -> int:
    if not _is_whole(value) or value < least:
        raise UnusableFile(f"{key}: must be a whole number from {least} on")
    return value


def _methods(value: object, kind: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise UnusableFile("rounds: must be a list of methods")
    methods = tuple([_one_of("rounds", method, METHODS[kind]) for method in value])
    if KNOCK_OUT in methods and set(methods[methods.index(KNOCK_OUT) :]) != {KNOCK_OUT}:
        raise UnusableFile("rounds: nothing comes after knock-out")
    return methods


def _deals(value: object, rounds: int) -> tuple[int, ...]:
    numbers = value if isinstance(value, list) else [value] * rounds
    if len(numbers) != rounds:
        raise UnusableFile("deals: must be one number, or one for each round")
    for number in numbers:
        if not _is_whole(number) or not 1 <= number <= _LONGEST_DEALS:
            raise UnusableFile(f"deals: must be from 1 to {_LONGEST_DEALS}")
    return tuple(numbers)


def _seed(value: object) -> bytes:
    if not isinstance(value, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", value):
        raise UnusableFile("seed: must be 64 hex digits")
    return bytes.fromhex(value)


def _entries(value: object, kind: str) -> tuple[Entry, ...]:
    if not isinstance(value, list) or not value:
        raise UnusableFile("entries: must be a list of at least one entry")
    entries = tuple([_entry(f"entries: {place}", one, kind) for place, one in enumerate(value, 1)])
    ids: set[str] = set()
    names: set[str] = set()
    for entry in entries:
        if entry.id in ids:
            raise UnusableFile(f"entries: {entry.id!r} stands twice")
        ids.add(entry.id)
        for name in entry.players:
            if name in names:
                raise UnusableFile(f"entries: {entry.id!r}: the player {name!r} stands twice")
            names.add(name)
    return entries


def _entry(where: str, value: object, kind: str) -> Entry:
    if not isinstance(value, dict):
        raise UnusableFile(f"{where}: must be an object")
    one, players, late = value.get("id"), value.get("players"), value.get("late", False)
    if not isinstance(one, str) or not one:
        raise UnusableFile(f"{where}: id: must be a text that is not empty")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise UnusableFile(f"{where}: players: must be a list of names")
    least, most = PLAYERS[kind]
    if not least <= len(players) <= most:
        raise UnusableFile(f"{where}: players: must be {least} to {most}, not {len(players)}")
    if not isinstance(late, bool):
        raise UnusableFile(f"{where}: late: must be true or false")
    return Entry(one, tuple(players), late)


def _first(value: object, entries: tuple[Entry, ...]) -> tuple[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise UnusableFile("first: must be an object")
    by = _one_of("first.by", value.get("by"), FIRST)
    if by != "arbiter":
        return by, ()
    order = value.get("order")
    if not isinstance(order, list) or not all(isinstance(one, str) for one in order):
        raise UnusableFile("first.order: must be a list of ids")
    if sorted(order) != sorted(entry.id for entry in entries if not entry.late):
        raise UnusableFile("first.order: must have every entry that is not late, once")
    return by, tuple(order)


# ---- events


def _whole(value: object) -> int:
    if not _is_whole(value):
        raise UnusableFile("must be a whole number")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise UnusableFile("must be a text")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise UnusableFile("must be true or false")
    return value


def _list(value: object) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise UnusableFile("must be a list")
    return tuple(value)


def _texts(value: object) -> tuple[str, ...]:
    return tuple([_text(item) for item in _list(value)])


def _numbers(value: object) -> tuple[int, ...]:
    return tuple([_whole(item) for item in _list(value)])


def _rows(value: object) -> tuple[tuple[int, ...], ...]:
    return tuple([_numbers(item) for item in _list(value)])


Check = Callable[[object], object]

_ROUND: Final[dict[str, Check]] = {"round": _whole}
_OF_ENTRY: Final[dict[str, Check]] = {"round": _whole, "entry": _text}
_OF_TABLE: Final[dict[str, Check]] = {"round": _whole, "table": _whole}
_TOTALS: Final[dict[str, Check]] = {"deals": _rows, "deals2": _rows, "mp": _numbers, "winner": _text}

NEEDED: Final[Mapping[str, Mapping[str, Check]]] = {
    "paired": {**_ROUND, "tables": _list, "bye": _texts},
    "late-entry": {**_OF_ENTRY, "minutes": _whole},
    "result": _OF_TABLE,
    "score": {**_OF_TABLE, "vp": _numbers, "mp": _numbers},
    "lateness": {**_OF_ENTRY, "minutes": _whole},
    "forfeit": {**_OF_ENTRY, "mp": _numbers},
    "warning": {**_OF_ENTRY, "category": _text},
    "penalty": _OF_ENTRY,
    "withdrawal": _OF_ENTRY,
    "replacement": {"entry": _text, "out": _text, "in": _text, "reason": _text},
    "lineup": {**_OF_ENTRY, "pairs": _list},
    "timeout": _ROUND,
    "closed": _ROUND,
    "correction": {"replaces": _whole, "reason": _text},
    "finished": {},
}
"""The keys that each type of event must have, with the check of their JSON type."""

OPTIONAL: Final[Mapping[str, Mapping[str, Check]]] = {
    "result": _TOTALS,
    "score": {"winner": _text},
    "penalty": {"vp": _whole, "mp": _whole},
    "withdrawal": {"temporary": _flag, "mp": _numbers},
    "closed": {"standings": _list},
    "correction": {**_TOTALS, "vp": _numbers, "void": _flag, "cause": _text},
}
"""The keys that it may have."""

_RENAMED: Final = {"out": "outgoing", "in": "incoming"}


def _events(value: object, kind: str) -> tuple[Event, ...]:
    if not isinstance(value, list):
        raise UnusableFile("events: must be a list")
    events = []
    for place, one in enumerate(value, 1):
        try:
            events.append(read_event(one, kind))
        except UnusableFile as error:
            raise UnusableFile(f"event {place}: {error}") from None
    return tuple(events)


def read_event(value: object, kind: str) -> Event:
    """One event as it stands in the file. Raises `UnusableFile`."""
    if not isinstance(value, dict):
        raise UnusableFile("must be an object")
    name = value.get("type")
    if not isinstance(name, str) or name not in TYPES:
        raise UnusableFile(f"type: {name!r} is unknown" if "type" in value else "type: is missing")
    needed: Mapping[str, Check] = {"n": _whole, **NEEDED[name]}
    found: dict[str, Any] = {}
    for key, check in {**needed, **OPTIONAL.get(name, {})}.items():
        if key in value:
            found[_RENAMED.get(key, key)] = _checked(key, check, value[key])
        elif key in needed:
            raise UnusableFile(f"{key}: is missing")
    _check_alternatives(name, found, kind)
    return TYPES[name](**found)


def _checked(key: str, check: Check, value: object) -> object:
    try:
        return check(value)
    except UnusableFile as error:
        raise UnusableFile(f"{key}: {error}") from None


def _check_alternatives(name: str, found: Mapping[str, Any], kind: str) -> None:
    totals = "mp" in found or ("deals" in found and (kind != TEAMS or "deals2" in found))
    if name == "result" and not totals:
        raise UnusableFile("deals: is missing" if kind != TEAMS else "deals and deals2, or mp: are missing")
    if name == "correction" and not totals and "void" not in found:
        raise UnusableFile("void, or the keys of a result or score: are missing")
    if name == "penalty" and ("vp" in found) == ("mp" in found):
        raise UnusableFile("must have vp or mp, one of them")
