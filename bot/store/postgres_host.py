"""The place of the host in a PostgreSQL database: of two programs only one hosts it.

A lock of a session, which the server frees when the connection of whoever holds it ends, also by `kill -9`; that a
machine has vanished it learns within seconds. Where the server itself was started anew the lock is gone, too: whoever
starts then takes the place, and the host before sees that at its next heartbeat (`keep_place`). What it still writes
until then counts only at the revision it names.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from select import POLLIN, poll
from typing import Final

import psycopg

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store.postgres_connection import PostgresConnection, open_postgres

_TAKE: Final = "SELECT pg_try_advisory_lock(hashtext('burraco host'), hashtext(current_schema()))"
_SHARE: Final = "SELECT pg_try_advisory_lock_shared(hashtext('burraco host'), hashtext(current_schema()))"
_GIVE_BACK: Final = b"SELECT pg_advisory_unlock_all()"
FAREWELL: Final = 5_000  # milliseconds
_THIS_LOCK: Final = """
locktype = 'advisory' AND objsubid = 2 AND granted
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND classid = CAST(hashtext('burraco host') AS oid) AND objid = CAST(hashtext(current_schema()) AS oid)
"""
_TAKEN: Final = f"SELECT count(*) > 0 FROM pg_locks WHERE {_THIS_LOCK}"  # noqa: S608  the words are this file's own
"""Asks without taking it for a moment, in which a host that starts would be refused."""
_CHORE: Final = "burraco chore"  # the name of a connection that keeps hosts out, and hosts nothing
_TELL: Final = "SELECT set_config('application_name', :name, false)"
HAS_ONLY_HOST: Final = f"""
SELECT count(*) > 0 FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
WHERE {_THIS_LOCK} AND mode = 'ExclusiveLock' AND application_name IS DISTINCT FROM '{_CHORE}'
"""  # noqa: S608  the same
"""Whether a host has it alone, as each had before several could share a database."""


def only_host_of(server: ServerDatabase) -> AbstractContextManager[None]:
    """Nobody hosts the database while this lasts. Raises `StoreError` where somebody does."""
    return _locked(server, _TAKE, _CHORE)


def one_host_of(server: ServerDatabase) -> AbstractContextManager[None]:
    """Only other hosts host the database while this lasts. Raises `StoreError` where somebody has it alone."""
    return _locked(server, _SHARE)


@contextmanager
def _locked(server: ServerDatabase, lock: str, name: str = "") -> Iterator[None]:
    with open_postgres(server) as connection:
        if name:
            connection.execute(_TELL, {"name": name})
        ((taken,),) = connection.execute(lock).fetchall()
        if not taken:
            raise StoreError(f"{server}: another host is running with this database; stop it, or name another one")
        try:
            yield
        finally:
            # The server hears of a connection's end only some time after it: whoever starts next is not to meet that.
            with suppress(psycopg.Error):
                _give_back(connection)


def _give_back(connection: PostgresConnection) -> None:
    """A server that hangs is not waited for: the lock is free when it sees that the connection has ended."""
    driver = connection.raw.pgconn
    driver.send_query(_GIVE_BACK)
    driver.flush()
    answer = poll()
    answer.register(driver.socket, POLLIN)
    answer.poll(FAREWELL)


def is_server_hosted(server: ServerDatabase) -> bool:
    """Whether somebody hosts the database now. Raises `StoreError`."""
    with open_postgres(server) as connection:
        ((taken,),) = connection.execute(_TAKEN).fetchall()
        return bool(taken)
