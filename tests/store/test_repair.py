"""`burraco db repair`: a copy of what is sound; whatever was altered, the rest goes on."""

import re
import sqlite3
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.soundness import refuse_faulty
from bot.tables.table import VERSION
from tests.store.altered import alter, alterations, rows

Capture = pytest.CaptureFixture[str]


def repaired(stored: Path, capsys: Capture) -> tuple[Path, str]:
    """The copy, which is sound, and what was said of it; the database itself is as it was."""
    before, copy = stored.read_bytes(), stored.with_name("burraco.db.repaired")
    assert main(["db", "repair"]) == 0, capsys.readouterr().err
    output = capsys.readouterr().out
    assert stored.read_bytes() == before
    assert output.endswith(f"{copy}: {copy.stat().st_size} bytes, checked\n")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(file.name for file in stored.parent.iterdir() if file.suffix == ".part") == []
    refuse_faulty(copy)
    return copy, output


def count(stored: Path, table: str, where: str = "1") -> int:
    connection = sqlite3.connect(stored)
    ((found,),) = connection.execute(f"SELECT count(*) FROM {table} WHERE {where}")  # noqa: S608  names of the schema
    connection.close()
    return int(found)


def test_of_a_sound_database_nothing_is_cut(stored: Path, capsys: Capture) -> None:
    copy, output = repaired(stored, capsys)
    assert output.startswith("nothing had to be cut\n")
    for table in ("log", "tables", "due", "results", "corrections", "commitments", "people", "accounts", "outbox"):
        assert rows(copy, table) == rows(stored, table), table
    assert [row[2:7] for row in rows(copy, "tallies")] == [row[2:7] for row in rows(stored, "tallies")]


