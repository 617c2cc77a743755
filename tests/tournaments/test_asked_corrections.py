"""Corrections that players ask for: every line signs, else the arbiter is called; within the window of the code."""

import json
from dataclasses import replace

import pytest

from bot.durations import MINUTE
from bot.requests.tournaments.news import private_words
from bot.tournaments.club_tournament import CORRECTION
from bot.tournaments.commands import carry_out
from bot.tournaments.corrections import ask_mark, correctable, has_sides, missing_signers, to_sign
from bot.tournaments.evening_file import document
from bot.tournaments.timers import dues
from engine.tournament.state import Totals
from tests.tournaments.club import ARBITER, BOT, Club, club

DEALS = [[720, 505], [335, 640], [810, 395]]
RIGHT = [[720, 505], [335, 640], [810, 495]]


def played(**keys: object) -> Club:
    """Both tables of the first round have their result, each signed by both lines."""
    one = club(**keys)
    one.pairs(1, 2, 3, 4)
    one.starts()
    for first, second, table in (("p11", "p21", 1), ("p31", "p41", 2)):
        one.does(first, "sheet", table=table, deals=DEALS)
        assert one.signs(second) == ""
    return one


def points(one: Club, table: int = 1, number: int = 1) -> tuple[int, ...]:
    assert one.one.progress is not None
    pairing = one.one.progress.rounds[number - 1].at(table)
    assert pairing is not None
    assert isinstance(pairing.decision, Totals)
    return pairing.decision.mp


def reads(one: Club, who: str, verb: str = "sign") -> str:
    """They answer what was asked last."""
    return one.tries(who, verb, mark=ask_mark(one.one.requests[-1]))


def due(one: Club) -> dict[str, int]:
    return {each.kind: each.at for each in dues(one.one)}


def test_a_correction_that_both_lines_sign_is_the_result() -> None:
    one = played()
    one.does("p12", "correct", deals=RIGHT)
    assert points(one) == (1865, 1540)
    assert missing_signers(one.one, one.one.requests[0]) == ["p21", "p22"]
    assert to_sign(one.one, "p11") == []
    assert reads(one, "p11") == "tournament-signed-before"
    assert reads(one, "p31") == "tournament-no-longer"
    assert reads(one, "p22") == ""
    assert points(one) == (1865, 1640)
    assert not one.one.requests
    ruling = one.one.rulings[-1]
    assert (ruling.what, ruling.table, ruling.by) == ("correction", 1, "p22")
    assert json.loads(ruling.keys)["signed"] == ["p12", "p22"]
    paper = one.one.paper(1, 1)
    assert paper is not None
    assert paper.version is not None
    assert paper.version.acknowledged == {"p12", "p22"}
    assert one.tries("p11", "appeal", ruling=ruling.id) == "tournament-agreed"
    assert one.check() == ""
    assert one.folded() == one.one
    one.does(ARBITER, "reverse", ruling=ruling.id, reason="they were right before")
    assert points(one) == (1865, 1540)


def test_the_same_numbers_from_the_other_line_are_its_signature() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    one.does("p21", "correct", deals=RIGHT)
    assert points(one) == (1865, 1640)


def test_who_does_not_agree_calls_the_arbiter_and_the_result_stands() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    assert reads(one, "p21", "dispute") == ""
    assert [(call.table, call.player, call.why) for call in one.one.calls] == [(1, "p11", CORRECTION)]
    assert points(one) == (1865, 1540)
    one.does(ARBITER, "close")  # the call stands, and nothing is paired by itself
    assert [call.why for call in one.one.calls] == [CORRECTION]
    assert "pair" not in due(one)
    assert reads(one, "p21", "dispute") == "tournament-is-called"
    one.does(ARBITER, "answer", table=1)
    assert (one.one.calls, one.one.requests) == ((), ())
    assert due(one)["pair"] == one.at + 5 * MINUTE
    assert one.folded() == one.one


