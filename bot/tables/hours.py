"""Which time counts: all of it at a live table; at a table over days neither quiet hours nor holidays.

Pure arithmetic on given moments (milliseconds since 1970) and on the table's own settings. Quiet hours and holidays are
wall-clock times of the table's zone, so that 8 o'clock stays 8 o'clock when summer time comes and goes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cache, lru_cache
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.durations import MINUTE
from bot.tables.table import Settings

MINUTES: Final = 24 * 60  # of a day by the wall clock
LEAST_OPEN: Final = 4 * 60  # minutes of each day that must count
MOST_HOLIDAYS: Final = 60
TEXTS: Final = 256  # texts of each kind that are not read again: anybody may write others

_QUIET: Final = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
_HOLIDAY: Final = re.compile(r"(?:(\d{4})-)?(\d\d)-(\d\d)")
_ZONE: Final = re.compile(r"[A-Za-z][\w+-]*(/[\w+-]+)*", re.ASCII)


def counted_time(settings: Settings, start: int, end: int) -> int:
    """How many milliseconds between two moments count; 0 where the second is not the later one."""
    if not settings.days:
        return max(0, end - start)
    return sum(until - since for since, until in _open(settings, start, end))


def due_at(settings: Settings, start: int, allowance: int) -> int:
    """The first moment at which so much time has counted since `start`."""
    if not settings.days or allowance <= 0:
        return start + max(0, allowance)
    reach = allowance
    while counted_time(settings, start, start + reach) < allowance:
        reach *= 2
    for since, until in _open(settings, start, start + reach):
        if until - since >= allowance:
            return since + allowance
        allowance -= until - since
    raise AssertionError("the window holds the allowance")


def began_at(settings: Settings, end: int, used: int) -> int:
    """The last moment from which on so much time has counted until `end`: with it a clock that stood still goes on."""
    if not settings.days or used <= 0:
        return end - max(0, used)
    reach = used
    while counted_time(settings, end - reach, end) < used:
        reach *= 2
    for since, until in reversed(list(_open(settings, end - reach, end))):
        if until - since >= used:
            return until - used
        used -= until - since
    raise AssertionError("the window holds what was used")


def day_length(settings: Settings) -> int:
    """How much of an ordinary day counts: a day in a player's bank is so long, so that three days last three days."""
    return sum(until - since for since, until in _parts(parse_quiet(settings.quiet))) * MINUTE


def in_days(settings: Settings, counting: int) -> int:
    """Time that counts, told in days: its whole days as days of 24 hours, and the rest as the hours that it is."""
    length = day_length(settings)
    days, rest = divmod(counting, length)
    if length - rest < MINUTE:  # rounded for people it would be a whole day in hours
        days, rest = days + 1, 0
    return days * 24 * 60 * MINUTE + rest


def stretches(settings: Settings, since: int, until: int) -> list[tuple[int, int]]:
    """The time that counts between two moments, in order."""
    return list(_open(settings, since, until))


# --- how the settings are written -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Holidays:
    """Dates, and days of every year as (month, day)."""

    once: frozenset[date] = frozenset()
    yearly: frozenset[tuple[int, int]] = frozenset()

    def __contains__(self, day: date) -> bool:
        return day in self.once or (day.month, day.day) in self.yearly


@lru_cache(TEXTS)
def parse_quiet(text: str) -> tuple[int, int] | None:
    """`23:00-08:00` as minutes of the day, None for none. Raises `ValueError`."""
    if not text:
        return None
    found = _QUIET.fullmatch(text)
    if found is None:
        raise ValueError("quiet hours are HH:MM-HH:MM, such as 23:00-08:00")
    since, until = int(found[1]) * 60 + int(found[2]), int(found[3]) * 60 + int(found[4])
    if since == until or (until - since) % MINUTES > MINUTES - LEAST_OPEN:
        raise ValueError(f"quiet hours leave at least {LEAST_OPEN // 60} hours of the day")
    return since, until


@lru_cache(TEXTS)
def parse_holidays(text: str) -> Holidays:
    """`2027-01-02,12-25`: dates, and days of every year. Raises `ValueError`."""
    once, yearly = set(), set()
    for part in text.split(",") if text else ():
        found = _HOLIDAY.fullmatch(part)
        if found is None:
            raise ValueError("holidays are dates such as 2027-01-02, or 12-25 for every year")
        day = date(int(found[1] or 2000), int(found[2]), int(found[3]))  # 2000 had a 29 February
        if found[1]:
            once.add(day)
        else:
            yearly.add((day.month, day.day))
    if len(once) + len(yearly) > MOST_HOLIDAYS:
        raise ValueError(f"at most {MOST_HOLIDAYS} holidays")
    return Holidays(frozenset(once), frozenset(yearly))


@lru_cache(TEXTS)
def parse_zone(name: str) -> tzinfo:
    """The time zone of this name, such as `Europe/Rome`. Raises `ValueError` for one that is not known here."""
    try:
        if not _ZONE.fullmatch(name):
            raise ValueError
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        raise ValueError(f"no time zone {name}; one is Europe/Rome") from None


def zone_named(text: str) -> str:
    """The time zone of this name, in whatever case, as IANA writes it (`europe/rome`); the text where there is none."""
    return text if text in available_zones() else _folded_zones().get(text.casefold(), text)


@cache
def available_zones() -> tuple[str, ...]:
    """The time zones that this machine knows, in order."""
    return tuple(sorted(available_timezones()))


@cache
def _folded_zones() -> dict[str, str]:
    return {name.casefold(): name for name in available_zones()}


# --- the hours that count ---------------------------------------------------------------------------------------------


def _open(settings: Settings, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches of counting time between two moments, in order."""
    zone = _zone(settings.zone)
    parts, holidays = _parts(parse_quiet(settings.quiet)), parse_holidays(settings.holidays)
    day = datetime.fromtimestamp(start / 1000, zone).date() - timedelta(1)
    before = start
    while _moment(zone, day, 0) < end:
        for since, until in parts if day not in holidays else ():
            opens = max(_moment(zone, day, since), before)  # where summer time skips an hour two parts may overlap
            closes = min(_moment(zone, day, until), end)
            if opens < closes:
                yield opens, closes
                before = closes
        day += timedelta(1)


def _parts(quiet: tuple[int, int] | None) -> tuple[tuple[int, int], ...]:
    """The minutes of a day that are not quiet."""
    if quiet is None:
        return ((0, MINUTES),)
    since, until = quiet
    return ((0, since), (until, MINUTES)) if since < until else ((until, since),)


def _moment(zone: tzinfo, day: date, minute: int) -> int:
    """When a wall clock of the zone shows this; the first time, where it shows it twice."""
    wall_clock = datetime.combine(day, time(), zone) + timedelta(minutes=minute)
    return round(wall_clock.timestamp()) * 1000


@lru_cache(TEXTS)
def _zone(name: str) -> tzinfo:
    """The zone of a table that is open: where the machine has lost it the table goes on, by Greenwich."""
    try:
        return parse_zone(name)
    except ValueError:
        return UTC
