"""The running evening: rounds, sheets of real tables and their countersigning, the arbiter's rulings. Pure.

Whatever counts becomes an event of the exchange format, put behind the others by the engine, which alone says what
follows. What does not count yet stands beside it: sheets that nobody has countersigned, and calls for the arbiter.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import (
    ANSWER_WITHIN,
    BEFORE,
    CANCELLED,
    CHECK_IN,
    ENDED,
    OVER,
    RUNNING,
    ArbiterCall,
    ClubTournament,
    EnteredSheet,
    SignUp,
)
from bot.tournaments.evening_file import first_progress
from bot.tournaments.rights import is_arbiter, only_arbiter, own_table
from bot.tournaments.signing_up import least_players
from engine.tournament.announcement import Entry
from engine.tournament.answers import pairing_answer, standings_rows
from engine.tournament.events import Finished, Paired, RoundClosed
from engine.tournament.fold import apply
from engine.tournament.pairing import pair
from engine.tournament.reading import UnusableFile, read_event
from engine.tournament.refusals import NotFollowing
from engine.tournament.standings import standings
from engine.tournament.state import Progress, Ruled, Totals

Keys: TypeAlias = Mapping[str, Any]
LogEntry: TypeAlias = tuple[str, Keys] | Declined

EVENT: Final = "event"
SHEET: Final = "sheet"
TOTALS: Final = ("deals", "deals2", "mp", "winner")
RULINGS: Final = (
    *("late-entry", "result", "score", "lateness", "forfeit", "warning", "penalty", "withdrawal"),
    *("replacement", "lineup", "timeout", "correction"),
)
"""What an arbiter may put into the list; the others come of commands of their own."""
LONGEST_REASON: Final = 200  # signs


# --- the start and the end --------------------------------------------------------------------------------------------


def start(one: ClubTournament, who: Who, keys: Keys, at: int) -> Keys | Declined:
    """It begins, with a seed that the host has drawn; refused where its first round cannot be paired."""
    if refused := only_arbiter(one, who):
        return refused
    if one.state not in BEFORE:
        return Declined("tournament-not-now")
    begun = started(one, keys, at)
    if isinstance(begun, Declined) or begun.progress is None:
        return begun if isinstance(begun, Declined) else Declined("tournament-not-now")
    following = pair(begun.progress)
    return law(following) if isinstance(following, NotFollowing) else {"seed": keys["seed"]}


def started(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """Those with a place are in; the others may still complete an incomplete table."""
    inside = players_in(one)
    if not inside:
        return Declined("event-too-few")
    ids = {sign_up.number for sign_up in inside}
    entries = tuple([Entry(other.id, other.players, late=other.number not in ids) for other in one.sign_ups])
    after = replace(one, state=RUNNING, since=at, seed=keys["seed"], entries=entries, proposals=(), seeking=())
    return replace(after, progress=first_progress(after))


def players_in(one: ClubTournament) -> tuple[SignUp, ...]:
    """Who plays if it begins now: where there is a check-in, those who are there, in order, as many as have a place."""
    if one.state != CHECK_IN:
        return one.placed
    least = least_players(one)
    present = [sign_up for sign_up in one.sign_ups if sign_up.is_here(least)]
    return tuple(present[: one.announcement.places or None])


def cancel(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    if one.state in ENDED:
        return Declined("tournament-over")
    reason = " ".join(str(keys.get("reason", "")).split())[:LONGEST_REASON]
    return only_arbiter(one, who) or {"reason": reason}


def cancelled(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, state=CANCELLED, since=at, reason=keys["reason"], sheets=(), calls=())


def name_arbiter(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody else may rule, too: who plays cannot rule at their own table."""
    if one.state in ENDED:
        return Declined("tournament-over")
    return only_arbiter(one, who) or {"player": keys["player"]}


def arbiter_named(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, arbiters=tuple(dict.fromkeys((*one.arbiters, keys["player"]))))


# --- events -----------------------------------------------------------------------------------------------------------


def law(refusal: NotFollowing) -> Declined:
    """What the tournament law says, with its own words for the arbiter."""
    return Declined(f"event-{refusal.reason.value}", (("words", refusal.message),))


