"""Scores of tables that are dealt in the chat: the host enters them, both lines sign, or nobody objects in time. Pure.

A signature is for the score that was read (`score_mark`). Who does not agree calls the arbiter, and while that call
stands the score does not become the result by itself.
"""

import hashlib
import json
from dataclasses import replace
from typing import Final

from bot.durations import MINUTE
from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import RUNNING, SILENT, UNPLAYED, ArbiterCall, ClubTournament, DealtScore
from bot.tournaments.happening import Keys, LogEntry, event

SCORE: Final = "score"
SCORE_SIGNED: Final = "score-signed"
CALL: Final = "call"
TOTALS: Final = ("deals", "deals2", "mp", "winner")  # keys of a result
REASONS: Final = (SILENT, UNPLAYED)


def score_mark(one: ClubTournament, score: DealtScore) -> str:
    """Which score of which round somebody has read who signs."""
    number = one.current.number if one.current is not None else 0
    return f"{number}-{hashlib.sha256(f'dealt {score.table} {score.totals}'.encode()).hexdigest()[:8]}"


def score_to_sign(one: ClubTournament, player: str, mark: str = "") -> DealtScore | None:
    """The score that waits for the signature of somebody's line; with a mark, only if it is the one they have read."""
    pairing = one.pairing_of(player)
    score = one.score_of(pairing.table) if pairing is not None else None
    if pairing is None or score is None or pairing.line_of(one.entry_of(player)) in score.signed:
        return None
    return score if mark in ("", score_mark(one, score)) else None


def result_keys(one: ClubTournament, score: DealtScore) -> Keys:
    """The event by which a score becomes the result."""
    number = one.current.number if one.current is not None else 0
    return {"type": "result", "round": number, "table": score.table, **json.loads(score.totals)}


def score_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """It waits for both lines."""
    totals = json.dumps(keys["totals"], separators=(",", ":"), sort_keys=True)
    others = [other for other in one.scores if other.table != keys["table"]]
    return replace(one, scores=(*others, DealtScore(keys["table"], totals, at)))


def score_signed(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    """A line agrees, and another has not yet."""
    score = one.score_of(keys["table"])
    if score is None:
        return Declined("tournament-no-sheet")
    new = replace(score, signed=(*score.signed, keys["line"]))
    return replace(one, scores=tuple(new if other is score else other for other in one.scores))


def stands_at(one: ClubTournament, score: DealtScore) -> int:
    """When a score becomes the result by itself; 0 while the arbiter is called because of it."""
    if any(call.table == score.table and call.dispute for call in one.calls):
        return 0
    return score.at + one.announcement.window * MINUTE


def due_scores(one: ClubTournament, at: int) -> tuple[DealtScore, ...]:
    """The scores to which nobody has objected in time."""
    return tuple(score for score in one.scores if 0 < stands_at(one, score) <= at)


# --- it becomes the result --------------------------------------------------------------------------------------------


def score(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """The host: a table that was dealt in the chat is over. What cannot be its result calls the arbiter."""
    pairing = one.pairing(keys["table"])
    if not who.is_host or one.state != RUNNING or one.current is None or pairing is None or _is_past(one, keys):
        return Declined("tournament-not-now")
    if pairing.decision is not None or one.score_of(pairing.table) is not None:
        return Declined("tournament-not-now")
    totals = {name: keys[name] for name in TOTALS if name in keys}
    entry = event(one, who, at, {"type": "result", "round": one.current.number, "table": pairing.table, **totals})
    if isinstance(entry, Declined):
        called_for = call_of_host(one, {"table": pairing.table, "why": UNPLAYED})
        return called_for if isinstance(called_for, Declined) else (CALL, called_for)
    return (SCORE, {"table": pairing.table, "totals": totals})


def stand(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """The host: a score to which nobody has objected in time is the result."""
    found = one.score_of(keys["table"])
    if not who.is_host or found is None or found not in due_scores(one, at):
        return Declined("tournament-not-now")
    return event(one, who, at, result_keys(one, found))


def sign_score(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """Somebody agrees to the score which they have read (`mark`): it is the result when every line has."""
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None:
        return Declined("tournament-not-your-table")
    found = score_to_sign(one, who.id, keys["mark"])
    line = pairing.line_of(one.entry_of(who.id))
    if found is None or line is None:
        return _why_not_signed(one, who.id, pairing.table)
    if {*found.signed, line} >= set(range(len(pairing.lines))):
        return event(one, who, at, result_keys(one, found))
    return (SCORE_SIGNED, {"table": found.table, "line": line, "player": who.id})


def dispute_score(one: ClubTournament, who: Who, keys: Keys) -> Keys | Declined:
    """Somebody does not agree: the arbiter is called."""
    pairing = one.pairing_of(who.id)
    found = score_to_sign(one, who.id, keys["mark"])
    if pairing is None:
        return Declined("tournament-not-your-table")
    if found is None:
        return _why_not_signed(one, who.id, pairing.table)
    return {"table": found.table, "player": who.id, "dispute": True}


def _why_not_signed(one: ClubTournament, player: str, table: int) -> Declined:
    if one.score_of(table) is None:
        return Declined("tournament-no-score")
    if score_to_sign(one, player) is None:
        return Declined("tournament-signed-before")
    return Declined("tournament-other-numbers")


# --- the host calls the arbiter ---------------------------------------------------------------------------------------


def call_of_host(one: ClubTournament, keys: Keys) -> Keys | Declined:
    """Somebody is silent at a table, or it has ended without a score."""
    if one.state != RUNNING or one.pairing(keys["table"]) is None or keys["why"] not in REASONS or _is_past(one, keys):
        return Declined("tournament-not-now")
    if any(other.table == keys["table"] for other in one.calls):
        return Declined("tournament-is-called")
    return {"table": keys["table"], "player": keys.get("player", ""), "why": keys["why"]}


def _is_past(one: ClubTournament, keys: Keys) -> bool:
    """Whether a table tells something of a `round` that another one has followed: its number is another table's now."""
    return one.current is None or keys.get("round", one.current.number) != one.current.number


# --- what stands still ------------------------------------------------------------------------------------------------


def halts(one: ClubTournament, table: int) -> bool:
    """Whether play is to stand still at a table: somebody there wants the arbiter, or the whole evening does."""
    return bool(one.paused_at) or any(_is_open_at(call, table) for call in one.calls)


def _is_open_at(call: ArbiterCall, table: int) -> bool:
    return call.table == table and call.halts
