"""The server as a process of its own: prints its address, serves until it is interrupted."""

import argparse
import asyncio
import contextlib
import signal
from pathlib import Path

from tests.loopback.discord.server import serve


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.discord", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    parser.add_argument("--specs", type=Path, help="folder of the specifications, to judge every call and frame")
    options = parser.parse_args()
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    async with serve(options.specs, options.seed, options.port) as discord:
        print(discord.root, flush=True)
        await over.wait()


with contextlib.suppress(KeyboardInterrupt):
    asyncio.run(main())
