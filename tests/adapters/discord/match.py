"""A match of three deals over the wire, within Discord's limits, on a clock that runs ahead.

`python -m tests.adapters.discord.match`: four people play it with buttons and menus, two in English and two in
Italian. After each turn everybody's picture is compared with their own view; at the end everything that
anybody has seen is judged.
"""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.cli.platforms import BUDGETS
from bot.messages.buttons import Verb
from bot.tables.table import OVER, PLAYING
from tests.adapters.discord.hosting import hosted
from tests.adapters.discord.scripted import ScriptedMatch
from tests.hosting import hurried
from tests.loopback.discord import serve
from tests.loopback.running import judged, specs
from tests.scripted import NAMES

ITALIAN = ("Bruno", "Carla")
ANSWERING = ("/interactions/", "/webhooks/")


async def main(folder: Path) -> None:
    began = time.monotonic()
    async with serve(specs()) as discord:
        discord.budgets.whole = (50, 1.0)
        discord.first_answer = 600.0  # seconds of this clock: some ten of the machine's
        async with hosted(discord, folder / "match.db", BUDGETS) as host:
            hurry = asyncio.create_task(hurried(host.chats, discord.clock))
            people = [discord.user(name, "it" if name in ITALIAN else "en-US") for name in NAMES]
            match = ScriptedMatch(host, discord.guild("Circolo", *people).channel("tavoli"), people)
            await match.begin("fibur", "hands=3")
            deals, first = 0, len(discord.calls)
            while (await match.table()).phase != OVER:
                if (await match.table()).phase == PLAYING:
                    before = match.turns
                    await match.play()
                    if match.turns > before:
                        await match.check_hands()
                    continue
                deals += 1
                print(f"deal {deals}: {match.turns} turns, {time.monotonic() - began:.0f} s", flush=True)
                for person in people:
                    await match.press(person, Verb.READY)
                await match.dealt()
            match.check_place()
            hurry.cancel()
            calls = [one for one in discord.calls[first:] if one.succeeded]
            others = [one for one in calls if not one.path.startswith(ANSWERING)]
        print(
            f"{match.turns} turns, {sum(match.verbs.values())} presses; a turn: "
            f"{len(calls) / match.turns:.1f} calls, {len(others) / match.turns:.2f} of them outside answers, "
            f"{sum(one.size for one in calls) / match.turns:,.0f} bytes"
        )
        assert deals == 2  # with a pause behind them; the third ends the match
        assert len(others) <= 3 * match.turns
    judged(discord)


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        asyncio.run(main(Path(name)))
