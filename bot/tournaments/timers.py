"""What a tournament waits for, and when: derived from the value, stored with it, fired once. Pure.

Each kind is a command that the host submits when its time has come, as anybody's.
"""

from typing import Final

from bot.tables.timers import Due
from bot.tournaments.club_tournament import (
    ANSWER_WITHIN,
    BEFORE,
    CHECK_IN,
    DAY,
    HOUR,
    MINUTE,
    OPEN,
    RUNNING,
    ClubTournament,
)

DAY_BEFORE: Final = "day"  # a reminder
HOUR_BEFORE: Final = "hour"
SHUTS: Final = "shut"
CHECKS_IN: Final = "checkin"
STARTS: Final = "start"
LAPSES: Final = "lapse"  # nobody has begun it
PAIRS: Final = "pair"
TIME_OUT: Final = "timeout"
FINISHES: Final = "finish"
UNANSWERED: Final = "unanswered"  # a call of the arbiter

PATIENCE: Final = DAY  # after its time, for the arbiter to begin it, and after the last round to finish it


def dues(one: ClubTournament) -> tuple[Due, ...]:
    """Everything it waits for."""
    if one.state in BEFORE:
        return _before(one) if one.announcement.starts else ()
    return (*_running(one), *_calls(one)) if one.state == RUNNING else ()


def _before(one: ClubTournament) -> tuple[Due, ...]:
    announcement = one.announcement
    starts = announcement.starts
    due = []
    for kind, before in ((DAY_BEFORE, DAY), (HOUR_BEFORE, HOUR)):
        if kind not in one.reminded and starts - before > one.created:  # else they have just read of it
            due.append(Due(kind, starts - before))
    if one.state == OPEN:
        due.append(Due(SHUTS, announcement.shuts))
    if one.state != CHECK_IN and announcement.check_in:
        due.append(Due(CHECKS_IN, starts - announcement.check_in * MINUTE))
    if announcement.automatic:
        due.append(Due(STARTS, starts))
    return (*due, Due(LAPSES, starts + PATIENCE))


def _running(one: ClubTournament) -> tuple[Due, ...]:
    current = one.current
    if current is None:
        return (Due(PAIRS, one.since),)
    if current.closed:
        more = one.has_rounds_left
        return (Due(PAIRS if more else FINISHES, one.closed_at + (one.announcement.window * MINUTE if more else DAY)),)
    minutes = one.announcement.minutes(current.number)
    if one.went_at and minutes and not current.timed_out:
        return (Due(TIME_OUT, one.went_at + minutes * MINUTE),)
    return ()


def _calls(one: ClubTournament) -> tuple[Due, ...]:
    """The first call that nobody has answered in time."""
    waits = [call.at + ANSWER_WITHIN for call in one.calls if not call.reminded]
    return (Due(UNANSWERED, min(waits)),) if waits else ()
