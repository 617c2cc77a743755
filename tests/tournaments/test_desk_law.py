"""The law at the arbiter's desk: signatures, what follows by itself, reversals, appeals, line-ups. As transcripts."""

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.durations import MINUTE
from bot.messages.tournament_message import round_message
from bot.messages.tournament_scenes import round_scene
from bot.requests.tournaments.news import private_words
from bot.tables.who import Who
from bot.tournaments.club_tournament import VERSION, ClubTournament
from bot.tournaments.commands import command, parse_command
from bot.tournaments.evening_file import document
from bot.tournaments.kind import kinds_of_letters
from bot.tournaments.line_ups import own
from bot.tournaments.log import fold
from bot.tournaments.rulings import cost_of_next, warnings_of
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.timers import dues
from bot.views.tournament_board import board
from bot.words.tournament_reader import TournamentReader
from engine.tournament.sheets import Means
from engine.tournament.standings import standings
from engine.tournament.state import Ruled, Totals
from renderers.scenes import RoundScene
from tests.tournaments.club import ARBITER, BOT, Club, club

ENGLISH = TournamentReader("en", {})
SUMS = {"mp": [1200, 800]}
SECOND = MINUTE // 60


def begun(*pairs: int, **keys: object) -> Club:
    one = club(**keys)
    one.pairs(*(pairs or (1, 2, 3, 4)))
    one.starts()
    return one


def due(one: Club, kind: str) -> int | None:
    return next((each.at for each in dues(one.one) if each.kind == kind), None)


def last(one: ClubTournament) -> tuple[str, str, bool]:
    ruling = one.rulings[-1]
    return (ruling.id, ruling.what, ruling.officio)


# --- sheets -----------------------------------------------------------------------------------------------------------


def test_a_sheet_keeps_its_versions_and_who_signed_for_each_line() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    one.does("p12", "sheet", table=1, mp=[1205, 800])
    assert one.signs("p22") == ""
    paper = one.one.paper(1, 1)
    assert paper is not None
    assert [version.score.mp for version in paper.versions] == [(1200, 800), (1205, 800)]
    assert [(each.line, each.by, each.means) for each in paper.versions[-1].signatures] == [
        (0, "p12", Means.SELF),
        (1, "p22", Means.SELF),
    ]
    assert paper.handed_in == one.at
    one.does(ARBITER, "sheet", table=2, **SUMS)
    paper = one.one.paper(1, 2)
    assert paper is not None
    assert {each.means for each in paper.versions[-1].signatures} == {Means.PAPER}


def test_of_three_players_each_signs() -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2)
    for player in ("p1", "p2", "p3"):
        one.does(player, "enter", players=[player])
    one.starts()
    one.does("p1", "sheet", table=1, mp=[700, 505, 300])
    assert one.signs("p2") == ""
    assert one.one.undecided != ()
    assert one.signs("p2") == "tournament-signed"
    assert one.signs("p3") == ""
    assert one.one.undecided == ()
    assert one.check() == ""
    assert one.folded() == one.one


@pytest.mark.parametrize(("code", "refused"), [("fitab", "tournament-captain"), ("febur", "")])
def test_for_a_team_of_fitab_its_captain_signs(code: str, refused: str) -> None:
    one = club(code=code, kind="teams")
    for team in (1, 2):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4)])
    one.starts()
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.signs("p24") == refused
    if refused:
        assert one.signs("p21") == ""
    assert one.one.undecided == ()


def test_a_sheet_that_nobody_countersigns_is_signed_ex_officio_after_five_minutes() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    assert due(one, "officio") == one.at + 5 * MINUTE
    assert one.tries(BOT, "officio") == "tournament-not-now"
    assert one.tries(ARBITER, "officio") == "no-such-command"
    one.at += 5 * MINUTE
    one.does(BOT, "officio")
    assert [pairing.table for pairing in one.one.undecided] == [2]
    number = str(len(one.one.events))
    assert last(one.one) == (number, "sheet", True)
    assert due(one, "officio") is None
    assert document(one.one, {})["events"][-1]["officio"] == "sheet"
    assert one.check() == ""
    assert one.tries(ARBITER, "reverse", ruling=number, reason="they objected") == "tournament-reverse-numbers"
    one.does(ARBITER, "rule", type="correction", replaces=int(number), mp=[1200, 850], reason="they objected")
    assert one.one.rulings[0].undone == number.replace(number, str(int(number) + 1))


def test_what_a_line_objects_to_is_never_signed_for_it() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.signs("p21", "dispute") == ""
    one.does(ARBITER, "answer", table=1)
    one.at += 10 * MINUTE
    assert due(one, "officio") is None
    assert one.tries(BOT, "officio") == "tournament-not-now"
    one.does("p12", "sheet", table=1, mp=[1200, 805])  # other numbers: they are read anew
    assert due(one, "officio") == one.at + 5 * MINUTE


