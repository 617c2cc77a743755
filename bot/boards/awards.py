"""What a match is worth on the boards: by its Victory Point table, by its award where it was given up, or as corrected.

The figures are the engine's (`engine.match`, and `engine.award` for a match given up), so that boards, score sheets and
`burraco replay` say the same; here Victory Points and ranking points become sixths.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.boards.facts import SIXTHS
from engine.award import places, shared
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
    mp = match.award.mp if match.award is not None else _mp(match.totals)
    return Worth(match.places, mp, match.ranking_sixths or _sixths(match.vp, len(match.totals)))


def corrected_worth(match: Match, totals: Sequence[int]) -> Worth:
    """What the match is worth with the totals an arbiter has given it."""
    if len(totals) == 2:
        return Worth(places(totals), _mp(totals), _sixths(_by_table(match.vp_table, totals), 2))
    return Worth(places(totals), _mp(totals), _ranking(match, totals))


def _mp(totals: Sequence[int]) -> tuple[int, ...]:
    """Of two sides the difference; of three players what each has made."""
    return tuple(totals) if len(totals) != 2 else (totals[0] - totals[1], totals[1] - totals[0])


def _by_table(table: Table | None, totals: Sequence[int]) -> tuple[int, int] | None:
    if table is None:
        return None
    better, worse = victory_points(table, totals[0] - totals[1])
    return (better, worse) if totals[0] >= totals[1] else (worse, better)


def _sixths(points: Sequence[int] | None, sides: int) -> tuple[int | None, ...]:
    return (None,) * sides if points is None else tuple(SIXTHS * vp for vp in points)


def _ranking(match: Match, totals: Sequence[int]) -> tuple[int | None, ...]:
    """The ranking points of the code by place; equal players share those of their places."""
    prizes = match.code.rules.ranking_points
    if not prizes:
        return (None,) * len(totals)
    return tuple(
        shared(prizes, place, totals.count(total)) for place, total in zip(places(totals), totals, strict=True)
    )
