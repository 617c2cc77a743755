"""The broadcast of a table with all hands open: who may choose it, and what is old enough to be shown."""

import pytest

from bot.durations import MINUTE
from bot.tournaments.broadcasts import LEAST, MOST, begins, shown_until
from bot.tournaments.club_tournament import Broadcast
from tests.chance import chance
from tests.tournaments.club import ARBITER, NOW, Club, club

HALF: int = 30 * MINUTE


def dealt(**keys: object) -> Club:
    one = club(cards="dealt", rounds=("mitchell", "danese"), deals=(2, 2), **keys)
    one.pairs(1, 2, 3, 4)
    one.starts()
    return one


def minute_on_screen(one: Broadcast, minutes: int) -> int:
    """Up to which minute after its beginning a broadcast shows what was played, -1 for nothing."""
    found = shown_until(one, one.since + minutes * MINUTE)
    return (found - one.since) // MINUTE if found else -1


def broadcast(*delays: tuple[int, int]) -> Broadcast:
    """Since these minutes these delays, in minutes."""
    return Broadcast(1, 1, tuple((NOW + since * MINUTE, delay * MINUTE) for since, delay in delays))


def test_the_arbiter_alone_chooses_it() -> None:
    one = dealt()
    assert one.tries("p11", "broadcast", table=1, minutes=30) == "tournament-arbiter"
    one.does(ARBITER, "broadcast", table=1, minutes=30)
    assert one.one.broadcasts == (Broadcast(1, 1, ((NOW, HALF),)),)
    assert one.folded() == one.one


def test_nobody_chooses_it_for_their_own_table() -> None:
    one = dealt()
    one.does(ARBITER, "arbiter", player="p11")
    own = one.one.pairing_of("p11")
    assert own is not None
    assert one.tries("p11", "broadcast", table=own.table, minutes=30) == "tournament-own-table"
    one.does("p11", "broadcast", table=3 - own.table, minutes=30)


@pytest.mark.parametrize("minutes", [-1, 1, LEAST - 1, MOST + 1])
def test_no_delay_is_shorter_than_the_least(minutes: int) -> None:
    assert dealt().tries(ARBITER, "broadcast", table=1, minutes=minutes) == "tournament-broadcast-delay"


def test_there_is_none_of_real_cards_before_the_start_or_of_a_table_there_is_not() -> None:
    real = club()
    real.pairs_by_arbiter(4)
    real.starts()
    assert real.tries(ARBITER, "broadcast", table=1, minutes=30) == "tournament-broadcast-real"
    assert club(cards="dealt").tries(ARBITER, "broadcast", table=1, minutes=30) == "tournament-not-now"
    assert dealt().tries(ARBITER, "broadcast", table=3, minutes=30) == "tournament-not-now"
    assert dealt().tries(ARBITER, "broadcast", table="1", minutes=30) == "no-such-command"


def test_it_is_ended_once_also_when_the_next_round_is_played() -> None:
    one = dealt()
    one.does(ARBITER, "broadcast", table=1, minutes=30)
    for pairing in one.one.undecided:
        one.does(ARBITER, "rule", type="score", round=1, table=pairing.table, vp=[12, 8], mp=[300, 0])
    assert one.tries(ARBITER, "broadcast", table=2, minutes=30) == "tournament-not-now"  # nothing is played there
    one.does(ARBITER, "broadcast", table=1, minutes=45)
    one.does(ARBITER, "close")
    one.does(ARBITER, "pair")
    one.does(ARBITER, "broadcast", table=1, minutes=0)
    assert one.one.broadcasts == ()
    assert one.tries(ARBITER, "broadcast", table=1, minutes=0) == "tournament-broadcast-none"
    assert one.folded() == one.one


def test_the_same_delay_again_changes_nothing() -> None:
    one = dealt()
    one.does(ARBITER, "broadcast", table=1, minutes=30)
    one.at += MINUTE
    one.does(ARBITER, "broadcast", table=1, minutes=30)
    assert one.one.broadcasts[0].delays == ((NOW, HALF),)


def test_what_was_played_before_it_is_never_shown() -> None:
    one = broadcast((0, 30))
    assert [minute_on_screen(one, minute) for minute in (0, 29, 30, 31, 75)] == [-1, -1, 0, 1, 45]
    assert begins(one) == NOW + HALF


def test_with_a_raised_delay_it_stands_still_and_shows_nothing_twice() -> None:
    one = broadcast((0, 30), (40, 60))
    assert [minute_on_screen(one, minute) for minute in (39, 40, 55, 69, 70, 71, 90)] == [9, 10, 10, 10, 10, 11, 30]


def test_a_lowered_delay_holds_for_what_is_played_from_then_on() -> None:
    one = broadcast((0, 60), (70, 20))
    assert [minute_on_screen(one, minute) for minute in (69, 70, 100, 129)] == [9, 10, 40, 69]
    assert minute_on_screen(one, 130) == 110  # what was promised an hour is over


def test_raised_before_it_began_it_begins_later() -> None:
    assert begins(broadcast((0, 30), (10, 60))) == NOW + 60 * MINUTE
    assert minute_on_screen(broadcast((0, 30), (10, 60)), 59) == -1


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_shown_before_any_delay_in_force_since_it_was_played_and_nothing_is_taken_back(seed: int) -> None:
    random = chance(seed)
    times = sorted(random.sample(range(1, 200), random.randrange(4)))
    one = broadcast((0, random.randrange(LEAST, 90)), *[(time, random.randrange(LEAST, 90)) for time in times])
    before = -1
    for minute in range(300):
        so_far = Broadcast(1, 1, tuple(item for item in one.delays if item[0] <= NOW + minute * MINUTE))
        now = minute_on_screen(so_far, minute)
        assert now >= before
        if now == before or minute in times:  # at that moment what was reached before is shown
            before = now
            continue
        ends = [*[since for since, _ in so_far.delays[1:]], NOW + minute * MINUTE]
        for (_, delay), end in zip(so_far.delays, ends, strict=True):
            if NOW + now * MINUTE < end:  # what is new is older than each delay it was played under
                assert minute - now >= delay // MINUTE
        before = now