def test_the_same_numbers_entered_again_leave_the_objection_and_the_call() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.signs("p21", "dispute") == ""
    for player, numbers in (("p11", SUMS), ("p12", {"deals": [[200, 300], [400, 500], [600, 0]]})):
        assert one.tries(player, "sheet", table=1, **numbers) == "tournament-numbers-again"
    assert one.one.disputed == (1,)
    assert [call.dispute for call in one.one.calls] == [True]
    one.at += 5 * MINUTE
    assert one.tries(BOT, "officio") == "tournament-not-now"
    one.does("p21", "sheet", table=1, **SUMS)
    assert [pairing.table for pairing in one.one.undecided] == [2]


def test_an_evening_that_an_older_version_began_signs_for_nobody() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    older = replace(one.rows[0], entry=one.rows[0].entry.replace(f'"version":{VERSION}', '"version":2'))
    assert older != one.rows[0]
    assert "officio" in {each.kind for each in dues(one.folded())}
    assert "officio" not in {each.kind for each in dues(fold([older, *one.rows[1:]]))}


def test_a_correction_is_a_version_more_within_its_window() -> None:
    one = begun()
    for table in (1, 2):
        one.does(ARBITER, "sheet", table=table, **SUMS)
    one.does(ARBITER, "close")
    one.does(ARBITER, "rule", type="correction", replaces=2, mp=[1200, 900], reason="added up wrongly")
    paper = one.one.paper(1, 1)
    assert paper is not None
    assert [(each.number, each.reason) for each in paper.versions] == [(1, ""), (2, "added up wrongly")]
    one.does(ARBITER, "pair")
    n = len(one.one.events)
    late = {"type": "correction", "mp": [5, 0], "reason": "sum"}
    assert one.tries(ARBITER, "rule", **late, replaces=3) == "event-window"  # febur 24: sums until the pairing
    swap = {**late, "replaces": 3, "mp": [800, 1200], "cause": "swap"}
    one.does(ARBITER, "rule", **swap)
    assert last(one.one) == (str(n + 1), "swap", False)
    assert one.check() == ""


# --- lateness ---------------------------------------------------------------------------------------------------------


def test_who_comes_late_is_ruled_ex_officio_and_that_can_be_reversed_until_the_result() -> None:
    one = begun()
    assert one.tries("p11", "missing") == "tournament-not-begun"
    one.does(ARBITER, "go")
    one.at += 2 * MINUTE
    one.does("p11", "missing")
    assert one.one.calls[0].missing
    one.at += 2 * MINUTE
    one.does("p11", "arrived")
    assert due(one, "officio") == one.at + MINUTE
    one.at += MINUTE
    one.does(BOT, "officio")
    assert last(one.one) == ("d1", "lateness", True)
    assert json.loads(one.one.rulings[0].keys)["minutes"] == 4
    assert one.one.rulings[0].waits
    one.does(ARBITER, "reverse", ruling="d1", reason="the clock was wrong")
    assert one.one.rulings[0].undone == "d2"
    assert one.tries(ARBITER, "reverse", ruling="d1", reason="again") == "tournament-undone"
    one.does(ARBITER, "sheet", table=1, **SUMS)
    assert "lateness" not in [event["type"] for event in document(one.one, {})["events"]]
    assert one.check() == ""
    assert one.folded() == one.one


def test_a_pause_makes_nobody_late() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.at += 2 * MINUTE
    one.does("p11", "missing")
    one.at += MINUTE
    one.does(ARBITER, "pause")
    one.at += 20 * MINUTE
    one.does("p11", "arrived")
    assert one.one.absences[0].minutes == 3
    one.does(ARBITER, "resume")
    one.at += MINUTE
    one.does(BOT, "officio")
    assert last(one.one) == ("d1", "lateness", True)
    assert one.folded() == one.one


@pytest.mark.parametrize("came", [False, True])
def test_who_is_missing_has_the_time_to_answer_also_after_a_pause(came: bool) -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.at += 9 * MINUTE + 50 * SECOND
    one.does("p11", "missing")
    if came:
        one.does("p11", "arrived")
    one.at += 20 * SECOND
    one.does(ARBITER, "pause")
    one.at += 20 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one, "officio") == one.at + 40 * SECOND
    assert one.folded() == one.one


def test_a_lateness_that_stands_comes_into_the_list_with_the_result() -> None:
    one = begun()
    entry = one.one.entry_of("p21")
    one.does(ARBITER, "rule", type="lateness", round=1, entry=entry, minutes=4)
    for minutes in (3, 14):
        again = one.tries(ARBITER, "rule", type="lateness", round=1, entry=entry, minutes=minutes)
        assert again == "tournament-late-already"  # not that the table has its result
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.signs("p21") == ""
    assert [event["type"] for event in document(one.one, {})["events"]] == ["paired", "lateness", "result"]
    assert not one.one.rulings[0].waits
    assert one.tries(ARBITER, "reverse", ruling="d1", reason="late") == "tournament-irreversible"
    assert one.check() == ""


