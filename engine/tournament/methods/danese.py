"""Danese: neighbours of the standings meet (febur art. 2, fitab's danese puro), and danese modificato (fitab art. 2).

Modificato does not repeat a match of the round before, except in the last round of the tournament or where no other
way exists. Who opposed whom counts however the table was decided. Left out: nothing.
"""

from collections.abc import Iterator, Mapping, Sequence

from engine.tournament.methods.next_round import NextRound


def danese(ranking: Sequence[str], bye: tuple[str, ...]) -> NextRound:
    """Neighbours of the ranking, which is without those who rest."""
    return _tables(list(zip(ranking[::2], ranking[1::2], strict=True)), bye)


def modificato(ranking: Sequence[str], bye: tuple[str, ...], before: Mapping[str, frozenset[str]]) -> NextRound:
    """The same without the opponents of the round `before`, where that is possible."""
    matches = _free_matches(ranking, before)
    return danese(ranking, bye) if matches is None else _tables(matches, bye)


def _free_matches(ranking: Sequence[str], before: Mapping[str, frozenset[str]]) -> list[tuple[str, str]] | None:
    """The first way down the ranking, going back from a choice that leaves no way; None if there is none.

    Nobody had more than one opponent, so only the last few can get stuck: the way back is short.
    """
    matches: list[tuple[str, str]] = []
    left = [tuple(ranking)]
    choices = [_ways(left[0], before)]
    while left[-1]:
        way = next(choices[-1], None)
        if way is not None:
            matches.append((left[-1][0], way[0]))
            left.append(way[1:])
            choices.append(_ways(left[-1], before))
        elif not matches:
            return None
        else:
            matches.pop()
            left.pop()
            choices.pop()
    return matches


def _ways(free: tuple[str, ...], before: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """For each opponent that the highest free entry may have, the highest first: that opponent, then all others."""
    barred = before.get(free[0], frozenset()) if free else frozenset()
    for at in range(1, len(free)):
        if free[at] not in barred:
            yield (free[at], *free[1:at], *free[at + 1 :])


def _tables(matches: Sequence[tuple[str, str]], bye: tuple[str, ...]) -> NextRound:
    return NextRound(tuple([(table, ((one,), (other,))) for table, (one, other) in enumerate(matches, 1)]), bye)
