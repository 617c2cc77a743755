"""A benchmark that is broken off leaves nothing running."""

import asyncio
import os
import select
import signal
import sys

import pytest

from bench.processes import ROOT

PATIENCE = 60.0  # seconds
BENCHMARK = """
import asyncio
import signal
from bench.processes import serving

async def main():
    async with serving("telegram") as (_, server):
        print(server, flush=True)
        await asyncio.Event().wait()

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background has its programs ignore it
asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no other system tells a process that its parent has ended")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_server_ends_with_the_benchmark_that_has_started_it(how: signal.Signals) -> None:
    async def test() -> None:
        benchmark = await asyncio.create_subprocess_exec(
            *[sys.executable, "-c", BENCHMARK],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        assert benchmark.stdout is not None
        server = os.pidfd_open(int(await benchmark.stdout.readline()))
        try:
            benchmark.send_signal(how)
            await benchmark.wait()
            readable, _, _ = await asyncio.to_thread(select.select, [server], [], [], PATIENCE)
            if not readable:
                signal.pidfd_send_signal(server, signal.SIGKILL)
            assert readable
        finally:
            os.close(server)

    asyncio.run(test())
