"""A match of three deals by four people on two platforms, in the platforms' own budgets, on clocks that run ahead.

`python -m tests.adapters.together.match`
"""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from bot.tables.table import OVER, PLAYING
from engine.players import PLAYERS
from tests.adapters.discord.hosting import server
from tests.adapters.together.hosting import hosted
from tests.adapters.together.scripted import Together
from tests.hosting import hurried
from tests.loopback.running import judged, specs
from tests.loopback.telegram import serve


async def main(folder: Path) -> None:
    began = time.monotonic()
    async with serve(specs()) as telegram, server() as discord:
        async with hosted(telegram, discord, folder / "match.db", BUDGETS) as both:
            hurry = asyncio.create_task(hurried(both.telegram.chats, telegram.clock, discord.clock))
            table = Together(both)
            await table.begin("febur players=4 hands=3")
            player, deals = PLAYERS["heuristic"](3), 0
            while (await table.table()).phase != OVER:
                if (await table.table()).phase == PLAYING:
                    await table.turn(player)
                    continue
                deals += 1
                print(f"deal {deals}: {table.turns} turns, {time.monotonic() - began:.0f} s", flush=True)
                table.check_mirror()
                for person in table.there.people:
                    await table.there.press(person, Verb.READY)
                for other in table.here.people:
                    await table.here.press(other, Verb.READY)
                await table.dealt()
                await table.check_hands()
            table.there.check_place()
            table.here.check_place()
            hurry.cancel()
            await both.settle()
            await both.check_eyes()
            busiest = telegram.budgets.busiest_minute(table.there.group.id)
            print(
                f"{table.turns} turns; {both.watch.read} texts and {both.watch.judged} pictures were what their reader"
            )
            print(f"might see; {busiest} messages and edits in the busiest minute of the Telegram group")
            assert busiest <= 20
        judged(telegram)
        judged(discord)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name)))
