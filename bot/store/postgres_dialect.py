"""What has to be said otherwise to PostgreSQL than to SQLite: how values are named, and the few statements that differ.

Everything else in `bot.store` is said to both in the same words.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from bot.host.ports import NEVER
from bot.store.asking import ONE_MOMENT
from bot.store.digests import HAS_ARCHIVES, HAS_KINDS
from bot.store.statements import CREATE_TABLE, MARK_SENT, MOVE_TABLE, WAITING_LETTERS
from bot.store.sweep import COLUMNS

SINCE_FORGOTTEN: Final = f"rewritten.written <> :forgotten AND :forgotten <> {NEVER}"
"""By another transaction than is known here, if anything is; a lower one is of a server that began to count anew."""
SOMEBODY_FORGOTTEN: Final = f"""
EXISTS (SELECT 1 FROM rewritten WHERE rewritten.bot = :bot AND subject = '' AND {SINCE_FORGOTTEN})
"""  # noqa: S608  the words are this program's own
NOBODY_FORGOTTEN: Final = f"AND NOT {SOMEBODY_FORGOTTEN}"
"""Since what this host has read: else it would store a name once more that another host has just taken away."""

INSTEAD: Final[Mapping[str, str]] = {
    CREATE_TABLE: CREATE_TABLE.replace("WHERE true", f"WHERE true {NOBODY_FORGOTTEN}"),
    MOVE_TABLE: f"{MOVE_TABLE}{NOBODY_FORGOTTEN}",
    MARK_SENT: MARK_SENT.replace(":again = 1", f":again = 1 OR {SOMEBODY_FORGOTTEN}"),  # the message may have the name
    WAITING_LETTERS: WAITING_LETTERS.replace(
        "IN (SELECT value FROM json_each(:tables))",
        "= ANY (ARRAY(SELECT json_array_elements_text(CAST(:tables AS json))))",
    ),
    COLUMNS: """
SELECT table_name, column_name, CASE data_type WHEN 'text' THEN 'TEXT' ELSE 'INTEGER' END
FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position
""",
    ONE_MOMENT: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    "BEGIN IMMEDIATE": "BEGIN",
    HAS_KINDS: "SELECT 1",  # no database here is from before there were kinds
    HAS_ARCHIVES: "SELECT 1",  # nor is one looked at before it has all migrations
}

OWN: Final = """
WITH own AS (
    SELECT relname AS name, oid AS number FROM pg_class
    WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND NOT EXISTS (
        SELECT 1 FROM pg_depend WHERE classid = CAST('pg_class' AS regclass) AND objid = pg_class.oid AND deptype = 'e'
    )
)
"""
"""Begins a question for the tables of the schema without those that an extension of the server has brought."""

SHA256_HEX: Final = """
CREATE OR REPLACE FUNCTION sha256_hex(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
AS $$ SELECT encode(sha256(convert_to($1, 'UTF8')), 'hex') $$
"""
"""What `bot.store.digests` gives to SQLite, for statements that ask for it."""

_PARTS: Final = re.compile(
    r"""
    (?P<text>'(?:[^']|'')*')
    | (?<!:):(?P<name>[a-z_][a-z0-9_]*)
    | (?P<place>\?)
    | (?P<percent>%)
    | \b(?P<word>instr(?=\()|rowid)\b
    | (?P<sign>(?<=\s)\+(?=[a-z]))
    """,
    re.VERBOSE,
)
_WORDS: Final = {"instr": "strpos", "rowid": "ctid"}  # a row's own place, which no statement keeps longer than a moment

_COLUMN_TYPES: Final = (
    (re.compile(r"\)\s*STRICT\b"), ")"),  # PostgreSQL always is
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),  # the order of SQLite: that of the characters' numbers
)


@lru_cache(1000)
def for_postgres(statement: str) -> str:
    """A statement of `bot.store` as the driver takes it: values by name, as `%(name)s`."""
    return _PARTS.sub(_said_otherwise, INSTEAD.get(statement, statement))


@lru_cache(1000)
def numbered(statement: str) -> tuple[str, tuple[str, ...]]:
    """The same as the server itself takes it: values by number, as `$1`, and their names in that order."""
    names: dict[str, int] = {}

    def with_numbers(part: re.Match[str]) -> str:
        if part.lastgroup == "name":
            return f"${names.setdefault(part['name'], len(names) + 1)}"
        return part[0] if part.lastgroup in ("text", "percent") else _said_otherwise(part)

    return _PARTS.sub(with_numbers, INSTEAD.get(statement, statement)), tuple(names)


def _said_otherwise(part: re.Match[str]) -> str:
    match part.lastgroup:
        case "name":
            return f"%({part['name']})s"
        case "place":
            return "%s"
        case "word":
            return _WORDS[part["word"]]
        case "sign":  # keeps SQLite from an index
            return ""
        case _:
            return part[0].replace("%", "%%")


def migration_for_postgres(script: str) -> str:
    """A migration that serves both databases, with PostgreSQL's names of what a column holds."""
    for pattern, words in _COLUMN_TYPES:
        script = pattern.sub(words, script)
    return script