def warned(one: Club) -> list[tuple[int, str]]:
    """Round and entry of each lateness in the list."""
    found = [event for event in document(one.one, {})["events"] if event["type"] == "lateness"]
    return [(event["round"], event["entry"]) for event in found]


def test_of_a_lateness_that_was_ruled_anew_the_one_in_force_comes_into_the_list_once() -> None:
    one = begun()
    for minutes in (6, 4):
        one.does(ARBITER, "rule", type="lateness", round=1, entry="1", minutes=minutes)
        if minutes == 6:
            one.does(ARBITER, "reverse", ruling="d1", reason="given in error")
    one.does(ARBITER, "sheet", table=1, **SUMS)
    assert [each.id for each in one.one.rulings if each.waits] == ["d1"]  # which was taken back
    assert one.tries(ARBITER, "reverse", ruling="d3", reason="late") == "tournament-irreversible"
    one.does(ARBITER, "rule", type="lateness", round=1, entry="4", minutes=4)
    one.does(ARBITER, "sheet", table=2, **SUMS)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does(ARBITER, "rule", type="lateness", round=2, entry="1", minutes=4)
    for table in (1, 2):
        one.does(ARBITER, "sheet", table=table, **SUMS)
    assert warned(one) == [(1, "1"), (1, "4"), (2, "1")]
    assert one.check() == ""
    assert one.folded() == one.one


def forfeited() -> Club:
    """Who was late has left: the first table of the chat is decided."""
    one = begun(code="online", cards="dealt")
    one.does(ARBITER, "go")
    one.does(ARBITER, "rule", type="lateness", round=1, entry="1", minutes=4)
    one.does(BOT, "rule", type="forfeit", round=1, entry="2", mp=[300, 200])
    return one


def test_a_lateness_comes_into_the_list_also_where_a_line_has_left() -> None:
    one = forfeited()
    assert warned(one) == [(1, "1")]
    assert not one.one.rulings[0].waits
    assert one.check() == ""
    assert one.folded() == one.one


def test_a_lateness_that_an_older_version_kept_waiting_stops_no_later_round() -> None:
    one = forfeited()
    verb, forfeit = parse_command(one.rows[-1].entry)[1]["entries"][-1]
    one.rows[-1] = replace(one.rows[-1], entry=command(verb, **{**forfeit, "n": 2}))
    one.one = one.folded()
    assert one.one.rulings[0].waits
    one.does(ARBITER, "rule", type="lateness", round=1, entry="3", minutes=4)
    one.does(ARBITER, "sheet", table=2, deals=[[500, 300]] * 3)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does(ARBITER, "sheet", table=1, deals=[[500, 300]] * 3)
    assert warned(one) == [(1, "3")]
    assert one.folded() == one.one


def test_who_does_not_come_in_ten_minutes_has_lost_and_a_result_can_still_replace_it() -> None:
    one = begun(code="fitab")
    one.does(ARBITER, "go")
    went = one.at
    one.at += 3 * MINUTE
    one.does("p11", "missing")
    assert due(one, "officio") == went + 10 * MINUTE + 1
    one.at = went + 10 * MINUTE + 1
    one.does(BOT, "officio")
    assert one.one.current is not None
    decision = one.one.current.pairings[0].decision
    assert isinstance(decision, Ruled)
    assert (decision.vp, decision.mp) == ((14, 6), (365, -365))
    assert last(one.one) == ("2", "no-show", True)
    assert one.one.calls == ()
    one.does(ARBITER, "rule", type="correction", replaces=2, **SUMS, reason="they sat at table 2")
    assert isinstance(one.one.current.pairings[0].decision, Totals)
    assert one.check() == ""


def test_the_arbiter_who_comes_rules_and_nothing_follows_by_itself() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.does("p11", "missing")
    one.does(ARBITER, "answer", table=1)
    assert due(one, "officio") is None


def test_who_is_said_to_be_missing_after_ten_minutes_of_the_round_loses_nothing_by_itself() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.at += 33 * MINUTE
    before = one.one
    one.does("p21", "missing")
    assert [(call.table, call.missing) for call in one.one.calls] == [(1, True)]
    letters = {word.person: (word.words(ENGLISH), word.agrees) for word in private_words("tour", before, one.one)}
    assert sorted(letters) == [ARBITER.id, "p11", "p12"]
    assert letters["p11"][0].startswith("The others say that you are not at table 1")
    assert letters["p11"][1] == "tournament arrived tour"
    one.does(ARBITER, "pause")
    one.at += 10 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one, "officio") is None
    one.does("p11", "arrived")
    one.at += MINUTE
    assert one.tries(BOT, "officio") == "tournament-not-now"
    assert one.one.absences == ()
    assert one.folded() == one.one


