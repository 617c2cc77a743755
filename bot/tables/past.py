"""A table as it was: its log folded up to a time, never into a deal that is not everybody's to see. Pure.

A deal is shown once its record is open: when it is over, in duplicate at every table. So whoever sees an earlier moment
sees nothing that they could not read in a record.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from bot.tables.log import LogRow, following, table_from_opening
from bot.tables.table import PLAYING, Table


@dataclass(frozen=True, slots=True, eq=False)
class PastTable:
    """A table as it was after the entry `seq` of its log; its cards have lain so since this time, `at`."""

    table: Table
    seq: int
    at: int


Course = tuple[PastTable, ...]
"""A deal from its beginning to some time, each state of its cards once; before the first deal the table alone."""


def open_deals(now: Table) -> int:
    """How many deals of the table, from the first on, anybody may see."""
    open_ones = now.open_records
    return sum(1 for _ in takewhile(lambda record: any(record is one for one in open_ones), now.records))


def advanced(course: Course, rows: Iterable[LogRow], until: int, deals: int) -> Course:
    """The course up to the time `until`; of its `deals` that many can be seen. Raises `BrokenLog`."""
    found = list(course)
    for row in rows:
        if row.at > until:
            break
        after = following(found[-1].table, row) if found else table_from_opening(row)
        if after.phase == PLAYING and len(after.records) >= deals:
            break
        _append(found, PastTable(after, row.seq, row.at))
    return tuple(found)


def _append(found: list[PastTable], new: PastTable) -> None:
    """Where no card has moved it takes the last one's place; another deal is another course."""
    if found and found[-1].table.game is new.table.game:
        found[-1] = PastTable(new.table, new.seq, found[-1].at)
        return
    if found and (found[-1].table.game is None or found[-1].table.deal_since != new.table.deal_since):
        found.clear()
    found.append(new)


def seen_since(course: Course, since: int) -> Course:
    """What of it lay on the table at this time or later."""
    first = max([place for place, one in enumerate(course) if one.at <= since], default=0)
    return course[first:]
