"""Crashes on purpose: a host is killed with `kill -9` at random moments while matches run, again and again.

    python -m tests.crash --kills 200
    python -m tests.crash --kills 200 --database postgresql
    python -m tests.crash --kills 50 --of-server

The child hosts tables, plays them with people and computers, and says each action on its standard output once the door
has said "done". The parent kills it, starts it again, and in the end compares what was said with what is stored: every
acknowledged action is there, none twice, and every table folds and finishes.

`--of-server`: the host plays on, and it is the database's server that is killed, with all its processes, and started
again. Whoever was told that something is wrong does the same once more, as people do; the host says in a sentence what
is wrong, and goes on by itself.
"""

import argparse
import asyncio
import os
import re
import secrets
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from queue import Queue
from random import Random
from threading import Thread
from typing import IO, TypeAlias, TypeVar

from bot.database_address import Database, parse_database
from bot.host.door import Accepted, Door, Repeated
from bot.host.ports import StoreError
from bot.host.scheduler import Scheduler
from bot.store.store import open_database
from bot.tables.log import fold
from bot.tables.table import OVER, PLAYING, Settings, Table
from bot.tables.who import Who
from engine.actions import Action, format_action
from engine.legal import legal
from engine.players import PLAYERS
from engine.record import format_record
from engine.replay import replay
from engine.view import View
from tests.databases import add_database, database_of, named, own_server
from tests.postgres_server import PostgresServer

Acknowledged: TypeAlias = tuple[str, str]
"""A table and an action of which somebody was told that it is done."""
T = TypeVar("T")

BOT = "crash"
CLEAR = ("start the server", "is read anew", "is not known before it is read anew")
"""What whoever hosts is told while the server is away, and how it goes on."""
PEOPLE = (Who("p1", "Anna"), Who("p2", "Bruno"))


def now() -> int:
    return time.time_ns() // 1_000_000


async def think(_name: str, seen: View, _person: str = "") -> Action:
    return PLAYERS["greedy"](1).choose(seen)


# --- the child --------------------------------------------------------------------------------------------------------


async def host(database: Database, last: bool) -> None:
    """Play until killed; with `last`, until every table has finished."""
    store = await open_database(database, now())
    door = Door(store, BOT, now, secrets.token_bytes)
    scheduler = Scheduler(door, store, think)
    while not await patiently(lambda: store.live(BOT)):  # a slow machine may have been killed before the first table
        await open_one(door)
    while True:
        tables = [row.subject.id for row in await patiently(lambda: store.live(BOT)) if row.phase != OVER]
        if not tables and last:
            break
        for table_id in tables or [await open_one(door)]:
            await patiently(scheduler.fire)
            await play_one(door, table_id)
    await store.close()


async def patiently(ask: Callable[[], Awaitable[T]]) -> T:
    """Asked again for as long as something is wrong with the database, which is said."""
    while True:
        try:
            return await ask()
        except StoreError as error:
            print("!", error, flush=True)
            await asyncio.sleep(0.02)  # as somebody who presses again


async def open_one(door: Door) -> str:
    table_id = secrets.token_hex(4)
    settings = Settings(house="hands=1", pace=0, pause=0)
    await patiently(lambda: door.open(table_id, table_id.upper(), "c", PEOPLE[0], settings))
    await submit(door, table_id, PEOPLE[1], "join")
    await submit(door, table_id, PEOPLE[0], "start")
    return table_id


async def play_one(door: Door, table_id: str) -> None:
    table = await patiently(lambda: door.table(table_id))
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
    if isinstance(await patiently(lambda: door.submit(table_id, who, action_id, command)), Accepted | Repeated):
        print(table_id, action_id, flush=True)


# --- the parent -------------------------------------------------------------------------------------------------------


def campaign(kills: int, seed: int, database: Database) -> str:
    """Kill a host so many times; what was found, in a line. Raises `AssertionError` where something was lost."""
    chance = Random(seed)  # noqa: S311  when to kill, not what to deal
    acknowledged: list[Acknowledged] = []
    for _ in range(kills):
        acknowledged += _run_until_killed(database, 0.4 + chance.random() * 0.5)
    acknowledged += _run_to_the_end(database)
    return f"{kills} kills: {_found(database, acknowledged)}"


