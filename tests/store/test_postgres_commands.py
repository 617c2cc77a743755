"""`burraco` with a server's database: upgrade, check, backup, move, doctor, and one host at a time."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.soundness import soundness
from bot.database_address import ServerDatabase
from bot.host.ports import StoreError
from bot.store.database import open_rows
from bot.store.move import move
from bot.store.store import has_host, only_host_with
from tests.postgres_server import PostgresServer, binaries

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def server(postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch, clean_settings: None) -> ServerDatabase:
    """The configured database, in which nothing is yet."""
    found = postgres_server.empty_database()
    monkeypatch.setenv("BURRACO_DATABASE", found.address)
    return found


def output_of(capsys: Capture, *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == status
    output = capsys.readouterr()
    return output.err if status else output.out


def test_an_upgrade_is_done_once(capsys: Capture, server: ServerDatabase) -> None:
    assert output_of(capsys, "db", "upgrade").splitlines()[0] == "applied 0001_tables"
    assert output_of(capsys, "db", "upgrade") == f"{server} is up to date\n"
    assert "schema      ok" in output_of(capsys, "db", "check")


def test_a_dump_holds_all_and_is_its_owners_alone(
    capsys: Capture, server: ServerDatabase, postgres_server: PostgresServer, whole: Path, tmp_path: Path
) -> None:
    move(whole, server, 1)
    target = tmp_path / "backup.dump"
    assert "a dump for pg_restore; the database was checked" in output_of(capsys, "db", "backup", str(target))
    assert target.stat().st_mode & 0o77 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["backup.dump"]
    assert "exists already" in output_of(capsys, "db", "backup", str(target), status=2)
    restored = postgres_server.empty_database()
    programs = binaries()
    assert programs is not None
    subprocess.run([str(programs / "pg_restore"), f"--dbname={restored.address}", str(target)], check=True)
    assert [one.words for one in soundness(restored) if not one.sound] == []


@pytest.mark.usefixtures("postgres_programs")
def test_a_dump_is_made_by_the_newest_program_that_debian_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that was upgraded for years has one of a version with a point, such as 9.6."""
    from bot.store import postgres_backup  # noqa: PLC0415  it imports the driver, which may be missing

    monkeypatch.setattr(postgres_backup, "OF_DEBIAN", tmp_path)
    for version in ("9.6", "17", "15"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "pg_dump").touch()
    assert postgres_backup.program("pg_dump") == str(tmp_path / "17" / "bin" / "pg_dump")


def test_a_file_moves_to_a_server_and_back(
    capsys: Capture, server: ServerDatabase, whole: Path, tmp_path: Path
) -> None:
    assert "164 of log" in output_of(capsys, "db", "move", str(whole), server.address)
    assert "is not empty" in output_of(capsys, "db", "move", str(whole), server.address, status=2)
    back = tmp_path / "back.db"
    assert output_of(capsys, "db", "move", server.address, str(back)).endswith("; checked\n")
    assert [one.words for one in soundness(back) if not one.sound] == []
    assert "there is no database" in output_of(capsys, "db", "move", str(tmp_path / "none"), server.address, status=2)


def test_a_database_in_which_nothing_was_ever_stored_is_said_to_be_empty(
    capsys: Capture, server: ServerDatabase, tmp_path: Path
) -> None:
    target = tmp_path / "back.db"
    assert "has nothing to move" in output_of(capsys, "db", "move", server.address, str(target), status=2)
    assert not target.exists()
    (empty := tmp_path / "empty.db").touch()
    assert "is empty, as no database is" in output_of(capsys, "db", "move", str(empty), server.address, status=2)


def test_nothing_moves_to_where_it_is(capsys: Capture, server: ServerDatabase, whole: Path) -> None:
    for one in (str(whole), server.address):
        assert "FROM and TO are the same" in output_of(capsys, "db", "move", one, one, status=2)
    beside = str(whole.parent / "." / ".." / whole.parent.name / whole.name)
    assert "FROM and TO are the same" in output_of(capsys, "db", "move", str(whole), beside, status=2)


def test_nothing_moves_while_somebody_hosts(capsys: Capture, server: ServerDatabase, whole: Path) -> None:
    with only_host_with(server):
        assert "another host is running" in output_of(capsys, "db", "move", str(whole), server.address, status=2)


def test_matches_are_counted_anew_and_corrected(capsys: Capture, server: ServerDatabase, whole: Path) -> None:
    move(whole, server, 1)
    assert "0 of 1 matches of bot bot changed" in output_of(capsys, "db", "check", "--rebuild")
    with open_rows(server) as connection:
        ((revision,),) = connection.execute("SELECT revision FROM results WHERE kind = 'match'").fetchall()
    match = f"ROSSO:{revision}"
    assert "annul from now on (a slip)" in output_of(capsys, "db", "correct", match, "annul", "a slip")
    assert "boards" in output_of(capsys, "db", "check")


def test_only_a_file_is_repaired(capsys: Capture, server: ServerDatabase) -> None:
    assert "only a file can be repaired" in output_of(capsys, "db", "repair", status=2)


