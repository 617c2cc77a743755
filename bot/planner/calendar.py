"""Wall clocks and moments: what the clock of a place shows, through summer time, and when something comes again.

A planned time is a time on the wall clock. A time that is skipped in spring moves by as much as the clocks skip (02:30
becomes 03:30); of a time that is shown twice in autumn the first one counts.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from dateutil.rrule import rrule, rrulestr

MOST = 10_000  # occurrences that are looked at


def moment(wall: datetime, zone: str, fold: int = 0) -> int:
    """The milliseconds of a wall clock's time. Raises `KeyError` for an unknown zone.

    `fold` 1 is the second time of one that is shown twice.
    """
    return round(wall.replace(tzinfo=ZoneInfo(zone), fold=fold).astimezone(UTC).timestamp() * 1000)


def to_come(wall: datetime, zone: str, now: int) -> int:
    """The next moment at which a clock shows this time; 0 if it has passed. Of a time shown twice, the first to come.

    Where the time itself has `fold` 1, which is so if it was counted from a moment, only the second one counts. A time
    that is skipped has one moment. Raises as `moment`.
    """
    first, second = moment(wall, zone, wall.fold), moment(wall, zone, fold=1)
    return next((at for at in (first, second) if at > now and at >= first), 0)


def wall(at: int, zone: str) -> datetime:
    """What the wall clock shows at a moment, without a zone; `fold` is 1 at the second of two equal times."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).replace(tzinfo=None)


def is_skipped(wall_time: datetime, zone: str) -> bool:
    """Whether the clocks never show this. Raises as `moment`."""
    return wall(moment(wall_time, zone), zone) != wall_time


def occurrences(first: datetime, rule: str, zone: str, after: int) -> Iterator[int]:
    """The moments after `after` at which a plan comes: `first` alone without a rule, else by it, from `first` on.

    `rule` as in RFC 5545, without a start: `FREQ=WEEKLY;BYDAY=FR`. Raises `ValueError` for a bad one.
    """
    if not rule:
        yield from [at for at in [moment(first, zone)] if at > after]
        return
    found = rrulestr(rule, dtstart=first)
    if not isinstance(found, rrule):
        raise ValueError(f"{rule}: one rule, please")
    begin = max(first, wall(max(after, 0), zone) - timedelta(days=1))
    for one in islice(found.xafter(begin, inc=True), MOST):
        at = moment(one, zone)
        if at > after:
            yield at
