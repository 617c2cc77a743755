"""An evening that is dealt in the chat, as a value: what is announced, whose word makes a score stand, what is due."""

import json
from typing import Any

import pytest

from bot.durations import HOUR, MINUTE
from bot.requests.tournaments.news import private_words
from bot.tables.assigned import open_assigned
from bot.tournaments.announcing import fault
from bot.tournaments.club_tournament import CANCELLED, LOST, SILENT, UNPLAYED, Announcement
from bot.tournaments.commands import parse_command
from bot.tournaments.dealing import OpenTable, TellTournament, steps
from bot.tournaments.dealt import score_to_sign
from bot.tournaments.kind import kinds_of_letters
from bot.tournaments.timers import CLOSES, GOES, OFFICIO, STANDS, TIME_OUT, dues
from tests.tables.playing import CLOCK, SEED, START, after
from tests.tournaments.club import ARBITER, BOT, Club, club, thursday

DEALS = [[720, 505], [335, 640], [810, 395]]


def dealt(**keys: Any) -> Club:
    """Two pairs at the first table of an evening that is dealt in the chat, and the clock runs."""
    one = club(cards="dealt", window=5, **keys)
    one.pairs(1, 2)
    one.starts()
    one.does(ARBITER, "go")
    return one


def scored(**keys: Any) -> Club:
    """The same, and the table is over."""
    one = dealt(**keys)
    one.does(BOT, "score", table=1, deals=DEALS)
    return one


def due(one: Club, kind: str) -> int:
    """When it is due; 0 for never."""
    return {each.kind: each.at for each in dues(one.one)}.get(kind, 0)


@pytest.mark.parametrize(("keys", "refused"), [
    ({}, ""),
    ({"kind": "individual", "rounds": ("individual", "individual")}, ""),
    ({"kind": "singles"}, ""),
    ({"code": "three-player", "kind": "three-player", "rounds": ("three-player",), "deals": (3,)}, ""),
    ({"kind": "teams"}, "tournament-dealt-teams"),
    ({"kind": "singles", "code": "fitab"}, "tournament-dealt-code"),
    ({"cards": "paper"}, "tournament-one-of"),
])  # fmt: skip
def test_what_can_be_dealt_in_the_chat_is_announced(keys: dict[str, Any], refused: str) -> None:
    found = fault(thursday(**{"cards": "dealt", **keys}))
    assert (found.key if found else "") == refused


def test_an_announcement_of_before_is_of_real_cards() -> None:
    assert Announcement("T", "febur", "pairs", ("mitchell",), (3,)).cards == "real"
    one = club()
    assert one.tries(ARBITER, "announce", cards="dealt") == "tournament-fixed"


def test_guests_play_with_real_cards_alone() -> None:
    one = club(cards="dealt")
    assert one.tries(ARBITER, "enter", guests=["Rita", "Sara"]) == "tournament-dealt-guests"
    one.pairs(1, 2)
    one.starts()
    replaced = {"type": "replacement", "entry": "1", "out": "p11", "guest": "Rita", "reason": "taken ill"}
    assert one.tries(ARBITER, "rule", **replaced) == "tournament-dealt-guests"


@pytest.mark.parametrize(("before", "within"), [(2, 0), (0, 10)])
def test_a_score_gets_back_the_part_of_a_pause_through_which_it_waited(before: int, within: int) -> None:
    """It was entered so many minutes before a pause of an hour, or so many before its end."""
    one = dealt()
    if before:
        one.does(BOT, "score", table=1, deals=DEALS)
        one.at += before * MINUTE
    one.does(ARBITER, "pause")
    one.at += HOUR - within * MINUTE
    if within:
        one.does(BOT, "score", table=1, deals=DEALS)
    one.at += within * MINUTE
    one.does(ARBITER, "resume")
    assert due(one, STANDS) == one.at + (5 - before) * MINUTE


def test_both_lines_sign_and_the_score_is_the_result() -> None:
    one = scored()
    assert one.signs("p11") == ""
    assert one.one.undecided != ()
    assert one.signs("p12") == "tournament-signed-before"
    assert one.signs("p21") == ""
    assert (one.one.undecided, one.one.scores) == ((), ())
    assert json.loads(one.one.events[-1])["deals"] == DEALS
    assert one.folded() == one.one
    assert one.check() == ""


