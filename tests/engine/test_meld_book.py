"""What a book of melds keeps: enough not to judge twice, and no more, however long a process lives."""

from itertools import combinations, product

import pytest

from engine.cards import JOKER, NO_CARD, TWOS
from engine.code import code_for
from engine.hand import pack
from engine.lookup import FEW_JUDGED, LIMITS, MOST_JUDGED
from engine.melds import MeldBook, Run, Set, Shape
from engine.rules import load_rules

MATTE = (JOKER, *TWOS)


def shapes() -> list[Shape]:
    """More than a book keeps: runs of each length with each matta in each gap, and sets of the cards of a rank."""
    found: list[Shape] = []
    for suit, low, high in product(range(4), range(1, 13), range(3, 15)):
        places = [*range(low, high + 1)]
        mask = sum(1 << place for place in places)
        found += [Run(suit, mask & ~(1 << gap), matta, gap) for matta, gap in product(MATTE, places[1:-1])]
    for rank, size in product(range(2, 13), range(3, 9)):
        masks = {pack(some) for some in combinations([suit * 13 + rank for suit in range(4)] * 2, size)}
        found += [Set(rank, mask, matta) for mask, matta in product(sorted(masks), (NO_CARD, *MATTE))]
    return found


@pytest.mark.parametrize("most", [MOST_JUDGED, FEW_JUDGED])
def test_a_book_keeps_so_many_melds_and_judges_the_others_anew_and_alike(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(LIMITS, "melds", most)
    book = MeldBook(load_rules("fibur"))
    first = book.judge(Run(0, 0b111000))
    grown = book.judge(Run(0, 0b1111000))
    first.grown[6, ""] = grown
    others = shapes()
    assert len({*others}) > most
    for shape in others:
        book.judge(shape)
        assert len(book._melds) <= most
    again = book.judge(Run(0, 0b111000))
    assert again is not first
    assert again == first
    assert (again.cards, again.points, again.accepts, again.burraco) == (
        first.cards,
        first.points,
        first.accepts,
        first.burraco,
    )
    assert first.grown == {}  # or a table that stands for days would keep all that its melds might have become


def test_a_lay_of_three_is_read_anew_when_its_meld_is_no_longer_kept() -> None:
    book = code_for(load_rules("fibur"), 4).book
    cards = (2, 3, 4)
    assert book.lay(cards) is book.lay(cards)
    before = book.lay(cards)
    for shape in shapes():
        book.judge(shape)
    assert book.lay(cards) is not before
    assert book.lay(cards) == before
