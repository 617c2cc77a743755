"""What a bot that was added costs a host: memory and CPU time, while nobody plays.

`python -m bench.bots --bots 20 --seconds 30`. The bots are Telegram's; where their platform should be nobody answers,
so each tries again as it does then. What is loaded for the first bot is not counted.
"""

import argparse
import asyncio
import os
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.process_figures import memory
from bot.cli.cohosting import Alone
from bot.cli.roster import Roster
from bot.cli.run import no_page
from bot.cli.served_bot import Shared
from bot.config.configuration import Configuration
from bot.config.given import load
from bot.host.analyses import Analyses
from bot.host.computers import ComputerPlayers
from bot.host.health import Health
from bot.host.heartbeat import Heartbeat
from bot.host.hosted_bots import BOT, BotStore, BotToken, HostedBot
from bot.host.wallclock import WallClock
from bot.metrics import Metrics
from bot.painting import Painter
from bot.store.sqlite import open_store

NOBODY: Final = "http://127.0.0.1:9"
TOKEN: Final = "AAnobodysnobodysnobodysnobodys12345"  # noqa: S105  nobody's


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bots", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    options = parser.parse_args()
    os.environ["BURRACO_TELEGRAM_API"] = NOBODY
    with TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder) / "burraco.db", options.bots, options.seconds))


def _print_stumble(part: str, /, *, had_store: bool = True) -> None:
    print(part, "" if had_store else "without a store")


async def measured(path: Path, count: int, seconds: int) -> None:
    store, clock = await open_store(path, 1), WallClock()
    health, thinking, painter = Health(clock), ComputerPlayers(), Painter()
    analyses = Analyses(thinking.look_at, thinking.plays_on)
    shared = Shared(store, clock, Metrics(lambda: 0), health, thinking, analyses, painter)
    others = Alone(Heartbeat(store, BOT, "bench", clock, health), store)
    await others.begin()
    roster = Roster(load(Configuration), shared, others, _print_stumble, lambda _hook: None, no_page)
    running = asyncio.create_task(roster.run())
    await add(store, 1)  # what is loaded for the first is loaded for all
    await until(roster, 1)
    before, idle = memory(), await cpu(seconds)
    await add(store, count + 1)
    begun = time.perf_counter()
    await until(roster, count + 1)
    took = time.perf_counter() - begun
    busy = await cpu(seconds)
    each, taken = (memory() - before) / count / 1e6, (busy - idle) / count * 1000
    print(f"{count} bots more: {each:.2f} MB each, and {taken:.2f} ms of CPU time a second each, while nobody plays")
    print(f"all of them served {took:.1f} s after they were added")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    thinking.close()
    painter.close()
    await store.close()


async def add(store: BotStore, count: int) -> None:
    for number in range(count):
        token = BotToken("telegram", f"{7_100_000_000 + number}", "", f"{7_100_000_000 + number}:{TOKEN}", 1)
        await store.put_bot(HostedBot(f"bot{number}", "", "", (), 1, (token,)))


async def until(roster: Roster, count: int) -> None:
    while len(roster.served) < count:  # noqa: ASYNC110  it tells nobody
        await asyncio.sleep(0.05)


async def cpu(seconds: int) -> float:
    """CPU time a second of this process, for so long."""
    begun = time.process_time()
    await asyncio.sleep(seconds)
    return (time.process_time() - begun) / seconds


if __name__ == "__main__":
    main()
