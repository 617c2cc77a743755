"""The sheet of a table: its versions, who has signed, who hands it in, and what is corrected afterwards.

| what            | febur (art. 24)                             | fitab (art. 19-20), and those that are silent      |
| --------------- | ------------------------------------------- | -------------------------------------------------- |
| signed by       | one of each line                            | one of each line; in teams the captains            |
| handed in by    | who compiled it                             | the line that won, of equal ones who compiled it   |
| then corrected  | errors of sum until the next round is       | errors of sum until the tournament is finished; a  |
|                 | paired; swapped scores until it is finished | swap is an error like others                       |
|                 | when all at the table acknowledge them      |                                                    |

Who has not signed five minutes after the sheet was written is signed for by the referee. A sheet is the fold of its
acts: it never changes, a correction is a version more. The file of a tournament knows nothing of all this but the
result and its corrections, whose keys `keys_of` gives. Times are milliseconds. Left out: who compiles, which
`seat_draw` says; the check of the sums, for the program adds up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeAlias

from engine.tournament.announcement import TEAMS
from engine.tournament.corrections import SUM, SWAP
from engine.tournament.deadlines import MINUTE
from engine.tournament.events import Numbers
from engine.tournament.laws import LAWS
from engine.tournament.results import WINNERS
from engine.tournament.windows import RoundMoment, is_in_time
from engine.victory import STEP

SIGN_WITHIN: Final = 5 * MINUTE


class Means(StrEnum):
    """How a signature was given."""

    SELF = "self"
    PAPER = "paper"  # the referee has it on paper
    EX_OFFICIO = "ex-officio"  # the referee signs for who has not


class SheetReason(StrEnum):
    """Why a sheet does not take what was done with it."""

    NOT_AT_THE_TABLE = "not-at-the-table"
    NOT_A_SIGNER = "not-a-signer"  # only captains sign for teams
    NOTHING_WRITTEN = "nothing-written"
    SCORE = "score"  # not a number a line, or no multiples of five
    SIGNED = "signed"
    NOT_SIGNED = "not-signed"
    TOO_EARLY = "too-early"
    HANDED_IN = "handed-in"
    NOT_HANDED_IN = "not-handed-in"
    WRONG_HAND = "wrong-hand"  # somebody else hands it in
    WINDOW = "window"
    REASON_MISSING = "reason-missing"
    CAUSE = "cause"
    NOT_ACKNOWLEDGED = "not-acknowledged"
    NOT_A_SWAP = "not-a-swap"
    OUT_OF_ORDER = "out-of-order"  # before what was done last


@dataclass(frozen=True, slots=True)
class SheetRefused:
    reason: SheetReason
    message: str


# ---- what stands on a sheet


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a version, as a `result` has them (`deals`, of teams also `deals2`; or `mp`) or a `score`."""

    deals: tuple[Numbers, ...] = ()
    deals2: tuple[Numbers, ...] = ()
    mp: Numbers = ()
    vp: Numbers = ()
    winner: str = ""

    def totals(self) -> Numbers:
        """Match Points by line."""
        if not self.deals:
            return self.mp
        return tuple([sum(column) for column in zip(*self.deals, *self.deals2, strict=True)])

    def keys(self) -> dict[str, Any]:
        """As a `result`, a `score` or a `correction` of the file names them."""
        found: dict[str, Any] = {"winner": self.winner} if self.winner else {}
        for name in ("deals", "deals2", "mp", "vp"):
            if rows := getattr(self, name):
                found[name] = [list(row) if isinstance(row, tuple) else row for row in rows]
        return found


@dataclass(frozen=True, slots=True)
class Signature:
    line: int
    by: str
    at: int
    means: Means = Means.SELF


@dataclass(frozen=True, slots=True)
class SheetVersion:
    """What a sheet said from then on; `reason`, `cause` and `moment` are a correction's."""

    number: int
    at: int
    author: str
    score: Score
    signatures: tuple[Signature, ...] = ()
    reason: str = ""
    cause: str = ""
    moment: RoundMoment | None = None
    acknowledged: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A table's sheet. `lines`: who sits in each; `signers`: who may sign for it; `compiler`: "" if nobody is named."""

    code: str
    round: int
    table: int
    lines: tuple[tuple[str, ...], ...]
    signers: tuple[tuple[str, ...], ...]
    compiler: str = ""
    versions: tuple[SheetVersion, ...] = ()
    handed_in: int | None = None

    @property
    def version(self) -> SheetVersion | None:
        """The one in force."""
        return self.versions[-1] if self.versions else None

    @property
    def players(self) -> frozenset[str]:
        return frozenset([player for line in self.lines for player in line])

    def line_of(self, player: str) -> int | None:
        return next((at for at, line in enumerate(self.lines) if player in line), None)


