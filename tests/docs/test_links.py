"""The pages lead where they say: links to files and headings, and the files of the program that they name."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PAGES = ["README.md", "CONTRIBUTING.md", *[f"docs/{file.name}" for file in Path(__file__).parents[2].glob("docs/*.md")]]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
NAMED = re.compile(r"`((?:bot|engine|renderers|tests|bench|docs|migrations)/[\w/.-]+)`")


def headings(text: str) -> Iterator[str]:
    """The names of the headings, as links give them."""
    for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        yield re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(page: str, root: Path) -> None:
    here, lost = root / page, []
    for name, heading in LINK.findall(here.read_text("utf-8")):
        file = here.parent / name if name else here
        if not file.exists() or (heading and heading not in headings(file.read_text("utf-8"))):
            lost.append(f"{name}#{heading}")
    assert lost == []


def test_the_readme_leads_to_every_page(root: Path) -> None:
    listed = {name for name, _ in LINK.findall((root / "README.md").read_text("utf-8"))}
    assert [page for page in PAGES if page.startswith("docs/") and page not in listed] == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "docs/architecture.md", "docs/changing.md"])
def test_files_that_a_page_names_are_there(page: str, root: Path) -> None:
    named = NAMED.findall((root / page).read_text("utf-8"))
    assert named
    lost = [one for one in named if not (root / one).exists() and not (root / f"{one}.py").exists()]
    assert [one for one in lost if {"NAME", "xx"}.isdisjoint(re.split(r"[/.]", one))] == []
