"""Digests that show whether stored rows were altered: SHA-256, in hex, over a JSON list of a row's facts.

A JSON list can be read in one way only: no two rows have the same text. A row of a log is chained to the row before it,
and its list has the results that came with it. So whoever changes, removes or exchanges a fact without this program
leaves a digest behind that does not fit. It is no signature: whoever can write the file and knows this page can make
the digests anew. But they cannot change the commitments that the players have seen.
"""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any, Final, TypeAlias

from bot.store.asking import Connection
from bot.store.packing import Unpackable, uncompressed, unpack
from bot.tables.log import LogRow
from engine.cards import Malformed
from engine.shuffle import commitment, parse_seed

SEALS: Final = "seal "  # begins the entry of a log that fixes the seed of a deal
LOGS: Final = "log"
TALLIES: Final = "tally"  # what can be made again
ARCHIVES: Final = "archive"

Row: TypeAlias = "Sequence[Any]"
Key: TypeAlias = tuple[str, str]  # bot and table
RowKey: TypeAlias = "tuple[Any, ...]"  # a row: its kind as in `Altered`, and its key


@dataclass(frozen=True, slots=True)
class Altered:
    """A row that is not what was stored: of which bot and table, and what is wrong, with the number of the row.

    `kind`: of the log, or a row of `table`, `due`, `tally`, `correction`, `archive`.
    """

    bot: str
    table: str
    words: str
    kind: str = LOGS

    @property
    def key(self) -> Key:
        return self.bot, self.table

    def __str__(self) -> str:
        return f"table {self.table} of bot {self.bot}: {self.words}"


# --- what is digested -------------------------------------------------------------------------------------------------


