"""What is looked at in a PostgreSQL database instead of a file: its version, and the schema that its migrations make.

The server itself keeps references and, where it was made with checksums, its pages. The migrations are run once more
into a schema of their own, which is compared and taken back: nobody else ever sees it.
"""

from typing import Final, TypeAlias

from bot.database_address import ServerDatabase
from bot.store.asking import Connection
from bot.store.migrations import APPLIED, RECORD, shipped_migrations
from bot.store.postgres_connection import PostgresConnection, open_postgres
from bot.store.postgres_dialect import OWN, SHA256_HEX, migration_for_postgres
from bot.store.postgres_upgrade import needs_postgres

Name: TypeAlias = tuple[str, str]
"""Its kind, such as "table", and its name."""

RIGHT: Final = "burraco_as_it_should_be"
_PARTS: Final = f"""
{OWN} SELECT 'table', table_name, table_type FROM information_schema.tables WHERE table_schema = :schema
    AND table_name IN (SELECT name FROM own)
UNION ALL SELECT 'column', table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default,
    collation_name) FROM information_schema.columns WHERE table_schema = :schema
    AND table_name IN (SELECT name FROM own)
UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = :schema
    AND tablename IN (SELECT name FROM own)
UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(pg_constraint.oid) FROM pg_constraint
    JOIN pg_namespace ON pg_namespace.oid = connamespace WHERE nspname = :schema
    AND conrelid IN (SELECT number FROM own)
UNION ALL SELECT 'trigger', trigger_name, action_statement FROM information_schema.triggers
    WHERE trigger_schema = :schema AND event_object_table IN (SELECT name FROM own)
ORDER BY 1, 2
"""  # noqa: S608  the words are this program's own


def server_words(connection: Connection) -> str:
    ((checksums,),) = connection.execute("SHOW data_checksums").fetchall()
    return f"left to the server, whose checksums are {checksums}"


def missing_migrations(connection: PostgresConnection, server: ServerDatabase) -> list[str]:
    needed = needs_postgres(connection, server, shipped_migrations(database="postgres"))
    return [f"{one.name} is still to be applied: `burraco db upgrade`" for one in needed]


def schema_differences(server: ServerDatabase) -> list[str]:
    """What is missing, was added or is otherwise, a sentence each; for as many migrations as the database has."""
    with open_postgres(server) as connection:
        ((schema,),) = connection.execute("SELECT current_schema()").fetchall()
        count = len(connection.execute(APPLIED).fetchall())
        there = _parts(connection, schema)
        connection.execute("BEGIN")
        connection.raw.execute(f"CREATE SCHEMA {RIGHT}".encode())
        connection.raw.execute(f"SET LOCAL search_path = {RIGHT}".encode())
        for script in (RECORD, *[one.sql for one in shipped_migrations(database="postgres")[:count]]):
            connection.raw.execute(SHA256_HEX.encode())
            connection.raw.execute(migration_for_postgres(script).encode())
        right = _parts(connection, RIGHT)
        connection.execute("ROLLBACK")
    missing = [f"{' '.join(one)} is missing" for one in right if one not in there]
    added = [f"{' '.join(one)} is none of this program's" for one in there if one not in right]
    changed = [one for one in right if there.get(one, right[one]) != right[one]]
    return [*missing, *added, *[f"{' '.join(one)} is not as this program makes it" for one in changed]]


def _parts(connection: Connection, schema: str) -> dict[Name, str]:
    rows = connection.execute(_PARTS, {"schema": schema})
    return {(kind, name): str(words).replace(f"{schema}.", "") for kind, name, words in rows}