def blank(
    code: str,
    kind: str,
    number: int,
    table: int,
    lines: Sequence[Sequence[str]],
    *,
    compiler: str = "",
    captains: Sequence[str] = (),
) -> ScoreSheet:
    """A sheet before anything is written. A match of teams has one, its lines all players of either team.

    `captains`: of teams, one a line; without them the first player named.
    """
    seated = tuple([tuple(line) for line in lines])
    signers = seated
    if kind == TEAMS and LAWS[code].captains_sign:
        signers = tuple([(one,) for one in captains or [line[0] for line in seated]])
    return ScoreSheet(code, number, table, seated, signers, compiler)


# ---- what is done with it


@dataclass(frozen=True, slots=True)
class SheetWritten:
    """Points are entered. A player of the table signs for their line by that; a bot or a referee for nobody."""

    at: int
    by: str
    score: Score


@dataclass(frozen=True, slots=True)
class SheetSigned:
    at: int
    by: str
    line: int
    means: Means = Means.SELF


@dataclass(frozen=True, slots=True)
class SheetHandedIn:
    """It is valid from now on. `ex_officio`: the referee takes it, or the program, which hands in by itself."""

    at: int
    by: str
    ex_officio: bool = False


@dataclass(frozen=True, slots=True)
class SheetCorrected:
    """A version more. `moment`: where the tournament stands; `acknowledged`: who at the table says that it is so."""

    at: int
    by: str
    score: Score
    reason: str
    moment: RoundMoment
    cause: str = SUM
    acknowledged: tuple[str, ...] = ()


SheetAct: TypeAlias = SheetWritten | SheetSigned | SheetHandedIn | SheetCorrected


def after(sheet: ScoreSheet, act: SheetAct) -> ScoreSheet | SheetRefused:
    """The sheet with one act more, or why it does not take it."""
    if sheet.version is not None and act.at < _last(sheet):
        return _refused(SheetReason.OUT_OF_ORDER, "something was done with this sheet after that")
    match act:
        case SheetWritten():
            return _written(sheet, act)
        case SheetSigned():
            return _signed(sheet, act)
        case SheetHandedIn():
            return _handed_in(sheet, act)
        case SheetCorrected():
            return _corrected(sheet, act)


def _refused(reason: SheetReason, message: str) -> SheetRefused:
    return SheetRefused(reason, message)


def _last(sheet: ScoreSheet) -> int:
    """When something was last done with a sheet that has a version."""
    version = sheet.versions[-1]
    return max([version.at, *[one.at for one in version.signatures], *([sheet.handed_in] if sheet.handed_in else [])])


def _written(sheet: ScoreSheet, act: SheetWritten) -> ScoreSheet | SheetRefused:
    """Points before the sheet is handed in; signatures below other points fall away."""
    if sheet.handed_in is not None:
        return _refused(SheetReason.HANDED_IN, "the sheet is handed in: it can only be corrected")
    if wrong := _no_score(sheet, act.score):
        return wrong
    line = sheet.line_of(act.by)
    may_sign = line is not None and act.by in sheet.signers[line]
    signatures = (Signature(line, act.by, act.at),) if line is not None and may_sign else ()
    version = SheetVersion(len(sheet.versions) + 1, act.at, act.by, act.score, signatures)
    return replace(sheet, versions=(*sheet.versions, version))


def _no_score(sheet: ScoreSheet, score: Score) -> SheetRefused | None:
    """How many deals there must be the file says, when the sheet becomes a result."""
    rows = [*score.deals, *score.deals2] if score.deals else [score.mp]
    if any(len(row) != len(sheet.lines) for row in ([*rows, score.vp] if score.vp else rows)):
        return _refused(SheetReason.SCORE, f"{len(sheet.lines)} numbers are needed, one a line")
    if any(number % STEP for row in rows for number in row):
        return _refused(SheetReason.SCORE, f"Match Points are multiples of {STEP}")
    if score.winner not in ("", *WINNERS):
        return _refused(SheetReason.SCORE, f"a winner is {' or '.join(WINNERS)}")
    return None


