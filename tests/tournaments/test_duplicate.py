"""An evening in duplicate, as a value: the deck of a round, what stays closed, and the ranking by deal."""

import json
from fractions import Fraction
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.messages.tournament_message import round_message, standings_message
from bot.messages.tournament_paper import standings_paper
from bot.messages.tournament_sheet import standings_csv
from bot.tournaments.announcing import announced_keys, fault
from bot.tournaments.by_deal import deal_ranking, rounded
from bot.tournaments.club_tournament import ALL_DEALS
from bot.views.tournament_board import board
from bot.words.tournament_announcement import announced_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_rulings import ruling_line, told_words
from tests.tournaments.club import ARBITER, BOT, SEED, Club, club, thursday

READER = TournamentReader("en", {})
Deals = list[list[int]]
FLAT: Deals = [[500, 500], [500, 500], [500, 500]]


def paired(pairs: int = 4, **keys: Any) -> Club:
    """The first round is paired and has its deck; nobody has begun."""
    one = club(cards="dealt", duplicate=True, rounds=("mitchell",) * 2, **keys)
    one.pairs(*range(1, pairs + 1))
    one.starts()
    one.does(BOT, "deck", seed=SEED)
    return one


def plays(one: Club, **tables: Deals) -> None:
    """The round is played: the deals of each table (`t1=…`), N-S first."""
    one.does(ARBITER, "go")
    for name, deals in tables.items():
        one.does(BOT, "score", table=int(name[1:]), deals=deals)
    one.does(BOT, "open", round=1)
    one.at += 5 * MINUTE
    for name in tables:
        one.does(BOT, "stand", table=int(name[1:]))
    one.does(BOT, "close")


def ranked(one: Club) -> dict[str, tuple[int | None, int]]:
    """Place and points by entry; the log gives the same."""
    assert deal_ranking(one.folded()) == deal_ranking(one.one)
    assert one.check() == ""
    return {rank.entry: (rank.place, rank.points) for rank in deal_ranking(one.one)}


# --- announced --------------------------------------------------------------------------------------------------------


def test_only_cards_that_are_dealt_in_the_chat_can_be_the_same_everywhere() -> None:
    refused = fault(thursday(duplicate=True))
    assert refused is not None
    assert refused.key == "tournament-duplicate-dealt"
    assert fault(thursday(duplicate=True, cards="dealt")) is None
    assert any("Duplicate" in line for line in announced_lines(thursday(duplicate=True, cards="dealt"), READER))
    assert "duplicate" not in announced_keys(thursday()), "a log says nothing of it where it is as ever"


def test_it_is_announced_once() -> None:
    one = club(cards="dealt")
    assert one.tries(ARBITER, "announce", duplicate=True) == "tournament-fixed"


# --- the deck ---------------------------------------------------------------------------------------------------------


def test_the_host_alone_chooses_a_deck_and_one_for_a_round() -> None:
    one = club(cards="dealt", duplicate=True)
    one.pairs(1, 2, 3, 4)
    assert one.tries(BOT, "deck", seed=SEED) == "tournament-not-now"
    one.starts()
    assert one.tries(ARBITER, "deck", seed=SEED) == "tournament-not-now"
    one.does(BOT, "deck", seed=SEED)
    assert one.tries(BOT, "deck", seed="11" * 32) == "tournament-not-now"
    assert (one.one.deck, one.one.sealed_rounds) == (SEED, (1,))
    assert SEED not in repr(one.one).replace(one.one.seed, ""), "no trace of a fault tells it"
    assert one.folded() == one.one


def test_other_evenings_have_none() -> None:
    one = club(cards="dealt")
    one.pairs(1, 2)
    one.starts()
    assert one.tries(BOT, "deck", seed=SEED) == "tournament-not-now"


def test_the_next_round_has_a_deck_of_its_own() -> None:
    one = paired()
    plays(one, t1=FLAT, t2=FLAT)
    one.does(ARBITER, "pair")
    assert one.one.deck == ""
    one.does(BOT, "deck", seed="11" * 32)
    assert one.one.sealed_rounds == (2,)


# --- what stays closed ------------------------------------------------------------------------------------------------


