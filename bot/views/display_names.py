"""The names by which a table shows its players: no two are the same."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.tables.table import Chair, Table
from bot.words import table_words
from bot.words.languages import Language
from bot.words.names import known_as
from engine.code import Code, Seat
from engine.players import PLAYERS
from engine.record import DealRecord, Line, TableLine, Turn
from engine.table import COMPUTER as STAND_IN
from engine.table import Substitute

NamesThen: TypeAlias = Mapping[int, Mapping[Seat, str]]
"""By turn, the names of those who sat there as it was played, by seat; as now where a turn is left out."""
AS_NOW: Final[NamesThen] = MappingProxyType({})

NUMBER: Final = re.compile(r" \(\d+\)$")
"""What stands behind the name of who is called like somebody before them (`told_apart`)."""


def display_names(table: Table, language: Language) -> dict[str, str]:
    """By seat, who sits there; a computer player is called after its seat."""
    chairs = zip(table.code.seats, _chairs(table), strict=True)
    return told_apart({seat: display_name(language, seat, chair) for seat, chair in chairs})


def _chairs(table: Table) -> Sequence[Chair]:
    """The chairs; when the match is over those it ended with, where somebody has given up their place since."""
    if table.match is None or not table.match.is_over or not table.seatings:
        return table.chairs
    return [
        chair if chair.person == then.person else then
        for chair, then in zip(table.chairs, table.seatings[-1], strict=True)
    ]


def names_at_the_end(table: Table, language: Language, deal: int = 0) -> dict[str, str]:
    """By seat, who sat there as a deal ended, from 1, 0 for the last one; those who sit there now where none has."""
    chairs = zip(table.code.seats, chairs_at_the_end(table, deal), strict=True)
    return told_apart({seat: display_name(language, seat, chair) for seat, chair in chairs})


def chairs_at_the_end(table: Table, deal: int = 0) -> Sequence[Chair]:
    """The chairs of that deal; whoever has been renamed since has the new name."""
    found = table.seatings[deal - 1 :][:1]
    return [
        replace(then, name=chair.name) if chair.person == then.person else then
        for chair, then in zip(table.chairs, found[0] if found else table.chairs, strict=True)
    ]


def side_name(code: Code, side: int, names: Mapping[str, str]) -> str:
    """Who plays on a side; `names` by seat."""
    return " + ".join([names[seat] for seat in code.sides[side]])


def names_then(record: DealRecord, names: Mapping[Seat, str], language: Language) -> NamesThen:
    """Who sat there in each turn of a deal that has ended; `names` are those as it ended.

    While a computer stands in for somebody, the seat keeps their name.
    """
    left = Counter([act.seat for act in map(_newcomer, record.lines) if act is not None])
    then = {**names, **{seat: _named(language, seat, record.tags[seat]) for seat in left}}
    found: dict[int, Mapping[Seat, str]] = {}
    for line in record.lines:
        act = _newcomer(line)
        if isinstance(line, Turn):
            found[line.number] = told_apart(then)
        elif act is not None:
            left[act.seat] -= 1
            then[act.seat] = _named(language, act.seat, act.name) if left[act.seat] else names[act.seat]
    return found


def _newcomer(line: Line) -> Substitute | None:
    """Whoever sits down there, or comes back; None for all else, and for a stand-in."""
    act = line.act if isinstance(line, TableLine) else None
    return act if isinstance(act, Substitute) and act.name != STAND_IN else None


def _named(language: Language, seat: Seat, name: str) -> str:
    return computer_name(language, seat) if name in PLAYERS else known_as(language, name)


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by seat; who is called like somebody before them has a number behind it: `Anna (2)`."""
    apart: dict[str, str] = {}
    others = {name.casefold() for name in names.values()}
    taken: set[str] = set()
    for seat, name in names.items():
        fresh, number = name, 1
        while name and (fresh.casefold() in taken or (number > 1 and fresh.casefold() in others)):
            number += 1
            fresh = f"{name} ({number})"
        taken.add(fresh.casefold())
        apart[seat] = fresh
    return apart


def display_name(language: Language, seat: str, chair: Chair) -> str:
    """The name of a chair's person, of its computer, "" where nobody sits."""
    if chair.person:
        return known_as(language, chair.name)
    return computer_name(language, seat) if chair.computer else ""


def computer_name(language: Language, seat: str) -> str:
    """The name of a computer player, whoever it plays for."""
    return f"Computer {table_words.seat(language, seat)}"
