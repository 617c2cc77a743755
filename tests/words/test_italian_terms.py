"""The terms of the federations' books in Italian: a run is a sequenza, a set a combinazione, either of them a gioco."""

import json

import pytest

from bot.locales import folder
from bot.words.languages import say

PAGE = json.loads(folder("it").joinpath("page.json").read_text(encoding="utf-8"))
OF_ANY_MELD = ("first.matta", "first.matta.right", "first.burraco", "lesson.burraco")
OF_A_RUN = ("first.run.right", "lesson.meld.right")


@pytest.mark.parametrize("key", [*OF_ANY_MELD, *OF_A_RUN])
def test_no_newcomer_is_told_that_a_run_is_a_combinazione(key: str) -> None:
    text = say("it", key).casefold()
    assert "combinazion" not in text
    assert "gioco" in text


def test_the_glossary_calls_a_meld_a_gioco_and_a_set_a_combinazione() -> None:
    assert PAGE["glossary.meld"] == "Gioco"
    assert PAGE["glossary.set"] == "Combinazione"
    for term in ("meld", "run", "matta", "burraco"):
        assert "combinazion" not in PAGE[f"glossary.{term}.more"].replace("una sequenza o una combinazione", "")
