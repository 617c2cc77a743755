"""`burraco db repair`: a copy of a faulty database, cut back to what is as it was written and folds.

Table by table the longest beginning of its log is kept of which every digest holds and every row folds; everything else
of the table is made of that anew. The faulty database itself is not touched.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.boards.boards import Boards
from bot.cli.kinds import BEGINNINGS, KINDS
from bot.cli.soundness import first_fault, soundness
from bot.host.door import TableKind
from bot.host.log_check import DoesNotFold, FoldedRow, kind_steps, steps
from bot.host.ports import TABLE, Result, StoreError
from bot.host.subjects import SubjectKind
from bot.planner.kind import PLAN
from bot.series.kind import SERIES
from bot.store.board_rows import bots_of
from bot.store.connection import RESTORE
from bot.store.digests import Key, chain_digest, log_text, promised_commitment
from bot.store.migrations import START_NEWER, NewerDatabase
from bot.store.salvage import Rows, Salvaged, SoundPart, rebuild_from, salvaging
from bot.store.sqlite import open_store
from bot.tables.log import LogRow, NewerLog
from bot.tournaments.kind import TOURNAMENT

Folded: TypeAlias = Callable[[Sequence[LogRow]], Iterator[FoldedRow[Any]]]
"""Each row of a log, folded. Raises `DoesNotFold`."""

ENDING: Final = ".repaired"
SEEN: Final = ("log", "results", "corrections", "people", "accounts", "plans")


def repaired_name(path: Path) -> Path:
    """What the copy is called where nobody names it."""
    return path.with_name(f"{path.name}{ENDING}")


def repair(path: Path, target: Path, at: int) -> Iterator[str]:
    """Make the copy; what was cut or made anew, a line each. Raises `StoreError`, and leaves nothing behind."""
    with salvaging(path, target, at) as (salvaged, part):
        lines = [*salvaged.unread, *[f"{one}: the copy is as this program makes it" for one in salvaged.schema]]
        sound: list[SoundPart] = []
        for key in _keys(salvaged):
            try:
                one, words = _keep_prefix(key, salvaged)
            except NewerLog as error:
                raise NewerDatabase(f"{path}: {_named(key, salvaged)}: {error}; {START_NEWER}") from None
            sound += [one] if one else []
            lines += words
        if salvaged.unread and not sound:
            raise StoreError(f"{path}: no table of it can be read{_unvouched_words(salvaged)}; {RESTORE}")
        lines += [*_lost_tables(salvaged), *rebuild_from(part, salvaged, sound, at)]
        yield from lines
        if lines:
            yield _totals_line(salvaged, sound)
        asyncio.run(_count(part, at))
        faults = [f"{one.name}: {first_fault(one)}" for one in soundness(part) if not one.sound]
        if faults:
            raise StoreError(f"{path}: cannot be repaired: {faults[0]}; {RESTORE}")


def _keys(salvaged: Salvaged) -> list[Key]:
    return sorted({*salvaged.of("tables"), *salvaged.of("log")})


def _unvouched_words(salvaged: Salvaged) -> str:
    """What can be read, but not be kept: only the log of its table vouches for a result, or makes a table of it."""
    counts = [f"{len(salvaged.rows[table])} rows of {table}" for table in SEEN if salvaged.rows.get(table)]
    return f" (there are {', '.join(counts)}, but no log that vouches for what was played)" if counts else ""


def _lost_tables(salvaged: Salvaged) -> list[str]:
    """Tables of which nothing is left but their number."""
    there = Counter([bot for bot, _ in _keys(salvaged)])
    missing = {row["bot"]: row["opened"] - there[row["bot"]] for row in salvaged.rows.get("openings", [])}
    what = _what_there_is(salvaged)
    return [
        f"{what} of bot {bot} that are gone with all their rows: {count}" for bot, count in missing.items() if count > 0
    ]


def _what_there_is(salvaged: Salvaged) -> str:
    """What the database has: all kinds are counted as one when they begin."""
    kinds = {_kind(key, salvaged) for key in _keys(salvaged)}
    others = [
        words
        for kind, words in ((PLAN, "planned matches"), (TOURNAMENT, "tournaments"), (SERIES, "series"))
        if kind in kinds
    ]
    return " and ".join(["tables", *others])


def _totals_line(salvaged: Salvaged, sound: Sequence[SoundPart]) -> str:
    """How much it is in all."""
    opened = sum(row["opened"] for row in salvaged.rows.get("openings", []))
    rows = sum(_height(key, salvaged) for key in _keys(salvaged))
    every = max(opened, len(_keys(salvaged)))
    revisions = sum(one.revision for one in sound)
    return f"kept: {len(sound)} of {every} {_what_there_is(salvaged)}, {revisions} of their {rows} rows"


def _height(key: Key, salvaged: Salvaged) -> int:
    """How many rows the log of a table has, or had, as far as anything tells."""
    revisions = [row["revision"] for row in salvaged.of_table("tables", key)]
    return int(max([*revisions, *[row["seq"] for row in salvaged.of_table("log", key)], 0]))


def _keep_prefix(key: Key, salvaged: Salvaged) -> tuple[SoundPart | None, list[str]]:
    """What is kept of a table, and what is to be said of it. Raises `NewerLog`."""
    rows = sorted(salvaged.of_table("log", key), key=lambda row: row["seq"])
    height = _height(key, salvaged)
    kind: SubjectKind[Any] = KINDS.get(_kind(key, salvaged)) or TableKind()
    prefix = Prefix(key, salvaged, steps if kind.name == TABLE else partial(kind_steps, kind))
    reason = prefix.read(rows)
    last, named = prefix.last, _named(key, salvaged)
    reached = last.row.seq if last else 0
    if reached < height and not reason:
        reason = f"row {reached + 1} of log is missing"
    lost_results = len([1 for one in salvaged.of_table("results", key) if one["revision"] > reached])
    lost = [f"{named}: {lost_results} results of what was cut were left out"] if lost_results else []
    if last is None:
        return None, [f"{named}: was left out with its {height} rows: {reason or 'it has no log'}", *lost]
    words = [f"{named}: cut back to {reached} of {height} rows: {reason}"] if reason else []
    words += [*lost, *[f"{named}: {one}" for one in prefix.renewals]]
    outline = kind.outline(None, last.state, last.row.at)
    sound = SoundPart(
        *key,
        label=outline.label,
        channel=outline.channel,
        phase=outline.phase,
        snapshot=outline.snapshot,
        rows=tuple(prefix.rows),
        results=tuple(prefix.results),
        dues=outline.dues,
        cut=bool(reason),
        kind=kind.name,
    )
    return sound, words


def _named(key: Key, salvaged: Salvaged) -> str:
    """What it is called in a line."""
    kind = KINDS.get(_kind(key, salvaged)) or TableKind()
    code = str(next(iter(salvaged.of_table("tables", key)), {}).get("code", ""))
    return f"{kind.name} {key[1]}{f' ({code})' if code else ''} of bot {key[0]}"


def _kind(key: Key, salvaged: Salvaged) -> str:
    """The kind of subject, as its row says; without a row as its log begins."""
    found = next(iter(salvaged.of_table("tables", key)), None)
    if found is not None and "kind" in found:
        return str(found["kind"])
    first = min(salvaged.of_table("log", key), key=lambda row: row["seq"], default=None)
    entry = str(first["entry"]) if first is not None else ""
    return next((kind for kind, begins in BEGINNINGS.items() if entry.startswith(begins)), TABLE)


class Prefix:
    """The longest beginning of a log that is as it was written, without a gap, and folds."""

    def __init__(self, key: Key, salvaged: Salvaged, folded: Folded) -> None:
        self._key = key
        self._folded = folded
        self._results: dict[int, list[Result]] = {}
        for row in sorted(salvaged.of_table("results", key), key=lambda row: (row["revision"], row["place"])):
            result = Result(row["kind"], row["number"], row["record"], row["totals"], row["players"])
            self._results.setdefault(row["revision"], []).append(result)
        self._promised = {row["seq"]: row["commitment"] for row in salvaged.of_table("commitments", key)}
        self._digest = ""
        self.rows: list[LogRow] = []
        self.results: list[tuple[int, Result]] = []
        self.renewals: list[str] = []  # what was made anew
        self.last: FoldedRow[Any] | None = None

    def read(self, rows: Rows) -> str:
        """Why it ends before the last row, "" where it does not. Raises `NewerLog`."""
        rows = [row for number, row in enumerate(rows, 1) if row["seq"] == number]
        digests = {row["seq"]: row["digest"] for row in rows}
        logged = [LogRow(row["seq"], row["action_id"], row["actor"], row["entry"], row["logged_at"]) for row in rows]
        try:
            for step in self._folded(logged):
                reason = self._wrong(step, digests[step.row.seq])
                if reason:
                    return reason
                self.rows.append(step.row)
                self.last = step
        except DoesNotFold as error:
            return str(error)
        return ""

    def _wrong(self, step: FoldedRow[Any], digest: str | None) -> str:
        """Why a row is not as it was written. One of an archive, whose digest is right, has none of its own."""
        row, stored = step.row, self._results.get(step.row.seq, [])
        if digest is None:
            digest = self._digest_after(row, stored)
        if self._promised.get(row.seq, promised_commitment(row.entry)) != promised_commitment(row.entry):
            return f"the deal that row {row.seq} of log seals has another seed than its commitment"
        fitting = next(
            (one for one in (stored, _like(step.results, stored)) if self._digest_after(row, one) == digest), None
        )
        if fitting is None:
            return f"row {row.seq} of log was altered"
        right = _like(step.results, stored)
        if right != stored:
            self.renewals.append(f"the results of row {row.seq} were {_anew(stored, right)}")
        self._digest = digest
        self.results += [(row.seq, one) for one in right]
        return ""

    def _digest_after(self, row: LogRow, results: Sequence[Result]) -> str:
        facts = (*self._key, row.seq, row.action_id, row.actor, row.entry, row.at)
        result_rows = [(one.kind, one.number, one.record, one.totals, one.players) for one in results]
        return chain_digest(self._digest, log_text(*facts, results=result_rows))


def _anew(stored: Sequence[Result], right: Sequence[Result]) -> str:
    """What became of results that were not what their log brings."""
    was, now = ([one.totals or "nothing" for one in some] for some in (stored, right))
    if len(was) != len(now) or was == now:
        return "made anew of its log"
    return f"set right from its log: {', '.join(now)} instead of {', '.join(was)}"


def _like(results: Sequence[Result], stored: Sequence[Result]) -> list[Result]:
    """The results as the log brings them; those of older programs say nobody's seat."""
    nobodys = bool(stored) and not any(one.players for one in stored)
    return [replace(one, players="") if nobodys else one for one in results]


async def _count(path: Path, at: int) -> None:
    store = await open_store(path, at)
    try:
        for bot in bots_of(path):
            await Boards(store, bot).rebuild()
    finally:
        await store.close()
