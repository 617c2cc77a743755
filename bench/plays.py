"""What an action costs that a person plays, without computer players: CPU time of the hosts and of the server.

    burraco bench host --people N [--database ADDRESS]
    python -m bench.plays [ADDRESS] [--actions N] [--beside first|last]

People of 24 tables play at once, as soon as they are answered, through the door of one host; nobody waits between two
actions, so that the rate is what the machine gives. The address is that of an empty database of a PostgreSQL server; a
file in a folder of its own is measured without one. `--beside`: another host shares the database, which came `first`,
and so brings the letters, or `last`, and so has nothing to do but what follows from not being alone.
"""

import argparse
import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bench.beside import Beside, others
from bench.host import PLATFORM, Host, Load, hosting, milliseconds, now, prepare
from bench.server_load import load_of
from bot.database_address import ServerDatabase
from bot.host.door import Accepted
from bot.tables.table import PAUSE, PLAYING, Settings, Table
from bot.tables.who import Who
from engine.actions import format_action
from engine.legal import legal

TABLES: Final = 24
PEOPLE: Final = tuple(Who(f"p{number}", name) for number, name in enumerate(("Anna", "Bruno", "Carla", "Dario")))
ACTIONS: Final = 1500
WARM_UP: Final = 0.25  # of the actions
BREATH: Final = 0.05  # seconds until a table is looked at again where nobody is in turn
FIRST: Final = "first"
LAST: Final = "last"


class Plays:
    """The people of all tables before one host; their moves are random, and what they think is nobody's cost."""

    def __init__(self, host: Host) -> None:
        self._door = host.door
        self._chance = Random(7)  # noqa: S311  what they play is no secret
        self._numbers = count()
        self.actions = 0
        self.thought = 0.0  # seconds of CPU
        self.waits: list[float] = []  # seconds until each was answered

    async def open(self) -> None:
        anna, *others_there = PEOPLE
        for number in range(TABLES):
            table = f"t{number}"
            await self._door.open(table, f"L{number}", f"{PLATFORM}:{number}", anna, Settings())
            for who in others_there:
                await self._do(table, who, "join")
            await self._do(table, anna, "start")

    async def play(self, actions: int) -> None:
        """So many more, at all tables together."""
        until = self.actions + actions
        await asyncio.gather(*[self._play_at(f"t{number}", until) for number in range(TABLES)])

    async def _play_at(self, id_: str, until: int) -> None:
        while self.actions < until:
            table = await self._door.table(id_)
            assert table is not None
            if table.phase == PLAYING and table.in_turn:
                who, command = self._choice(table)
                began = time.perf_counter()
                is_done = await self._do(id_, who, command)
                self.actions += is_done  # not counted before it is known: others play meanwhile
                self.waits.append(time.perf_counter() - began)
                continue
            for who in PEOPLE:
                await self._do(id_, who, "ready" if table.phase == PAUSE else "rematch")
            await asyncio.sleep(BREATH)

    def _choice(self, table: Table) -> tuple[Who, str]:
        assert table.game is not None
        began = time.thread_time()
        person = table.chair(table.in_turn).person
        action = self._chance.choice(legal(table.game.deal))
        self.thought += time.thread_time() - began
        return next(who for who in PEOPLE if who.id == person), f"play {format_action(action)}"

    async def _do(self, table: str, who: Who, command: str) -> bool:
        delivery = f"a:{now()}:{next(self._numbers)}"  # the time is looked at by `bench.host`
        return isinstance(await self._door.submit(table, who, delivery, command), Accepted)


@asynccontextmanager
async def _hosts(folder: Path, load: Load, beside: str) -> AsyncIterator[tuple[Host, list[Beside]]]:
    """The host that is played on, and the one beside it, where there is one."""
    async with AsyncExitStack() as stack:
        server = load.server
        found = await stack.enter_async_context(others(server, int(beside == FIRST), parts=1, pictures=False))
        host = await stack.enter_async_context(hosting(folder, load))
        found += await stack.enter_async_context(others(server, int(beside == LAST), parts=1, pictures=False))
        yield host, found


async def measure(server: ServerDatabase | None, actions: int = ACTIONS, beside: str = "") -> dict[str, float]:
    """Milliseconds for an action, each of CPU time but `answer`, which are of the clock."""
    with TemporaryDirectory() as name:
        async with _hosts(Path(name), Load(server=server), beside) as (host, found):
            plays = Plays(host)
            await plays.open()
            await plays.play(int(WARM_UP * actions))
            for one in found:
                await one.begin()
            before = load_of(server) if server else None
            played, plays.thought = plays.actions, 0.0
            plays.waits.clear()
            began, cpu = time.perf_counter(), time.process_time()
            await plays.play(actions)
            cpu = time.process_time() - cpu - plays.thought
            many, seconds = plays.actions - played, time.perf_counter() - began
            beside_cpu = sum([(await one.stretch()).cpu for one in found])
            figures = {
                "actions": many,
                "actions_per_second": round(many / seconds, 1),
                "host_ms": round(1000 * cpu / many, 3),
                "answer_p50_ms": milliseconds(plays.waits, 0.5),
                "answer_p99_ms": milliseconds(plays.waits, 0.99),
            }
            if found:
                figures["beside_ms"] = round(1000 * beside_cpu / many, 3)
            spent = load_of(server).cpu_since(before) if server and before else None
            return figures if spent is None else {**figures, "server_ms": round(1000 * spent / many, 3)}


def measured(server: ServerDatabase | None, actions: int, beside: str = "") -> dict[str, float]:
    """`measure`, in a process that does nothing else. Raises `StoreError` where the server's database is somebody's."""
    prepare(server)
    return asyncio.run(measure(server, actions, beside if server else ""))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="?")
    parser.add_argument("--actions", type=int, default=ACTIONS)
    parser.add_argument("--beside", choices=(FIRST, LAST), default="")
    options = parser.parse_args()
    server = ServerDatabase(options.address) if options.address else None
    print(json.dumps(measured(server, options.actions, options.beside), indent=1))


if __name__ == "__main__":
    main()
