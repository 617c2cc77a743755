"""The clock of a round: one for all tables, and a later end for a table that is given lost time back (recupero).

The clock starts at the arbiter's go, and runs the minutes that were announced.

| given back (recupero)                | febur                        | the other codes |
| ------------------------------------ | ---------------------------- | --------------- |
| who registered late (febur 25)       | up to ten minutes, all of it | nothing         |
| who came late to the table (26)      | up to two minutes, all of it | nothing         |
| a pause that the arbiter ordered     | all of it                    | all of it       |

Nobody is given time for what costs points. How much a table is given the arbiter says, who knows why it was late; the
file does not know of it, and has one `timeout` a round, of the first announcement. Times are milliseconds.
Left out: who watches the clock and announces, which is the host; the turn's limit of fitab art. 34, which is the
table's.
"""

from typing import Final

from engine.rules import load_rules

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND


def deadline(go: int, minutes: int, given_back: int = 0) -> int:
    """When TIME OUT is announced, at a table that is given so many milliseconds back."""
    return go + minutes * MINUTE + given_back


def may_see_clock(code: str) -> bool:
    """Whether players may know what is left (fitab art. 5: they may not ask)."""
    return load_rules(code).round_clock == "shown"


def whole_minutes(late: int) -> int:
    """Minutes for an event of the file: those that cost what so many milliseconds cost.

    The law's bounds are: more than 2, from 5 on (fitab), more than 10. So what has begun is a whole minute, but what is
    less than five minutes never becomes five.
    """
    minutes = -(-late // MINUTE)
    return min(minutes, 4) if late < 5 * MINUTE else minutes
