"""A server as a process of its own: prints its address, serves until it is interrupted."""

import argparse
import asyncio
import contextlib
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol


class Server(Protocol):
    @property
    def root(self) -> str: ...


def serve_alone(
    name: str, serve: Callable[[Path | None, int, int], AbstractAsyncContextManager[Server]], judges: str
) -> None:
    """What `python -m <name>` does; `judges` is what the specifications are for."""
    parser = argparse.ArgumentParser(prog=f"python -m {name}", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--seed", type=int, default=1, help="of the faults")
    parser.add_argument("--specs", type=Path, help=f"folder of the specifications, to judge {judges}")
    options = parser.parse_args()

    async def main() -> None:
        over = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, over.set)
        async with serve(options.specs, options.seed, options.port) as server:
            print(server.root, flush=True)
            await over.wait()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())
