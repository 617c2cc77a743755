"""Killed at any moment: what was acknowledged is there, once, with everything that belongs to it."""

import random
import subprocess
import sys
import time
from pathlib import Path

from bot.database_address import Database
from bot.host.ports import OutboxRow, Stored, StoredResult
from bot.store.check import check
from bot.store.rows import StoreRows
from bot.tables.log import LogRow
from tests.databases import named
from tests.store.changes import BOT, TABLE, using

KILLS = 5


def work_and_die(root: Path, database: Database, number: int, seconds: float) -> dict[int, int]:
    """What a process acknowledged, action number → revision, until it was killed."""
    command = [sys.executable, "-m", "tests.store.committer", named(database), "one", str(number)]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        lines = [first, *process.stdout]
    whole = [line.split() for line in lines if line.endswith("\n")]  # of the last one half may have been written
    return {int(action): int(revision) for action, revision in whole}


def test_nothing_acknowledged_is_lost_and_nothing_is_applied_twice(root: Path, database: Database) -> None:
    chance = random.Random(3)  # noqa: S311  the machine's timing varies anyway
    acknowledged: dict[int, int] = {}
    for _ in range(KILLS):
        lines = work_and_die(root, database, len(acknowledged) + 1, chance.uniform(0, 0.1))
        assert not set(lines) & set(acknowledged)
        acknowledged |= lines
    table, log, results, letters = using(database, everything)
    assert [row.seq for row in log] == list(range(1, table.revision + 1))
    assert len({row.action_id for row in log}) == len(log)
    rows = {row.action_id: row.seq for row in log}
    assert {f"one {number}": revision for number, revision in acknowledged.items()}.items() <= rows.items()
    assert len(log) - len(acknowledged) in {0, 1}  # the last one may have been stored and not told
    assert table.snapshot == f"snapshot {table.revision}"
    assert [result.revision for result in results] == [row.seq for row in log]
    assert {(row.viewer, row.revision, row.settled) for row in letters} == {
        ("N", table.revision, 0),
        ("club", table.revision, 0),
    }
    assert all(finding.sound for finding in check(database))


async def everything(
    store: StoreRows,
) -> tuple[Stored, tuple[LogRow, ...], tuple[StoredResult, ...], tuple[OutboxRow, ...]]:
    table = await store.load(BOT, TABLE)
    assert table is not None
    (due,) = await store.due_rows(BOT, until=10**15)
    assert due.at == table.revision
    return table, await store.log(BOT, TABLE), await store.results(BOT, TABLE), await store.letters(BOT, TABLE)
