"""The page's own words: the same keys in every language, and each that the page asks for."""

import json
import re
from pathlib import Path

import pytest

from bot.chat.speech.languages import LANGUAGES

SIGNS = re.compile(r"\{(\w+)\}")


@pytest.fixture(scope="module")
def page(root: Path) -> Path:
    return root / "bot" / "adapters" / "web" / "page"


def words(page: Path, language: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((page / f"words.{language}.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_with_the_same_facts(page: Path, language: str) -> None:
    english, other = words(page, "en"), words(page, language)
    assert set(english) == set(other)
    assert {key for key in english if set(SIGNS.findall(english[key])) != set(SIGNS.findall(other[key]))} == set()
    assert all(other.values())


def test_the_page_asks_for_words_that_there_are_and_for_all_of_them(page: Path) -> None:
    source = "\n".join([file.read_text("utf-8") for file in page.glob("*.js")])
    families = {found.split("$")[0] for found in re.findall(r"\bt\(`([^`]+)`", source)}
    plain = set(re.findall(r'"([a-z]+(?:\.[a-z]+)*)"', source))
    asked = set(re.findall(r'\bt\("([^"]+)"', source))
    english = words(page, "en")
    assert asked <= set(english)
    unused = {key for key in english if key not in plain and not any(key.startswith(begins) for begins in families)}
    assert unused == set()
