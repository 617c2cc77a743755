"""One host a database, by whatever name it is called."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from bot.__main__ import main
from bot.host.ports import StoreError
from bot.store import host_lock
from bot.store.connection import open_connection
from bot.store.host_lock import only_host
from bot.store.migrations import APPLIED, shipped_migrations
from bot.store.parts import part_of
from bot.store.upgrade import upgrade


def test_a_symbolic_link_is_the_same_place(tmp_path: Path) -> None:
    database, other = tmp_path / "burraco.db", tmp_path / "other.db"
    database.touch()
    other.symlink_to(database)
    with only_host(database), pytest.raises(StoreError, match="another host is running"), only_host(other):
        pass


def test_a_database_with_two_names_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "burraco.db"
    database.touch()
    os.link(database, tmp_path / "other.db")
    with pytest.raises(StoreError, match=r"second name \(a hard link, other.db\)"), only_host(database):
        pass
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "other.db").rename(tmp_path / "elsewhere" / "other.db")
    with pytest.raises(StoreError, match=r"second name \(a hard link\)"), only_host(database):
        pass


def test_a_copy_whose_maker_was_killed_before_it_had_one_name_can_be_hosted(tmp_path: Path, root: Path) -> None:
    upgrade(tmp_path / "first.db", 1)
    copy = tmp_path / "burraco.db"
    killed = f"""
import os, signal
from pathlib import Path
from bot.store.backup import backup
link = os.link
def link_and_die(*names: Path) -> None:
    link(*names)
    os.kill(os.getpid(), signal.SIGKILL)
os.link = link_and_die
backup(Path({str(tmp_path / "first.db")!r}), Path({str(copy)!r}))
"""
    assert subprocess.run([sys.executable, "-c", killed], cwd=root, check=False).returncode == -signal.SIGKILL
    assert copy.stat().st_nlink == 2
    with only_host(copy):
        assert copy.stat().st_nlink == 1


def test_the_name_of_a_copy_that_is_still_being_made_is_left(tmp_path: Path) -> None:
    database = tmp_path / "burraco.db"
    with part_of(database, database) as part:
        os.link(part, database)
        with pytest.raises(StoreError, match=f"a hard link, {re.escape(part.name)}"), only_host(database):
            pass
        assert part.exists()


def test_a_place_that_was_left_is_free(tmp_path: Path) -> None:
    for _ in range(2):
        with only_host(tmp_path / "burraco.db"):
            assert (tmp_path / "burraco.db-host").exists()


def test_a_place_that_could_not_be_used_leaves_nothing_that_was_not_there(tmp_path: Path) -> None:
    database, beside = tmp_path / "burraco.db", tmp_path / "burraco.db-host"
    for was_there in (False, True):
        with pytest.raises(StoreError, match="is not a SQLite database"), only_host(database):
            check_file(tmp_path, beside)
        assert beside.exists() == was_there
        beside.touch()


def check_file(folder: Path, beside: Path) -> None:
    """What is refused once the place is taken."""
    assert beside.exists()
    (folder / "text.db").write_text("words")
    upgrade(folder / "text.db", 1)


def test_a_place_whose_file_was_removed_meanwhile_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else two could have it: who has a lock on the file that is gone, and who makes it anew."""
    database = tmp_path / "burraco.db"
    lock = host_lock._lock

    def remove_and_lock(file: IO[bytes]) -> None:
        (tmp_path / "burraco.db-host").unlink()
        lock(file)

    monkeypatch.setattr(host_lock, "_lock", remove_and_lock)
    with pytest.raises(StoreError, match="another host is running"), only_host(database):
        pass


@pytest.mark.parametrize("why", ["older", "nothing", "no database"])
def test_a_move_that_is_refused_leaves_nothing_beside_either_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], why: str
) -> None:
    source, target = tmp_path / "from.db", tmp_path / "to.db"
    upgrade(source, 1)
    if why == "older":
        with open_connection(source) as connection:
            connection.execute("DELETE FROM migrations WHERE number > 1")
    elif why == "nothing":
        source.write_bytes(b"")
    else:
        target.write_text("words")
    before = sorted(tmp_path.iterdir())
    assert main(["db", "move", str(source), str(target)]) == 2
    assert capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_a_move_that_is_refused_leaves_a_target_to_its_older_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As where somebody names the two the wrong way round."""
    source, target, migrations = tmp_path / "from.db", tmp_path / "to.db", shipped_migrations()[:-1]
    upgrade(source, 1)
    upgrade(target, 1, migrations)
    with open_connection(target) as connection:
        connection.execute("INSERT INTO people (bot, person, name, language, settings) VALUES ('b', 'p1', '', '', '')")
    assert main(["db", "move", str(source), str(target)]) == 2
    assert "is not empty" in capsys.readouterr().err
    with open_connection(target) as connection:
        assert len(connection.execute(APPLIED).fetchall()) == len(migrations)


def test_what_a_killed_move_left_of_its_target_can_be_moved_into(tmp_path: Path) -> None:
    source, target = tmp_path / "from.db", tmp_path / "to.db"
    upgrade(source, 1)
    upgrade(target, 1, shipped_migrations()[:5])
    assert main(["db", "move", str(source), str(target)]) == 0
