"""The program is killed while people play, and started again: nothing is lost, nothing is done twice."""

import asyncio
import signal
from pathlib import Path

import aiohttp

from tests.adapters.web.hosting import Process, Window, connected, process, with_session


def test_a_killed_host_goes_on_where_it_stood(tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        with_session(lambda session: killed_in_the_middle(host, session))
        assert host.stop() == 0
        assert "Traceback" not in host.errors


async def killed_in_the_middle(host: Process, session: aiohttp.ClientSession) -> None:
    async with connected(session, host.url) as window:
        begun = await window.want("play", pace=0)
        assert begun["done"], begun["words"]
        await window.until(lambda: bool(window.controls))
        for _ in range(3):
            await window.play()
            await window.until(lambda: bool(window.controls))
        cards = [one["card"] for one in window.view["hand"]][::-1]
        await window.want("arrange", table=window.table, order="".join(cards), ticked=cards[0])
        await window.until(lambda: bool(window.view["hand"][0]["ticked"]))
        before, token = window.view, window.token
        delivered = await window.do("back" if window.controls["back"] else "play d", delivery="last")
        if delivered["done"]:
            stage = before["table"]["stage"]
            await window.until(lambda: bool(window.view["table"]["stage"] != stage and window.controls))
            before = window.view
    host.kill()
    await asyncio.sleep(1.2)  # an outage that is worth a sentence
    host.start()
    async with connected(session, host.url, token) as again:
        await again.until(lambda: bool(again.controls))
        assert any("second" in line for line in again.view["time_notices"]), again.view["time_notices"]
        assert again.view | {"time_notices": []} == before | {"time_notices": []}
        if delivered["done"]:  # sent again by a page that did not hear the answer
            assert (await again.do("back", delivery="last"))["done"]
            assert again.view | {"time_notices": []} == before | {"time_notices": []}
        await finish(again)


async def finish(window: Window) -> None:
    await window.play_out()
    assert window.view["score"]["over"]


def test_it_stops_when_it_is_asked_to(tmp_path: Path) -> None:
    with process(tmp_path) as host:
        host.start()
        assert host.stop() == 0
        host.start()
        assert host._process is not None
        host._process.send_signal(signal.SIGINT)
        assert host.ended() == 0
        assert "Traceback" not in host.errors
