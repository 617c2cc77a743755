"""What a code gives where there was no play, or none to the end: to a side that rests, and in a match given up.

| given up under                         | who gave up                    | the others                                |
| -------------------------------------- | ------------------------------ | ----------------------------------------- |
| online (350 points, 0 VP against 14)   | 0 VP, the row 20-0's first MP  | by the margin, at least 14 VP; the first  |
|                                        | taken away                     | MP of that row                            |
| febur (art. 25)                        | 0 VP, minus their MP           | what they had, or 13 VP and 450 MP, if    |
|                                        |                                | that is better by VP and then by MP       |
| fitab (art. 36, 37), and those silent  | 0 VP, minus their MP           | what they had, at least 14 VP, or 12 from |
|                                        |                                | four deals on and for teams, with the     |
|                                        |                                | first MP of that row                      |
| three-player (silent)                  | 0 points, no MP in their favour | 6 and 3 by their points, at least 10/3   |

Everything that tells what such a match is worth (`burraco replay`, score sheets, boards) asks `award_of`; who is left
in a tournament (`engine.tournament.awards`) has what `award_of_left` says.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules import Rules
from engine.victory import Table, row_floor, victory_points

SHORT: Final = 3  # deals; from one more on, to a target and for teams a match is a long one
SIXTHS: Final = 6  # in a ranking point: shared ones stay whole numbers


@dataclass(frozen=True, slots=True)
class Award:
    """What a match given up is worth, by side.

    `margin`: the points by which the others win, from which Victory Points come; 0 with three players. `mp`: of two
    sides the difference that counts for each, online the first of the row of their Victory Points; of three players
    what each is credited with. `vp` is None where no table is printed for the match, or where there are ranking points,
    counted in `sixths`.
    """

    guilty: int
    margin: int
    places: tuple[int, ...]
    mp: tuple[int, ...]
    vp: tuple[int, ...] | None
    sixths: tuple[int, ...] | None = None


def award_of(
    rules: Rules, table: Table | None, totals: Sequence[int], guilty: int, *, penalised: bool = False
) -> Award:
    """The award of a match with these Match Points that the side `guilty` gave up; `table` is that of its length.

    `penalised`: the code's penalty counts in a match of any length; else only where a table is printed, as it once did.
    """
    if len(totals) == 2:
        return _of_two(rules, table, totals, guilty, rules.abandonment_penalty if table or penalised else 0)
    return _of_more(rules, totals, guilty)


def _of_two(rules: Rules, table: Table | None, totals: Sequence[int], guilty: int, penalty: int) -> Award:
    margin = max(0, totals[1 - guilty] - totals[guilty] + penalty)
    won, mp = _won(rules, table, margin)
    lost = -row_floor(table, 0) if table and rules.abandonment_vp else -mp
    vp = None if won is None else (won, 0)
    if guilty == 1:
        return Award(guilty, margin, (1, 2), (mp, lost), vp)
    return Award(guilty, margin, (2, 1), (lost, mp), vp and vp[::-1])


def _won(rules: Rules, table: Table | None, margin: int) -> tuple[int | None, int]:
    """Victory Points, if there are any, and Match Points of the side that stayed."""
    if table is None:
        return None, margin
    by_margin = victory_points(table, margin)[0]
    if rules.abandonment_vp:
        vp = max(rules.abandonment_vp, by_margin)
        return vp, row_floor(table, vp)
    return award_of_left(rules, table, margin)


def award_of_left(rules: Rules, table: Table, margin: int) -> tuple[int, int]:
    """Victory Points and Match Points of a side that the other leaves, where the code knows no loss by points.

    The better, by Victory Points and then by Match Points, of what it had made and of a rest (febur art. 25, fitab
    art. 36). `margin`: by how much it led, 0 where it did not.
    """
    return max(rest_of(rules, table), (victory_points(table, margin)[0], margin))


def rest_of(rules: Rules, table: Table) -> tuple[int, int]:
    """Victory Points and Match Points of a side that rests, or is left: by the code and the table of the match."""
    long = rules.teams or bool(rules.target) or rules.hands > SHORT
    vp = rules.award_vp_long if long else rules.award_vp
    return vp, rules.award_mp or row_floor(table, vp)


def _of_more(rules: Rules, totals: Sequence[int], guilty: int) -> Award:
    """The players who stayed share what their places give; each has the award at least."""
    stayed = [side for side in range(len(totals)) if side != guilty]
    points = [totals[side] for side in stayed]
    ranks = places([*points])
    placed, sixths = [len(totals)] * len(totals), [0] * len(totals)
    for side, place, total in zip(stayed, ranks, points, strict=True):
        placed[side] = place
        if rules.ranking_points:
            sixths[side] = max(rules.award_sixths, shared(rules.ranking_points, place, points.count(total)))
    mp = [min(0, total) if side == guilty else max(0, total) for side, total in enumerate(totals)]
    return Award(guilty, 0, tuple(placed), tuple(mp), None, tuple(sixths) if rules.ranking_points else None)


def places(totals: Sequence[int]) -> tuple[int, ...]:
    """The place of each by their points, from 1; equal players share the better one."""
    return tuple([1 + sum([other > total for other in totals]) for total in totals])


def shared(prizes: Sequence[int], place: int, equal: int) -> int:
    """The ranking points, in sixths, of one of so many equal players who share the places from this one on."""
    return SIXTHS * sum(prizes[place - 1 : place - 1 + equal]) // equal
