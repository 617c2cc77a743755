"""`burraco doctor`: every setting, everything a host needs, what to fix, and no secret."""

import errno
import http.server
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot import locales
from bot.__main__ import main
from bot.cli import doctor
from bot.config.configuration import variables
from bot.store.connection import has_wal_reset_bug
from bot.store.upgrade import upgrade

DISCORD = "MTE4NjM1NjQ3MTIzNDU2Nzg5MA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ab"
TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
ACTIVITY = "Zx81QnV7mLp0TbEw-3sHkR5uYc9dGaJf"

NOBODY = "http://127.0.0.1:9"  # the port that discards, where nobody listens


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, and no setting but a free port."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    return tmp_path


@pytest.fixture
def port() -> Iterator[int]:
    """The port of a server that says it is well, and calls everything else unknown."""
    with serving(200) as found:
        yield found


@contextmanager
def serving(status: int, text: str = "") -> Iterator[int]:
    """The port of a server that answers so when it is asked how it is."""

    class Host(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with http.server.HTTPServer(("127.0.0.1", 0), Host) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def examined(capsys: pytest.CaptureFixture[str], status: int) -> dict[str, Any]:
    """The answer of `burraco doctor --json`, with variables and findings by name."""
    assert main(["doctor", "--json"]) == status
    output = capsys.readouterr()
    assert (output.err == "") == (status == 0)
    answer = json.loads(output.out)
    assert answer["ok"] == (status == 0)
    return {"stderr": output.err} | {one["name"]: one for part in ("variables", "findings") for one in answer[part]}


def test_a_fresh_machine_has_nothing_to_mend(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = examined(capsys, 0)
    assert set(variables()) | {"python", "program", "sqlite", "folder", "database", "web"} == set(found) - {"stderr"}
    assert found["BURRACO_LANGUAGE"] == {"name": "BURRACO_LANGUAGE", "value": "en", "source": "default", "problem": ""}
    for name in ("BURRACO_DISCORD_TOKEN", "BURRACO_DISCORD_SECRET", "BURRACO_PUBLIC"):
        assert found[name]["value"] == "none"
    assert "does not exist yet" in found["database"]["words"]
    assert list(folder.iterdir()) == []


def test_it_says_where_a_setting_comes_from(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / ".env").write_text("BURRACO_LANGUAGE=it\nBURRACO_WEB=off\n", encoding="utf-8")
    found = examined(capsys, 0)
    assert (found["BURRACO_LANGUAGE"]["value"], found["BURRACO_LANGUAGE"]["source"]) == ("it", ".env")
    assert (found["BURRACO_WEB"]["value"], found["BURRACO_WEB"]["source"]) == ("127.0.0.1:0", "environment")


def test_settings_that_cannot_be_used_are_all_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", "mysql://ada:hunter2@db/x")
    monkeypatch.setenv("BURRACO_LOG", "loud")
    found = examined(capsys, 2)
    assert found["BURRACO_DATABASE"]["problem"].startswith("is an address of something else")
    assert found["BURRACO_LOG"]["problem"] == "is one of debug, info, warning, error"
    assert found["stderr"] == "burraco doctor: 2 settings cannot be used: BURRACO_DATABASE, BURRACO_LOG\n"
    assert "hunter2" not in str(found)


def test_a_setting_that_stands_in_the_file_twice_is_to_be_mended(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / ".env").write_text("BURRACO_LANGUAGE=it\nBURRACO_LOG=info\nBURRACO_LANGUAGE=en\n", encoding="utf-8")
    assert main(["doctor", "--json"]) == 1
    found = [one for one in json.loads(capsys.readouterr().out)["findings"] if one["mend"]]
    words = "BURRACO_LANGUAGE stands in lines 1 and 3, and only the last counts"
    assert found == [{"name": ".env", "words": words, "mend": "take the other lines out"}]


def test_a_disk_that_is_full_wants_room(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(**_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("bot.cli.doctor.tempfile.TemporaryFile", full)
    found = examined(capsys, 1)["folder"]
    assert "No space left on device" in found["words"]
    assert found["mend"] == "make room: a disk that is full takes no move"


def test_a_sound_database_that_may_not_be_written_is_no_good(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    upgrade(folder / "burraco.db", 1)
    monkeypatch.setattr(
        "bot.store.private.os.access", lambda file, _mode: not file.name.endswith(".db")
    )  # root may all
    found = examined(capsys, 1)["database"]
    assert found["words"] == f"{(folder / 'burraco.db').resolve()}: is read-only"
    assert found["mend"] == "this user must be able to write it, and in its folder"


@pytest.mark.parametrize("arguments", [["doctor"], ["doctor", "--json"]])
@pytest.mark.parametrize("web", ["127.0.0.1:0", "nonsense"])
def test_no_token_is_printed(
    arguments: list[str], web: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", web)
    monkeypatch.setenv("BURRACO_DISCORD_TOKEN", DISCORD)
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", f" {TELEGRAM} ")
    monkeypatch.setenv("BURRACO_DISCORD_SECRET", ACTIVITY)
    monkeypatch.setenv("BURRACO_PUBLIC", "https://burraco.example.org")
    monkeypatch.setenv("BURRACO_DISCORD_API", NOBODY)
    monkeypatch.setenv("BURRACO_TELEGRAM_API", NOBODY)
    assert main(arguments) == (0 if web == "127.0.0.1:0" else 2)
    output = "".join(capsys.readouterr())
    assert "hidden, 72 characters" in output
    assert f"hidden, {len(ACTIVITY)} characters" in output
    for secret in (DISCORD, TELEGRAM, ACTIVITY):
        assert not any(secret[start : start + 8] in output for start in range(len(secret) - 8))


def test_a_token_of_the_wrong_form_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DISCORD_TOKEN", TELEGRAM)
    monkeypatch.setenv("BURRACO_TELEGRAM_TOKEN", DISCORD)
    found = examined(capsys, 1)
    assert "BURRACO_DISCORD_TOKEN" in found["discord"]["mend"]
    assert "@BotFather" in found["telegram"]["mend"]


def test_another_server_may_have_tokens_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DISCORD_TOKEN", "any-token")
    monkeypatch.setenv("BURRACO_DISCORD_API", NOBODY)
    found = examined(capsys, 0)
    assert found["discord"]["mend"] == ""
    assert found["discord login"]["words"] == "could not be asked: Connection refused"


def test_a_misspelt_variable_is_to_be_mended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DISCORD_TOKE", DISCORD)
    assert examined(capsys, 1)["BURRACO_DISCORD_TOKE"]["words"] == "is not known"


@pytest.mark.parametrize("place", [".", "/"])
def test_a_folder_in_place_of_the_database_is_to_be_mended(
    place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", place)
    found = examined(capsys, 1)
    assert found["database"]["words"] == f"{place} is a folder"
    assert found["database"]["mend"] == f"set BURRACO_DATABASE to a file such as {Path(place) / 'burraco.db'}"


def test_a_database_is_looked_at(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade(folder / "burraco.db", 1)
    assert ": sound, version " in examined(capsys, 0)["database"]["words"]


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_what_others_could_read_or_replace_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "burraco.db"
    upgrade(path, 1)
    folder.chmod(0o755)  # others see the names, and no more
    assert examined(capsys, 0)["private"]["words"] == "burraco.db is its owner's alone"
    path.chmod(0o640)
    found = examined(capsys, 1)["private"]
    assert (found["words"], found["mend"]) == (f"{path} can be read by others", f"chmod go-rwx {path}")
    path.chmod(0o600)
    folder.chmod(0o775)
    found = examined(capsys, 1)["private"]
    assert (found["words"], found["mend"]) == (f"{folder} can be changed by others", f"chmod go-w {folder}")


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
@pytest.mark.parametrize("what", ["a picture", "the database of another program"])
def test_a_file_of_something_else_is_not_to_be_taken_from_others(
    folder: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """It is named by mistake, and whoever it belongs to may need it to be read."""
    path = folder / "burraco.db"
    if what == "a picture":
        path.write_bytes(b"\xff\xd8\xff" + bytes(5000))
    else:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE diary (day TEXT)")
    path.chmod(0o644)
    folder.chmod(0o755)
    found = examined(capsys, 1)
    assert "name another file" in found["database"]["mend"]
    assert "private" not in found


def test_a_public_path_that_the_program_needs_itself_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_PUBLIC", "https://burraco.example.org/telegram")
    assert main(["doctor", "--offline"]) != 0
    output = capsys.readouterr()
    assert "has a path that the program needs itself" in output.out
    assert "BURRACO_PUBLIC" in output.err


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
@pytest.mark.parametrize("secret", [f"BURRACO_TELEGRAM_TOKEN={TELEGRAM}", "BURRACO_DISCORD_SECRET=0123456789abcdef"])
def test_a_secret_that_others_could_read_is_said(
    secret: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DISCORD_TOKEN", "any-token")
    monkeypatch.setenv("BURRACO_DISCORD_API", NOBODY)
    monkeypatch.setenv("BURRACO_PUBLIC", "https://burraco.example.org")
    settings = folder / ".env"
    settings.write_text(f"{secret}\nBURRACO_TELEGRAM_API={NOBODY}\n", encoding="utf-8")
    settings.chmod(0o644)
    found = examined(capsys, 1)[".env"]
    assert (found["words"], found["mend"]) == (
        f"{settings} holds a secret and can be read by others",
        "chmod go-rwx .env",
    )
    settings.chmod(0o600)
    assert ".env" not in examined(capsys, 0)


@pytest.mark.parametrize(
    ("version", "has"),
    [
        ((3, 40, 1), True),
        ((3, 44, 6), False),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_a_sqlite_with_the_bug_of_the_write_ahead_log_is_known(version: tuple[int, int, int], has: bool) -> None:
    assert has_wal_reset_bug(version) == has


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="this system does not tell who has a file open")
def test_two_programs_with_one_database_are_said_where_sqlite_could_damage_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "burraco.db"
    upgrade(path, 1)
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 40, 1))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.40.1")
    assert "open the database with nothing but this program" in examined(capsys, 0)["sqlite"]["words"]
    holds = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('SELECT 1 FROM tables'); print(); input()"
    others = [
        subprocess.Popen([sys.executable, "-c", holds, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    try:
        for other in others:
            assert other.stdout is not None
            other.stdout.readline()
        first, second = sorted(other.pid for other in others)
        found = examined(capsys, 1)["sqlite"]
        assert f"the processes {first} and {second} have it open" in found["words"]
        assert found["mend"].startswith("end what is not the host")
    finally:
        for other in others:
            other.communicate(b"\n")
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 51, 3))
    assert examined(capsys, 0)["sqlite"]["words"] == "SQLite 3.40.1"


def test_what_is_no_database_is_noticed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "burraco.db").write_text("no database\n" * 100, encoding="utf-8")
    found = examined(capsys, 1)["database"]
    assert found["words"].endswith("is not a SQLite database")
    assert "another file in BURRACO_DATABASE" in found["mend"]
    assert "burraco db repair" in found["mend"]


def test_a_folder_in_place_of_the_database_is_noticed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", str(folder))
    found = examined(capsys, 1)["database"]
    assert found["words"] == f"{folder} is a folder"
    assert str(folder / "burraco.db") in found["mend"]


def test_a_damaged_database_is_noticed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    upgrade(folder / "burraco.db", 1)
    content = bytearray((folder / "burraco.db").read_bytes())
    content[4096:12288] = b"\xff" * 8192
    (folder / "burraco.db").write_bytes(content)
    assert "backup" in examined(capsys, 1)["database"]["mend"]


def test_a_folder_that_is_not_there_is_to_be_made(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_DATABASE", "nowhere/burraco.db")
    assert "create it" in examined(capsys, 1)["folder"]["mend"]


def test_a_disk_that_is_nearly_full_is_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "room" not in examined(capsys, 0)["folder"]["words"]
    monkeypatch.setattr(doctor, "LITTLE_ROOM", shutil.disk_usage(folder).total)
    found = examined(capsys, 1)["folder"]
    assert re.search(r"has room for \d+ MB more", found["words"])
    assert "make room" in found["mend"]


def test_an_address_that_is_taken_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setenv("BURRACO_WEB", f"127.0.0.1:{other.getsockname()[1]}")
        assert "another address" in examined(capsys, 1)["web"]["mend"]


def test_an_address_of_another_machine_is_noticed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "192.0.2.1:0")
    assert examined(capsys, 1)["web"]["mend"]


def test_a_host_that_runs_already_is_well(
    port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", f"127.0.0.1:{port}")
    assert "is running there, and is well" in examined(capsys, 0)["web"]["words"]


def test_a_host_that_runs_and_is_not_well_is_told_from_another_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(503, '{"ok": false, "failing": ["beat", "scheduler"]}') as port:
        monkeypatch.setenv("BURRACO_WEB", f"127.0.0.1:{port}")
        found = examined(capsys, 1)["web"]
        assert found["words"] == f"127.0.0.1:{port}: a host is running there, and is not well: beat, scheduler"
        assert found["mend"] == "its log says why"
        assert main(["doctor", "--health"]) == 1
        assert capsys.readouterr().err.endswith(f"the host at 127.0.0.1:{port} is not well: beat, scheduler\n")


@pytest.mark.parametrize("text", ["", "<html>", "[]", '{"failing": 1}', "{}"])
def test_another_program_that_listens_there_is_no_host(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(503, text) as port:
        monkeypatch.setenv("BURRACO_WEB", f"127.0.0.1:{port}")
        assert "stop the program that listens there" in examined(capsys, 1)["web"]["mend"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only there is seen who has a file open")
def test_a_program_that_ends_while_it_is_looked_at_disturbs_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def but_for_one(look: Callable[..., Any]) -> Callable[..., Any]:
        def look_into(place: Any = ".") -> Any:
            if str(place) == f"/proc/{os.getppid()}/fd":
                raise ProcessLookupError(errno.ESRCH, "No such process", str(place))
            return look(place)

        return look_into

    monkeypatch.setattr(os, "scandir", but_for_one(os.scandir))
    monkeypatch.setattr(os, "listdir", but_for_one(os.listdir))
    with (folder / "burraco.db").open("w"):
        assert doctor._holders(folder / "burraco.db") == {os.getpid()}
    (folder / "burraco.db").unlink()
    examined(capsys, 0)


def test_something_missing_in_the_installation_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "folder", lambda _: locales.folder("xx"))
    assert examined(capsys, 1)["program"]["words"] == "languages missing"


def test_health_asks_the_running_host(
    port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", f"0.0.0.0:{port}")
    assert main(["doctor", "--health"]) == 0
    assert capsys.readouterr().out == f"the host at 0.0.0.0:{port} is well\n"


@pytest.mark.parametrize(("web", "status"), [("127.0.0.1:9", 1), ("127.0.0.1:0", 2), ("off", 2), ("nonsense", 2)])
def test_health_without_a_host_is_no_health(
    web: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BURRACO_WEB", web)
    assert main(["doctor", "--health"]) == status
    assert capsys.readouterr().err.count("\n") == 1


def test_for_people_it_says_what_to_mend(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("BURRACO_WEB", "8765")
    assert main(["doctor"]) == 2
    output = capsys.readouterr().out
    assert "FIX: is HOST:PORT such as 127.0.0.1:8765, or off" in output
    assert all(line == line.rstrip() for line in output.splitlines())
