"""A folder that this user may not enter: every command says so in one sentence, and what to do."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest

from bot.__main__ import main
from bot.store.upgrade import upgrade

SOMEBODY = 65_534  # no user in particular

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders have no such modes there")


@contextmanager
def shut(folder: Path) -> Iterator[None]:
    """Nobody enters it; root, whom nothing keeps out, is somebody else meanwhile."""
    is_root = not os.geteuid()
    folder.chmod(0)
    if is_root:
        os.seteuid(SOMEBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o700)


@pytest.fixture
def path(tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The configured database, in a folder of its own."""
    path = tmp_path / "service" / "burraco.db"
    path.parent.mkdir()
    upgrade(path, 1)
    monkeypatch.chdir("/")
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    monkeypatch.setenv("BURRACO_DATABASE", str(path))
    return path


@pytest.mark.parametrize(
    "arguments",
    [
        "run",
        "bots list",
        "db upgrade",
        "db check",
        "db check --rebuild",
        "db backup {new}",
        "db repair",
        "db correct KBDF:212 annul why",
        "db archive",
        "db archive --dry-run",
        "db move {path} {new}",
    ],
)
def test_a_database_that_nobody_may_look_for_is_named_with_what_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    monkeypatch.setenv("BURRACO_WEB", "off")
    with shut(path.parent):
        status = main(arguments.format(path=path, new=Path(gettempdir(), "burraco-never-made.db")).split())
    printed = capsys.readouterr()
    assert (status, printed.out) == (2, "")
    assert printed.err.count("\n") == 1
    assert f"{path.parent}" in printed.err
    assert "Permission denied; this user must be able to write it, and in its folder" in printed.err


def test_the_doctor_goes_on_where_the_database_is_out_of_reach(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with shut(path.parent):
        assert main(["doctor", "--offline"]) == 1
    printed = capsys.readouterr()
    assert f"{path}: Permission denied" in printed.out
    assert "FIX: this user must be able to write it, and in its folder" in printed.out
    assert printed.err == "burraco doctor: 2 things to fix: folder, database\n"


@pytest.mark.parametrize("arguments", ["doctor --offline", "run", "db check"])
def test_where_the_folder_of_the_settings_is_out_of_reach_that_is_said(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str
) -> None:
    """As in the home of whoever runs the program as the user of the service."""
    home = path.parent.parent / "home"
    home.mkdir()
    monkeypatch.chdir(home)
    with shut(home):
        assert main(arguments.split()) == 2
    printed = capsys.readouterr()
    assert "Permission denied; start the program in a folder that this user may enter" in printed.out + printed.err
