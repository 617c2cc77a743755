"""Words that are to stand nowhere any more, replaced in every text of the database, as its schema names them.

It is the last look, after everything has been rewritten by what it means: what nobody thought of is found here, too.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.store.asking import Connection

COLUMNS: Final = """
SELECT found.name, of.name, of.type FROM sqlite_master AS found JOIN pragma_table_info(found.name) AS of
WHERE found.type = 'table' ORDER BY found.name, of.cid
"""
"""Each table, column and kind of value."""
_DIGESTS: Final = ("digest", "verified")  # made of the other columns
BOT: Final = "bot"
OF_THE_OWNER: Final = ("bots", "tokens")
"""What the host's owner has set. It stays, whoever is forgotten: accounts stand there that the owner has named."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The columns of a table that hold texts, and whether its rows belong to a stored table."""

    table: str
    columns: tuple[str, ...]
    of_table: bool


def has_table(connection: Connection, name: str) -> bool:
    """Whether the database has such a table, which one that is new or older may not have."""
    return any(table == name for table, _, _ in connection.execute(COLUMNS).fetchall())


def texts(connection: Connection) -> Iterator[Texts]:
    """Of every table whose rows belong to a bot, but for the owner's."""
    for table, rows in groupby(connection.execute(COLUMNS).fetchall(), key=lambda row: str(row[0])):
        kinds = {str(name): str(kind) for _, name, kind in rows}
        columns = [name for name, kind in kinds.items() if kind == "TEXT" and name not in (BOT, *_DIGESTS)]
        if BOT in kinds and columns and table not in OF_THE_OWNER:
            yield Texts(table, tuple(columns), "table_id" in kinds)


def sweep(connection: Connection, bot: str, words: Mapping[str, str], only: Collection[str] = ()) -> frozenset[str]:
    """Put another word in place of each, wherever it stands as a whole word; the ids of stored tables it stood in.

    `only`: in these tables of the database; in all where none is named.
    """
    found: set[str] = set()
    if not words:
        return frozenset()
    inside = "|".join([re.escape(word) for word in sorted(words, key=len, reverse=True)])
    pattern = re.compile(rf"(?<![0-9A-Za-z_])(?:{inside})(?![0-9A-Za-z_])")
    for one in texts(connection):
        if not only or one.table in only:
            found |= _swept(connection, bot, one, words, pattern)
    return frozenset(found)


def _swept(
    connection: Connection, bot: str, one: Texts, words: Mapping[str, str], pattern: re.Pattern[str]
) -> set[str]:
    values = {"bot": bot, **{f"word{number}": word for number, word in enumerate(words)}}
    numbers = range(len(words))
    stands = " OR ".join([f"instr({column}, :word{number}) > 0" for column in one.columns for number in numbers])
    named = "table_id" if one.of_table else "''"
    rows = connection.execute(
        f"SELECT rowid, {named}, {', '.join(one.columns)} FROM {one.table} WHERE bot = :bot AND ({stands})",  # noqa: S608  names of the schema
        values,
    ).fetchall()
    found: set[str] = set()
    for rowid, table, *before in rows:
        after = [pattern.sub(lambda match: words[match[0]], text) for text in before]
        if after != before:
            sets = ", ".join([f"{column} = ?" for column in one.columns])
            connection.execute(f"UPDATE {one.table} SET {sets} WHERE rowid = ?", [*after, rowid])  # noqa: S608  names of the schema
            found.add(str(table))
    return found
