"""Mitchell: N-S stay, E-W move on (febur art. 2, fitab art. 2).

Two meet once at most within T / gcd(T, step) rounds of T tables; more are refused. With an odd number N-S of the last
table is missing, so E-W rest one after the other. The boards' problem of bridge does not exist: decks are dealt
afresh. Left out: nothing.
"""

from collections.abc import Sequence, Set
from math import gcd

from engine.tournament.methods.next_round import NextRound, of_matches


def limit(entries: int, step: int) -> int:
    """How many rounds there are without meeting twice."""
    tables = (entries + 1) // 2
    return tables // gcd(tables, step)


def line_up(order: Sequence[str]) -> tuple[list[str | None], list[str]]:
    """N-S and E-W by home table; with an odd number the last sits E-W."""
    if len(order) % 2:
        return [*order[:-1:2], None], [*order[1::2], order[-1]]
    return list(order[::2]), list(order[1::2])


def mitchell(order: Sequence[str], number: int, step: int, missing: Set[str]) -> NextRound:
    """The Mitchell round `number`, from 0; those missing keep their place."""
    staying, moving = line_up(order)
    tables = len(staying)
    at = {(home + number * step) % tables: one for home, one in enumerate(moving)}
    there = [(table, None if one in missing else one) for table, one in enumerate(staying)]
    return of_matches([(table + 1, one, None if at[table] in missing else at[table]) for table, one in there])