def test_what_an_arbiter_has_settled_the_players_do_not_correct() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    assert reads(one, "p21", "dispute") == ""
    one.does(ARBITER, "rule", type="correction", replaces=2, mp=[1865, 1545], reason="counted anew")
    assert not one.one.calls
    assert not one.one.requests
    assert one.tries("p11", "correct", deals=RIGHT) == "tournament-settled"
    assert correctable(one.one, "p11") is None
    assert correctable(one.one, "p31") is not None


def test_lines_that_come_to_agree_by_themselves_may_still_correct_their_sum() -> None:
    one = club()
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does("p11", "sheet", table=1, mp=[2000, 500])
    one.does("p31", "sheet", table=2, mp=[2000, 500])
    one.does("p21", "sheet", table=1, mp=[1900, 500])
    one.does("p41", "sheet", table=2, mp=[1900, 500])
    one.does("p11", "sheet", table=1, mp=[1900, 500])
    one.does(ARBITER, "sheet", table=2, mp=[1900, 500])
    assert one.one.disputed == (1, 2)
    assert one.tries("p31", "correct", mp=[1950, 500]) == "tournament-settled"
    one.does("p11", "correct", mp=[1950, 500])
    assert reads(one, "p21") == ""
    assert points(one) == (1950, 500)
    assert one.check() == ""


def test_after_a_minute_without_an_answer_the_arbiter_is_called() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    one.does(ARBITER, "close")
    assert due(one)["officio"] == one.at + MINUTE
    assert "pair" not in due(one)
    assert one.tries(BOT, "officio") == "tournament-not-now"
    one.at += MINUTE
    one.does(BOT, "officio")
    assert [call.why for call in one.one.calls] == [CORRECTION]
    assert reads(one, "p22") == ""  # they may still agree
    assert (one.one.calls, points(one)) == ((), (1865, 1640))
    assert one.check() == ""
    assert one.folded() == one.one


def test_other_numbers_take_the_place_of_what_was_asked_and_an_old_button_signs_nothing() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    old = ask_mark(one.one.requests[0])
    one.does("p12", "correct", mp=[1865, 1645])
    assert len(one.one.requests) == 1
    assert one.tries("p21", "sign", mark=old) == "tournament-no-longer"
    assert reads(one, "p21") == ""
    assert points(one) == (1865, 1645)


@pytest.mark.parametrize(
    ("who", "keys", "why"),
    [
        ("p51", {"deals": RIGHT}, "tournament-not-your-table"),
        ("p11", {"deals": DEALS}, "tournament-same-numbers"),
        ("p11", {"deals": RIGHT[:2]}, "event-deals"),
        ("p11", {"mp": [1865, 1541]}, "event-multiple-of-5"),
        ("p11", {}, "event-unusable"),
        ("p11", {"mp": [5, 0], "round": 2}, "tournament-no-round"),
        ("p11", {"mp": [5, 0], "round": "1"}, "tournament-no-round"),
    ],
)
def test_what_cannot_be_asked_changes_nothing(who: str, keys: dict[str, object], why: str) -> None:
    one = played()
    before = one.one
    assert one.tries(who, "correct", **keys) == why
    assert one.one == before


def test_before_the_result_there_is_nothing_to_correct() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    assert one.tries("p11", "correct", deals=RIGHT) == "tournament-no-result"


def paired_again(one: Club) -> Club:
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    return one


def test_in_febur_all_four_say_that_the_sides_were_exchanged_before_the_pairing_too() -> None:
    """Art. 24: on condition that who sits at the table acknowledges it, which is *also* possible after the pairing."""
    for numbers in ({"swap": True}, {"deals": [row[::-1] for row in DEALS]}, {"mp": [1540, 1865]}):
        one = played()
        one.does("p11", "correct", **numbers)
        assert missing_signers(one.one, one.one.requests[0]) == ["p12", "p21", "p22"]
        assert reads(one, "p21") == ""
        assert reads(one, "p12") == ""
        assert points(one) == (1865, 1540)
        assert reads(one, "p22") == ""
        assert points(one) == (1540, 1865)
        assert one.one.rulings[-1].what == "swap"
        assert one.check() == ""
        assert one.folded() == one.one


