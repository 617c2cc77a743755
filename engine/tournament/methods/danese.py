"""Danese: neighbours of the standings meet (febur art. 2, fitab's danese puro), and danese modificato (fitab art. 2).

Modificato does not repeat a match of the round before, except in the last round of the tournament or where no other
way exists. Who opposed whom counts however the table was decided.
"""

from collections.abc import Mapping, Sequence

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
    choices: list[list[tuple[str, ...]]] = [_ways(tuple(ranking), before)]
    left = [tuple(ranking)]
    while left[-1]:
        if choices[-1]:
            rest = choices[-1].pop()
            matches.append((left[-1][0], rest[0]))
            left.append(rest[1:])
            choices.append(_ways(left[-1], before))
        elif not matches:
            return None
        else:
            matches.pop()
            left.pop()
            choices.pop()
    return matches


def _ways(free: tuple[str, ...], before: Mapping[str, frozenset[str]]) -> list[tuple[str, ...]]:
    """For each opponent that the highest free entry may have, the lowest first: that opponent, then all others."""
    if not free:
        return []
    barred = before.get(free[0], frozenset())
    return [(free[at], *free[1:at], *free[at + 1 :]) for at in range(len(free) - 1, 0, -1) if free[at] not in barred]


def _tables(matches: Sequence[tuple[str, str]], bye: tuple[str, ...]) -> NextRound:
    return NextRound(tuple([(table, ((one,), (other,))) for table, (one, other) in enumerate(matches, 1)]), bye)
