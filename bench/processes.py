"""The processes of a benchmark over the wire: a platform's loopback server, which is part of the tests, and the host.

Both are started as they are and ended with the block, and on Linux also where the benchmark is killed.
"""

import asyncio
import ctypes
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.cli.output import Unusable

ROOT: Final = Path(__file__).parent.parent
PATIENCE: Final = 30.0  # seconds for a process to begin or to end

PR_SET_PDEATHSIG: Final = 1  # prctl(2)

Json = dict[str, Any]


class Server:
    """The loopback server as a driver has it: acts by name, figures back. Raises `aiohttp.ClientError`."""

    def __init__(self, session: aiohttp.ClientSession, root: str) -> None:
        self._session = session
        self._root = root

    async def __call__(self, act: str, **fields: Any) -> Json:
        async with self._session.post(f"{self._root}/control/{act}", json=fields) as answer:
            found: Json = await answer.json()
            return found


@asynccontextmanager
async def serving(name: str) -> AsyncIterator[tuple[Server, int]]:
    """The loopback server of a platform as a process of its own, and its number. Raises `Unusable`."""
    module = f"tests.loopback.{name}"
    if not (ROOT / "tests" / "loopback" / name / "__main__.py").is_file():
        raise Unusable(f"{module} is not here: the loopback servers belong to the tests; run it in a checkout")
    pipe = asyncio.subprocess.PIPE
    process = await start_process("-m", module, cwd=ROOT, stdout=pipe, stderr=pipe)
    try:
        root = await _address(process, module)
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            yield Server(session, root), process.pid
    finally:
        await _stop_process(process)


async def _address(process: asyncio.subprocess.Process, module: str) -> str:
    """Where the server listens: its first line. Raises `Unusable` where it ends instead."""
    assert process.stdout is not None
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        root = (await process.stdout.readline()).decode().strip()
        if root:
            return root
        error_line = (await process.stderr.read()).decode(errors="replace").strip().rpartition("\n")[2]
    raise Unusable(f"{module} does not start (requirements/dev.lock has the packages of the tests): {error_line}")


@asynccontextmanager
async def hosting(folder: Path, settings: Mapping[str, str], log: Path) -> AsyncIterator[int]:
    """The host as a process of its own, which writes its log there; its number."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("BURRACO_")}
    ours = {"BURRACO_DATABASE": str(folder / "bench.db"), "BURRACO_WEB": "off", "BURRACO_LOG": "warning"}
    environment = {**others, "PYTHONPATH": str(ROOT), **ours, **settings}
    with log.open("wb") as file:
        process = await start_process("-m", "bot", "run", cwd=folder, env=environment, stderr=file)
        try:
            yield process.pid
        finally:
            await _stop_process(process)


async def start_process(*words: str, **options: Any) -> asyncio.subprocess.Process:
    """Python with these words, as asyncio starts it; it is ended where this process ends first."""
    return await asyncio.create_subprocess_exec(sys.executable, *words, preexec_fn=_ending_with(os.getpid()), **options)


def _ending_with(parent: int) -> Callable[[], None] | None:
    """What a new process does before it begins, None where the system knows nothing like it."""
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it has ended meanwhile
            os._exit(1)

    return end_with_parent


async def _stop_process(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
    try:
        async with asyncio.timeout(PATIENCE):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()
