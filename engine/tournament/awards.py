"""Scores given without play: rests, no-shows, and matches that somebody left.

Implements febur art. 25-26 (13 VP and 450 MP whatever the length), fitab art. 36-37 (14 VP, 12 from four deals on
and for teams, with the least MP of that row), online (time expired, abandonment) and, where it is silent,
three-player. A pair of numbers is always Victory Points and Match Points. Left out: fitab's zero for a gain by leaving,
which the arbiter gives as a score.
"""

from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias

from engine.award import award_of, award_of_left, rest_of
from engine.rules import Rules, load_rules
from engine.tournament.announcement import INDIVIDUAL, TEAMS, Tournament
from engine.tournament.laws import LAWS
from engine.tournament.state import Abandoned, GivenUp, Line, NoShow

Points: TypeAlias = tuple[int, int]
MOST_VP: Final = 20  # of a match
LEFT_TWICE: Final[Points] = (0, 0)


def rest(tournament: Tournament, number: int) -> Points:
    """What a rest in this round is worth; with three players in sixths of a ranking point."""
    table = tournament.victory_table(number)
    if table is None:
        return tournament.rules.award_sixths, 0
    return rest_of(_match(tournament, number), table)


def late(tournament: Tournament, number: int) -> Points:
    """What a line gets that came too late, or left for a time."""
    vp, mp = rest(tournament, number)
    return MOST_VP - vp, -mp


def no_show(tournament: Tournament, number: int, lines: tuple[Line, ...], decision: NoShow) -> dict[str, Points]:
    present, absent = rest(tournament, number), late(tournament, number)
    return {one: absent if at in decision.late else present for at, line in enumerate(lines) for one in line}


def given_up(tournament: Tournament, number: int, lines: tuple[Line, ...], decision: GivenUp) -> dict[str, Points]:
    """Online: the others win by their margin and 350 points, with 14 VP at least."""
    table = tournament.victory_table(number)
    award = award_of(_match(tournament, number), table, decision.mp, decision.guilty)
    assert award.vp is not None
    return {one: (award.vp[at], award.mp[at]) for at, line in enumerate(lines) for one in line}


def abandoned(tournament: Tournament, number: int, lines: tuple[Line, ...], decision: Abandoned) -> dict[str, Points]:
    first, *more = decision.leavers
    if len(lines) > 2:
        award = rest(tournament, number)
        return {line[0]: LEFT_TWICE if line[0] in decision.leavers else award for line in lines}
    guilty = 0 if first in lines[0] else 1
    if tournament.kind != INDIVIDUAL and more:
        return {one: LEFT_TWICE for line in lines for one in line}
    if tournament.kind != INDIVIDUAL and LAWS[tournament.code].forfeit:
        return given_up(tournament, number, lines, GivenUp(guilty, decision.mp or (0, 0)))
    award = rest(tournament, number)
    if decision.mp is not None:
        table = tournament.victory_table(number)
        assert table is not None
        led_by = max(0, decision.mp[1 - guilty] - decision.mp[guilty])
        award = award_of_left(_match(tournament, number), table, led_by)
    points = dict.fromkeys(lines[1 - guilty], award)
    points.update(dict.fromkeys(lines[guilty], rest(tournament, number)))  # a partner of who left
    points[first] = late(tournament, number) if decision.temporary else (0, -award[1])
    points.update(dict.fromkeys(more, LEFT_TWICE))
    return points


def _match(tournament: Tournament, number: int) -> Rules:
    """The rules of a match of this round, by whose length and kind a rest is paid."""
    return _rules(tournament.code, tournament.deals[number - 1], tournament.kind == TEAMS)


@cache
def _rules(code: str, deals: int, teams: bool) -> Rules:
    return replace(load_rules(code), hands=deals, teams=teams, target=0)
