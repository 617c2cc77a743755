"""What can still be read of a faulty database, and a new one with what of it is kept: for `burraco db repair`.

The faulty file is copied first and never touched. The copy is read table by table, without its indexes, around whatever
cannot be read.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.host.ports import TABLE, Result, StoreError
from bot.store.around import RowsFound, rows_of
from bot.store.backup import copy_to, publish, require_free
from bot.store.connection import RESTORE, open_connection, store_errors, without_way_out
from bot.store.digests import Key, archive_digest, chain_digest, correction_text, digest_everything
from bot.store.migrations import NewerDatabase, shipped_migrations
from bot.store.note_rows import move_notes
from bot.store.older_plans import move_plans
from bot.store.openings import number_tables
from bot.store.packing import Unpackable, unpack
from bot.store.pages import TableShape, rows_in, shapes
from bot.store.parts import part_of
from bot.store.schema import differences, tables
from bot.store.upgrade import needs, upgrade
from bot.tables.log import LogRow
from bot.tables.timers import Due

Rows: TypeAlias = "list[dict[str, Any]]"

_SCHEMA: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
_ALONE: Final = ("people", "accounts", "link_codes", "channels", "notes", "hosts", "bots", "tokens")
"""Tables whose rows belong to no stored table; each before those that refer to it."""
_OLDER: Final = {
    "plans": "bot, plan, channel, revision, state, content, PRIMARY KEY (bot, plan)",
    "plan_due": "bot, plan, kind, due_at, PRIMARY KEY (bot, plan, kind)",
}
"""Tables of versions in which planned matches had their own."""


@dataclass(frozen=True, slots=True)
class SoundPart:
    """What is kept of a stored table: its first rows, with the results that came with them, and what follows of both.

    `cut`: whether rows are missing that were there.
    """

    bot: str
    table: str
    label: str
    channel: str
    phase: str
    snapshot: str
    rows: tuple[LogRow, ...]
    results: tuple[tuple[int, Result], ...]  # each with its revision
    dues: tuple[Due, ...]
    cut: bool
    kind: str = TABLE

    @property
    def key(self) -> Key:
        return self.bot, self.table

    @property
    def revision(self) -> int:
        return self.rows[-1].seq


@dataclass(frozen=True)
class Salvaged:
    """All rows that could be read, by the name of their table; `unread` says what could not.

    `schema`: what of its tables, indexes and triggers is not as this program makes it.
    """

    rows: Mapping[str, Rows]
    unread: tuple[str, ...]
    schema: tuple[str, ...] = ()

    @cached_property
    def _by_key(self) -> Mapping[str, Mapping[Key, Rows]]:
        found: dict[str, dict[Key, Rows]] = {}
        for table, rows in self.rows.items():
            for row in rows if {"bot", "table_id"} <= set(rows[0] if rows else ()) else []:
                found.setdefault(table, {}).setdefault((row["bot"], row["table_id"]), []).append(row)
        return found

    def of(self, table: str) -> Mapping[Key, Rows]:
        """The rows of a table by the stored table that they belong to."""
        return self._by_key.get(table, {})

    def of_table(self, table: str, key: Key) -> Rows:
        """Those of one stored table."""
        return self.of(table).get(key, [])


@contextmanager
def salvaging(path: Path, target: Path, at: int) -> Iterator[tuple[Salvaged, Path]]:
    """What can be read, and a new database that gets the name `target` afterwards. Raises `StoreError`."""
    with store_errors(target):
        require_free(target)
        with part_of(target, path) as part:
            with part_of(target, path) as copy:
                upgrade(part, at)
                with open_connection(part, create=False) as connection:
                    by_table = shapes(connection)
                copy_to(path, copy, lambda: bool(rows_in(path, by_table)["log"]))
                _require_no_newer(copy, path)
                found = _read(copy, at, by_table)
            yield found, part
            with closing(sqlite3.connect(part, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
            publish(part, target)


def _require_no_newer(copy: Path, path: Path) -> None:
    """Raises `NewerDatabase`: what this program does not know of it would be left out without a word."""
    try:
        with open_connection(copy, create=False) as connection:
            needs(connection, path, shipped_migrations())
    except NewerDatabase:
        raise
    except StoreError:  # damaged, or of a history of its own: what can be read is looked at
        return


def _read(copy: Path, at: int, by_table: Mapping[str, TableShape]) -> Salvaged:
    with suppress(StoreError):  # whatever is wrong with its history: if the rows are of this version, they can be read
        upgrade(copy, at)
    found: dict[str, RowsFound] = {}
    unread: list[str] = []
    schema: list[str] = []
    try:
        with open_connection(copy, create=False) as connection:
            connection.text_factory = partial(str, encoding="utf-8", errors="replace")
            schema = differences(connection)
            there = {name for (name,) in connection.execute(_SCHEMA).fetchall()}
            for table in [name for name in (*tables(), *_OLDER) if name in there]:
                found[table] = rows_of(connection, table)
    except StoreError as error:
        unread.append(f"not every table can be read: {without_way_out(str(error)).removeprefix(f'{copy}: ')}")
    log = found.get("log", RowsFound([]))
    if not all("digest" in row for row in log.rows[:1]):
        raise StoreError(f"{copy.name}: cannot be brought to this program's version; {RESTORE}")
    unread += [_unread_words(table, one) for table, one in found.items() if one.error]
    rows = {table: one.rows for table, one in found.items()}
    if unread:
        for table, more in _from_pages(copy, rows, by_table).items():
            whole = table in found and not found[table].error
            if more and not whole:
                unread.append(f"{table}: {len(more)} more rows were found page by page")
                rows[table] = [*rows.get(table, []), *more]
    rows["log"] = [*rows.get("log", []), *_archived_rows(rows.get("archives", []), unread)]
    return Salvaged(rows, tuple(unread), tuple(schema))


def _archived_rows(archives: Rows, unread: list[str]) -> Rows:
    """What was taken out of logs, which the copy has whole again; `unread` gets those that are not as they were."""
    found: Rows = []
    for one in archives:
        key = one["bot"], one["table_id"]
        try:
            digest = archive_digest(*key, one["actors"], one["row_count"], one["archived_at"], one["content"])
            rows = unpack(one["content"]) if digest == one["digest"] else ()
        except Unpackable:
            rows = ()
        if not rows:
            unread.append(f"archives: that of table {key[1]} of bot {key[0]} is not as it was written")
        found += [_as_stored(*key, row) for row in rows]
    return found


def _as_stored(bot: str, table: str, row: LogRow) -> dict[str, Any]:
    """A row of an archive as one of the log. It had no digest of its own: it follows from the row before."""
    content = {"action_id": row.action_id, "actor": row.actor, "entry": row.entry, "logged_at": row.at}
    return {"bot": bot, "table_id": table, "seq": row.seq, **content, "digest": None}


def _unread_words(table: str, found: RowsFound) -> str:
    lost = "others" if found.count is None or found.count < len(found.rows) else str(found.count - len(found.rows))
    return f"{table}: {len(found.rows)} rows could be read, {lost} could not: {found.error}"


def _from_pages(copy: Path, read: Mapping[str, Rows], by_table: Mapping[str, TableShape]) -> Mapping[str, Rows]:
    """Rows that no other page leads to any more, each once."""
    more: dict[str, Rows] = {}
    for table, rows in rows_in(copy, by_table).items():
        keys = {tuple(row[column] for column in by_table[table].key) for row in read.get(table, [])}
        for row in rows:
            key = tuple(row[column] for column in by_table[table].key)
            if key not in keys:
                keys.add(key)
                more.setdefault(table, []).append(row)
    return more


# --- the new one ------------------------------------------------------------------------------------------------------


def rebuild_from(part: Path, salvaged: Salvaged, tables: Sequence[SoundPart], at: int) -> list[str]:
    """Fill the new database; what had to be left out, a line each. Raises `StoreError`."""
    left: list[str] = []
    with open_connection(part, create=False) as connection:
        connection.execute("BEGIN IMMEDIATE")
        writer = _Writer(connection)
        for table in _ALONE:
            writer.add(table, salvaged.rows.get(table, []))
        for one in tables:
            _write(writer, one)
        by_key = {one.key: one for one in tables}
        for table in ("drafts", "invitations", "outbox"):
            for key, rows in salvaged.of(table).items():
                sound = by_key.get(key)
                usable = [_fitting(table, row, sound) for row in rows] if sound else []
                writer.add(table, [row for row in usable if row is not None])
        left += _write_corrections(writer, salvaged, by_key)
        _move_older(connection, writer, salvaged, at)
        digest_everything(connection)
        number_tables(connection)
        connection.execute("COMMIT")
    return [*writer.left_out(), *left]


def _move_older(connection: sqlite3.Connection, writer: "_Writer", salvaged: Salvaged, at: int) -> None:
    """Notes and planned matches as they were kept once, where the copy could not be brought to this version."""
    if "notes" in salvaged.rows:
        return
    for table, columns in _OLDER.items():
        connection.execute(f"CREATE TABLE {table} ({columns})")
        writer.add(table, salvaged.rows.get(table, []))
    move_notes(connection)
    move_plans(connection, at)
    for table in _OLDER:
        connection.execute(f"DROP TABLE {table}")


class _Writer:
    """Adds rows; those that fit nowhere are counted."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._left: Counter[str] = Counter()
        self._columns: dict[str, set[str]] = {}

    def add(self, table: str, rows: Rows) -> None:
        for read in rows:
            row = {name: value for name, value in read.items() if name in self._columns_of(table)}
            marks = ", ".join([f":{name}" for name in row])
            try:
                self._connection.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)  # noqa: S608  names of the schema
            except (sqlite3.IntegrityError, sqlite3.InterfaceError):
                self._left[table] += 1

    def _columns_of(self, table: str) -> set[str]:
        if table not in self._columns:
            found = self._connection.execute("SELECT name FROM pragma_table_info(?)", [table])
            self._columns[table] = {str(name) for (name,) in found}
        return self._columns[table]

    def left_out(self) -> list[str]:
        return [f"{count} rows of {table} fit nowhere and were left out" for table, count in self._left.items()]


