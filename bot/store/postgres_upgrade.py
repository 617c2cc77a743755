"""Bringing a PostgreSQL database to this program's version by the same numbered files, whoever else does so at once.

Of several hosts that start with a new version one upgrades, and the others wait and say so. Nobody upgrades while hosts
of an older version go on: they would read and write a database that they do not know.
"""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Final

import psycopg

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store.migrations import (
    ADD_APPLIED,
    APPLIED,
    RECORD,
    Applied,
    Migration,
    NotAwaited,
    never,
    pending,
    shipped_migrations,
)
from bot.store.postgres_connection import PostgresConnection, meaning, open_postgres
from bot.store.postgres_dialect import OWN, SHA256_HEX, migration_for_postgres
from bot.store.postgres_host import HAS_ONLY_HOST

LOG: Final = logging.getLogger(__name__)
PATIENCE: Final = 60.0  # seconds that the hosts of an older version may take to stop
LOOK_AGAIN: Final = 0.5  # seconds

_RECORDED: Final = "SELECT to_regclass('migrations') IS NOT NULL"
_ANYTHING: Final = f"""
{OWN} SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = current_schema()
AND table_name IN (SELECT name FROM own)
"""  # noqa: S608  the words are this program's own
_MAY_CREATE: Final = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
_KEYS: Final = "(hashtext('burraco upgrade'), hashtext(current_schema()))"
_ONE_AT_A_TIME: Final = f"SELECT pg_advisory_xact_lock{_KEYS}"
"""There is no table yet whose lock could be waited for."""
_IS_MY_TURN: Final = f"SELECT pg_try_advisory_xact_lock{_KEYS}"
_HAS_HOSTS: Final = "SELECT to_regclass('running_hosts') IS NOT NULL"
_HOSTS: Final = """
SELECT DISTINCT name FROM running_hosts
WHERE alive_until > CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) ORDER BY name
"""


def upgrade_postgres(
    server: ServerDatabase,
    at: int,
    migrations: Sequence[Migration] | None = None,
    is_to_stop: Callable[[], bool] = never,
) -> tuple[Migration, ...]:
    """Bring an empty or older database to this program's version; what was applied now. Raises `StoreError`.

    `is_to_stop`: whether somebody has asked to stop, asked while hosts of an older version are waited for.

    Each migration and its record are one transaction, and what is still needed is asked inside it: of two programs
    that upgrade at once, one applies it and the other finds it done.
    """
    wanted = shipped_migrations(database="postgres") if migrations is None else migrations
    applied: list[Migration] = []
    with open_postgres(server) as connection:
        connection.raw.execute("SET lock_timeout = 0")  # whoever comes second waits for the first
        _wait_for_older_hosts(connection, server, wanted, is_to_stop)
        while (migration := _apply_next(connection, server, wanted, at)) is not None:
            applied.append(migration)
    return tuple(applied)


def _wait_for_older_hosts(
    connection: PostgresConnection,
    server: ServerDatabase,
    migrations: Sequence[Migration],
    is_to_stop: Callable[[], bool],
) -> None:
    """Until nobody hosts a database that is still to be upgraded.

    Raises `StoreError` where that lasts, and `NotAwaited` where somebody asks to stop.
    """
    until, is_told = time.monotonic() + PATIENCE, False
    while needs_postgres(connection, server, migrations) and (hosts := _hosts(connection)):
        if time.monotonic() >= until:
            raise StoreError(
                f"{server}: is still hosted with an older version, which this one cannot share it with: "
                f"stop {', '.join(hosts)}, then start this one again"
            )
        if not is_told:
            LOG.warning(
                "hosts of an older version are running; the database is upgraded once they are stopped",
                extra={"hosts": ", ".join(hosts)},
            )
        is_told = True
        time.sleep(LOOK_AGAIN)
        if is_to_stop():
            raise NotAwaited(f"{server}: is not upgraded, for {', '.join(hosts)} is still running")


def _hosts(connection: PostgresConnection) -> list[str]:
    """Who hosts the database now, as machine:process; before several could there was one, without a name."""
    ((are_named,),) = connection.execute(_HAS_HOSTS).fetchall()
    if are_named:
        return [str(name) for (name,) in connection.execute(_HOSTS)]
    ((has_one,),) = connection.execute(HAS_ONLY_HOST).fetchall()
    return ["its only host"] if has_one else []


def _apply_next(
    connection: PostgresConnection, server: ServerDatabase, migrations: Sequence[Migration], at: int
) -> Migration | None:
    """Apply the first migration that is still needed; None where none is."""
    with connection.raw.transaction():
        ((mine,),) = connection.execute(_IS_MY_TURN).fetchall()
        if not mine:
            LOG.warning("another program upgrades the database; this one waits until it has")
            connection.execute(_ONE_AT_A_TIME)
        needed = needs_postgres(connection, server, migrations)
        if not needed:
            return None
        _apply(connection, server, needed[0], at)
        return needed[0]


def _apply(connection: PostgresConnection, server: ServerDatabase, migration: Migration, at: int) -> None:
    try:
        connection.raw.execute(migration_for_postgres(RECORD).encode())
        connection.raw.execute(SHA256_HEX.encode())
        connection.raw.execute(migration_for_postgres(migration.sql).encode())
        values = {"number": migration.number, "name": migration.name, "checksum": migration.checksum, "at": at}
        connection.execute(ADD_APPLIED, values)
    except psycopg.Error as error:
        raise StoreError(f"{server}: {migration.name}.sql: {meaning(error)}") from error


def needs_postgres(
    connection: PostgresConnection, server: ServerDatabase, migrations: Sequence[Migration]
) -> tuple[Migration, ...]:
    """What the database still needs.

    Raises `StoreError` where it is another program's, has another history, or may not be upgraded by this user.
    """
    ((recorded,),) = connection.execute(_RECORDED).fetchall()
    if not recorded:
        ((anything,),) = connection.execute(_ANYTHING).fetchall()
        if anything:
            raise StoreError(f"{server}: is the database of another program; create one for this program alone")
    try:
        applied = tuple(Applied(*row) for row in connection.execute(APPLIED)) if recorded else ()
        needed = pending(migrations, applied)
    except StoreError as error:
        raise StoreError(f"{server}: {error}") from None
    if needed and connection.execute(_MAY_CREATE).fetchall() != [(True,)]:
        raise StoreError(f"{server}: this user may create no tables there; make the user the database's owner")
    return needed
