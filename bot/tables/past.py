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
    """A table as it was after the entry `seq` of its log, which was written `at` this time."""

    table: Table
    seq: int
    at: int


def open_deals(now: Table) -> int:
    """How many deals of the table, from the first on, anybody may see."""
    open_ones = now.open_records
    return sum(1 for _ in takewhile(lambda record: any(record is one for one in open_ones), now.records))


def advanced(past: PastTable | None, rows: Iterable[LogRow], until: int, deals: int) -> PastTable | None:
    """The table as it was at the time `until`; of its `deals` that many can be seen. Raises `BrokenLog`."""
    for row in rows:
        if row.at > until:
            break
        after = table_from_opening(row) if past is None else following(past.table, row)
        if after.phase == PLAYING and len(after.records) >= deals:
            break
        past = PastTable(after, row.seq, row.at)
    return past
