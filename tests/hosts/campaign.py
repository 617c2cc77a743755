"""Hosts of one PostgreSQL database meet with all that may happen to them, while people play in windows of all of them.

    python -m tests.hosts.campaign --tables 10 --kills 20 --stalls 10 --cuts 10 --server-kills 5 --restarts 5

A host is killed, sleeps and wakes, loses its way to the database, is stopped and started again as for a new version;
the database is killed. In the end each action that was acknowledged is stored once, each person's in the order in which
they were acknowledged, and the database is sound.

The time until a table moves again is that from the blow until both people there have had an action acknowledged: it has
in it that one of them looks for another host, three seconds where theirs does not answer, and that each must be in
turn.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import aiohttp

from bot.host.leases import LASTS
from tests.hosts.network import Network, network
from tests.hosts.several import HostProcess, Person, check_stored, seat_two, several
from tests.postgres_server import PostgresServer, binaries, running_server

BETWEEN: Final = (1.0, 3.0)  # seconds from when all tables have moved to the next blow
PATIENCE: Final = 60.0
LOOKS: Final = 60  # of another host's window
LONG: Final = 2 * LASTS / 1000  # seconds, after which a host was taken for dead
LAST_LINES: Final = 3000  # signs of each host's log that are told with what went wrong


# --- blows ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Target:
    """What a blow may fall on."""

    server: PostgresServer
    host: HostProcess
    way: Network  # of this host to the database
    chance: Random


Blow: TypeAlias = Callable[[Target], AbstractAsyncContextManager[None]]
"""Entered it has fallen; left, all is there again that it took away."""


@asynccontextmanager
async def _kill(on: Target) -> AsyncIterator[None]:
    await on.host.kill()
    yield
    await on.host.start()


@asynccontextmanager
async def _stall(on: Target) -> AsyncIterator[None]:
    """Longer than the lease, so that it wakes as one that was taken for dead."""
    over = asyncio.get_running_loop().time() + LONG
    on.host.sleep()
    try:
        yield
        await asyncio.sleep(over - asyncio.get_running_loop().time())
    finally:
        on.host.wake()


@asynccontextmanager
async def _cut(on: Target) -> AsyncIterator[None]:
    """For a moment or for long; every other time without a word to either end."""
    strike = on.chance.choice([on.way.cut, on.way.hush])
    mended = asyncio.create_task(asyncio.sleep(on.chance.uniform(0.1, LONG)))
    mended.add_done_callback(lambda _: on.way.mend())
    strike()
    try:
        yield
        await mended
    finally:
        mended.cancel()


@asynccontextmanager
async def _kill_server(on: Target) -> AsyncIterator[None]:
    on.server.kill()
    on.server.start()
    yield


@asynccontextmanager
async def _restart(on: Target) -> AsyncIterator[None]:
    """Stopped as a supervisor does, and started at once."""
    status = await on.host.stop()
    assert status == 0, f"a host that was stopped ended with {status}"
    await on.host.start()
    yield


BLOWS: Final[Mapping[str, Blow]] = {
    "kill": _kill,
    "stall": _stall,
    "cut": _cut,
    "server kill": _kill_server,
    "restart": _restart,
}


# --- the campaign -----------------------------------------------------------------------------------------------------


async def campaign(server: PostgresServer, folder: Path, tables: int, wanted: Mapping[str, int], seed: int) -> str:
    """What was found, in some lines; `wanted` says how many of each blow.

    Raises `AssertionError` where something was lost, doubled or stood still, in a group with what went wrong beside it.
    """
    chance, database = Random(seed), server.new_database()  # noqa: S311  when to kill, not what to deal
    async with AsyncExitStack() as stack:
        ways = [await stack.enter_async_context(network(database, server.folder)) for _ in range(2)]
        hosts = await stack.enter_async_context(several(folder, [address for _, address in ways]))
        session = await stack.enter_async_context(aiohttp.ClientSession())
        elsewhere = await shown_after(session, hosts)
        seated = [await seat_two(session, hosts) for _ in range(tables)]
        people, over = [person for two in seated for person in two], asyncio.Event()
        waits: dict[str, list[float]] = {blow: [] for blow in wanted}
        try:
            async with asyncio.TaskGroup() as playing:  # who fails first ends all, and is what is told
                for one in people:
                    playing.create_task(one.plays(session, over))
                for blow in _shuffled(wanted, chance):
                    await asyncio.sleep(chance.uniform(*BETWEEN))
                    number = chance.randrange(len(hosts))
                    target = Target(server, hosts[number], ways[number][0], chance)
                    waits[blow] += await _strike(blow, target, seated)
                over.set()
            statuses = [await one.stop() for one in hosts]
            assert statuses == [0, 0], statuses
            faults = [fault for one in hosts for fault in one.faults]
            assert faults == [], faults
        except (AssertionError, ExceptionGroup) as error:
            for host in hosts:
                error.add_note(host.log[-LAST_LINES:])
            raise
    count, again = await check_stored(database, people), sum(person.sent_again for person in people)
    return "\n".join(
        [
            f"{', '.join(f'{many} {blow}s' for blow, many in wanted.items() if many)}, {tables} tables:",
            f"{count} actions acknowledged, 0 lost, 0 doubled, all in order; {again} were sent again to another host",
            *[f"a table moves again after a {blow}: {figures(found)}" for blow, found in waits.items() if found],
            f"another host's window shows it after its answer: {figures(elsewhere)}",
        ]
    )


def _shuffled(wanted: Mapping[str, int], chance: Random) -> list[str]:
    blows = [blow for blow, many in wanted.items() for _ in range(many)]
    chance.shuffle(blows)
    return blows


async def _strike(blow: str, target: Target, seated: Sequence[Sequence[Person]]) -> list[float]:
    """The blow falls, and is over once every table has moved; after how many seconds each has."""
    began = asyncio.get_running_loop().time()
    try:
        async with BLOWS[blow](target):
            async with asyncio.timeout(PATIENCE):
                while (moved := [moved_after(two, began) for two in seated if not two[0].is_over]).count(0.0):  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            return moved
    except TimeoutError:
        raise AssertionError("\n".join([f"after a {blow}", *[_stands(two) for two in seated]])) from None


def _stands(people: Sequence[Person]) -> str:
    """How a table looked to its people last, and before whose window."""
    lines = list[str]()
    for one in people:
        table = one.window.view.get("table", {}) if one.window is not None else {}
        is_in_turn = one.window is not None and bool(Person.next_action(one.window))
        facts = [f"{key} {table.get(key)}" for key in ("label", "stage", "phase", "deal", "next_deal")]
        lines.append(f"{', '.join(facts)}, in turn: {is_in_turn}, {one.doing}, {len(one.acknowledged)} acknowledged")
    return "; ".join(lines)


def moved_after(people: Sequence[Person], began: float) -> float:
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, usual in (("tables", 10), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for blow in BLOWS:
        parser.add_argument(f"--{blow.replace(' ', '-')}s", type=int, default=0)
    options = vars(parser.parse_args())
    wanted = {blow: options[f"{blow.replace(' ', '_')}s"] for blow in BLOWS}
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL on this machine"
    with TemporaryDirectory() as folder, running_server(programs) as server:
        print(asyncio.run(campaign(server, Path(folder), options["tables"], wanted, options["seed"])))


if __name__ == "__main__":
    main()
