"""Two hosts behind a balancer: windows, and what Telegram posts, go on when the host is killed that had them."""

import asyncio
import os
import shutil
from pathlib import Path

import aiohttp
import pytest

from tests.hosts.balancer import PROGRAM, balancer
from tests.hosts.several import check_stored, seat_two, several
from tests.loopback.running import specs
from tests.loopback.serving import own_port
from tests.loopback.telegram import serve
from tests.postgres_server import PostgresServer, running_server

FEW = 3  # actions
PATIENCE = 120.0  # seconds


@pytest.fixture
def program() -> str:
    """CI must have it, other machines may not."""
    found = shutil.which(PROGRAM)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("CI must have Debian's haproxy", pytrace=False)
    if found is None:
        pytest.skip("no haproxy on this machine")
    return found


def test_windows_and_what_telegram_posts_go_on_behind_a_balancer_when_their_host_is_killed(
    postgres_server: PostgresServer, program: str, tmp_path: Path
) -> None:
    database, port = postgres_server.new_database(), own_port()

    async def main() -> None:
        async with serve(specs()) as telegram, aiohttp.ClientSession() as session:
            settings = {
                "BURRACO_TELEGRAM_TOKEN": telegram.token,
                "BURRACO_TELEGRAM_API": telegram.root,
                "BURRACO_TELEGRAM_WEBHOOK": f"http://127.0.0.1:{port}/telegram/hook",
            }
            async with (
                several(tmp_path, [database, database], settings) as hosts,
                balancer(program, tmp_path, port, hosts) as front,
            ):
                people, over = await seat_two(session, [front, front]), asyncio.Event()
                playing = [asyncio.create_task(one.plays(session, over)) for one in people]
                carla = telegram.user("Carla")

                async def more() -> None:
                    """Both play on, and Carla is answered."""
                    wanted = [len(one.acknowledged) + FEW for one in people]
                    messages = len(telegram.called("sendMessage"))
                    carla.start()
                    await telegram.until(lambda: len(telegram.called("sendMessage")) > messages, PATIENCE)
                    async with asyncio.timeout(PATIENCE):
                        while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
                            assert not any(task.done() for task in playing), [task.result() for task in playing]
                            await asyncio.sleep(0.05)

                await more()
                await hosts[0].kill()  # which came first, and so has the platform
                await more()
                over.set()
                await asyncio.gather(*playing)
                await telegram.updates.close()
                assert await hosts[1].stop() == 0
                assert hosts[1].faults == []
        assert await check_stored(database, people) >= 4 * FEW

    asyncio.run(main())


def test_people_are_let_in_again_as_soon_as_the_database_is_back(
    postgres_programs: Path, program: str, tmp_path: Path
) -> None:
    """Whoever asks the hosts whether they are well lets nobody in while all of them say no."""

    async def main(server: PostgresServer) -> None:
        database, port = server.new_database(), own_port()
        async with (
            several(tmp_path, [database, database]) as hosts,
            balancer(program, tmp_path, port, hosts) as front,
            aiohttp.ClientSession() as session,
        ):
            people, over = await seat_two(session, [front, front]), asyncio.Event()
            playing = [asyncio.create_task(one.plays(session, over)) for one in people]

            async def until(status: int) -> None:
                async with asyncio.timeout(30):
                    while True:
                        async with session.get(front.url) as answer:
                            if answer.status == status:
                                return
                        await asyncio.sleep(0.05)

            server.end()
            await until(503)
            server.start()
            await until(200)
            wanted = [len(one.acknowledged) + FEW for one in people]
            async with asyncio.timeout(PATIENCE):
                while any(len(one.acknowledged) < many for one, many in zip(people, wanted, strict=True)):
                    assert not any(task.done() for task in playing), [task.result() for task in playing]
                    await asyncio.sleep(0.05)
            over.set()
            await asyncio.gather(*playing)

    with running_server(postgres_programs) as server:
        asyncio.run(main(server))
