"""Whose turn has begun, and where: for whatever alerts people who are not looking at their table.

Which turns were reported is kept in memory: after a start one may be reported again, and can be recognised by its mark.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.bounded import Bounded
from bot.tables.table import CLOSED, Table
from bot.views.turn_mark import turn_mark

BROWSER: Final = "web"
TABLES: Final = 10_000
PEOPLE: Final = 10_000


@dataclass(frozen=True, slots=True)
class TurnCall:
    """It is this person's turn. `label` is the table's short name, `turn` tells the turn from every other there."""

    person: str
    table: str
    label: str
    turn: str


Caller: TypeAlias = Callable[[TurnCall], None]


def turn_call(table_id: str, table: Table) -> TurnCall | None:
    """Who is to be called at a table: the person whose turn it is, unless nothing can be played now."""
    seat = table.in_turn
    if not seat or table.paused or not table.chair(seat).human:
        return None
    return TurnCall(table.chair(seat).person, table_id, table.label, turn_mark(table))


class TurnCalls:
    """Those of one bot. People who last played in a chat are called there, and not from here."""

    def __init__(self) -> None:
        self._callers: list[Caller] = []
        self._last_turn: Bounded[str, str] = Bounded(TABLES)  # by table: the turn
        self._plays_on: Bounded[str, str] = Bounded(PEOPLE)  # by person: the platform

    def listen(self, caller: Caller) -> None:
        """Call this once a turn, when it begins."""
        self._callers.append(caller)

    def note_played(self, person: str, platform: str) -> None:
        """This person does something at a table, there."""
        if platform:
            self._plays_on[person] = platform

    def plays_in_chat(self, person: str) -> bool:
        """Whether it was in a chat that they did something last since the start."""
        return self._plays_on.get(person, BROWSER) != BROWSER

    def note_table(self, table_id: str, table: Table) -> None:
        """A table is like this now."""
        if table.phase == CLOSED:
            self._last_turn.pop(table_id, None)
        call = turn_call(table_id, table)
        if call is None or self._last_turn.get(table_id) == call.turn:
            return
        self._last_turn[table_id] = call.turn
        if not self.plays_in_chat(call.person):
            for caller in self._callers:
                caller(call)