def test_who_has_entered_a_sheet_is_there() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.does("p21", "missing")
    one.at += 9 * MINUTE
    one.does("p11", "sheet", table=1, **SUMS)
    one.at += 2 * MINUTE
    assert one.tries(BOT, "officio") == "tournament-not-now"
    one.at += 3 * MINUTE
    one.does(BOT, "officio")
    assert last(one.one)[1:] == ("sheet", True)
    assert one.check() == ""


def test_who_was_late_and_is_said_to_be_missing_again_stops_nothing_at_other_tables() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.does("p11", "missing")
    one.at += 2 * MINUTE
    one.does("p11", "arrived")
    one.at += MINUTE
    one.does(BOT, "officio")
    one.does("p11", "missing")
    one.at += 20 * MINUTE
    assert due(one, "officio") is None
    one.does("p31", "sheet", table=2, **SUMS)
    assert due(one, "officio") == one.at + 5 * MINUTE
    one.at += 5 * MINUTE
    one.does(BOT, "officio")
    assert last(one.one)[1:] == ("sheet", True)
    assert one.check() == ""


def test_where_each_plays_for_themselves_nobody_is_late_by_itself() -> None:
    one = club(kind="individual", rounds=("individual",), deals=(3,))
    for number in range(1, 9):
        one.does(f"p{number}", "enter", players=[f"p{number}"])
    one.starts()
    one.does(ARBITER, "go")
    one.does("p1", "missing")
    assert due(one, "officio") is None


def test_nobody_is_missing_at_a_table_for_which_numbers_are_entered() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.tries("p21", "missing") == "tournament-has-sheet"


@pytest.mark.parametrize("code", ["online", "fibur", "international"])
def test_where_the_code_prints_no_lateness_nothing_is_applied(code: str) -> None:
    one = begun(code=code)
    one.does(ARBITER, "go")
    one.does("p11", "missing")
    assert {each.kind for each in dues(one.one)} == {"timeout", "unanswered"}


def test_both_lines_of_a_table_can_be_missing() -> None:
    one = begun()
    for player in ("p11", "p21"):
        entry = one.one.entry_of(player)
        one.does(ARBITER, "rule", type="lateness", round=1, entry=entry, minutes=12)
    assert one.one.current is not None
    decision = one.one.current.pairings[0].decision
    assert isinstance(decision, Ruled)
    assert (decision.vp, decision.mp) == ((7, 7), (-450, -450))
    assert one.check() == ""


@pytest.mark.parametrize(
    ("language", "words"), [("en", "900 – 900, through: E-W"), ("it", "900 – 900, passa Est-Ovest")]
)
def test_of_a_level_knock_out_everybody_reads_who_goes_on(language: str, words: str) -> None:
    one = begun(rounds=("knock-out", "knock-out"))
    one.does(ARBITER, "sheet", table=1, mp=[900, 900], winner="EW")
    reader = TournamentReader(language, {})
    assert words in round_message("tour", one.one, reader).alt
    scene = round_scene(one.one, reader)
    assert isinstance(scene, RoundScene)
    assert scene.tables[0].state == words
    assert board(one.one, reader)["tables"][0]["result"] == words


def test_of_two_lines_of_a_knock_out_that_do_not_come_the_better_seed_goes_on() -> None:
    one = begun(rounds=("knock-out", "knock-out"))
    lines = one.one.undecided[0].lines
    for line in lines:
        one.does(ARBITER, "rule", type="lateness", round=1, entry=line[0], minutes=12)
    one.does(ARBITER, "sheet", table=2, **SUMS)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    assert one.one.current is not None
    assert one.one.current.pairings[0].lines[0] == lines[0]
    assert one.check() == ""
    assert one.folded() == one.one


# --- rulings ----------------------------------------------------------------------------------------------------------


def test_warnings_add_up_as_the_code_says() -> None:
    one = begun()
    assert cost_of_next(one.one, "1", "fan") is None
    one.does(ARBITER, "rule", type="warning", round=1, entry="1", category="fan")
    cost = cost_of_next(one.one, "1", "fan")
    assert cost is not None
    assert cost.round_mp == 100
    one.does(ARBITER, "rule", type="warning", round=1, entry="1", category="fan")
    assert warnings_of(one.one, "1") == 2
    one.does(ARBITER, "reverse", ruling="2", reason="it was pair 2")
    assert warnings_of(one.one, "1") == 1
    assert [(each.id, each.what, each.undone, each.undoes) for each in one.one.rulings] == [
        ("2", "warning.fan", "4", ""),
        ("3", "warning.fan", "", ""),
        ("4", "void", "", "2"),
    ]
    assert one.check() == ""
    assert one.folded() == one.one


