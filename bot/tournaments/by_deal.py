"""The ranking by deal of an evening in duplicate, beside the standings: what each did with the cards all had. Pure.

At every table the same lines hold the same cards: N-S is compared with N-S, E-W with E-W, of three players and in
singles each seat with the same seat. What a line has done with a deal is its Match Points less the other's (of three
players its own), less the mean of what that line did at the other tables: 0 where nobody else played it. So a deal
counts nothing in sum, and nobody gains by cards that all of their line held.

A deal is compared as it counts in the result in force, where its deals are known; one that a table was dealt alone is
not. Only rounds that are closed count. Who rests, or whose table has an arbiter's score, is compared with nobody.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TypeAlias

from bot.tournaments.club_tournament import ALL_DEALS, ClubTournament
from engine.tournament.state import Pairing, Progress, Round, Totals

DealNumber: TypeAlias = tuple[int, int]  # round and deal, from 1
Points: TypeAlias = Sequence[Sequence[int]]  # by deal, by line


@dataclass(frozen=True, slots=True)
class DealRank:
    """How an entry stands in the ranking by deal. `place` None: it has withdrawn. `by_deal`: those that it compares."""

    place: int | None
    entry: str
    points: int
    by_deal: Mapping[DealNumber, int]


def deal_ranking(one: ClubTournament) -> tuple[DealRank, ...]:
    """The best first, who withdrew last; none before the first round is closed, and where it is no duplicate."""
    progress = one.progress
    if progress is None or not progress.closed or not one.announcement.duplicate:
        return ()
    found: dict[str, dict[DealNumber, Fraction]] = {entry.id: {} for entry in progress.entered}
    for each in progress.rounds[: progress.closed]:
        for entry, deal, points in _compared(one, each):
            found[entry][each.number, deal] = points
    totals = {entry: rounded(sum(deals.values(), Fraction())) for entry, deals in found.items()}
    order = sorted(found, key=lambda entry: (entry in progress.withdrawn, -totals[entry]))
    return tuple(_rank(progress, entry, totals, found[entry]) for entry in order)


def rounded(points: Fraction) -> int:
    """To whole points, halves away from 0."""
    whole = floor(abs(points) + Fraction(1, 2))
    return whole if points >= 0 else -whole


def _rank(progress: Progress, entry: str, totals: Mapping[str, int], deals: Mapping[DealNumber, Fraction]) -> DealRank:
    better = [other for other in totals if other not in progress.withdrawn and totals[other] > totals[entry]]
    place = None if entry in progress.withdrawn else len(better) + 1
    return DealRank(place, entry, totals[entry], {number: rounded(points) for number, points in deals.items()})


def _compared(one: ClubTournament, each: Round) -> Iterator[tuple[str, int, Fraction]]:
    """Of each deal of a round, by entry: its points against the other tables."""
    played = {pairing.table: _points(one, pairing) for pairing in each.pairings}
    for deal in range(1, max([len(points) for points in played.values()], default=0) + 1):
        there = {table: points[deal - 1] for table, points in played.items() if len(points) >= deal}
        own = {table for number, table, which in one.own_deals if number == each.number and which in (deal, ALL_DEALS)}
        alike = {table: _values(points) for table, points in there.items() if table not in own}
        if len(alike) > 1:
            for entry, points in _against_the_others(each, alike):
                yield entry, deal, points


def _against_the_others(each: Round, alike: Mapping[int, Sequence[int]]) -> Iterator[tuple[str, Fraction]]:
    """By entry what it has more than the same line has at the other tables, on the average; `alike`: by table."""
    for pairing in [pairing for pairing in each.pairings if pairing.table in alike]:
        for place, line in enumerate(pairing.lines):
            others = [values[place] for table, values in alike.items() if table != pairing.table]
            points = alike[pairing.table][place] - Fraction(sum(others), len(others))
            yield from [(entry, points) for entry in line]


def _values(points: Sequence[int]) -> list[int]:
    """What a deal was worth to each line."""
    return [points[0] - points[1], points[1] - points[0]] if len(points) == 2 else list(points)


def _points(one: ClubTournament, pairing: Pairing) -> Points:
    """The points of each deal of a table in the result in force, () where only sums are known, or nobody played."""
    if not isinstance(pairing.decision, Totals):
        return ()
    found: Points = json.loads(one.events[pairing.decision.n - 1]).get("deals", ())
    return found
