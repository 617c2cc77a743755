"""The clock of a round, and what time that was lost costs."""

import pytest

from engine.rules import RULE_SETS
from engine.tournament.deadlines import MINUTE, SECOND, deadline, may_see_clock, whole_minutes
from engine.tournament.laws import LAWS, grade_of

GO = 1_000_000


def test_all_tables_have_one_end_and_one_that_is_given_time_back_its_own() -> None:
    assert deadline(GO, 35) == GO + 35 * MINUTE
    assert deadline(GO, 35, 90 * SECOND) == GO + 35 * MINUTE + 90 * SECOND


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
