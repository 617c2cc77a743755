"""What docs/hosting.md, the image and compose.yaml name exists, and what they tell to type works."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import closing
from pathlib import Path

import pytest
import yaml

from bot.__main__ import main, parse
from bot.cli import doctor
from bot.config.configuration import Configuration, variables
from bot.config.given import load
from bot.config.values import parse_address
from bot.host.door import NoTable
from bot.metrics import Metrics
from tests.loopback.running import specs
from tests.loopback.telegram import serve as telegram_server

DISCORD = "MTE4NjM1NjQ3MTIzNDU2Nzg5MA.GabcDE.abcdefghijklmnopqrstuvwxyz0123456789ab"
TELEGRAM = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return (root / "docs" / "hosting.md").read_text(encoding="utf-8")


def section(page: str, title: str) -> str:
    (found,) = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return str(found)


def blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def code(text: str) -> Iterator[str]:
    """What is written as code: in backquotes, and the lines of the blocks."""
    for block in re.findall(r"^```\w+\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield from block.splitlines()
    yield from re.findall(r"^ {4}(.+)$", text, re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", text)


# --- names ------------------------------------------------------------------------------------------------------------


def test_every_setting_is_explained_with_its_default(page: str) -> None:
    table = [row for row in section(page, "Settings").splitlines() if row.startswith("| `BURRACO_")]
    rows = [(name, row.split("|")[2].strip()) for row in table for name in re.findall(r"`(BURRACO_\w+)`", row)]
    assert {name for name, _ in rows} == set(variables())
    for name, default in rows:
        value = Configuration.model_fields[variables()[name]].default
        words = doctor.default_words(name)
        assert default == (f"`{words}`" if words == "off" or value is not None else words), name


def test_the_doctor_knows_no_default_of_a_platform_but_addresses(page: str) -> None:
    theirs = [name for name in variables() if doctor.default_words(name) == "the platform's"]
    assert theirs == ["BURRACO_DISCORD_API", "BURRACO_DISCORD_GATEWAY", "BURRACO_TELEGRAM_API"]


@pytest.mark.parametrize("file", ["docs/hosting.md", "Dockerfile", "compose.yaml", "README.md", "docs/storage.md"])
def test_no_setting_is_named_that_is_none(root: Path, file: str) -> None:
    assert set(re.findall(r"BURRACO_[A-Z_]+", (root / file).read_text(encoding="utf-8"))) <= set(variables())


def test_every_figure_is_explained(page: str) -> None:
    metrics = Metrics()
    metrics.count_reply(NoTable(), 0.1)
    metrics.count_due("deal")
    metrics.count_stumble("courier")
    text = metrics.render().decode()
    names = set(re.findall(r"^# TYPE (burraco_\w+)", text, re.MULTILINE))
    explained = dict(re.findall(r"^\| `(burraco_\w+)(?:\{(\w+)\})?`", page, re.MULTILINE))
    assert explained.keys() == names
    for name, label in explained.items():
        assert not label or f"{name}{{{label}=" in text, name


def test_every_command_exists(page: str) -> None:
    found = {match[1] for line in code(page) for match in re.finditer(r"(?:^|[\w/]/|[ (])burraco ([a-z]+.*)", line)}
    commands = {re.split(r"[;|<]| {2}", one)[0].strip() for one in found if not one.startswith("burraco ")}
    assert {"run", "doctor", "doctor --health"} <= commands
    for command in commands:
        assert parse(shlex.split(command)).command in command


def test_every_chore_exists(page: str, root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    files = [page, *[(root / name).read_text(encoding="utf-8") for name in ("Dockerfile", ".ci/run")]]
    chores = {chore for text in files for chore in re.findall(r"\bmake ([a-z]+)\b", text)} - {"and"}
    assert {"run", "install"} <= chores
    assert chores <= set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))


# --- what is to be typed ----------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to start in, with `burraco` on the path and no setting but a free port."""
    program = tmp_path / "bin" / "burraco"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m bot \"$@\"\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent.parent.parent))
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    return work


def test_an_installation_takes_the_place_of_no_other_folder(root: Path, tmp_path: Path) -> None:
    """As of the one in which the database is."""
    for name in ("burraco.db", ".env"):
        place = tmp_path / name.strip(".")
        place.mkdir()
        (place / "pyvenv.cfg").touch()
        (place / name).write_text("everything")
        command = ["make", "install", f"DEST={place}"]
        install = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=60, check=False)
        assert install.returncode == 2
        assert f"holds {name}, which no installation does: move it elsewhere, or name another DEST" in install.stderr
        assert (place / name).read_text() == "everything"


def test_an_installation_that_fails_leaves_the_one_that_is_there(root: Path, tmp_path: Path) -> None:
    program = tmp_path / "installed" / "bin" / "burraco"
    program.parent.mkdir(parents=True)
    program.write_text("the one that runs")
    command = ["make", "install", f"DEST={tmp_path / 'installed'}", "WITH=nothing"]
    install = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=300, check=False)
    assert install.returncode == 2
    assert program.read_text() == "the one that runs"


@pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")
def test_a_backup_is_made_and_brought_back_as_it_says(page: str, folder: Path) -> None:
    backup, restore = blocks(section(page, "Backup and restore"), "sh")
    shell("burraco db upgrade")
    shell(backup)
    (folder / "burraco.db").write_bytes(b"torn")
    assert "integrity   ok" in shell(restore)
    shell("burraco doctor")


@pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")
def test_a_backup_is_made_each_night_and_old_ones_go(page: str, folder: Path) -> None:
    service, timer = (unit_file(text) for text in blocks(section(page, "Backup and restore"), "ini"))
    assert timer["Timer"]["OnCalendar"]
    host = unit_file(blocks(page, "ini")[0])
    assert all(service["Service"][key] == host["Service"][key] for key in ("User", "WorkingDirectory"))
    command = service["Service"]["ExecStart"].replace("/opt/burraco/bin/", "").replace("%%", "%")
    shell("burraco db upgrade")
    saved = folder / "saved"
    saved.mkdir()
    for days in (13, 20):
        (saved / f"{days}.db").touch()
        then = time.time() - days * 24 * 60 * 60
        os.utime(saved / f"{days}.db", (then, then))
    assert ", checked" in shell(command)
    left = sorted(file.name for file in saved.iterdir())
    assert [name for name in left if re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}\.db", name)] == left[1:] != []
    assert left[0] == "13.db"


@pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")
def test_of_a_database_that_is_not_sound_one_copy_is_left_and_pushes_no_sound_one_out(page: str, folder: Path) -> None:
    service = unit_file(blocks(section(page, "Backup and restore"), "ini")[0])
    command = service["Service"]["ExecStart"].replace("/opt/burraco/bin/", "").replace("%%", "%")
    shell("burraco db upgrade")
    saved = folder / "saved"
    saved.mkdir()
    for name in ("2026-11-01-0430.db", "2026-11-27-0430.db.unsound"):
        (saved / name).touch()
        os.utime(saved / name, (1, 1))
    with closing(sqlite3.connect(folder / "burraco.db")) as database:
        database.execute("DROP INDEX tables_code")
        database.commit()
    for _ in range(2):
        failed = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=60, check=False)
        assert failed.returncode == 1
        assert "copied, but not sound" in failed.stderr
        old, new = sorted(file.name for file in saved.iterdir())
        assert old == "2026-11-01-0430.db"
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{4}\.db\.unsound", new)
        assert (saved / new).stat().st_size > 0


@pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")
def test_a_backup_is_brought_back_into_a_container_as_it_says(page: str, folder: Path) -> None:
    (script,) = re.findall(r"--entrypoint sh burraco -c '(.*)' < burraco-today\.db$", page, re.MULTILINE)
    shell("burraco db upgrade; burraco db backup burraco-today.db")
    (folder / "burraco.db").write_bytes(b"torn")
    shell(f"({script}) < burraco-today.db")
    assert (folder / "burraco.db").read_bytes() == (folder / "burraco-today.db").read_bytes()
    assert (folder / "burraco.db").stat().st_mode & 0o777 == 0o600


def unit_file(text: str) -> ConfigParser:
    """A unit of systemd."""
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # as the standard library's pages say
    unit.read_string(text)
    return unit


def shell(script: str) -> str:
    """What a script prints; every command in it succeeds."""
    program = shutil.which("sh")
    assert program
    process = subprocess.run([program, "-e", "-c", script], check=False, capture_output=True, text=True)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="a page for servers with a shell")
