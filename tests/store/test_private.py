"""What holds hands is its owner's alone, and what a killed program left of a copy is cleared."""

import fcntl
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store.backup import backup
from bot.store.host_lock import only_host
from bot.store.parts import clear
from bot.store.upgrade import upgrade
from tests.adapters.web.hosting import process
from tests.store.changes import change, using
from tests.store.test_upkeep import fill

HANGS = """
import sys, time
from bot.store import backup
backup.publish = lambda part, target: (print(part, flush=True), time.sleep(3600))
from bot.__main__ import main
main(["db", "backup", sys.argv[1]])
"""
"""A backup that has all hands and has not got its name yet."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "burraco.db"


@pytest.fixture
def careless() -> Iterator[None]:
    """A user whose files everybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_all_files_of_a_host_are_its_owner_s_alone(tmp_path: Path, careless: None) -> None:
    with process(tmp_path) as host:
        host.start()
        found = modes(tmp_path)
        assert {"burraco.db", "burraco.db-wal", "burraco.db-shm", "burraco.db-host"} <= found.keys()
        assert {name: mode for name, mode in found.items() if name.startswith("burraco") and mode != 0o600} == {}
        assert host.stop() == 0


def test_the_files_of_an_older_version_are_taken_from_others_at_the_next_start(path: Path, careless: None) -> None:
    upgrade(path, 1)
    with only_host(path):
        reader = sqlite3.connect(path)  # keeps what lies beside it there
        reader.execute("SELECT 1 FROM tables")
        for file in path.parent.iterdir():
            file.chmod(0o666)
        upgrade(path, 2)
        reader.close()
        assert set(modes(path.parent).values()) == {0o600}


def test_a_backup_is_its_owner_s_alone_from_its_first_byte(path: Path, tmp_path: Path, careless: None) -> None:
    using(path, lambda store: store.commit(change(0)))
    with held_backup(path, tmp_path / "copy.db") as part:
        assert modes(tmp_path)[part.name] == 0o600
    backup(path, tmp_path / "copy.db")
    assert modes(tmp_path)["copy.db"] == 0o600


def test_what_the_command_line_writes_is_its_owner_s_alone(tmp_path: Path, careless: None) -> None:
    picture, records = tmp_path / "hand.png", tmp_path / "records"
    assert (
        main(["render", "hand", "N/draw ?41 4c 3h4h5h7hTd2sJkKdKsQcJh/?11/?11/?11 ?11,?11 -|-", "-o", str(picture)])
        == 0
    )
    simulated = "simulate fibur --deals 1 --seed 1 --players random,random,random,random --records".split()
    assert main([*simulated, str(records)]) == 0
    assert (modes(tmp_path)["hand.png"], modes(tmp_path)["records"]) == (0o600, 0o700)


# --- copies that were not finished ------------------------------------------------------------------------------------


@contextmanager
def held_backup(path: Path, target: Path) -> Iterator[Path]:
    """A backup in a process of its own, before its last step; then killed."""
    environment = os.environ | {"BURRACO_DATABASE": str(path)}
    command = [sys.executable, "-c", HANGS, str(target)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        part = Path(child.stdout.readline().strip())
        assert part.stat().st_size > 0
        try:
            yield part
        finally:
            child.kill()


def test_what_a_killed_backup_left_is_cleared_by_the_next_one_and_at_the_next_start(path: Path, tmp_path: Path) -> None:
    fill(path)
    for far in (tmp_path, tmp_path / "far"):
        far.mkdir(exist_ok=True)
        for clears in ("backup", "start"):
            with held_backup(path, far / "copy.db") as part:
                backup(path, far / f"{clears}.db")
                assert part.exists()  # it is being made
            assert part.exists()
            if clears == "backup":
                backup(path, far / "another.db")
            else:
                with process(tmp_path) as host:
                    host.start()
                    assert host.stop() == 0
            assert not part.exists()
            assert [file.name for file in (*far.iterdir(), *tmp_path.iterdir()) if ".part" in file.name] == (
                [] if clears == "start" or far == tmp_path else [_note(tmp_path).name]
            )
            for file in far.glob("*.db"):
                if file != path:
                    file.unlink()


def _note(folder: Path) -> Path:
    (note,) = [file for file in folder.iterdir() if file.is_symlink()]
    return note


def test_nothing_else_is_taken_for_such_a_remnant(tmp_path: Path) -> None:
    database = b"SQLite format 3\0" + bytes(100)
    others = {
        ".letter.txt.0123abcd.part": b"dear",
        "burraco.db.0123abcd.part": database,
        ".burraco.db.0123abcd.part.txt": database,
        ".burraco.db.0123ABCD.part": database,
        ".burraco.db.part": database,
    }
    for name, content in others.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / ".folder.0123abcd.part").mkdir()
    (tmp_path / "diary.db").write_bytes(database)
    (tmp_path / ".diary.db.0123abcd.part").symlink_to(tmp_path / "diary.db")
    another = tmp_path / ".held.db.0123abcd.part"
    another.write_bytes(database)
    before = sorted(tmp_path.iterdir())
    with another.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert clear(tmp_path) == 0
    assert sorted(tmp_path.iterdir()) == before
    assert clear(tmp_path) == 1
    assert sorted(tmp_path.iterdir()) == [file for file in before if file != another]
