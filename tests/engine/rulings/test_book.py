"""The book of rulings has every row of the rule pages and no other, with the same moments, effects and marks."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from docs.rulings import READINGS
from engine.rulings.book import Irregularity, Loss
from engine.rulings.books import BOOKS
from engine.rulings.effects import Macro
from engine.rulings.moments import Moment, windows
from tests.engine.rulings.law_page import Printed, printed_rows

ROWS: Mapping[str, Irregularity] = {row.id: row for book in BOOKS.values() for row in book}
WORDS = {
    "before the first stock card is turned": Moment.BEFORE,
    "before the dealer turns the first stock card": Moment.BEFORE,
    "before start": Moment.BEFORE,
    "before play": Moment.BEFORE,
    "during the deal": Moment.BEFORE,
    "after that card was turned": Moment.PLAY,
    "play begun": Moment.PLAY,
    "in play": Moment.PLAY,
    "during a hand": Moment.PLAY,
    "in a hand, some meld already open": Moment.PLAY,
    "after a result": Moment.RESULT,
    "at once": Moment.AT_ONCE,
    "at once, arbiter verifies": Moment.AT_ONCE,
    "after the look": Moment.AT_ONCE,
    "on call": Moment.AT_ONCE,
    "on contest": Moment.CONTEST,
    "when counted": Moment.COUNTED,
    "when counted unseen": Moment.COUNTED,
    "W0 of the partner": Moment.PARTNER,
    "before his discard": Moment.W0,
    "during offender's useful playing time": Moment.W0,
    "before that round's standings and the next pairing are made": Moment.PAIRED,
    "any": Moment.ANY,
    "later": Moment.ANY,
    "—": Moment.ANY,
    "arbiter called": Moment.ANY,
    "arbiter called, or detected": Moment.ANY,
    'rest of the hand ("partita" [R] = hand)': Moment.ANY,
    "any time if the players of the table acknowledge it": Moment.ANY,
}
BY_REFERENCE: Mapping[str, set[str]] = {
    "F-10.E4": {"INT", "ASC", "BAN-O", "BAN-P"},  # as E3
    "F-10.P4": {"PEN", "INT", "ASC", "BAN-O", "BAN-P"},  # as P1, P2, P3
    "F-13.1": {"BAN-P"},  # written out
    "F-13.3": {"ND", "BAN-L"},  # as 13.2
    "F-15.1": {"DEFER-POZ", "ND"},  # written out
    "F-21.A2": {"PEN", "ASC", "BAN-O", "BAN-P"},  # the procedure of 21.A
    "T-27.2": {"INT", "PEN"},  # 27.3 for both, and what 24.2 makes of the excess
    "T-30.3": {"TEMP"},  # written out
    "T-30.5": {"DEFER-POZ"},
    "T-30.6": {"DEFER-POZ"},
    "T-31.b": {"DEF"},  # what 31.a does to the set
    "F-10.P7": {"DEF"},  # the worked example of the N.B.
}
ALL_OF_ART_14 = {"F-14.4": {"A", "B"}, "F-14.6": {"A"}}
"""The marks of the table of art. 14, where they are not B as its heading says."""


@pytest.fixture(scope="module")
def printed(shared: Path) -> list[Printed]:
    found = list(printed_rows(shared))
    assert len(found) > 140
    return found


def test_every_row_has_its_row_in_the_book_and_there_is_no_other(printed: list[Printed]) -> None:
    assert sorted(row.id for row in printed) == sorted(ROWS)
    assert len(ROWS) == sum(len(book.rows) for book in BOOKS.values())


def test_rows_stand_in_the_order_of_the_code(printed: list[Printed]) -> None:
    for code in ("febur", "fitab"):
        own = {row.id for row in BOOKS[code]}
        assert [row.id for row in BOOKS[code]] == [row.id for row in printed if row.id in own]


def test_only_three_codes_print_such_a_law() -> None:
    assert [code for code, book in BOOKS.items() if not book.silent] == ["febur", "three-player", "fitab"]


def test_every_moment_is_the_printed_one(printed: list[Printed]) -> None:
    wrong = []
    for row in printed:
        if "when" not in row.cells:
            continue
        when = row.cells["when"]
        expected = {WORDS[when]} if when in WORDS else row.windows
        if set(ROWS[row.id].moments) != expected:
            wrong.append((row.id, when, ROWS[row.id].moments))
    assert wrong == []


def test_what_the_table_of_art_14_says_of_all_its_rows(printed: list[Printed]) -> None:
    rows = [ROWS[row.id] for row in printed if row.id.startswith("F-14")]
    assert len(rows) == 8
    for row in rows:
        assert row.moments == windows("W0-W2")
        assert Loss.NEXT_PLAYED in row.lost
        assert {str(mark) for mark in row.marks} == ALL_OF_ART_14.get(row.id, {"B"})


def laid(row: Irregularity) -> set[str]:
    return {str(one.macro) for case in ["", *[case.key for case in row.cases]] for one in row.effects_in(case)}


def test_every_effect_is_printed_and_none_is_missing(printed: list[Printed]) -> None:
    """Febur art. 11 lays an order and both bans on every penalised card; fitab orders all it makes somebody discard."""
    wrong = []
    for row in [one for one in printed if "consequence" in one.cells]:
        expected = row.macros | BY_REFERENCE.get(row.id, set())
        general = {"ASC", "BAN-O", "BAN-P"} if row.id.startswith("F") and "PEN" in expected else set[str]()
        general |= {"DESC"} if row.id.startswith("T") and ("PEN" in expected or row.id == "T-24.1") else set()
        general |= {"BAN-O"} if row.id in {"F-10.P1", "F-10.P2"} else set()
        if not expected <= laid(ROWS[row.id]) <= expected | general:
            wrong.append((row.id, sorted(expected), sorted(laid(ROWS[row.id]))))
    assert wrong == []


def test_every_mark_is_the_printed_one(printed: list[Printed]) -> None:
    for row in printed:
        if row.cells.get("mark"):
            assert {str(mark) for mark in ROWS[row.id].marks} == row.marks, row.id
    assert sum(1 for row in printed if row.cells.get("mark")) > 130


def test_the_right_is_lost_as_the_page_says(printed: list[Printed]) -> None:
    """The column names the general premise, a window, or that it is none before the count."""
    named = {"W2": Loss.NEXT_TOOK, "next player acted": Loss.NEXT_PLAYED, "after his discard": Loss.DISCARDED}
    for row in printed:
        for head, text in row.cells.items():
            if not head.startswith("LOSS"):
                continue
            lost = ROWS[row.id].lost
            if "G2" in text:
                assert {Loss.SETTLED, Loss.GONE_ON} <= set(lost), row.id
            if "none before W6" in text:
                assert lost == (Loss.REGISTERED,), row.id
            for words, loss in named.items():
                if words in text:
                    assert loss in lost, row.id


def test_fitab_bans_nobody() -> None:
    bans = {Macro.BAN_O, Macro.BAN_P, Macro.BAN_L}
    assert [row.id for row in BOOKS["fitab"] if {Macro(one) for one in laid(row)} & bans] == []


def test_febur_bans_the_offender_and_the_partner_wherever_it_penalises() -> None:
    for row in BOOKS["febur"]:
        for case in row.cases or (None,):
            found = {one.macro for one in row.effects_in(case.key if case else "")}
            if Macro.PEN in found:
                assert {Macro.BAN_O, Macro.BAN_P, Macro.ASC} <= found, (row.id, case)


def test_an_article_is_that_of_the_name_of_its_row() -> None:
    for row in ROWS.values():
        number = row.id.partition("-")[2].partition(".")[0]
        assert row.article == {"ET": "norme comportamentali"}.get(number, f"art. {3 if 'T3' in row.id else number}")


def test_every_reading_that_a_row_is_read_by_is_told() -> None:
    numbers = {reading.number for reading in READINGS}
    assert {number for row in ROWS.values() for number in row.readings} == numbers


def test_windows_are_read_and_nothing_else() -> None:
    assert windows("W1-W3") == (Moment.W1, Moment.W2, Moment.W3)
    assert windows("W5") == (Moment.W5,)
    for text in ("any", "W9", "W1-any"):
        with pytest.raises(ValueError, match=text):
            windows(text)


def test_a_row_or_a_case_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        BOOKS["febur"].row("T-31.a")
    with pytest.raises(KeyError, match="cured"):
        BOOKS["febur"].row("F-10.P1").effects_in("cured")
