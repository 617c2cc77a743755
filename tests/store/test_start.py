"""What `burraco run` starts on: everything that `db check` calls faulty is refused, and `doctor` names it."""

import asyncio
import io
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli import run, soundness
from bot.cli.soundness import refuse_faulty
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host.door import Accepted
from bot.host.ports import StoreError
from bot.store.connection import open_connection
from bot.store.host_lock import only_host
from bot.store.migrations import shipped_migrations
from bot.store.upgrade import upgrade
from bot.store.verified import States, remember, states
from tests.adapters.web.hosting import process
from tests.host.test_door import world
from tests.store.altered import alter, alterations
from tests.store.test_alterations import DERIVED
from tests.tables.playing import ANNA

Capture = pytest.CaptureFixture[str]
UNFOLDED = "UPDATE log SET entry = 'dance' WHERE table_id = 't2' AND seq = 8"
FAULTY = {**DERIVED, "a log that does not fold": (UNFOLDED, "row 8 of log does not fold in this version")}
"""Whose digests all hold."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No platform, and any port."""
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")


@pytest.mark.parametrize("what", FAULTY)
def test_what_is_faulty_though_its_digests_hold_is_not_hosted(stored: Path, capsys: Capture, what: str) -> None:
    script, words = FAULTY[what]
    alter(stored, script, anew=True)
    before = stored.read_bytes()
    assert main(["run"]) == 2
    printed = capsys.readouterr()
    assert words in printed.err
    assert "is faulty, so nothing is hosted: " in printed.err
    assert "; bring back a backup, or let `burraco db repair` make a copy without what is wrong" in printed.err
    assert "http://" not in printed.out
    assert stored.read_bytes() == before
    assert main(["doctor", "--offline"]) == 1
    out = capsys.readouterr().out
    assert words in out
    assert "FIX: bring back a backup, or let `burraco db repair` make a copy" in out
    assert "sound, version" not in out


@pytest.mark.parametrize("what", ["a card in a play", "a tally", "a correction", "a digest", "the last row"])
def test_doctor_names_what_was_altered(stored: Path, capsys: Capture, what: str) -> None:
    script, words = alterations()[what]
    alter(stored, script)
    assert main(["doctor", "--offline"]) == 1
    assert words in capsys.readouterr().out


def test_what_was_sound_as_a_whole_and_is_unchanged_is_not_folded_again(stored: Path, capsys: Capture) -> None:
    """As if the version before this one had folded it: the host sets that table aside, and goes on with the others."""
    alter(stored, UNFOLDED, anew=True)
    remember(stored, states(stored))
    refuse_faulty(stored)
    assert main(["db", "check"]) == 1, "the check looks at everything"
    assert "row 8 of log does not fold in this version" in capsys.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="nobody is asked to stop by a signal there")
@pytest.mark.parametrize("look", ["differences", "Comparison"])
def test_a_start_that_is_asked_to_stop_looks_at_no_further_table(
    stored: Path,
    clean_settings: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    look: str,
) -> None:
    """As `docker stop` asks, which kills whoever has not ended after ten seconds."""
    monkeypatch.setenv("BURRACO_DATABASE", str(stored))
    stops: list[Callable[[], bool]] = []

    def first_look(database: Path, is_to_stop: Callable[[], bool]) -> States:
        stops.append(is_to_stop)
        return refuse_faulty(database, is_to_stop)

    looks = 0
    usual = getattr(soundness, look)

    def look_on(*what: object) -> object:
        nonlocal looks
        looks += 1
        os.kill(os.getpid(), signal.SIGTERM)
        while not stops[0]():
            time.sleep(0.01)
        return usual(*what)

    monkeypatch.setattr(run, "refuse_faulty", first_look)
    monkeypatch.setattr(soundness, look, look_on)
    with caplog.at_level(logging.INFO):
        asyncio.run(run.host(load(Configuration), None))
    assert (looks, caplog.messages) == (1, ["stopping"])
    assert not states(stored).unchanged, "the next start looks at all of it"


@pytest.mark.parametrize("what", FAULTY)
def test_what_has_changed_since_is_looked_at_as_a_whole(stored: Path, what: str) -> None:
    remember(stored, refuse_faulty(stored))
    assert {table for _, table in states(stored).unchanged} == {"t1", "t2"}
    alter(stored, FAULTY[what][0], anew=True)
    with pytest.raises(StoreError, match="is faulty, so nothing is hosted"):
        refuse_faulty(stored)


@pytest.mark.parametrize("what", alterations())
def test_every_alteration_of_what_is_remembered_is_refused(stored: Path, what: str) -> None:
    remember(stored, refuse_faulty(stored))
    alter(stored, alterations()[what][0])
    with pytest.raises(StoreError, match="is faulty, so nothing is hosted"):
        refuse_faulty(stored)


def test_a_command_is_all_it_takes_to_be_looked_at_again(stored: Path) -> None:
    remember(stored, refuse_faulty(stored))

    async def renamed() -> None:
        async with world(stored.parent) as here:
            assert isinstance(await here.door.submit("t2", ANNA, "another name", "end"), Accepted)

    asyncio.run(renamed())
    assert {table for _, table in states(stored).unchanged} == {"t1"}


def test_a_host_remembers_what_it_has_looked_at_and_written(stored: Path, tmp_path: Path) -> None:
    assert states(stored).unchanged == frozenset()
    with process(tmp_path) as host:
        host.start()
        assert host.stop() == 0
    found = states(stored)
    assert found.unchanged == frozenset(found.now)
    assert len(found.now) == 2


@pytest.mark.parametrize("command", ["run", "db upgrade", "doctor --offline"])
def test_a_file_that_is_there_and_empty_is_no_new_database(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    path = tmp_path / "burraco.db"
    monkeypatch.setenv("BURRACO_DATABASE", str(path))
    path.touch()
    assert main(command.split()) != 0
    printed = capsys.readouterr()
    output = printed.out + printed.err
    assert f"{path}: is empty, as no database is" in output
    assert "bring back a backup, or remove the file if nothing was ever in it" in output
    assert path.read_bytes() == b""
    if command == "db upgrade":
        path.unlink()
        assert main(["db", "upgrade"]) == 0, "a missing one is made"


@pytest.mark.parametrize("ending", ["-host", "-wal", "-shm", "-journal"])
@pytest.mark.parametrize("command", ["run", "db check", "doctor --offline"])
def test_a_folder_in_the_place_of_a_file_beside_the_database_is_named(
    stored: Path, capsys: Capture, command: str, ending: str
) -> None:
    folder = stored.with_name(f"{stored.name}{ending}")
    folder.mkdir()
    assert main(command.split()) != 0
    printed = capsys.readouterr()
    output = printed.out + printed.err
    assert f"{folder}: is a folder, where a file of the database belongs" in output
    assert "remove it" in output


@pytest.mark.parametrize("command", ["db upgrade", "bots add telegram --offline --name circolo"])
def test_nothing_of_a_newer_version_changes_a_file_under_a_host_of_an_older_one(
    command: str,
    tmp_path: Path,
    clean_settings: None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "burraco.db"
    older = shipped_migrations()[:-1]
    upgrade(path, 1, older)
    line = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    with only_host(path):
        assert main(command.split()) == 2
    assert "a host of an older version is running with it" in capsys.readouterr().err
    with open_connection(path) as connection:
        assert len(connection.execute("SELECT number FROM migrations").fetchall()) == len(older)
    monkeypatch.setattr("sys.stdin", io.StringIO(line))
    assert main(command.split()) == 0, "once it is stopped"
