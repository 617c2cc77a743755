"""The page's glossary is read at tables of every code: it says nothing that one of them plays otherwise."""

import json

import pytest

from bot.locales import folder
from bot.words.languages import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pozzetti_are_one_a_side_and_not_two(language: str) -> None:
    sentence = json.loads(folder(language).joinpath("page.json").read_text(encoding="utf-8"))["glossary.pozzetto.more"]
    assert not {"two", "due"} & set(sentence.casefold().split())  # three players have three (three-player, art. 1)
    assert {"en": "one a side", "it": "una per linea"}[language] in sentence
