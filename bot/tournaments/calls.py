"""Calls for the arbiter: who wants them at which table, and how long nobody has come. Pure."""

from dataclasses import replace
from typing import Final

from bot.durations import MINUTE
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import ANSWER_WITHIN, RUNNING, Absence, AnsweredCall, ArbiterCall, ClubTournament
from bot.tournaments.dealt import call_of_host
from bot.tournaments.happening import Keys
from bot.tournaments.rights import is_arbiter, only_arbiter, own_table
from engine.tournament.deadlines import whole_minutes
from engine.tournament.laws import NO_SHOW_AFTER

LINES: Final = 2  # of a table at which one can be missing


def call(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody at a table wants the arbiter; or the host does, for a `table`."""
    if who.is_host:
        return call_of_host(one, keys)
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None:
        return Declined("tournament-not-your-table")
    if any(other.table == pairing.table for other in one.calls):
        return Declined("tournament-is-called")
    return {"table": pairing.table, "player": who.id}


def called(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    new = ArbiterCall(keys["table"], keys["player"], at, bool(keys.get("dispute")), why=keys.get("why", ""))
    found = with_call(one, new)
    return with_dispute(found, keys["table"]) if keys.get("dispute") else found


def with_dispute(one: ClubTournament, table: int, *, stands: bool = True) -> ClubTournament:
    """A table whose lines do not agree on what was entered last, or do again."""
    others = tuple(other for other in one.disputed if other != table)
    return replace(one, disputed=(*others, table) if stands else others)


def with_call(one: ClubTournament, new: ArbiterCall) -> ClubTournament:
    """One call a table; a dispute takes the place of any other."""
    there = [other for other in one.calls if other.table == new.table]
    if there and (there[0].dispute or not new.dispute):
        return one
    return replace(one, calls=(*[other for other in one.calls if other.table != new.table], new))


def answer_call(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The arbiter was at the table; who plays there is no arbiter there."""
    table = keys.get("table")
    if refused := only_arbiter(one, who):
        return refused
    if all(other.table != table for other in one.calls):
        before = next((other for other in one.answered if other.table == table), None)
        if before is None:
            return Declined("tournament-not-called", (("table", str(keys.get("table", ""))),))
        return Declined("tournament-answered", (("table", str(table)), ("player", before.by), ("time", str(before.at))))
    return own_table(one, who, int(keys["table"])) or {"table": table, "by": who.id}


def remind_of_call(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    """The host: nobody has come to the tables that have called so long ago. No code prints what follows from that."""
    late = [other for other in one.calls if not other.reminded and other.at + ANSWER_WITHIN <= at]
    tables = [other.table for other in late if not one.paused_at]
    return {"tables": tables} if who.is_host and tables else Declined("tournament-not-now")


def reminded_of_call(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    calls = [replace(other, reminded=True) if other.table in keys["tables"] else other for other in one.calls]
    return replace(one, calls=tuple(calls))


def answered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    table = keys["table"]
    others = [other for other in one.answered if other.table != table]
    by = AnsweredCall(table, str(keys.get("by", "")), at)
    return replace(
        one,
        calls=tuple(other for other in one.calls if other.table != table),
        requests=tuple(other for other in one.requests if other.called_at != table),
        answered=(*others, by) if by.by else tuple(others),
        absences=tuple(other for other in one.absences if other.table != table),
    )


# --- who is not there -------------------------------------------------------------------------------------------------


def missing(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    """The other line is not at the table: the arbiter is called, and minutes count from the go of the round.

    A table dealt in the chat sees by itself who is silent: there nobody loses by somebody's word alone. Nor where the
    round has been played for ten minutes (`late`), for lateness is that of its beginning (febur 26, fitab 37).
    """
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None or len(pairing.lines) != LINES:
        return Declined("tournament-not-your-table")
    if one.announcement.is_dealt:
        return Declined("tournament-dealt-missing")
    if pairing.decision is not None:
        return Declined("tournament-not-now")
    if not one.went_at:
        return Declined("tournament-not-begun")
    if any(one.sheets_of(pairing.table)):
        return Declined("tournament-has-sheet")
    if any(other.table == pairing.table for other in one.absences):
        return Declined("tournament-is-called")
    line = 1 - (pairing.line_of(one.entry_of(who.id)) or 0)
    late = {"late": True} if _minutes(one, at) > NO_SHOW_AFTER else {}
    return {"table": pairing.table, "line": line, "player": who.id, **late}


def _minutes(one: ClubTournament, at: int) -> float:
    """How long the round has been played; a pause makes nobody later."""
    return ((one.paused_at or at) - one.went_at) / MINUTE


def gone_missing(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    found = with_call(one, ArbiterCall(keys["table"], keys["player"], at, missing=True))
    return replace(found, absences=(*one.absences, Absence(keys["table"], keys["line"], at, late="late" in keys)))


def arrived(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    """Who was missing has come, as a player of the table says, or an arbiter; a pause makes nobody later.

    0 minutes where they were said to be missing when nobody could be late any more.
    """
    pairing = one.pairing_of(who.id)
    own = pairing.table if pairing is not None else 0
    table = keys["table"] if is_arbiter(one, who) and "table" in keys else own
    absence = next((other for other in one.absences if other.table == table), None)
    if absence is None or absence.came or not one.went_at:
        return Declined("tournament-not-missing")
    minutes = max(1, whole_minutes((one.paused_at or at) - one.went_at))
    return {"table": table, "minutes": 0 if absence.late else minutes}


def has_arrived(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    absences = [
        replace(other, came=at, minutes=keys["minutes"]) if other.table == keys["table"] else other
        for other in one.absences
        if other.table != keys["table"] or keys["minutes"]
    ]
    return replace(one, absences=tuple(absences))
