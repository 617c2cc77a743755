"""The commands of the README, of the tour and of the rulings print what the pages say they print."""

import re
import shlex
from pathlib import Path

import pytest

from bot.__main__ import main

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[tuple[str, str]]:
    """Each `$ burraco …` of the console blocks with the output that follows it."""
    found = []
    for block in BLOCK.findall(text):
        parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
        found += list(zip(parts[1::2], parts[2::2], strict=True))
    return found


@pytest.mark.parametrize("page", ["README.md", "docs/command-line.md", "docs/rulings.md"])
def test_commands_print_what_the_page_says(
    page: str, root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    examples = commands((root / page).read_text(encoding="utf-8"))
    assert len(examples) >= 3
    for command, output in examples:
        program, *arguments = shlex.split(command)
        assert program == "burraco"
        main(arguments)
        assert capsys.readouterr().out == output, command
