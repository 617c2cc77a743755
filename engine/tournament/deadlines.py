"""The clock of a round: one for all tables, and a later end for a table that is given lost time back (recupero).

The clock starts at the arbiter's go. It runs the round's minutes, which were announced, times the tournament's scale.

| given back (recupero)                | febur                        | the other codes |
| ------------------------------------ | ---------------------------- | --------------- |
| who registered late (febur 25)       | up to ten minutes, all of it | nothing         |
| who came late to the table (26)      | up to two minutes, all of it | nothing         |
| a pause that the arbiter ordered     | all of it                    | all of it       |

Nobody is given time for what costs points. At the end of a table's time TIME OUT is announced there, and what is
still played is in `times`. The file knows one `timeout` a round, of the first announcement. Times are milliseconds.
Left out: who watches the clock and announces, which is the host; the turn's limit of fitab art. 34, which is the
table's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from engine.rules import load_rules
from engine.tournament.laws import LAWS

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
WHOLE: Final = 100  # a scale is in hundredths


@dataclass(frozen=True, slots=True)
class RoundClock:
    """`go`: when the arbiter gave it; `scale` in hundredths, 150 for half as much again; `given_back` by table."""

    go: int
    minutes: int
    scale: int = WHOLE
    given_back: Mapping[int, int] = field(default_factory=dict)


def length(clock: RoundClock) -> int:
    """How long the round lasts for a table that is given nothing back."""
    return clock.minutes * MINUTE * clock.scale // WHOLE


def deadline(clock: RoundClock, table: int) -> int:
    """When TIME OUT is announced at this table."""
    return clock.go + length(clock) + clock.given_back.get(table, 0)


def give_back(clock: RoundClock, table: int, lost: int) -> RoundClock:
    """The clock with so much more time for a table; it adds up, and nothing is taken away."""
    back = clock.given_back.get(table, 0) + max(0, lost)
    return replace(clock, given_back={**clock.given_back, table: back})


def timed_out(clock: RoundClock, tables: Iterable[int], at: int) -> tuple[int, ...]:
    """Those of the tables whose time is over, in their order."""
    return tuple([table for table in tables if deadline(clock, table) <= at])


def next_time_out(clock: RoundClock, tables: Iterable[int], at: int) -> int | None:
    """When the next of these tables has its time over, None where all have."""
    return min([end for table in tables if (end := deadline(clock, table)) > at], default=None)


def remaining(clock: RoundClock, table: int, at: int) -> int:
    """What is left of a table's time, at least 0. Players of a code whose clock is hidden are not told."""
    return max(0, deadline(clock, table) - at)


def may_see_clock(code: str) -> bool:
    """Whether players may know what is left (fitab art. 5: they may not ask)."""
    return load_rules(code).round_clock == "shown"


def to_give_back(code: str, lost: int, *, registered_late: bool = False) -> int:
    """How much of what somebody lost by being late their table is given back."""
    law = LAWS[code]
    minutes = law.given_back_to_late_entries if registered_late else law.given_back
    return lost if 0 < lost <= minutes * MINUTE else 0


def whole_minutes(late: int) -> int:
    """Minutes for an event of the file: those that cost what so many milliseconds cost.

    The law's bounds are: more than 2, from 5 on (fitab), more than 10. So what has begun is a whole minute, but what is
    less than five minutes never becomes five.
    """
    minutes = -(-late // MINUTE)
    return min(minutes, 4) if late < 5 * MINUTE else minutes