def sha256_hex(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def text_of(*facts: object) -> str:
    return json.dumps(facts)


def log_text(*facts: object, results: Sequence[Row]) -> str:
    """Bot, table, seq, action id, actor, entry and time; of each result kind, number, record, totals and players."""
    return text_of(*facts, [list(one) for one in results])


def chain_digest(before: str, text: str) -> str:
    """`before`: the digest of the row before, "" for none; the text begins with a bracket, so nothing runs together."""
    return sha256_hex(before + text)


def subject_digest(kind: str, *facts: object) -> str:
    """The kind of subject; bot, table, code, channel, phase, revision, snapshot and time."""
    return sha256_hex(text_of(kind, *facts))


def due_digest(*facts: object) -> str:
    """Bot, table, kind and time."""
    return sha256_hex(text_of("due", *facts))


def tally_digest(*facts: object) -> str:
    """Bot, table, revision, channel, time, facts and mirrors; not its number, which the order of counting gives."""
    return sha256_hex(text_of("tally", *facts))


def correction_text(*facts: object) -> str:
    """Bot, table, revision, number, time, author, reason and totals."""
    return text_of("correction", *facts)


def archive_digest(bot: str, table: str, actors: str, count: int, at: int, content: bytes) -> str:
    """Over the uncompressed text: compressed bytes differ between versions of the library. Raises `Unpackable`."""
    return sha256_hex(text_of("archive", bot, table, actors, count, at, uncompressed(content)))


def with_digests(connection: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, whose statements may ask for `sha256_hex(text)`."""
    connection.create_function("sha256_hex", 1, sha256_hex, deterministic=True)
    return connection


# --- what is stored ---------------------------------------------------------------------------------------------------

_LOG_ROWS: Final = "SELECT bot, table_id, seq, action_id, actor, entry, logged_at, digest FROM log"
_RESULT_ROWS: Final = "SELECT bot, table_id, revision, kind, number, record, totals, players FROM results"
_TABLE_ROWS: Final = """
SELECT bot, table_id, code, channel, phase, revision, snapshot, updated_at, kind, digest
FROM tables ORDER BY bot, table_id
"""
_OLDER_TABLE_ROWS: Final = _TABLE_ROWS.replace("kind", "'table'")  # from before there were other kinds of subject
HAS_KINDS: Final = "SELECT 1 FROM pragma_table_info('tables') WHERE name = 'kind'"
_DUE_ROWS: Final = "SELECT bot, table_id, kind, due_at, digest FROM due ORDER BY bot, table_id, kind"
_TALLY_ROWS: Final = """
SELECT bot, table_id, revision, channel, ended_at, facts, mirrors, digest FROM tallies ORDER BY bot, table_id, revision
"""
_CORRECTION_ROWS: Final = """
SELECT bot, table_id, revision, number, corrected_at, author, reason, totals, digest
FROM corrections ORDER BY bot, table_id, revision, number
"""
_CORRECTED: Final = """
SELECT bot, table_id, revision, corrected, known FROM (
    SELECT results.bot, results.table_id, results.revision, results.corrected, (
        SELECT count(*) FROM corrections
        WHERE corrections.bot = results.bot AND corrections.table_id = results.table_id
        AND corrections.revision = results.revision
    ) AS known
    FROM results WHERE kind = 'match'
) AS matches
WHERE corrected <> known
"""
HAS_ARCHIVES: Final = "SELECT 1 FROM sqlite_master WHERE name = 'archives'"
_ARCHIVED: Final = "SELECT bot, table_id FROM archives"
ARCHIVE: Final = """
SELECT actors, row_count, archived_at, digest, content FROM archives WHERE bot = :bot AND table_id = :table
"""
_COMMITMENTS: Final = "SELECT bot, table_id, seq, commitment FROM commitments"

_OF_TABLE: Final = "WHERE bot = :bot AND table_id = :table"
_BY_SEQ: Final = "ORDER BY bot, table_id, seq"
_BY_REVISION: Final = "ORDER BY bot, table_id, revision, place"

_SET_LOG: Final = "UPDATE log SET digest = :digest WHERE bot = :bot AND table_id = :table AND seq = :seq"
_SET_TABLE: Final = "UPDATE tables SET digest = :digest WHERE bot = :bot AND table_id = :table"
_SET_DUE: Final = "UPDATE due SET digest = :digest WHERE bot = :bot AND table_id = :table AND kind = :kind"
_SET_TALLY: Final = (
    "UPDATE tallies SET digest = :digest WHERE bot = :bot AND table_id = :table AND revision = :revision"
)
_SET_CORRECTION: Final = """
UPDATE corrections SET digest = :digest
WHERE bot = :bot AND table_id = :table AND revision = :revision AND number = :number
"""
_COUNT_CORRECTIONS: Final = """
UPDATE results SET corrected = (
    SELECT count(*) FROM corrections
    WHERE corrections.bot = results.bot AND corrections.table_id = results.table_id
    AND corrections.revision = results.revision
) WHERE kind = 'match'
"""
_COMMIT: Final = """
INSERT INTO commitments (bot, table_id, seq, commitment) VALUES (:bot, :table, :seq, :commitment)
ON CONFLICT DO NOTHING
"""


def promised_commitment(entry: str) -> str:
    """The commitment of the deal that an entry of a log seals, "" for any other entry."""
    if not entry.startswith(SEALS):
        return ""
    try:
        return commitment(parse_seed(entry.removeprefix(SEALS)))
    except Malformed:
        return ""


def chains_of(connection: Connection, of: Mapping[str, object] | None = None) -> Iterator[tuple[Row, str]]:
    """Each row of every log, or of one, in order, with the text that its digest is over."""
    where = _OF_TABLE if of else ""
    archives = _archived(connection)
    results = connection.execute(f"{_RESULT_ROWS} {where} {_BY_REVISION}", of or {})
    rows = connection.execute(f"{_LOG_ROWS} {where} {_BY_SEQ}", of or {})

    def taken_out(key: Key) -> Sequence[LogRow]:
        try:
            return _unpacked(connection, key) if key in archives else ()
        except Unpackable:  # which `altered_rows` says
            return ()

    return chained(rows, results, taken_out)


def _archived(connection: Connection) -> frozenset[Key]:
    """The tables of which there is an archive."""
    if not connection.execute(HAS_ARCHIVES).fetchone():
        return frozenset()
    return frozenset((bot, table) for bot, table in connection.execute(_ARCHIVED))


def _unpacked(connection: Connection, key: Key) -> tuple[LogRow, ...]:
    *_, content = connection.execute(ARCHIVE, {"bot": key[0], "table": key[1]}).fetchone()
    return unpack(content)


def chained(
    rows: Iterable[Row], results: Iterable[Row], taken_out: Callable[[Key], Sequence[LogRow]] = lambda _: ()
) -> Iterator[tuple[Row, str]]:
    """Rows of logs, in order, each with the text that its digest is over; between them those that were `taken_out`.

    What was taken out has no digest of its own: it gets the one that follows from the row before. So the next row that
    stayed tells whether it fits.
    """
    by_row = groupby(results, key=lambda row: row[:3])
    result_key, found = next(by_row, (None, iter(())))
    for key, stayed in groupby(rows, key=lambda row: tuple(row[:2])):
        archived = [(*key, row.seq, row.action_id, row.actor, row.entry, row.at, None) for row in taken_out(key)]
        before = ""
        for row in sorted([*stayed, *archived], key=lambda row: row[2]) if archived else stayed:
            while result_key is not None and result_key < row[:3]:  # of a row that is not there
                result_key, found = next(by_row, (None, iter(())))
            came = [one[3:] for one in found] if result_key == row[:3] else []
            text = log_text(*row[:7], results=came)
            digest = chain_digest(before, text) if row[7] is None else row[7]
            before = digest
            yield (*row[:7], digest), text


# --- making them ------------------------------------------------------------------------------------------------------


def digest_everything(connection: Connection) -> None:
    """Give every row its digest, and every sealed deal its commitment: from now on they vouch for what stands there."""
    _chain(connection)
    sealed = [(row, promised_commitment(row[5])) for row, _ in chains_of(connection) if row[5].startswith(SEALS)]
    connection.executemany(
        _COMMIT,
        [{"bot": row[0], "table": row[1], "seq": row[2], "commitment": sha} for row, sha in sealed if sha],
    )
    digest_rows(connection)
    connection.execute(_COUNT_CORRECTIONS)


def chain_anew(connection: Connection, bot: str, table: str, but: Collection[RowKey]) -> None:
    """The digests of a log whose texts, or whose results, this program has changed; `but` these rows keep theirs."""
    _chain(connection, {"bot": bot, "table": table}, but)


def _chain(connection: Connection, of: Mapping[str, object] | None = None, but: Collection[RowKey] = ()) -> None:
    changed, key, before = [], None, ""
    for row, text in chains_of(connection, of):
        before = before if row[:2] == key else ""
        keeps_its_own = (LOGS, *row[:3]) in but
        key, before = row[:2], row[7] if keeps_its_own else chain_digest(before, text)
        if before != row[7]:
            changed.append({"bot": row[0], "table": row[1], "seq": row[2], "digest": before})
    connection.executemany(_SET_LOG, changed)


def digest_rows(connection: Connection, but: Collection[RowKey] = ()) -> None:
    """The digests of all rows outside logs that have changed; `but` these rows keep theirs."""
    for kind, statement in _ROWS.items():
        changed = [one.values for one in _rows_with_digest(connection, kind) if one.digest != one.stored_digest]
        connection.executemany(statement, [one for one in changed if (kind, *_key(kind, one)) not in but])


def unfit(connection: Connection) -> frozenset[RowKey]:
    """Every row whose digest does not fit: whoever changes texts vouches for none of them.

    A row of a log is compared with the stored digest of the one before, a correction with the one that is right.
    """
    found: set[RowKey] = set()
    key, before = None, ""
    for row, text in chains_of(connection):
        before = before if row[:2] == key else ""
        if row[7] != chain_digest(before, text):
            found.add((LOGS, *row[:3]))
        key, before = row[:2], row[7]
    for kind in _ROWS:
        rows = [one for one in _rows_with_digest(connection, kind) if one.digest != one.stored_digest]
        found |= {(kind, *_key(kind, one.values)) for one in rows}
    return frozenset(found)


def _key(kind: str, values: Mapping[str, object]) -> tuple[object, ...]:
    return tuple(values[column] for column in _COLUMNS[kind])


@dataclass(frozen=True, slots=True)
class _Digested:
    """A row with the digest it is to have, and the one it has."""

    row: Row
    digest: str
    stored_digest: str
    values: Mapping[str, object]


def _rows_with_digest(connection: Connection, kind: str) -> Iterator[_Digested]:
    before: tuple[object, str] = (None, "")
    selected = _SELECTED[kind]
    if kind == "table" and not connection.execute(HAS_KINDS).fetchone():
        selected = _OLDER_TABLE_ROWS
    for *row, stored in connection.execute(selected):
        named = dict(zip(_COLUMNS[kind], row, strict=False))
        if kind == "correction":
            key = row[:3]
            right = chain_digest(before[1] if before[0] == key else "", correction_text(*row))
            before = (key, right)
        else:
            right = _DIGESTS[kind](*row)
        yield _Digested(row, right, stored, {**named, "digest": right})


_SELECTED: Final = {
    "table": _TABLE_ROWS,
    "due": _DUE_ROWS,
    "tally": _TALLY_ROWS,
    "correction": _CORRECTION_ROWS,
}
_ROWS: Final = {"table": _SET_TABLE, "due": _SET_DUE, "tally": _SET_TALLY, "correction": _SET_CORRECTION}
_DIGESTS: Final = {"table": lambda *row: subject_digest(row[-1], *row[:-1]), "due": due_digest, "tally": tally_digest}
_COLUMNS: Final = {
    "table": ("bot", "table"),
    "due": ("bot", "table", "kind"),
    "tally": ("bot", "table", "revision"),
    "correction": ("bot", "table", "revision", "number"),
}


# --- asking them ------------------------------------------------------------------------------------------------------


def altered_rows(connection: Connection) -> Iterator[Altered]:
    """Every row whose digest does not fit, every deal whose seed does not fit its commitment."""
    yield from _broken_chains(connection)
    yield from _altered_archives(connection)
    for kind in _ROWS:
        for one in _rows_with_digest(connection, kind):
            if one.digest != one.stored_digest:
                yield Altered(one.row[0], one.row[1], f"{_row_name(kind, one.row)} was altered", kind)
    for bot, table, revision, count, rows in connection.execute(_CORRECTED):
        words = f"the match of row {revision} of results had {count} corrections, {rows} are there"
        yield Altered(bot, table, words, "correction")


def _altered_archives(connection: Connection) -> Iterator[Altered]:
    for key in sorted(_archived(connection)):
        actors, count, at, digest, content = connection.execute(ARCHIVE, {"bot": key[0], "table": key[1]}).fetchone()
        try:
            if digest != archive_digest(*key, actors, count, at, content):
                yield Altered(*key, "the archive of its log was altered", ARCHIVES)
        except Unpackable:
            yield Altered(*key, "the archive of its log cannot be unpacked", ARCHIVES)


def _row_name(kind: str, row: Row) -> str:
    """`row 212 of tallies`."""
    match kind:
        case "table":
            return "its row of tables"
        case "due":
            return f"row {row[2]} of due"
        case "tally":
            return f"row {row[2]} of tallies"
        case _:
            return f"correction {row[3]} of the match of row {row[2]}"


def _broken_chains(connection: Connection) -> Iterator[Altered]:
    """Each row is compared with the stored digest of the one before: a fault is reported for one row alone."""
    promises = {tuple(row[:3]): row[3] for row in connection.execute(_COMMITMENTS)}
    key, before, last = None, "", 0
    for row, text in chains_of(connection):
        if row[:2] != key:
            key, before, last = row[:2], "", 0
        bot, table, seq, entry, digest = row[0], row[1], row[2], row[5], row[7]
        if seq != last + 1:
            yield Altered(bot, table, f"row {last + 1} of log is missing")
        elif digest != chain_digest(before, text):
            yield Altered(bot, table, f"row {seq} of log, or a result that came with it, was altered")
        if promises.pop((bot, table, seq), "") != promised_commitment(entry):
            yield Altered(bot, table, f"the deal that row {seq} of log seals has another seed than its commitment")
        before, last = digest, seq
    for bot, table, seq in promises:
        yield Altered(bot, table, f"a commitment belongs to row {seq} of log, which is not there")
