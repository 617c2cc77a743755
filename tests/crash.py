"""Crashes on purpose: a host is killed with `kill -9` at random moments while matches run, again and again.

    python -m tests.crash --kills 200

The child hosts tables, plays them with people and computers, and says each action on its standard output once the door
has said "done". The parent kills it, starts it again, and in the end compares what was said with what is stored: every
acknowledged action is there, none twice, and every table folds and finishes.
"""

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.host.door import Accepted, Door
from bot.host.scheduler import Scheduler
from bot.store.sqlite import open_store
from bot.tables.log import fold
from bot.tables.table import OVER, PLAYING, Settings, Table
from bot.tables.who import Who
from engine.actions import Action, format_action
from engine.legal import legal
from engine.players import PLAYERS
from engine.record import format_record
from engine.replay import replay
from engine.view import View

BOT = "crash"
PEOPLE = (Who("p1", "Anna"), Who("p2", "Bruno"))


def now() -> int:
    return time.time_ns() // 1_000_000


async def think(_name: str, seen: View) -> Action:
    return PLAYERS["greedy"](1).choose(seen)


# --- the child --------------------------------------------------------------------------------------------------------


async def host(path: Path, last: bool) -> None:
    """Play until killed; with `last`, until every table has finished."""
    store = await open_store(path, now())
    door = Door(store, BOT, now, secrets.token_bytes)
    scheduler = Scheduler(door, store, think)
    running = True
    if not await store.live(BOT):  # a slow machine may have been killed before the first table
        await open_one(door)
    while running:
        tables = [row.subject.id for row in await store.live(BOT) if row.phase != OVER]
        running = bool(tables) or not last
        if not tables and running:
            tables = [await open_one(door)]
        for table_id in tables:
            await scheduler.fire()
            await play_one(door, table_id)
    await store.close()


async def open_one(door: Door) -> str:
    table_id = secrets.token_hex(4)
    settings = Settings(house="hands=1", pace=0, pause=0)
    await door.open(table_id, table_id.upper(), "c", PEOPLE[0], settings)
    await submit(door, table_id, PEOPLE[1], "join")
    await submit(door, table_id, PEOPLE[0], "start")
    return table_id


async def play_one(door: Door, table_id: str) -> None:
    table = await door.table(table_id)
    if table is None or table.phase != PLAYING or not table.chair(table.in_turn).human or table.game is None:
        if table is not None and table.phase == "lobby":
            await submit(door, table_id, PEOPLE[0], "start")
        return
    person = next(who for who in PEOPLE if who.id == table.chair(table.in_turn).person)
    action = secrets.choice(legal(table.game.deal))
    await submit(door, table_id, person, f"play {format_action(action)}")


async def submit(door: Door, table_id: str, who: Who, command: str) -> None:
    """Submit, and say so only when it is done."""
    action_id = secrets.token_hex(8)
    if isinstance(await door.submit(table_id, who, action_id, command), Accepted):
        print(table_id, action_id, flush=True)


# --- the parent -------------------------------------------------------------------------------------------------------


def campaign(kills: int, seed: int) -> str:
    """Kill a host so many times; what was found, in a line. Raises `AssertionError` where something was lost."""
    chance = Random(seed)  # noqa: S311  # when to kill, not what to deal
    acknowledged: list[tuple[str, str]] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "burraco.db"
        for _ in range(kills):
            acknowledged += _run_until_killed(path, 0.4 + chance.random() * 0.5)
        acknowledged += _run_to_the_end(path)
        tables, rows = asyncio.run(_stored(path))
    stored = Counter(rows)
    assert max(stored.values()) == 1, "an action was applied twice"
    lost = [action for action in acknowledged if action not in stored]
    assert not lost, f"{len(lost)} acknowledged actions were lost"
    assert all(table.phase == OVER for table in tables), "a table did not finish"
    for table in tables:
        assert replay(format_record(table.records)).refusal is None
    return f"{kills} kills: {len(tables)} tables finished, {len(acknowledged)} actions acknowledged, 0 lost, 0 doubled"


def _child(path: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.crash", "--child", str(path), *more]
    root = Path(__file__).parent.parent
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=dict(os.environ))


def _run_until_killed(path: Path, seconds: float) -> list[tuple[str, str]]:
    with _child(path) as child:
        time.sleep(seconds)
        child.kill()
        return _acknowledged(child.communicate()[0])


def _run_to_the_end(path: Path) -> list[tuple[str, str]]:
    with _child(path, "--last") as child:
        output, _ = child.communicate(timeout=120)
        assert child.returncode == 0
        return _acknowledged(output)


def _acknowledged(output: str) -> list[tuple[str, str]]:
    """Whole lines only: the last one may have been cut by the kill."""
    lines = output.split("\n")[:-1]
    return [(table, action) for table, action in [line.split() for line in lines]]


async def _stored(path: Path) -> tuple[list[Table], list[tuple[str, str]]]:
    store = await open_store(path, now())
    tables: list[Table] = []
    actions: list[tuple[str, str]] = []
    for row in await store.live(BOT):
        log = await store.log(BOT, row.subject.id)
        tables.append(fold(log))
        actions += [(row.subject.id, entry.action_id) for entry in log]
    await store.close()
    return tables, actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", type=Path)
    parser.add_argument("--last", action="store_true")
    options = parser.parse_args()
    if options.child:
        asyncio.run(host(options.child, options.last))
    else:
        print(campaign(options.kills, options.seed))


if __name__ == "__main__":
    main()