def test_two_arbiters_at_once_rule_once_and_the_second_hears_of_the_first() -> None:
    one = begun()
    one.does(ARBITER, "arbiter", player="p50")
    warning = {"type": "warning", "round": 1, "entry": "1", "category": "fan", "seen": 0}
    one.does(ARBITER, "rule", **warning)
    assert one.tries("p50", "rule", **warning) == "tournament-ruled-already"
    one.does("p50", "rule", **{**warning, "seen": 1})
    one.does("p11", "call")
    one.does(ARBITER, "answer", table=1)
    assert one.tries("p50", "answer", table=1) == "tournament-answered"
    one.does(ARBITER, "go")
    assert one.tries("p50", "go") == "tournament-going"


@pytest.mark.parametrize("ruling", [
    {"type": "warning", "round": 1, "entry": "1", "category": "fan"},
    {"type": "penalty", "round": 1, "entry": "1", "vp": 1},
])  # fmt: skip
def test_what_two_arbiters_write_within_a_moment_counts_once_and_the_second_hears_of_the_first(
    ruling: dict[str, Any],
) -> None:
    one = begun()
    one.does(ARBITER, "arbiter", player="p50")
    one.does(ARBITER, "rule", **ruling)
    one.at += MINUTE - 1
    assert one.tries("p50", "rule", **ruling) == "tournament-ruled-already"
    one.does("p50", "rule", **{**ruling, "entry": "2"})  # of another pair
    one.does("p50", "rule", **{**ruling, "seen": 1})  # who has read of the first, and means it
    one.does("p50", "rule", **ruling)  # their own, once more
    one.at += MINUTE
    one.does(ARBITER, "rule", **ruling)
    assert one.folded() == one.one


def test_what_another_arbiter_took_back_may_be_written_again_at_once() -> None:
    one = begun()
    one.does(ARBITER, "arbiter", player="p50")
    warning = {"type": "warning", "round": 1, "entry": "1", "category": "fan"}
    one.does(ARBITER, "rule", **warning)
    one.does(ARBITER, "reverse", ruling="2", reason="a word too soon")
    one.does("p50", "rule", **warning)


def test_what_was_ruled_by_itself_while_an_arbiter_chose_is_no_persons_ruling() -> None:
    one = begun()
    one.does(ARBITER, "go")
    one.at += 2 * MINUTE
    one.does("p11", "missing")
    one.does("p11", "arrived")
    one.at += MINUTE
    one.does(BOT, "officio")
    late = one.one.rulings[0].entry
    ruled = {"type": "warning", "round": 1, "entry": late, "category": "fan", "seen": 0}
    assert one.tries(ARBITER, "rule", **ruled) == "tournament-ruled-by-itself"


def test_a_correction_and_a_replacement_are_reversed_by_what_was_before() -> None:
    one = begun()
    one.does(ARBITER, "sheet", table=1, **SUMS)
    one.does(ARBITER, "rule", type="correction", replaces=2, mp=[1200, 900], reason="sum")
    one.does(ARBITER, "reverse", ruling="3", reason="it was right")
    assert one.one.current is not None
    decision = one.one.current.pairings[0].decision
    assert isinstance(decision, Totals)
    assert decision.mp == (1200, 800)
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p11", guest="Zoe", reason="taken ill")
    one.does(ARBITER, "reverse", ruling="5", reason="well again")
    assert one.one.progress is not None
    assert one.one.progress.rosters["1"] == ("p11", "p12")
    assert one.tries(ARBITER, "reverse", ruling="5", reason="again") == "tournament-undone"
    assert one.tries(ARBITER, "reverse", ruling="99", reason="again") == "tournament-no-ruling"
    assert one.tries(ARBITER, "reverse", ruling="5") != ""
    assert one.check() == ""
    assert one.folded() == one.one


def test_who_has_left_stays_away() -> None:
    one = begun()
    one.does(ARBITER, "rule", type="withdrawal", round=1, entry="1", cause="expelled")
    assert last(one.one)[1] == "expel"
    assert one.tries(ARBITER, "reverse", ruling="2", reason="so sorry") == "tournament-irreversible"


def test_a_deal_is_annulled_and_counts_again() -> None:
    one = begun()
    assert one.tries("p11", "annul", table=1, deal=2) == "tournament-arbiter"
    assert one.tries(ARBITER, "annul", table=1, deal=4) == "tournament-no-deal"
    assert one.tries(ARBITER, "annul", table=9, deal=1) == "tournament-no-table"
    one.does(ARBITER, "annul", table=1, deal=2)
    assert last(one.one) == ("d1", "annul", False)
    one.does(ARBITER, "reverse", ruling="d1", reason="it was table 2")
    assert one.one.rulings[0].undone == "d2"


