"""All'Italiana: everybody meets everybody once, by Berger's calendar (fitab art. 2).

Left out: more than one group, which the file's form does not have.
"""

from collections.abc import Sequence, Set

from engine.tournament.methods.next_round import NextRound, of_matches


def limit(entries: int) -> int:
    """How many rounds the calendar has."""
    return entries + entries % 2 - 1


def italiana(order: Sequence[str], number: int, missing: Set[str]) -> NextRound:
    """The round `number` of the calendar, from 0; an odd number has a missing last one."""
    here = {at: one for at, one in enumerate(order, 1) if one not in missing}
    matches = [(here.get(one), here.get(other)) for one, other in calendar(len(order) + len(order) % 2, number)]
    return of_matches([(table, one, other) for table, (one, other) in enumerate(matches, 1)])


def calendar(entries: int, number: int) -> list[tuple[int, int]]:
    """Who meets whom among an even number of entries, N-S first, in the order of the lower number of each match."""
    turn = entries - 1
    found = []
    for one in range(1, entries):
        other = (number + 2 - one) % turn or turn
        if other == one:
            found.append((one, entries) if one <= entries / 2 else (entries, one))
        elif one < other:
            found.append((one, other) if (one + other) % 2 else (other, one))
    return sorted(found, key=min)
