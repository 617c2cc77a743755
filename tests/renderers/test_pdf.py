"""Papers as PDF: what is written on them can be read again, whatever the names; equal papers are equal files."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderers.papers import CellSide, Paper, PaperColumn, PaperTable
from renderers.pdf import pdf
from tests.renderers.pdf_text import pages_of

COLUMNS = (PaperColumn("#", CellSide.RIGHT), PaperColumn("Name", wide=True), PaperColumn("VP", CellSide.RIGHT))


def paper(*names: str, columns: tuple[PaperColumn, ...] = COLUMNS, cells: tuple[str, ...] = ("14",)) -> Paper:
    rows = tuple([(str(place), name, *cells) for place, name in enumerate(names, 1)])
    return Paper("Thursday", "en", "Page {page} of {pages}", ("A fact",), (PaperTable(columns, rows),), ("A note",))


def flat(data: bytes) -> str:
    return " ".join(" ".join(pages_of(data)).split())


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Łukasz Żółć – Dario Fò", "Łukasz Żółć – Dario Fò"),
        ("Святослав Ёж", "Святослав Ёж"),
        ("サクラ 桜", "サクラ 桜"),
        ("नमस्ते", "namaste"),
        ("\u2068🎉\u2069 – \u2068Anna\u2069", "party popper – Anna"),
        ("(Anna) \\ 100 %", "(Anna) \\ 100 %"),
        ("🇮🇹 Bruno", "IT Bruno"),
        ("**Anna** __Bruno__ {nb}x", "**Anna** __Bruno__ {nb}x"),
    ],
)
def test_every_name_can_be_read_on_paper(name: str, written: str) -> None:
    text = flat(pdf(paper(name)))
    assert written in text
    for other in ("Thursday", "A fact", "A note", "Page 1 of 1"):
        assert other in text


def test_heads_and_numbers_stand_on_every_page() -> None:
    pages = pages_of(pdf(paper(*[f"Player {number}" for number in range(80)])))
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert {"Name", "VP"} <= set(page.split("\n"))
        assert f"Page {number} of {len(pages)}" in " ".join(page.split())
    assert [f"Player {number}" for number in range(80)] == [
        line for page in pages for line in page.split("\n") if line.startswith("Player")
    ]


def test_many_columns_turn_the_paper_and_all_are_there() -> None:
    heads = tuple([PaperColumn(f"R{number}", CellSide.RIGHT) for number in range(30)])
    data = pdf(paper("Anna – Bruno", columns=(*COLUMNS, *heads), cells=("14", *["14 / +560"] * 30)))
    assert b"841.89 595.28" in data
    assert flat(data).count("14 / +560") == 30


def test_the_same_paper_is_the_same_file_in_every_process() -> None:
    program = "import sys; from tests.renderers.test_pdf import *; sys.stdout.buffer.write(pdf(paper('Anna', '桜')))"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert other.stdout == pdf(paper("Anna", "桜"))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(max_size=60), min_size=1, max_size=4), st.text(max_size=200))
def test_no_text_hinders_it(names: list[str], fact: str) -> None:
    one = Paper(fact, "it", "{page}/{pages}", (fact,), paper(*names).tables, (fact,), signature=fact)
    assert len(pages_of(pdf(one))) >= 1