def test_a_pause_stops_the_clock_and_is_given_back() -> None:
    one = begun()
    assert one.tries(ARBITER, "pause") == "tournament-not-now"
    one.does(ARBITER, "go")
    ends = due(one, "timeout")
    assert ends is not None
    one.does(ARBITER, "pause")
    assert due(one, "timeout") is None
    one.at += 7 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one, "timeout") == ends + 7 * MINUTE
    assert one.tries(ARBITER, "resume") == "tournament-not-now"


def test_who_plays_rules_nothing_of_an_earlier_table_of_theirs() -> None:
    one = club()
    one.does("p0", "enter", players=["p0", "p1"])
    one.does("p1", "confirm", number=1)
    one.pairs(2, 3, 4)
    one.does(ARBITER, "arbiter", player="p50")
    one.starts()
    for pairing in one.one.undecided:
        one.does("p50", "rule", type="result", round=1, table=pairing.table, **SUMS)
    one.does("p50", "rule", type="warning", round=1, entry="1", category="fan")
    one.does(ARBITER, "close")
    assert one.one.current is not None
    mine = one.one.current.of("1")
    assert mine is not None
    assert isinstance(mine.decision, Totals)
    one.does(ARBITER, "pair")
    swap = {"type": "correction", "replaces": mine.decision.n, "mp": [800, 1200], "cause": "swap", "reason": "swapped"}
    assert one.tries(ARBITER, "rule", **swap) == "tournament-own-table"
    assert one.tries(ARBITER, "reverse", ruling=one.one.rulings[-1].id, reason="mine") == "tournament-own-table"
    one.does("p1", "call")
    assert one.tries(ARBITER, "answer", table=one.one.calls[0].table) == "tournament-own-table"
    one.does("p50", "rule", **swap)


def test_an_arbiter_who_leaves_rules_no_more_and_one_stays() -> None:
    one = begun()
    assert one.tries(ARBITER, "leaves") == "tournament-last-arbiter"
    assert one.tries("p11", "leaves") == "tournament-arbiter"
    one.does(ARBITER, "arbiter", player="p50")
    one.does(ARBITER, "leaves")
    assert one.tries(ARBITER, "go") == "tournament-arbiter"
    assert one.tries("p50", "leaves") == "tournament-last-arbiter"
    one.does("p50", "arbiter", player="p0")
    one.does(ARBITER, "go")


# --- appeals ----------------------------------------------------------------------------------------------------------


def test_an_appeal_goes_to_the_jury_stops_the_next_pairing_and_reverses_the_ruling() -> None:
    one = begun()
    one.does(ARBITER, "rule", type="warning", round=1, entry="1", category="fan")
    one.does(ARBITER, "jury", player="p90")
    assert one.tries("p31", "appeal", ruling="2") == "appeal-not-concerned"
    one.does("p21", "appeal", ruling="2")
    assert one.tries("p11", "appeal", ruling="2") == "appeal-open"
    for table in (1, 2):
        one.does(ARBITER, "sheet", table=table, **SUMS)
    one.does(ARBITER, "close")
    assert one.tries(ARBITER, "pair") == "tournament-appeal-open"
    assert {each.kind for each in dues(one.one)} == {"unheard"}
    one.at += MINUTE
    one.does(BOT, "unheard")
    assert dues(one.one) == ()
    assert one.tries(ARBITER, "decide", ruling="2", upheld=True, reason="no") == "appeal-not-the-judge"
    assert one.tries("p90", "decide", ruling="2", upheld=True) == "appeal-reason-missing"
    one.does("p90", "decide", ruling="2", upheld=True, reason="nobody asked")
    assert one.one.rulings[0].undone != ""
    assert warnings_of(one.one, "1") == 0
    assert one.tries("p11", "appeal", ruling="2") == "tournament-no-ruling"
    one.does(BOT, "pair")
    assert one.check() == ""
    assert one.folded() == one.one


def test_after_an_appeal_that_is_right_the_arbiter_has_time_to_rule_before_the_next_round() -> None:
    one = begun(1, 2)
    one.does(ARBITER, "jury", player="p9")
    one.does(ARBITER, "rule", type="score", round=1, table=1, vp=[12, 8], mp=[400, 0])
    ruling = one.one.rulings[-1].id
    one.does(ARBITER, "close")
    closed = one.at
    assert due(one, "pair") == closed + 5 * MINUTE
    one.does("p11", "appeal", ruling=ruling)
    assert due(one, "pair") is None
    one.at += 20 * MINUTE
    one.does("p9", "decide", ruling=ruling, upheld=True, reason="the clock stood")
    assert due(one, "pair") == one.at + 5 * MINUTE


