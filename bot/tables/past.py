"""A table as it was: its log folded up to a time, never into a deal that is not everybody's to see. Pure.

A deal is shown once its record is open: when it is over, in duplicate at every table. So whoever sees an earlier moment
sees nothing that they could not read in a record.
"""

from collections.abc import Iterable, Iterator, Sequence
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
    for new in _states(found[-1].table if found else None, rows, until, deals):
        if _is_another(found, new):
            found.clear()
        _append(found, new)
    return tuple(found)


def courses(rows: Iterable[LogRow], until: int, deals: int) -> tuple[Course, ...]:
    """Every deal from the first one on up to the time `until`, by a whole log. Raises `BrokenLog`."""
    found: list[list[PastTable]] = []
    for new in _states(None, rows, until, deals):
        if not found or _is_another(found[-1], new):
            found.append([])
        _append(found[-1], new)
    return tuple(tuple(one) for one in found if one[-1].table.game is not None)


def _states(last: Table | None, rows: Iterable[LogRow], until: int, deals: int) -> Iterator[PastTable]:
    """The table after each entry, up to the time and to the first deal that cannot be seen."""
    for row in rows:
        if row.at > until:
            return
        last = following(last, row) if last is not None else table_from_opening(row)
        if last.phase == PLAYING and len(last.records) >= deals:
            return
        yield PastTable(last, row.seq, row.at)


def _append(found: list[PastTable], new: PastTable) -> None:
    """Where no card has moved it takes the last one's place."""
    if found and found[-1].table.game is new.table.game:
        found[-1] = PastTable(new.table, new.seq, found[-1].at)
    else:
        found.append(new)


def _is_another(found: list[PastTable], new: PastTable) -> bool:
    """Whether this is another deal than the one before it, or the first one."""
    if not found or found[-1].table.game is new.table.game:
        return False
    return found[-1].table.game is None or found[-1].table.deal_since != new.table.deal_since


def seen_since(course: Course, since: int) -> Course:
    """What of it lay on the table at this time or later."""
    first = max([place for place, one in enumerate(course) if one.at <= since], default=0)
    return course[first:]


def shown_deals(found: Sequence[Course], since: int) -> range:
    """The places of the deals of which something lay on the table at this time or later."""
    first = sum(1 for later in found[1:] if later[0].at <= since)
    return range(first, len(found))
