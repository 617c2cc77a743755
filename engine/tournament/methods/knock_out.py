"""Knock-out: who loses is out (online, "partite a eliminazione"; febur and fitab have no rule of their own).

Rests go to the best seeds. The winners of matches 2i - 1 and 2i meet in match i, the better seed N-S. Left out: a
match for the third place, and matches to a target, for the file has no such table and no such length.
"""

from collections.abc import Sequence

from engine.tournament.methods.next_round import NextRound, of_matches


def bracket(places: int) -> tuple[int, ...]:
    """The seeds of a bracket in order; `places` is a power of two."""
    seeds: tuple[int, ...] = (1,)
    while len(seeds) < places:
        seeds = tuple([seed for one in seeds for seed in (one, 2 * len(seeds) + 1 - one)])
    return seeds


def size(seeds: int) -> int:
    """The least power of two that is not below the number of seeds."""
    return 1 << max(0, seeds - 1).bit_length()


def limit(seeds: int) -> int:
    """How many rounds there are until one is left."""
    return size(seeds).bit_length() - 1


def first_places(seeds: Sequence[str]) -> tuple[str | None, ...]:
    return tuple([seeds[seed - 1] if seed <= len(seeds) else None for seed in bracket(size(len(seeds)))])


def knock_out(places: tuple[str | None, ...], seeds: tuple[str, ...]) -> NextRound:
    """The round of these places, in the order of the bracket."""
    matches = []
    for table, (one, other) in enumerate(zip(places[::2], places[1::2], strict=True), 1):
        swap = one is not None and other is not None and seeds.index(other) < seeds.index(one)
        matches.append((table, other, one) if swap else (table, one, other))
    return of_matches(matches, bracket=places, seeds=seeds)