def test_the_only_arbiter_decides_what_nobody_has_ruled_though_they_play_there() -> None:
    one = club(starts=0)
    one.does("p0", "enter", players=["p0", "p1"])
    one.does("p1", "confirm", number=1)
    one.pairs(2)
    one.starts()
    one.does(ARBITER, "go")
    one.at += 2 * MINUTE
    one.does("p1", "missing")
    one.does("p1", "arrived")
    one.at += MINUTE
    one.does(BOT, "officio")
    one.does("p21", "appeal", ruling="d1")
    one.does(ARBITER, "decide", ruling="d1", upheld=True, reason="they were here")
    assert one.one.rulings[0].undone == "d2"
    assert one.folded() == one.one


def test_an_appeal_that_is_wrong_is_final_and_after_the_pairing_it_is_too_late() -> None:
    one = begun()
    for entry in ("1", "2"):
        one.does(ARBITER, "rule", type="penalty", round=1, entry=entry, vp=1)
    one.does("p11", "appeal", ruling="2")
    one.does(ARBITER, "decide", ruling="2", upheld=False, reason="it was so")
    assert one.tries("p11", "appeal", ruling="2") == "appeal-final"
    for table in (1, 2):
        one.does(ARBITER, "sheet", table=table, **SUMS)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    assert one.tries("p21", "appeal", ruling="3") == "appeal-too-late"
    assert one.one.progress is not None
    assert {row.entry: row.penalty_vp for row in standings(one.one.progress)}["1"] == 1


# --- line-ups ---------------------------------------------------------------------------------------------------------


def teams() -> Club:
    one = club(kind="teams")
    for team in (1, 2):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4, 5)])
    one.starts()
    return one


def test_line_ups_are_sealed_until_both_are_there() -> None:
    one = teams()
    first, second = [["p15", "p12"], ["p13", "p14"]], [["p21", "p22"], ["p23", "p25"]]
    assert one.tries("p11", "lineup", pairs=[["p11", "p12"], ["p13", "p21"]]) == "lineup-players"
    assert one.tries("p99", "lineup", pairs=first) == "tournament-no-line-up"
    one.does("p11", "lineup", pairs=first)
    assert "lineup" not in [event["type"] for event in document(one.one, {})["events"]]
    assert own(one.one, "p12", one.at) == (("p15", "p12"), ("p13", "p14"))
    assert own(one.one, "p22", one.at) == ()
    one.does("p12", "lineup", pairs=first)  # may be changed while it is sealed
    one.does("p22", "lineup", pairs=second)
    assert [event["type"] for event in document(one.one, {})["events"]] == ["paired", "lineup", "lineup"]
    assert one.tries("p11", "lineup", pairs=first) == "lineup-open"
    assert one.check() == ""
    assert one.folded() == one.one


def last_shown(one: Club) -> list[str]:
    """The lines of the match as the channel, its picture and the beamer show them; they say the same."""
    reader = TournamentReader("en", {})
    lines = [list(table["lines"]) for table in board(one.one, reader)["tables"]]
    message = round_message("tour", one.one, reader)
    assert " · ".join(lines[0]) in message.alt
    scene = round_scene(one.one, reader)
    assert isinstance(scene, RoundScene)
    assert [list(table.lines) for table in scene.tables] == lines
    return lines[0]