def test_a_score_to_which_nobody_objects_stands_when_its_window_ends() -> None:
    one = scored()
    assert due(one, STANDS) == one.at + 5 * MINUTE
    one.at += 5 * MINUTE - 1
    assert one.tries(BOT, "stand", table=1) == "tournament-not-now"
    one.at += 1
    one.does(BOT, "stand", table=1)
    assert one.one.undecided == ()
    assert due(one, CLOSES)
    one.does(BOT, "close")
    assert one.folded() == one.one
    assert one.check() == ""


def test_an_objection_calls_the_arbiter_and_nothing_stands_by_itself_until_they_have_been_there() -> None:
    one = scored()
    assert one.signs("p22", "dispute") == ""
    (call,) = one.one.calls
    assert (call.table, call.player, call.dispute) == (1, "p22", True)
    assert due(one, STANDS) == 0
    one.at += HOUR
    assert one.tries(BOT, "stand", table=1) == "tournament-not-now"
    one.does(ARBITER, "answer", table=1)
    one.does(BOT, "stand", table=1)
    assert one.one.undecided == ()


def test_the_arbiter_enters_other_numbers_than_the_table_told() -> None:
    one = scored()
    one.signs("p22", "dispute")
    one.does(ARBITER, "sheet", table=1, mp=[1000, 900])
    assert (one.one.undecided, one.one.scores, one.one.calls) == ((), (), ())


def test_players_enter_no_sheet_and_sign_nothing_that_is_not_there() -> None:
    one = dealt()
    assert one.tries("p11", "sheet", table=1, deals=DEALS) == "tournament-dealt-here"
    assert one.tries("p11", "sign", mark="x") == "tournament-no-score"
    one.does(BOT, "score", table=1, deals=DEALS)
    assert one.tries("p11", "sign", mark="x") == "tournament-other-numbers"
    assert score_to_sign(one.one, "p0") is None
    assert one.tries("p0", "sign", mark="x") == "tournament-not-your-table"


def test_only_the_host_tells_scores_and_once() -> None:
    one = dealt()
    assert one.tries(ARBITER, "score", table=1, deals=DEALS) == "tournament-not-now"
    one.does(BOT, "score", table=1, deals=DEALS)
    assert one.tries(BOT, "score", table=1, deals=DEALS) == "tournament-not-now"


def test_a_table_with_too_few_deals_is_the_arbiters_business_unless_time_was_called() -> None:
    one = dealt()
    one.does(BOT, "score", table=1, deals=DEALS[:2])
    assert [(call.table, call.why) for call in one.one.calls] == [(1, UNPLAYED)]
    assert one.one.scores == ()
    assert one.tries(BOT, "score", table=1, deals=DEALS[:2]) == "tournament-is-called"
    assert one.folded() == one.one
    after = dealt()
    after.does(ARBITER, "rule", type="timeout", round=1)
    after.does(BOT, "score", table=1, deals=DEALS[:2])
    assert after.one.calls == ()
    assert len(after.one.scores) == 1


def test_a_match_that_a_clock_has_lost_in_its_first_turn_is_ruled_so_without_points() -> None:
    one = dealt(code="online", deals=(2,))
    (opening,) = steps("t", one.one, {}, {}, {})
    assert isinstance(opening, OpenTable)
    table = open_assigned(opening.settings, opening.assigned, opening.chairs, START)
    table = after(table, (CLOCK, f"begin {SEED}"), (CLOCK, f"seal {SEED}"), (CLOCK, "deal"), (CLOCK, "play t"))
    (step,) = steps("t", one.one, {1: table}, {}, {})
    assert isinstance(step, TellTournament)
    verb, keys = parse_command(step.command)
    assert (verb, keys["type"], keys["mp"]) == ("rule", "forfeit", [0, 0])
    one.does(BOT, verb, **keys)
    assert one.one.undecided == ()