def test_in_fitab_exchanged_sides_are_an_error_as_any_other() -> None:
    one = played(code="fitab")
    one.does("p11", "correct", swap=True)
    assert reads(one, "p21") == ""
    assert points(one) == (1540, 1865)


def test_in_febur_sums_are_corrected_until_the_pairing_and_exchanged_sides_when_all_four_say_so() -> None:
    one = played()
    one.does("p11", "correct", deals=RIGHT)
    paired_again(one)  # the arbiter pairs nonetheless: too late
    assert not one.one.requests
    assert one.tries("p11", "correct", round=1, deals=RIGHT) == "event-window"
    one.does("p11", "correct", round=1, swap=True)
    assert missing_signers(one.one, one.one.requests[0]) == ["p12", "p21", "p22"]
    assert reads(one, "p21") == ""
    assert reads(one, "p21") == "tournament-signed"
    assert reads(one, "p12") == ""
    assert points(one) == (1865, 1540)
    assert reads(one, "p22") == ""
    assert points(one) == (1540, 1865)
    assert one.one.rulings[-1].what == "swap"
    assert one.check() == ""
    assert one.folded() == one.one


def test_in_fitab_an_earlier_round_is_corrected_and_the_arbiter_comes_to_where_they_sit_now() -> None:
    one = paired_again(played(code="fitab", rounds=("mitchell", "mitchell")))
    now = one.one.pairing_of("p21")
    assert now is not None
    assert now.table == 2
    one.does("p21", "correct", round=1, deals=RIGHT)
    assert reads(one, "p11", "dispute") == ""
    assert [(call.table, call.why) for call in one.one.calls] == [(2, CORRECTION)]
    assert reads(one, "p12") == ""
    assert one.one.calls == ()
    assert points(one) == (1865, 1640)
    assert one.check() == ""


def test_for_a_line_of_guests_the_arbiter_is_called_at_once() -> None:
    one = club()
    one.pairs(1)
    one.pairs_by_arbiter(1)
    one.starts()
    one.does(ARBITER, "sheet", table=1, deals=DEALS)
    one.does("p11", "correct", deals=RIGHT)
    assert [call.why for call in one.one.calls] == [CORRECTION]
    one.does(ARBITER, "rule", type="correction", replaces=2, deals=RIGHT, reason="both say so")
    assert (one.one.calls, one.one.requests, points(one)) == ((), (), (1865, 1640))


def test_of_three_players_every_one_signs() -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2)
    for player in ("p1", "p2", "p3"):
        one.does(player, "enter", players=[player])
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[700, 505, 300])
    one.does("p1", "correct", mp=[700, 505, 310])
    assert reads(one, "p2") == ""
    assert points(one) == (700, 505, 300)
    assert reads(one, "p3") == ""
    assert points(one) == (700, 505, 310)


def test_for_a_team_of_fitab_its_captain_asks_and_signs() -> None:
    one = club(code="fitab", kind="teams")
    for team in (1, 2):
        one.does(ARBITER, "enter", players=[f"p{team}{seat}" for seat in (1, 2, 3, 4)])
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1200, 800])
    assert one.tries("p12", "correct", mp=[1205, 800]) == "tournament-captain"
    one.does("p11", "correct", mp=[1205, 800])
    assert reads(one, "p22") == "tournament-signed-before"
    assert reads(one, "p21") == ""
    assert points(one) == (1205, 800)


def test_the_file_names_nobody_who_signed_by_an_id_of_ours() -> None:
    one = played()
    one.does("p12", "correct", deals=RIGHT)
    assert reads(one, "p22") == ""
    correction = document(one.one, {})["events"][-1]
    assert correction["type"] == "correction"
    assert "signed" not in correction
    assert one.check() == ""


