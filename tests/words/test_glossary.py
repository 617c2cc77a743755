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


def glossary(language: str, term: str) -> str:
    page = json.loads(folder(language).joinpath("page.json").read_text(encoding="utf-8"))
    return str(page[f"glossary.{term}.more"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_semi_clean_burraco_is_not_of_every_code_and_may_be_a_set(language: str) -> None:
    sentence = glossary(language, "clean")
    assert {"en": "in most codes", "it": "in quasi tutti i codici"}[
        language
    ] in sentence  # neither three-player nor international
    assert {"en": "seven equal ones", "it": "sette uguali"}[language] in sentence  # febur art. 8, fitab art. 13


@pytest.mark.parametrize("language", LANGUAGES)
def test_closing_wants_a_clean_burraco_in_the_international_code(language: str) -> None:
    sentence = glossary(language, "close")
    assert {"en": "by the international code a clean one", "it": "per il codice internazionale pulito"}[
        language
    ] in sentence
