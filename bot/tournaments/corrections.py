"""Corrections that players of a table ask for, and that every line signs: errors of sum, exchanged sides. Pure.

A result stands until then. Where a line does not agree, or says nothing for a minute, the arbiter is called. Until
when a score may be corrected is the code's law, and the engine's; febur art. 24 has everybody at the table say that
scores were exchanged, before the next pairing as after it. What an arbiter has settled players do not correct.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, Final

from bot.tables.who import Declined, Who
from bot.tournaments.calls import with_call
from bot.tournaments.club_tournament import (
    ANSWER_WITHIN,
    CORRECTION,
    RUNNING,
    ArbiterCall,
    ClubTournament,
    CorrectionRequest,
    DeskRuling,
)
from bot.tournaments.dealt import TOTALS
from bot.tournaments.happening import Keys, LogEntry, applied, event
from bot.tournaments.sheets import exchanged, paper_of
from engine.tournament.announcement import TEAMS
from engine.tournament.corrections import SUM, SWAP
from engine.tournament.laws import LAWS
from engine.tournament.sheets import ScoreSheet
from engine.tournament.state import Pairing
from engine.tournament.state import Totals as Result

ASK: Final = "correct"
SIGNED: Final = "correct-signed"
REFUSED: Final = "correct-refused"
REASON: Final = "every line signs"
SIDES: Final = 2  # that can be exchanged


# --- asking -----------------------------------------------------------------------------------------------------------


def ask(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """Somebody of a table says which numbers are right, `swap` for the same with the lines exchanged."""
    if one.announcement.is_dealt:
        return Declined("tournament-dealt-here")
    found = _place(one, who, keys.get("round"))
    if isinstance(found, Declined):
        return found
    number, pairing, paper = found
    line = pairing.line_of(one.entry_of(who.id))
    assert isinstance(pairing.decision, Result)
    assert line is not None
    if who.id not in paper.signers[line]:
        return Declined("tournament-captain", (("player", paper.signers[line][0]),))
    if keys.get("swap") and len(pairing.lines) != SIDES:
        return Declined("tournament-no-sides")
    totals = _swapped(paper) if keys.get("swap") else {name: keys[name] for name in TOTALS if name in keys}
    cause = _cause(one, number, pairing, totals)
    if isinstance(cause, Declined):
        return cause
    same = request_at(one, number, pairing.table)
    if same is not None and same.totals == _text(totals):
        return sign(one, who, same, at)
    new = CorrectionRequest(number, pairing.table, pairing.decision.n, who.id, _text(totals), at, (who.id,), cause)
    calls = any(_is_out_of_reach(one, pairing, cause, paper)) or (same is not None and same.called_at)
    return (ASK, asdict(replace(new, called_at=_where(one, new) if calls else 0)))


def _place(one: ClubTournament, who: Who, number: object) -> tuple[int, Pairing, ScoreSheet] | Declined:
    """The round, the table and the sheet that somebody means: of the last round where they name none."""
    progress, entry = one.progress, one.entry_of(who.id)
    if one.state != RUNNING or progress is None or not progress.rounds:
        return Declined("tournament-not-running")
    number = len(progress.rounds) if number is None else number
    if not isinstance(number, int) or not 0 < number <= len(progress.rounds):
        return Declined("tournament-no-round", (("round", str(number)[:5]),))
    pairing = progress.rounds[number - 1].of(entry) if entry else None
    if pairing is None:
        return Declined("tournament-not-your-table")
    if pairing.decision is None:
        return Declined("tournament-no-result")
    paper = paper_of(one, number, pairing.table)
    if not isinstance(pairing.decision, Result) or paper is None or _is_settled(one, number, pairing, paper):
        return Declined("tournament-settled")
    return number, pairing, paper


def _is_settled(one: ClubTournament, number: int, pairing: Pairing, paper: ScoreSheet) -> bool:
    """Whether an arbiter has said what is right: between lines that have not come to agree, or by a ruling."""
    is_last = one.current is not None and number == one.current.number
    if is_last and pairing.table in one.disputed and not _is_their_own(one, pairing, paper):
        return True
    there = [ruling for ruling in one.rulings if (ruling.round, ruling.table) == (number, pairing.table)]
    return any(_settles(one, ruling) for ruling in there if ruling.what in ("correction", SWAP))


def _is_their_own(one: ClubTournament, pairing: Pairing, paper: ScoreSheet) -> bool:
    """Whether somebody of the table has brought its result about, by the last signature."""
    assert isinstance(pairing.decision, Result)
    return json.loads(one.events[pairing.decision.n - 1]).get("by") in paper.players


def _settles(one: ClubTournament, ruling: DeskRuling) -> bool:
    """Whether an arbiter stands behind it: it is theirs and in force, or the players' own, and they reversed it."""
    if not is_agreed(ruling.keys):
        return not ruling.undone
    by = one.ruling(ruling.undone)
    return by is not None and by.what == "void"


