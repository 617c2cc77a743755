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
    texts = [getattr(import_module(f"bot.cli.{name}"), "_MORE", "") for name in COMMANDS]
    return [line.strip() for more in texts for line in more.splitlines() if line.startswith("  burraco ")]


@pytest.mark.parametrize("example", examples())
def test_an_example_of_the_help_is_accepted(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("match.brn").write_bytes(MATCH.read_bytes())
    Path("position.txt").write_text(POSITION, encoding="utf-8")
    assert main(shlex.split(example)[1:]) == 0
    output = capsys.readouterr()
    assert output.out
    assert output.err == ""


def test_examples_were_found() -> None:
    assert len(examples()) >= 10
