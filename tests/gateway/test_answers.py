"""What an answer shows: each kind of page says who may read it; one that says nothing is for who asked alone."""

import json
from dataclasses import dataclass, fields
from typing import get_args

import pytest

from bot.gateway.inbound.responses import answer_message
from bot.messages.message import Message
from bot.requests import answer
from bot.requests.answer import Answer, AnswerFile, AnswerPage, AnyPage, Readers
from bot.requests.pages import Tables

FOR_ONE = set(
    "TournamentPage FormPage CautionPage Ends EraseWord Invitation WhyNot HintPage LinkCode OwnLink OwnFile OwnChoices"
    " Hindered Forgotten".split()
)
FOR_ALL = {"BoardPage", "PlayerPage"}
KINDS: tuple[type[AnswerPage], ...] = get_args(AnyPage)


def example(kind: type[AnswerPage]) -> AnswerPage:
    """One of this kind, with something of its type in each field."""
    board = {"title": "VP", "columns": [], "rows": [], "page": 1, "pages": 1, "mine": [], "note": "None.", "marked": 0}
    card = {"name": "Anna", "own": [], "empty": "None."}
    some: dict[str, object] = {"board": board, "player": card, "language": "en", "expires": 1, "players": 2}
    lists = "buttons choices lines sections tables plans places settings terms sides people totals corrections".split()
    flags = {"data": b"x", "ends": True, "verified": True, "erased": True, "may": True, "changed": True, "pending": {}}
    values = {**some, **dict.fromkeys(lists, ()), **flags}
    return kind(**{one.name: values.get(one.name, "x") for one in fields(kind)})  # type: ignore[arg-type]  # something of each field's type


def test_every_kind_of_page_is_one_that_an_answer_shows() -> None:
    kinds = {one for one in vars(answer).values() if isinstance(one, type) and issubclass(one, AnswerPage)} - {
        AnswerPage
    }
    assert kinds == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_who_may_read_it_is_said_by_every_kind(kind: type[AnswerPage]) -> None:
    name = kind.__name__
    expected = Readers.ASKER if name in FOR_ONE else Readers.ALL if name in FOR_ALL else Readers.THERE
    assert Answer(True, page=example(kind)).readers is expected  # type: ignore[arg-type]  # each kind is one of `AnyPage`


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_kind_is_told_in_a_chat_and_in_the_browser(kind: type[AnswerPage]) -> None:
    found = Answer(True, "Words.", page=example(kind))  # type: ignore[arg-type]  # each kind is one of `AnyPage`
    message = answer_message(found, Tables(), "en")
    assert message is not None
    assert message.title or message.lines
    expected = {one.name for one in fields(kind)}  # type: ignore[arg-type]  # each kind is a dataclass
    is_file = issubclass(kind, AnswerFile)
    assert set(json.loads(json.dumps(found.json))) == ({"name", "base64", "type"} if is_file else expected)


def test_a_file_is_told_as_its_text_or_as_the_signs_of_its_bytes() -> None:
    assert AnswerFile("a.brn", "Kd").json == {"name": "a.brn", "text": "Kd"}
    paper = AnswerFile("a.pdf", data=b"%PDF\xff", type="application/pdf")
    assert paper.json == {"name": "a.pdf", "base64": "JVBERv8=", "type": "application/pdf"}


def test_what_says_nothing_of_its_readers_is_for_who_asked_alone() -> None:
    @dataclass(frozen=True, slots=True)
    class New(AnswerPage):
        card: str

    assert New("4c").readers is Readers.ASKER
    assert Answer(True, message=Message("en", lines=("4c",))).readers is Readers.ASKER
