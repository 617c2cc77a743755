"""Which time counts at a table over days: quiet hours, holidays, summer time, and the arithmetic on them."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.durations import DAY, HOUR, MINUTE
from bot.tables.hours import (
    TEXTS,
    available_zones,
    began_at,
    counted_time,
    day_length,
    due_at,
    in_days,
    parse_holidays,
    parse_quiet,
    parse_zone,
)
from bot.tables.table import Settings

ROME = Settings(days=3)
LIVE = Settings()
TABLES = [
    ROME,
    LIVE,
    Settings(days=3, quiet="", zone="UTC"),
    Settings(days=3, quiet="13:00-15:30", holidays="12-25,2026-03-30"),
    Settings(days=3, quiet="02:30-03:00"),  # within the hour that summer time skips
    Settings(days=3, quiet="23:00-08:00", zone="America/Havana", holidays="03-08"),  # the clock moves at midnight
    Settings(days=3, quiet="01:15-01:45", zone="Australia/Lord_Howe"),  # the clock moves by half an hour
]


def at(text: str, zone: str = "Europe/Rome") -> int:
    """The moment of `2026-03-28 22:00` by the wall clock."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()) * 1000


MOMENTS = st.integers(at("2026-01-01 00:00"), at("2027-01-01 00:00"))
SPANS = st.integers(0, 9 * DAY)
SETTINGS = st.sampled_from(TABLES)


def test_the_night_does_not_count() -> None:
    assert counted_time(ROME, at("2026-05-04 22:00"), at("2026-05-05 09:00")) == 2 * HOUR
    assert counted_time(ROME, at("2026-05-05 00:10"), at("2026-05-05 07:59")) == 0


def test_quiet_hours_within_a_day_count_on_both_sides() -> None:
    siesta = Settings(days=1, quiet="13:00-15:00")
    assert counted_time(siesta, at("2026-05-04 12:00"), at("2026-05-04 16:00")) == 2 * HOUR
    assert counted_time(siesta, at("2026-05-04 23:30"), at("2026-05-05 00:30")) == HOUR


def test_three_days_in_a_bank_last_three_days() -> None:
    assert day_length(ROME) == 15 * HOUR
    assert due_at(ROME, at("2026-05-04 12:00"), 3 * day_length(ROME)) == at("2026-05-07 12:00")


@pytest.mark.parametrize(("left", "days_left"), [
    (32 * HOUR, 48 * HOUR),
    (32 * HOUR - 5, 48 * HOUR),  # a moment later it reads two days, too, and not one day and 16 hours
    (31 * HOUR, 39 * HOUR),
    (16 * HOUR - 5, 24 * HOUR),
    (HOUR, HOUR),
])  # fmt: skip
def test_a_bank_is_told_in_days_of_the_hours_that_count(left: int, days_left: int) -> None:
    assert in_days(Settings(days=2, quiet="23:00-07:00"), left) == days_left


def test_holidays_do_not_count_once_or_every_year() -> None:
    table = Settings(days=1, holidays="12-25,2026-12-28")
    assert counted_time(table, at("2026-12-25 00:00"), at("2026-12-26 00:00")) == 0
    assert counted_time(table, at("2027-12-25 00:00"), at("2027-12-26 00:00")) == 0
    assert counted_time(table, at("2026-12-28 00:00"), at("2026-12-29 00:00")) == 0
    assert counted_time(table, at("2027-12-28 00:00"), at("2027-12-29 00:00")) == 15 * HOUR


@pytest.mark.parametrize(
    ("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-05-04", 24)], ids=["spring", "autumn", "usual"]
)
def test_summer_time_comes_and_goes(day: str, hours: int) -> None:
    start, end = at(f"{day} 00:00"), due_at(LIVE, at(f"{day} 00:00"), hours * HOUR)
    assert counted_time(Settings(days=1, quiet=""), start, end) == hours * HOUR
    assert counted_time(ROME, start, end) == 15 * HOUR  # 8 o'clock stays 8 o'clock
    assert due_at(ROME, start, MINUTE) == at(f"{day} 08:01")


@given(SETTINGS, MOMENTS, SPANS, SPANS)
def test_counted_time_adds_up(settings: Settings, start: int, one: int, other: int) -> None:
    middle, end = start + one, start + one + other
    assert counted_time(settings, start, end) == counted_time(settings, start, middle) + counted_time(
        settings, middle, end
    )


@given(SETTINGS, MOMENTS, SPANS)
def test_no_more_counts_than_passes_and_nothing_backwards(settings: Settings, start: int, span: int) -> None:
    assert 0 <= counted_time(settings, start, start + span) <= span
    assert counted_time(settings, start + span, start) == 0


@given(SETTINGS, MOMENTS, SPANS)
def test_what_is_due_is_due_at_the_first_moment(settings: Settings, start: int, allowance: int) -> None:
    due = due_at(settings, start, allowance)
    assert counted_time(settings, start, due) == allowance
    assert allowance == 0 or counted_time(settings, start, due - 1) == allowance - 1


@given(SETTINGS, MOMENTS, SPANS)
def test_what_was_used_is_found_again_backwards(settings: Settings, end: int, used: int) -> None:
    began = began_at(settings, end, used)
    assert counted_time(settings, began, end) == used
    assert used == 0 or counted_time(settings, began + 1, end) == used - 1


@pytest.mark.parametrize("text", ["23-8", "24:00-08:00", "08:00-08:00", "08:00-07:00", "23:00–08:00", "x"])
def test_quiet_hours_are_well_formed_and_leave_something_of_the_day(text: str) -> None:
    with pytest.raises(ValueError, match="quiet hours"):
        parse_quiet(text)


@pytest.mark.parametrize("text", ["2026-02-29", "13-01", "christmas", "12-25,,12-26", "12-25 "])
def test_a_holiday_is_a_date(text: str) -> None:
    with pytest.raises(ValueError, match=r"holidays|month|day"):
        parse_holidays(text)


def test_a_year_of_holidays_is_refused() -> None:
    with pytest.raises(ValueError, match="at most 60"):
        parse_holidays(",".join([f"{month:02}-{day:02}" for month in range(1, 13) for day in range(1, 10)]))


@pytest.mark.parametrize("name", ["Europe/Atlantis", "../etc/passwd", "/etc/localtime", "Europe", "", "Europe/Rome\0"])
def test_a_zone_is_one_that_is_known(name: str) -> None:
    with pytest.raises(ValueError, match="no time zone"):
        parse_zone(name)


def test_a_table_whose_zone_is_lost_goes_on_by_greenwich() -> None:
    lost = Settings(days=1, zone="Europe/Atlantis")
    assert due_at(lost, at("2026-05-04 00:00", "UTC"), 0) == at("2026-05-04 00:00", "UTC")
    assert due_at(lost, at("2026-05-04 00:00", "UTC"), MINUTE) == at("2026-05-04 08:01", "UTC")


def test_whatever_people_write_only_so_many_of_their_texts_stay_in_memory() -> None:
    for number in range(2 * TEXTS):
        parse_quiet(f"23:00-{number // 60:02}:{number % 60:02}")
        parse_holidays(f"{1900 + number}-01-01")
    for zone in available_zones():
        parse_zone(zone)
    assert len(available_zones()) > TEXTS
    assert [one.cache_info().currsize for one in (parse_quiet, parse_holidays, parse_zone)] == [TEXTS] * 3
