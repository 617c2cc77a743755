"""`burraco db repair`: a copy of a faulty database, cut back to what is as it was written and folds.

Table by table the longest beginning of its log is kept of which every digest holds and every row folds; everything else
of the table is made of that anew. The faulty database itself is not touched.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from bot.boards.boards import Boards
from bot.cli.soundness import soundness
from bot.host.door import summary
from bot.host.log_check import DoesNotFold, Step, steps
from bot.host.ports import TABLE, Result, StoreError
from bot.planner.kind import PLAN, Plans
from bot.store.board_rows import bots_of
from bot.store.digests import Key, chained, log_text, promised
from bot.store.salvage import Kept, Rows, Salvaged, rebuild_from, salvaging
from bot.store.sqlite import open_store
from bot.tables.log import LogRow
from bot.tables.timers import dues

ENDING: Final = ".repaired"


def repaired_name(path: Path) -> Path:
    """What the copy is called where nobody names it."""
    return path.with_name(f"{path.name}{ENDING}")


def repair(path: Path, target: Path, at: int) -> Iterator[str]:
    """Make the copy; what was cut or made anew, a line each. Raises `StoreError`, and leaves nothing behind."""
    with salvaging(path, target, at) as (salvaged, part):
        yield from salvaged.unread
        kept: list[Kept] = []
        for key in _keys(salvaged):
            one, words = _cut(key, salvaged)
            kept += [one] if one else []
            yield from words
        yield from rebuild_from(part, salvaged, kept)
        asyncio.run(_count(part, at))
        faults = [f"{one.name}: {one.words}" for one in soundness(part) if not one.sound]
        if faults:
            raise StoreError(f"{path}: cannot be repaired: {faults[0]}; bring back a backup")


def _keys(salvaged: Salvaged) -> list[Key]:
    return sorted({*salvaged.of("tables"), *salvaged.of("log")})


def _cut(key: Key, salvaged: Salvaged) -> tuple[Kept | None, list[str]]:
    """What is kept of a table, and what is to be said of it."""
    rows = sorted(salvaged.of_table("log", key), key=lambda row: row["seq"])
    if _kind(key, salvaged) == PLAN:
        return _cut_plan(key, rows)
    table = Prefix(key, salvaged)
    reason = table.read(rows)
    last, code = table.last, str(next(iter(salvaged.of_table("tables", key)), {}).get("code", ""))
    named = f"table {key[1]}{f' ({code})' if code else ''} of bot {key[0]}"
    if last is None:
        return None, [f"{named}: was left out with its {len(rows)} rows: {reason or 'it has no log'}"]
    words = [f"{named}: cut back to {last.row.seq} of {len(rows)} rows: {reason}"] if reason else []
    gone = len([1 for one in salvaged.of_table("results", key) if one["revision"] > last.row.seq])
    words += [f"{named}: {gone} results of what was cut were left out"] if gone else []
    words += [f"{named}: {one}" for one in table.made]
    state = last.table
    kept = Kept(
        *key,
        code=state.label,
        channel=state.channel,
        phase=state.phase,
        snapshot=summary(state),
        rows=tuple(table.rows),
        results=tuple(table.results),
        dues=dues(state, last.row.at),
        cut=bool(reason),
    )
    return kept, words


def _kind(key: Key, salvaged: Salvaged) -> str:
    """The kind of subject, as its row says; without a row as its log begins."""
    known = next(iter(salvaged.of_table("tables", key)), None)
    if known is not None:
        return str(known["kind"])
    first = min(salvaged.of_table("log", key), key=lambda row: row["seq"], default=None)
    return PLAN if first is not None and str(first["entry"]).startswith(("planned {", "moved {")) else TABLE


def _cut_plan(key: Key, rows: Rows) -> tuple[Kept | None, list[str]]:
    """What is kept of a planned match: its log as far as every row is as it was written."""
    named, digest, logged = f"plan {key[1]} of bot {key[0]}", "", list[LogRow]()
    for number, row in enumerate(rows, 1):
        one = LogRow(row["seq"], row["action_id"], row["actor"], row["entry"], row["logged_at"])
        digest = chained(digest, log_text(*key, one.seq, one.action_id, one.actor, one.entry, one.at, results=[]))
        if (one.seq, row["digest"]) != (number, digest):
            break
        logged.append(one)
    if not logged:
        return None, [f"{named}: was left out with its {len(rows)} rows"]
    words = [f"{named}: cut back to {len(logged)} of {len(rows)} rows"] if len(logged) < len(rows) else []
    outline = Plans().outline(None, Plans().fold(logged), logged[-1].at)
    kept = Kept(
        *key,
        code=outline.code,
        channel=outline.channel,
        phase=outline.phase,
        snapshot=outline.snapshot,
        rows=tuple(logged),
        results=(),
        dues=outline.dues,
        cut=bool(words),
        kind=PLAN,
    )
    return kept, words


class Prefix:
    """The longest beginning of a log that is as it was written, and folds."""

    def __init__(self, key: Key, salvaged: Salvaged) -> None:
        self._key = key
        self._results: dict[int, list[Result]] = {}
        for row in sorted(salvaged.of_table("results", key), key=lambda row: (row["revision"], row["place"])):
            result = Result(row["kind"], row["number"], row["record"], row["totals"], row["players"])
            self._results.setdefault(row["revision"], []).append(result)
        self._promised = {row["seq"]: row["commitment"] for row in salvaged.of_table("commitments", key)}
        self._digest = ""
        self.rows: list[LogRow] = []
        self.results: list[tuple[int, Result]] = []
        self.made: list[str] = []  # what was made anew
        self.last: Step | None = None

    def read(self, rows: Rows) -> str:
        """Why it ends before the last row, "" where it does not."""
        digests = {row["seq"]: row["digest"] for row in rows}
        logged = [LogRow(row["seq"], row["action_id"], row["actor"], row["entry"], row["logged_at"]) for row in rows]
        try:
            for number, step in enumerate(steps(logged), 1):
                reason = self._wrong(number, step, digests[step.row.seq])
                if reason:
                    return reason
                self.rows.append(step.row)
                self.last = step
        except DoesNotFold as error:
            return str(error)
        return ""

    def _wrong(self, number: int, step: Step, digest: str) -> str:
        row, stored = step.row, self._results.get(step.row.seq, [])
        if row.seq != number:
            return f"row {number} of log is missing"
        if self._promised.get(row.seq, promised(row.entry)) != promised(row.entry):
            return f"the deal that row {row.seq} of log seals has another seed than its commitment"
        told = next((one for one in (stored, _like(step.results, stored)) if self._chained(row, one) == digest), None)
        if told is None:
            return f"row {row.seq} of log was altered"
        if told != stored:
            self.made.append(f"the results of row {row.seq} were made anew of its log")
        self._digest = digest
        self.results += [(row.seq, one) for one in told]
        return ""

    def _chained(self, row: LogRow, results: Sequence[Result]) -> str:
        facts = (*self._key, row.seq, row.action_id, row.actor, row.entry, row.at)
        told = [(one.kind, one.number, one.record, one.totals, one.players) for one in results]
        return chained(self._digest, log_text(*facts, results=told))


def _like(results: Sequence[Result], stored: Sequence[Result]) -> list[Result]:
    """The results as the log brings them; those of older programs say nobody's seat."""
    nobodys = bool(stored) and not any([one.players for one in stored])
    return [replace(one, players="") if nobodys else one for one in results]


async def _count(path: Path, at: int) -> None:
    store = await open_store(path, at)
    try:
        for bot in bots_of(path):
            await Boards(store, bot).rebuild()
    finally:
        await store.close()
