"""A program whose log lines nobody can take: it plays on, and it ends when it is asked to, not before."""

import asyncio
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.adapters.web.hosting import Window, connected, process, with_session

TAKERS = ("gone", "full", "none")


@contextmanager
def taker(kind: str) -> Iterator[int | None]:
    """A stderr that takes nothing: a pipe whose reader is gone, a full device; None: the descriptor is closed."""
    if kind == "none":
        yield None
        return
    if kind == "full":
        taking = os.open("/dev/full", os.O_WRONLY)
    else:
        reader, taking = os.pipe()
        os.close(reader)
    try:
        yield taking
    finally:
        os.close(taking)


async def ask(session: aiohttp.ClientSession, url: str, what: str) -> tuple[int, str]:
    async with session.get(f"{url}{what}") as answer:
        return answer.status, await answer.text()


async def spoil(session: aiohttp.ClientSession, url: str) -> None:
    """Something that is logged: a window that sends nonsense."""
    async with session.ws_connect(f"{url}ws", headers={"Origin": url.rstrip("/")}) as socket:
        await socket.send_str("nonsense")
        assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)


async def begin(window: Window) -> None:
    assert (await window.want("play", rules="fibur", pace=0, delivery="begin"))["done"]
    await window.phase("playing")


@pytest.mark.parametrize("kind", TAKERS)
def test_who_plays_does_not_notice_that_no_log_line_can_be_written(tmp_path: Path, kind: str) -> None:
    with taker(kind) as stderr, process(tmp_path, stderr=stderr) as host:
        url = host.start()

        async def work(session: aiohttp.ClientSession) -> None:
            async with connected(session, url) as anna:
                await begin(anna)
                await spoil(session, url)
                _, figures = await ask(session, url, "metrics")
                lost = [line.split()[1] for line in figures.splitlines() if line.startswith("burraco_log_lines_lost")]
                assert len(lost) == 1
                assert (float(lost[0]) > 0) == (kind != "none")  # where nothing listens from the start nothing is lost
                await anna.until(lambda: bool(anna.controls))
                assert (await anna.play() or {})["done"]

        with_session(work)
        assert host.stop() == 0


def test_with_its_database_locked_and_nobody_to_tell_it_stays_and_goes_on_afterwards(tmp_path: Path) -> None:
    with taker("gone") as stderr, process(tmp_path, stderr=stderr) as host:
        url = host.start()

        async def work(session: aiohttp.ClientSession) -> None:
            async with connected(session, url) as anna:
                await begin(anna)
                await anna.until(lambda: bool(anna.controls))
                rival = sqlite3.connect(tmp_path / "burraco.db", isolation_level=None)
                rival.execute("BEGIN IMMEDIATE")
                refused = await anna.want("do", table=anna.table, command="play d", delivery="x", stage=_stage(anna))
                assert not refused["done"]
                await anna.until(lambda: anna.writes == [False])
                await _until_failed(session, url)
                rival.execute("ROLLBACK")
                rival.close()
                async with connected(session, url) as bruno:  # what is stored then proves it sooner than a minute does
                    await begin(bruno)
                await anna.until(lambda: anna.writes == [False, True])
                assert (await anna.play() or {})["done"]

        with_session(work)
        assert host.running
        assert host.stop() == 0


def _stage(window: Window) -> int:
    return int(window.view["table"]["stage"])


async def _until_failed(session: aiohttp.ClientSession, url: str) -> None:
    """Until the heartbeat, too, could not be written."""
    while True:
        status, text = await ask(session, url, "healthz")
        if status == 503 and "beat" in json.loads(text)["failing"]:
            return
        await asyncio.sleep(0.1)  # asked without a pause, the host would do nothing else


@pytest.mark.parametrize("kind", TAKERS)
def test_a_program_that_cannot_start_says_so_by_its_status_at_least(tmp_path: Path, kind: str) -> None:
    with taker(kind) as stderr, process(tmp_path, stderr=stderr) as host:
        (tmp_path / "burraco.db").write_bytes(b"no database" * 100)
        assert host.status() == 2
