"""The lines of the pages: as long as they may be, and wrapped without a change of what they say."""

from pathlib import Path

import pytest

from docs.wrapping import WIDTH, wrapped
from tests.docs.test_links import PAGES

LONG = "word " * 30


@pytest.mark.parametrize("page", PAGES)
def test_the_prose_of_a_page_is_wrapped(page: str, root: Path) -> None:
    text = (root / page).read_text("utf-8")
    assert wrapped(text) == text, f"`make docs` wraps what is longer than {WIDTH} signs"


def test_a_long_line_is_broken_between_words() -> None:
    assert [len(line) for line in wrapped(f"{LONG}word").split("\n")] == [119, 34]


def test_an_item_of_a_list_goes_on_below_its_words() -> None:
    assert wrapped(f"- {LONG}\n- short") == f"- {('word ' * 23).strip()}\n  {('word ' * 7).strip()}\n- short"


def test_code_in_a_sentence_stays_whole() -> None:
    text = f"{LONG[:115]}`burraco db\ncheck` and {LONG}"
    assert wrapped(text).split("\n")[1].startswith("`burraco db check` and word")


@pytest.mark.parametrize("sign", ["-", "+", "|", "#", "12.", ">"])
def test_no_line_begins_as_something_else(sign: str) -> None:
    lines = wrapped(f"{('word ' * 24).strip()} {sign} {LONG}").split("\n")
    assert lines[1].startswith(f"word {sign} ")


@pytest.mark.parametrize(
    "text",
    [
        f"| a | {LONG}|",
        f"```\n{LONG}\n```",
        f"text\n\n    {LONG}",
        f"# {LONG}",
        f"![{LONG}](picture.png)",
        f'<img alt="{LONG}">',
        "short\nlines\nstay",
    ],
)
def test_what_is_no_prose_stays(text: str) -> None:
    assert wrapped(text) == text
