"""The terms of the federations' books in Italian: a run is a sequenza, a set a combinazione, either of them a gioco."""

import json
import re

import pytest

from bot.locales import folder
from bot.words.languages import say
from bot.words.notices import Notice, notice

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


@pytest.mark.parametrize("key", ["draw", "discard", "lay-run", "lay-set", "add", "ticked", "ticked-run", "ticked-fits"])
def test_what_somebody_has_done_is_said_of_them_and_agrees_with_one_card_and_with_several(key: str) -> None:
    for cards in ("K♦", "9♥ 10♥ Jolly"):
        text = say("it", f"did.{key}", card=cards, cards=cards, meld="sequenza 9♥-K♥")
        assert text.startswith("Hai ")
        assert cards in text


def test_one_code_of_play_has_one_name_in_all_menus() -> None:
    assert {say("it", key) for key in ("topic.code", "setting.rules")} == {"Codice di gara"}


def test_no_english_word_stands_where_people_wait_for_the_first_deal() -> None:
    assert "commitment" not in notice("it", Notice.COMMITTED)


def test_how_strong_somebody_is_has_one_word_in_boards_menus_and_sentences() -> None:
    catalogue = folder("it").joinpath("LC_MESSAGES", "burraco.po").read_text(encoding="utf-8")
    sentences = [re.sub(r"\{\w+\}", "", line) for line in catalogue.splitlines() if line.startswith("msgstr")]
    assert [line for line in (*sentences, *map(str, PAGE.values())) if re.search(r"\brating\b", line.casefold())] == []
    assert {say("it", key) for key in ("rank.by.rating", "rank.head.rating")} == {PAGE["boards.by.rating"]}
    assert PAGE["boards.by.rating"] in say("it", "own.rating", rating="1500", width="50", ladder="")


def test_italian_quotes_as_it_does_everywhere() -> None:
    catalogue = folder("it").joinpath("LC_MESSAGES", "burraco.po").read_text(encoding="utf-8")
    assert [line for line in (*catalogue.splitlines(), *map(str, PAGE.values())) if "“" in line or "”" in line] == []


def test_a_match_that_does_not_go_on_is_paused_by_one_word() -> None:
    keys = ("plan.passed", "plan.on-hold", "plans.paused", "plans.not-yours", "series.is-paused")
    sentences = [say("it", key, time="alle 21") for key in keys] + [PAGE["plans.pause"]]
    assert [words for words in sentences if "in pausa" not in words] == []


@pytest.mark.parametrize("key", ["name", "form-name", "venue", "prizes", "guest-name", "long-reason"])
def test_what_is_too_long_is_counted_in_caratteri(key: str) -> None:
    assert "40 caratteri" in say("it", f"declined.tournament-{key}", most="40")


def test_one_minute_that_is_given_back_is_not_1_minuti() -> None:
    assert [say("it", "desk.back", count=count) for count in (1, 5)] == ["1 minuto", "5 minuti"]


@pytest.mark.parametrize(("key", "facts", "masculine"), [
    ("declined.tournament-answered", {"player": "Anna", "table": "3", "time": "21:10"}, "stato"),
    ("desk.reason.called-away", {}, "chiamato"),
    ("declined.tournament-invited", {}, "invitato"),
])  # fmt: skip
def test_nobody_is_made_a_man_where_a_sentence_can_be_for_all(key: str, facts: dict[str, str], masculine: str) -> None:
    assert masculine not in say("it", key, **facts)


def test_who_enters_numbers_again_is_spoken_to_as_in_all_other_answers() -> None:
    assert "inserisci" in say("it", "declined.tournament-numbers-again")
    assert "Nomina " in say("it", "tournament.jury-gone", name="Giovedì")
