"""What an evening counts for: its placings as they are kept, whose they are, and what a correction makes of them."""

import json

from bot.durations import DAY, MINUTE
from bot.tournaments.kind import summary
from bot.tournaments.outcome import Outcome, Placing, kept_outcome, outcome
from tests.tournaments.club import ARBITER, BOT, Club, club


def stored(one: Club) -> Outcome | None:
    return kept_outcome(json.loads(summary(one.one)))


def played(one: Club, *sums: tuple[int, int]) -> None:
    """The next round, with these sums at its only table."""
    one.does(ARBITER, "pair")
    for table, mp in enumerate(sums, 1):
        one.does(ARBITER, "sheet", table=table, mp=list(mp))
    one.does(ARBITER, "close")


def over() -> Club:
    """Pair 1 wins twice against a pair of which a guest is one."""
    one = club(rounds=("danese", "danese"))
    one.pairs(1)
    one.does(ARBITER, "enter", players=["p21"], guests=["Zoe Zeta"])
    one.does(ARBITER, "start", seed="00" * 32)
    played(one, (2000, 1000))
    played(one, (2000, 1000))
    one.does(BOT, "finish")
    return one


def test_an_evening_that_is_over_is_kept_with_places_points_and_guests_by_name() -> None:
    one = over()
    found = stored(one)
    assert found is not None
    assert found == outcome(one.one)
    assert [placing.players for placing in found.placings] == [("p11", "p12"), ("p21", "~Zoe Zeta")]
    first, second = found.placings
    assert (first.place, first.vp, first.mp, first.won, first.rounds) == (1, 32 * 6, 2000, 2, 2)
    assert (second.place, second.vp, second.mp) == (2, 8 * 6, -2000)
    assert found.winners == (first,)


def test_what_goes_on_or_was_cancelled_counts_for_nothing() -> None:
    one = club()
    assert stored(one) is None
    one.pairs(1, 2)
    one.starts()
    assert stored(one) is None
    one.does(ARBITER, "cancel", reason="the lights are out")
    assert stored(one) is None


def test_a_result_corrected_after_the_end_is_what_counts() -> None:
    one = over()
    one.at += DAY
    assert one.tries("p11", "reopen", reason="mine") == "tournament-arbiter"
    assert one.tries(ARBITER, "reopen") == "event-reason-missing"
    one.does(ARBITER, "reopen", reason="the sides were exchanged")
    assert stored(one) is None
    assert one.check() == ""
    number = next(place for place, text in enumerate(one.one.events, 1) if '"round":2,"table":1' in text)
    one.does(ARBITER, "rule", type="correction", replaces=number, mp=[1000, 2000], reason="the sides were exchanged")
    one.does(BOT, "finish")
    assert one.check() == ""
    found = stored(one)
    assert found is not None
    assert {placing.vp for placing in found.placings} == {20 * 6}
    assert one.folded() == one.one


def test_an_evening_counts_in_the_week_and_month_in_which_it_ended_however_often_it_is_corrected() -> None:
    one = over()
    ended = one.at
    for _ in range(2):
        one.at += 5 * DAY
        one.does(ARBITER, "reopen", reason="a sum was wrong")
        one.at += DAY
        one.does(BOT, "finish")
        found = stored(one)
        assert found is not None
        assert found.ended_at == ended
        assert one.folded() == one.one


def test_an_end_stands_for_good_after_a_week() -> None:
    one = over()
    one.at += 7 * DAY + MINUTE
    assert one.tries(ARBITER, "reopen", reason="too late") == "tournament-not-over"


def test_a_place_counts_for_who_held_it_in_most_rounds() -> None:
    one = club(rounds=("danese", "danese", "danese"), deals=(3, 3, 3))
    one.pairs(1, 2)
    one.does(ARBITER, "start", seed="00" * 32)
    played(one, (2000, 1000))
    one.does(ARBITER, "rule", type="replacement", entry="1", out="p12", guest="Zoe", reason="taken ill")
    played(one, (2000, 1000))
    one.does(ARBITER, "rule", type="replacement", entry="2", out="p21", guest="Ugo", reason="called away")
    played(one, (2000, 1000))
    one.does(BOT, "finish")
    found = stored(one)
    assert found is not None
    assert {player for placing in found.placings for player in placing.players} == {"p11", "~Zoe", "p21", "p22"}
    assert isinstance(found.placings[0], Placing)
