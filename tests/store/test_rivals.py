"""Several who use one database: of two changes at one revision exactly one succeeds; an upgrade happens once."""

import asyncio
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.database_address import Database
from bot.host.ports import AlreadyDone, Committed, Stale
from bot.store.migrations import Migration, shipped_migrations
from bot.store.rows import StoreRows
from bot.store.store import open_database
from bot.store.upgrade import upgrade
from tests.databases import named
from tests.store.changes import BOT, TABLE, change, using


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


def test_of_two_stores_at_one_revision_exactly_one_wins(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        rival = await open_database(database, at=1)
        for revision in range(30):
            rivals = [(one, name) for one, name in ((store, "left"), (rival, "right")) for _ in range(2)]
            changes = [one.commit(change(revision, f"{name} {revision}")) for one, name in rivals]
            outcomes = await asyncio.gather(*changes)
            assert outcomes.count(Committed(revision + 1)) == 1
            assert outcomes.count(AlreadyDone(revision + 1)) == 1
            assert outcomes.count(Stale(revision + 1)) == 2
        await rival.close()

    using(database, body)


def test_of_the_same_action_given_to_two_stores_one_is_applied(database: Database) -> None:
    async def body(store: StoreRows) -> None:
        rival = await open_database(database, at=1)
        for revision in range(30):
            action = f"click {revision}"
            outcomes = await asyncio.gather(*[one.commit(change(revision, action)) for one in (store, rival)])
            assert set(outcomes) == {Committed(revision + 1), AlreadyDone(revision + 1)}
        await rival.close()

    using(database, body)


def test_processes_share_a_table_without_losing_or_doubling(root: Path, database: Database) -> None:
    commands = [[sys.executable, "-m", "tests.store.committer", named(database), name] for name in ("left", "right")]
    processes = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for command in commands]
    outputs = []
    for process in processes:
        assert process.stdout is not None
        outputs.append([process.stdout.readline()])
    time.sleep(0.3)
    for process, lines in zip(processes, outputs, strict=True):
        process.kill()
        assert process.stdout is not None
        lines.extend(process.stdout)
        process.stdout.close()
        process.wait()
    rows = using(database, lambda store: store.log(BOT, TABLE))
    revisions = {row.action_id: row.seq for row in rows}
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    for name, lines in zip(("left", "right"), outputs, strict=True):
        assert all(line.endswith("\n") for line in lines[:-1])
        for line in [line for line in lines if line.endswith("\n")]:  # who is killed may be in the middle of a word
            number, revision = line.split()
            assert revisions[f"{name} {number}"] == int(revision)


def test_of_several_who_upgrade_at_once_each_migration_is_applied_by_one(path: Path) -> None:
    migrations = [
        *shipped_migrations(),
        Migration(len(shipped_migrations()) + 1, "0099_more", "", "CREATE TABLE more (n INTEGER) STRICT;\n"),
    ]
    ready = threading.Barrier(6)
    applied: list[Migration] = []

    def one() -> None:
        ready.wait()
        applied.extend(upgrade(path, 1, migrations))

    threads = [threading.Thread(target=one) for _ in range(ready.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(applied, key=lambda migration: migration.number) == migrations


def test_programs_that_upgrade_at_once_all_succeed(root: Path, path: Path) -> None:
    code = "import sys; from pathlib import Path; from bot.store.upgrade import upgrade; "
    code += "print(len(upgrade(Path(sys.argv[1]), 1)))"
    command = [sys.executable, "-c", code, str(path)]
    processes = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    applied = [int(process.communicate(timeout=60)[0]) for process in processes]
    assert sum(applied) == len(shipped_migrations())  # each once, whichever program came first to it
