"""Bringing a PostgreSQL database to this program's version by the same numbered files, whoever else does so at once."""

from collections.abc import Sequence
from typing import Final

import psycopg

from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store.migrations import ADD_APPLIED, APPLIED, RECORD, Applied, Migration, pending, shipped_migrations
from bot.store.postgres_connection import PostgresConnection, meaning, open_postgres
from bot.store.postgres_dialect import SHA256_HEX, migration_for_postgres

_RECORDED: Final = "SELECT to_regclass('migrations') IS NOT NULL"
_ANYTHING: Final = """
SELECT count(*) > 0 FROM information_schema.tables WHERE table_schema = current_schema()
"""
_ONE_AT_A_TIME: Final = "SELECT pg_advisory_xact_lock(hashtext('burraco upgrade'), hashtext(current_schema()))"
"""There is no table yet whose lock could be waited for."""


def upgrade_postgres(
    server: ServerDatabase, at: int, migrations: Sequence[Migration] | None = None
) -> tuple[Migration, ...]:
    """Bring an empty or older database to this program's version; what was applied now. Raises `StoreError`.

    Each migration and its record are one transaction, and what is still needed is asked inside it: of two programs
    that upgrade at once, one applies it and the other finds it done.
    """
    wanted = shipped_migrations(database="postgres") if migrations is None else migrations
    applied: list[Migration] = []
    with open_postgres(server) as connection:
        connection.raw.execute("SET lock_timeout = 0")  # whoever comes second waits for the first
        while (migration := _apply_next(connection, server, wanted, at)) is not None:
            applied.append(migration)
    return tuple(applied)


def _apply_next(
    connection: PostgresConnection, server: ServerDatabase, migrations: Sequence[Migration], at: int
) -> Migration | None:
    """Apply the first migration that is still needed; None where none is."""
    with connection.raw.transaction():
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
    """What the database still needs. Raises `StoreError` where it is another program's, or has another history."""
    ((recorded,),) = connection.execute(_RECORDED).fetchall()
    if not recorded:
        ((anything,),) = connection.execute(_ANYTHING).fetchall()
        if anything:
            raise StoreError(f"{server}: is the database of another program; create one for this program alone")
        return tuple(migrations)
    try:
        return pending(migrations, tuple(Applied(*row) for row in connection.execute(APPLIED)))
    except StoreError as error:
        raise StoreError(f"{server}: {error}") from None
