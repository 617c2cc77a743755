"""A database has the tables, indexes and triggers that its migrations make, and no others: every look says so."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.schema import differences
from tests.store.altered import rows
from tests.store.test_repair import repaired

Capture = pytest.CaptureFixture[str]
DROPPED = ("people", "notes", "link_codes", "drafts", "invitations", "accounts", "channels", "hosts")
ALTERED = {
    **{f"{table} dropped": (f"DROP TABLE {table}", f"table {table} is missing") for table in DROPPED},
    "an index dropped": ("DROP INDEX due_soon", "index due_soon is missing"),
    "a trigger": (
        "CREATE TRIGGER forget AFTER INSERT ON log BEGIN DELETE FROM log WHERE seq = 1; END",
        "trigger forget is none of this program's",
    ),
    "a view": ("CREATE VIEW seen AS SELECT * FROM log", "view seen is none of this program's"),
    "a table": ("CREATE TABLE another (table_id); INSERT INTO another VALUES (1)", "table another is none of"),
    "a column": (
        "ALTER TABLE people ADD COLUMN age INTEGER",
        "table people is not as this program makes it: column age is none of this program's",
    ),
    "a column dropped": (
        "ALTER TABLE people DROP COLUMN settings",
        "table people is not as this program makes it: column settings is missing",
    ),
    "a key": (
        "DROP TABLE hosts; CREATE TABLE hosts (bot TEXT NOT NULL, instance TEXT NOT NULL, alive_at INTEGER NOT NULL)",
        "table hosts is not as this program makes it",
    ),
}


def altered(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"PRAGMA foreign_keys = OFF; {script};")


@pytest.mark.parametrize("what", ALTERED)
def test_what_is_missing_or_added_is_named(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    script, words = ALTERED[what]
    altered(stored, script)
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    assert main(["db", "check"]) == 1
    assert f"schema      FAULT: {words}" in capsys.readouterr().out
    assert main(["doctor", "--offline"]) == 1
    assert words in capsys.readouterr().out
    assert main(["db", "backup", str(stored.with_name("copy.db"))]) == 1
    assert words in capsys.readouterr().err
    assert main(["run"]) == 2
    assert f"is faulty, so nothing is hosted: {words}" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["people dropped", "a trigger", "a table", "a column", "a key"])
def test_a_repaired_copy_is_as_this_program_makes_it(
    whole: Path, stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    script, words = ALTERED[what]
    altered(stored, script)
    copy, output = repaired(stored, capsys)
    assert words in output
    assert "the copy is as this program makes it" in output
    assert "cut back" not in output
    assert rows(copy, "log") == rows(whole, "log")
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    assert main(["db", "check"]) == 0


def test_comments_spaces_quotes_and_statistics_make_no_difference(stored: Path) -> None:
    anew = 'CREATE TABLE "hosts" (bot text NOT NULL, -- whose\n\n instance TEXT NOT NULL, alive_at INTEGER NOT NULL,'
    altered(stored, f"DROP TABLE hosts; {anew} PRIMARY KEY (bot) ) STRICT; ANALYZE")
    with closing(sqlite3.connect(stored)) as connection:
        assert differences(connection) == []