def test_doctor_looks_at_the_database(capsys: Capture, server: ServerDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURRACO_WEB", "off")
    assert "`burraco run` upgrades it" in output_of(capsys, "doctor", "--offline")
    output_of(capsys, "db", "upgrade")
    assert ": sound, version " in output_of(capsys, "doctor", "--offline")


def test_doctor_says_what_is_the_matter_with_a_server_that_is_not_there(
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    clean_settings: None,
    postgres_server: PostgresServer,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", f"postgresql://ada:hunter2222@/club?host={tmp_path}")
    capsys.readouterr()
    assert main(["doctor", "--offline"]) == 1
    output = capsys.readouterr()
    assert "cannot be reached" in output.out
    assert "hunter2222" not in output.out + output.err


def test_the_second_host_is_refused_until_the_first_has_gone(server: ServerDatabase) -> None:
    with only_host_with(server):
        assert has_host(server)
        with pytest.raises(StoreError, match="another host is running"), only_host_with(server):
            pass
    assert not has_host(server)
    with only_host_with(server):
        pass


def test_the_place_is_free_in_the_moment_it_is_given_back(server: ServerDatabase) -> None:
    for _ in range(20):
        with only_host_with(server):
            assert has_host(server)
        assert not has_host(server)


def test_looking_whether_somebody_hosts_keeps_nobody_from_hosting(server: ServerDatabase) -> None:
    with ThreadPoolExecutor(1) as other:
        looks = other.submit(lambda: [has_host(server) for _ in range(40)])
        while not looks.done():
            with only_host_with(server):
                pass


def test_a_host_runs_with_it_and_ends_when_asked(server: ServerDatabase, root: Path) -> None:
    environment = os.environ | {"BURRACO_WEB": "127.0.0.1:0"}
    command = [sys.executable, "-m", "bot", "run"]
    with subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None
            assert "http://127.0.0.1:" in host.stdout.readline()
            assert has_host(server)
            with pytest.raises(StoreError, match="another host is running"), only_host_with(server):
                pass
        finally:
            host.send_signal(signal.SIGTERM)
    assert host.returncode == 0
    assert [one.words for one in soundness(server) if not one.sound] == []


# --- what the server's owner has set ----------------------------------------------------------------------------------


def as_role(postgres_server: PostgresServer, found: ServerDatabase, name: str, rights: str) -> str:
    """The address of the database for somebody of this name, who may log in."""
    if (name,) not in postgres_server.ask("SELECT rolname FROM pg_roles"):
        postgres_server.ask(f"CREATE ROLE {name} LOGIN {rights}")
    return found.address.replace(f"{postgres_server.owner}@", f"{name}@", 1)


def test_a_user_who_may_create_nothing_there_is_told_before_the_start(
    capsys: Capture, server: ServerDatabase, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", as_role(postgres_server, server, "powerless", ""))
    sentence = "this user may create no tables there; make the user the database's owner"
    assert sentence in output_of(capsys, "db", "upgrade", status=2)
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    assert main(["doctor", "--offline"]) == 1
    assert "this user may create no tables there" in capsys.readouterr().out


def test_a_look_for_which_the_server_has_no_room_is_no_fault_of_the_database(
    capsys: Capture, server: ServerDatabase, postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    output_of(capsys, "db", "upgrade")
    address = as_role(postgres_server, server, "lonely", "CONNECTION LIMIT 1")
    postgres_server.ask(f"GRANT {postgres_server.owner} TO lonely")
    monkeypatch.setenv("BURRACO_DATABASE", address)
    assert "has no room for another connection" in output_of(capsys, "db", "check", status=2)
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    assert main(["doctor", "--offline"]) == 1
    found = capsys.readouterr().out
    assert "raise max_connections" in found
    assert "bring back a backup" not in found


def test_what_an_extension_of_the_server_brings_is_nobody_elses_database(
    capsys: Capture, server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    """Who runs a server for others measures with it."""
    with open_rows(server) as connection:
        connection.execute("CREATE EXTENSION pg_stat_statements")
    assert output_of(capsys, "db", "upgrade").splitlines()[0] == "applied 0001_tables"
    assert "schema      ok" in output_of(capsys, "db", "check")


def test_a_server_that_only_reads_is_called_so(
    capsys: Capture, server: ServerDatabase, postgres_server: PostgresServer
) -> None:
    name = str(server).rpartition("/")[2]
    postgres_server.ask(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    sentence = "is read-only, as a standby is; name the server that can be written"
    assert sentence in output_of(capsys, "db", "upgrade", status=2)


def test_a_server_s_database_in_which_nothing_is_yet_has_no_bots(
    capsys: Capture, server: ServerDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert output_of(capsys, "bots", "list").startswith("no bot: ")
    assert "there is no bot circolo" in output_of(capsys, "bots", "remove", "circolo", "--yes", status=2)
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX")
    assert "burraco telegram" in output_of(capsys, "bots", "list")
