"""After how long a window of another host shows what was just done."""

import asyncio
from collections.abc import Sequence
from typing import Final

import aiohttp

from tests.hosts.several import HostProcess, Person, seat_two

PATIENCE: Final = 60.0
LOOKS: Final = 60


async def shown_after(session: aiohttp.ClientSession, hosts: Sequence[HostProcess], looks: int = LOOKS) -> list[float]:
    """Seconds from the answer to an action until a window of another host shows the table after it; so many times."""
    if not looks:
        return []
    anna, bruno = await seat_two(session, hosts, pace=300)
    time, found = asyncio.get_running_loop().time, list[float]()
    async with anna.at_window(session) as first, bruno.at_window(session) as second:
        await first.phase("playing")
        await second.phase("playing")
        async with asyncio.timeout(PATIENCE):
            while len(found) < looks and "pause" not in (first.view["table"]["phase"], second.view["table"]["phase"]):
                for here, there in ((first, second), (second, first)):
                    action = Person.next_action(here)
                    is_play = action is not None and action["command"].startswith("play")
                    if action is not None and is_play and (await here.do(**action))["done"]:
                        at, stage = time(), action["stage"]
                        while there.view["table"]["stage"] <= stage:  # noqa: ASYNC110  to the millisecond
                            await asyncio.sleep(0.001)
                        found.append(time() - at)
                await asyncio.sleep(0.01)  # until one of the two is in turn
    return found
