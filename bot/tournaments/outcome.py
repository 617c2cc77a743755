"""What an evening counts for once it is over: who came in where, with which points. Pure.

It stands in the row of the tournament from the commit that ends it, so nothing has to be written afterwards that a
crash could lose; and as it is made of the log alone, whatever is corrected later stands there with the correction. An
entry's result belongs to whoever held each of its places in most rounds, the later one where two are equal; of a team,
to everybody on its list.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from bot.tournaments.club_tournament import GUEST, OVER, ClubTournament
from engine.tournament.announcement import TEAMS, THREE, Entry
from engine.tournament.standings import Rank, standings

FINAL: Final = "final"  # its key in the summary of a tournament
SIXTHS: Final = 6  # of a Victory Point: three players' ranking points are counted in them


@dataclass(frozen=True, slots=True)
class Placing:
    """An entry's end: its place, equal ones share the better; Victory Points in sixths; Match Points; rounds won.

    `rounds`: those that count for it, rests too. `players`: ids of persons, and guests as `GUEST` and their name.
    """

    place: int
    vp: int
    mp: int
    won: int
    rounds: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tournament that is over. Who withdrew has no place and is not among the placings.

    `ended_at`: when it was over first; what is corrected later moves it to no other week or month.
    """

    name: str
    kind: str
    code: str
    ended_at: int
    placings: tuple[Placing, ...]

    @property
    def winners(self) -> tuple[Placing, ...]:
        return tuple(one for one in self.placings if one.place == 1)


def outcome(one: ClubTournament) -> Outcome | None:
    """Its outcome; None while it goes on, and where it was cancelled."""
    if one.state != OVER or one.progress is None:
        return None
    entries = {entry.id: entry for entry in one.progress.entered}
    ranks = [rank for rank in standings(one.progress) if rank.place is not None]
    placings = tuple(_placing(one, rank, entries[rank.entry]) for rank in ranks)
    ended_at = one.ended or one.since
    return Outcome(one.announcement.name, one.announcement.kind, one.announcement.code, ended_at, placings)


def _placing(one: ClubTournament, rank: Rank, entry: Entry) -> Placing:
    vp = rank.vp if one.announcement.kind == THREE else rank.vp * SIXTHS
    players = tuple(_known_as(one, player) for player in _holders(one, entry))
    return Placing(rank.place or 0, vp, rank.mp, rank.won, rank.played + rank.byes, players)


def _known_as(one: ClubTournament, player: str) -> str:
    guest = one.guest(player)
    return f"{GUEST}{guest}" if guest else player


def _holders(one: ClubTournament, entry: Entry) -> Iterator[str]:
    """Who played most of the rounds in each place of an entry."""
    if one.announcement.kind == TEAMS:
        yield from (one.progress.rosters if one.progress else {}).get(entry.id, entry.players)
        return
    for player in entry.players:
        yield _holder(one, entry.id, player)


def _holder(one: ClubTournament, entry: str, player: str) -> str:
    rounds = {player: 0}
    for text in one.events:
        event = json.loads(text)
        if event["type"] == "closed":
            rounds[player] += 1
        elif event["type"] == "replacement" and (event["entry"], event["out"]) == (entry, player):
            player = str(event["in"])
            rounds[player] = rounds.pop(player, 0)  # behind who held it earlier
    return max(reversed(rounds), key=lambda one_player: rounds[one_player])


# --- as text ----------------------------------------------------------------------------------------------------------


def as_kept(found: Outcome | None) -> dict[str, Any] | None:
    """As it stands in a summary."""
    return None if found is None else asdict(found)


def kept_outcome(summary: Mapping[str, Any]) -> Outcome | None:
    """What a summary has of it; None for nothing. Raises `KeyError` where it was written before outcomes were."""
    found = summary[FINAL]
    if found is None:
        return None
    placings = tuple(Placing(**{**one, "players": tuple(one["players"])}) for one in found["placings"])
    return Outcome(**{**found, "placings": placings})
