"""An evening at real tables: sheets and their countersigning, disputes, rulings, rounds, and its file at any moment."""

import pytest

from bot.durations import DAY
from bot.tables.who import Who
from bot.tournaments.club_tournament import IN_BROWSER, OVER, RUNNING
from bot.tournaments.log import new_tournament
from bot.tournaments.sheets import sheet_mark
from bot.tournaments.signing_up import not_admitted
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_report import report_text
from engine.tournament.standings import standings
from tests.tournaments.club import ARBITER, BOT, NOW, SEED, Club, club, thursday


def begun(*pairs: int) -> Club:
    one = club()
    one.pairs(*pairs)
    one.starts()
    return one


SUMS = {"mp": [1200, 800]}
ENGLISH = TournamentReader("en", {})


def test_the_other_line_countersigns_and_the_result_stands() -> None:
    one = begun(1, 2, 3, 4)
    one.does("p11", "sheet", table=1, deals=[[700, 505], [300, 640], [800, 395]])
    assert len(one.one.undecided) == 2
    assert one.signs("p12") == "tournament-sign-own"
    assert one.signs("p31") == "tournament-no-sheet"
    assert one.signs("p21") == ""
    assert [pairing.table for pairing in one.one.undecided] == [2]
    assert one.one.sheets == ()
    assert one.check() == ""


def test_the_same_numbers_from_both_lines_are_the_result_also_as_sums() -> None:
    one = begun(1, 2)
    one.does("p11", "sheet", table=1, deals=[[700, 505], [300, 640], [800, 395]])
    one.does("p22", "sheet", table=1, mp=[1800, 1540])
    assert one.one.undecided == ()


def test_other_numbers_call_the_arbiter_whose_sheet_settles_it() -> None:
    one = begun(1, 2)
    one.does("p11", "sheet", table=1, **SUMS)
    one.does("p21", "sheet", table=1, mp=[1200, 900])
    assert [(call.table, call.dispute) for call in one.one.calls] == [(1, True)]
    one.does(ARBITER, "sheet", table=1, mp=[1200, 850])
    assert (one.one.undecided, one.one.calls, one.one.sheets) == ((), (), ())


def test_an_old_button_below_a_score_that_is_settled_does_not_say_that_nothing_was_entered() -> None:
    one = begun(1, 2, 3, 4)
    one.does("p11", "sheet", table=1, **SUMS)
    old = sheet_mark(one.one, one.one.sheets[0])
    one.does(ARBITER, "sheet", table=1, mp=[1200, 850])
    for verb in ("sign", "dispute"):
        assert one.tries("p21", verb, mark=old) == "tournament-no-longer"
    one.does(ARBITER, "sheet", table=2, **SUMS)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    assert one.tries("p21", "sign", mark=old) == "tournament-no-longer"
    assert one.tries("p21", "sign", mark="") == "tournament-no-sheet"


def test_whoever_does_not_agree_calls_the_arbiter() -> None:
    one = begun(1, 2)
    assert one.signs("p21", "dispute") == "tournament-no-sheet"
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.signs("p21", "dispute") == ""
    assert one.one.calls[0].dispute
    assert one.signs("p21") == ""  # and thinks better of it
    assert (one.one.undecided, one.one.calls) == ((), ())


def test_a_line_may_enter_its_numbers_again_before_anybody_signs() -> None:
    one = begun(1, 2)
    one.does("p11", "sheet", table=1, **SUMS)
    one.does("p12", "sheet", table=1, mp=[1205, 800])
    assert len(one.one.sheets) == 1
    assert one.signs("p21") == ""
    assert one.one.progress is not None
    assert one.check() == ""


def test_what_was_read_is_signed_and_no_other_numbers() -> None:
    one = begun(1, 2)
    one.does("p11", "sheet", table=1, **SUMS)
    (read,) = one.one.sheets
    mark = sheet_mark(one.one, read)
    one.does("p11", "sheet", table=1, mp=[1200, 805])
    assert one.tries("p21", "sign", mark=mark) == "tournament-other-numbers"
    assert one.tries("p21", "dispute", mark=mark) == "tournament-other-numbers"
    assert one.tries("p21", "sign") == "no-such-command"
    assert one.signs("p21") == ""


