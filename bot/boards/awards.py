"""What a match is worth to each side: by its Victory Point table, by its code where it was given up, or by the award.

| given up under                   | who gave up       | the others                                             |
| -------------------------------- | ----------------- | ------------------------------------------------------ |
| a code that says (`Match.award`) | what it says      | what it says                                           |
| febur (art. 25)                  | 0 VP, minus their MP | what they had, at least 13 VP and 450 MP            |
| fitab (art. 36, 37), silent ones | 0 VP, minus their MP | what they had, at least 14 VP, or 12 from four deals |
|                                  |                   | on and for teams, with the first MP of that row        |
| three-player (silent)            | 0 points, no MP to his credit | 6 and 3 by their points, at least 10/3     |
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.boards.facts import SIXTHS
from engine.award import award_of, ranking_award
from engine.match import Match
from engine.victory import Table, victory_points


@dataclass(frozen=True, slots=True)
class Worth:
    """By side: places, Match Points as `bot.boards.facts.Side.mp` has them, Victory Points in sixths."""

    places: tuple[int, ...]
    mp: tuple[int, ...]
    vp: tuple[int | None, ...]


def worth(match: Match) -> Worth:
    """What a match that is over is worth."""
    guilty = match.given_up_by
    if len(match.code.sides) != 2:
        return _of_three(match) if guilty < 0 else _left_by_one(match, guilty)
    if guilty < 0:
        return _of_two(match)
    if match.award is not None:
        return Worth(_places_of_winner(1 - guilty), match.award.mp, _sixths(match.award.vp))
    return _left(match, guilty)


def corrected(match: Match, totals: Sequence[int]) -> Worth:
    """What the match is worth with the totals an arbiter has given it."""
    if len(totals) == 2:
        return _by_totals(match, totals, _winner(totals))
    return Worth(_places(totals), tuple(totals), _ranking(match, totals))


# --- two sides --------------------------------------------------------------------------------------------------------


def _of_two(match: Match) -> Worth:
    return _by_totals(match, match.totals, -1 if match.winner is None else match.winner)


def _by_totals(match: Match, totals: Sequence[int], winner: int) -> Worth:
    margin = totals[0] - totals[1]
    return Worth(_places_of_winner(winner), (margin, -margin), _by_table(match.vp_table, margin))


def _winner(totals: Sequence[int]) -> int:
    return -1 if totals[0] == totals[1] else int(totals[1] > totals[0])


def _by_table(table: Table | None, margin: int) -> tuple[int | None, ...]:
    if table is None:
        return (None, None)
    better, worse = victory_points(table, margin)
    return _sixths((better, worse) if margin >= 0 else (worse, better))


def _left(match: Match, guilty: int) -> Worth:
    """Where the code is silent about a match given up: the better of what the others had and of the award."""
    table = match.vp_table
    matured = match.totals[1 - guilty] - match.totals[guilty]
    if table is None:
        mp, vp = max(matured, 0), None
    else:
        award, least = award_of(match.code.rules, table)
        mp, vp = max(matured, least), SIXTHS * max(award, victory_points(table, max(matured, 0))[0])
    nothing = None if vp is None else 0
    if guilty == 0:
        return Worth((2, 1), (-mp, mp), (nothing, vp))
    return Worth((1, 2), (mp, -mp), (vp, nothing))


def _places_of_winner(winner: int) -> tuple[int, ...]:
    return {0: (1, 2), 1: (2, 1)}.get(winner, (1, 1))


def _sixths(points: Sequence[int]) -> tuple[int | None, ...]:
    return tuple([SIXTHS * vp for vp in points])


# --- three players ----------------------------------------------------------------------------------------------------


def _of_three(match: Match) -> Worth:
    return Worth(_places(match.totals), match.totals, _ranking(match, match.totals))


def _places(totals: Sequence[int]) -> tuple[int, ...]:
    return tuple([1 + sum([other > total for other in totals]) for total in totals])


def _ranking(match: Match, totals: Sequence[int]) -> tuple[int | None, ...]:
    """The ranking points of the code by place; equal players share those of their places."""
    prizes = match.code.rules.ranking_points
    if not prizes:
        return (None,) * len(totals)
    return tuple(
        [_shared(prizes, place, totals.count(total)) for place, total in zip(_places(totals), totals, strict=True)]
    )


def _shared(prizes: Sequence[int], place: int, equal: int) -> int:
    return SIXTHS * sum(prizes[place - 1 : place - 1 + equal]) // equal


def _left_by_one(match: Match, guilty: int) -> Worth:
    """The two who stayed share what their places give; each has the award at least."""
    rules, totals = match.code.rules, match.totals
    stayed = [side for side in range(len(totals)) if side != guilty]
    points = [totals[side] for side in stayed]
    places, vp = [len(totals)] * len(totals), [0] * len(totals)
    for side, place, total in zip(stayed, _places(points), points, strict=True):
        places[side] = place
        if rules.ranking_points:
            vp[side] = max(ranking_award(rules), _shared(rules.ranking_points, place, points.count(total)))
    mp = [min(0, total) if side == guilty else max(0, total) for side, total in enumerate(totals)]
    return Worth(tuple(places), tuple(mp), tuple(vp) if rules.ranking_points else (None,) * len(totals))
