"""What the code prints for when nobody rules, done by the host at its time and marked so. Pure.

Which situations there are, and by which articles, is data of `engine.tournament.articles`. Where no code prints
anything the arbiter is called once more (`calls`), and nothing is applied.
"""

from collections.abc import Iterator
from functools import partial

from bot.tables.who import Declined, Who
from bot.tournaments import corrections, line_ups, rulings, sheets
from bot.tournaments.club_tournament import ANSWER_WITHIN, Absence, ClubTournament
from bot.tournaments.course import Step, batch
from bot.tournaments.happening import Keys, LogEntry
from engine.tournament.announcement import INDIVIDUAL
from engine.tournament.articles import EX_OFFICIO, NO_SHOW
from engine.tournament.laws import NO_SHOW_AFTER


def next_ex_officio(one: ClubTournament, after: int = -1) -> int | None:
    """When something follows by itself, later than `after`; None where nothing does."""
    return min([at for at, _ in _waiting(one) if at > after], default=None)


def act(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The host: everything whose time has come, as one entry."""
    if not who.is_host:
        return Declined("no-such-command", (("command", "officio"),))
    steps: list[Step] = [partial(step, who=who, at=at) for until, step in _waiting(one) if until <= at]
    return batch(one, steps, at)


def _waiting(one: ClubTournament) -> Iterator[tuple[int, partial[LogEntry]]]:
    """Each with its time."""
    for pairing in one.undecided:
        until = sheets.waits_until(one, pairing.table)
        if until is not None:
            yield until, partial(_sign, table=pairing.table)
    for time, request in corrections.waits(one) if not one.paused_at else ():
        yield time, partial(corrections.call_for, request=request)
    for match in line_ups.sealed(one):
        yield match.until, partial(line_ups.open_by_time, table=match.table)
    for absence in one.absences if one.went_at and not one.paused_at else ():
        situation = "lateness" if absence.came else NO_SHOW
        if EX_OFFICIO[situation].holds_in(one.announcement.code) and _costs(one, absence):
            yield _due(one, absence), partial(_late, absence=absence)


def _costs(one: ClubTournament, absence: Absence) -> bool:
    """Whether anything follows of an absence that no arbiter finds; who enters a sheet has played.

    A line is late once in a round, and nobody is where each plays for themselves.
    """
    pairing = one.pairing(absence.table)
    if absence.late or pairing is None or one.current is None or one.announcement.kind == INDIVIDUAL:
        return False
    entry = pairing.lines[absence.line][0]
    waiting = [ruling.entry for ruling in one.waiting_rulings if ruling.table == absence.table]
    if entry in one.current.lateness or entry in waiting:
        return False
    return absence.came > 0 or not any(one.sheets_of(absence.table))


def _due(one: ClubTournament, absence: Absence) -> int:
    """A minute after they came or were said to be missing; a no-show when more than ten minutes are over."""
    if absence.came:
        return absence.came + EX_OFFICIO["lateness"].after
    return max(one.went_at + EX_OFFICIO[NO_SHOW].after + 1, absence.since + ANSWER_WITHIN)


def lost_at(one: ClubTournament, table: int) -> int | None:
    """When the match of a table is lost to a line that is still missing; None where that does not follow by itself."""
    holds = one.went_at and EX_OFFICIO[NO_SHOW].holds_in(one.announcement.code)
    missing = [absence for absence in one.absences if absence.table == table and not absence.came]
    return next((_due(one, absence) for absence in missing if holds and _costs(one, absence)), None)


def _sign(one: ClubTournament, who: Who, at: int, table: int) -> LogEntry:
    return sheets.sign_ex_officio(one, who, table, at)


def _late(one: ClubTournament, who: Who, at: int, absence: Absence) -> LogEntry:
    """What so many minutes cost."""
    pairing = one.pairing(absence.table)
    if pairing is None or one.current is None:
        return Declined("tournament-not-now")
    keys = {"type": "lateness", "round": one.current.number, "entry": pairing.lines[absence.line][0]}
    minutes = absence.minutes if absence.came else NO_SHOW_AFTER + 1
    return rulings.late(one, who, {**keys, "minutes": minutes, "officio": "lateness"}, at)