def test_nobody_reads_a_tables_points_before_the_deals_of_the_round_are_open() -> None:
    one = paired()
    one.does(ARBITER, "go")
    one.does(BOT, "score", table=1, deals=[[720, 505], [335, 640], [810, 395]])
    for points_stand in (False, True):
        if points_stand:
            one.at += 5 * MINUTE
            one.does(BOT, "stand", table=1)
        message = round_message("t", one.one, READER)
        seen = "\n".join([*message.lines, repr(message.picture), json.dumps(board(one.one, READER))])
        assert "1865" not in seen
        assert "1540" not in seen
        assert "has finished" in seen
    one.does(BOT, "open", round=1)
    assert "1865 – 1540" in "\n".join(round_message("t", one.one, READER).lines)
    assert "1865 – 1540" in json.dumps(board(one.one, READER), ensure_ascii=False)


def test_what_the_arbiter_has_decided_tells_no_points_either_before_the_deals_are_open() -> None:
    one = paired(6)
    one.does(ARBITER, "go")
    one.does(BOT, "score", table=1, deals=[[720, 505], [335, 640], [810, 395]])
    one.at += 5 * MINUTE
    one.does(BOT, "stand", table=1)
    one.does(ARBITER, "rule", type="correction", replaces=2, mp=[1865, 1545], reason="counted anew")
    one.does(ARBITER, "rule", type="score", round=1, table=2, vp=[12, 8], mp=[735, 1180])
    message = round_message("t", one.one, READER)
    seen = "\n".join([*message.lines, repr(message.picture), json.dumps(board(one.one, READER))])
    for points in ("1865", "1545", "735", "1180"):
        assert points not in seen
    assert len(one.one.rulings) == 2
    for ruling in one.one.rulings:
        assert ruling_line(one.one, ruling, READER) in message.lines
    assert "1865 – 1545" in told_words(one.one, one.one.rulings[0], READER), "who was there knows it"
    one.does(BOT, "open", round=1)
    lines = "\n".join(round_message("t", one.one, READER).lines)
    assert lines.count("1865 – 1545") == 2
    assert lines.count("735 – 1180") == 2


# --- the ranking ------------------------------------------------------------------------------------------------------


def test_each_line_is_compared_with_the_same_line_at_the_other_tables() -> None:
    one = paired()
    plays(one, t1=[[700, 500], *FLAT[1:]], t2=[[400, 500], *FLAT[1:]])
    assert one.one.current is not None
    (north, east), (north2, east2) = [[line[0] for line in table.lines] for table in one.one.current.pairings]
    assert ranked(one) == {north: (1, 300), east2: (1, 300), east: (3, -300), north2: (3, -300)}
    (first, *_) = deal_ranking(one.one)
    assert dict(first.by_deal) == {(1, 1): 300, (1, 2): 0, (1, 3): 0}


def test_the_mean_is_that_of_the_other_tables() -> None:
    one = paired(6)
    plays(one, t1=[[600, 500], *FLAT[1:]], t2=FLAT, t3=[[500, 550], *FLAT[1:]])
    points = sorted([points for _, points in ranked(one).values()], reverse=True)
    assert points == [125, 100, 25, -25, -100, -125]
    assert [rounded(Fraction(halves, 2)) for halves in (-5, -1, 0, 1, 5)] == [-3, -1, 0, 1, 3]


def test_cards_that_every_table_played_alike_rank_nobody() -> None:
    one = paired()
    plays(one, t1=[[2000, 100]] * 3, t2=[[2000, 100]] * 3)
    assert set(ranked(one).values()) == {(1, 0)}


def test_a_deal_that_was_dealt_anew_at_a_table_is_compared_with_none() -> None:
    one = paired()
    one.does(BOT, "own-deal", round=1, table=1, deal=1)
    assert one.tries(BOT, "own-deal", round=1, table=1, deal=1) == "tournament-not-now"
    assert one.tries(ARBITER, "own-deal", round=1, table=1, deal=2) == "tournament-not-now"
    plays(one, t1=[[2000, 100], [600, 500], [500, 500]], t2=FLAT)
    assert sorted(points for _, points in ranked(one).values()) == [-100, -100, 100, 100]


def test_a_table_that_shared_no_deck_is_compared_with_none() -> None:
    one = paired()
    one.does(BOT, "own-deal", round=1, table=2, deal=ALL_DEALS)
    plays(one, t1=[[2000, 100]] * 3, t2=FLAT)
    assert set(ranked(one).values()) == {(1, 0)}
    assert all(not rank.by_deal for rank in deal_ranking(one.one))


