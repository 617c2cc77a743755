"""Logs that earlier versions have written mean what they meant: each folds to the file that was kept with it."""

import json
from pathlib import Path

import pytest

from bot.tables.log import LogRow
from bot.tournaments.club_tournament import VERSION
from bot.tournaments.commands import ENTRIES
from bot.tournaments.evening_file import document_text
from bot.tournaments.log import fold
from engine.tournament.fold import fold as check
from engine.tournament.reading import read_tournament
from tests.tournaments.older import EVENINGS, LOGS

STORED = sorted(LOGS.glob("*.jsonl"))


def rows_of(path: Path) -> list[LogRow]:
    return [LogRow(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_an_older_log_folds_to_the_file_that_was_kept(path: Path) -> None:
    text = path.with_suffix(".json").read_text("utf-8")
    assert document_text(fold(rows_of(path)), {}) == text
    assert check(read_tournament(text))[1] is None


def test_the_kept_logs_have_every_entry() -> None:
    assert STORED != []
    entries = {row.entry.partition(" ")[0] for path in STORED for row in rows_of(path)}
    assert entries == {*ENTRIES, "tournament"}


@pytest.mark.parametrize("name", EVENINGS)
def test_the_evening_that_is_kept_is_the_one_of_this_version(name: str) -> None:
    one = EVENINGS[name]()
    assert one.folded() == one.one
    assert [row.entry for row in one.rows] == [row.entry for row in rows_of(LOGS / f"version{VERSION}{name}.jsonl")]
