"""Helpers for tests of a tournament's table: four people paired at it, and deals played with as little as possible."""

from dataclasses import replace
from typing import Final

from bot.tables.assigned import by_seat, open_assigned
from bot.tables.table import PLAYING, Assigned, Chair, Settings, Table
from bot.tables.who import Who
from engine.actions import format_action
from engine.legal import legal
from tests.tables.playing import ANNA, BRUNO, CARLA, CLOCK, DARIO, FAST, SEED, START, after

PEOPLE: Final = {"N": ANNA, "E": CARLA, "S": BRUNO, "W": DARIO}
LINES: Final = ((ANNA.id, BRUNO.id), (CARLA.id, DARIO.id))
THREE_DEALS: Final = replace(FAST, rules="febur", house="hands=3 undo=off")
TOURNAMENT: Final = "tour0123456789abcdef"
OTHER: Final = "11" * 31 + "05"


def chair(who: Who) -> Chair:
    return Chair(who.id, who.name)


def opened(settings: Settings = THREE_DEALS, *, sealed: bool = False) -> Table:
    """Anna and Bruno against Carla and Dario, at table 3 of round 2."""
    assigned = Assigned(TOURNAMENT, "Thursday", 2, 3, LINES, sealed=sealed)
    chairs = by_seat(settings.code(), ((chair(ANNA), chair(BRUNO)), (chair(CARLA), chair(DARIO))))
    return open_assigned(settings, assigned, chairs, START, "ROSSO", "c1")


def dealt(settings: Settings = THREE_DEALS, *, sealed: bool = False, seed: str = SEED) -> Table:
    return after(opened(settings, sealed=sealed), (CLOCK, f"seal {seed}"), (CLOCK, f"begin {OTHER}"), (CLOCK, "deal"))


def one_turn(table: Table, at: int = START) -> Table:
    """The seat in turn draws and discards."""
    return after(after(table, (CLOCK, "play d"), at=at), (CLOCK, _discard(table, at)), at=at)


def _discard(table: Table, at: int) -> str:
    drawn = after(table, (CLOCK, "play d"), at=at)
    assert drawn.game is not None
    return f"play {format_action(next(one for one in legal(drawn.game.deal) if format_action(one).startswith('x')))}"


def to_the_end_of_the_deal(table: Table) -> Table:
    """Everybody draws and discards until the deal is over; turns are short, so it ends with the stock."""
    while table.phase == PLAYING:
        table = one_turn(table)
    return table
