"""Wall clocks and moments: what the clock of a place shows, through summer time, and when something comes again.

A planned time is what the clock on the wall shows. A time that the clocks skip in spring happens as much later as they
skip (02:30 is then 03:30); one that they show twice in autumn happens the first time.
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
    """The moment of a time that is still to come: the first, else the second one where it is shown twice; 0 for none.

    The second one only, where the time itself says so (`fold`): it was counted on from a moment. A time that is skipped
    has one moment only. Raises as `moment`.
    """
    first, second = moment(wall, zone, wall.fold), moment(wall, zone, fold=1)
    return next((at for at in (first, second) if at > now and at >= first), 0)


def wall(at: int, zone: str) -> datetime:
    """What the wall clock shows then; without a zone in it, but with `fold` 1 the second time that it shows that."""
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
