"""What goes to the server at a stroke, a transaction or questions: it is queued, and answers are taken as they come.

It speaks to libpq below the driver's cursors. Those look at each statement and each value anew, which takes longer than
all else that a host does for a commit. But for `wait` nothing here waits.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from select import POLLIN, POLLOUT, poll
from typing import Any, Final, NamedTuple, TypeAlias

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer
from psycopg.errors import error_from_result

from bot.store.postgres_dialect import numbered

INT8: Final = 20  # the number of PostgreSQL's type
BY_CONTEXT: Final = 0

Answer: TypeAlias = "list[Any] | psycopg.Error"
"""The rows of a question, or why there are none."""


class _Prepared(NamedTuple):
    """A statement that the server knows by a name, and the names of its values in their order."""

    name: bytes
    values: tuple[str, ...]


class Pipeline:
    """One transaction after the other, or questions, over one connection that nobody else uses meanwhile.

    `begin`, everything to be sent, `send_off`; then `take`, whenever the connection can be read, until it is true, or
    `wait`; and `end`. Questions are sent by `ask`, of which each is a transaction of its own. Raises `psycopg.Error`.
    """

    def __init__(self, raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self._raw = raw
        self._pgconn = raw.pgconn
        self._encoding = raw.info.encoding
        self._prepared: dict[str, _Prepared] = {}
        self._numbers = count()
        self._new: list[str] = []  # statements whose names the server has not confirmed yet
        self._left = 0  # transactions that are not answered yet
        self._reads = False
        self._answers: list[Answer] = []
        self._answer: Answer = []  # to what is being answered

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
        return bool(self._answers) and not self._left and not self._errors

    @property
    def _errors(self) -> list[psycopg.Error]:
        return [one for one in self._answers if isinstance(one, psycopg.Error)]

    def begin(self) -> None:
        self._begin(reads=False)

    def _begin(self, *, reads: bool) -> None:
        if self.is_under_way:  # libpq says nothing to that, and older answers would be taken for those to come
            raise psycopg.OperationalError("what was begun before is not at its end")
        self._answers, self._answer, self._left, self._reads = [], [], 0, reads
        self._new.clear()
        self._pgconn.enter_pipeline_mode()

    def ask(self, questions: Iterable[tuple[str, Mapping[str, object]]]) -> bool:
        """Whether all of them are on their way."""
        self._begin(reads=True)
        for statement, values in questions:
            self.each(statement, (values,))
            self._sync()
        return not self._pgconn.flush()

    def word(self, word: str) -> None:
        """BEGIN or COMMIT."""
        self._pgconn.send_query_params(word.encode(), None)

    def each(self, statement: str, rows: Iterable[Mapping[str, object]]) -> None:
        """The statement with each of these, which are texts and numbers."""
        for row in rows:
            prepared = self._prepared.get(statement) or self._prepare(statement, row)
            self._pgconn.send_query_prepared(prepared.name, [self._text_of(row[name]) for name in prepared.values])

    def _prepare(self, statement: str, row: Mapping[str, object]) -> _Prepared:
        text, names = numbered(statement)
        prepared = _Prepared(f"burraco_{next(self._numbers)}".encode(), names)
        types = [INT8 if isinstance(row[name], int) else BY_CONTEXT for name in names]
        self._pgconn.send_prepare(prepared.name, text.encode(), types)
        self._prepared[statement] = prepared
        self._new.append(statement)
        return prepared

    def _text_of(self, value: object) -> bytes:
        if isinstance(value, int):
            return b"%d" % value
        assert isinstance(value, str), type(value)
        if "\0" in value:
            raise psycopg.DataError("a text of PostgreSQL cannot have a NUL in it")
        return value.encode(self._encoding)

    def send_off(self) -> bool:
        """Whether all is on its way; else it is sent while answers are taken."""
        self._sync()
        return not self._pgconn.flush()

    def _sync(self) -> None:
        """So much is one transaction."""
        self._pgconn.pipeline_sync()
        self._left += 1

    def take(self) -> bool:
        """What has come is taken; whether all is answered."""
        self._pgconn.consume_input()
        while self._left and not self._pgconn.is_busy():
            self._note(self._pgconn.get_result())
        while (word := self._pgconn.notifies()) is not None:
            if self._pgconn.notify_handler is not None:
                self._pgconn.notify_handler(word)
        return not self._left

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
            self._answers.append(self._answer)
            self._answer = []
            self._left -= 1
        elif result.status == pq.ExecStatus.FATAL_ERROR and not isinstance(self._answer, psycopg.Error):
            self._answer = error_from_result(result, self._encoding)
        elif result.status == pq.ExecStatus.TUPLES_OK and self._reads:
            rows = Transformer(self._raw)
            rows.set_pgresult(result)
            self._answer = rows.load_rows(0, result.ntuples, tuple)

    def end(self) -> None:
        """Raises what the server has refused."""
        self.answers()
        for error in self._errors:
            raise error

    def answers(self) -> Sequence[Answer]:
        """The rows of each question, or why there are none; it is at its end."""
        self._pgconn.exit_pipeline_mode()
        if self._errors:
            for statement in self._new:  # prepared or skipped, nobody knows
                del self._prepared[statement]
        return self._answers


def can_be_said(values: object) -> bool:
    """Whether they are values by name, each a text or a number."""
    return isinstance(values, Mapping) and all(type(one) in (str, int) for one in values.values())
