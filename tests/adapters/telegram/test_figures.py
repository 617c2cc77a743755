"""What the program counts while it runs, read where its owner reads it."""

import asyncio
import re
from pathlib import Path

import aiohttp

from tests.adapters.telegram.hosting import settings
from tests.adapters.telegram.scripted import about_table
from tests.loopback.running import specs
from tests.loopback.telegram import Telegram, serve
from tests.programs import LOG, PATIENCE, programs
from tests.scripted import NAMES

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+(?=/)")  # written whole
LETTERS_SENT = re.compile(r'^burraco_letters_total\{outcome="sent"\} (\S+)$', re.MULTILINE)


def test_messages_that_arrive_are_counted(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            on = {**settings(telegram, telegram.token), "BURRACO_WEB": "127.0.0.1:0"}
            async with programs(tmp_path, on) as start:
                await start()
                async with asyncio.timeout(PATIENCE):
                    while not (address := ADDRESS.search((tmp_path / LOG).read_text())):  # noqa: ASYNC110  a file tells nobody
                        await asyncio.sleep(0.05)
                assert await letters_sent(address[0]) == 0
                await opened(telegram)
                while not await letters_sent(address[0]):  # noqa: ASYNC110  another process counts
                    await asyncio.sleep(0.05)

    asyncio.run(main())


async def opened(telegram: Telegram) -> None:
    """A group in which a table has been opened and is seen."""
    anna = telegram.user(NAMES[0])
    group = telegram.group("Sala", anna)
    anna.start()
    anna.writes("/new fibur players=2", group)
    await telegram.until(lambda: any(about_table(one) for one in group.messages), PATIENCE)


async def letters_sent(address: str) -> float:
    """How many messages of the outbox have arrived."""
    async with aiohttp.ClientSession() as client, client.get(f"{address}/metrics") as answer:
        found = LETTERS_SENT.search(await answer.text())
    assert found is not None
    return float(found[1])
