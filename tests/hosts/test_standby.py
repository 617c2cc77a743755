"""The database's machine fails, and its standby takes over: what was acknowledged is there, and the table goes on."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.hosts.several import check_stored, seat_two, several
from tests.postgres_standby import ServerPair, server_pair

FEW: Final = 6  # actions
PATIENCE: Final = 120.0  # seconds


@pytest.fixture(scope="module")
def pair(postgres_programs: Path) -> Iterator[ServerPair]:
    with server_pair(postgres_programs) as found:
        yield found


def test_what_was_acknowledged_outlives_the_server_and_its_standbys_standby(pair: ServerPair, tmp_path: Path) -> None:
    pair.primary.create("club")
    database = pair.database("club")

    async def main() -> None:
        async with several(tmp_path, [database, database]) as hosts, aiohttp.ClientSession() as session:
            people, over = await seat_two(session, hosts), asyncio.Event()
            playing = [asyncio.create_task(one.plays(session, over)) for one in people]

            async def more() -> None:
                wanted = [len(one.acknowledged) + FEW for one in people]
                async with asyncio.timeout(PATIENCE):
                    while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
                        assert not any(task.done() for task in playing), [task.result() for task in playing]
                        await asyncio.sleep(0.05)

            await more()
            await asyncio.to_thread(pair.fail_over)
            await more()
            await asyncio.to_thread(pair.follow)  # the other address is a standby's now, which nobody is to write to
            await more()
            await asyncio.to_thread(pair.fail_over)
            await more()
            over.set()
            await asyncio.gather(*playing)
            assert [await one.stop() for one in hosts] == [0, 0]
            assert await check_stored(database, people) >= 8 * FEW

    asyncio.run(main())
