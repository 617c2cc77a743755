"""The clock of a round, and a table that is given minutes back: its own TIME OUT moves, the others' does not."""

import pytest

from bot.durations import MINUTE
from bot.messages.tournament_message import round_message
from bot.requests.tournaments.news import private_words
from bot.tournaments.kind import CALLED, is_urgent, kinds_of_letters
from bot.tournaments.round_clock import is_timed_out, round_ends
from bot.tournaments.timers import dues
from bot.views.tournament_board import board
from bot.views.tournament_desk import desk
from bot.words.tournament_announcement import announced_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_rulings import latest_rulings
from tests.tournaments.club import ARBITER, BOT, Club, club

ENGLISH = TournamentReader("en", {})
LENGTH = 35 * MINUTE  # febur, three deals


def going(**keys: object) -> Club:
    """Three tables, and the clock runs."""
    one = club(**keys)
    one.pairs(1, 2, 3, 4, 5, 6)
    one.starts()
    one.does(ARBITER, "go")
    return one


def due(one: Club) -> dict[str, int]:
    return {each.kind: each.at for each in dues(one.one)}


def test_the_clock_runs_the_minutes_that_were_announced() -> None:
    one = going(deals=(2, 2), scale=125)  # 31 minutes and a quarter
    assert "A round lasts 31 minutes, 125 % of the printed time." in announced_lines(one.one.announcement, ENGLISH)
    assert round_ends(one.one) == due(one)["timeout"] == one.at + 31 * MINUTE


def test_one_table_is_given_minutes_back_and_its_time_out_alone_moves() -> None:
    one = going()
    go = one.at
    one.at += 10 * MINUTE
    one.does(ARBITER, "recover", table=2, minutes=4)
    assert [round_ends(one.one, table) - go for table in (1, 2, 3)] == [LENGTH, LENGTH + 4 * MINUTE, LENGTH]
    assert due(one)["timeout"] == go + LENGTH
    one.does(ARBITER, "recover", table=2, minutes=2)
    one.at = go + LENGTH
    one.does(BOT, "rule", type="timeout", round=1)
    assert [is_timed_out(one.one, table) for table in (1, 2, 3)] == [True, False, True]
    assert due(one)["lastlaps"] == go + LENGTH + 6 * MINUTE
    assert one.tries(BOT, "lastlaps") == "tournament-not-now"
    one.at = go + LENGTH + 6 * MINUTE
    assert one.tries(ARBITER, "lastlaps") == "tournament-not-now"
    one.does(BOT, "lastlaps")
    assert is_timed_out(one.one, 2)
    assert "lastlaps" not in due(one)
    assert one.check() == ""
    assert one.folded() == one.one


def test_it_is_a_ruling_with_its_article_that_everybody_reads_and_that_is_taken_back() -> None:
    one = going()
    one.does(ARBITER, "recover", table=2, minutes=4)
    (line,) = latest_rulings(one.one, ENGLISH)
    assert line == ("⚖️ d1. Table 2: 4 min given back, and its time ends so much later (FE.BUR.IT code, art. 5)")
    assert one.tries(ARBITER, "recover", table=2, minutes=4, seen=0) == "tournament-ruled-already"
    one.does("p31", "appeal", ruling="d1")
    one.does(ARBITER, "reverse", ruling="d1", reason="the wrong table")
    assert round_ends(one.one, 2) == round_ends(one.one, 1)
    assert one.folded() == one.one


def test_where_the_arbiter_calls_time_before_the_clock_the_minutes_count_from_there() -> None:
    one = going()
    one.does(ARBITER, "recover", table=2, minutes=4)
    one.at += 10 * MINUTE
    one.does(ARBITER, "rule", type="timeout", round=1)
    assert due(one)["lastlaps"] == one.at + 4 * MINUTE
    one.does(ARBITER, "sheet", table=2, deals=[[720, 505]])  # fewer deals, as time was called
    assert "lastlaps" not in due(one)


@pytest.mark.parametrize(
    ("who", "keys", "why"),
    [
        ("p11", {"table": 2, "minutes": 4}, "tournament-arbiter"),
        ("p0", {"table": 9, "minutes": 4}, "tournament-no-table"),
        ("p0", {"table": 1, "minutes": 4}, "event-decided"),
        ("p0", {"table": 2, "minutes": 0}, "tournament-minutes"),
        ("p0", {"table": 2, "minutes": 61}, "tournament-minutes"),
        ("p0", {"table": 2}, "no-such-command"),
    ],
)
def test_what_cannot_be_given_is_refused(who: str, keys: dict[str, int], why: str) -> None:
    one = going()
    one.does(ARBITER, "sheet", table=1, mp=[1000, 900])
    assert one.tries(who, "recover", **keys) == why


