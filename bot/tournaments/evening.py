"""The running evening: its start and its end, its rounds and their clock. Pure.

Whatever counts becomes an event of the exchange format, put behind the others by the engine, which alone says what
follows (`happening`). What does not count yet stands beside it: sheets that nobody has countersigned (`sheets`), and
calls for the arbiter (`calls`).
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.durations import DAY
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import (
    BEFORE,
    CHECK_IN,
    ENDED,
    LOST,
    OVER,
    RUNNING,
    Absence,
    ClubTournament,
    SignUp,
)
from bot.tournaments.evening_file import first_progress
from bot.tournaments.happening import Keys, LogEntry, event, law, with_event
from bot.tournaments.rights import is_arbiter, only_arbiter
from bot.tournaments.round_clock import goes_on
from bot.tournaments.signing_up import least_players
from engine.tournament.announcement import Entry
from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.jury import waiting
from engine.tournament.pairing import pair, unplayable
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.standings import standings

LONGEST_REASON: Final = 200  # signs
REOPENS: Final = 7 * DAY  # for so long its end can be taken back


# --- the start and the end --------------------------------------------------------------------------------------------


def start(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    """It begins, with a seed that the host has drawn; refused where a round that is announced can never be paired."""
    if refused := only_arbiter(one, who):
        return refused
    if one.state not in BEFORE:
        return Declined("tournament-not-now")
    begun = started(one, keys, at)
    if isinstance(begun, Declined) or begun.progress is None:
        return begun if isinstance(begun, Declined) else Declined("tournament-not-now")
    following = pair(begun.progress)
    wrong = following if isinstance(following, NotFollowing) else unplayable(begun.progress)
    return law(wrong) if wrong else {"seed": keys["seed"]}


def started(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """Those with a place are in; the others may still complete an incomplete table."""
    inside = players_in(one)
    if not inside:
        return Declined("event-too-few")
    ids = {sign_up.number for sign_up in inside}
    entries = tuple(Entry(other.id, other.players, late=other.number not in ids) for other in one.sign_ups)
    after = replace(one, state=RUNNING, since=at, seed=keys["seed"], entries=entries, proposals=(), seeking=())
    return replace(after, progress=first_progress(after))


def players_in(one: ClubTournament) -> tuple[SignUp, ...]:
    """Who plays if it begins now: where there is a check-in, those who are there, in order, as many as have a place."""
    if one.state != CHECK_IN:
        return one.placed
    least = least_players(one)
    present = [sign_up for sign_up in one.sign_ups if sign_up.is_here(least)]
    return tuple(present[: one.announcement.places or None])


def name_arbiter(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody else may rule, too: who plays cannot rule at their own table."""
    if one.state in ENDED:
        return Declined("tournament-over")
    return only_arbiter(one, who) or {"player": keys["player"]}


