"""Every way through the guided question can be walked in every language, and is read out whole."""

import re

import pytest

from bot.words import rulings
from bot.words.languages import LANGUAGES
from engine.rulings.books import BOOKS, book_of
from engine.rulings.frozen import Count
from engine.rulings.penalised import DueDiscard, Penance
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import FoundRuling, GuidedQuestion, paths, questions

KEY = re.compile(r"\b(?:ruling|effect|lost|none|ask|moment|mark|premise)\.[\w.-]+")
EVERY = pytest.mark.parametrize(("code", "language"), [(code, language) for code in BOOKS for language in LANGUAGES])


def walked(code: str, language: str, way: tuple[str, ...]) -> list[str]:
    """What somebody reads on their way: each question with its answers, and what the arbiter says at the end."""
    book, node, read = book_of(code), first_question(code), list[str]()
    for answer in way:
        assert isinstance(node, GuidedQuestion)
        offered = rulings.answers(language, node, book)
        assert list(offered) == list(node.answers)
        read += [rulings.question(language, node), *offered.values()]
        node = node.answers[answer]
    assert not isinstance(node, GuidedQuestion)
    return [*read, rulings.read_out(language, node)]


@EVERY
def test_every_way_is_walked_to_its_end(code: str, language: str) -> None:
    for way, _ in paths(first_question(code)):
        texts = walked(code, language, way)
        assert all(texts)
        assert [text for text in texts if KEY.search(text) or re.search(r"[…{}\[\]]", text)] == []
        assert texts[-1].endswith(".")


@EVERY
def test_no_two_answers_to_a_question_read_alike(code: str, language: str) -> None:
    for asking in questions(first_question(code)):
        offered = list(rulings.answers(language, asking, book_of(code)).values())
        assert len(set(offered)) == len(offered), asking.fact
        assert rulings.question(language, asking).endswith("?")


@EVERY
def test_no_two_rulings_that_differ_are_read_out_alike(code: str, language: str) -> None:
    """Where the law is the same in two rows, so are their effects; another ruling has other words."""
    texts: dict[tuple[str, ...], object] = {}
    for row in book_of(code):
        for case in [one.key for one in row.cases] or [""]:
            laid = row.effects_in(case)
            assert texts.setdefault(rulings.ruling(language, row, case), laid) == laid, row.id


@EVERY
def test_every_effect_of_a_ruling_is_read_out(code: str, language: str) -> None:
    for _, ending in paths(first_question(code)):
        if isinstance(ending, FoundRuling) and ending.lost is None:
            read = rulings.read_out(language, ending)
            laid = ending.row.effects_in(ending.case)
            assert [one for one in laid if rulings.effect(language, one) not in read] == []
        elif isinstance(ending, FoundRuling):
            assert not set(rulings.ruling(language, ending.row, ending.case)) & set(rulings.parts(language, ending))


@EVERY
def test_every_row_can_be_shown(code: str, language: str) -> None:
    book = book_of(code)
    for row in book:
        for text in (rulings.happened(language, row), rulings.noticed(language, row), rulings.marks(language, row)):
            assert text
            assert not KEY.search(text)
        assert row.article in rulings.article(language, book, row)
        assert bool(rulings.losable(language, row)) == bool(row.lost)
        assert len(rulings.happened(language, row)) <= 120  # a button, or a line of a menu, cuts what is longer
    assert all(rulings.premises(language, book))


def test_an_arbiter_reads_out_the_article_s_ruling() -> None:
    book = book_of("fitab")
    assert rulings.read_out("it", FoundRuling(book.row("T-32.B"))) == (
        "L'ultimo gioco torna in mano e non è penalizzato; la matta resta come scarto. "
        "Si può chiudere al giro seguente."
    )
    assert rulings.article("it", book, book.row("T-32.B")) == "codice FITAB, art. 32"


def test_no_penalty_is_read_out_as_such() -> None:
    for code in ("online", "fibur", "international"):
        found = first_question(code)
        assert not isinstance(found, GuidedQuestion)
        assert rulings.read_out("en", found).startswith("No penalty:")
        assert rulings.read_out("it", found).startswith("Nessuna penalità:")


def test_penalised_cards_are_told_turn_by_turn() -> None:
    penance = Penance((DueDiscard(0, 2), DueDiscard(1, 3), DueDiscard(2, 4)), 3, True)
    assert list(rulings.card_by_card("en", penance)) == [
        "In this turn: 3h.",
        "At their next own turn: 4h.",
        "At their own turn number 2 from now: 5h.",
        "The offender may close again from their own turn number 3 from now.",
    ]


def test_a_meld_without_a_valid_part_counts_negative_alone() -> None:
    assert rulings.counted("en", Count((), (2, 3), -10)) == "Negative: 3h4h. Together -10 points."
    assert rulings.counted("it", Count((2,), (3,), 0)) == "In positivo: 3h. In negativo: 4h. In tutto 0 punti."