def test_line_ups_are_shown_to_everybody_once_they_are_open_and_not_before() -> None:
    one = teams()
    whole = ["p11 – p12 – p13 – p14", "p21 – p22 – p23 – p24"]
    assert last_shown(one) == whole
    one.does("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]])
    assert last_shown(one) == whole
    before = one.one
    one.does("p22", "lineup", pairs=[["p21", "p22"], ["p23", "p25"]])
    assert last_shown(one) == ["p15 – p12 | p13 – p14", "p21 – p22 | p23 – p25"]
    assert "round1" in kinds_of_letters(before, one.one)  # the channel is shown it at once
    one.does(ARBITER, "sheet", table=1, **SUMS)
    one.does(ARBITER, "close")
    assert last_shown(one) == whole


def test_at_the_go_a_team_is_shown_as_it_plays() -> None:
    one = teams()
    one.does("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]])
    one.does(ARBITER, "go")
    assert last_shown(one)[0] == "p15 – p12 | p13 – p14"
    assert last_shown(one)[1] == "p21 – p22 | p23 – p24"


def test_a_team_that_hands_in_no_line_up_plays_as_before_when_the_time_is_over() -> None:
    one = teams()
    one.does("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]])
    assert due(one, "officio") == one.at + 5 * MINUTE
    one.does(ARBITER, "go")
    assert due(one, "officio") == one.at
    one.does(BOT, "officio")
    assert [event["type"] for event in document(one.one, {})["events"]] == ["paired", "lineup"]
    assert due(one, "officio") is None
    assert one.tries("p22", "lineup", pairs=[["p21", "p22"], ["p23", "p25"]]) == "lineup-open"
    assert one.check() == ""


def test_a_substitute_takes_the_place_in_a_sealed_line_up() -> None:
    one = teams()
    one.does("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]])
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p12", guest="Zoe", reason="taken ill")
    assert own(one.one, "p11", one.at) == (("p15", "g1"), ("p13", "p14"))
    assert one.tries("p11", "lineup", pairs=[["p15", "p12"], ["p13", "p14"]]) == "lineup-players"
    one.does("p21", "lineup", pairs=[["p21", "p22"], ["p23", "p24"]])
    assert one.one.opened == (1,)
    assert one.one.progress is not None
    assert one.one.progress.line_ups["1"] == (("p15", "g1"), ("p13", "p14"))
    assert one.check() == ""
    assert one.folded() == one.one


def test_the_line_ups_of_each_match_are_opened_by_themselves_with_substitutes() -> None:
    one = club(kind="teams", rounds=("danese",), deals=(3,))
    for team in (1, 2, 3, 4):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4)])
    one.starts()
    one.does("p11", "lineup", pairs=[["p11", "p13"], ["p12", "p14"]])
    one.does("p31", "lineup", pairs=[["p31", "p33"], ["p32", "p34"]])
    for out, into in (("p12", "p91"), ("p91", "p92")):
        one.does(ARBITER, "rule", type="replacement", entry="1", out=out, **{"in": into}, reason="taken ill")
    one.at += 5 * MINUTE
    one.does(BOT, "officio")
    assert one.one.opened == (1, 2)
    assert one.one.progress is not None
    assert one.one.progress.line_ups["1"] == (("p11", "p13"), ("p92", "p14"))
    assert due(one, "officio") is None
    assert one.check() == ""
    assert one.folded() == one.one


def test_who_is_replaced_hears_of_it_and_so_does_a_substitute_who_goes_again() -> None:
    one = begun()

    def appeals_of(verb: str, **keys: object) -> dict[str, str]:
        """Who hears of a ruling in which p9 is named, and how they appeal."""
        before = one.one
        one.does(ARBITER, verb, **keys)
        words = private_words("tour", before, one.one)
        return {word.person: word.agrees for word in words if "p9" in word.words(ENGLISH)}

    ill = {"type": "replacement", "entry": "1", "out": "p11", "in": "p9", "reason": "taken ill"}
    assert appeals_of("rule", **ill)["p11"] == ""  # nobody who has gone appeals
    assert appeals_of("reverse", ruling=one.one.rulings[-1].id, reason="well again")["p9"] == ""


@pytest.mark.parametrize(("name", "why"), [
    ("Fina", "tournament-guest-twice"), (" fina ", "tournament-guest-twice"), ("", "tournament-guest-name"),
    ("x" * 61, "tournament-guest-name"), ("a\nb", ""), ("Zoe", ""),
])  # fmt: skip
def test_a_guest_comes_in_by_a_name_that_nobody_else_plays_under(name: str, why: str) -> None:
    """In a season guests go by their names: of two with one name the points of one would be lost."""
    one = begun(1, 2, 3)
    one.does(ARBITER, "enter", guests=["Fina", "Gino"])
    one.does(ARBITER, "rule", type="late-entry", round=1, entry="4", minutes=2)
    ill = {"type": "replacement", "entry": "1", "out": "p11", "reason": "taken ill"}
    assert one.tries(ARBITER, "rule", **ill, guest=name) == why
    assert one.folded() == one.one


def test_a_guest_who_was_replaced_may_come_back_under_their_name() -> None:
    one = begun(1, 2, 3)
    one.does(ARBITER, "enter", guests=["Fina", "Gino"])
    one.does(ARBITER, "rule", type="late-entry", round=1, entry="4", minutes=2)
    for out, guest in (("g1", "Zoe"), ("g3", "Fina")):
        one.does(ARBITER, "rule", type="replacement", entry="4", out=out, reason="taken ill", guest=guest)
    assert one.one.guests == ("Fina", "Gino", "Zoe", "Fina")


def test_who_has_come_in_looks_for_no_partner_any_more_and_does_again_when_it_is_reversed() -> None:
    one = begun(1, 2, 3)
    one.does("p9", "seek")
    listed = [one.one.seekers]
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p11", reason="taken ill", **{"in": "p9"})
    listed.append(one.one.seekers)
    one.does(ARBITER, "reverse", ruling=one.one.rulings[-1].id, reason="well again")
    assert [*listed, one.one.seekers] == [("p9",), (), ("p9",)]


def test_a_signature_under_numbers_that_were_read_before_a_replacement_stays() -> None:
    one = begun()
    one.does("p11", "sheet", table=1, **SUMS)
    one.does(ARBITER, "rule", type="replacement", entry="2", out="p21", guest="Zoe", reason="taken ill")
    mark = sheet_mark(one.one, one.one.sheets[0])
    assert one.tries("p21", "sign", mark=mark) == "tournament-not-your-table"
    assert one.tries(Who("p22"), "sign", mark=mark) == ""
    assert one.one.paper(1, 1) is not None
