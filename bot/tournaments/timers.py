"""What a tournament waits for, and when: derived from the value, stored with it, fired once. Pure.

Each kind is a command that the host submits when its time has come, as anybody's.
"""

from typing import Final

from bot.durations import DAY, HOUR, MINUTE
from bot.tables.timers import Due
from bot.tournaments.appeals import next_appeal_reminder
from bot.tournaments.club_tournament import ANSWER_WITHIN, BEFORE, CHECK_IN, OPEN, RUNNING, ClubTournament
from bot.tournaments.dealt import stands_at
from bot.tournaments.evening import is_at_its_end
from bot.tournaments.officio import next_ex_officio
from bot.tournaments.round_clock import LAST_LAPS, next_last_lap, round_ends
from engine.tournament.jury import waiting
from engine.tournament.state import Round

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
OFFICIO: Final = "officio"  # what the code prints where nobody rules
UNHEARD: Final = "unheard"  # an appeal: its judge is reminded
GOES: Final = "go"  # tables dealt in the chat, where everything begins by itself
STANDS: Final = "stand"  # a score of theirs to which nobody has objected
CLOSES: Final = "close"  # their round, as soon as every table is decided
TABLES: Final = "tables"  # of theirs something is to be done at once, whatever it is

TO_SIT_DOWN: Final = MINUTE  # between the pairing and the go, where that comes by itself
PATIENCE: Final = DAY  # after its time, for the arbiter to begin it, and after the last round to finish it


def dues(one: ClubTournament) -> tuple[Due, ...]:
    """Everything it waits for."""
    if one.state in BEFORE:
        return _before(one) if one.announcement.starts else ()
    return (*_running(one), *_calls(one), *_officio(one)) if one.state == RUNNING else ()


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
    if current.closed and (waiting(one.appeals) or one.requests):
        return ()
    if current.closed:
        since = max([one.closed_at, *_upheld(one)])
        if is_at_its_end(one):
            return (Due(FINISHES, since + PATIENCE),)
        return (Due(PAIRS, since + one.announcement.window * MINUTE),)
    if one.announcement.is_dealt:
        return _dealt(one, current)
    return _clock(one, current)


def _upheld(one: ClubTournament) -> list[int]:
    """When appeals were decided that were right: what cannot be reversed the arbiter rules anew then."""
    decisions = [appeal.decision for appeal in one.appeals]
    return [decision.at for decision in decisions if decision is not None and decision.upheld]


def _clock(one: ClubTournament, current: Round) -> tuple[Due, ...]:
    """Time is called for the round, and afterwards for tables that were given minutes back."""
    ends, later = round_ends(one), next_last_lap(one)
    if current.timed_out:
        return (Due(LAST_LAPS, later),) if later is not None else ()
    return (Due(TIME_OUT, ends),) if ends else ()


def _dealt(one: ClubTournament, current: Round) -> tuple[Due, ...]:
    """An open round that is dealt in the chat. While the evening stands still nothing becomes due."""
    if one.paused_at:
        return ()
    if not one.undecided:
        return () if one.calls else (Due(CLOSES, one.paired_at),)
    due = [*_clock(one, current)]
    if one.announcement.automatic and not one.went_at:
        due.append(Due(GOES, one.paired_at + TO_SIT_DOWN))
    stands = [at for at in [stands_at(one, score) for score in one.scores] if at]
    return (*due, *([Due(STANDS, min(stands))] if stands else []))


def _calls(one: ClubTournament) -> tuple[Due, ...]:
    """The first call that nobody has answered in time; while the evening stands still nobody is late."""
    waits = [call.at + ANSWER_WITHIN for call in one.calls if not call.reminded and not one.paused_at]
    return (Due(UNANSWERED, min(waits)),) if waits else ()


def _officio(one: ClubTournament) -> tuple[Due, ...]:
    """What follows by itself, and when the judge of an appeal is reminded."""
    at, reminder = next_ex_officio(one), next_appeal_reminder(one)
    return (
        *((Due(OFFICIO, at),) if at is not None else ()),
        *((Due(UNHEARD, reminder),) if reminder is not None else ()),
    )
