"""What is read on the event loop is found by its key, however many people and tables are stored."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import statements as sql

NAMES = {
    getattr(sql, name): name for name in dir(sql) if isinstance(getattr(sql, name), str) and getattr(sql, name)[:1]
}


@pytest.mark.parametrize("statement", sql.QUICK, ids=lambda one: NAMES.get(one, ""))
def test_a_quick_read_looks_through_no_whole_table(stored: Path, statement: str) -> None:
    values = dict.fromkeys(re.findall(r":(\w+)", statement), 0)
    with closing(sqlite3.connect(stored)) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert any(step.startswith("SEARCH") for step in plan)
    whole = re.compile(r"SCAN (?!CONSTANT|json_each )")  # a list that the question itself brings is no table
    assert [step for step in plan if step.endswith("(bot=?)") or whole.match(step)] == []


@pytest.mark.parametrize("statement", [sql.LETTERS, sql.WAITING_LETTERS], ids=NAMES.get)
def test_the_letters_of_a_table_are_not_looked_for_among_all_that_wait(stored: Path, statement: str) -> None:
    values = dict.fromkeys(re.findall(r":(\w+)", statement), 0)
    with closing(sqlite3.connect(stored)) as connection:
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert plan[0].startswith("SEARCH outbox")
    assert plan[0].endswith("(bot=? AND table_id=?)")
