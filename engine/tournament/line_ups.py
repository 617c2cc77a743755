"""Line-ups of teams, sealed until both teams of a match have handed theirs in (febur art. 2, fitab art. 2).

Before each round a team says which four play, and as which pairs: the first pair sits at the first table. Until both
are there, or the time for it is over, nobody but the team itself knows its own, and may change it. Who hands none in
plays as in the round before; in the first round as the team is named on the list. Both codes let teams change their
pairs and are silent on all of this. Times are milliseconds. Left out: who of a team may hand in, which whoever takes
it in knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from engine.tournament.entries import is_line_up
from engine.tournament.state import Pairs, Progress

OWN: Final = "own"
BEFORE: Final = "before"  # as in the round before
AS_NAMED: Final = "as-named"  # as the team is on the list


class LineUpReason(StrEnum):
    """Why a line-up is not taken."""

    NOT_IN_THIS_MATCH = "not-in-this-match"
    OPEN = "open"  # both are on the table
    PLAYERS = "players"


@dataclass(frozen=True, slots=True)
class LineUpRefused:
    reason: LineUpReason
    message: str


@dataclass(frozen=True, slots=True)
class MatchLineUps:
    """The line-ups of one match: the team N-S first, who may play, and how each plays if it says nothing."""

    round: int
    table: int
    teams: tuple[str, str]
    rosters: Mapping[str, tuple[str, ...]]
    usual: Mapping[str, tuple[Pairs, str]]  # with the word for where it comes from
    until: int
    handed_in: Mapping[str, Pairs] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenLineUp:
    """A line-up that everybody may see. `source`: `OWN`, `BEFORE` or `AS_NAMED`."""

    team: str
    pairs: Pairs
    source: str


def sealed_line_ups(progress: Progress, table: int, until: int) -> MatchLineUps:
    """The line-ups of this table of the last paired round of a tournament of teams, before any is handed in."""
    one = progress.rounds[-1]
    pairing = one.at(table)
    assert pairing is not None
    first, second = [line[0] for line in pairing.lines]
    return MatchLineUps(
        one.number,
        table,
        (first, second),
        {team: progress.rosters[team] for team in (first, second)},
        {team: last_line_up(progress, team) for team in (first, second)},
        until,
    )


def hand_in(match: MatchLineUps, team: str, pairs: Pairs, at: int) -> MatchLineUps | LineUpRefused:
    """The match with this team's line-up, or with another one as long as both are sealed."""
    if team not in match.teams:
        return LineUpRefused(LineUpReason.NOT_IN_THIS_MATCH, f"{team!r} does not play this match")
    if is_open(match, at):
        return LineUpRefused(LineUpReason.OPEN, "the line-ups are open")
    if not is_line_up([list(pair) for pair in pairs], match.rosters[team]):
        return LineUpRefused(LineUpReason.PLAYERS, "a line-up is two pairs of four different players of the team")
    return replace(match, handed_in={**match.handed_in, team: pairs})


def is_open(match: MatchLineUps, at: int) -> bool:
    return at >= match.until or all([team in match.handed_in for team in match.teams])


def open_line_ups(match: MatchLineUps, at: int) -> tuple[OpenLineUp, ...]:
    """Both line-ups, the team N-S first, or none while they are sealed."""
    return tuple([_line_up(match, team) for team in match.teams]) if is_open(match, at) else ()


def seen_by(match: MatchLineUps, team: str, at: int) -> tuple[OpenLineUp, ...]:
    """What a team may see: its own as it handed it in, and both once they are open."""
    own = team in match.handed_in and team in match.teams
    return open_line_ups(match, at) or ((_line_up(match, team),) if own else ())


def _line_up(match: MatchLineUps, team: str) -> OpenLineUp:
    if team in match.handed_in:
        return OpenLineUp(team, match.handed_in[team], OWN)
    return OpenLineUp(team, *match.usual[team])


def last_line_up(progress: Progress, team: str) -> tuple[Pairs, str]:
    """How a team plays that says nothing, with who plays now in the place of whom they replace."""
    if pairs := progress.line_ups.get(team):
        return pairs, BEFORE
    first, second, third, fourth, *_ = progress.rosters[team]
    return ((first, second), (third, fourth)), AS_NAMED


def keys_of(match: MatchLineUps, line_up: OpenLineUp) -> dict[str, Any]:
    """The event of the file, without its `n`."""
    pairs = [list(pair) for pair in line_up.pairs]
    return {"type": "lineup", "round": match.round, "entry": line_up.team, "pairs": pairs}