def happened(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """An event stands behind the others, if it follows from them; what it settles is gone."""
    after = _applied(one, keys)
    if isinstance(after, Declined):
        return after
    guests = (*one.guests, str(keys["guest"])) if "guest" in keys else one.guests
    text = json.dumps(dict(keys), ensure_ascii=False, separators=(",", ":"))
    new = replace(one, events=(*one.events, text), progress=after, guests=guests)
    match keys["type"]:
        case "paired":
            return replace(new, paired_at=at, went_at=0, closed_at=0, sheets=(), calls=())
        case "closed":
            new = replace(new, closed_at=at)
        case "finished":
            new = replace(new, state=OVER, since=at)
        case _:
            pass
    return _settled(new)


def _applied(one: ClubTournament, keys: Keys) -> Progress | Declined:
    if one.progress is None or one.state != RUNNING:
        return Declined("tournament-not-running")
    try:
        event = read_event(dict(keys), one.announcement.kind)
    except UnusableFile as error:
        return Declined("event-unusable", (("words", str(error)),))
    after = apply(one.progress, event, len(one.events) + 1)
    return law(after) if isinstance(after, NotFollowing) else after


def _settled(one: ClubTournament) -> ClubTournament:
    """Without sheets, and calls of their lines' dispute, of tables that are decided."""
    open_tables = {pairing.table for pairing in one.undecided}
    calls = tuple([call for call in one.calls if not call.dispute or call.table in open_tables])
    return replace(one, sheets=tuple([sheet for sheet in one.sheets if sheet.table in open_tables]), calls=calls)


def event(one: ClubTournament, who: Who, at: int, keys: Keys) -> LogEntry:
    """The entry of an event, if it follows; with its number, its time and who brought it about."""
    time = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    full = {"n": len(one.events) + 1, **keys, "at": time, "by": who.id}
    after = _applied(one, full)
    return after if isinstance(after, Declined) else (EVENT, full)


def next_round(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The next round is paired, as its method says."""
    if refused := only_arbiter(one, who):
        return refused
    if one.progress is None or one.state != RUNNING:
        return Declined("tournament-not-running")
    following = pair(one.progress)
    if isinstance(following, NotFollowing):
        return law(following)
    published = pairing_answer(one.progress.tournament, following)
    return event(one, who, at, {"type": _type(Paired), **published})


def close_round(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    """The round is over, and its standings are posted with it."""
    if refused := only_arbiter(one, who):
        return refused
    if one.current is None:
        return Declined("tournament-not-running")
    keys = {"type": _type(RoundClosed), "round": one.current.number}
    after = happened(one, {"n": len(one.events) + 1, **keys}, at)
    if isinstance(after, Declined) or after.progress is None:
        return after if isinstance(after, Declined) else Declined("tournament-not-running")
    return event(one, who, at, {**keys, "standings": standings_rows(standings(after.progress))})


def finish(one: ClubTournament, who: Who, _keys: Keys, at: int) -> LogEntry:
    return only_arbiter(one, who) or event(one, who, at, {"type": _type(Finished)})


def _type(kind: type[Paired | RoundClosed | Finished]) -> str:
    return {Paired: "paired", RoundClosed: "closed", Finished: "finished"}[kind]


def rule(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """An arbiter's ruling: any event that is theirs. A guest who comes in by it gets an id."""
    if refused := only_arbiter(one, who):
        return refused
    if keys.get("type") not in RULINGS:
        return Declined("event-unusable", (("words", f"type: {keys.get('type')!r} is no ruling"),))
    table = _table_of(one, keys)
    if table and (refused := own_table(one, who, table)):
        return refused
    ruling = dict(keys)
    if "guest" in ruling:
        ruling["in"] = f"g{len(one.guests) + 1}"
    for name in ("n", "at", "by"):
        ruling.pop(name, None)
    return event(one, who, at, ruling)


def _table_of(one: ClubTournament, keys: Keys) -> int:
    """The table of the last round that a ruling is about, 0 for none."""
    if one.current is None:
        return 0
    if isinstance(keys.get("table"), int):
        return int(keys["table"])
    if isinstance(keys.get("entry"), str):
        pairing = one.current.of(keys["entry"])
        return pairing.table if pairing is not None else 0
    replaces = keys.get("replaces")
    if isinstance(replaces, int) and 0 < replaces <= len(one.events):
        for pairing in one.current.pairings:
            if isinstance(pairing.decision, Totals | Ruled) and pairing.decision.n == replaces:
                return pairing.table
        return _table_of(one, {**json.loads(one.events[replaces - 1]), "replaces": None})
    return 0


# --- the clock --------------------------------------------------------------------------------------------------------


def go(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """The arbiter's go: the clock of the round begins."""
    if one.current is None or one.current.closed or one.went_at:
        return Declined("tournament-not-now")
    return only_arbiter(one, who) or {}


def went(one: ClubTournament, _keys: Keys, at: int) -> ClubTournament | Declined:
    return replace(one, went_at=at)


# --- sheets of real tables --------------------------------------------------------------------------------------------


def sheet(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """A line's numbers wait for the other line; the same from both, or an arbiter's, are the result."""
    current, pairing = one.current, one.pairing(keys.get("table", 0))
    if one.state != RUNNING or current is None:
        return Declined("tournament-not-running")
    if pairing is None:
        return Declined("tournament-no-table", (("table", str(keys.get("table", ""))),))
    totals = {name: keys[name] for name in TOTALS if name in keys}
    result = {"type": "result", "round": current.number, "table": pairing.table, **totals}
    entry = event(one, who, at, result)
    line = pairing.line_of(one.entry_of(who.id))
    if isinstance(entry, Declined):
        return entry
    if line is None:
        return entry if is_arbiter(one, who) else Declined("tournament-not-your-table")
    if any(other.line != line and _same(one, other, entry[1]) for other in one.sheets_of(pairing.table)):
        return entry
    mine = {"table": pairing.table, "line": line, "player": who.id, "totals": totals}
    return (SHEET, mine)


def _same(one: ClubTournament, other: EnteredSheet, keys: Keys) -> bool:
    """Whether another line's numbers come to the same points."""
    theirs = {name: value for name, value in keys.items() if name not in TOTALS} | json.loads(other.totals)
    return _points(one, theirs) == _points(one, keys)


def _points(one: ClubTournament, keys: Keys) -> tuple[tuple[int, ...], int | None] | None:
    after = _applied(one, keys)
    pairing = after.current.at(keys["table"]) if isinstance(after, Progress) and after.current else None
    decision = pairing.decision if pairing is not None else None
    return (decision.mp, decision.winner) if isinstance(decision, Totals) else None


def sheet_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """In place of what this line has entered before; other numbers than another line's call the arbiter."""
    totals = json.dumps(keys["totals"], separators=(",", ":"), sort_keys=True)
    new = EnteredSheet(keys["table"], keys["line"], keys["player"], totals)
    others = tuple([other for other in one.sheets if (other.table, other.line) != (new.table, new.line)])
    after = replace(one, sheets=(*others, new))
    if any(other.table == new.table for other in others):
        return _called(after, ArbiterCall(new.table, new.player, at, dispute=True))
    return after


def sheet_mark(one: ClubTournament, sheet: EnteredSheet) -> str:
    """Which numbers of which round somebody has read who signs: others may have been entered since."""
    number = one.current.number if one.current is not None else 0
    return f"{number}-{hashlib.sha256(f'{sheet.table} {sheet.totals}'.encode()).hexdigest()[:8]}"


def sign(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """Somebody of another line agrees to what was entered, which they have read (`mark`): it is the result."""
    found = _to_sign(one, who, keys)
    if isinstance(found, Declined) or one.current is None:
        return found if isinstance(found, Declined) else Declined("tournament-not-running")
    result = {"type": "result", "round": one.current.number, "table": found.table, **json.loads(found.totals)}
    return event(one, who, at, result)


def _to_sign(one: ClubTournament, who: Who, keys: Keys) -> EnteredSheet | Declined:
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None:
        return Declined("tournament-not-your-table")
    line = pairing.line_of(one.entry_of(who.id))
    there = list(one.sheets_of(pairing.table))
    theirs = [other for other in there if other.line != line]
    if not theirs:
        return Declined("tournament-sign-own") if there else Declined("tournament-no-sheet")
    read = [other for other in theirs if sheet_mark(one, other) == keys["mark"]]
    return read[0] if read else Declined("tournament-other-numbers")


def dispute(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody of another line does not agree: the arbiter is called."""
    found = _to_sign(one, who, keys)
    return found if isinstance(found, Declined) else {"table": found.table, "player": who.id, "dispute": True}


def call(one: ClubTournament, who: Who, _keys: Keys, _at: int) -> Keys | Declined:
    """Somebody at a table wants the arbiter."""
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None:
        return Declined("tournament-not-your-table")
    if any(other.table == pairing.table for other in one.calls):
        return Declined("tournament-is-called")
    return {"table": pairing.table, "player": who.id}


def called(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    return _called(one, ArbiterCall(keys["table"], keys["player"], at, bool(keys.get("dispute"))))


def _called(one: ClubTournament, new: ArbiterCall) -> ClubTournament:
    """One call a table; a dispute takes the place of any other."""
    there = [other for other in one.calls if other.table == new.table]
    if there and (there[0].dispute or not new.dispute):
        return one
    return replace(one, calls=(*[other for other in one.calls if other.table != new.table], new))


def answer_call(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """The arbiter was at the table."""
    if refused := only_arbiter(one, who):
        return refused
    if all(other.table != keys.get("table") for other in one.calls):
        return Declined("tournament-not-called", (("table", str(keys.get("table", ""))),))
    return {"table": keys["table"]}


def remind_of_call(one: ClubTournament, who: Who, _keys: Keys, at: int) -> Keys | Declined:
    """The host: nobody has come to the tables that have called so long ago. No code prints what follows from that."""
    tables = [other.table for other in one.calls if not other.reminded and other.at + ANSWER_WITHIN <= at]
    return {"tables": tables} if who.is_host and tables else Declined("tournament-not-now")


def reminded_of_call(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    calls = [replace(other, reminded=True) if other.table in keys["tables"] else other for other in one.calls]
    return replace(one, calls=tuple(calls))


def answered(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    return replace(one, calls=tuple([other for other in one.calls if other.table != keys["table"]]))
