"""An evening is called off, and taken up again as it was. Pure.

What is off costs nobody any time: clocks, calls and signatures wait as in a pause.
"""

from dataclasses import replace
from typing import Final

from bot.durations import DAY
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import BEFORE, CANCELLED, ENDED, RUNNING, CalledOff, ClubTournament
from bot.tournaments.evening import LONGEST_REASON, resumed
from bot.tournaments.happening import Keys
from bot.tournaments.rights import only_arbiter
from engine.tournament.state import Totals

RESTORE: Final = "restore"
RESTORES: Final = DAY  # for so long it can be taken up again
NOTHING: Final = 0
RESULTS: Final = 1
TABLES: Final = 2
"""What calling it off takes away: nothing, results that count by now, or tables of the chat and for good."""


def cancel(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """It does not take place; `by` whom, where it was not the host. Not where more is lost by now than was `meant`."""
    if one.state in ENDED:
        return Declined("tournament-over")
    if refused := only_arbiter(one, who):
        return refused
    if loss(one) > int(keys.get("meant", TABLES)):
        return Declined("tournament-not-now")
    reason = " ".join(str(keys.get("reason", "")).split())[:LONGEST_REASON]
    return {"reason": reason, **({} if who.is_host else {"by": who.id})}


def cancelled(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    was = CalledOff(at, one.state, one.calls, one.absences, one.scores, one.paused_at, one.paused_why)
    new = replace(one, state=CANCELLED, since=at, reason=keys["reason"], calls=(), absences=(), scores=())
    return replace(new, paused_at=0, paused_why="", called_off=was if "by" in keys else None)


def restore(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    """It takes place after all, by whoever may call it off."""
    if refused := only_arbiter(one, who):
        return refused
    if one.state != CANCELLED:
        return Declined("tournament-not-cancelled")
    return no_way_back(one, at) or {}


def no_way_back(one: ClubTournament, at: int) -> Declined | None:
    """Why an evening that is off stays so; None where it can be taken up again."""
    before, announcement = one.called_off, one.announcement
    if before is None:
        return Declined("tournament-off-begun")
    if at - before.at > RESTORES:
        return Declined("tournament-off-long")
    if before.state == RUNNING and closes_tables(one):
        return Declined("tournament-off-tables")
    begins = announcement.starts + (0 if announcement.automatic else DAY)
    is_late = before.state in BEFORE and announcement.starts and begins <= at
    return Declined("tournament-off-begun") if is_late else None


def closes_tables(one: ClubTournament) -> bool:
    """Whether tables of the chat are closed by calling it off, their cards open: nobody plays on there."""
    return one.announcement.is_dealt and one.current is not None and not one.current.closed


def loss(one: ClubTournament) -> int:
    """What is lost where it is called off now."""
    if one.state in ENDED:
        return NOTHING
    if closes_tables(one):
        return TABLES
    rounds = one.progress.rounds if one.state == RUNNING and one.progress is not None else ()
    counts = any(isinstance(pairing.decision, Totals) for each in rounds for pairing in each.pairings)
    return RESULTS if counts else NOTHING


def restored(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    """As it was; what waits has waited no longer than before."""
    was = one.called_off
    if was is None:
        return Declined("tournament-not-cancelled")
    off = max(0, at - was.at)
    found = replace(
        one,
        state=was.state,
        since=at,
        reason="",
        called_off=None,
        calls=was.calls,
        absences=was.absences,
        scores=was.scores,
        paired_at=one.paired_at and one.paired_at + off,
        closed_at=one.closed_at and one.closed_at + off,
        line_ups=tuple(replace(match, until=match.until + off) for match in one.line_ups),
        paused_at=was.paused_at or was.at,
        paused_why=was.paused_why,
    )
    return found if was.paused_at else resumed(found, {}, at)