def campaign_of_server(kills: int, seed: int, server: PostgresServer) -> str:
    """Kill the server of a playing host so many times; what was found, in a line. Raises `AssertionError`."""
    chance = Random(seed)  # noqa: S311  when to kill, not what to deal
    database = server.new_database()
    waits: list[float] = []
    acknowledged: list[Acknowledged] = []
    complaints: Counter[str] = Counter()
    with _child(database) as child:
        assert child.stdout is not None
        lines = Queue[str]()
        reading = Thread(target=_put_lines, args=(child.stdout, lines))
        reading.start()
        for _ in range(kills):
            news = _until_acknowledged(lines) + _for_a_while(lines, chance.random() * 0.5)
            server.kill()
            news += _for_a_while(lines, chance.random())
            server.start()
            began = time.monotonic()
            news += _until_acknowledged(lines)
            waits.append(time.monotonic() - began)
            acknowledged += _acknowledged("".join(news))
            complaints += _complaints(news)
        child.kill()
        child.wait()
        reading.join()
        acknowledged += _acknowledged("".join(_for_a_while(lines, 0)))
    acknowledged += _run_to_the_end(database)
    unclear = [words for words in complaints if not any(clear in words for clear in CLEAR)]
    assert not unclear, unclear
    moved = f"a table moves again after {statistics.median(waits):.2f} s, {max(waits):.2f} s at most"
    return f"{kills} kills of the server: {_found(database, acknowledged)}; {moved}; said {dict(complaints)}"


def _put_lines(output: IO[str], lines: "Queue[str]") -> None:
    for line in output:
        lines.put(line)


def _until_acknowledged(lines: "Queue[str]") -> list[str]:
    """What a child says until it has done something that it did not begin before it was asked."""
    news = _for_a_while(lines, 0)
    while not news or news[-1].startswith("!"):
        news.append(lines.get(timeout=60))
    return news


def _for_a_while(lines: "Queue[str]", seconds: float) -> list[str]:
    time.sleep(seconds)
    return [lines.get() for _ in range(lines.qsize())]


def _complaints(news: list[str]) -> Counter[str]:
    """The sentences of a child, without what names the place."""
    return Counter([re.sub(r"\(.*\)", "(…)", line.partition(": ")[2].strip()) for line in news if line.startswith("!")])


def _found(database: Database, acknowledged: list[Acknowledged]) -> str:
    """That every acknowledged action is stored once, in words. Raises `AssertionError`."""
    tables, rows = asyncio.run(_stored(database))
    stored = Counter(rows)
    assert max(stored.values()) == 1, "an action was applied twice"
    lost = [action for action in acknowledged if action not in stored]
    assert not lost, f"{len(lost)} acknowledged actions were lost"
    places = {action: place for place, action in enumerate(rows)}
    for played in {table for table, _ in acknowledged}:
        order = [places[one] for one in acknowledged if one[0] == played]
        assert order == sorted(order), "actions are stored in another order than they were acknowledged in"
    assert all(table.phase == OVER for table in tables), "a table did not finish"
    for table in tables:
        assert replay(format_record(table.records)).refusal is None
    return f"{len(tables)} tables finished, {len(acknowledged)} actions acknowledged, 0 lost, 0 doubled"


def _child(database: Database, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.crash", "--child", named(database), *more]
    root = Path(__file__).parent.parent
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root, env=dict(os.environ))


def _run_until_killed(database: Database, seconds: float) -> list[Acknowledged]:
    with _child(database) as child:
        time.sleep(seconds)
        child.kill()
        return _acknowledged(child.communicate()[0])


def _run_to_the_end(database: Database) -> list[Acknowledged]:
    with _child(database, "--last") as child:
        output, _ = child.communicate(timeout=120)
        assert child.returncode == 0
        return _acknowledged(output)


def _acknowledged(output: str) -> list[Acknowledged]:
    """Whole lines only: the last one may have been cut by the kill."""
    lines = [line for line in output.split("\n")[:-1] if not line.startswith("!")]
    return [(table, action) for table, action in [line.split() for line in lines]]


async def _stored(database: Database) -> tuple[list[Table], list[Acknowledged]]:
    store = await open_database(database, now())
    tables: list[Table] = []
    actions: list[Acknowledged] = []
    for row in await store.live(BOT):
        log = await store.log(BOT, row.subject.id)
        tables.append(fold(log))
        actions += [(row.subject.id, entry.action_id) for entry in log]
    await store.close()
    return tables, actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of-server", action="store_true", help="kill the server of the database")
    parser.add_argument("--child", type=parse_database)
    parser.add_argument("--last", action="store_true")
    add_database(parser)
    options = parser.parse_args()
    if options.child:
        asyncio.run(host(options.child, options.last))
    elif options.of_server:
        with own_server() as server:
            print(campaign_of_server(options.kills, options.seed, server))
    else:
        with database_of(options.database) as database:
            print(campaign(options.kills, options.seed, database))


if __name__ == "__main__":
    main()
