"""The standings after the last closed round.

Implements febur art. 24 and fitab art. 19 (posted after every round), three-player art. 10 (standings of the
evening) and the order of law that the codes leave open, as data in `ORDER`: Victory Points, Match Points, the matches
between those who are equal, matches won, the best round, the lot `ties`. Of a knock-out (online) how far somebody came
stands before all. How many go on is announced before the start (three-player art. 10), and the lot decides between
those who are equal at that line. Left out: a match for the third place, for the file has no such table.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.tournament.announcement import INDIVIDUAL, KNOCK_OUT, PAIRS, SINGLES, TEAMS, THREE, Tournament
from engine.tournament.charges import Charges, charges
from engine.tournament.scores import EntryScore, advancing, round_scores
from engine.tournament.state import Progress, Round

LINES_ORDER: Final = ("stage", "vp", "mp", "direct", "won", "best")
ORDER: Final[Mapping[str, tuple[str, ...]]] = {
    PAIRS: LINES_ORDER,
    TEAMS: LINES_ORDER,
    INDIVIDUAL: LINES_ORDER,
    SINGLES: LINES_ORDER,
    THREE: ("vp", "mp", "best"),
}
"""What decides, one after the other, the higher first; who is equal in all of it shares the place."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A row of the standings. `stage`: knock-out rounds reached; `place` is None for who has withdrawn."""

    entry: str
    place: int | None = None
    vp: int = 0
    mp: int = 0
    played: int = 0
    byes: int = 0
    won: int = 0
    best: int = 0
    direct: int = 0
    stage: int = 0
    penalty_vp: int = 0
    penalty_mp: int = 0
    warnings: int = 0
    withdrawn: bool = False

    def key(self, order: Sequence[str]) -> tuple[int, ...]:
        return tuple([getattr(self, name) for name in order])


def deciding(tournament: Tournament) -> tuple[str, ...]:
    """What decides in this tournament, as names of `Rank`; the stage only where there is a knock-out."""
    return tuple([name for name in ORDER[tournament.kind] if name != "stage" or KNOCK_OUT in tournament.methods])


def standings(progress: Progress) -> tuple[Rank, ...]:
    """The rows in order, those who withdrew last."""
    tournament = progress.tournament
    rounds = progress.rounds[: progress.closed]
    charged = charges(progress)
    scores = [round_scores(tournament, one, charged) for one in rounds]
    seats = [_seats(one) for one in rounds]
    stages = _stages(tournament, rounds, charged)
    rows = [
        _row(progress, entry.id, rounds, scores, seats, charged, stages.get(entry.id, 0)) for entry in progress.entered
    ]
    if tournament.kind not in (INDIVIDUAL, THREE):
        rows = _with_direct(rows, rounds, scores)
    order = ORDER[tournament.kind]
    rows.sort(key=lambda row: (row.withdrawn, [-value for value in row.key(order)], tournament.ties[row.entry]))
    return tuple(_placed(rows, order))


def _seats(one: Round) -> frozenset[str]:
    return frozenset([entry for pairing in one.pairings for line in pairing.lines for entry in line])


def _row(
    progress: Progress,
    entry: str,
    rounds: Sequence[Round],
    scores: Sequence[Mapping[str, EntryScore]],
    seats: Sequence[frozenset[str]],
    charged: Charges,
    stage: int,
) -> Rank:
    scored = [(entry in seated, found[entry]) for found, seated in zip(scores, seats, strict=True) if entry in found]
    if progress.tournament.kind == THREE:
        best = max([score.mp for played, score in scored if played], default=0)
    else:
        best = max([score.vp for _, score in scored], default=0)
    return Rank(
        entry,
        vp=sum([score.vp for _, score in scored]) - charged.vp[entry],
        mp=sum([score.mp for _, score in scored]) - charged.mp[entry],
        played=sum([played for played, _ in scored]),
        byes=sum([entry in one.rests for one in rounds]),
        won=sum([score.won for _, score in scored]),
        best=best,
        stage=stage,
        penalty_vp=charged.vp[entry],
        penalty_mp=charged.mp[entry],
        warnings=charged.warnings[entry],
        withdrawn=entry in progress.withdrawn,
    )


def _stages(tournament: Tournament, rounds: Sequence[Round], charged: Charges) -> Mapping[str, int]:
    """How many knock-out rounds each was in, one more for who won the last of them."""
    found: defaultdict[str, int] = defaultdict(int)
    last: Round | None = None
    for one in rounds:
        if one.method == KNOCK_OUT:
            last = one
            for entry in one.bracket:
                if entry is not None:
                    found[entry] += 1
    if last is not None:
        for entry in advancing(tournament, last, charged):
            if entry is not None:
                found[entry] += 1
    return found


def _with_direct(
    rows: Sequence[Rank], rounds: Sequence[Round], scores: Sequence[Mapping[str, EntryScore]]
) -> list[Rank]:
    """The rows with what those of equal Victory Points and Match Points won against each other."""
    equal: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
    for row in rows:
        equal[row.vp, row.mp].append(row.entry)
    direct: dict[str, int] = {}
    for group in equal.values():
        if len(group) > 1:
            direct.update(_direct(frozenset(group), rounds, scores))
    return [replace(row, direct=direct.get(row.entry, 0)) for row in rows]


def _direct(
    group: frozenset[str], rounds: Sequence[Round], scores: Sequence[Mapping[str, EntryScore]]
) -> Mapping[str, int]:
    """Nothing unless every two of the group have met, and equally often."""
    met: defaultdict[frozenset[str], int] = defaultdict(int)
    won: defaultdict[str, int] = defaultdict(int)
    for one, found in zip(rounds, scores, strict=True):
        for pairing in one.pairings:
            (first,), (second,) = pairing.lines
            if first in group and second in group:
                met[frozenset((first, second))] += 1
                won[first] += found[first].vp
                won[second] += found[second].vp
    pairs = len(group) * (len(group) - 1) // 2
    return won if len(met) == pairs and len(set(met.values())) == 1 else {}


def _placed(rows: Sequence[Rank], order: Sequence[str]) -> list[Rank]:
    """The sorted rows with their places; equal ones share the better."""
    found: list[Rank] = []
    for number, row in enumerate(rows, 1):
        if row.withdrawn:
            found.append(row)
        elif found and row.key(order) == found[-1].key(order):
            found.append(replace(row, place=found[-1].place))
        else:
            found.append(replace(row, place=number))
    return found


def ranking(progress: Progress) -> tuple[str, ...]:
    """The ids of those who are in, best first."""
    return tuple([row.entry for row in standings(progress) if not row.withdrawn])


def qualified(progress: Progress) -> tuple[str, ...]:
    """Who goes on by the standings so far, best first: as many as were announced before the start, else all."""
    return ranking(progress)[: progress.tournament.qualifiers]
