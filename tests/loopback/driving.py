"""A server as a process of its own, driven from outside, as a benchmark does it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from tests.loopback.news import PATIENCE
from tests.loopback.running import specs


class Driver:
    """Acts by name: `await driver("press", user=1, label="Join")`."""

    def __init__(self, session: aiohttp.ClientSession, root: str) -> None:
        self.session = session
        self.root = root

    async def __call__(self, act: str, **params: Any) -> Any:
        async with self.session.post(f"{self.root}/control/{act}", json=params) as answer:
            return await answer.json()


@asynccontextmanager
async def process(module: str, root: Path) -> AsyncIterator[Driver]:
    """The server of this module, e.g. "tests.loopback.discord", started in the project's folder; it ends well."""
    folder = specs()
    command = [sys.executable, "-m", module, *(["--specs", str(folder)] if folder else [])]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as server:  # noqa: ASYNC220  before anything else is awaited
        assert server.stdout is not None
        try:
            address = (await asyncio.to_thread(server.stdout.readline)).strip()
            async with aiohttp.ClientSession() as session:
                yield Driver(session, address)
        finally:
            server.terminate()
            server.wait(PATIENCE)
    assert server.returncode == 0
