"""The book of rulings at the desk: what happened, when, what the last play was; and the ruling, read out. Pure.

The answers that were given stand in the button, a sign each (`+0b2`); whoever writes names them: `no closing`.
"""

import string
from collections.abc import Sequence
from typing import Final

from bot.messages.tournament_message import DESK, command_text
from bot.requests.answer import Answer, TournamentPage
from bot.requests.tournaments.asks import TournamentAsk
from bot.tournaments.rights import is_arbiter
from bot.words import rulings
from bot.words.tournament_rulings import desk
from engine.rulings.book import Book
from engine.rulings.books import book_of
from engine.rulings.questions.asking import first_question
from engine.rulings.questions.tree import Ending, FoundRuling, GuidedQuestion, Node, NoSuchAnswer, follow

BOOK: Final = "book"
MARK: Final = "+"
SIGNS: Final = string.digits + string.ascii_lowercase
SHORT: Final = 30  # signs of an answer that stands in its button; longer ones are numbered
FACTS: Final = dict.fromkeys(("book.back", "book.again"), "") | {"book.ruling": "number ruling article"}
"""The sentences of this file by their key, with their facts."""


def book(asking: TournamentAsk) -> Answer:
    """The next question, or what the arbiter reads out; with what does not fit, the question before it."""
    found = book_of(asking.one.announcement.code)
    words = asking.words
    answers = _answers(found.code, words[0][1:]) if words and words[0][:1] == MARK else words
    try:
        node = follow(first_question(found.code), answers)
    except NoSuchAnswer as wrong:
        answers = answers[: wrong.at]
        node = follow(first_question(found.code), answers)
    path = _path(found.code, answers)
    return _question(asking, found, node, path) if isinstance(node, GuidedQuestion) else _end(asking, found, node, path)


def _answers(code: str, signs: str) -> list[str]:
    """The answers that these signs stand for, as far as they stand for any."""
    node, found = first_question(code), list[str]()
    for sign in signs:
        if not isinstance(node, GuidedQuestion) or not 0 <= SIGNS.find(sign) < len(node.answers):
            break
        found.append(list(node.answers)[SIGNS.index(sign)])
        node = node.answers[found[-1]]
    return found


def _path(code: str, answers: Sequence[str]) -> str:
    node, signs = first_question(code), ""
    for answer in answers:
        assert isinstance(node, GuidedQuestion)
        signs += SIGNS[list(node.answers).index(answer)]
        node = node.answers[answer]
    return signs


def _question(asking: TournamentAsk, found: Book, node: Node, path: str) -> Answer:
    assert isinstance(node, GuidedQuestion)
    language = asking.reader.language
    offered = list(rulings.answers(language, node, found).values())
    lines, labels = [rulings.question(language, node)], offered
    if max(map(len, offered)) > SHORT:
        lines += [f"{place}. {text}" for place, text in enumerate(offered, 1)]
        labels = [str(place) for place in range(1, len(offered) + 1)]
    buttons = [(f"{label[:1].upper()}{label[1:]}", _line(asking, path + SIGNS[at])) for at, label in enumerate(labels)]
    return _page(asking, lines, [*buttons, *_back(asking, path)])


def _end(asking: TournamentAsk, found: Book, node: Ending, path: str) -> Answer:
    """What is read out, with the row of the book and its article."""
    language = asking.reader.language
    lines = [*rulings.parts(language, node)]
    if isinstance(node, FoundRuling):
        row = node.row
        happened, article = rulings.happened(language, row), rulings.article(language, found, row)
        lines.insert(0, desk(language, "book.ruling", number=row.id, ruling=happened, article=article))
    again = [(desk(language, "book.again"), _line(asking, ""))]
    return _page(asking, lines, [*_back(asking, path), *(again if path else [])])


def _back(asking: TournamentAsk, path: str) -> list[tuple[str, str]]:
    """One question back; at the first the arbiter goes back to the desk."""
    if path:
        return [(desk(asking.reader.language, "book.back"), _line(asking, path[:-1]))]
    return [asking.button(DESK)] if is_arbiter(asking.one, asking.who) else []


def _line(asking: TournamentAsk, path: str) -> str:
    return command_text(BOOK, asking.id, *([MARK + path] if path else []))


def _page(asking: TournamentAsk, lines: Sequence[str], buttons: Sequence[tuple[str, str]]) -> Answer:
    return Answer(True, "\n".join(lines), page=TournamentPage(asking.one.announcement.name, buttons))
