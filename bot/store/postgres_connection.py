"""How a PostgreSQL database is opened, what its errors mean in words, and the statements of `bot.store` on it.

The address is libpq's own: `postgresql://user@host/name?sslmode=…`, with several hosts where a standby may take over.
No password of it is ever repeated.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from select import POLLIN, poll
from socket import SO_SNDBUF, SOL_SOCKET, socket
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError, TakenForDead, Unsure
from bot.store.asking import Values
from bot.store.connection import Locked
from bot.store.groups import Uncertain
from bot.store.postgres_dialect import for_postgres
from bot.store.postgres_pipeline import Pipeline

OLDEST: Final = 13_00_00  # the first with everything that is asked of it; as `server_version` counts
LOCK_WAIT: Final = 2000  # milliseconds that a statement waits for a row which somebody else is changing
ROOM: Final = 1 << 18  # bytes that the system takes of a connection before the server has read anything
TALLY_NUMBER: Final = "tallies_bot_number_key"  # two hosts have counted at once

DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "burraco",
    "connect_timeout": 5,
    "keepalives_idle": 5,  # seconds; a server that has vanished is noticed, and not waited for until tomorrow
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "target_session_attrs": "read-write",  # of several hosts the one that is no standby
}
"""What holds where the address does not say otherwise."""

OF_EACH_HOST: Final = ("host", "hostaddr", "port")
"""What an address says of each of its hosts, with commas between; one port may be that of all."""

OF_SESSION: Final = {
    "lock_timeout": LOCK_WAIT,
    "statement_timeout": 0,  # a migration or a check of a large database takes long, and is not to be broken off
    "idle_in_transaction_session_timeout": 0,  # so does what is folded between two statements
    "idle_session_timeout": 0,  # the place of a host is held by a connection that says nothing
    "client_min_messages": "error",
    "tcp_keepalives_idle": 5,  # seconds; the server, too, is to notice that a host has vanished
    "tcp_keepalives_interval": 2,
    "tcp_keepalives_count": 3,
}

SET_WHERE_KNOWN: Final = (
    "SELECT set_config(%(name)s, %(value)s, false) WHERE current_setting(%(name)s, true) IS NOT NULL"
)
"""An older server does not have all of them."""

NO_ROOM: Final = "has no room for another connection; raise max_connections"
READ_ONLY: Final = "is read-only, as a standby is; name the server that can be written"
POOLED: Final = "a pooler gives its connections away between statements; name the server itself, or a pool of sessions"

_MEANINGS: Final[tuple[tuple[type[psycopg.Error], str], ...]] = (
    (errors.DiskFull, "the disk of the server is full; make room and try again"),
    (errors.ReadOnlySqlTransaction, READ_ONLY),
    (errors.InsufficientPrivilege, "this user may not do that there; make the user the database's owner"),
    (errors.LockNotAvailable, "another program keeps it locked; stop that one, or try again"),
    (errors.DeadlockDetected, "another program keeps it locked; stop that one, or try again"),
    (errors.SerializationFailure, "another program changes the same; try again"),
    (errors.DuplicatePreparedStatement, POOLED),
    (errors.InvalidSqlStatementName, POOLED),
    (errors.TooManyConnections, NO_ROOM),
)

_REFUSALS: Final = (
    ("session is read-only", READ_ONLY),
    ("too many connections", NO_ROOM),
    ("too many clients", NO_ROOM),
)
"""What the answer to a connection holds that was refused: the driver gives it no number."""


@dataclass(frozen=True, slots=True)
class Fence:
    """The host that writes, where there may be several: a bot, and the number under which it hosts it."""

    bot: str
    number: int


HOST: Final = "burraco host "
"""Begins the name of a connection by which a host writes; its number follows."""
_IS_ALIVE: Final = "SELECT 1 FROM running_hosts WHERE bot = :bot AND number = :number FOR KEY SHARE"
"""Whoever would take the host for dead waits until its transaction is over."""
_FAILS_UNLESS_ALIVE: Final = f"SELECT 1 / count(*) FROM ({_IS_ALIVE}) AS host"  # noqa: S608  the words are this file's own


class PostgresConnection:
    """A `bot.store.asking.Connection`: the statements of `bot.store` over psycopg's connection."""

    def __init__(self, raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
        self.raw = raw
        self.pipeline = Pipeline(raw)
        self._fence: Fence | None = None

    def stand_behind(self, fence: Fence | None) -> None:
        """From now on it is this host that writes, and the server knows the connection by its number."""
        if fence is not None and fence != self._fence:
            self.execute("SELECT set_config('application_name', :name, false)", {"name": f"{HOST}{fence.number}"})
        self._fence = fence

    def stands_behind(self, fence: Fence | None) -> bool:
        """Whether it is this host that writes, or no host that has a number."""
        return self._fence == fence

    def require_alive_there(self) -> None:
        """The same in a pipeline: where the host was taken for dead, everything behind it is skipped."""
        if self._fence is not None:
            self.send_each(_FAILS_UNLESS_ALIVE, [{"bot": self._fence.bot, "number": self._fence.number}])

    def require_alive(self) -> None:
        """The host was not taken for dead; only in a transaction, and until its end. Raises `TakenForDead`."""
        if self._fence is None:
            return
        values = {"bot": self._fence.bot, "number": self._fence.number}
        if not self.execute(_IS_ALIVE, values).fetchall():
            raise TakenForDead("another host took this one for dead, so nothing was stored; try again")

    def execute(self, statement: str, values: Values = (), /) -> "PostgresCursor":
        cursor = self.raw.cursor()
        cursor.execute(for_postgres(statement).encode(), values)
        return PostgresCursor(cursor)

    def executemany(self, statement: str, values: Iterable[Values], /) -> "PostgresCursor":
        cursor = self.raw.cursor()
        cursor.executemany(for_postgres(statement).encode(), list(values))
        return PostgresCursor(cursor)

    def send_word(self, word: str) -> None:
        """BEGIN or COMMIT in the pipeline."""
        self.pipeline.word(word)

    def send_each(self, statement: str, values: Iterable[Mapping[str, object]]) -> None:
        """The statement with each of the values, in the pipeline."""
        self.pipeline.each(statement, values)


class PostgresCursor:
    """The rows that were found; none where a statement finds none."""

    def __init__(self, raw: "psycopg.Cursor[tuple[Any, ...]]") -> None:
        self._raw = raw

    @property
    def rowcount(self) -> int:
        return self._raw.rowcount

    def fetchone(self) -> Any:
        return self._raw.fetchone() if self._raw.description else None

    def fetchall(self) -> list[Any]:
        return self._raw.fetchall() if self._raw.description else []

    def __iter__(self) -> Iterator[Any]:
        return iter(self._raw if self._raw.description else ())


def address_parts(server: ServerDatabase) -> dict[str, str | int | None]:
    """What the address says by libpq's names, the password with it, and `DEFAULTS` for what it leaves open.

    Of several hosts the one that answered last is the first: one whose machine has vanished refuses nobody, and each
    connection would wait for it once more until its time is over.
    """
    parts = {**DEFAULTS, **conninfo_to_dict(server.address)}
    first = server.answered.host
    for name in OF_EACH_HOST:
        if len(each := str(parts.get(name, "")).split(",")) > 1:
            parts[name] = ",".join([each[first], *each[:first], *each[first + 1 :]])
    return parts


def _note_answered(server: ServerDatabase, raw: "psycopg.Connection[tuple[Any, ...]]") -> None:
    parts = conninfo_to_dict(server.address)
    hosts = str(parts.get("host") or parts.get("hostaddr", "")).split(",")
    ports = str(parts.get("port", "")).split(",")
    for place, host in enumerate(hosts):
        port = ports[place] if len(ports) > 1 else ""
        if host == raw.info.host and port in ("", str(raw.info.port)):
            server.answered.host = place
            return


def connect(server: ServerDatabase) -> PostgresConnection:
    """A connection without implicit transactions. Raises `psycopg.Error`, `StoreError`."""
    raw: psycopg.Connection[tuple[Any, ...]] = psycopg.connect(
        make_conninfo("", **(address_parts(server) | {"client_encoding": "UTF8"})), autocommit=True
    )
    try:
        _note_answered(server, raw)
        _make_room(raw.fileno())
        _require_fit(raw, server)
        for name, value in OF_SESSION.items():
            raw.execute(SET_WHERE_KNOWN, {"name": name, "value": str(value)})
        raw.execute("SET synchronous_commit = on" if _answers_too_early(raw) else "SELECT")
    except BaseException:
        raw.close()
        raise
    raw.adapters.register_dumper(int, Int8Dumper)  # one way to say a number, and so one plan for a statement
    raw.prepare_threshold = 3
    raw.prepared_max = 300
    return PostgresConnection(raw)


def has_ended(connection: PostgresConnection) -> bool:
    """Whether it is closed, or its server has ended it while nothing was asked."""
    raw = connection.raw
    try:
        while not raw.closed and _has_something(raw.fileno()):
            raw.pgconn.consume_input()
    except (psycopg.Error, OSError):
        raw.close()
    return raw.closed


def _has_something(number: int) -> bool:
    """Whether it can be read; `select` would refuse the sockets of a large host."""
    asking = poll()
    asking.register(number, POLLIN)
    return bool(asking.poll(0))


def _make_room(number: int) -> None:
    with socket(fileno=os.dup(number)) as same:
        same.setsockopt(SOL_SOCKET, SO_SNDBUF, ROOM)


def _require_fit(raw: "psycopg.Connection[tuple[Any, ...]]", server: ServerDatabase) -> None:
    if raw.info.server_version < OLDEST:
        version = raw.info.parameter_status("server_version")
        raise StoreError(f"{server}: is PostgreSQL {version}; {OLDEST // 10_000} or newer is needed")
    encoding = raw.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(f"{server}: holds {encoding}; create the database with ENCODING 'UTF8'")
    if raw.execute("SELECT current_schema()").fetchone() == (None,):
        raise StoreError(f"{server}: has no schema for tables; `CREATE SCHEMA public`, or look at its search_path")


def _answers_too_early(raw: "psycopg.Connection[tuple[Any, ...]]") -> bool:
    """Whether a commit would be answered before it is on disk. What waits for a standby, too, stays as it is."""
    row = raw.execute("SHOW synchronous_commit").fetchone()
    return row is not None and row[0] == "off"


@contextmanager
def open_postgres(server: ServerDatabase) -> Iterator[PostgresConnection]:
    """A connection. Raises `StoreError`, also for what happens inside."""
    with postgres_errors(str(server)):
        connection = connect(server)
        try:
            yield connection
        finally:
            connection.raw.close()


@contextmanager
def postgres_errors(name: str) -> Iterator[None]:
    """Turns the errors of the driver into a `StoreError`."""
    try:
        yield
    except Uncertain as error:
        what = "the connection was lost at a commit; whether it is stored is not known before it is read anew"
        raise Unsure(f"{name}: {what} ({_first_line(error)})") from error
    except psycopg.Error as error:
        raise (Locked if is_busy(error) else StoreError)(f"{name}: {meaning(error)}") from error


def meaning(error: psycopg.Error) -> str:
    """What the error means to whoever hosts: one line."""
    for kind, words in _MEANINGS:
        if isinstance(error, kind):
            return words
    first = _first_line(error)
    if is_lost(error):
        for part, words in _REFUSALS:
            if part in first:
                return words
        return f"cannot be reached ({first}); start the server, or look at the address"
    return first


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)


def is_busy(error: BaseException) -> bool:
    """Whether others were changing the same, so that it is to be tried again."""
    if isinstance(error, errors.UniqueViolation):
        return error.diag.constraint_name == TALLY_NUMBER
    return isinstance(error, errors.SerializationFailure | errors.DeadlockDetected | errors.LockNotAvailable)


LOST: Final[Sequence[type[psycopg.Error]]] = (
    errors.AdminShutdown,
    errors.CrashShutdown,
    errors.CannotConnectNow,
    errors.IdleInTransactionSessionTimeout,
)


def is_lost(error: BaseException) -> bool:
    """Whether it is the connection that failed, and not what was asked."""
    if isinstance(error, tuple(LOST)):
        return True
    without_answer = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return without_answer and isinstance(error, psycopg.Error) and error.sqlstate is None