def test_who_is_silent_is_told_to_the_arbiter_and_stops_nobody() -> None:
    one = dealt()
    assert one.tries(ARBITER, "call", table=1, why=SILENT) == "tournament-not-your-table"
    assert one.tries(BOT, "call", table=9, why=SILENT) == "tournament-not-now"
    one.does(BOT, "call", table=1, player="p11", why=SILENT)
    (call,) = one.one.calls
    assert (call.player, call.halts) == ("p11", False)
    assert one.tries("p21", "call") == "tournament-is-called"


def test_nobody_loses_a_table_of_the_chat_because_others_say_that_they_are_missing() -> None:
    one = dealt()
    assert one.tries("p11", "missing") == "tournament-dealt-missing"
    one.at += HOUR
    assert one.tries(BOT, "officio") == "tournament-not-now"
    assert due(one, OFFICIO) == 0
    assert one.one.undecided != ()


def test_what_is_ruled_after_a_round_is_shown_at_once_where_its_tables_stand() -> None:
    one = scored()
    assert (one.signs("p11"), one.signs("p21")) == ("", "")
    one.does(BOT, "close")
    before = one.one
    corrected = {"type": "correction", "replaces": 2, "mp": [1000, 900], "reason": "added up wrongly"}
    one.does(ARBITER, "rule", **corrected)
    assert [*kinds_of_letters(before, one.one)] == ["round1", "standings1"]


def test_the_evening_stands_still_and_nobody_loses_time() -> None:
    one = dealt()
    ends = due(one, TIME_OUT)
    assert ends
    assert one.tries("p11", "pause") == "tournament-arbiter"
    one.does(ARBITER, "pause")
    assert due(one, TIME_OUT) == 0
    assert one.tries(ARBITER, "pause") == "tournament-not-now"
    one.at += 7 * MINUTE
    one.does(ARBITER, "resume")
    assert due(one, TIME_OUT) == ends + 7 * MINUTE
    assert one.folded() == one.one


def test_an_evening_that_stands_still_before_its_go_loses_no_time_and_gains_none() -> None:
    one = club(cards="dealt", window=5)
    one.pairs(1, 2)
    one.starts()
    one.does(BOT, "pause", why=LOST)
    one.at += 10 * MINUTE
    assert one.tries(ARBITER, "go") == "tournament-halted"
    one.does(ARBITER, "resume")
    one.does(ARBITER, "go")
    assert one.one.went_at == one.at
    assert one.folded() == one.one


def test_an_arbiter_who_has_left_hears_nothing_of_an_evening_that_stands_still() -> None:
    one = dealt()
    one.does(ARBITER, "arbiter", player="p9")
    one.does("p9", "leaves")
    before = one.one
    one.does(BOT, "pause", why=LOST)
    hearers = {word.person for word in private_words("t", before, one.one)}
    assert hearers == {"p0", "p11", "p12", "p21", "p22"}


def test_where_everything_begins_by_itself_the_go_comes_a_minute_after_the_pairing() -> None:
    one = club(cards="dealt", automatic=True)
    one.pairs(1, 2)
    one.starts()
    assert due(one, GOES) == one.at + MINUTE
    one.at += MINUTE
    one.does(BOT, "go")
    assert due(one, GOES) == 0


def test_a_cancelled_evening_waits_for_nobodys_word() -> None:
    one = scored()
    one.does(ARBITER, "cancel", reason="lights")
    assert (one.one.state, one.one.scores, dues(one.one)) == (CANCELLED, (), ())


@pytest.mark.parametrize(
    "command", [("score", {"deals": DEALS}), ("call", {"why": UNPLAYED}), ("call", {"why": SILENT, "player": "p11"})]
)
def test_what_a_table_tells_of_a_round_that_is_over_is_no_word_of_the_table_with_its_number_now(
    command: tuple[str, dict[str, Any]],
) -> None:
    verb, keys = command
    one = dealt(rounds=("danese", "danese"), deals=(3, 3))
    one.does(ARBITER, "rule", type="score", round=1, table=1, vp=[12, 8], mp=[305, -305])
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    assert one.tries(BOT, verb, round=1, table=1, **keys) == "tournament-not-now"
    one.does(BOT, verb, round=2, table=1, **keys)
    assert one.folded() == one.one