def is_agreed(keys: str) -> bool:
    """Whether a ruling is a correction that every line has signed, by its keys."""
    return "signed" in json.loads(keys)


def _swapped(paper: ScoreSheet) -> dict[str, Any]:
    """The sheet with its lines exchanged."""
    return exchanged(paper.version.score.keys()) if paper.version is not None else {}


def _cause(one: ClubTournament, number: int, pairing: Pairing, totals: Keys) -> str | Declined:
    """A swap where the code tells it from an error of sum, and these are the same points the other way round."""
    before = pairing.decision
    assert isinstance(before, Result)
    refusal: Declined | None = None
    for cause in (SWAP, SUM) if _tells_swaps(one) else (SUM,):
        after = applied(one, {"n": len(one.events) + 1, **_keys(before.n, totals, cause)})
        if isinstance(after, Declined):
            refusal = after
            continue
        now = after.rounds[number - 1].at(pairing.table)
        same = now is not None and isinstance(now.decision, Result) and replace(now.decision, n=before.n) == before
        return Declined("tournament-same-numbers") if same else cause
    assert refusal is not None
    return refusal


def _tells_swaps(one: ClubTournament) -> bool:
    """Whether all at the table have to say that the sides were exchanged (febur art. 24); of teams the arbiter asks."""
    return LAWS[one.announcement.code].sums_until_pairing and one.announcement.kind != TEAMS


def _keys(replaces: int, totals: Keys, cause: str) -> dict[str, Any]:
    return {
        "type": "correction",
        "replaces": replaces,
        **totals,
        "reason": REASON,
        **({"cause": SWAP} if cause == SWAP else {}),
    }


def _is_out_of_reach(one: ClubTournament, pairing: Pairing, cause: str, paper: ScoreSheet) -> Iterator[bool]:
    """Whether a signature that is needed can come from nobody: guests are in no chat."""
    for line, signers in enumerate(paper.signers):
        players = _players(one, pairing, line)
        if cause == SWAP and one.announcement.kind != TEAMS:
            yield any(one.guest(player) for player in players)
        yield all(one.guest(player) for player in players if player in signers)


def _players(one: ClubTournament, pairing: Pairing, line: int) -> list[str]:
    """Who sits in a line now."""
    rosters = one.progress.rosters if one.progress is not None else {}
    return [player for entry in pairing.lines[line] for player in rosters[entry]]


def _text(totals: Keys) -> str:
    return json.dumps(dict(totals), separators=(",", ":"), sort_keys=True)


def request_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """It waits for the others; what was asked for that table before is gone."""
    new = CorrectionRequest(**{**keys, "signed": tuple(keys["signed"])})
    others = [other for other in one.requests if (other.round, other.table) != (new.round, new.table)]
    found = replace(one, requests=(*others, new))
    return _with_call(found, new, at) if new.called_at else found


# --- signing ----------------------------------------------------------------------------------------------------------


def request_at(one: ClubTournament, number: int, table: int) -> CorrectionRequest | None:
    """What was asked for a table of a round."""
    return next((other for other in one.requests if (other.round, other.table) == (number, table)), None)


def ask_mark(request: CorrectionRequest) -> str:
    """Which numbers instead of which result somebody has read who signs."""
    text = f"correction {request.table} {request.replaces} {request.totals}"
    return f"{request.round}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def to_sign(one: ClubTournament, player: str) -> list[CorrectionRequest]:
    """What waits for somebody's signature; once the evening is over nothing does."""
    return [each for each in one.requests if one.state == RUNNING and player in missing_signers(one, each)]


def missing_signers(one: ClubTournament, request: CorrectionRequest) -> list[str]:
    """Everybody whose signature would be one more: of lines that have not signed, or of all where all have to."""
    pairing, paper = _pairing(one, request), paper_of(one, request.round, request.table)
    found: list[str] = []
    if pairing is None or paper is None:
        return found
    for line, signers in enumerate(paper.signers):
        players = [player for player in _players(one, pairing, line) if player in signers and not one.guest(player)]
        is_signed = any(player in request.signed for player in (*players, *signers))
        if not is_signed or request.cause == SWAP:
            found += [player for player in players if player not in request.signed]
    return found


