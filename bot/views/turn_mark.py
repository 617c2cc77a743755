"""A name for the turn that is played, the same for page, notifications and devices: nobody is told of one twice."""

from typing import Final

from bot.tables.table import Table
from engine.shuffle import commitment

SIGNS: Final = 10  # of a deal's commitment; two deals at one table do not share so many


def turn_mark(table: Table) -> str:
    """Which turn of which deal it is, "" where none is played."""
    if not table.in_turn or table.game is None:
        return ""
    deal = commitment(table.seed)[:SIGNS] if table.seed else str(len(table.records))
    return f"{deal}-{table.game.turn_number}"
