"""The next round: whether there is one, and what its method makes of the rounds before it.

Implements febur art. 2 and 25, fitab art. 2 and 37 and three-player art. 10: the method was announced, a pairing is
made from what is stored before it and from nothing else, and never changes once published. Left out: groups, which the
file's form does not have.
"""

from collections.abc import Mapping
from typing import Final

from engine.tournament.announcement import (
    DANESE,
    INDIVIDUAL,
    ITALIANA,
    KNOCK_OUT,
    MITCHELL,
    THREE,
)
from engine.tournament.charges import charges
from engine.tournament.lots import FIRST, lot
from engine.tournament.methods import danese, individual, italiana, knock_out, mitchell, three_player
from engine.tournament.methods.next_round import NextRound
from engine.tournament.methods.rests import resters
from engine.tournament.refusals import EventReason, NotFollowing
from engine.tournament.scores import advancing
from engine.tournament.standings import qualified, ranking
from engine.tournament.state import Pairing, Progress, Round

LEAST: Final[Mapping[str, int]] = {INDIVIDUAL: 4, THREE: 3}


def first_order(progress: Progress) -> tuple[str, ...]:
    """Those who can play in round 1, in the order in which they are seated."""
    tournament = progress.tournament
    order = tuple([entry.id for entry in tournament.entries])
    if tournament.first == "lot":
        order = lot(tournament.seed, FIRST, order)
    if tournament.first == "arbiter":
        order = tournament.first_order
    playing = frozenset(progress.playing)
    return tuple([one for one in order if one in playing])


def pair(progress: Progress) -> Round | NotFollowing:
    """The next round, or why there is none."""
    current = progress.current
    number = len(progress.rounds) + 1
    if progress.finished:
        return NotFollowing(EventReason.FINISHED, "the tournament is finished")
    if current is not None and not current.closed:
        return NotFollowing(EventReason.ROUND_OPEN, f"round {current.number} is open")
    if number > len(progress.tournament.methods):
        return NotFollowing(EventReason.NO_ROUND_LEFT, f"round {number - 1} was the last that was announced")
    method = progress.tournament.methods[number - 1]
    following = _following(progress, method, number, progress.order if current else first_order(progress))
    return following if isinstance(following, NotFollowing) else published(progress, following, method, number)


def published(progress: Progress, following: NextRound, method: str, number: int) -> Round:
    """The round as it is published: those who rest in the order of registration."""
    place = progress.tournament.place
    pairings = tuple([Pairing(table, lines) for table, lines in following.tables])
    bye = tuple(sorted(following.bye, key=place.__getitem__))
    return Round(number, method, pairings, bye, following.bracket, following.seeds)


def _following(progress: Progress, method: str, number: int, order: tuple[str, ...]) -> NextRound | NotFollowing:
    if method == KNOCK_OUT:
        return _knock_out(progress, order)
    if len([one for one in order if one not in progress.withdrawn]) < LEAST.get(method, 2):
        return _too_few()
    match method:
        case "mitchell" | "italiana":
            return calendar_round(progress, method, number, order)
        case "individual":
            return _individual(progress, number, order)
        case "three-player":
            return _three(progress, order)
        case _:
            return _danese(progress, method, number, order)


def _too_few() -> NotFollowing:
    return NotFollowing(EventReason.TOO_FEW, "too few are left to be paired")


def calendar_round(progress: Progress, method: str, number: int, order: tuple[str, ...]) -> NextRound | NotFollowing:
    """A round of Mitchell or all'Italiana, whose calendar the first order alone makes."""
    methods = progress.tournament.methods
    step = progress.tournament.step
    at = methods[: number - 1].count(method)
    most = mitchell.limit(len(order), step) if method == MITCHELL else italiana.limit(len(order))
    if methods.count(method) > most:
        return _limit(method, most)
    if method == ITALIANA:
        return italiana.italiana(order, at, progress.withdrawn)
    return mitchell.mitchell(order, at, step, progress.withdrawn)


def unplayable(progress: Progress) -> NotFollowing | None:
    """Before round 1: the first method of which more rounds are announced than so many entries can play."""
    tournament, entries = progress.tournament, len(first_order(progress))
    most = {
        MITCHELL: mitchell.limit(entries, tournament.step),
        ITALIANA: italiana.limit(entries),
        KNOCK_OUT: knock_out.limit(min(entries, tournament.qualifiers or entries)),
    }
    wrong = [_limit(method, rounds) for method, rounds in most.items() if tournament.methods.count(method) > rounds]
    return wrong[0] if wrong else None


def _limit(method: str, most: int) -> NotFollowing:
    return NotFollowing(EventReason.LIMIT, f"{method} has {most} rounds at most with so many entries")


def _danese(progress: Progress, method: str, number: int, order: tuple[str, ...]) -> NextRound:
    if number == 1:
        ranked, candidates = order, _registered(progress, order)
    else:
        ranked = candidates = ranking(progress)
    bye = resters(progress, candidates, len(ranked) % 2)
    seated = [one for one in ranked if one not in bye]
    if method == DANESE or number in (1, len(progress.tournament.methods)):
        return danese.danese(seated, bye)
    return danese.modificato(seated, bye, opponents(progress.rounds[-1]))


def opponents(one: Round) -> dict[str, frozenset[str]]:
    """Who sat against whom in a round of two lines."""
    found: dict[str, frozenset[str]] = {}
    for pairing in one.pairings:
        first, second = pairing.lines
        found |= dict.fromkeys(first, frozenset(second)) | dict.fromkeys(second, frozenset(first))
    return found


def _registered(progress: Progress, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The ids in the order of registration."""
    return tuple(sorted(ids, key=progress.tournament.place.__getitem__))


def _individual(progress: Progress, number: int, order: tuple[str, ...]) -> NextRound:
    here = tuple([one for one in order if one not in progress.withdrawn])
    candidates = _registered(progress, here) if number == 1 else ranking(progress)
    bye = resters(progress, candidates, len(here) % 4)
    return individual.individual([one for one in here if one not in bye], bye, progress.rounds)


def _three(progress: Progress, order: tuple[str, ...]) -> NextRound:
    here = tuple([one for one in order if one not in progress.withdrawn])
    bye = resters(progress, _registered(progress, here), len(here) % 3)
    if progress.current is None:
        return three_player.by_threes([one for one in here if one not in bye], bye)
    return three_player.rotated(progress.tournament, progress.current, here, bye, charges(progress))


def _knock_out(progress: Progress, order: tuple[str, ...]) -> NextRound | NotFollowing:
    tournament, current = progress.tournament, progress.current
    if current is None or current.method != KNOCK_OUT:
        seeds = order[: tournament.qualifiers] if current is None else qualified(progress)
        places = knock_out.first_places(seeds)
    else:
        seeds = current.seeds
        winners = advancing(tournament, current, charges(progress))
        places = tuple([None if one in progress.withdrawn else one for one in winners])
    if len([one for one in places if one is not None]) < 2:
        return _too_few()
    if tournament.methods.count(KNOCK_OUT) > knock_out.limit(len(seeds)):
        return _limit(KNOCK_OUT, knock_out.limit(len(seeds)))
    return knock_out.knock_out(places, seeds)
