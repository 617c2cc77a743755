"""The guided question of a code, with the rows of its book."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.rulings.books import book_of
from engine.rulings.questions import febur, fitab
from engine.rulings.questions.tree import SILENT, DraftQuestion, Node, bound, rows, what

_THREE: Final = what(rows("T3-1", "T3-2"))
_BY_CODE: Final[Mapping[str, DraftQuestion]] = {
    "febur": febur.QUESTION,
    "fitab": fitab.QUESTION,
    "three-player": _THREE,
}


@cache
def first_question(code: str) -> Node:
    """The first question of a code, with all that follows; where it prints no such law, no penalty at once."""
    book = book_of(code)
    return SILENT if book.silent else bound(_BY_CODE[code], book)
