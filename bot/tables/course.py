"""The course of a deal, for those who read along: what happened in its order, where a record keeps turns in one piece.

A turn in which the table does something stands in parts, before and after that.
"""

from dataclasses import replace

from bot.tables.table import Table
from engine.actions import Written
from engine.record import Line, Turn


def with_action(table: Table, written: Written) -> tuple[Line, ...]:
    """What has happened, with an action of the seat in turn."""
    last = table.happened[-1] if table.happened else None
    if table.turn and isinstance(last, Turn):
        return (*table.happened[:-1], replace(last, actions=(*last.actions, written)))
    assert table.game is not None
    return (*table.happened, Turn(table.game.turn_number, table.in_turn, (written,)))


def without_actions(table: Table, number: int) -> tuple[Line, ...]:
    """What has happened, without the latest `number` actions of the turn in progress."""
    lines: list[Line] = []
    for line in reversed(table.happened):
        if not number or not isinstance(line, Turn):
            lines.append(line)
            continue
        fewer = line.actions[: max(0, len(line.actions) - number)]
        number -= len(line.actions) - len(fewer)
        if fewer:
            lines.append(replace(line, actions=fewer))
    return tuple(lines[::-1])


def turn_begun(table: Table) -> int:
    """How much had happened when the turn in progress began; all of it between two turns."""
    place, actions = len(table.happened), len(table.turn)
    while actions > 0:
        place -= 1
        line = table.happened[place]
        actions -= len(line.actions) if isinstance(line, Turn) else 0
    return place


def last_part(table: Table) -> tuple[Written, ...]:
    """What the player in turn has done since the table did something; all of the turn where it did nothing."""
    last = table.happened[-1] if table.turn else None
    return last.actions if isinstance(last, Turn) else ()
