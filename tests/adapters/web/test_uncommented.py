"""What a browser is sent has no comments, and is else what is written, line by line."""

import gzip
import re
from importlib.resources import files

import pytest

from bot.adapters.web.files import pages
from bot.adapters.web.uncommented import without_comments
from bot.adapters.web.versioned import versioned

WRITTEN = files("bot.adapters.web").joinpath("page")
SCRIPTS = sorted(one.name for one in WRITTEN.iterdir() if one.name.endswith(".js"))
STYLES = sorted(one.name for one in WRITTEN.iterdir() if one.name.endswith(".css"))
FIRST_LOAD = 66_000  # bytes, compressed: beside them come cards, pictures and words, and all are to be within 120 kB
QUOTES = re.compile("[\"'`]")


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("// why it is so", ""),
        ("  // why it is so", ""),
        ("const A = 1; // so many", "const A = 1;"),
        ('const A = "http://example.org";', 'const A = "http://example.org";'),
        ('say("a // b");', 'say("a // b");'),
        ("say(`a // b`); // it's said", "say(`a // b`); // it's said"),  # a quotation mark: nobody looks further
        ("const B = /a\\/\\/b/;", "const B = /a\\/\\/b/;"),
    ],
)
def test_a_line_of_a_script_is_sent_without_its_comment(line: str, result: str) -> None:
    assert without_comments("js", f"{line}\nnext();\n".encode()).decode() == f"{result}\nnext();\n"


def test_lines_of_a_style_keep_their_numbers() -> None:
    assert (
        without_comments("css", b"/* one\n   two */\n.a { color: red; } /* three */\n") == b"\n\n.a { color: red; } \n"
    )


@pytest.mark.parametrize("name", SCRIPTS)
def test_nothing_but_comments_is_left_out_of_a_script(name: str) -> None:
    source = WRITTEN.joinpath(name).read_text("utf-8").split("\n")
    lines = pages()[name].body.decode().split("\n")
    assert len(lines) == len(source)
    for before, after in zip(source, lines, strict=True):
        if before != after:
            assert before.startswith(after)
            comment = before[len(after) :]
            assert comment.lstrip().startswith("//")
            assert not after or not QUOTES.search(comment)  # a text that it cut would end in it
        elif not before.lstrip().startswith("//"):
            assert before.count("`") % 2 == 0, "a text over several lines: a line of it might begin like a comment"


@pytest.mark.parametrize("name", STYLES)
def test_nothing_but_comments_is_left_out_of_a_style(name: str) -> None:
    text = pages()[name].body.decode()
    assert "/*" not in text
    assert len(text.split("\n")) == len(WRITTEN.joinpath(name).read_text("utf-8").split("\n"))


def test_what_the_table_loads_first_is_small() -> None:
    found = versioned(pages())
    page = found.files["index.html"].body.decode()
    named = {*re.findall(r'(?:src|href)="([^"#]+\.(?:js|css))"', page)}
    assert 5 < len(named) < 10  # each of them is a while on a line that answers late
    sizes = [len(gzip.compress(page.encode())), *[len(found.files[name].zipped) for name in named]]
    assert sum(sizes) < FIRST_LOAD
