"""The examples under every --help do what they say."""

import shlex
from importlib import import_module
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main

MATCH = Path(__file__).parent.parent / "transcripts" / "a-whole-match-of-two-deals-fitab.brn"
POSITION = "N/draw ?41 4c 3h4h5h9hTdKd2d2sKsQcJk/?11/?11/?11 ?11,?11 -|-\n"


def examples() -> list[str]:
    """The lines below the options of a command that begin with the program's name."""
    told = [getattr(import_module(f"bot.cli.{name}"), "_MORE", "") for name in COMMANDS]
    return [line.strip() for more in told for line in more.splitlines() if line.startswith("  burraco ")]


@pytest.mark.parametrize("example", examples())
def test_an_example_of_the_help_is_accepted(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.brn").write_bytes(MATCH.read_bytes())
    Path("position.txt").write_text(POSITION, encoding="utf-8")
    assert main(shlex.split(example)[1:]) == 0
    said = capsys.readouterr()
    assert said.out
    assert said.err == ""


def test_examples_were_found() -> None:
    assert len(examples()) >= 10
