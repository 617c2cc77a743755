"""What the soak says of a curve of memory."""

import os

from bot.host.subjects import UNASKED
from tests.hosts.soak import EXPIRES, LONGEST_WARM_UP, Slope, memory_of, slope, verdict, warm

MB = 1_000_000


def test_a_curve_that_rises_by_one_each_minute_grows_sixty_in_an_hour() -> None:
    found = slope([100.0 + minute for minute in range(10)])
    assert abs(found.per_hour - 60) < 1e-6
    assert found.error < 1e-6
    assert verdict(found) == "it grows"


def test_what_goes_up_and_down_for_a_night_is_flat() -> None:
    assert verdict(slope([100.0 + minute % 3 for minute in range(480)])) == "it is flat"


def test_so_short_a_time_tells_nothing() -> None:
    assert verdict(slope([100.0, 101.0])) == "it takes longer to tell"
    assert verdict(slope([100.0, 103.0, 100.0, 102.0])) == "it takes longer to tell"


def test_between_flat_and_growing_nothing_is_said() -> None:
    assert verdict(Slope(3.0, 1.0)) == "it takes longer to tell"
    assert verdict(Slope(5.0, 1.0)) == "it grows"
    assert verdict(Slope(-9.0, 1.0)) == "it is flat"


def test_the_warm_up_is_left_out() -> None:
    assert warm([float(minute) for minute in range(12)])[0] == 6
    assert warm([float(minute) for minute in range(481)])[0] == 45


def test_the_warm_up_lasts_until_as_much_is_let_go_as_comes_in() -> None:
    assert EXPIRES + UNASKED / 60_000 < LONGEST_WARM_UP


def test_memory_is_that_of_the_processes_that_are_there() -> None:
    assert memory_of(os.getpid()) > MB