def test_nothing_is_given_back_before_the_go_nor_after_time_was_called_nor_at_ones_own_table() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    assert one.tries(ARBITER, "recover", table=1, minutes=4) == "tournament-not-begun"
    one.does(ARBITER, "arbiter", player="p11")
    one.does(ARBITER, "go")
    assert one.tries("p11", "recover", table=1, minutes=4) == "tournament-own-table"
    one.does(ARBITER, "rule", type="timeout", round=1)
    assert one.tries(ARBITER, "recover", table=1, minutes=4) == "tournament-time-over"


def test_a_pause_is_given_back_beside_it() -> None:
    one = going()
    go = one.at
    one.does(ARBITER, "recover", table=2, minutes=4)
    one.does(ARBITER, "pause")
    assert round_ends(one.one, 2) == 0
    one.at += 7 * MINUTE
    one.does(ARBITER, "resume")
    assert round_ends(one.one, 2) == go + LENGTH + 11 * MINUTE


def test_the_next_round_has_one_time_for_all() -> None:
    one = going()
    one.does(ARBITER, "recover", table=2, minutes=4)
    for table in (1, 2, 3):
        one.does(ARBITER, "sheet", table=table, mp=[1000, 900])
    one.does(ARBITER, "close")
    assert one.tries(ARBITER, "reverse", ruling="d1", reason="in error") == "tournament-irreversible"
    one.does(ARBITER, "pair")
    one.does(ARBITER, "go")
    assert round_ends(one.one, 2) == round_ends(one.one, 1) == one.at + LENGTH


@pytest.mark.parametrize(("code", "shows"), [("febur", True), ("fitab", False)])
def test_the_board_and_the_channel_show_it_where_players_may_see_the_clock(code: str, shows: bool) -> None:
    one = going(code=code)
    one.does(ARBITER, "recover", table=2, minutes=4)
    times = [table["time"] for table in board(one.one, ENGLISH)["tables"]]
    assert [bool(time) for time in times] == [False, shows, False]
    lines = round_message("tour", one.one, ENGLISH).lines
    assert any("2. " in line and "– until " in line for line in lines) == shows
    assert [bool(table["time"]) for table in desk(one.one, "", (), ENGLISH)["tables"]] == [False, True, False]
    assert bool(desk(one.one, "p31", (), ENGLISH)["tables"][1]["time"]) == shows


def test_the_channel_is_shown_at_once_when_time_is_called_for_a_table_that_played_on() -> None:
    one = going()
    one.does(ARBITER, "recover", table=2, minutes=4)
    one.at += LENGTH
    one.does(BOT, "rule", type="timeout", round=1)
    before, one.at = one.one, one.at + 4 * MINUTE
    one.does(BOT, "lastlaps")
    assert "round1" in kinds_of_letters(before, one.one)
    assert is_urgent(before, one.one)


def test_while_a_table_plays_on_the_arbiter_can_stop_its_clock() -> None:
    one = going()
    one.does(ARBITER, "recover", table=2, minutes=4)
    one.at += LENGTH
    one.does(BOT, "rule", type="timeout", round=1)
    ends = round_ends(one.one, 2)
    one.does(ARBITER, "pause")
    assert "lastlaps" not in due(one)
    one.at += 7 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one)["lastlaps"] == ends + 7 * MINUTE
    one.at = due(one)["lastlaps"]
    one.does(BOT, "lastlaps")
    assert one.tries(ARBITER, "pause") == "tournament-not-now"
    assert one.folded() == one.one


def test_when_the_clock_goes_on_nobody_hears_of_a_call_again_and_no_word_of_it_is_lost() -> None:
    one = going()
    before = one.one
    one.does("p11", "call")
    words = list(private_words("t", before, one.one))
    assert [word.person for word in words] == [ARBITER.id]
    one.does(ARBITER, "pause")
    before, one.at = one.one, one.at + 7 * MINUTE
    one.does(ARBITER, "resume")
    assert not [word for word in private_words("t", before, one.one) if word.kind == CALLED]
    assert words[0].holds(one.one)
    one.does(ARBITER, "answer", table=1)
    assert not words[0].holds(one.one)


def test_who_is_missing_still_is_when_minutes_are_given_back_and_taken_back_again() -> None:
    one = going()
    one.does("p11", "missing")
    missing = one.one.absences
    one.does(ARBITER, "recover", table=1, minutes=5)
    assert one.one.absences == missing
    one.does(ARBITER, "reverse", ruling="d1", reason="the wrong table")
    assert one.one.absences == missing
    assert "officio" in due(one)
