"""Small helpers for tests of the host: people, tables, and commands one after the other."""

from typing import Final

from bot.tables.commands import decide, decide_anew
from bot.tables.table import Settings, Table, open_table
from bot.tables.who import HOST, Declined, Who

ANNA: Final = Who("p1", "Anna")
BRUNO: Final = Who("p2", "Bruno")
CARLA: Final = Who("p3", "Carla")
DARIO: Final = Who("p4", "Dario")
EVE: Final = Who("p9", "Eve")
ADMIN: Final = Who("p0", "Ada", admin=True)
CLOCK: Final = Who(HOST)

SEED: Final = "00" * 31 + "07"
START: Final = 1_700_000_000_000

FAST: Final = Settings(pace=0, ping_after=60_000, stand_in_after=300_000, pause=30_000)


def lobby(settings: Settings = FAST) -> Table:
    """A table that Anna has just opened."""
    return open_table(settings, ANNA.id, ANNA.name, START, "ROSSO", "c1")


def after(table: Table, *commands: tuple[Who, str], at: int = START) -> Table:
    """The table after commands that are all carried out."""
    for who, command in commands:
        decided = decide(table, who, command, at)
        assert not isinstance(decided, Declined), f"{command} by {who.name}: {decided}"
        table = decided.table
    return table


def declined(table: Table, who: Who, command: str, at: int = START) -> str:
    """The key with which a new command is declined."""
    decided = decide_anew(table, who, command, at)
    assert isinstance(decided, Declined), f"{command} by {who.name} was carried out"
    return decided.key


def full(settings: Settings = FAST) -> Table:
    """Four people sit in the lobby."""
    return after(lobby(settings), (BRUNO, "join"), (CARLA, "join"), (DARIO, "join"))


def dealt(settings: Settings = FAST, seed: str = SEED) -> Table:
    """Four people, the first deal on the table."""
    return after(full(settings), (ANNA, f"start {seed}"), (CLOCK, f"seal {seed}"), (CLOCK, "deal"))


def person_in_turn(table: Table) -> Who:
    chair = table.chair(table.in_turn)
    return Who(chair.person, chair.name)