def test_what_waits_when_another_round_is_paired_waits_anew_and_the_arbiter_is_called_where_they_sit_then() -> None:
    one = paired_again(played(code="fitab", rounds=("mitchell", "mitchell", "danese"), deals=(3, 3, 3)))
    one.does("p21", "correct", round=1, deals=RIGHT)
    assert reads(one, "p11", "dispute") == ""
    for table in (1, 2):
        one.does(ARBITER, "rule", type="score", round=2, table=table, vp=[10, 10], mp=[0, 0])
    paired_again(one)  # the arbiter pairs nonetheless
    (request,) = one.one.requests
    assert (request.called_at, one.one.calls) == (0, ())
    one.at += MINUTE
    one.does(BOT, "officio")
    now = one.one.pairing_of("p21")
    assert now is not None
    assert [(call.table, call.why) for call in one.one.calls] == [(now.table, CORRECTION)]
    one.does(ARBITER, "answer", table=now.table)
    assert one.one.requests == ()
    assert one.folded() == one.one


def test_the_arbiter_is_called_for_a_correction_where_the_table_had_called_for_something_else() -> None:
    one = paired_again(played(code="fitab", rounds=("mitchell", "mitchell")))
    one.does(ARBITER, "go")
    one.does("p21", "missing")
    one.does("p21", "correct", round=1, deals=RIGHT)
    assert reads(one, "p11", "dispute") == ""
    now = one.one.pairing_of("p21")
    assert now is not None
    one.does(ARBITER, "rule", type="score", round=2, table=now.table, vp=[10, 10], mp=[0, 0])
    assert [(call.table, call.player, call.why) for call in one.one.calls] == [(now.table, "p21", CORRECTION)]
    one.does(ARBITER, "answer", table=now.table)
    assert (one.one.calls, one.one.requests) == ((), ())
    assert one.folded() == one.one


def test_a_correction_that_an_arbiter_has_reversed_is_settled() -> None:
    one = played()
    one.does("p12", "correct", deals=RIGHT)
    assert reads(one, "p22") == ""
    one.does(ARBITER, "reverse", ruling=one.one.rulings[-1].id, reason="they were right before")
    assert one.tries("p12", "correct", deals=RIGHT) == "tournament-settled"


def test_after_the_end_nothing_waits_to_be_signed_and_after_it_is_taken_back_it_does_again() -> None:
    one = played(rounds=("mitchell",), deals=(3,))
    one.does("p12", "correct", deals=RIGHT)
    one.does(ARBITER, "close")
    finished_by_an_earlier_program(one)
    assert to_sign(one.one, "p21") == []
    one.does(ARBITER, "reopen", reason="a sum was wrong")
    assert len(to_sign(one.one, "p21")) == 1
    assert "officio" in due(one)


def finished_by_an_earlier_program(one: Club) -> None:
    """It asked of no correction that waited; its log folds as before."""
    waiting, one.one = one.one.requests, replace(one.one, requests=())
    one.does(ARBITER, "finish")
    one.one = replace(one.one, requests=waiting)
    assert one.folded() == one.one


def test_nothing_is_final_while_a_correction_waits() -> None:
    one = played(rounds=("mitchell",), deals=(3,))
    one.does(ARBITER, "close")
    one.does("p12", "correct", deals=RIGHT)
    assert one.tries("p11", "finish") == "tournament-arbiter"
    assert one.tries(ARBITER, "finish") == "tournament-correction-open"
    assert one.tries(BOT, "finish") == "tournament-correction-open"
    one.at += MINUTE
    one.does(BOT, "officio")
    assert one.tries(ARBITER, "finish") == "tournament-correction-open"
    one.does(ARBITER, "answer", table=1)
    one.does(ARBITER, "finish")
    assert one.folded() == one.one