def test_a_signature_of_one_round_is_none_of_the_next() -> None:
    one = begun(1, 2)
    one.does("p11", "sheet", table=1, **SUMS)
    mark = sheet_mark(one.one, one.one.sheets[0])
    assert one.signs("p21") == ""
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does("p11", "sheet", table=1, **SUMS)
    assert one.tries("p21", "sign", mark=mark) == "tournament-other-numbers"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"table": 1, "mp": [1201, 800]}, "event-multiple-of-5"),
        ({"table": 1, "mp": [1200]}, "event-deals"),
        ({"table": 1, "deals": [[700, 505]]}, "event-deals"),
        ({"table": 7, "mp": [1200, 800]}, "tournament-no-table"),
        ({"table": 1}, "event-unusable"),
        ({"table": 1, "mp": "many"}, "event-unusable"),
        ({"table": "1", "mp": [5, 5]}, "tournament-no-table"),
        ({"table": 1, "mp": [1200, 1200], "winner": "NS"}, "event-winner"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused_as_it_is_entered(keys: dict[str, object], reason: str) -> None:
    one = begun(1, 2)
    assert one.tries("p11", "sheet", **keys) == reason
    assert one.one.sheets == ()


def test_nobody_enters_another_tables_sheet() -> None:
    one = begun(1, 2, 3, 4)
    assert one.tries("p31", "sheet", table=1, **SUMS) == "tournament-not-your-table"
    assert one.tries("p99", "sheet", table=1, **SUMS) == "tournament-not-your-table"


def test_who_plays_does_not_rule_at_their_own_table_and_a_named_substitute_does() -> None:
    one = club()
    one.does("p0", "enter", players=["p0", "p1"])
    one.does("p1", "confirm", number=1)
    one.pairs(2)
    one.does(ARBITER, "arbiter", player="p50")
    one.starts()
    one.does(ARBITER, "sheet", table=1, **SUMS)  # as a player: it waits for the other line
    assert len(one.one.sheets) == 1
    entry = one.one.entry_of("p21")
    for ruling in (
        {"type": "result", "round": 1, "table": 1, **SUMS},
        {"type": "penalty", "round": 1, "entry": entry, "vp": 1},
        {"type": "lateness", "round": 1, "entry": entry, "minutes": 4},
    ):
        assert one.tries(ARBITER, "rule", **ruling) == "tournament-own-table"
    one.does("p50", "rule", type="result", round=1, table=1, **SUMS)
    number = len(one.one.events)
    correction = {"type": "correction", "replaces": number, "mp": [1200, 805], "reason": "sum"}
    assert one.tries(ARBITER, "rule", **correction) == "tournament-own-table"
    one.does("p50", "rule", **correction)
    twice = {**correction, "replaces": number + 1, "mp": [1200, 800]}
    assert one.tries(ARBITER, "rule", **twice) == "tournament-own-table"


def test_nobody_but_an_arbiter_rules_pairs_closes_or_finishes() -> None:
    one = begun(1, 2)
    for verb in ("pair", "close", "finish", "go", "cancel"):
        assert one.tries("p11", verb) == "tournament-arbiter"
    assert one.tries("p11", "rule", type="timeout", round=1) == "tournament-arbiter"
    assert one.tries("p11", "answer", table=1) == "tournament-arbiter"
    assert one.tries("p11", "arbiter", player="p11") == "tournament-arbiter"
    one.does(Who("p77", admin=True), "rule", type="timeout", round=1)


def test_a_pairing_or_an_end_cannot_be_ruled() -> None:
    one = begun(1, 2)
    assert one.tries(ARBITER, "rule", type="paired", round=2, tables=[], bye=[]) == "event-unusable"
    assert one.tries(ARBITER, "rule", type="finished") == "event-unusable"
    assert one.tries(ARBITER, "event", type="finished") == "no-such-command"


def test_a_call_stands_until_the_arbiter_has_been_there() -> None:
    one = begun(1, 2)
    assert one.tries("p99", "call") == "tournament-not-your-table"
    one.does("p22", "call")
    assert one.tries("p11", "call") == "tournament-is-called"
    assert one.tries(ARBITER, "answer", table=2) == "tournament-not-called"
    one.does(ARBITER, "answer", table=1)
    assert one.one.calls == ()


def test_a_late_pair_from_the_waiting_list_completes_the_incomplete_table() -> None:
    one = club(places=3)
    one.pairs(1, 2, 3, 4)
    one.starts()
    assert one.one.current is not None
    assert one.one.current.bye
    one.does(ARBITER, "rule", type="late-entry", round=1, entry="4", minutes=6)
    assert len(one.one.current.pairings) == 2
    assert one.check() == ""


def test_somebody_new_comes_in_while_round_1_is_open() -> None:
    one = begun(1, 2, 3)
    assert one.tries(ARBITER, "enter", players=["p11", "p72"]) == "tournament-entered"
    one.does(ARBITER, "enter", players=["p71"], guests=["Zoe"])
    one.does(ARBITER, "rule", type="late-entry", round=1, entry="4", minutes=1)
    assert one.check() == ""
    assert one.folded() == one.one


def test_nobody_new_comes_in_where_the_order_was_drawn_or_round_1_is_over() -> None:
    drawn = club(first="lot")
    drawn.pairs(1, 2, 3)
    drawn.starts()
    assert drawn.tries(ARBITER, "enter", players=["p71", "p72"]) == "tournament-late-lot"
    cup = club(rounds=("knock-out", "knock-out"))
    cup.pairs(1, 2, 3, 4)
    cup.starts()
    assert cup.tries(ARBITER, "enter", players=["p71", "p72"]) == "tournament-late-full"
    one = begun(1, 2)
    one.does(ARBITER, "sheet", table=1, **SUMS)
    one.does(ARBITER, "close")
    assert one.tries(ARBITER, "enter", players=["p71", "p72"]) == "tournament-too-late"


def test_a_pair_registers_late_of_its_own_and_the_arbiter_admits_it() -> None:
    one = begun(1, 2, 3)
    one.does("p71", "enter", players=["p71", "p72"])
    assert not one.one.entry_of("p71")  # the other has not said so
    one.does("p72", "confirm", number=4)
    assert one.one.proposals == ()
    assert [entry.id for entry in not_admitted(one.one)] == ["4"]
    one.does(ARBITER, "rule", type="late-entry", round=1, entry="4", minutes=1)
    assert one.one.pairing_of("p71") is not None
    assert one.check() == ""
    assert one.folded() == one.one


def test_an_arbiter_who_plays_asks_their_late_partner_like_anybody() -> None:
    one = club(starts=0)
    one.pairs(1, 2, 3)
    one.starts()
    one.does(ARBITER, "enter", players=["p0", "p51"])
    assert [entry.id for entry in one.one.entries] == ["1", "2", "3"]
    one.does("p52", "enter", players=["p52", "p51"])
    one.does("p51", "confirm", number=4)
    assert [(entry.id, entry.players) for entry in one.one.entries[3:]] == [("4", ("p0", "p51"))]
    assert one.one.proposals == ()
    assert one.check() == ""
    assert one.folded() == one.one


def test_who_came_in_for_somebody_says_yes_to_no_late_pair() -> None:
    one = club(starts=0)
    one.pairs(1, 2, 3)
    one.starts()
    one.does("p52", "enter", players=["p52", "p51"])
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p11", **{"in": "p51"}, reason="taken ill")
    assert one.tries("p51", "confirm", number=4) == "tournament-entered"
    assert one.check() == ""


def test_a_late_pair_that_is_not_whole_yet_is_taken_back_by_who_proposed_it_or_by_the_arbiter() -> None:
    one = begun(1, 2, 3)
    one.does("p71", "enter", players=["p71", "p72"])
    assert one.tries("p72", "leave", number=4) == "tournament-leave-running"
    assert one.tries(ARBITER, "leave", number=1) == "tournament-leave-running"
    one.does(ARBITER, "leave", number=4)
    assert one.one.proposals == ()
    one.does("p71", "enter", players=["p71", "p72"])
    one.does(BOT, "leave", number=5)
    assert one.one.proposals == ()
    assert one.folded() == one.one


def test_nobody_registers_late_where_no_table_is_incomplete_or_round_1_is_over() -> None:
    full = begun(1, 2)
    assert full.tries("p71", "enter", players=["p71", "p72"]) == "tournament-late-full"
    one = begun(1, 2, 3)
    one.does("p71", "enter", players=["p71", "p72"])
    one.does("p81", "enter", players=["p81", "p82"])
    one.does("p81", "leave")
    assert [proposal.players for proposal in one.one.proposals] == [("p71", "p72")]
    one.does(ARBITER, "sheet", table=1, **SUMS)
    one.does(ARBITER, "close")
    assert one.tries("p72", "confirm", number=4) == "tournament-too-late"
    assert one.tries("p81", "enter", players=["p81", "p82"]) == "tournament-too-late"
    one.does(ARBITER, "pair")
    assert one.one.proposals == ()
    assert one.folded() == one.one


def test_a_guest_replaces_a_player_and_the_file_names_them() -> None:
    one = begun(1, 2)
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p11", guest="Zoe", reason="taken ill")
    assert one.one.progress is not None
    assert one.one.progress.rosters["1"] == ("g1", "p12")
    assert one.tries("p11", "sheet", table=1, **SUMS) == "tournament-not-your-table"
    assert one.check() == ""
    assert one.folded() == one.one


def test_a_whole_evening_with_a_bye_a_no_show_a_correction_and_a_penalty() -> None:
    one = begun(1, 2, 3, 4, 5)
    one.does(ARBITER, "go")
    assert one.tries(ARBITER, "go") == "tournament-going"
    one.does(ARBITER, "rule", type="lateness", round=1, entry="4", minutes=12)
    one.does("p12", "sheet", table=1, **SUMS)
    assert one.tries(ARBITER, "close") == "event-undecided"
    assert one.signs("p22") == ""
    result = len(one.one.events)
    one.does(ARBITER, "close")
    one.does(ARBITER, "rule", type="correction", replaces=result, mp=[1200, 900], reason="added up wrongly")
    one.does(ARBITER, "rule", type="penalty", round=1, entry="2", vp=1)
    one.does(BOT, "pair")
    assert one.one.current is not None
    for pairing in one.one.current.pairings:
        one.does(ARBITER, "sheet", table=pairing.table, mp=[1000, 1000 + 5 * pairing.table])
    one.does(ARBITER, "close")
    assert one.tries(ARBITER, "pair") == "event-no-round-left"
    one.does(ARBITER, "finish")
    assert (one.one.state, one.check()) == (OVER, "")
    assert one.one.progress is not None
    assert [row.place for row in standings(one.one.progress)][:3] == [1, 2, 3]
    assert one.folded() == one.one
    assert one.tries(ARBITER, "cancel") == "tournament-over"


def test_a_cancelled_evening_keeps_what_happened() -> None:
    one = begun(1, 2)
    one.does("p11", "call")
    one.does(ARBITER, "cancel", reason="the lights are  out")
    assert (one.one.reason, one.one.calls) == ("the lights are out", ())
    assert one.tries("p11", "sheet", table=1, **SUMS) == "tournament-not-running"
    assert one.tries(ARBITER, "start", seed=SEED) == "tournament-not-now"
    assert one.check() == ""


def test_two_players_of_one_name_are_told_apart_in_the_file() -> None:
    one = begun(1, 2)
    from bot.tournaments.evening_file import document  # noqa: PLC0415  for this test alone

    found = document(one.one, {"p11": "Anna", "p22": "Anna", "p12": "Bruno"})
    assert [entry["players"] for entry in found["entries"]] == [["Anna", "Bruno"], ["p21", "Anna (2)"]]


def test_a_team_enters_both_tables_of_its_match() -> None:
    one = club(kind="teams")
    for team in (1, 2):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4)])
    one.starts()
    deals = [[700, 505], [300, 640], [800, 395]]
    one.does("p11", "sheet", table=1, deals=deals, deals2=deals)
    assert one.signs("p24") == ""
    assert one.one.undecided == ()
    assert (one.one.state, one.check()) == (RUNNING, "")


def test_who_came_late_and_was_not_admitted_directs_nothing() -> None:
    one = Club(new_tournament(thursday(), f"{IN_BROWSER}9", ARBITER.id, NOW))
    one.pairs(1, 2, 3)
    one.starts()
    one.does("p71", "enter", players=["p71", "p72"])
    one.does("p72", "confirm", number=4)
    one.does(BOT, "forgotten", player=ARBITER.id)
    assert one.tries("p71", "takeover") == "tournament-not-now"
    one.does("p31", "takeover")
    assert one.one.staff == ("p31",)


def test_the_report_bears_the_day_of_the_evening_though_it_finishes_by_itself_the_day_after() -> None:
    one = club(rounds=("mitchell",), deals=(3,))
    one.pairs(1, 2)
    one.starts()
    title, _, _ = report_text(one.one, ENGLISH).partition("\n")
    one.does(ARBITER, "sheet", table=1, **SUMS)
    one.does(ARBITER, "close")
    one.at += DAY
    one.does(BOT, "finish")
    assert report_text(one.one, ENGLISH).startswith(f"{title}\n")
