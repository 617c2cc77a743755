"""The store's speed on the disk of the present folder: `python -m bench.store`; of a server: `… postgresql://…`.

A commit is what a move writes: the log row, a snapshot of 4 KB, two due times, five letters. Each is on disk before the
next begins, so that most of the time is the disk's: wall-clock time, medians of rounds.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Any, Final

from bot.database_address import Database, parse_database
from bot.host.ports import TABLE, Change, Letter, Store, Subject
from bot.store.store import open_database
from bot.tables.timers import Due

TABLES: Final = 20
TIMES: Final = 500
ROUNDS: Final = 7
AT_ONCE: Final = 8  # that come in the same moment
_SNAPSHOT: Final = "5h6hJk8h9hThJh" * 300
_LETTERS: Final = (*[Letter(viewer, "hand") for viewer in "NESW"], Letter("club", "board"))


async def measure(database: Database) -> dict[str, int]:
    """Figures by name, each with its unit."""
    store: Any = await open_database(database, at=0)
    commits = []
    shared = []
    loads = []
    for round_ in range(ROUNDS):
        commits.append(await _per_second(_commit_many(store, round_ * TIMES)))
        shared.append(await _per_second(_commit_together(store, round_ * TIMES)))
        loads.append(await _per_second(_load_many(store)))
    await store.close()
    return {
        "commits_per_second": round(statistics.median(commits)),
        "shared_commits_per_second": round(statistics.median(shared)),
        "loads_per_second": round(statistics.median(loads)),
    }


async def _per_second(work: Awaitable[None]) -> float:
    start = time.perf_counter()
    await work
    return TIMES / (time.perf_counter() - start)


async def _commit_many(store: Store, first: int) -> None:
    for step in range(first, first + TIMES):
        await store.commit(_change(f"table {step % TABLES}", step // TABLES))


async def _commit_together(store: Store, first: int) -> None:
    """The same, as from tables that are played at the same time."""
    for step in range(first, first + TIMES, AT_ONCE):
        some = [number for number in range(step, step + AT_ONCE) if number < first + TIMES]
        tables = [_change(f"other {number % TABLES}", number // TABLES) for number in some]
        await asyncio.gather(*[store.commit(one) for one in tables])


def _change(table: str, revision: int) -> Change:
    return Change(
        bot="bench",
        subject=Subject(TABLE, table),
        expected=revision,
        action_id=f"click {revision}",
        actor="N",
        entry="N d",
        at=revision,
        snapshot=_SNAPSHOT,
        phase="playing",
        dues=(Due("turn", revision + 60_000), Due("ping", revision + 30_000)),
        letters=_LETTERS,
    )


async def _load_many(store: Store) -> None:
    for step in range(TIMES):
        await store.load("bench", f"table {step % TABLES}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        database = parse_database(sys.argv[1]) if len(sys.argv) > 1 else Path(name) / "bench.db"
        print(json.dumps(asyncio.run(measure(database))))