@pytest.mark.parametrize("what", ["signed", "corrected"])
def test_a_correction_that_is_made_keeps_no_end_waiting(what: str) -> None:
    one = played(rounds=("mitchell",), deals=(3,))
    one.does(ARBITER, "close")
    one.does("p12", "correct", deals=RIGHT)
    if what == "signed":
        assert reads(one, "p21") == ""
    else:
        assert reads(one, "p21", "dispute") == ""
        one.does(ARBITER, "rule", type="correction", replaces=one.one.requests[0].replaces, deals=RIGHT, reason="sums")
    one.does(ARBITER, "finish")
    assert one.check() == ""


def test_the_arbiter_stays_called_while_another_correction_waits_behind_the_same_table() -> None:
    one = paired_again(played(code="fitab", rounds=("mitchell", "mitchell")))
    one.does("p21", "correct", round=1, deals=RIGHT)
    assert reads(one, "p11", "dispute") == ""
    (first,) = one.one.requests
    other = replace(first, round=2, replaces=99, player="p99")
    one.one = replace(one.one, requests=(first, other))
    one.does(ARBITER, "rule", type="correction", replaces=first.replaces, deals=RIGHT, reason="sums")
    assert one.one.requests == (other,)
    assert [call.table for call in one.one.calls] == [other.called_at], "else nobody could answer it any more"


def test_what_was_asked_is_told_late_only_to_those_who_can_still_answer_it() -> None:
    one = played()
    before = one.one
    one.does("p12", "correct", deals=RIGHT)
    words = {word.person: word for word in private_words("t", before, one.one)}
    assert set(words) == {"p21", "p22"}
    assert all(word.holds(one.one) for word in words.values())
    one.does(ARBITER, "rule", type="replacement", entry="2", out="p22", **{"in": "zoe"}, reason="ill")
    assert [words[person].holds(one.one) for person in ("p21", "p22")] == [True, False]
    assert reads(one, "p21") == ""
    assert not words["p21"].holds(one.one)


def test_while_the_clock_stands_still_nobody_is_late_to_sign() -> None:
    one = club()
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "go")
    one.does("p11", "sheet", table=1, deals=DEALS)
    assert one.signs("p21") == ""
    one.does("p11", "correct", deals=RIGHT)
    one.does(ARBITER, "pause")
    one.at += 7 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one)["officio"] == one.at + MINUTE
    assert one.folded() == one.one


def test_that_the_arbiter_is_called_is_not_told_when_they_have_ruled_meanwhile() -> None:
    one = played()
    one.does("p12", "correct", deals=RIGHT)
    before = one.one
    assert reads(one, "p21", "dispute") == ""
    (word,) = [word for word in private_words("t", before, one.one) if word.person == "p12"]
    assert word.holds(one.one)
    one.does(ARBITER, "answer", table=1)
    assert not word.holds(one.one)


def test_three_players_have_no_sides_to_exchange() -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2)
    for player in ("p1", "p2", "p3"):
        one.does(player, "enter", players=[player])
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[700, 505, 300])
    assert one.tries("p1", "correct", swap=True) == "tournament-no-sides"
    assert not has_sides(one.one, "p1")
    assert has_sides(played().one, "p11")


def test_a_clock_that_stood_when_the_round_was_closed_keeps_nobody_waiting() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "go")
    one.does(ARBITER, "pause")
    one.does("p11", "sheet", table=1, deals=DEALS)
    assert one.signs("p21") == ""
    one.does(ARBITER, "close")
    one.does("p11", "correct", deals=RIGHT)
    assert due(one)["officio"] == one.at + MINUTE
    one.at += MINUTE
    one.does(BOT, "officio")
    assert [call.why for call in one.one.calls] == [CORRECTION]
    assert "unanswered" in due(one)
    assert one.tries(ARBITER, "resume") == "tournament-not-now"
    later = carry_out(one.one, "resume", one.at)  # as an older log may have it
    assert later == one.one
    assert one.folded() == one.one
