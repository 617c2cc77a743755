"""`burraco run` beside another one, after a crash, and when its place is taken."""

import asyncio
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
from errno import EACCES
from pathlib import Path

import pytest

from bot.host.heartbeat import Heartbeat, ReplacedByAnotherHost
from bot.host.ports import StoreError
from bot.host.resuming import note_outage
from bot.store.connection import store_errors
from bot.store.host_lock import only_host
from bot.store.upgrade import upgrade
from bot.tables.log import fold
from tests.adapters.web.hosting import process
from tests.host.test_door import BOT, World, run
from tests.tables.playing import FAST, START


def test_a_second_host_is_refused_in_one_sentence_and_a_killed_one_is_not_missed(tmp_path: Path) -> None:
    with process(tmp_path) as first:
        first.start()
        environment = os.environ | {"BURRACO_WEB": "127.0.0.1:0", "BURRACO_DATABASE": str(tmp_path / "burraco.db")}
        command = [sys.executable, "-m", "bot", "run"]
        second = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
        assert (second.returncode, second.stdout, second.stderr.count("\n")) == (2, "", 1)
        assert "another host is running with this database; stop it" in second.stderr
        first.kill()
        first.start()
        assert first.stop() == 0


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives a file to somebody else")
def test_what_root_leaves_beside_a_database_is_the_databases_owners(tmp_path: Path) -> None:
    path, somebody = tmp_path / "burraco.db", 65_534
    path.touch()
    os.chown(path, somebody, somebody)
    with only_host(path):
        pass
    beside = path.with_name("burraco.db-host").stat()
    assert (beside.st_uid, beside.st_gid, beside.st_mode & 0o777) == (somebody, somebody, 0o600)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives a file to somebody else")
def test_what_was_there_under_that_name_root_gives_to_nobody(tmp_path: Path) -> None:
    path, roots = tmp_path / "burraco.db", tmp_path / "roots"
    path.touch()
    os.chown(path, 65_534, 65_534)
    roots.touch()
    path.with_name("burraco.db-host").symlink_to(roots)
    with only_host(path):
        pass
    assert roots.stat().st_uid == 0


def test_of_several_files_the_one_that_may_not_be_opened_is_named(tmp_path: Path) -> None:
    beside = tmp_path / "burraco.db-host"
    what_helps = r"burraco\.db-host: Permission denied; this user must be able to write it, and in its folder"
    with pytest.raises(StoreError, match=what_helps), store_errors(tmp_path / "burraco.db"):
        raise PermissionError(EACCES, os.strerror(EACCES), str(beside))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives a file to somebody else")
def test_the_file_that_this_user_may_not_open_is_named_with_what_helps() -> None:
    """As after a backup that root has copied into its place."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:  # everybody may go there, into the tests' own perhaps not
        Path(name).chmod(0o777)
        path = Path(name, "burraco.db")
        upgrade(path, 1)
        assert said_to_somebody_else(path) == (
            f"{path}: this user may not read and write it; give it to the user that runs the program (chown)"
        )


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root gives a file to somebody else")
@pytest.mark.parametrize("ending", ["", "-shm"])
def test_the_file_that_is_read_only_is_named(ending: str) -> None:
    """What is only looked at while the database is read-only leaves a file beside it that is so, too."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o777)
        path = Path(name, "burraco.db")
        upgrade(path, 1)
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            file.touch()
            os.chown(file, 65_534, 65_534)
        Path(f"{path}-shm").write_bytes(bytes(32_768))
        Path(f"{path}{ending}").chmod(0o400)
        sentence = f"{path}{ending}: is read-only; this user must be able to write it, and in its folder"
        assert said_to_somebody_else(path) == sentence


def said_to_somebody_else(path: Path) -> str:
    """The complaint that nobody in particular gets who opens the database to write."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.setuid(65_534)
        try:
            upgrade(path, 2)
        except StoreError as error:
            os.write(writing, str(error).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        return pipe.read()


@pytest.mark.skipif(sys.platform == "win32", reason="no terminal hangs up there")
@pytest.mark.parametrize("ignored", [False, True])
def test_a_host_whose_terminal_hangs_up_ends_well_unless_it_is_not_to_mind(tmp_path: Path, ignored: bool) -> None:
    """`nohup` begins a program that is not to mind."""
    before = "trap '' HUP; " if ignored else ""
    command = ["sh", "-c", f"{before}exec {shlex.quote(sys.executable)} -m bot run"]
    environment = os.environ | {"BURRACO_WEB": "127.0.0.1:0", "BURRACO_DATABASE": str(tmp_path / "burraco.db")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        assert host.stdout.readline()
        host.send_signal(signal.SIGHUP)
        if ignored:
            with pytest.raises(subprocess.TimeoutExpired):
                host.wait(1)
            host.terminate()
        assert "stopping" in host.communicate(timeout=60)[1]
    assert host.returncode == 0


def test_a_host_whose_place_was_taken_stops_and_the_tables_learn_since_when(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        old, new = [Heartbeat(here.store, BOT, name, lambda: here.now) for name in ("old", "new")]
        assert await old.begin() == 0
        here.now += 5_000
        await old.beat()
        assert await new.begin() == START + 5_000
        with pytest.raises(ReplacedByAnotherHost, match="another host has taken over"):
            await asyncio.wait_for(old.run(pause=0), 30)

    run(test, tmp_path)


def test_a_second_crash_does_not_take_the_first_outage_from_tables_that_do_not_know_of_it(tmp_path: Path) -> None:
    async def test(here: World) -> None:
        unaware = True
        first = Heartbeat(here.store, BOT, "1", lambda: here.now)
        second, third = [
            Heartbeat(here.store, BOT, name, lambda: here.now, waiting=lambda: unaware) for name in ("2", "3")
        ]
        await first.begin()
        await first.beat()
        here.now += 3_600_000
        away = await second.begin()
        await second.beat()
        here.now += 5_000
        assert await third.begin() == away == START  # the second died while tables did not know of it
        unaware = False
        await third.beat()
        assert await first.begin() == here.now

    run(test, tmp_path)


@pytest.mark.parametrize(("alive", "since"), [(START - 60_000, START), (START + 60_000, START + 60_000)])
def test_every_table_learns_since_when_nobody_was_there(tmp_path: Path, alive: int, since: int) -> None:
    async def test(here: World) -> None:
        await here.open(FAST)
        here.now += 3_600_000
        await note_outage(here.door, here.store, alive)
        back = here.now
        here.now += 60_000  # it is needed a minute after the start
        assert here.door.is_unaware("t1")
        assert await here.door.table("t1") == await here.table()
        assert not here.door.is_unaware("t1")
        log = await here.store.log(BOT, "t1")
        assert [row.entry for row in log[1:]] == [f"restarted {since} {back}"]
        assert fold(log) == await here.table()

    run(test, tmp_path)


def test_the_running_host_notes_that_it_is_alive(tmp_path: Path) -> None:
    def alive_at() -> int:
        connection = sqlite3.connect(tmp_path / "burraco.db")
        ((at,),) = connection.execute("SELECT alive_at FROM hosts").fetchall()
        connection.close()
        return int(at)

    with process(tmp_path) as host:
        host.start()
        begun = alive_at()
        assert begun > START
        assert host.stop() == 0
        assert alive_at() > begun  # until the moment of its end
