"""Which tables were opened: their numbers, and apart from them how many there were, with a digest over their ids.

No table is ever deleted. One that is gone with all its rows leaves a gap in the numbers, or is missing at their end.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from bot.store.asking import Connection
from bot.store.digests import chain_digest, text_of

_BOTS: Final = "SELECT bot FROM tables UNION SELECT bot FROM openings ORDER BY bot"
_OPENED: Final = "SELECT opened, digest FROM openings WHERE bot = :bot"
_NUMBERED: Final = "SELECT number, table_id, code FROM tables WHERE bot = :bot ORDER BY number, table_id"
_IN_TIME: Final = """
SELECT tables.bot, tables.table_id FROM tables
LEFT JOIN log ON log.bot = tables.bot AND log.table_id = tables.table_id AND log.seq = 1
ORDER BY tables.bot, coalesce(log.logged_at, tables.updated_at), tables.table_id
"""
_SET: Final = "UPDATE tables SET number = :number WHERE bot = :bot AND table_id = :table"
_COUNT: Final = "INSERT INTO openings (bot, opened, digest) VALUES (:bot, :opened, :digest)"


def opening_text(bot: str, table: str) -> str:
    """What the digest is over, after that of the tables before."""
    return text_of("opening", bot, table)


def number_tables(connection: Connection) -> None:
    """Give every table its number, as if those that are here were all that were ever opened."""
    connection.execute("DELETE FROM openings")
    connection.execute("UPDATE tables SET number = 0")
    found: dict[str, tuple[int, str]] = {}
    for bot, table in connection.execute(_IN_TIME).fetchall():
        opened, digest = found.get(bot, (0, ""))
        found[bot] = (opened + 1, chain_digest(digest, opening_text(bot, table)))
        connection.execute(_SET, {"bot": bot, "table": table, "number": opened + 1})
    counts = [{"bot": bot, "opened": opened, "digest": digest} for bot, (opened, digest) in found.items()]
    connection.executemany(_COUNT, counts)


def missing_tables(connection: Connection) -> list[str]:
    """Where a table is missing, or is one too many: a sentence for each place."""
    return [words for (bot,) in connection.execute(_BOTS).fetchall() for words in _of_bot(connection, str(bot))]


def _of_bot(connection: Connection, bot: str) -> Iterator[str]:
    opened, digest = connection.execute(_OPENED, {"bot": bot}).fetchone() or (0, "")
    rows = connection.execute(_NUMBERED, {"bot": bot}).fetchall()
    if rows and not opened:
        yield f"how many tables of bot {bot} were opened is no longer known"
        return
    tables = {number: (table, code) for number, table, code in rows}
    gaps = list(_gaps(tables, opened))
    for first, last in gaps:
        yield f"{_those(first, last)} of bot {bot} {_where(first, last, tables)}"
    more = [table for number, table, _ in rows if not 1 <= number <= opened]
    if more:
        yield f"table {more[0]} of bot {bot} was not opened by this program"
    right = ""
    for _, table, _ in rows:
        right = chain_digest(right, opening_text(bot, table))
    if not gaps and not more and right != digest:
        yield f"the tables of bot {bot} are not those that were opened"


def _gaps(tables: Mapping[int, object], opened: int) -> Iterator[tuple[int, int]]:
    """The first and the last number of those that are missing one after another."""
    first = 0
    for number in range(1, opened + 2):
        there = number in tables or number > opened
        if there and first:
            yield first, number - 1
        first = 0 if there else first or number


def _those(first: int, last: int) -> str:
    return f"table number {first}" if first == last else f"tables number {first} to {last}"


def _where(first: int, last: int, tables: Mapping[int, tuple[str, str]]) -> str:
    """`is missing, opened after t1 (ROSSO) and before t3`."""
    after = f"after {_table_name(*tables[first - 1])}" if first - 1 in tables else ""
    before = f"before {_table_name(*tables[last + 1])}" if last + 1 in tables else ""
    places = " and ".join([place for place in (after, before) if place])
    return f"{'is' if first == last else 'are'} missing{f', opened {places}' if places else ''}"


def _table_name(table: str, code: str) -> str:
    return f"{table} ({code})" if code else table
