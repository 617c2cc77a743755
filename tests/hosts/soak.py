"""Hosts under play for as long as asked, and whether their memory grows.

    python -m tests.hosts.soak --minutes 480 --tables 6 --thinks 0.5

Two `burraco run` share one PostgreSQL database, and people play in windows of both: each pair one match after the other
as people do who come back, at a table of its own each time. What a table holds is free once nobody may ask for a
rematch any more, here ten minutes later. They think before each action, so that as much is played in each minute,
whatever else the machine has to do: what a host holds follows how much is played. Each minute the memory of each host
is looked at, with that of the processes it has started. In the end a straight line is laid through what came after the
warm-up: how much more it is in an hour, and how sure that is. Every action that was acknowledged is looked for in the
database.
"""

import argparse
import asyncio
import math
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import aiohttp

from tests.hosts.several import HostProcess, NotDone, Person, check_stored, seat_two, several
from tests.postgres_server import PostgresServer, binaries, running_server

MINUTE: Final = 60.0
PACE: Final = 300  # milliseconds for which computer players think
THINKS: Final = 0.5  # seconds for which people do
EXPIRES: Final = 10  # minutes for which a match waits for a rematch
SETTINGS: Final = f"hands=2 expires={EXPIRES}"  # a match of two deals
WARM_UP: Final = 0.5  # of the time, and of a long one no more than
LONGEST_WARM_UP: Final = (
    45.0  # minutes: until as much is let go as comes in, by `EXPIRES` and `UNASKED` one after the other
)
FLAT: Final = 2.0  # MB more in an hour, which are 16 in a night
SURE: Final = 2.0  # standard errors
MEGABYTE: Final = 1_000_000


class Slope(NamedTuple):
    """MB in an hour, and its standard error."""

    per_hour: float
    error: float

    def __str__(self) -> str:
        return f"{self.per_hour:+.1f} ± {self.error:.1f} MB in an hour"


def slope(curve: Sequence[float], between: float = 1.0) -> Slope:
    """The line of least squares through MB that are so many minutes apart; of fewer than three nothing is sure."""
    if len(curve) < 3:
        return Slope(0.0, math.inf)
    times = [number * between / 60 for number in range(len(curve))]
    middle, mean = sum(times) / len(times), sum(curve) / len(curve)
    spread = sum((time - middle) ** 2 for time in times)
    rise = sum((time - middle) * (one - mean) for time, one in zip(times, curve, strict=True)) / spread
    rest = sum((one - mean - rise * (time - middle)) ** 2 for time, one in zip(times, curve, strict=True))
    return Slope(rise, math.sqrt(rest / (len(curve) - 2) / spread))


def verdict(found: Slope) -> str:
    """Whether it grows, as far as that can be told."""
    if found.per_hour - SURE * found.error > FLAT:
        return "it grows"
    return "it is flat" if found.per_hour + SURE * found.error <= FLAT else "it takes longer to tell"


def warm(curve: Sequence[float]) -> Sequence[float]:
    """What came after the warm-up, of a curve by minutes."""
    return curve[int(min(len(curve) * WARM_UP, LONGEST_WARM_UP)) :]


def memory_of(process: int) -> int:
    """Bytes in memory of a process and of those it has started; 0 for one that is gone."""
    return sum(_resident(one) for one in _family(process))


def _family(process: int) -> Iterator[int]:
    yield process
    for thread in Path(f"/proc/{process}/task").glob("*"):
        with suppress(OSError):  # it has just ended
            for child in (thread / "children").read_text("ascii").split():
                yield from _family(int(child))


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


async def soak(server: PostgresServer, folder: Path, minutes: int, tables: int, thinks: float) -> bool:
    """Prints each minute; whether no host's memory grows. Raises `AssertionError` where an action was lost."""
    database, over = server.new_database(), asyncio.Event()
    async with several(folder, [database, database]) as hosts:
        people: list[Person] = []
        async with asyncio.TaskGroup() as playing:
            for number in range(tables):
                playing.create_task(_matches(number, hosts, people, over, thinks))
            curves = await _curves(hosts, minutes)
            over.set()
        assert [await one.stop() for one in hosts] == [0, 0]
        assert [fault for one in hosts for fault in one.faults] == []
    actions, matches = await check_stored(database, people), len(people) // 2
    print(f"{actions:,} actions acknowledged in {matches:,} matches, none lost or doubled")
    slopes = [slope(warm(curve)) for curve in curves]
    for number, found in enumerate(slopes):
        print(f"host {number} after the warm-up: {found}: {verdict(found)}")
    return all(verdict(found) != "it grows" for found in slopes)


async def _matches(
    number: int, hosts: Sequence[HostProcess], people: list[Person], over: asyncio.Event, thinks: float
) -> None:
    """One table after another for the same two; as who they played at each they are added to the `people`."""
    tokens = ("", "")
    async with aiohttp.ClientSession(connector=_way(number)) as session:
        while not over.is_set():
            try:
                pair = first, second = await seat_two(session, hosts, PACE, SETTINGS, tokens)
            except (NotDone, OSError, aiohttp.ClientError) as error:  # on a busy machine a host may be taken for dead
                print(f"no table was opened: {type(error).__name__}: {error}", flush=True)
                await asyncio.sleep(1)  # nothing tells when it is alive again
                continue
            tokens = (second.token, first.token)  # in turn: a host lets each person open thirty tables in an hour
            people += pair
            async with asyncio.TaskGroup() as playing:
                for one in pair:
                    one.rematches, one.thinks, one.notes = False, thinks, False
                    playing.create_task(one.plays(session, over))


def _way(number: int) -> aiohttp.TCPConnector:
    """How a pair is connected: from an address of its own, since a host lets one address open so many tables."""
    high, low = divmod(number, 250)
    return aiohttp.TCPConnector(local_addr=(f"127.0.{1 + high}.{1 + low}", 0))


async def _curves(hosts: Sequence[HostProcess], minutes: int) -> list[list[float]]:
    """MB of each host, minute by minute."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    curves: list[list[float]] = [[] for _ in hosts]
    for minute in range(minutes + 1):
        await asyncio.sleep(began + minute * MINUTE - loop.time())
        for host, curve in zip(hosts, curves, strict=True):
            curve.append(memory_of(host.number) / MEGABYTE)
        print(f"minute {minute}: {', '.join(f'{curve[-1]:.1f} MB' for curve in curves)}", flush=True)
    return curves


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=int, default=480)
    parser.add_argument("--tables", type=int, default=6)
    parser.add_argument(
        "--thinks", type=float, default=THINKS, help="seconds for which people think before each action"
    )
    options = parser.parse_args()
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL on this machine"
    with TemporaryDirectory() as folder, running_server(programs) as server:
        return int(not asyncio.run(soak(server, Path(folder), options.minutes, options.tables, options.thinks)))


if __name__ == "__main__":
    sys.exit(main())
