"""A stored table compared with what its log says: everything else of it is derived from there. Pure.

A log that a newer program has written raises `NewerLog` everywhere here: nothing is said of it.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from bot.host.door import results, summary
from bot.host.ports import NEVER, DueRow, Result, Stored
from bot.host.subjects import SubjectKind
from bot.tables.log import BrokenLog, LogRow, NewerLog, states
from bot.tables.table import Table
from bot.tables.timers import dues
from engine.cards import shorten

S = TypeVar("S")
LONGEST: Final = 120  # signs of why a row does not fold


@dataclass(frozen=True, slots=True)
class FoldedRow(Generic[S]):
    """A row of a log that folds: the subject after it, and the results that it brings."""

    row: LogRow
    state: S
    results: tuple[Result, ...] = ()


class DoesNotFold(ValueError):
    """A row that this version cannot fold."""

    def __init__(self, seq: int, words: str) -> None:
        super().__init__(f"row {seq} of log does not fold in this version: {words}")
        self.seq = seq


def steps(rows: Iterable[LogRow]) -> Iterator[FoldedRow[Table]]:
    """Each row of a table's log, folded. Raises `DoesNotFold` at the row that does not."""
    seen: list[LogRow] = []

    def read() -> Iterator[LogRow]:
        for row in rows:
            seen.append(row)
            yield row

    before: Table | None = None
    folded = states(read())
    while True:
        try:
            table = next(folded, None)
            if table is None:
                return
            step = FoldedRow(seen[-1], table, results(before, table))
        except NewerLog:
            raise
        except BrokenLog as error:
            raise DoesNotFold(seen[-1].seq, shorten(str(error), LONGEST)) from None
        except Exception as error:  # noqa: BLE001  whatever a row brings about, it is said of that row
            raise DoesNotFold(seen[-1].seq, f"{type(error).__name__}: {shorten(str(error), LONGEST)}") from None
        yield step
        before = table


def kind_steps(kind: SubjectKind[S], rows: Sequence[LogRow]) -> Iterator[FoldedRow[S]]:
    """The same of another kind of subject."""
    for number, row in enumerate(rows, 1):
        try:
            state = kind.fold(rows[:number])
        except NewerLog:
            raise
        except BrokenLog as error:
            raise DoesNotFold(row.seq, shorten(str(error), LONGEST)) from None
        yield FoldedRow(row, state)


def differences(
    stored: Stored, rows: Sequence[LogRow], due: Sequence[DueRow], stored_results: Sequence[tuple[int, Result]]
) -> Iterator[str]:
    """What is not as the log has it; `stored_results`: the results, each with its revision."""
    last: FoldedRow[Table] | None = None
    folded_results: list[tuple[int, Result]] = []
    try:
        for last in steps(rows):
            folded_results += [(last.row.seq, result) for result in last.results]
    except DoesNotFold as error:
        yield str(error)
        return
    if last is None:
        yield "it has no log"
        return
    yield from _of_table(stored, last)
    yield from _of_dues(stored, last, due)
    yield from _of_results(folded_results, stored_results)


def kind_differences(
    kind: SubjectKind[S], stored: Stored, rows: Sequence[LogRow], due: Sequence[DueRow]
) -> Iterator[str]:
    """What is not as the log of another kind of subject has it. What is due may have been put off."""
    try:
        state = kind.fold(rows)
    except NewerLog:
        raise
    except BrokenLog as error:
        yield f"its log does not fold in this version: {shorten(str(error), LONGEST)}"
        return
    outline = kind.outline(None, state, stored.updated_at)
    columns = (
        ("code", stored.label, outline.label),
        ("channel", stored.channel, outline.channel),
        ("phase", stored.phase, outline.phase),
    )
    for column, found, right in columns:
        if found != right:
            yield f"its row of tables has another {column} than its log"
    yield from _of_snapshot(stored.snapshot, outline.snapshot)
    wanted, times = {one.kind: one.at for one in outline.dues}, {one.kind: one.at for one in due}
    for name in sorted({*wanted, *times}):
        if name not in wanted or times.get(name, -1) < wanted[name]:
            yield f"row {name} of due has {times.get(name) or 'nothing'} for {wanted.get(name) or 'nothing'}"


def _of_table(stored: Stored, last: FoldedRow[Table]) -> Iterator[str]:
    table = last.state
    columns = (
        ("phase", stored.phase, table.phase),
        ("code", stored.label, table.label),
        ("channel", stored.channel, table.channel),
        ("updated_at", stored.updated_at, last.row.at),
    )
    for column, found, right in columns:
        if found != right:
            yield f"its row of tables has the {column} {found!r} for {right!r}"
    yield from _of_snapshot(stored.snapshot, summary(table))


def _of_snapshot(stored: str, from_log: str) -> Iterator[str]:
    try:
        there, right = json.loads(stored), json.loads(from_log)
        wrong = [key for key in right if key in there and not _agrees(there[key], right[key])]
    except (TypeError, ValueError):
        yield "its row of tables has a snapshot that cannot be read"
        return
    if wrong:
        yield f"its row of tables has a snapshot with other {', '.join(wrong)}"


def _agrees(stored: object, from_log: object) -> bool:
    """Whether it is the same in what both have: older programs knew less of a thing, and wrote less of it."""
    if isinstance(stored, dict) and isinstance(from_log, dict):
        return all(_agrees(stored[key], value) for key, value in from_log.items() if key in stored)
    if isinstance(stored, list) and isinstance(from_log, list):
        return len(stored) == len(from_log) and all(map(_agrees, stored, from_log))
    return stored == from_log


def _of_dues(stored: Stored, last: FoldedRow[Table], due: Sequence[DueRow]) -> Iterator[str]:
    wanted = {one.kind: one.at for one in dues(last.state, last.row.at)}
    times = {one.kind: one.at for one in due}
    for kind in sorted({*wanted, *times}):
        right, found = wanted.get(kind), times.get(kind)
        if found not in (right, NEVER) or right is None:
            yield f"row {kind} of due has {found or 'nothing'} for {right or 'nothing'}"


def _of_results(
    folded_results: Sequence[tuple[int, Result]], stored_results: Sequence[tuple[int, Result]]
) -> Iterator[str]:
    for number in range(max(len(folded_results), len(stored_results))):
        right = folded_results[number] if number < len(folded_results) else None
        found = stored_results[number] if number < len(stored_results) else None
        if right is None or found is None or right[0] != found[0]:
            revision = found[0] if right is None and found else right[0] if right else 0
            yield f"row {revision} of results is {'not what' if found else 'missing, which'} its log brings"
            return
        wrong = [
            name
            for name in ("kind", "number", "record", "totals", "players")
            if getattr(right[1], name) != getattr(found[1], name) and (name != "players" or found[1].players)
        ]
        if wrong:
            yield f"row {found[0]} of results has another {', '.join(wrong)} than its log brings"
