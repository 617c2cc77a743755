"""In which order an evening's letters go, among the hands and tables of others."""

from dataclasses import replace

from bot.host.ports import OutboxRow, Subject
from bot.host.waiting_letters import DueLetter, WaitingLetters
from bot.tournaments.kind import is_urgent, kinds_of_letters
from bot.tournaments.urgency import grace
from tests.tournaments.club import ARBITER, club

NOW = 1_000_000
MINUTE = 60_000


def letter(kind: str, queued_at: int = NOW, *, is_new: bool = True, hurries: bool = False) -> DueLetter:
    row = OutboxRow("b", Subject("tournament", "t"), kind, kind, 1, 0, queued_at, 0, 0, "", "" if is_new else "m", 0)
    return DueLetter(row, "fake:1", "fake", 0.0, grace(kind, is_new=is_new, hurries=hurries))


def of_table(kind: str, queued_at: int = NOW) -> DueLetter:
    row = OutboxRow("b", Subject("table", "x"), kind, kind, 1, 0, queued_at, 0, 0, "", "", 0)
    return DueLetter(row, "fake:1", "fake", 0.0)


def order(*letters: DueLetter) -> list[str]:
    waiting = WaitingLetters()
    waiting.replace_all(letters, ())
    found = []
    while (one := waiting.take("fake", only_pressed=False)) is not None:
        found.append(one.row.kind)
        waiting.send_off(one)
    return found


def test_calls_first_then_the_round_then_words_then_hands_then_what_stands_there_already() -> None:
    letters = [
        letter("standings1", is_new=False), of_table("hand"), letter("word"), letter("round2"), letter("called"),
    ]  # fmt: skip
    assert order(*letters) == ["called", "round2", "word", "hand", "standings1"]


def test_a_round_that_stands_there_goes_first_where_more_has_changed_than_its_tables() -> None:
    letters = [of_table("hand"), letter("word"), letter("round1", is_new=False)]
    assert order(*letters) == ["word", "hand", "round1"]
    assert order(*letters[:2], letter("round1", is_new=False, hurries=True)) == ["round1", "word", "hand"]


def test_nothing_waits_for_ever_for_what_is_urgent() -> None:
    assert order(letter("word"), of_table("hand", NOW - 10 * MINUTE - 1)) == ["hand", "word"]
    assert order(letter("word"), letter("round1", NOW - 11 * MINUTE, is_new=False)) == ["round1", "word"]
    assert order(letter("called"), of_table("table", NOW - 21 * MINUTE)) == ["table", "called"]


def test_what_is_urgent_is_the_clock_a_call_and_the_course_of_the_round() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    before = one.one
    one.does(ARBITER, "go")
    assert is_urgent(before, one.one)
    before = one.one
    one.does("p11", "sheet", table=1, mp=[1200, 800])
    assert not is_urgent(before, one.one)
    before = one.one
    one.does("p11", "call")
    assert is_urgent(before, one.one)
    before = one.one
    one.does(ARBITER, "rule", type="timeout", round=1)
    assert is_urgent(before, one.one)
    assert not is_urgent(one.one, replace(one.one, link="x"))


def test_results_of_the_next_round_leave_the_standings_as_they_stand_and_a_penalty_does_not() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1200, 800])
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    before = one.one
    one.does(ARBITER, "sheet", table=1, mp=[1100, 800])
    assert [*kinds_of_letters(before, one.one)] == ["round2"]
    before = one.one
    one.does(ARBITER, "rule", type="penalty", round=2, entry="1", mp=100)
    assert "standings1" in kinds_of_letters(before, one.one)
