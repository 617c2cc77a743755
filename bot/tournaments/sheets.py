"""Sheets of real tables: entered by a line, signed by every line or for it, and then the result. Pure.

`papers` has each sheet with its versions and signatures, as `engine.tournament.sheets` folds them. Who has signed
follows from who brought the result about: nothing of that stands in the log a second time.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from bot.tables.who import HOST, Declined, Who
from bot.tournaments.calls import with_call, with_dispute
from bot.tournaments.club_tournament import RUNNING, ArbiterCall, ClubTournament, EnteredSheet
from bot.tournaments.dealt import TOTALS, dispute_score, sign_score
from bot.tournaments.happening import Keys, LogEntry, applied, event
from bot.tournaments.rights import is_arbiter, own_table
from engine.tournament.corrections import SUM, SWAP
from engine.tournament.results import WINNERS
from engine.tournament.sheets import (
    SIGN_WITHIN,
    Means,
    Score,
    ScoreSheet,
    SheetCorrected,
    SheetHandedIn,
    SheetRefused,
    SheetSigned,
    SheetWritten,
    after,
    blank,
    ex_officio_at,
    unsigned,
)
from engine.tournament.state import Pairing, Progress, Ruled, Totals
from engine.tournament.windows import moment_of

SHEET: Final = "sheet"
SIGNED: Final = "signed"
OF_DEALS: Final = ("deals", "deals2")
EVERY_LINE: Final = 3  # from this version on each line signs


# --- entering ---------------------------------------------------------------------------------------------------------


def sheet(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """A line's numbers wait for the other lines; the same from all, or an arbiter's, are the result.

    What others object to stays objected to: entered once more, the same numbers are nothing new.
    """
    current, pairing = one.current, one.pairing(keys.get("table", 0))
    if one.state != RUNNING or current is None:
        return Declined("tournament-not-running")
    if pairing is None:
        return Declined("tournament-no-table", (("table", str(keys.get("table", ""))),))
    totals = {name: keys[name] for name in TOTALS if name in keys}
    entry = event(one, who, at, _result(one, pairing, totals))
    line = pairing.line_of(one.entry_of(who.id))
    if isinstance(entry, Declined):
        return entry
    if line is None and (refused := own_table(one, who, pairing.table)):
        return refused
    if line is None:
        return entry if is_arbiter(one, who) else Declined("tournament-not-your-table")
    if one.announcement.is_dealt:
        return Declined("tournament-dealt-here")
    same = [other for other in one.sheets_of(pairing.table) if other.line != line and _same(one, other, totals)]
    if same:
        return _agreed(one, who, pairing, same[0], line, at)
    own = next((other for other in one.sheets_of(pairing.table) if other.line == line), None)
    if pairing.table in one.disputed and own is not None and _same(one, own, totals):
        return Declined("tournament-numbers-again")
    return (SHEET, {"table": pairing.table, "line": line, "player": who.id, "totals": totals})


def _result(one: ClubTournament, pairing: Pairing, totals: Keys) -> dict[str, Any]:
    number = one.current.number if one.current is not None else 0
    return {"type": "result", "round": number, "table": pairing.table, **totals}


def _same(one: ClubTournament, other: EnteredSheet, totals: Keys) -> bool:
    """Whether another line's numbers come to the same points."""
    pairing = one.pairing(other.table)
    assert pairing is not None
    return _points(one, _result(one, pairing, json.loads(other.totals))) == _points(one, _result(one, pairing, totals))


def _points(one: ClubTournament, keys: Keys) -> tuple[tuple[int, ...], int | None] | None:
    found = applied(one, {"n": len(one.events) + 1, **keys})
    pairing = found.current.at(keys["table"]) if isinstance(found, Progress) and found.current else None
    decision = pairing.decision if pairing is not None else None
    return (decision.mp, decision.winner) if isinstance(decision, Totals) else None