@pytest.mark.parametrize("what", alterations())
def test_whatever_was_altered_a_copy_is_sound(
    stored: Path,
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    script = alterations()[what][0]
    alter(stored, script)
    copy, _ = repaired(stored, capsys)
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    assert main(["db", "check"]) == 0, capsys.readouterr().out
    touched = {table for table in ("t1", "t2") if f"'{table}'" in script}
    for other in {"t1", "t2"} - touched if len(touched) == 1 else ():
        rows_then, rows_now = (count(one, "log", f"table_id = '{other}'") for one in (stored, copy))
        assert rows_now == rows_then, "the other table goes on"


def test_a_table_is_cut_back_to_the_row_before_and_loses_what_came_after(stored: Path, capsys: Capture) -> None:
    ended = count(stored, "log", "table_id = 't1'")
    alter(stored, alterations()["a card in a play"][0])
    copy, output = repaired(stored, capsys)
    assert f"table t1 (ROSSO) of bot bot: cut back to 11 of {ended} rows: row 12 of log" in output
    assert "2 results of what was cut were left out" in output
    assert count(copy, "log", "table_id = 't1'") == 11
    assert count(copy, "tables", "table_id = 't1' AND revision = 11 AND phase = 'playing'") == 1
    assert count(copy, "outbox", "table_id = 't1' AND revision > 11") == 0
    assert count(copy, "outbox", "table_id = 't1' AND settled < revision") > 0, "it is shown anew"
    assert [count(copy, table) for table in ("results", "tallies", "corrections")] == [0, 0, 0]
    assert rows(copy, "people") == rows(stored, "people")
    assert [row for row in rows(copy, "log") if row[1] == "t2"] == [
        row for row in rows(stored, "log") if row[1] == "t2"
    ]


def test_what_follows_from_the_log_is_made_of_it_again(stored: Path, capsys: Capture) -> None:
    before = [rows(stored, table) for table in ("log", "results", "due", "commitments")]
    alter(
        stored,
        "DELETE FROM results; DELETE FROM due; DELETE FROM commitments; "
        "UPDATE tables SET snapshot = 'x', phase = 'lobby'",
    )
    copy, output = repaired(stored, capsys)
    assert "the results of row" in output
    assert "cut back" not in output
    assert [rows(copy, table) for table in ("log", "results", "due", "commitments")] == before


def test_a_log_that_this_version_does_not_fold_is_cut_before_that_row(stored: Path, capsys: Capture) -> None:
    alter(stored, "UPDATE log SET entry = 'dance' WHERE table_id = 't2' AND seq = 8", anew=True)
    copy, output = repaired(stored, capsys)
    assert "table t2 (GIALLO) of bot bot: cut back to 7 of" in output
    assert "row 8 of log does not fold in this version" in output
    assert count(copy, "log", "table_id = 't2'") == 7


def test_a_table_without_a_beginning_is_left_out_and_named(stored: Path, capsys: Capture) -> None:
    alter(stored, "UPDATE log SET actor = 'p2 Zeno' WHERE table_id = 't2' AND seq = 1")
    copy, output = repaired(stored, capsys)
    assert "table t2 (GIALLO) of bot bot: was left out with its" in output
    assert count(copy, "tables") == 1
    assert count(copy, "outbox", "table_id = 't2'") == 0


def test_nothing_is_ever_overwritten(stored: Path, capsys: Capture) -> None:
    taken = stored.with_name("taken.db")
    taken.write_text("dear")
    for name in (taken, stored):
        assert main(["db", "repair", str(name)]) == 2
        assert "exists already; name a new file" in capsys.readouterr().err
    assert taken.read_text() == "dear"


CONTRADICTED = {
    "totals": ("UPDATE results SET totals = 'NS 5 EW 10' WHERE kind = 'match'", "set right from its log: NS "),
    "the record": ("UPDATE results SET record = record || ' ' WHERE kind = 'match'", "made anew of its log"),
    "who sat where": ("UPDATE results SET players = replace(players, 'p1', 'p7')", "made anew of its log"),
    "a result that is gone": ("DELETE FROM results WHERE kind = 'match'", "made anew of its log"),
    "a number": ("UPDATE results SET number = 7 WHERE kind = 'deal'", "made anew of its log"),
}


@pytest.mark.parametrize("what", CONTRADICTED)
def test_results_that_contradict_a_whole_log_are_set_right_from_it(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Their digests hold: another program may have written them so."""
    before = {table: rows(stored, table) for table in ("log", "results", "corrections")}
    script, words = CONTRADICTED[what]
    alter(stored, script, anew=True)
    assert main(["db", "check"]) == 1
    capsys.readouterr()
    copy, output = repaired(stored, capsys)
    assert re.search(r"^table t1 \(ROSSO\) of bot bot: the results of row \d+ were ", output, re.MULTILINE)
    assert words in output
    assert "cut back" not in output
    assert {table: rows(copy, table) for table in before} == before
    assert count(copy, "corrections", "totals = 'NS 400 EW 0'") == 1, "what people agreed on stays"
    monkeypatch.setenv("BURRACO_DATABASE", str(copy))
    assert main(["db", "check"]) == 0, capsys.readouterr().out


def test_what_boards_counted_otherwise_is_counted_again(stored: Path, capsys: Capture) -> None:
    before = [row[2:7] for row in rows(stored, "tallies")]
    alter(stored, "UPDATE tallies SET facts = replace(facts, '\"mp\"', '\"vp\"')", anew=True)
    copy, _ = repaired(stored, capsys)
    assert [row[2:7] for row in rows(copy, "tallies")] == before


def test_it_says_what_it_kept_of_what_was_there(stored: Path, capsys: Capture) -> None:
    ended, going = (count(stored, "log", f"table_id = '{table}'") for table in ("t1", "t2"))
    alter(stored, "DELETE FROM log WHERE table_id = 't1' AND seq = 20")
    _, output = repaired(stored, capsys)
    assert f"table t1 (ROSSO) of bot bot: cut back to 19 of {ended} rows: row 20 of log is missing\n" in output
    assert f"kept: 2 of 2 tables, {19 + going} of their {ended + going} rows\n" in output


def test_a_table_of_which_only_results_are_left_is_left_out_with_them(stored: Path, capsys: Capture) -> None:
    ended = count(stored, "log", "table_id = 't1'")
    alter(stored, "DELETE FROM log WHERE table_id = 't1'")
    _, output = repaired(stored, capsys)
    assert f"table t1 (ROSSO) of bot bot: was left out with its {ended} rows: row 1 of log is missing\n" in output
    assert "table t1 (ROSSO) of bot bot: 2 results of what was cut were left out\n" in output


def test_tables_that_are_gone_with_all_their_rows_are_counted(stored: Path, capsys: Capture) -> None:
    names = (
        "due",
        "outbox",
        "commitments",
        "drafts",
        "invitations",
        "results",
        "corrections",
        "tallies",
        "log",
        "tables",
    )
    alter(stored, "; ".join([f"DELETE FROM {name} WHERE table_id = 't1'" for name in names]))  # noqa: S608  names of the schema
    _, output = repaired(stored, capsys)
    assert "tables of bot bot that are gone with all their rows: 1\n" in output
    assert "kept: 1 of 2 tables" in output


def test_what_a_newer_program_has_upgraded_is_left_to_it(stored: Path, capsys: Capture) -> None:
    """Else the copy would lack what only that program knows, and be called checked."""
    alter(stored, "INSERT INTO migrations SELECT max(number) + 1, '9999_later', 'abc', 1 FROM migrations")
    assert main(["db", "repair"]) == 2
    error = capsys.readouterr().err
    assert "it was upgraded with 9999_later.sql, which this program does not have; start the newer program" in error
    assert error.startswith(f"burraco db: {stored}: it was")
    assert not stored.with_name("burraco.db.repaired").exists()


def test_tables_of_a_newer_program_are_left_to_it(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older one without another migration would leave them all out, and call what is left checked."""
    monkeypatch.setattr("bot.tables.log.VERSION", VERSION - 1)
    assert main(["db", "repair"]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"burraco db: {stored}: table t1 (ROSSO) of bot bot: entry 1: a newer program has written")
    assert error.endswith("it; start the newer program\n")
    assert not stored.with_name("burraco.db.repaired").exists()


def test_whoever_starts_an_older_program_is_not_told_to_cut_what_a_newer_one_wrote(
    stored: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.log.VERSION", VERSION - 1)
    for chore in (["run"], ["doctor", "--offline"], ["db", "check"]):
        assert main(chore) != 0
        output = capsys.readouterr()
        words = output.out + output.err
        assert "table t1 (ROSSO) of bot bot: entry 1: a newer program has written it" in words
        assert "start the newer program" in words
        assert "repair" not in words