def _signed(sheet: ScoreSheet, act: SheetSigned) -> ScoreSheet | SheetRefused:
    if sheet.version is None:
        return _refused(SheetReason.NOTHING_WRITTEN, "nothing is written yet")
    if sheet.handed_in is not None:
        return _refused(SheetReason.HANDED_IN, "the sheet is handed in")
    if not 0 <= act.line < len(sheet.lines):
        return _refused(SheetReason.NOT_AT_THE_TABLE, "there is no such line")
    if act.means == Means.SELF and act.by not in sheet.lines[act.line]:
        return _refused(SheetReason.NOT_AT_THE_TABLE, f"{act.by!r} does not sit in that line")
    if act.means == Means.SELF and act.by not in sheet.signers[act.line]:
        return _refused(SheetReason.NOT_A_SIGNER, "for a team its captain signs")
    if act.line not in unsigned(sheet):
        return _refused(SheetReason.SIGNED, "somebody has signed for that line")
    if act.means == Means.EX_OFFICIO and act.at < sheet.version.at + SIGN_WITHIN:
        return _refused(SheetReason.TOO_EARLY, "they have five minutes to sign")
    signature = Signature(act.line, act.by, act.at, act.means)
    return _with_version(sheet, replace(sheet.version, signatures=(*sheet.version.signatures, signature)))


def _with_version(sheet: ScoreSheet, version: SheetVersion) -> ScoreSheet:
    return replace(sheet, versions=(*sheet.versions[:-1], version))


def _handed_in(sheet: ScoreSheet, act: SheetHandedIn) -> ScoreSheet | SheetRefused:
    if sheet.handed_in is not None:
        return _refused(SheetReason.HANDED_IN, "the sheet is handed in")
    if sheet.version is None:
        return _refused(SheetReason.NOTHING_WRITTEN, "nothing is written yet")
    if unsigned(sheet):
        return _refused(SheetReason.NOT_SIGNED, "a line has not signed")
    if not act.ex_officio and act.by not in who_hands_in(sheet):
        return _refused(SheetReason.WRONG_HAND, "somebody else hands in this sheet")
    return replace(sheet, handed_in=act.at)


def _corrected(sheet: ScoreSheet, act: SheetCorrected) -> ScoreSheet | SheetRefused:
    if sheet.version is None or sheet.handed_in is None:
        return _refused(SheetReason.NOT_HANDED_IN, "until it is handed in a sheet is written anew")
    if not act.reason.strip():
        return _refused(SheetReason.REASON_MISSING, "a correction has a reason")
    if act.cause not in (SUM, SWAP):
        return _refused(SheetReason.CAUSE, f"a correction's cause is {SUM} or {SWAP}")
    if wrong := _no_score(sheet, act.score):
        return wrong
    if not is_in_time(sheet.code, act.cause, act.moment):
        return _refused(SheetReason.WINDOW, "it is too late for that correction")
    if act.cause == SWAP and (wrong := _no_swap(sheet, sheet.version.score, act)):
        return wrong
    version = SheetVersion(
        number=sheet.version.number + 1,
        at=act.at,
        author=act.by,
        score=act.score,
        reason=act.reason,
        cause=act.cause,
        moment=act.moment,
        acknowledged=frozenset(act.acknowledged),
    )
    return replace(sheet, versions=(*sheet.versions, version))


def _no_swap(sheet: ScoreSheet, before: Score, act: SheetCorrected) -> SheetRefused | None:
    """In febur a swap changes the lines alone, and all at the table say so (art. 24)."""
    if not LAWS[sheet.code].sums_until_pairing:
        return None
    if not sheet.players <= frozenset(act.acknowledged):
        return _refused(SheetReason.NOT_ACKNOWLEDGED, "all at the table acknowledge that the scores were swapped")
    if (act.score.totals(), act.score.vp) != (before.totals()[::-1], before.vp[::-1]):
        return _refused(SheetReason.NOT_A_SWAP, "these are not the same points with the lines exchanged")
    return None


# ---- what is asked about it


def unsigned(sheet: ScoreSheet) -> tuple[int, ...]:
    """The lines for which nobody has signed the version in force; none once the sheet is handed in."""
    if sheet.version is None:
        return tuple(range(len(sheet.lines)))
    if sheet.handed_in is not None:
        return ()
    signed = {one.line for one in sheet.version.signatures}
    return tuple([line for line in range(len(sheet.lines)) if line not in signed])


def ex_officio_at(sheet: ScoreSheet) -> int | None:
    """From when the referee signs for those who have not; None where nobody is waited for."""
    return sheet.version.at + SIGN_WITHIN if sheet.version is not None and unsigned(sheet) else None


def who_hands_in(sheet: ScoreSheet) -> frozenset[str]:
    """Those of the table who may; all of them where nobody compiled the sheet."""
    compiler = frozenset([sheet.compiler]) if sheet.compiler else sheet.players
    if sheet.version is None or not LAWS[sheet.code].winner_hands_in:
        return compiler
    score = sheet.version.score
    if score.winner:
        return frozenset(sheet.lines[WINNERS.index(score.winner)])
    totals = score.totals()
    winners = [line for line, total in zip(sheet.lines, totals, strict=True) if total == max(totals)]
    return frozenset(winners[0]) if len(winners) == 1 else compiler
