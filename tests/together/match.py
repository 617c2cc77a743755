"""A match of three deals by four people on two platforms, in the platforms' own budgets, on clocks that run ahead.

`python -m tests.together.match`
"""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.chat.messages.buttons import Verb
from bot.cli.platforms import BUDGETS
from bot.host.table import OVER, PLAYING
from engine.players import PLAYERS
from tests.discord.hosting import judged as judged_here
from tests.discord.hosting import server
from tests.loopback.telegram import serve
from tests.loopback.telegram.running import specs
from tests.telegram.hosting import judged as judged_there
from tests.together.evening import Together
from tests.together.hosting import Both, hosted


async def main(folder: Path) -> None:
    began = time.monotonic()
    async with serve(specs()) as telegram, server() as discord:
        async with hosted(telegram, discord, folder / "match.db", BUDGETS) as both:
            hurry = asyncio.create_task(hurried(both))
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
            await table.there.check_group()
            table.here.check_room()
            hurry.cancel()
            await both.settle()
            await both.check_eyes()
            busiest = telegram.budgets.busiest_minute(table.there.group.id)
            print(
                f"{table.turns} turns; {both.watch.read} texts and {both.watch.judged} pictures were what their reader"
            )
            print(f"might see; {busiest} messages and edits in the busiest minute of the Telegram group")
            assert busiest <= 20
        judged_there(telegram)
        judged_here(discord)


async def hurried(both: Both) -> None:
    """Half a second passes in ten milliseconds."""
    while True:
        await asyncio.sleep(0.01)
        both.advance(0.5)
        both.telegram.chats.wake()


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name)))
