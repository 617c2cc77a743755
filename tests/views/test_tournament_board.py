"""The page of a tournament in the club room: what it says while an evening stands still, or an appeal waits."""

import pytest

from bot.tournaments.dealing import TableStanding
from bot.views.tournament_board import board
from bot.words.tournament_reader import TournamentReader
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


@pytest.mark.parametrize(("deal", "points", "expected"), [
    (0, (), ""),
    (1, (0, 0), "deal 1 of 2"),
    (2, (720, 505), "deal 2 of 2, 720 – 505"),
])  # fmt: skip
def test_a_table_of_the_chat_tells_its_deal_and_the_points_of_those_that_are_over(
    deal: int, points: tuple[int, ...], expected: str
) -> None:
    one = club(cards="dealt")
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "go")
    standing = TableStanding("ABCD", deal, deal, 0, 2, points, halted=False, silent=False, open_records=0)
    (table,) = board(one.one, ENGLISH, {1: standing})["tables"]
    assert (table["state"], table["live"]) == ("playing", expected)
    one.does(BOT, "score", table=1, deals=[[720, 505], [335, 640], [810, 395]])
    (table,) = board(one.one, ENGLISH, {1: standing})["tables"]
    assert (table["state"], table["live"]) == ("entered", "")  # nothing that a line has not signed


def test_the_last_rulings_of_the_round_are_read_by_everybody_in_the_room() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    assert board(one.one, ENGLISH)["rulings"] == []
    one.does(ARBITER, "rule", type="warning", round=1, entry="1", category="fan")
    one.does(ARBITER, "rule", type="warning", round=1, entry="2", category="count")
    first, last = board(one.one, ENGLISH)["rulings"]
    assert "fan of cards" in first
    assert "asked for the number of cards" in last
