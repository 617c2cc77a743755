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
from tests.adapters.telegram.hosting import check_eyes, hosted
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.hosting import hurried
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve
from tests.scripted import NAMES


async def main(folder: Path) -> None:
    began = time.monotonic()
    async with serve(specs()) as telegram, hosted(telegram, folder / "match.db", BUDGETS) as host:
        hurry = asyncio.create_task(hurried(host.chats, telegram.clock))
        people = [telegram.user(name) for name in NAMES]
        match = ScriptedMatch(host, telegram.group("Sala", *people), people)
        await match.begin("fibur players=4 hands=3")
        deals = 0
        while (await match.table()).phase != OVER:
            if (await match.table()).phase == PLAYING:
                await match.play()
                await match.check_hands()
                continue
            deals += 1
            print(f"deal {deals}: {match.turns} turns, {time.monotonic() - began:.0f} s", flush=True)
            for person in people:
                await match.press(person, Verb.READY)
            await match.dealt()
        match.check_place()
        hurry.cancel()
        await host.settle()
        await check_eyes(host)
        print(f"{host.watch.read} texts and {host.watch.judged} pictures were what their reader might see")
        busiest = telegram.budgets.busiest_minute(match.group.id)
        edits = len(telegram.budgets.let_through[match.group.id])
        print(f"{match.turns} turns, {edits} messages and edits in the group, {busiest} in the busiest minute")
        assert busiest <= 20
        assert edits <= 1.25 * match.turns  # with reminders, lobbies and scores
    judged(telegram)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name)))