def test_a_bot_is_added_and_removed_as_it_says(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add, remove = blocks(section(page, "Several bots"), "sh")

    async def main() -> None:
        async with telegram_server(specs()) as telegram:
            monkeypatch.setenv("BURRACO_TELEGRAM_API", telegram.root)
            (folder / "circolo-token").write_text(f"{telegram.token}\n", encoding="utf-8")
            printed = await asyncio.to_thread(shell, add)
            assert f"circolo: telegram @{telegram.bot.username} was added" in printed
            assert "administrators: telegram:1000001" in printed
            assert "its token is deleted here" in await asyncio.to_thread(shell, remove)
            assert telegram.token not in printed
            assert telegram.violations == []

    asyncio.run(main())


def test_the_settings_of_a_server_can_be_used(page: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BURRACO_WEB")
    (sample,) = blocks(section(page, "Settings"), "sh")
    (folder / ".env").write_text(sample, encoding="utf-8")
    settings = load(Configuration)
    assert (settings.language, settings.log_format) == ("it", "json")


def test_the_examples_of_addresses_are_addresses(page: str) -> None:
    found = re.findall(r"BURRACO_WEB=(\S+?)`?(?:\s|$)", page)
    assert len(found) >= 2
    assert all(parse_address(address) for address in found)


def test_the_service_starts_a_command_that_exists(page: str) -> None:
    unit = unit_file(blocks(page, "ini")[0])
    program, *arguments = shlex.split(unit["Service"]["ExecStart"])
    assert program == "/opt/burraco/bin/burraco"
    assert parse(arguments).command == "run"
    assert f"make install DEST={Path(program).parent.parent}" in page
    folder, user = unit["Service"]["WorkingDirectory"], unit["Service"]["User"]
    assert folder == f"/var/lib/{unit['Service']['StateDirectory']}"
    folder_at = page.index(f"install -d -o {user} -g {user} -m 0700 {folder}\n")
    assert folder_at < page.index(
        f"`{folder}/.env`"
    )  # a service makes it only when it starts, and its settings come first
    assert f"cd {folder} && sudo -u {user} {program} doctor\n" in page


# --- the image --------------------------------------------------------------------------------------------------------


def test_the_image_is_made_of_what_is_tested_without_it(root: Path) -> None:
    dockerfile = (root / "Dockerfile").read_text(encoding="utf-8")
    steps = [line.removeprefix("RUN ") for line in dockerfile.splitlines() if line.startswith("RUN ")]
    ours = [step for step in steps if not step.startswith(("apt-get ", "useradd "))]
    assert [step.split()[:2] for step in ours] == [["make", "install"]]
    assert "WITH=postgres" in ours[0].split()
    assert re.search(r"^psycopg==", (root / "requirements" / "postgres.lock").read_text("utf-8"), re.MULTILINE)
    assert "make install" in (root / ".ci" / "run").read_text(encoding="utf-8")
    assert dockerfile.index("USER burraco") > dockerfile.index("useradd")
    assert dockerfile.count("FROM ") == 2


def test_the_image_starts_commands_that_exist(root: Path) -> None:
    dockerfile = (root / "Dockerfile").read_text(encoding="utf-8")
    (entry,), (command,), (health,) = [
        re.findall(rf"^{word}.*?(\[.*\])$", dockerfile, re.MULTILINE) for word in ("ENTRYPOINT", "CMD", "HEALTHCHECK")
    ]
    assert parse([*yaml.safe_load(entry), *yaml.safe_load(command)][1:]).command == "run"
    assert parse(yaml.safe_load(health)[1:]).health


def test_what_the_image_is_built_from_is_let_in(root: Path) -> None:
    allowed = {line[1:] for line in (root / ".dockerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert {
        "Makefile",
        "pyproject.toml",
        "requirements",
        "LICENSE",
        "bot",
        "engine",
        "migrations",
        "renderers",
    } <= allowed
    assert all((root / name).exists() for name in allowed)


def test_compose_and_the_image_agree(root: Path, monkeypatch: pytest.MonkeyPatch, clean_settings: None) -> None:
    compose = yaml.safe_load((root / "compose.yaml").read_text(encoding="utf-8"))
    service = compose["services"]["burraco"]
    dockerfile = (root / "Dockerfile").read_text(encoding="utf-8")
    for name, value in service["environment"].items():
        assert f"{name}={value}" in dockerfile
        monkeypatch.setenv(name, value)
    settings = load(Configuration)
    assert settings.web is not None
    assert isinstance(settings.database, Path)
    assert service["ports"] == [f"127.0.0.1:{settings.web.port}:{settings.web.port}"]
    assert service["volumes"] == [f"data:{settings.database.parent}"]
    assert f"VOLUME {settings.database.parent}\n" in dockerfile
    assert f"EXPOSE {settings.web.port}\n" in dockerfile
    assert "data" in compose["volumes"]
    assert service["logging"] == {"driver": "local"}  # Docker's usual one keeps every line for ever


# --- a host -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="stopped by a signal")
@pytest.mark.parametrize("form", ["text", "json"])
def test_a_host_starts_is_well_stops_when_asked_and_tells_no_token(
    form: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, value in {
        "DISCORD_TOKEN": DISCORD,
        "TELEGRAM_TOKEN": TELEGRAM,
        "LOG_FORMAT": form,
        "LOG": "debug",
    }.items():
        monkeypatch.setenv(f"BURRACO_{name}", value)
    for name in ("DISCORD_API", "TELEGRAM_API"):  # nobody is there
        monkeypatch.setenv(f"BURRACO_{name}", "http://127.0.0.1:9")
    command = [sys.executable, "-m", "bot", "run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as host:
        assert host.stdout is not None
        address = host.stdout.readline()
        found = re.fullmatch(r"http://(127\.0\.0\.1:\d+)/\n", address)
        if found:
            monkeypatch.setenv("BURRACO_WEB", found[1])
            monkeypatch.setattr(doctor, "PATIENCE", 60.0)  # it has only just begun
            assert main(["doctor", "--health"]) == 0
        host.send_signal(signal.SIGTERM)
        output = address + "".join(host.communicate(timeout=60)) + "".join(capfd.readouterr())
    assert found, output
    assert host.returncode == 0, output
    for secret in (DISCORD, TELEGRAM):
        assert not any(secret[start : start + 10] in output for start in range(len(secret) - 10))
