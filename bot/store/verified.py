"""What of a database was sound as a whole, table by table: so that a start looks only at what has changed since.

A table's state is a digest over the digests of its rows, which are compared with the rows at every start. Where the
state is still the one that is remembered, what the rows mean was looked at before, or a host that ended well wrote it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.database_address import Database
from bot.store.asking import ONE_MOMENT, Connection
from bot.store.database import open_rows
from bot.store.digests import Key, sha256_hex, text_of

_TABLES: Final = """
SELECT tables.bot, tables.table_id, tables.verified, tables.digest, log.digest FROM tables
LEFT JOIN log ON log.bot = tables.bot AND log.table_id = tables.table_id AND log.seq = tables.revision
"""
_OTHERS: Final = (
    "SELECT bot, table_id, digest FROM due ORDER BY bot, table_id, kind",
    "SELECT bot, table_id, digest FROM tallies ORDER BY bot, table_id, revision",
    "SELECT bot, table_id, digest FROM corrections ORDER BY bot, table_id, revision, number",
)
_REMEMBER: Final = """
UPDATE tables SET verified = :state WHERE bot = :bot AND table_id = :table AND verified <> :state
"""


@dataclass(frozen=True, slots=True)
class States:
    """The state of each table, and which of them are as they are remembered."""

    now: Mapping[Key, str]
    unchanged: frozenset[Key]


NOTHING: Final = States({}, frozenset())


def states(database: Database) -> States:
    """Raises `StoreError`."""
    with open_rows(database) as connection:
        connection.execute(ONE_MOMENT)
        return _states(connection)


def _states(connection: Connection) -> States:
    rows = connection.execute(_TABLES).fetchall()
    before = {(bot, table): verified for bot, table, verified, *_ in rows}
    found: dict[Key, list[str]] = {(bot, table): list(digests) for bot, table, _, *digests in rows}
    for statement in _OTHERS:
        others: dict[Key, list[str]] = {}
        for bot, table, digest in connection.execute(statement):
            others.setdefault((bot, table), []).append(digest)
        for key, facts in found.items():
            facts.append(text_of(*others.get(key, [])))
    now = {key: sha256_hex(text_of("state", *facts)) for key, facts in found.items()}
    return States(now, frozenset(key for key, state in now.items() if before[key] == state))


def remember(database: Database, found: States) -> None:
    """From now on these states are known to be sound. Raises `StoreError`."""
    changed = [
        {"bot": bot, "table": table, "state": state}
        for (bot, table), state in found.now.items()
        if (bot, table) not in found.unchanged
    ]
    if not changed:
        return
    with open_rows(database) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(_REMEMBER, changed)
        connection.execute("COMMIT")
