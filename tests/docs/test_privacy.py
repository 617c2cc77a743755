"""The page about privacy names tables that the database has."""

import re
import sqlite3
from pathlib import Path

from bot.store.upgrade import upgrade
from tests.docs.test_hosting import section


def test_what_is_stored_about_a_person_stands_in_tables_that_there_are(root: Path, tmp_path: Path) -> None:
    page = (root / "docs" / "leaderboards.md").read_text("utf-8")
    rows = re.findall(r"^\| [^|]+ \| ([^|]+) \| [^|]+ \|$", section(page, "Privacy"), re.MULTILINE)
    named = {name for where in rows for name in re.findall(r"`(\w+)`", where)}
    upgrade(tmp_path / "burraco.db", 1)
    connection = sqlite3.connect(tmp_path / "burraco.db")
    there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    connection.close()
    assert {"people", "log", "archives", "bots"} <= named
    assert named <= there
