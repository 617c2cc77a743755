"""The page of a tournament in the club room: what it says while an evening stands still, or an appeal waits."""

from bot.views.tournament_board import board
from bot.words.tournaments import TournamentReader
from tests.tournaments.club import ARBITER, BOT, club

ENGLISH = TournamentReader("en", {})


def test_no_clock_runs_while_the_evening_stands_still() -> None:
    one = club(cards="dealt")
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "go")
    assert board(one.one, ENGLISH)["until"]
    one.does(ARBITER, "pause")
    found = board(one.one, ENGLISH)
    assert (found["until"], found["next"]) == (0, "The arbiter has stopped the evening: every table stands still.")


def test_a_table_of_the_chat_whose_score_waits_for_signatures_is_entered() -> None:
    one = club(cards="dealt")
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "go")
    one.does(BOT, "score", table=1, deals=[[720, 505], [335, 640], [810, 395]])
    (table,) = board(one.one, ENGLISH)["tables"]
    assert table["state"] == "entered"
    assert "720" not in str(table)


def test_while_an_appeal_waits_no_next_pairing_is_named() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "jury", player="p9")
    one.does(ARBITER, "rule", type="score", round=1, table=1, vp=[12, 8], mp=[400, 0])
    one.does(ARBITER, "close")
    assert board(one.one, ENGLISH)["next"].startswith("Pairings of round 2")
    one.does("p11", "appeal", ruling="2")
    assert board(one.one, ENGLISH)["next"].startswith("An appeal waits")
