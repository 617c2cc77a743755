"""A round as a method proposes it, before it is published."""

from dataclasses import dataclass

from engine.tournament.state import Line


@dataclass(frozen=True, slots=True)
class NextRound:
    """Tables by number with their lines, and who rests, in any order. `bracket` and `seeds` are a knock-out's."""

    tables: tuple[tuple[int, tuple[Line, ...]], ...]
    bye: tuple[str, ...] = ()
    bracket: tuple[str | None, ...] = ()
    seeds: tuple[str, ...] = ()


def of_matches(
    matches: list[tuple[int, str | None, str | None]],
    *,
    bracket: tuple[str | None, ...] = (),
    seeds: tuple[str, ...] = (),
) -> NextRound:
    """Matches (table, N-S, E-W), some with a missing line: who is alone rests, and the table keeps its number."""
    tables = [(table, ((first,), (second,))) for table, first, second in matches if first and second]
    bye = [first or second for _, first, second in matches if (first is None) != (second is None)]
    return NextRound(tuple(sorted(tables)), tuple([one for one in bye if one]), bracket, seeds)
