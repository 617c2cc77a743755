"""Who rests where somebody is left over: once only, before anybody rests twice (febur art. 25, fitab art. 37).

Left out: fitab's sessions, of which a file holds one; a rest counts for the whole tournament.
"""

from collections.abc import Mapping, Sequence

from engine.tournament.state import Progress


def last_rests(progress: Progress) -> Mapping[str, int]:
    """The last round in which each has rested; who never did is missing."""
    return {entry: one.number for one in progress.rounds for entry in one.rests}


def resters(progress: Progress, candidates: Sequence[str], count: int) -> tuple[str, ...]:
    """So many of the candidates: of those who rested least recently the last."""
    rested = last_rests(progress)
    last_first = enumerate(reversed(candidates))
    order = sorted(last_first, key=lambda place_and_id: (rested.get(place_and_id[1], 0), place_and_id[0]))
    return tuple([one for _, one in order[:count]])