def _pairing(one: ClubTournament, request: CorrectionRequest) -> Pairing | None:
    rounds = one.progress.rounds if one.progress is not None else ()
    return rounds[request.round - 1].at(request.table) if request.round <= len(rounds) else None


def read_by(one: ClubTournament, who: Who, mark: str) -> CorrectionRequest | None:
    """The correction whose numbers somebody has read who plays at that table."""
    entry = one.entry_of(who.id)
    there = next((each for each in one.requests if ask_mark(each) == mark), None)
    pairing = _pairing(one, there) if there is not None else None
    return there if pairing is not None and entry and pairing.line_of(entry) is not None else None


def sign(one: ClubTournament, who: Who, request: CorrectionRequest, at: int) -> LogEntry:
    """Somebody agrees to other numbers, which they have read; the last signature missing corrects the result."""
    if who.id in request.signed:
        return Declined("tournament-signed")
    if who.id not in missing_signers(one, request):
        return Declined("tournament-signed-before")
    signed = (*request.signed, who.id)
    after = replace(request, signed=signed)
    pairing, paper = _pairing(one, request), paper_of(one, request.round, request.table)
    if missing_signers(one, after) or (
        pairing is not None and paper is not None and any(_lacks(one, pairing, paper, after))
    ):
        return (SIGNED, {"round": request.round, "table": request.table, "player": who.id})
    keys = _keys(request.replaces, json.loads(request.totals), request.cause)
    return event(one, who, at, {**keys, "signed": list(signed)})


def _lacks(one: ClubTournament, pairing: Pairing, paper: ScoreSheet, request: CorrectionRequest) -> Iterator[bool]:
    """Whether a line still has no signature: of guests it cannot have one."""
    for line, signers in enumerate(paper.signers):
        players = _players(one, pairing, line)
        yield not any(player in request.signed for player in (*players, *signers))
        if request.cause == SWAP:
            yield any(one.guest(player) for player in players)


def was_signed(one: ClubTournament, keys: Keys, _at: int) -> ClubTournament | Declined:
    there = request_at(one, keys["round"], keys["table"])
    if there is None:
        return Declined("tournament-no-sheet")
    return _instead(one, there, replace(there, signed=(*there.signed, keys["player"])))


def _instead(one: ClubTournament, old: CorrectionRequest, new: CorrectionRequest) -> ClubTournament:
    return replace(one, requests=tuple(new if other is old else other for other in one.requests))


# --- the arbiter is called --------------------------------------------------------------------------------------------


def refuse(_one: ClubTournament, who: Who, request: CorrectionRequest) -> LogEntry:
    """Somebody does not agree to other numbers: the arbiter is called, and the result stands."""
    if request.called_at:
        return Declined("tournament-is-called")
    return (REFUSED, {"round": request.round, "table": request.table, "player": who.id})


def refused(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    there = request_at(one, keys["round"], keys["table"])
    if there is None:
        return Declined("tournament-no-sheet")
    called = replace(there, called_at=_where(one, there))
    return _with_call(_instead(one, there, called), called, at)


def _where(one: ClubTournament, request: CorrectionRequest) -> int:
    """The table to which the arbiter comes: of an earlier round, where who asked sits now."""
    now = one.pairing_of(request.player)
    is_last = one.current is not None and one.current.number == request.round
    return request.table if is_last or now is None else now.table


def _with_call(one: ClubTournament, request: CorrectionRequest, at: int) -> ClubTournament:
    return with_call(one, ArbiterCall(request.called_at, request.player, at, why=CORRECTION))


def waits(one: ClubTournament) -> Iterator[tuple[int, CorrectionRequest]]:
    """What nobody has answered, each with the time at which the arbiter is called."""
    return ((each.at + ANSWER_WITHIN, each) for each in one.requests if not each.called_at)


def call_for(one: ClubTournament, who: Who, at: int, request: CorrectionRequest) -> LogEntry:
    """The host: nobody has answered it."""
    return refuse(one, who, request)


# --- what they can ask ------------------------------------------------------------------------------------------------


def correctable(one: ClubTournament, player: str) -> Pairing | None:
    """The table of the last round whose score somebody may ask to have corrected."""
    number = len(one.progress.rounds) if one.progress is not None else 0
    if one.announcement.is_dealt or not number:
        return None
    found = _place(one, Who(player), number)
    return None if isinstance(found, Declined) else found[1]


def has_sides(one: ClubTournament, player: str) -> bool:
    """Whether somebody sits at a table whose sides can be exchanged."""
    pairing = one.pairing_of(player)
    return pairing is not None and len(pairing.lines) == SIDES