def arbiter_named(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    back = tuple(other for other in one.left if other != keys["player"])
    return replace(one, arbiters=tuple(dict.fromkeys((*one.arbiters, keys["player"]))), left=back)


def arbiter_leaves(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """An arbiter goes; somebody has to stay."""
    theirs = [arbiter for arbiter in one.staff if arbiter in one.ids_of(who.id)]
    if one.state in ENDED:
        return Declined("tournament-over")
    if not theirs:
        return Declined("tournament-arbiter")
    if len(theirs) == len(one.staff):
        return Declined("tournament-last-arbiter")
    return {"player": theirs[0], **({"also": theirs[1:]} if theirs[1:] else {})}


def arbiter_forgotten(one: ClubTournament, who: Who, keys: Keys, _at: int) -> LogEntry:
    """The host: an arbiter, or who is named for appeals, is nobody any more, even if nobody else is left."""
    player = str(keys["player"])
    if not who.is_host or player not in (*one.staff, one.jury):
        return Declined("tournament-not-now")
    return ("leaves", {"player": player})


def may_take_over(one: ClubTournament, player: str) -> bool:
    """Whether somebody may direct a running evening that nobody directs any more: who plays there, in a browser alone.

    A channel has administrators, who name somebody. Who came late and was not admitted does not play.
    """
    is_without = one.state == RUNNING and not one.in_chat and not one.staff
    return is_without and one.progress is not None and one.entry_of(player) in one.progress.playing


def take_over(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> LogEntry:
    """A player directs it from now on; at their own table somebody whom they name."""
    if one.staff and one.state == RUNNING:
        return Declined("tournament-directed", (("player", one.staff[0]),))
    return ("arbiter", {"player": who.id}) if may_take_over(one, who.id) else Declined("tournament-not-now")


def arbiter_left(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    going = (keys["player"], *keys.get("also", ()))
    jury = "" if one.jury in going else one.jury
    return replace(one, left=tuple(dict.fromkeys((*one.left, *going))), jury=jury)


def next_round(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The next round is paired, as its method says."""
    if refused := only_arbiter(one, who):
        return refused
    if one.progress is None or one.state != RUNNING:
        return Declined("tournament-not-running")
    if waiting(one.appeals):
        return Declined("tournament-appeal-open")
    following = pair(one.progress)
    if isinstance(following, NotFollowing):
        return law(following)
    published = pairing_answer(one.progress.tournament, following)
    return event(one, who, at, {"type": "paired", **published})


def close_round(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The round is over, and its standings are posted with it."""
    if refused := only_arbiter(one, who):
        return refused
    if one.current is None:
        return Declined("tournament-not-running")
    keys = {"type": "closed", "round": one.current.number}
    after = with_event(one, {"n": len(one.events) + 1, **keys}, at)
    if isinstance(after, Declined) or after.progress is None:
        return after if isinstance(after, Declined) else Declined("tournament-not-running")
    return event(one, who, at, {**keys, "standings": standings_rows(standings(after.progress))})


def finish(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The standings are final; what was asked in time (febur art. 24, fitab art. 20) is answered first."""
    if refused := only_arbiter(one, who):
        return refused
    if waiting(one.appeals):
        return Declined("tournament-appeal-open")
    if one.requests:
        request = one.requests[0]
        return Declined("tournament-correction-open", (("round", str(request.round)), ("table", str(request.table))))
    return event(one, who, at, {"type": "finished"})


def reopen(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    """The end is taken back for a while, to correct what was found out afterwards; the last round stays closed."""
    if refused := only_arbiter(one, who):
        return refused
    if one.state != OVER or at - one.since > REOPENS:
        return Declined("tournament-not-over")
    reason = " ".join(str(keys.get("reason", "")).split())[:LONGEST_REASON]
    ended = one.ended or one.since  # on the boards it stays in the week and month in which it ended
    ended_before = {"ended": ended} if ended != at else {}
    return {"reason": reason, **ended_before} if reason else Declined("event-reason-missing")


def reopened(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """As before its end, which stands in this log; the file has one end, the last."""
    if one.progress is None:
        return Declined("tournament-not-over")
    progress = replace(one.progress, finished=False)
    new = replace(one, state=RUNNING, since=at, closed_at=at, events=one.events[:-1], progress=progress, reopened=True)
    return replace(new, ended=int(keys.get("ended", 0)))


def is_at_its_end(one: ClubTournament) -> bool:
    """Whether, a round being closed, the end follows by itself: after the last one, or once an end was taken back."""
    return not one.has_rounds_left or one.reopened or is_cut_short(one)


def is_cut_short(one: ClubTournament) -> bool:
    """Whether rounds are left, and none can be paired any more: too few are in, or its method has none for so many."""
    if one.progress is None or one.current is None or not one.current.closed or one.state != RUNNING:
        return False
    following = pair(one.progress)
    return isinstance(following, NotFollowing) and following.reason in (EventReason.TOO_FEW, EventReason.LIMIT)


# --- the clock --------------------------------------------------------------------------------------------------------


def go(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """The arbiter's go: the clock of the round begins."""
    if one.went_at and is_arbiter(one, who):
        return Declined("tournament-going", (("time", str(one.went_at)),))
    if one.current is None or one.current.closed or one.went_at:
        return Declined("tournament-not-now")
    if one.paused_at and is_arbiter(one, who):  # its clock would be given back what it never lost
        return Declined("tournament-halted")
    return only_arbiter(one, who) or {}


def went(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, went_at=at)


def pause(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The clock of the round stands for every table; where the host deals, play does, also when its channel is lost."""
    if refused := only_arbiter(one, who):
        return refused
    is_open = one.current is not None and not one.current.closed
    runs = is_open and one.went_at and (not (one.current and one.current.timed_out) or goes_on(one))
    can = is_open if one.announcement.is_dealt else runs
    if not can or one.paused_at:
        return Declined("tournament-not-now")
    return {"why": LOST} if who.is_host and keys.get("why") == LOST else {}


def paused(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, paused_at=at, paused_why=keys.get("why", ""))


def resume(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """It goes on; what waits gets back the part of the pause through which it has waited."""
    return only_arbiter(one, who) or ({} if one.paused_at else Declined("tournament-not-now"))


def resumed(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    if not one.paused_at:  # in an older log: the round was closed meanwhile
        return one

    def moved(since: int) -> int:
        return since + max(0, at - max(one.paused_at, since))

    went_at, called_at = [moved(time) if time else 0 for time in (one.went_at, one.timed_out_at)]
    return replace(
        one,
        scores=tuple(replace(score, at=moved(score.at)) for score in one.scores),
        calls=tuple(replace(call, at=moved(call.at)) for call in one.calls),
        requests=tuple(replace(each, at=moved(each.at)) for each in one.requests),
        absences=tuple(_absent_meanwhile(each, moved) for each in one.absences),
        went_at=went_at,
        timed_out_at=called_at,
        paused_at=0,
        paused_why="",
    )


def _absent_meanwhile(absence: Absence, moved: Callable[[int], int]) -> Absence:
    return replace(absence, since=moved(absence.since), came=moved(absence.came) if absence.came else 0)


def last_laps_called(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """Time is called for tables that had minutes back."""
    return replace(one, late_tables=tuple(dict.fromkeys((*one.late_tables, *keys["tables"]))))
