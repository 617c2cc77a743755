"""Line-ups of teams: handed in by a private word, sealed until both of a match have, or the time is over. Pure.

Anybody of a team may hand its line-up in; the law of `engine.tournament.line_ups` says until when and who may play.
The value has sealed line-ups, which nothing that is shown may name before they are open.
"""

from dataclasses import replace
from typing import Final

from bot.tables.who import Declined, Who
from bot.tournaments.club_tournament import RUNNING, ClubTournament
from bot.tournaments.happening import BATCH, EVENT, Keys, LogEntry, stamped
from engine.tournament.announcement import TEAMS
from engine.tournament.articles import EX_OFFICIO
from engine.tournament.entries import is_line_up
from engine.tournament.line_ups import (
    OWN,
    LineUpRefused,
    MatchLineUps,
    OpenLineUp,
    hand_in,
    is_open,
    keys_of,
    open_line_ups,
    sealed_line_ups,
    seen_by,
)
from engine.tournament.state import Pairs

HANDED: Final = "lineup"


def until(one: ClubTournament) -> int:
    """When the line-ups of this round are open: at the go, or some minutes after the pairing."""
    return one.went_at or one.paired_at + EX_OFFICIO["line-up"].after


def match_of(one: ClubTournament, player: str) -> MatchLineUps | None:
    """The line-ups of the match somebody plays in the open round."""
    pairing = one.pairing_of(player)
    if one.announcement.kind != TEAMS or one.progress is None or pairing is None or pairing.decision is not None:
        return None
    return _match(one, pairing.table)


def _match(one: ClubTournament, table: int) -> MatchLineUps | None:
    if one.progress is None or one.current is None or one.current.closed:
        return None
    there = next((other for other in one.line_ups if other.table == table), None)
    now = sealed_line_ups(one.progress, table, until(one))
    return replace(now, handed_in=_with_substitutes(there, now)) if there else now


def _with_substitutes(there: MatchLineUps, now: MatchLineUps) -> dict[str, Pairs]:
    """What was handed in, with who plays now in the place of whom they replace; without what nobody can play."""
    found = {}
    for team, pairs in there.handed_in.items():
        plays = dict(zip(there.rosters[team], now.rosters[team], strict=True))
        renamed = tuple(tuple(plays.get(player, player) for player in pair) for pair in pairs)
        if is_line_up([list(pair) for pair in renamed], now.rosters[team]):
            found[team] = renamed
    return found


def hand_line_up_in(one: ClubTournament, who: Who, keys: Keys, at: int) -> LogEntry:
    """`pairs`: the first at the first table. The second team's opens both."""
    match = match_of(one, who.id)
    if one.state != RUNNING or match is None:
        return Declined("tournament-no-line-up")
    team, pairs = one.entry_of(who.id), pairs_of(keys["pairs"])
    found = hand_in(match, team, pairs, at)
    if isinstance(found, LineUpRefused):
        return Declined(f"lineup-{found.reason}")
    entry = (HANDED, {"table": match.table, "entry": team, "pairs": [list(pair) for pair in pairs]})
    if not is_open(found, at):
        return entry
    return (BATCH, {"entries": [entry, *_events(one, who, found, at)]})


def _events(one: ClubTournament, who: Who, match: MatchLineUps, at: int) -> list[tuple[str, Keys]]:
    """What was handed in, as events one behind the other; a team that handed in nothing plays as before."""
    found: list[tuple[str, Keys]] = []
    for place, line_up in enumerate([other for other in open_line_ups(match, at) if other.source == OWN]):
        found.append((EVENT, {**stamped(one, who, at, keys_of(match, line_up)), "n": len(one.events) + 1 + place}))
    return found


def pairs_of(value: object) -> Pairs:
    """Two pairs of players. Raises `TypeError` for anything else."""
    if not isinstance(value, list) or not all(isinstance(pair, list | tuple) for pair in value):
        raise TypeError("pairs are two lists of players")
    return tuple(tuple(str(player) for player in pair) for pair in value)


def handed_in(one: ClubTournament, keys: Keys, at: int) -> ClubTournament | Declined:
    match = _match(one, keys["table"])
    if match is None:
        return Declined("tournament-no-line-up")
    found = replace(match, handed_in={**match.handed_in, keys["entry"]: pairs_of(keys["pairs"])})
    others = [other for other in one.line_ups if other.table != match.table]
    return replace(one, line_ups=(*others, found))


def opened(one: ClubTournament, keys: Keys) -> ClubTournament:
    """A line-up stands in the list: those of its match are open."""
    pairing = one.current.of(keys["entry"]) if one.current is not None else None
    return replace(one, opened=tuple(dict.fromkeys((*one.opened, pairing.table)))) if pairing is not None else one


def sealed(one: ClubTournament) -> list[MatchLineUps]:
    """The matches of which a team has handed in a line-up that is not on the list yet: at its time it is put there."""
    waiting = {other.table for other in one.line_ups} - set(one.opened)
    tables = [pairing.table for pairing in one.undecided if pairing.table in waiting and one.state == RUNNING]
    return [match for table in tables if (match := _match(one, table)) is not None and match.handed_in]


def open_by_time(one: ClubTournament, who: Who, at: int, table: int) -> LogEntry:
    """The host: the time is over, and what was handed in for this match is open."""
    for match in sealed(one) if until(one) <= at else ():
        if match.table == table:
            return (BATCH, {"entries": _events(one, who, match, at)})
    return Declined("tournament-not-now")


def public_line_ups(one: ClubTournament, table: int) -> tuple[OpenLineUp, ...]:
    """The line-ups of a match of the open round as everybody may read them: () until both are in, or the go.

    A team that has handed in nothing plays as before.
    """
    if one.announcement.kind != TEAMS or not (table in one.opened or one.went_at):
        return ()
    match = _match(one, table)
    return open_line_ups(match, match.until) if match is not None else ()


def own(one: ClubTournament, player: str, at: int) -> Pairs:
    """What their team has handed in, empty for nothing; of the other team nothing before it is open."""
    match = match_of(one, player)
    team = one.entry_of(player)
    return next((line_up.pairs for line_up in seen_by(match, team, at) if line_up.team == team), ()) if match else ()
