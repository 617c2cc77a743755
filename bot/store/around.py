"""The rows of a table of a damaged file: those before, behind and between what cannot be read.

A scan ends at the first damaged page. So a table is read by the numbers of its rows from both ends, and what is left in
the middle is halved, and read from both ends again. Every table here has such numbers (none is `WITHOUT ROWID`).
"""

import sqlite3
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Row: TypeAlias = dict[str, Any]

FIRST: Final = 1
LAST: Final = 2**63 - 1
BEHIND: Final = 100_000  # numbers that are tried where nobody knows the last one
TRIES: Final = 20_000  # a table; coarse ones come first, so that what is left out then is a few rows at most
KINDS: Final = {"TEXT": str, "INTEGER": int, "BLOB": bytes}


@dataclass(frozen=True, slots=True)
class RowsFound:
    """The rows that could be read, in the order of their numbers, and why others could not, "" where all could.

    `count`: how many rows there are, where an index that is whole tells; None where nobody knows.
    """

    rows: list[Row]
    error: str = ""
    count: int | None = None


def rows_of(connection: sqlite3.Connection, table: str) -> RowsFound:
    """Reads a table of the schema, whatever is wrong with its pages."""
    columns = {str(row[1]): str(row[2]) for row in connection.execute(f"PRAGMA table_info({table})")}
    reader = _RowsReader(connection, table)
    reader.read()
    rows = [dict(zip(columns, reader.rows[number], strict=False)) for number in sorted(reader.rows)]
    whole = [row for row in rows if _is_whole(row, columns)]
    error = reader.error or ("" if len(whole) == len(rows) else "rows with values of another kind")
    return RowsFound(whole, error, _count(connection, table) if error else None)


def _is_whole(row: Row, columns: dict[str, str]) -> bool:
    """A damaged page may bring anything; no column here has a value of another kind, or none."""
    return len(row) == len(columns) and all(isinstance(row[name], KINDS[kind]) for name, kind in columns.items())


def _count(connection: sqlite3.Connection, table: str) -> int | None:
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608  a name of the schema
    except sqlite3.DatabaseError:
        return None


@dataclass(slots=True)
class _RowsReader:
    """`rows`: what was read, by number. `error`: the first that came."""

    connection: sqlite3.Connection
    table: str
    rows: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    error: str = ""

    def read(self) -> None:
        ahead = self._scan(FIRST, LAST)
        if ahead is None:
            return
        back = self._scan(ahead, LAST, back=True)
        if back is not None:
            self._between(ahead, min(back, ahead + BEHIND) if back == LAST else back)

    def _between(self, low: int, high: int) -> None:
        """Those from `low` to `high`, whose ends are damaged: first the middle, then what is left on both sides."""
        left = deque([(low, high)])
        for _ in range(TRIES):
            if not left:
                return
            low, high = left.popleft()
            middle = (low + high) // 2
            ahead = self._scan(middle, high)
            back = self._scan(low, middle - 1, back=True)
            if ahead is not None and ahead < high:
                left.append((ahead + (ahead == middle), high))
            if back is not None and back > low:
                left.append((low, back - (back == middle - 1)))

    def _scan(self, low: int, high: int, *, back: bool = False) -> int | None:
        """Read from `low` on, or `back` from `high`: the number at which that ends, None where all was read."""
        here = high if back else low
        if low > high:
            return None
        try:
            for number, row in self._rows(low, high, back):
                if not (low <= number <= here if back else here <= number <= high):
                    raise sqlite3.DatabaseError("rows are out of order")
                self.rows[number] = row
                here = number - 1 if back else number + 1
        except sqlite3.DatabaseError as error:
            self.error = self.error or str(error)
            return here
        return None

    def _rows(self, low: int, high: int, back: bool) -> Iterator[tuple[int, tuple[Any, ...]]]:
        order = "DESC" if back else "ASC"
        found = self.connection.execute(
            f"SELECT rowid, * FROM {self.table} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid {order}",  # noqa: S608  a name of the schema
            (low, high),
        )
        for number, *row in found:
            yield number, tuple(row)
