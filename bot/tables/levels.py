"""How well a computer player plays: a table's setting, for a person's partner one of its own.

A seat is held by *a computer*, `COMPUTER` in its log, whatever it can do; who sits down as a player by another name
plays as that. Thinking is in no log, so a level may change between two actions, and older tables have theirs, too.
"""

from bot.tables.lobby import COMPUTER
from bot.tables.table import Table
from engine.code import Seat


def player_at(table: Table, seat: Seat) -> str:
    """The name of the player that thinks for the computer at this seat."""
    chair = table.chair(seat)
    if chair.computer != COMPUTER:
        return chair.computer
    return table.settings.partner if _plays_with_a_person(table, seat) else table.settings.level


def _plays_with_a_person(table: Table, seat: Seat) -> bool:
    partner = table.code.partner[table.code.seats.index(seat)]
    if partner < 0:
        return False
    chair = table.chairs[partner]
    return bool(chair.person) and not chair.computer
