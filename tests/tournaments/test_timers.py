"""What a tournament waits for: the end of sign-up, reminders, check-in, start, clock of a round, the next round."""

from dataclasses import replace

import pytest

from bot.durations import DAY, HOUR, MINUTE
from bot.requests.tournaments.news import private_words
from bot.tournaments.club_tournament import OVER
from bot.tournaments.log import opening
from bot.tournaments.timers import dues
from bot.views.tournament_board import next_words
from bot.words.tournament_reader import TournamentReader
from tests.tournaments.club import ARBITER, BOT, NOW, SEED, Club, club

LATER = NOW + 3 * DAY
ENGLISH = TournamentReader("en", {})


def times(one: Club) -> dict[str, int]:
    return {due.kind: due.at for due in dues(one.one)}


def test_before_the_start() -> None:
    one = club(starts=LATER, check_in=30, closes=60, automatic=True)
    assert times(one) == {
        "day": LATER - DAY,
        "hour": LATER - HOUR,
        "shut": LATER - 60 * MINUTE,
        "checkin": LATER - 30 * MINUTE,
        "start": LATER,
        "lapse": LATER + DAY,
    }
    one.does(BOT, "remind", kind="day")
    one.does(BOT, "shut")
    assert set(times(one)) == {"hour", "checkin", "start", "lapse"}
    assert one.tries(BOT, "remind", kind="day") == "tournament-not-now"
    assert one.tries(ARBITER, "remind", kind="hour") == "tournament-not-now"