def sheet_entered(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """A version more of the table's sheet; other numbers than another line's call the arbiter."""
    paper = _paper(one, keys["table"])
    if paper is None:
        return Declined("tournament-no-table", (("table", str(keys["table"])),))
    others = [other for other in one.sheets_of(keys["table"]) if other.line != keys["line"]]
    written = after(paper, SheetWritten(_later(paper, at), keys["player"], score_of(keys["totals"])))
    if isinstance(written, SheetRefused):
        return Declined("event-unusable", (("words", written.message),))
    found = with_dispute(_with_paper(one, written), keys["table"], stands=bool(others))
    if others:
        return with_call(found, ArbiterCall(keys["table"], keys["player"], at, dispute=True))
    return found


def score_of(totals: Keys) -> Score:
    """What stands on a sheet with these keys of a result."""
    return Score(
        deals=tuple(tuple(row) for row in totals.get("deals") or ()),
        deals2=tuple(tuple(row) for row in totals.get("deals2") or ()),
        mp=tuple(totals.get("mp") or ()),
        vp=tuple(totals.get("vp") or ()),
        winner=totals.get("winner") or "",
    )


def exchanged(numbers: Keys) -> dict[str, Any]:
    """The numbers of a result or a score with its two lines exchanged, deal by deal where they are known."""
    rows: dict[str, Any] = {
        name: [row[::-1] for row in numbers[name]] if name in OF_DEALS else list(numbers[name][::-1])
        for name in (*OF_DEALS, "mp", "vp")
        if name in numbers
    }
    return {**rows, **({"winner": WINNERS[1 - WINNERS.index(numbers["winner"])]} if numbers.get("winner") else {})}


def _paper(one: ClubTournament, table: int) -> ScoreSheet | None:
    """The sheet of a table of the last round."""
    return paper_of(one, one.current.number, table) if one.current is not None else None


def paper_of(one: ClubTournament, number: int, table: int) -> ScoreSheet | None:
    """The sheet of a table of a round; blank where nobody has entered anything. Who came in sits there, too."""
    progress = one.progress
    pairing = progress.rounds[number - 1].at(table) if progress is not None else None
    if pairing is None or progress is None:
        return None
    lines = [[player for entry in line for player in progress.rosters[entry]] for line in pairing.lines]
    code, kind = one.announcement.code, one.announcement.kind
    new = blank(code, kind, number, table, lines)
    there = one.paper(number, table)
    if there is None:
        return new
    return replace(there, lines=_both(there.lines, new.lines), signers=_both(there.signers, new.signers))


def _both(before: tuple[tuple[str, ...], ...], now: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Who sat or sits in each line: what somebody entered stays theirs when they are replaced."""
    return tuple(tuple(dict.fromkeys((*new, *old))) for old, new in zip(before, now, strict=True))


def _later(paper: ScoreSheet, at: int) -> int:
    """A clock that was set back changes no order."""
    if paper.version is None:
        return at
    return max([at, paper.version.at, *[one.at for one in paper.version.signatures]])


def _with_paper(one: ClubTournament, paper: ScoreSheet) -> ClubTournament:
    others = [other for other in one.papers if (other.round, other.table) != (paper.round, paper.table)]
    return replace(one, papers=(*others, paper))


# --- signing ----------------------------------------------------------------------------------------------------------


def sheet_mark(one: ClubTournament, sheet: EnteredSheet) -> str:
    """Which numbers of which round somebody has read who signs: others may have been entered since."""
    number = one.current.number if one.current is not None else 0
    return f"{number}-{hashlib.sha256(f'{sheet.table} {sheet.totals}'.encode()).hexdigest()[:8]}"


def sign(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """Somebody of another line agrees to what was entered, which they have read (`mark`)."""
    if one.announcement.is_dealt:
        return sign_score(one, who, keys, at)
    found = _to_sign(one, who, keys)
    pairing = one.pairing_of(who.id)
    if isinstance(found, Declined) or pairing is None:
        return found if isinstance(found, Declined) else Declined("tournament-not-running")
    line = pairing.line_of(one.entry_of(who.id))
    assert line is not None
    return _agreed(one, who, pairing, found, line, at)


def _agreed(one: ClubTournament, who: Who, pairing: Pairing, read: EnteredSheet, line: int, at: int) -> LogEntry:
    """A signature; the last one that was missing makes the numbers the result."""
    paper = _paper(one, pairing.table)
    assert paper is not None
    if one.version >= EVERY_LINE and who.id not in paper.signers[line]:
        return Declined("tournament-captain", (("player", paper.signers[line][0]),))
    if one.version >= EVERY_LINE and _waits_for_others(paper, read, line):
        if line not in unsigned(paper):
            return Declined("tournament-signed")
        return (SIGNED, {"table": pairing.table, "line": line, "player": who.id})
    return event(one, who, at, _result(one, pairing, json.loads(read.totals)))


def _waits_for_others(paper: ScoreSheet, read: EnteredSheet, line: int) -> bool:
    """Whether a line has said nothing yet: of three players, or of teams for whom no captain wrote."""
    score = score_of(json.loads(read.totals))
    authors = {paper.line_of(version.author) for version in paper.versions if version.score == score}
    signing = {line, *_signers(paper, authors)}
    if paper.version is not None and paper.version.score == score:
        signing |= {signature.line for signature in paper.version.signatures}
    return len(signing) < len(paper.lines)


def _signers(paper: ScoreSheet, lines: set[int | None]) -> Iterator[int]:
    """Those of the lines for which somebody wrote who may sign."""
    for version in paper.versions:
        line = paper.line_of(version.author)
        if line is not None and line in lines and version.author in paper.signers[line]:
            yield line


def signed(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    """A signature below the version in force."""
    paper = _paper(one, keys["table"])
    found = after(paper, SheetSigned(_later(paper, at), keys["player"], keys["line"])) if paper is not None else None
    if found is None or isinstance(found, SheetRefused):
        return Declined("tournament-no-sheet")
    return _with_paper(one, found)


def _to_sign(one: ClubTournament, who: Who, keys: Keys) -> EnteredSheet | Declined:
    pairing = one.pairing_of(who.id)
    if one.state != RUNNING or pairing is None:
        return Declined("tournament-not-your-table")
    line = pairing.line_of(one.entry_of(who.id))
    there = list(one.sheets_of(pairing.table))
    theirs = [other for other in there if other.line != line]
    if not theirs:
        if pairing.decision is not None or _is_past(one, keys["mark"]):
            return Declined("tournament-no-longer")
        return Declined("tournament-sign-own") if there else Declined("tournament-no-sheet")
    read = [other for other in theirs if sheet_mark(one, other) == keys["mark"]]
    return read[0] if read else Declined("tournament-other-numbers")


def _is_past(one: ClubTournament, mark: str) -> bool:
    """Whether what somebody has read was of a round before this one."""
    number = one.current.number if one.current is not None else 0
    return mark.partition("-")[0] not in ("", str(number))


def dispute(one: ClubTournament, who: Who, keys: Keys, _at: int) -> Keys | Declined:
    """Somebody of another line does not agree: the arbiter is called."""
    if one.announcement.is_dealt:
        return dispute_score(one, who, keys)
    found = _to_sign(one, who, keys)
    return found if isinstance(found, Declined) else {"table": found.table, "player": who.id, "dispute": True}


# --- ex officio -------------------------------------------------------------------------------------------------------


def waits_until(one: ClubTournament, table: int) -> int | None:
    """When a table's sheet is signed for those who have not; None where nobody is waited for, or they disagree."""
    if one.version < EVERY_LINE or one.current is None or table in one.disputed:
        return None
    paper = one.paper(one.current.number, table)
    pairing = one.pairing(table)
    if paper is None or pairing is None or pairing.decision is not None:
        return None
    found = ex_officio_at(paper)
    return max(found, one.since + SIGN_WITHIN) if found is not None else None  # it may have been off meanwhile


def sign_ex_officio(one: ClubTournament, who: Who, table: int, at: int) -> LogEntry:
    """The sheet of a table whose time is over is signed for whoever has not, and is the result."""
    until, pairing, paper = waits_until(one, table), one.pairing(table), _paper(one, table)
    if until is None or until > at or pairing is None or paper is None or paper.version is None:
        return Declined("tournament-not-now")
    return event(one, who, at, {**_result(one, pairing, paper.version.score.keys()), "officio": "sheet"})


# --- the result -------------------------------------------------------------------------------------------------------


def handed_in(one: ClubTournament, keys: Keys, at: int) -> ClubTournament:
    """The sheet of a table that has its result, with whoever signed for it: themselves, on paper, or nobody."""
    paper = _paper(one, keys["table"])
    if paper is None:
        return one
    by, score = str(keys.get("by", HOST)), score_of(keys)
    if paper.version is None or paper.version.score != score:
        written = after(paper, SheetWritten(_later(paper, at), by, score))
        if isinstance(written, SheetRefused):
            return one
        paper = written
    for line in unsigned(paper):
        with_line = after(paper, _signature(paper, line, by, _later(paper, at), keys))
        if isinstance(with_line, SheetRefused):
            return one
        paper = with_line
    found = after(paper, SheetHandedIn(_later(paper, at), by, ex_officio=True))
    return one if isinstance(found, SheetRefused) else _with_paper(one, found)


def _signature(paper: ScoreSheet, line: int, by: str, at: int, keys: Keys) -> SheetSigned:
    assert paper.version is not None
    wrote = [version.author for version in paper.versions if version.score == paper.version.score]
    own = next((player for player in (by, *wrote) if player in paper.signers[line]), "")
    if own:
        return SheetSigned(at, own, line)
    return SheetSigned(at, by, line, Means.EX_OFFICIO if "officio" in keys else Means.PAPER)


def corrected(before: ClubTournament, one: ClubTournament, keys: Keys, at: int) -> ClubTournament:
    """The sheet whose result was corrected has a version more. Who corrects a swap has asked everybody at the table."""
    number, table = place_of_result(before, keys["replaces"])
    paper = one.paper(number, table)
    if paper is None or before.progress is None or keys.get("void"):
        return one
    cause = str(keys.get("cause", SUM))
    act = SheetCorrected(
        at=_later(paper, at),
        by=str(keys.get("by", HOST)),
        score=score_of(keys),
        reason=str(keys["reason"]),
        moment=moment_of(before.progress, number),
        cause=cause,
        acknowledged=tuple(keys["signed"] if "signed" in keys and cause != SWAP else sorted(paper.players)),
    )
    found = after(paper, act)
    return one if isinstance(found, SheetRefused) else _with_paper(one, found)


def place_of_result(one: ClubTournament, number: object) -> tuple[int, int]:
    """The round and the table whose result has this number in the list, 0 for none."""
    for each in one.progress.rounds if one.progress is not None else ():
        for pairing in each.pairings:
            if isinstance(pairing.decision, Totals | Ruled) and pairing.decision.n == number:
                return each.number, pairing.table
    return 0, 0
