"""A transaction that goes to the server at a stroke: what is sent is queued, and answers are taken as they come.

It speaks to libpq below the driver's cursors. Those look at each statement and each value anew, which takes longer than
all else that this host does for a commit. But for `wait` nothing here waits.
"""

from collections.abc import Iterable, Mapping
from itertools import count
from select import POLLIN, POLLOUT, poll
from typing import Any, Final, NamedTuple

import psycopg
from psycopg import pq
from psycopg.errors import error_from_result

from bot.store.postgres_dialect import numbered

INT8: Final = 20  # the number of PostgreSQL's type
BY_CONTEXT: Final = 0


class _Prepared(NamedTuple):
    """A statement that the server knows by a name, and the names of its values in their order."""

    name: bytes
    values: tuple[str, ...]


class Pipeline:
    """One transaction after the other, over one connection that nobody else uses meanwhile.

    `begin`, everything to be sent, `send_off`; then `take`, whenever the connection can be read, until it is true, or
    `wait`; and `end`. Raises `psycopg.Error`.
    """

    def __init__(self, raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._pgconn = raw.pgconn
        self._encoding = raw.info.encoding
        self._prepared: dict[str, _Prepared] = {}
        self._numbers = count()
        self._new: list[str] = []  # statements whose names the server has not confirmed yet
        self._error: psycopg.Error | None = None
        self._is_answered = False

    @property
    def socket(self) -> int:
        return self._pgconn.socket

    @property
    def is_under_way(self) -> bool:
        """Whether something was begun that is not at its end."""
        return self._pgconn.pipeline_status != pq.PipelineStatus.OFF

    @property
    def has_succeeded(self) -> bool:
        """Whether all is answered, and nothing was refused."""
        return self._is_answered and self._error is None

    def begin(self) -> None:
        self._error, self._is_answered = None, False
        self._new.clear()
        self._pgconn.enter_pipeline_mode()

    def word(self, word: str) -> None:
        """BEGIN or COMMIT."""
        self._pgconn.send_query_params(word.encode(), None)

    def each(self, statement: str, rows: Iterable[Mapping[str, object]]) -> None:
        """The statement with each of these, which are texts and numbers."""
        for row in rows:
            prepared = self._prepared.get(statement) or self._prepare(statement, row)
            self._pgconn.send_query_prepared(prepared.name, [self._said(row[name]) for name in prepared.values])

    def _prepare(self, statement: str, row: Mapping[str, object]) -> _Prepared:
        text, names = numbered(statement)
        prepared = _Prepared(f"burraco_{next(self._numbers)}".encode(), names)
        types = [INT8 if isinstance(row[name], int) else BY_CONTEXT for name in names]
        self._pgconn.send_prepare(prepared.name, text.encode(), types)
        self._prepared[statement] = prepared
        self._new.append(statement)
        return prepared

    def _said(self, value: object) -> bytes:
        if isinstance(value, int):
            return b"%d" % value
        assert isinstance(value, str), type(value)
        if "\0" in value:
            raise psycopg.DataError("a text of PostgreSQL cannot have a NUL in it")
        return value.encode(self._encoding)

    def send_off(self) -> bool:
        """Whether all is on its way; else it is sent while answers are taken."""
        self._pgconn.pipeline_sync()
        return not self._pgconn.flush()

    def take(self) -> bool:
        """What has come is taken; whether all is answered."""
        self._pgconn.consume_input()
        while not self._is_answered and not self._pgconn.is_busy():
            self._note(self._pgconn.get_result())
        return self._is_answered

    def wait(self) -> None:
        """Until all is answered."""
        changes = poll()
        while not self.take():
            changes.register(self.socket, POLLIN | (POLLOUT if self._pgconn.flush() else 0))
            changes.poll()

    def _note(self, result: "pq.abc.PGresult | None") -> None:
        if result is None:  # one statement is answered
            if self._pgconn.status == pq.ConnStatus.BAD:
                raise psycopg.OperationalError("the connection was lost")
        elif result.status == pq.ExecStatus.PIPELINE_SYNC:
            self._is_answered = True
        elif result.status == pq.ExecStatus.FATAL_ERROR and self._error is None:
            self._error = error_from_result(result, self._encoding)

    def end(self) -> None:
        """Raises what the server has refused."""
        self._pgconn.exit_pipeline_mode()
        if self._error is not None:
            for statement in self._new:  # prepared or skipped, nobody knows
                del self._prepared[statement]
            raise self._error
