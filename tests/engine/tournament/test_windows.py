"""Until when a sheet is corrected, by method and moment; the same as the fold of the file takes it."""

import pytest

from engine.rules import RULE_SETS
from engine.tournament.refusals import NotFollowing
from engine.tournament.windows import NextSeats, RoundMoment, is_in_time, moment_of, seats_after
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
    ("method", "before", "published"),
    [
        ("mitchell", NextSeats.NOT_CONCERNED, NextSeats.NOT_CONCERNED),
        ("italiana", NextSeats.NOT_CONCERNED, NextSeats.NOT_CONCERNED),
        ("danese", NextSeats.MADE_ANEW, NextSeats.STAY),
        ("danese-modificato", NextSeats.MADE_ANEW, NextSeats.STAY),
    ],
)
def test_what_becomes_of_the_seats_of_the_next_round(method: str, before: NextSeats, published: NextSeats) -> None:
    assert seats_after(at("fitab", method, RoundMoment.BEFORE_PAIRING).progress(), 1) == before
    assert seats_after(at("fitab", method, RoundMoment.PUBLISHED).progress(), 1) == published


@pytest.mark.parametrize("method", METHODS)
def test_the_seats_are_as_it_says(method: str) -> None:
    """A correction before the pairing changes the seats exactly where they depend on points; after it, never."""
    plain, changed = evening("fitab", method), evening("fitab", method)
    changed.add("correction", replaces=2, mp=[0, 500], reason="as seen")
    moved = tables(plain.next()) != tables(changed.next())
    assert moved == (seats_after(plain.progress(), 1) == NextSeats.MADE_ANEW)
    published = at("fitab", method, RoundMoment.PUBLISHED)
    before = published.progress().rounds[1].pairings
    published.add("correction", replaces=2, mp=[0, 500], reason="as seen")
    assert published.progress().rounds[1].pairings == before


def test_the_last_round_has_no_next() -> None:
    last = Evening("febur", entries=2, rounds=["danese"])
    last.play((500, 0))
    assert moment_of(last.progress(), 1) == RoundMoment.BEFORE_PAIRING
    assert seats_after(last.progress(), 1) == NextSeats.NOT_CONCERNED
