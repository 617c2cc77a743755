"""The clock of a round and the lost time that a table is given back."""

import pytest

from engine.rules import RULE_SETS
from engine.tournament.deadlines import (
    MINUTE,
    SECOND,
    RoundClock,
    deadline,
    give_back,
    may_see_clock,
    next_time_out,
    remaining,
    timed_out,
    to_give_back,
    whole_minutes,
)
from engine.tournament.laws import LAWS, grade_of

GO = 1_000_000
CLOCK = RoundClock(GO, 35)
END = GO + 35 * MINUTE


def test_all_tables_have_one_end_and_one_that_is_given_time_its_own() -> None:
    clock = give_back(CLOCK, 3, 90 * SECOND)
    assert [deadline(clock, table) for table in (1, 2, 3)] == [END, END, END + 90 * SECOND]
    assert timed_out(clock, (1, 2, 3), END - 1) == ()
    assert timed_out(clock, (1, 2, 3), END) == (1, 2)
    assert timed_out(clock, (1, 2, 3), END + 90 * SECOND) == (1, 2, 3)
    assert next_time_out(clock, (1, 2, 3), GO) == END
    assert next_time_out(clock, (1, 2, 3), END) == END + 90 * SECOND
    assert next_time_out(clock, (1, 2, 3), END + 90 * SECOND) is None
    assert next_time_out(clock, (), GO) is None


def test_time_adds_up_and_is_never_taken_away() -> None:
    clock = give_back(give_back(CLOCK, 1, MINUTE), 1, MINUTE)
    assert deadline(clock, 1) == END + 2 * MINUTE
    assert give_back(clock, 1, -MINUTE) == clock
    assert CLOCK.given_back == {}


def test_what_is_left_is_at_least_nothing() -> None:
    assert remaining(CLOCK, 1, GO) == 35 * MINUTE
    assert remaining(CLOCK, 1, END + 1) == 0


@pytest.mark.parametrize(("scale", "minutes"), [(100, 35), (150, 52.5), (125, 43.75), (300, 105), (50, 17.5)])
def test_the_scale_multiplies_the_minutes(scale: int, minutes: float) -> None:
    assert deadline(RoundClock(0, 35, scale), 1) == minutes * MINUTE


@pytest.mark.parametrize(
    ("code", "lost", "registered_late", "back"),
    [
        ("febur", 0, False, 0),
        ("febur", 1, False, 1),
        ("febur", 2 * MINUTE, False, 2 * MINUTE),
        ("febur", 2 * MINUTE + 1, False, 0),
        ("febur", 2 * MINUTE, True, 2 * MINUTE),
        ("febur", 6 * MINUTE, True, 6 * MINUTE),
        ("febur", 10 * MINUTE, True, 10 * MINUTE),
        ("febur", 10 * MINUTE + 1, True, 0),
        ("fitab", MINUTE, False, 0),
        ("fitab", 6 * MINUTE, True, 0),
        ("online", MINUTE, False, 0),
        ("international", 6 * MINUTE, True, 0),
    ],
)
def test_lost_time_is_given_back_by_febur_alone(code: str, lost: int, registered_late: bool, back: int) -> None:
    assert to_give_back(code, lost, registered_late=registered_late) == back


def test_fitab_hides_its_clock_from_players() -> None:
    assert [code for code in RULE_SETS if not may_see_clock(code)] == ["fitab"]


@pytest.mark.parametrize(
    ("late", "minutes"),
    [
        (1, 1),
        (MINUTE, 1),
        (MINUTE + 1, 2),
        (2 * MINUTE, 2),
        (2 * MINUTE + 1, 3),
        (5 * MINUTE - 1, 4),
        (5 * MINUTE, 5),
        (5 * MINUTE + 1, 6),
        (10 * MINUTE, 10),
        (10 * MINUTE + 1, 11),
    ],
)
def test_whole_minutes_cost_what_the_time_costs(late: int, minutes: int) -> None:
    assert whole_minutes(late) == minutes


@pytest.mark.parametrize("code", ["febur", "fitab"])
def test_seconds_fall_into_the_grade_of_the_law(code: str) -> None:
    """The bounds of the law for each second of twelve minutes: more than 2, from 5 on, more than 10."""
    for second in range(1, 12 * 60):
        grade = grade_of(LAWS[code], whole_minutes(second * SECOND))
        if second > 600:
            assert grade is None
        elif code == "febur":
            assert grade is not None
            assert (grade.warns, grade.off) == (True, 100 if second > 120 else 0)
        else:
            assert grade is not None
            assert (grade.warns, grade.credit) == (second > 120, 0 if second <= 120 else 100 if second < 300 else 150)