def test_who_has_just_read_of_it_is_not_reminded() -> None:
    assert set(times(club(starts=NOW + 2 * HOUR))) == {"hour", "shut", "lapse"}
    assert set(times(club(starts=NOW + HOUR // 2))) == {"shut", "lapse"}


def test_a_new_time_reminds_anew() -> None:
    one = club(starts=LATER)
    one.does(BOT, "remind", kind="day")
    one.does(ARBITER, "announce", starts=LATER + DAY)
    assert times(one)["day"] == LATER


def test_without_a_time_nothing_is_due() -> None:
    assert times(club(starts=0)) == {}


@pytest.mark.parametrize(("scale", "minutes"), [(100, 35), (200, 70), (50, 18)])
def test_the_clock_of_a_round_begins_with_the_arbiters_go(scale: int, minutes: int) -> None:
    one = club(scale=scale)
    one.pairs(1, 2)
    one.does(ARBITER, "start", seed="00" * 32)
    assert times(one) == {"pair": NOW}
    one.does(BOT, "pair")
    assert times(one) == {}
    one.at += 5 * MINUTE
    one.does(ARBITER, "go")
    assert times(one) == {"timeout": NOW + (5 + minutes) * MINUTE}
    one.does(BOT, "rule", type="timeout", round=1)
    assert times(one) == {}


def test_the_next_round_is_paired_after_the_window_and_the_end_comes_by_itself() -> None:
    one = club(window=10)
    one.pairs(1, 2)
    one.starts()
    for number in (1, 2):
        one.does(ARBITER, "sheet", table=1, mp=[1200, 800])
        one.does(ARBITER, "close")
        if number == 1:
            assert times(one) == {"pair": NOW + 10 * MINUTE}
            one.does(BOT, "pair")
    assert times(one) == {"finish": NOW + DAY}
    one.does(BOT, "finish")
    assert times(one) == {}


def plays(one: Club) -> None:
    """The open round has its results, and is closed."""
    for pairing in one.one.undecided:
        one.does(ARBITER, "sheet", table=pairing.table, mp=[1200, 800])
    one.does(ARBITER, "close")


def finished_early_and_taken_back() -> Club:
    one = club(rounds=("mitchell", "danese", "danese"), deals=(3, 3, 3))
    one.pairs(1, 2, 3, 4)
    one.starts()
    plays(one)
    one.does(ARBITER, "finish")
    one.at += HOUR
    one.does(ARBITER, "reopen", reason="the sides were exchanged")
    return one


def test_an_evening_finished_early_and_taken_back_finishes_by_itself_after_a_day() -> None:
    one = finished_early_and_taken_back()
    assert times(one) == {"finish": one.at + DAY}
    assert next_words(one.one, ENGLISH) == "The last round is over: the final standings follow."
    one.at += DAY
    one.does(BOT, "finish")
    assert one.one.state == OVER
    assert one.folded() == one.one


def test_an_evening_taken_back_goes_on_where_its_arbiter_pairs() -> None:
    one = finished_early_and_taken_back()
    one.does(ARBITER, "pair")
    plays(one)
    assert times(one) == {"pair": one.at + 5 * MINUTE}
    assert one.folded() == one.one


def test_where_too_few_are_left_for_another_round_the_evening_finishes_and_its_arbiters_hear_so() -> None:
    one = club(code="three-player", kind="three-player", rounds=("three-player",) * 2)
    for number in (1, 2, 3):
        one.does(f"q{number}", "enter", players=[f"q{number}"])
    one.starts()
    one.does(ARBITER, "sheet", table=1, mp=[1000, 500, 300])
    one.does(ARBITER, "close")
    assert set(times(one)) == {"pair"}
    before = one.one
    one.does(ARBITER, "rule", type="withdrawal", round=1, entry="3")
    assert times(one) == {"finish": one.at + DAY}
    assert next_words(one.one, ENGLISH) == "The last round is over: the final standings follow."
    letters = [word for word in private_words("tour", before, one.one) if word.person == ARBITER.id]
    assert [word.agrees for word in letters] == ["tournament finish tour"]
    assert letters[0].words(ENGLISH).startswith("No further round of Thursday can be paired: too few are left")
    assert letters[0].holds(one.one)
    one.at += DAY
    one.does(BOT, "finish")
    assert not letters[0].holds(one.one)
    assert one.folded() == one.one


TOO_MANY = [("danese", "knock-out", "knock-out", "knock-out"), ("danese", "mitchell", "mitchell", "mitchell")]


@pytest.mark.parametrize("rounds", [*TOO_MANY, ("mitchell", *("italiana",) * 4)])
def test_an_evening_whose_rounds_so_many_cannot_play_does_not_begin(rounds: tuple[str, ...]) -> None:
    one = club(rounds=rounds, deals=(3,) * len(rounds))
    one.pairs(1, 2, 3, 4)
    assert one.tries(ARBITER, "start", seed=SEED) == "event-limit"
    one.does(ARBITER, "announce", rounds=rounds[:3], deals=[3] * 3)
    one.starts()


@pytest.mark.parametrize("rounds", TOO_MANY)
def test_one_that_an_older_version_began_finishes_where_no_further_round_can_be_paired(rounds: tuple[str, ...]) -> None:
    one = club(rounds=rounds[:3], deals=(3, 3, 3))
    one.pairs(1, 2, 3, 4)
    one.does(ARBITER, "start", seed=SEED)
    one.rows[0] = replace(one.rows[0], entry=opening(club(rounds=rounds, deals=(3,) * 4).one))
    one.one = one.folded()
    one.does(ARBITER, "pair")
    plays(one)
    assert times(one) == {"finish": one.at + DAY}
    assert one.tries(ARBITER, "pair") == "event-limit"
    one.does(ARBITER, "finish")


def test_a_call_that_nobody_answers_for_a_minute_is_repeated_once() -> None:
    one = club()
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does("p11", "call")
    called_at = one.at
    assert times(one)["unanswered"] == called_at + MINUTE
    assert one.tries(BOT, "unanswered") == "tournament-not-now"
    one.at = called_at + MINUTE
    assert one.tries(ARBITER, "unanswered") == "tournament-not-now"
    one.does(BOT, "unanswered")
    assert [(call.table, call.reminded) for call in one.one.calls] == [(1, True)]
    assert "unanswered" not in times(one)
    one.does("p31", "call")
    assert times(one)["unanswered"] == one.at + MINUTE
    one.does(ARBITER, "answer", table=1)
    assert [call.table for call in one.one.calls] == [2]
    assert one.folded() == one.one


def test_a_call_that_is_answered_is_not_repeated() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    one.does("p11", "call")
    one.does(ARBITER, "answer", table=1)
    assert "unanswered" not in times(one)


def test_the_arbiters_and_who_has_called_hear_that_nobody_came() -> None:
    one = club()
    one.pairs(1, 2)
    one.starts()
    one.does("p11", "call")
    before, one.at = one.one, one.at + MINUTE
    one.does(BOT, "unanswered")
    reader = TournamentReader("en", {"p11": "Anna"})
    news = [(word.person, word.words(reader)) for word in private_words("tour", before, one.one)]
    assert news[0] == (ARBITER.id, "Table 1: Anna calls the arbiter. Nobody has come for a minute.")
    assert [person for person, _ in news] == [ARBITER.id, "p11"]
    assert news[1][1].startswith("Table 1: nobody has come for a minute.")