def _write(writer: _Writer, one: SoundPart) -> None:
    key = {"bot": one.bot, "table_id": one.table}
    facts = {"kind": one.kind, "code": one.label, "channel": one.channel, "phase": one.phase, "snapshot": one.snapshot}
    writer.add("tables", [{**key, **facts, "revision": one.revision, "updated_at": one.rows[-1].at}])
    for row in one.rows:
        content = {"action_id": row.action_id, "actor": row.actor, "entry": row.entry, "logged_at": row.at}
        writer.add("log", [{**key, "seq": row.seq, **content}])
    places: Counter[int] = Counter()
    for revision, result in one.results:
        facts = {"kind": result.kind, "record": result.record, "totals": result.totals, "players": result.players}
        writer.add(
            "results", [{**key, "revision": revision, "place": places[revision], "number": result.number, **facts}]
        )
        places[revision] += 1
    writer.add("due", [{**key, "kind": due.kind, "due_at": due.at} for due in one.dues])


def _fitting(table: str, row: dict[str, Any], sound: SoundPart) -> dict[str, Any] | None:
    """The row as it fits what is kept; None for one that does not."""
    if table != "outbox":
        return None if sound.cut else row
    wanted = min(int(row["revision"]), sound.revision)
    beyond = int(row["revision"]) > sound.revision or int(row["settled"]) > int(row["revision"])
    settled = wanted - 1 if beyond else min(int(row["settled"]), wanted)  # what shows more is brought again
    return {**row, "revision": max(1, wanted), "settled": max(0, settled)}


def _write_corrections(writer: _Writer, salvaged: Salvaged, sound: Mapping[Key, SoundPart]) -> list[str]:
    """Corrections of matches that are kept, up to the first that is not what was written."""
    left = []
    for key, rows in salvaged.of("corrections").items():
        matches = {revision for revision, one in sound[key].results if one.kind == "match"} if key in sound else set()
        before, number, match = "", 0, -1
        for row in sorted(rows, key=lambda row: (row["revision"], row["number"])):
            if row["revision"] != match:
                before, number, match = "", 0, row["revision"]
            named = ("bot", "table_id", "revision", "number", "corrected_at", "author", "reason", "totals")
            before = chain_digest(before, correction_text(*[row[name] for name in named]))
            number += 1
            if row["revision"] in matches and row["number"] == number and row["digest"] == before:
                writer.add("corrections", [row])
            else:
                number = -1  # nothing that follows counts without it
                left.append(f"correction {row['number']} of the match {key[1]}:{row['revision']} of bot {key[0]}")
    return [f"{one} was left out" for one in left]
