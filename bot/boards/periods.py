"""The times a board looks at: week, month, season, or ever, by the calendar of a time zone.

A season is a quarter of the year: long enough for a habit, short enough to begin again. A match belongs to the period
in which it ended.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

WEEK: Final = "week"  # from Monday
MONTH: Final = "month"
SEASON: Final = "season"
EVER: Final = "ever"
PERIODS: Final = (WEEK, MONTH, SEASON, EVER)
SEASON_MONTHS: Final = 3  # a season begins in January and after every so many months; twelve are shared out evenly
FOREVER: Final = 2**62


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` to just before `until`, milliseconds; `first` is the local day it begins with, None for ever."""

    since: int
    until: int
    first: date | None = None

    @property
    def name(self) -> str:
        """The day it begins with, `2027-01-04`; "" for ever."""
        return self.first.isoformat() if self.first else ""

    def holds(self, at: int) -> bool:
        return self.since <= at < self.until


def span(period: str, at: int, zone: str) -> Span:
    """The period that `at` lies in. Raises `ValueError` for an unknown period, `KeyError` for an unknown zone."""
    if period == EVER:
        return Span(0, FOREVER)
    where = ZoneInfo(zone)
    today = datetime.fromtimestamp(at / 1000, where).date()
    first, after = _days(period, today)
    return Span(_midnight(first, where), _midnight(after, where), first)


def before(period: str, of: Span, zone: str) -> Span:
    """The period before this one."""
    return span(period, of.since - 1, zone) if of.first else of


def _days(period: str, today: date) -> tuple[date, date]:
    """The first day of the period, and the first after it."""
    match period:
        case "week":
            first = today - timedelta(days=today.weekday())
            return first, first + timedelta(days=7)
        case "month":
            return _months(today, 1)
        case "season":
            return _months(today, SEASON_MONTHS)
        case _:
            raise ValueError(f"{period}: a period is one of {', '.join(PERIODS)}")


def _months(today: date, many: int) -> tuple[date, date]:
    begun = (today.month - 1) // many * many
    years, month = divmod(begun + many, 12)
    return date(today.year, begun + 1, 1), date(today.year + years, month + 1, 1)


def _midnight(day: date, zone: ZoneInfo) -> int:
    """Where the clocks skip midnight, the day begins with its first minute."""
    local = datetime(day.year, day.month, day.day, tzinfo=zone)
    return round(local.astimezone(UTC).timestamp() * 1000)
