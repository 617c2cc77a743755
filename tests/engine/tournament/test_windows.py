"""Until when a sheet is corrected, by method and moment; the same as the fold of the file takes it."""

import pytest

from engine.rules import RULE_SETS
from engine.tournament.refusals import NotFollowing
from engine.tournament.windows import RoundMoment, is_in_time, moment_of
from tests.engine.tournament.evening import Evening, tables

METHODS = ("mitchell", "danese", "danese-modificato", "italiana")


def evening(code: str, method: str) -> Evening:
    """Four pairs after the first round of three; event 2 is 500-0 of the first table."""
    found = Evening(code, entries=4, rounds=["danese", method, "danese"])
    found.play((500, 0), (100, 0))
    return found


def at(code: str, method: str, moment: RoundMoment) -> Evening:
    found = evening(code, method)
    if moment == RoundMoment.PUBLISHED:
        found.pair()
    if moment == RoundMoment.FINISHED:
        found.add("finished")
    return found


@pytest.mark.parametrize("code", [code for code in RULE_SETS if code != "three-player"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("cause", ["sum", "swap"])
@pytest.mark.parametrize("moment", RoundMoment)
def test_the_window_is_that_of_the_file(code: str, method: str, cause: str, moment: RoundMoment) -> None:
    found = at(code, method, moment)
    assert moment_of(found.progress(), 1) == moment
    found.add("correction", replaces=2, mp=[0, 500], reason="as seen", cause=cause)
    _, objection = found.fold()
    assert isinstance(objection, NotFollowing) != is_in_time(code, cause, moment)


def test_the_windows_of_febur_and_fitab() -> None:
    in_time = {
        (code, cause): [moment.value for moment in RoundMoment if is_in_time(code, cause, moment)]
        for code in ("febur", "fitab")
        for cause in ("sum", "swap")
    }
    assert in_time == {
        ("febur", "sum"): ["before-pairing"],
        ("febur", "swap"): ["before-pairing", "published"],
        ("fitab", "sum"): ["before-pairing", "published"],
        ("fitab", "swap"): ["before-pairing", "published"],
    }


@pytest.mark.parametrize(
    ("method", "moves"), [("mitchell", False), ("italiana", False), ("danese", True), ("danese-modificato", True)]
)
def test_a_correction_before_the_pairing_moves_seats_that_depend_on_points_and_after_it_none(
    method: str, moves: bool
) -> None:
    plain, changed = evening("fitab", method), evening("fitab", method)
    changed.add("correction", replaces=2, mp=[0, 500], reason="as seen")
    assert (tables(plain.next()) != tables(changed.next())) == moves
    published = at("fitab", method, RoundMoment.PUBLISHED)
    before = published.progress().rounds[1].pairings
    published.add("correction", replaces=2, mp=[0, 500], reason="as seen")
    assert published.progress().rounds[1].pairings == before


def test_after_the_last_round_no_pairing_is_waited_for() -> None:
    last = Evening("febur", entries=2, rounds=["danese"])
    last.play((500, 0))
    assert moment_of(last.progress(), 1) == RoundMoment.BEFORE_PAIRING
