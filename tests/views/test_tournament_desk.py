"""What the arbiter's desk in the browser shows of the rounds before: whatever score may still be corrected."""

from dataclasses import replace

from bot.views.tournament_desk import desk
from bot.words.tournament_reader import TournamentReader
from tests.tournaments.club import ARBITER, Club, club

ENGLISH = TournamentReader("en", {})


def in_round_two() -> Club:
    one = club(rounds=("mitchell", "danese"), deals=(2, 3))
    one.pairs_by_arbiter(4)
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1000, 505])
    one.does(ARBITER, "rule", type="withdrawal", round=1, entry="3")
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    return one


def test_of_the_rounds_before_the_tables_with_a_score_are_shown_with_the_form_of_their_sheet() -> None:
    one = in_round_two()
    (earlier,) = desk(one.one, ARBITER.id, [], ENGLISH)["earlier"]
    assert earlier["round"] == 1
    assert earlier["sheet"] == {"deals": 2, "tables": 1, "sides": 2, "ties": False}
    assert [(each["table"], each["result"], each["stands"]) for each in earlier["tables"]] == [(1, "1000 – 505", 2)]


def test_a_score_of_a_sealed_round_is_not_shown() -> None:
    sealed = replace(in_round_two().one, sealed_rounds=(1,))
    (earlier,) = desk(sealed, ARBITER.id, [], ENGLISH)["earlier"]
    assert "1000" not in earlier["tables"][0]["result"]


def test_when_the_evening_is_over_nothing_is_corrected() -> None:
    one = in_round_two()
    one.does(ARBITER, "cancel", reason="the lights are out")
    assert desk(one.one, ARBITER.id, [], ENGLISH)["earlier"] == []
