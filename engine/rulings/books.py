"""The books by code. Online, fibur and international print no law of irregularities: theirs are empty, not borrowed."""

from collections.abc import Mapping
from typing import Final

from engine.rules import RULE_SETS
from engine.rulings import febur, fitab, three_player
from engine.rulings.book import Book, Premise

_BOOKS: Final = (
    Book("febur", febur.ROWS, (Premise.G1, Premise.G2, Premise.G3, Premise.G4, Premise.G6)),
    Book("fitab", fitab.ROWS, (Premise.G1, Premise.G3, Premise.G5, Premise.G6, Premise.G7)),
    Book("three-player", three_player.ROWS, (Premise.G3,)),
)
BOOKS: Final[Mapping[str, Book]] = {code: Book(code) for code in RULE_SETS} | {book.code: book for book in _BOOKS}


def book_of(code: str) -> Book:
    """The book of a code of play. Raises `KeyError` for a code that there is not."""
    return BOOKS[code]
