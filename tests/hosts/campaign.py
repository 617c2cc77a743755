"""Hosts of one PostgreSQL database are killed, and sleep and wake, while people play in windows of all of them.

    python -m tests.hosts.campaign --tables 10 --kills 20 --stalls 10

In the end each action that was acknowledged is stored once, and the database is sound. The time until a table moves
again is that from the blow until both people there have had an action acknowledged: it has in it that one of them looks
for another host, three seconds where theirs does not answer, and that each must be in turn.
"""

import argparse
import asyncio
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp

from bot.host.leases import LASTS
from tests.hosts.several import HostProcess, Person, check_stored, seat_two, several
from tests.postgres_server import PostgresServer, binaries, running_server

BETWEEN: Final = (1.0, 3.0)  # seconds from when all tables have moved to the next blow
PATIENCE: Final = 60.0
LOOKS: Final = 60  # of another host's window


async def campaign(server: PostgresServer, folder: Path, tables: int, kills: int, stalls: int, seed: int) -> str:
    """What was found, in some lines. Raises `AssertionError` where something was lost, doubled or stood still."""
    chance, database = Random(seed), server.new_database()  # noqa: S311  when to kill, not what to deal
    async with several(folder, database) as hosts, aiohttp.ClientSession() as session:
        elsewhere = await shown_after(session, hosts)
        seated = [await seat_two(session, hosts) for _ in range(tables)]
        people, over = [person for two in seated for person in two], asyncio.Event()
        playing = [asyncio.create_task(one.plays(session, over)) for one in people]
        blows = [*["kill"] * kills, *["stall"] * stalls]
        chance.shuffle(blows)
        waits: dict[str, list[float]] = {"kill": [], "stall": []}
        for blow in blows:
            await asyncio.sleep(chance.uniform(*BETWEEN))
            try:
                waits[blow] += await _strike(blow, chance.choice(hosts), seated, playing)
            except TimeoutError:
                stands = [_stands(two) for two in seated]
                raise AssertionError("\n".join([f"after a {blow}", *stands, *[one.log for one in hosts]])) from None
        over.set()
        await asyncio.gather(*playing)
        statuses = [await one.stop() for one in hosts]
        assert statuses == [0, 0], [one.log[-2000:] for one in hosts]
        assert not [one.log for one in hosts if "Traceback" in one.log]
    count = await check_stored(database, people)
    return "\n".join(
        [
            f"{kills} kills, {stalls} stalls, {tables} tables: {count} actions acknowledged, 0 lost, 0 doubled",
            *[f"a table moves again after a {blow}: {figures(found)}" for blow, found in waits.items() if found],
            f"another host's window shows it after its answer: {figures(elsewhere)}",
        ]
    )


async def _strike(
    blow: str, host: HostProcess, seated: list[list[Person]], playing: list[asyncio.Task[None]]
) -> list[float]:
    """The host is struck, and there again once every table has moved; after how many seconds each has."""
    time = asyncio.get_running_loop().time
    began = time()
    if blow == "kill":
        await host.kill()
    else:
        host.sleep()
    try:
        async with asyncio.timeout(PATIENCE):
            while (moved := [moved_after(two, began) for two in seated if not two[0].is_over]).count(0.0):
                assert not any(task.done() for task in playing)
                await asyncio.sleep(0.02)
            if blow == "stall":  # longer than the lease, so that it wakes as one that was taken for dead
                await asyncio.sleep(max(0.0, began + 2 * LASTS / 1000 - time()))
    finally:
        if blow == "stall":
            host.wake()
    if blow == "kill":
        await host.start()
    return moved


def _stands(people: list[Person]) -> str:
    """How a table looked to its people last."""
    views = [one.window.view if one.window is not None else {} for one in people]
    return str([(view.get("table"), view.get("controls"), view.get("proposal"), view.get("me")) for view in views])


def moved_after(people: list[Person], began: float) -> float:
    """Seconds until both have had an action acknowledged, whoever's host it was; 0 where that is still to come."""
    first = [next((at - began for at in one.moved_at if at > began), 0.0) for one in people]
    return max(first) if all(first) else 0.0


async def shown_after(session: aiohttp.ClientSession, hosts: list[HostProcess]) -> list[float]:
    """Seconds from the answer to somebody's action until a window of another host shows the table after it."""
    anna, bruno = await seat_two(session, hosts, pace=300)
    time, found = asyncio.get_running_loop().time, list[float]()
    async with anna.at_window(session) as first, bruno.at_window(session) as second:
        await first.phase("playing")
        await second.phase("playing")
        async with asyncio.timeout(PATIENCE):
            while len(found) < LOOKS and "pause" not in (first.view["table"]["phase"], second.view["table"]["phase"]):
                for here, there in ((first, second), (second, first)):
                    action = Person.next_action(here)
                    is_play = action is not None and action["command"].startswith("play")
                    if action is not None and is_play and (await here.do(**action))["done"]:
                        at, stage = time(), action["stage"]
                        while there.view["table"]["stage"] <= stage:  # noqa: ASYNC110  to the millisecond
                            await asyncio.sleep(0.001)
                        found.append(time() - at)
                await asyncio.sleep(0.01)
    return found


def figures(seconds: list[float]) -> str:
    cuts = quantiles(seconds, n=100, method="inclusive") if len(seconds) > 1 else seconds * 99
    return f"{cuts[49]:.2f} s p50, {cuts[98]:.2f} s p99, {max(seconds):.2f} s at most ({len(seconds)})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("tables", 10), ("kills", 20), ("stalls", 10), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    wanted = parser.parse_args()
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL on this machine"
    with TemporaryDirectory() as folder, running_server(programs) as server:
        print(asyncio.run(campaign(server, Path(folder), wanted.tables, wanted.kills, wanted.stalls, wanted.seed)))


if __name__ == "__main__":
    main()
