"""What once went wrong at the desk: reminders in a pause, a deal annulled twice, arbiters who are forgotten."""

from dataclasses import replace

from bot.durations import MINUTE
from bot.requests.tournaments.news import private_words
from bot.tournaments.appeals import judge_of
from bot.tournaments.timers import dues
from bot.words.tournament_announcement import announcement_lines
from bot.words.tournament_reader import TournamentReader
from bot.words.tournament_round import round_lines
from tests.tournaments.club import ARBITER, BOT, Club, club

ENGLISH = TournamentReader("en", {})


def going(**keys: object) -> Club:
    one = club(**keys)
    one.pairs(1, 2, 3, 4)
    one.starts()
    one.does(ARBITER, "go")
    return one


def due(one: Club) -> dict[str, int]:
    return {each.kind: each.at for each in dues(one.one)}


def test_a_call_is_not_repeated_while_the_evening_stands_still() -> None:
    one = going()
    one.does("p11", "call")
    one.at += MINUTE // 2
    one.does(ARBITER, "pause")
    one.does("p31", "call")
    one.at += 20 * MINUTE
    assert "unanswered" not in due(one)
    assert one.tries(BOT, "unanswered") == "tournament-not-now"
    one.does(ARBITER, "resume")
    assert due(one)["unanswered"] == one.at + MINUTE // 2
    one.at += MINUTE // 2
    one.does(BOT, "unanswered")
    assert [(call.table, call.reminded) for call in one.one.calls] == [(1, True), (2, False)]
    assert one.folded() == one.one


def test_a_deal_is_annulled_once() -> None:
    one = going()
    one.does(ARBITER, "annul", table=2, deal=1)
    assert one.tries(ARBITER, "annul", table=2, deal=1) == "tournament-annulled"
    one.does(ARBITER, "annul", table=2, deal=2)
    one.does(ARBITER, "annul", table=1, deal=1)
    one.does(ARBITER, "reverse", ruling="d1", reason="the wrong table")
    one.does(ARBITER, "annul", table=2, deal=1)


def test_a_deal_that_is_annulled_says_nothing_of_who_is_missing_there() -> None:
    one = going()
    one.does("p31", "missing")
    one.does(ARBITER, "annul", table=2, deal=1)
    assert [absence.table for absence in one.one.absences] == [2]
    one.does(ARBITER, "reverse", ruling="d1", reason="the wrong table")
    assert [absence.table for absence in one.one.absences] == [2]
    one.does(ARBITER, "arrived", table=2)
    assert one.one.absences[0].came
    assert one.folded() == one.one


def test_in_an_older_log_an_annulled_deal_ends_the_report_that_somebody_is_missing() -> None:
    one = going()
    one.one = replace(one.one, version=3)
    one.does("p31", "missing")
    one.does(ARBITER, "annul", table=2, deal=1)
    assert one.one.absences == ()


def test_a_deal_of_the_chat_that_was_dealt_anew_can_be_annulled_again() -> None:
    one = going(cards="dealt")
    one.does(ARBITER, "annul", table=2, deal=1, anew=0)
    assert one.tries(ARBITER, "annul", table=2, deal=1, anew=0) == "tournament-annulled"
    one.does(ARBITER, "annul", table=2, deal=1, anew=1)


def test_a_deal_that_had_ended_is_not_annulled_and_the_arbiter_hears_so() -> None:
    one = going(cards="dealt")
    one.does(ARBITER, "annul", table=2, deal=1, anew=0)
    assert one.tries(ARBITER, "ended", ruling="d1") == "tournament-not-now"
    before = one.one
    one.does(BOT, "ended", ruling="d1")
    assert one.tries(BOT, "ended", ruling="d1") == "tournament-not-now"
    assert (one.one.rulings[0].undone, one.one.rulings[1].undoes) == ("d2", "d1")
    news = {word.person: word.words(ENGLISH) for word in private_words("tour", before, one.one)}
    assert news[ARBITER.id].startswith("Table 2: deal 1 had ended before it could be annulled.")
    assert one.folded() == one.one


def appealed() -> Club:
    """An appeal waits for the jury."""
    one = going()
    one.does(ARBITER, "rule", type="warning", round=1, entry="1", category="fan")
    one.does(ARBITER, "jury", player="p90")
    one.does("p21", "appeal", ruling="2")
    return one


def test_when_the_jury_is_forgotten_the_next_judge_hears_of_the_appeal_and_arbiters_that_nobody_is_named() -> None:
    one = appealed()
    assert one.tries(ARBITER, "forgotten", player="p90") == "tournament-not-now"
    assert one.tries(BOT, "forgotten", player="p80") == "tournament-not-now"
    before = one.one
    one.does(BOT, "forgotten", player="p90")
    news = [(word.person, word.words(ENGLISH), word.agrees) for word in private_words("tour", before, one.one)]
    assert [person for person, _, _ in news] == [ARBITER.id, ARBITER.id]
    assert news[0][2] == "tournament judge tour 2 yes"
    assert news[1][1].startswith("Thursday: whoever was named for appeals is not there any more.")
    one.does(ARBITER, "decide", ruling="2", upheld=True, reason="it was not so")
    assert one.folded() == one.one


def test_when_the_only_arbiter_is_forgotten_the_channel_reads_it_and_who_is_named_decides() -> None:
    one = appealed()
    one.does(BOT, "forgotten", player="p90")
    one.does(BOT, "forgotten", player=ARBITER.id)
    assert one.one.staff == ()
    for lines in (round_lines(one.one, ENGLISH), announcement_lines(one.one, ENGLISH)):
        assert any("has no arbiter: an admin of this place names one" in line for line in lines)
    before = one.one
    one.does(BOT, "arbiter", player="p91")
    judging = judge_of(one.one, "2")
    assert judging is not None
    assert judging.person == "p91"
    news = [word.person for word in private_words("tour", before, one.one)]
    assert news == ["p91"]
    one.does("p91", "decide", ruling="2", upheld=False, reason="it was so")
    assert one.folded() == one.one
