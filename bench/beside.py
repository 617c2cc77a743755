"""Other hosts of the same database, each a process of its own (`bench.one_beside`), and what all of them have seen."""

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Final

from bot.cli.output import Unusable
from bot.database_address import ServerDatabase

LONGEST_LINE: Final = 1 << 28
PATIENCE: Final = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one host has seen and spent in a while: as in `bench.host.Measurements`, and calls and seconds of CPU.

    `wakes`: how often one of its threads gave up its processor to wait for something.
    """

    commits: list[float]
    lates: list[float]
    lags: list[float]
    actions: int
    turns: int
    stale: int
    calls: int
    cpu: float
    wakes: int


def of_all(stretches: Sequence[Stretch]) -> Stretch:
    """Of all hosts together."""
    return Stretch(
        commits=[*chain.from_iterable(one.commits for one in stretches)],
        lates=[*chain.from_iterable(one.lates for one in stretches)],
        lags=[*chain.from_iterable(one.lags for one in stretches)],
        actions=sum(one.actions for one in stretches),
        turns=sum(one.turns for one in stretches),
        stale=sum(one.stale for one in stretches),
        calls=sum(one.calls for one in stretches),
        cpu=sum(one.cpu for one in stretches),
        wakes=sum(one.wakes for one in stretches),
    )


class Beside:
    """A host beside this one: it is told when to begin, and asked what it has seen since."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def parts(self) -> int:
        """How many parts of the platform it has."""
        return int(await self.ask("parts"))

    async def begin(self) -> None:
        await self.ask("begin")

    async def stretch(self) -> Stretch:
        return Stretch(**json.loads(await self.ask("end")))

    async def ask(self, word: str) -> str:
        """Its answer, a line. Raises `Unusable` where it has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{word}\n".encode())
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        if not line:
            raise Unusable("a host beside this one has ended")
        return line.decode()

    async def end(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


@asynccontextmanager
async def others(
    server: ServerDatabase | None, count: int, *, parts: int, pictures: bool
) -> AsyncIterator[list[Beside]]:
    """So many more hosts of a server's database, which have begun. The address is not among their arguments."""
    found: list[Beside] = []
    try:
        for _ in range(count if server else 0):
            process = await asyncio.create_subprocess_exec(
                *[sys.executable, "-m", "bench.one_beside"], stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
            )
            found.append(Beside(process))
            first = {"address": server.address if server else "", "parts": parts, "pictures": pictures}
            await found[-1].ask(json.dumps(first))
        yield found
    finally:
        for one in found:
            await one.end()
