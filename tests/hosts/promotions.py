"""The database's server is killed and its standby promoted, again and again, while people play on two hosts.

    python -m tests.hosts.promotions --tables 4 --times 20

In the end each action that was acknowledged is stored once, and the database is sound. The time until a table moves
again is that from the `kill -9` until both people there have had an action acknowledged; promoting is part of it.
"""

import argparse
import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp

from tests.hosts.campaign import figures, moved_after
from tests.hosts.several import check_stored, seat_two, several
from tests.postgres_server import binaries
from tests.postgres_standby import ServerPair, server_pair

PATIENCE: Final = 120.0  # seconds


async def promotions(pair: ServerPair, folder: Path, tables: int, times: int) -> str:
    """What was found. Raises `AssertionError` where something was lost or doubled, `TimeoutError` where all stands."""
    pair.primary.create("club")
    database, clock = pair.database("club"), asyncio.get_running_loop().time
    promoted, waits = list[float](), list[float]()
    async with several(folder, [database, database]) as hosts, aiohttp.ClientSession() as session:
        seated = [await seat_two(session, hosts) for _ in range(tables)]
        people, over = [person for two in seated for person in two], asyncio.Event()
        playing = [asyncio.create_task(one.plays(session, over)) for one in people]
        for _ in range(times):
            await asyncio.sleep(1)  # in which they play with a standby that follows
            began = clock()
            await asyncio.to_thread(pair.fail_over)
            promoted.append(clock() - began)
            async with asyncio.timeout(PATIENCE):
                while (moved := [moved_after(two, began) for two in seated if not two[0].is_over]).count(0.0):
                    assert not any(task.done() for task in playing), [task.result() for task in playing if task.done()]
                    await asyncio.sleep(0.02)
            waits += moved
            await asyncio.to_thread(pair.follow)
        over.set()
        await asyncio.gather(*playing)
        assert [await one.stop() for one in hosts] == [0, 0], [one.log[-2000:] for one in hosts]
        count = await check_stored(database, people)
    return "\n".join(
        [
            f"{times} promotions, {tables} tables: {count} actions acknowledged, 0 lost, 0 doubled",
            f"the standby can be written after {figures(promoted)}",
            f"a table moves again after {figures(waits)}",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("tables", 4), ("times", 20)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    wanted = parser.parse_args()
    programs = binaries()
    assert programs is not None, "there is no PostgreSQL on this machine"
    with TemporaryDirectory() as folder, server_pair(programs) as pair:
        print(asyncio.run(promotions(pair, Path(folder), wanted.tables, wanted.times)))


if __name__ == "__main__":
    main()
