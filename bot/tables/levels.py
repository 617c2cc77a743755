"""How well a computer player plays: a table's setting, for a person's partner one of its own.

A seat is held by *a computer*, `COMPUTER` in its log, whatever it can do; who sits down as a player by another name
plays as that. Thinking is in no log, so a level may change between two actions, where a partner leaves or comes back,
and older tables have theirs, too.
"""

from collections.abc import Sequence
from typing import Final

from bot.tables.lobby import COMPUTER
from bot.tables.table import Chair, Table
from engine.code import Seat

NAMES_LEVELS: Final = 5  # the version of tables since which results name the level that played


def player_at(table: Table, seat: Seat) -> str:
    """The name of the player that thinks for the computer at this seat."""
    return _player(table, table.chairs, table.code.seats.index(seat))


def players_in(table: Table, chairs: Sequence[Chair]) -> tuple[str, ...]:
    """By chair, as a deal of this match ended so: the player that thought for its computer, "" for none.

    Settings of computers do not change within a match.
    """
    if table.version < NAMES_LEVELS:
        return tuple(chair.computer for chair in chairs)
    return tuple(_player(table, chairs, place) for place in range(len(chairs)))


def _player(table: Table, chairs: Sequence[Chair], place: int) -> str:
    if chairs[place].computer != COMPUTER:
        return chairs[place].computer
    return table.settings.partner if _plays_with_a_person(table, chairs, place) else table.settings.level


def _plays_with_a_person(table: Table, chairs: Sequence[Chair], place: int) -> bool:
    partner = table.code.partner[place]
    return partner >= 0 and bool(chairs[partner].person) and not chairs[partner].computer
