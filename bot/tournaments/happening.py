"""What counts: an event of the exchange format behind the others, if it follows from them. Pure."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import CORRECTION, OVER, RUNNING, ArbiterCall, ClubTournament, CorrectionRequest
from engine.tournament.corrections import SWAP
from engine.tournament.fold import apply
from engine.tournament.reading import UnusableFile, read_event
from engine.tournament.refusals import NotFollowing
from engine.tournament.state import Progress

Keys: TypeAlias = Mapping[str, Any]
LogEntry: TypeAlias = tuple[str, Keys] | Declined

EVENT: Final = "event"
BATCH: Final = "batch"
"""The entry of several entries that are one thing done: `entries`, each a verb and its keys."""
DECIDING: Final = ("result", "score", "forfeit", "withdrawal")
"""Before these stands in the list what waited for the result of the table."""


def law(refusal: NotFollowing) -> Declined:
    """What the tournament law says, with its own words for the arbiter."""
    return Declined(f"event-{refusal.reason.value}", (("words", refusal.message),))


def with_event(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """With one event more, if it follows from those before; calls, absences and scores that it settles are gone."""
    after = applied(one, keys)
    if isinstance(after, Declined):
        return after
    guests = (*one.guests, str(keys["guest"])) if "guest" in keys else one.guests
    text = json.dumps(dict(keys), ensure_ascii=False, separators=(",", ":"))
    new = replace(one, events=(*one.events, text), progress=after, guests=guests)
    match keys["type"]:
        case "paired":
            return _with_new_round(new, is_first=one.current is None, at=at)
        case "closed":
            new = replace(new, closed_at=at, paused_at=0, paused_why="")
        case "timeout":
            new = replace(new, timed_out_at=at)
        case "correction":
            new = _corrected(new, keys["replaces"])
        case "finished":
            new = replace(new, state=OVER, since=at)
        case _:
            pass
    return _settled(new, at)


def _with_new_round(one: ClubTournament, *, is_first: bool, at: int) -> ClubTournament:
    """With a round that has just been paired: nothing is left of what was so in the one before."""
    return replace(
        one,
        paired_at=at,
        went_at=0,
        closed_at=0,
        reopened=False,
        timed_out_at=0,
        late_tables=(),
        paused_at=0,
        paused_why="",
        deck="",
        requests=_in_time(one, at),
        proposals=one.proposals if is_first else (),
        calls=(),
        answered=(),
        absences=(),
        disputed=(),
        line_ups=(),
        opened=(),
        scores=(),
    )


def applied(one: ClubTournament, keys: Keys) -> Progress | Declined:
    """How it would stand after this event; or why it does not follow."""
    if one.progress is None or one.state != RUNNING:
        return Declined("tournament-not-running")
    try:
        event = read_event(dict(keys), one.announcement.kind)
    except UnusableFile as error:
        return Declined("event-unusable", (("words", str(error)),))
    after = apply(one.progress, event, len(one.events) + 1)
    return law(after) if isinstance(after, NotFollowing) else after


def _in_time(one: ClubTournament, at: int) -> tuple[CorrectionRequest, ...]:
    """The corrections that can still be made now that another round is paired.

    They wait anew: calls of the round before are gone, and who asked sits elsewhere.
    """
    late = one.progress is not None and one.progress.law.sums_until_pairing
    return tuple(replace(request, at=at, called_at=0) for request in one.requests if request.cause == SWAP or not late)


def _corrected(one: ClubTournament, replaces: int) -> ClubTournament:
    """Nobody waits any more for what was asked for a result that is replaced; for another of that table they do."""
    left = tuple(request for request in one.requests if request.replaces != replaces)
    tables = {request.called_at for request in one.requests} - {request.called_at for request in left}
    calls = [call for call in one.calls if call.why != CORRECTION or call.table not in tables]
    return replace(one, requests=left, calls=tuple(calls))


def _settled(one: ClubTournament, at: int) -> ClubTournament:
    """Without calls that the result of their table has answered."""
    open_tables = {pairing.table for pairing in one.undecided}
    calls = [call for each in one.calls if (call := _unsettled(one, each, open_tables, at)) is not None]
    absences = [absence for absence in one.absences if absence.table in open_tables]
    scores = [score for score in one.scores if score.table in open_tables]
    return replace(one, calls=tuple(calls), absences=tuple(absences), scores=tuple(scores))


def _unsettled(one: ClubTournament, call: ArbiterCall, open_tables: set[int], at: int) -> ArbiterCall | None:
    """What is left of a call; of one that a correction waited behind, the call for the correction."""
    if call.halts or call.why == CORRECTION or call.table in open_tables:
        return call
    behind = next((request for request in one.requests if request.called_at == call.table), None)
    return ArbiterCall(call.table, behind.player, at, why=CORRECTION) if behind is not None else None


def event(one: ClubTournament, who: Who, at: int, keys: Keys) -> LogEntry:
    """The entry of an event, if it follows; with its number, its time and who brought it about."""
    entries: list[tuple[str, Keys]] = []
    for waiting in [*_waiting(one, keys), keys]:
        full = stamped(one, who, at, waiting)
        after = with_event(one, full, at)
        if isinstance(after, Declined):
            return after
        one = after
        entries.append((EVENT, full))
    return entries[0] if len(entries) == 1 else (BATCH, {"entries": entries})


def stamped(one: ClubTournament, who: Who, at: int, keys: Keys) -> Keys:
    """An event with its number, its time and its author."""
    time = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"n": len(one.events) + 1, **keys, "at": time, "by": who.id}


def _waiting(one: ClubTournament, keys: Keys) -> list[Keys]:
    """What comes into the list together with this event: rulings that wait for the result of its table."""
    table = keys.get("table")
    if keys.get("type") in ("withdrawal", "forfeit") and one.current is not None:
        pairing = one.current.of(str(keys.get("entry", "")))
        table = pairing.table if pairing is not None and pairing.decision is None else None
    if keys.get("type") not in DECIDING or not isinstance(table, int):
        return []
    return [json.loads(ruling.keys) for ruling in one.waiting_rulings if ruling.table == table]
