"""What a match should count for, noted by somebody who watches the table; it shares no code with `bot.boards`.

A witness sees the table before and after each command. They write down who held which seat when a deal ended and what
was on the table then, and add up by docs/leaderboards.md with sums of their own. Points of a deal and the rows of the
printed tables are the engine's.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from bot.tables.table import CLOSED, OVER, PLAYING, Chair, Table
from engine.code import Code
from engine.deal import ANNULLO
from engine.record import Turn
from engine.score import score
from engine.table import Undo
from engine.victory import row_floor, victory_points, vp_table

AWARDS: Final = {"febur": (13, 13, 450), "fitab": (14, 12, 0), "fibur": (14, 12, 0), "international": (14, 12, 0)}
"""VP of who is left up to three deals and beyond, and MP, 0 for the first of the row of those VP."""
PRIZES: Final = (6, 3, 1)  # of three players
LEAST: Final = Fraction(10, 3)  # for each of two who are left by the third


@dataclass(frozen=True, slots=True)
class Ended:
    """A deal that has ended."""

    points: tuple[int, ...]  # by side
    termination: str
    closed_by: int
    resigned: int
    timed_out: bool
    chairs: tuple[Chair, ...]
    early: bool  # given up before each side had had a turn


@dataclass(frozen=True, slots=True)
class Share:
    """What a match is for one side: place, total, Match Points and Victory Points."""

    place: int
    total: int
    mp: int
    vp: Fraction | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a match is for a seat: who has its result, and from how many deals, how many without them, the closings."""

    person: str
    deals: int
    away: int
    closings: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a match should count for."""

    shares: tuple[Share, ...]  # by side
    seats: tuple[Sitting, ...]  # by seat
    given_up: int

    @property
    def people(self) -> frozenset[str]:
        return frozenset(seat.person for seat in self.seats) - {""}


@dataclass
class Witness:
    """Watches one table. `ended`: the revisions at which matches ended, with what each should count for, or None."""

    deals: list[Ended] = field(default_factory=list)
    ended: dict[int, Verdict | None] = field(default_factory=dict)

    def sees(self, before: Table, after: Table, revision: int) -> None:
        """A command was carried out."""
        if after.match is not None and not after.match.deals:
            self.deals = []
        if len(after.records) != len(before.records) + 1:
            return
        assert after.game is not None
        deal = after.game.deal
        points = tuple(side.total for side in score(deal))
        self.deals.append(
            Ended(
                points,
                deal.termination,
                deal.closed_by,
                deal.resigned,
                after.game.timed_out,
                before.chairs,
                early=deal.resigned >= 0 and not _all_have_played(before),
            )
        )
        broken_off = after.phase == CLOSED and deal.termination == ANNULLO
        over = self._is_over(after.code)
        if over and not broken_off:
            assert after.phase in (OVER, CLOSED)
            self.ended[revision] = verdict(after.code, self.deals)
        else:
            assert after.phase != OVER

    def _is_over(self, code: Code) -> bool:
        if any(deal.resigned >= 0 or deal.timed_out for deal in self.deals):
            return True
        counted = _counted(self.deals)
        if not code.rules.target:
            return len(counted) == code.rules.hands
        totals = _totals(code, counted)
        return max(totals) >= code.rules.target and totals.count(max(totals)) == 1


def _all_have_played(table: Table) -> bool:
    """Whether a turn of each side has been written down in the deal in progress, and not been taken back."""
    turns: list[str] = []
    for line in table.lines if table.phase == PLAYING else ():
        if isinstance(line, Turn):
            turns.append(line.seat)
        elif isinstance(line.act, Undo):
            turns.pop()
    return all(set(side) & set(turns) for side in table.code.sides)


def verdict(code: Code, deals: Sequence[Ended]) -> Verdict | None:
    """What these deals together should count for; None where none of them counts."""
    counted = _counted(deals)
    played = [deal for deal in counted if not deal.early]
    if not played:
        return None
    guilty = next((code.side_of[deal.resigned] for deal in deals if deal.resigned >= 0), -1)
    shares = _of_three(code, played, guilty) if len(code.sides) == 3 else _of_two(code, played, guilty)
    return Verdict(shares, tuple(_sitting(number, played) for number in range(code.players)), guilty)


def _counted(deals: Sequence[Ended]) -> list[Ended]:
    return [deal for deal in deals if deal.termination != ANNULLO]


def _totals(code: Code, counted: Sequence[Ended]) -> list[int]:
    return [sum(deal.points[side] for deal in counted) for side in range(len(code.sides))]


def _sitting(number: int, counted: Sequence[Ended]) -> Sitting:
    chairs = [deal.chairs[number] for deal in counted]
    often = Counter([chair.person for chair in chairs if chair.person])
    if not often:
        return Sitting("", len(counted), 0, 0)
    best = max(often.values())
    person = [chair.person for chair in chairs if often[chair.person] == best][-1]
    mine = [deal for deal in counted if deal.chairs[number].person == person]
    away = [deal for deal in mine if deal.chairs[number].computer]
    closings = [deal for deal in mine if deal not in away and deal.closed_by == number]
    return Sitting(person, len(mine), len(away), len(closings))


def _of_two(code: Code, counted: Sequence[Ended], guilty: int) -> tuple[Share, ...]:
    totals = _totals(code, counted)
    first = 1 - guilty if guilty >= 0 else int(totals[1] > totals[0])
    lead = totals[first] - totals[1 - first]
    rules = code.rules
    table = vp_table(rules, rules.hands, rules.teams, rules.target or None)
    won, lost = lead, -lead
    points: tuple[int | None, int | None] = (None, None)
    if guilty >= 0 and rules.name == "online" and table is not None:
        vp = max(14, victory_points(table, max(0, lead + 350))[0])
        won, lost, points = row_floor(table, vp), -row_floor(table, 20), (vp, 0)
    elif guilty >= 0 and table is not None:
        short, long, mp = AWARDS[rules.name]
        award = long if rules.hands > 3 else short
        won = max(lead, mp or row_floor(table, award))
        lost, points = -won, (max(award, victory_points(table, max(0, lead))[0]), 0)
    elif guilty >= 0:
        won, lost = max(0, lead), -max(0, lead)
    elif table is not None:
        points = victory_points(table, lead)
    drawn = guilty < 0 and lead == 0
    better = Share(1, totals[first], won, _fraction(points[0]))
    worse = Share(1 if drawn else 2, totals[1 - first], lost, _fraction(points[1]))
    return (better, worse) if first == 0 else (worse, better)


def _fraction(points: int | None) -> Fraction | None:
    return None if points is None else Fraction(points)


def _of_three(code: Code, counted: Sequence[Ended], guilty: int) -> tuple[Share, ...]:
    totals = _totals(code, counted)
    stayed = [total for side, total in enumerate(totals) if side != guilty]
    shares = []
    for side, total in enumerate(totals):
        if side == guilty:
            shares.append(Share(3, total, min(0, total), Fraction(0)))
            continue
        ahead, equal = len([one for one in stayed if one > total]), stayed.count(total)
        share = Fraction(sum(PRIZES[ahead : ahead + equal]), equal)
        mp = total if guilty < 0 else max(0, total)
        shares.append(Share(1 + ahead, total, mp, share if guilty < 0 else max(LEAST, share)))
    if code.rules.hands != 3:  # the prizes are printed for three deals
        shares = [replace(share, vp=None) for share in shares]
    return tuple(shares)
