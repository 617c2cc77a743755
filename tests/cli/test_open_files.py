"""A host takes its windows also where it begins with few files; where it may not have more, the doctor says so."""

import asyncio
import os
import resource
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.cli.open_files import ENOUGH
from tests.adapters.web.hosting import connected

FEW = 100
WINDOWS = 120


async def _windows(url: str) -> None:
    """That many windows, and one more, which plays."""
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session, AsyncExitStack() as stack:
        for _ in range(WINDOWS):
            await stack.enter_async_context(connected(session, url))
        window = await stack.enter_async_context(connected(session, url))
        assert (await window.want("play", rules="fibur", pace=0, delivery="begin"))["done"]
        await window.until(lambda: bool(window.controls))
        await window.play()


def test_a_host_that_begins_with_few_files_takes_more_windows_than_that(tmp_path: Path) -> None:
    environment = os.environ | {"BURRACO_WEB": "127.0.0.1:0", "BURRACO_DATABASE": str(tmp_path / "burraco.db")}
    command = ["sh", "-c", f'ulimit -Sn {FEW}; exec "$@"', "sh", sys.executable, "-m", "bot", "run"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as host:
        try:
            assert host.stdout is not None
            asyncio.run(asyncio.wait_for(_windows(host.stdout.readline().strip()), 120))
        finally:
            host.terminate()
        assert "Too many open files" not in host.communicate(timeout=60)[1]


def test_the_doctor_says_where_a_host_may_not_have_enough(
    tmp_path: Path, clean_settings: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURRACO_WEB", "127.0.0.1:0")
    few = (FEW, ENOUGH - 1)
    monkeypatch.setattr(resource, "getrlimit", lambda _which: few)
    assert main(["doctor", "--offline"]) == 1
    assert f"{ENOUGH - 1} may be open at once" in capsys.readouterr().out
    few = (FEW, ENOUGH)
    assert main(["doctor", "--offline"]) == 0
