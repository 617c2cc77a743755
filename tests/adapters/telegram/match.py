"""A match of three deals over the wire, in Telegram's own budgets, on a clock that runs ahead.

`python -m tests.adapters.telegram.match`
"""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from bot.tables.table import OVER, PLAYING
from tests.adapters.telegram.evening import Evening
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.evening import NAMES
from tests.hosting import hurried
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve


async def main(folder: Path) -> None:
    began = time.monotonic()
    async with serve(specs()) as telegram, hosted(telegram, folder / "match.db", BUDGETS) as host:
        hurry = asyncio.create_task(hurried(host.chats, telegram.clock))
        people = [telegram.user(name) for name in NAMES]
        evening = Evening(host, telegram.group("Sala", *people), people)
        await evening.begin("fibur players=4 hands=3")
        deals = 0
        while (await evening.table()).phase != OVER:
            if (await evening.table()).phase == PLAYING:
                await evening.play()
                await evening.check_hands()
                continue
            deals += 1
            print(f"deal {deals}: {evening.turns} turns, {time.monotonic() - began:.0f} s", flush=True)
            for person in people:
                await evening.press(person, Verb.READY)
            await evening.dealt()
        await evening.check_group()
        hurry.cancel()
        await host.settle()
        await check_eyes(host)
        print(f"{host.watch.read} texts and {host.watch.judged} pictures were what their reader might see")
        busiest = telegram.budgets.busiest_minute(evening.group.id)
        edits = len(telegram.budgets.let_through[evening.group.id])
        print(f"{evening.turns} turns, {edits} messages and edits in the group, {busiest} in the busiest minute")
        assert busiest <= 20
        assert edits <= 1.25 * evening.turns  # with reminders, lobbies and scores
    judged(telegram)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name)))
