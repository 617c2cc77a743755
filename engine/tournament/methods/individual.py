"""Individual tournaments: partners change every round, by the criterion of least repetition (febur and fitab art. 2).

Both codes leave the criterion to the arbiter, who announces it before the start. This one takes the players in the
first order, and for each the partner and the opponents with whom they have sat least often. Left out: other criteria,
for the file's form names none.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from engine.tournament.methods.next_round import NextRound
from engine.tournament.state import Line, Round


def individual(order: Sequence[str], bye: tuple[str, ...], rounds: Sequence[Round]) -> NextRound:
    """The next round of those in `order`, whose number is a multiple of four."""
    partners, opponents = meetings(rounds)
    free = list(order)
    tables: list[tuple[int, tuple[Line, ...]]] = []

    def take(cost: Callable[[str], int]) -> str:
        """The first of those free who cost least."""
        one = min(free, key=cost)
        free.remove(one)
        return one

    while free:
        first = free.pop(0)
        second = take(lambda one: partners[first, one])  # noqa: B023 - called at once
        third = take(lambda one: opponents[first, one] + opponents[second, one])  # noqa: B023 - called at once
        fourth = take(
            lambda one: 10 * partners[third, one] + opponents[first, one] + opponents[second, one]  # noqa: B023 - called at once
        )
        tables.append((len(tables) + 1, ((first, second), (third, fourth))))
    return NextRound(tuple(tables), bye)


def meetings(rounds: Sequence[Round]) -> tuple[Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """How often each two were partners, and opponents, both ways round."""
    partners: Counter[tuple[str, str]] = Counter()
    opponents: Counter[tuple[str, str]] = Counter()
    for pairing in [pairing for one in rounds for pairing in one.pairings]:
        (first, second), (third, fourth) = pairing.lines
        for one, other in ((first, second), (third, fourth)):
            partners.update([(one, other), (other, one)])
        for one in (first, second):
            for other in (third, fourth):
                opponents.update([(one, other), (other, one)])
    return partners, opponents