def test_what_time_out_has_left_unplayed_compares_nobody() -> None:
    one = paired()
    one.does(ARBITER, "go")
    one.does(ARBITER, "rule", type="timeout", round=1)
    one.does(BOT, "score", table=1, deals=FLAT[:1])
    one.does(BOT, "score", table=2, deals=[[600, 500], [2000, 100]])
    one.at += 5 * MINUTE
    for table in (1, 2):
        one.does(BOT, "stand", table=table)
    one.does(BOT, "close")
    assert sorted(points for _, points in ranked(one).values()) == [-100, -100, 100, 100]


def test_an_arbiters_score_is_compared_with_none_and_a_correction_as_it_stands() -> None:
    one = paired(6)
    one.does(ARBITER, "go")
    one.does(ARBITER, "rule", type="score", round=1, table=3, vp=[12, 8], mp=[5000, 0])
    for table in (1, 2):
        one.does(BOT, "score", table=table, deals=FLAT)
    one.at += 5 * MINUTE
    for table in (1, 2):
        one.does(BOT, "stand", table=table)
    one.does(BOT, "close")
    assert {points for _, points in ranked(one).values()} == {0}
    (result,) = [keys["n"] for keys in map(json.loads, one.one.events) if keys.get("table") == 1]
    corrected = {"type": "correction", "replaces": result, "deals": [[600, 500], *FLAT[1:]]}
    one.does(ARBITER, "rule", **corrected, reason="added up wrongly")
    assert sorted(points for _, points in ranked(one).values()) == [-100, -100, 0, 0, 100, 100]
    (result,) = [keys["n"] for keys in map(json.loads, one.one.events) if keys.get("table") == 2]
    sums = {"type": "correction", "replaces": result, "mp": [1600, 1500]}
    one.does(ARBITER, "rule", **sums, reason="added up wrongly")
    assert {points for _, points in ranked(one).values()} == {0}, "of sums nobody knows the deals"


def test_who_withdrew_has_no_place_and_who_rested_has_nothing_for_it() -> None:
    one = paired(5)
    plays(one, t1=[[600, 500], *FLAT[1:]], t2=FLAT)
    one.does(ARBITER, "rule", type="withdrawal", round=1, entry="1")
    found = ranked(one)
    assert found["1"][0] is None
    assert found["5"] == (2, 0)
    assert [place for place, _ in found.values()][-1] is None


def test_each_seat_of_three_players_is_compared_with_the_same_seat() -> None:
    one = club(
        code="three-player", kind="three-player", rounds=("three-player",), deals=(3,), cards="dealt", duplicate=True
    )
    for number in range(1, 7):
        one.does(f"p{number}", "enter", players=[f"p{number}"])
    one.starts()
    one.does(BOT, "deck", seed=SEED)
    plays(one, t1=[[300, 200, 100]] * 3, t2=[[200, 200, 100]] * 3)
    assert sorted(points for _, points in ranked(one).values()) == [-300, 0, 0, 0, 0, 300]


# --- where it is shown ------------------------------------------------------------------------------------------------


def test_it_stands_beside_the_standings_everywhere() -> None:
    one = paired()
    plays(one, t1=[[700, 500], *FLAT[1:]], t2=[[400, 500], *FLAT[1:]])
    message = standings_message("t", one.one, READER)
    assert "By deal, against the other tables with the same cards:" in message.lines
    assert any(line.startswith("1. ") and line.endswith("+300 MP in 3 deals") for line in message.lines)
    assert "By deal" in message.picture.columns  # type: ignore[union-attr]  # its picture is a list in columns
    assert any("+300 (1)" in row for row in message.picture.rows)  # type: ignore[union-attr]  # its picture is a list in columns
    csv = standings_csv(one.one, READER)
    assert "Duplicate" in csv
    assert "Deal 1.3" in csv
    paper = standings_paper(one.one, READER)
    assert paper is not None
    (table,) = [table for table in paper.tables if table.title == "By deal"]
    assert table.rows[0][:1] + table.rows[0][2:] == ("1", "+300", "3", "+300")
    page = board(one.one, READER)["standings"]
    assert page["duplicate"]
    assert {row["duplicate"] for row in page["rows"]} == {"+300 (1)", "−300 (3)"}


@pytest.mark.parametrize("cards", ["dealt", "real"])
def test_other_evenings_show_nothing_of_it(cards: str) -> None:
    one = club(cards=cards)
    one.pairs(1, 2, 3, 4)
    one.starts()
    for table in (1, 2):
        one.does(ARBITER, "sheet", table=table, deals=FLAT)
    one.does(ARBITER, "close")
    assert deal_ranking(one.one) == ()
    assert "By deal" not in repr(standings_message("t", one.one, READER))
    assert not board(one.one, READER)["standings"]["duplicate"]
