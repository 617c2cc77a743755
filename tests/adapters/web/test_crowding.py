"""Nobody keeps others out by opening windows: of one's own, and of nobody's, only the newest stay.

Nor by what they ask for in many at once: those of one address are heard in turn, and others between them.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.adapters.discord.activity import Activity
from bot.adapters.web import server
from bot.adapters.web.sessions import Sessions
from bot.adapters.web.window import Window
from bot.gateway.outbound.messenger import Drawn
from renderers.scenes import Look, Scene
from tests.adapters.web.hosting import PATIENCE, Clock, Hosted, run
from tests.painting import paint_here

PROXY = "https://42.discordsays.com"
Socket = aiohttp.ClientWebSocketResponse


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few windows are many."""
    monkeypatch.setattr(server, "WATCH", 0.02)
    monkeypatch.setattr(server, "MOST", 12)
    monkeypatch.setattr(server, "UNKNOWN", 3)
    monkeypatch.setattr(server, "OF_ONE", 4)


class Crowd:
    """Windows of one host, from addresses that a web server before it tells."""

    def __init__(self, host: Hosted, stack: AsyncExitStack) -> None:
        self.host = host
        self.stack = stack

    async def comes(self, address: str, token: str | None, path: str = "ws", origin: str = "") -> Socket:
        """A window that says hello with this token, None for one that says nothing."""
        headers = {"Origin": origin or self.host.url.rstrip("/"), "X-Forwarded-For": address}
        socket = await self.stack.enter_async_context(
            self.host.session.ws_connect(self.host.url + path, headers=headers)
        )
        if token is not None:
            await socket.send_json({"id": 0, "want": "hello", "token": token, "language": "en", "table": ""})
            async with asyncio.timeout(PATIENCE):
                assert json.loads((await socket.receive()).data)["type"] == "welcome"
        return socket


async def ends(socket: Socket) -> None:
    """Until the host has ended it."""
    async with asyncio.timeout(PATIENCE):
        async for _ in socket:
            pass


async def is_open(socket: Socket) -> bool:
    await socket.send_json({"id": 1, "want": "alive"})
    async with asyncio.timeout(PATIENCE):
        async for message in socket:
            if json.loads(message.data).get("id") == 1:
                return True
    return False


def crowded(folder: Path, work: Callable[[Crowd], Awaitable[None]], **options: Any) -> None:
    async def main(host: Hosted) -> None:
        async with AsyncExitStack() as stack:
            await work(Crowd(host, stack))

    run(folder, main, **options)


def test_of_many_windows_of_one_address_the_oldest_end_and_others_come_in(tmp_path: Path) -> None:
    async def work(crowd: Crowd) -> None:
        other = await crowd.comes("203.0.113.8", "")
        many = [await crowd.comes("203.0.113.7", "") for _ in range(6)]
        for one in many[:2]:
            await ends(one)
        assert all([await is_open(one) for one in (*many[2:], other)])

    crowded(tmp_path, work)


def test_where_all_places_are_taken_whoever_has_most_gives_one_up_for_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody may have many networks of their own, and as many windows in each."""
    monkeypatch.setattr(server, "CROWD", 2)

    async def work(crowd: Crowd) -> None:
        others = [await crowd.comes(f"203.0.113.{number}", "") for number in (8, 9)]
        many = [await crowd.comes(f"2001:db8:0:{network}::1", "") for network in (0, 0, 0, 0, 1, 1, 1, 2, 2, 2)]
        others.append(await crowd.comes("203.0.113.10", ""))
        await ends(many[0])
        assert all([await is_open(one) for one in (*many[1:], *others)])
        monkeypatch.setattr(server, "CROWD", 3)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await crowd.comes("203.0.113.11", "")
        assert refused.value.status == 503

    crowded(tmp_path, work)


def test_where_all_windows_are_of_this_machine_nobody_gives_one_up(tmp_path: Path) -> None:
    """A web server before the page may not say whose they are."""

    async def work(crowd: Crowd) -> None:
        all_ = [await crowd.comes("127.0.0.1", "") for _ in range(12)]
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await crowd.comes("127.0.0.1", "")
        assert refused.value.status == 503
        assert all([await is_open(one) for one in all_])

    crowded(tmp_path, work)


def test_who_says_nothing_of_who_they_are_keeps_nobody_out(tmp_path: Path) -> None:
    async def work(crowd: Crowd) -> None:
        silent = [await crowd.comes(f"203.0.113.{number}", None) for number in range(5)]
        for one in silent[:2]:
            await ends(one)
        assert await is_open(await crowd.comes("203.0.113.9", ""))

    crowded(tmp_path, work)


def test_behind_a_platform_s_proxy_each_person_has_windows_of_their_own(tmp_path: Path) -> None:
    activity = Activity("token", "secret", lambda: "42")
    now = Clock()() // 1000

    async def work(crowd: Crowd) -> None:
        anna, bruno = [Sessions(activity.key).begin(account, now) for account in ("77", "78")]
        others = [await crowd.comes("203.0.113.7", bruno, "discord/ws", PROXY) for _ in range(3)]
        many = [await crowd.comes("203.0.113.7", anna, "discord/ws", PROXY) for _ in range(5)]
        await ends(many[0])
        assert all([await is_open(one) for one in (*many[1:], *others)])

    crowded(tmp_path, work, public="https://burraco.example.org", apps=lambda _clock: [activity])


def test_what_many_windows_of_one_address_ask_at_once_is_heard_in_turn_and_others_do_not_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST", 100)
    monkeypatch.setattr(server, "OF_ONE", 100)
    addresses: list[str] = []
    hear = Window._hear_request

    async def noted(window: Window, data: str) -> bool:
        addresses.append(window._bearer.address)
        return await hear(window, data)

    async def work(crowd: Crowd) -> None:
        many = [await crowd.comes("203.0.113.7", "") for _ in range(60)]
        other = await crowd.comes("203.0.113.8", "")
        addresses.clear()
        await asyncio.gather(*[is_open(one) for one in (*many, other)])
        assert (addresses.count("203.0.113.7"), addresses.count("203.0.113.8")) == (60, 1)
        assert addresses.index("203.0.113.8") < 20

    monkeypatch.setattr(Window, "_hear_request", noted)
    crowded(tmp_path, work)


async def receives(socket: Socket, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Until the host has sent what is wanted."""
    async with asyncio.timeout(PATIENCE):
        async for message in socket:
            if wanted(json.loads(message.data)):
                return
    raise AssertionError("the window has ended")


def test_pictures_for_windows_of_one_address_are_drawn_one_by_one_and_others_do_not_wait_for_all_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_now, most, goes_on = 0, 0, asyncio.Event()

    async def paint(scene: Scene, look: Look) -> Drawn:
        nonlocal drawn_now, most
        drawn_now += 1
        most = max(most, drawn_now)
        await goes_on.wait()
        drawn_now -= 1
        return await paint_here(scene, look)

    async def work(crowd: Crowd) -> None:
        windows = [await crowd.comes(f"203.0.113.{7 if number else 8}", "") for number in range(5)]
        for one in windows:
            await one.send_json({"id": 1, "want": "play", "pace": 0})
            await receives(one, lambda found: found["type"] == "view" and found["table"]["phase"] == "playing")
        for one in windows:
            await one.send_json({"id": 2, "want": "picture", "kind": "table"})
        bystander = await crowd.comes("203.0.113.9", "")
        for _ in range(20):  # by then all have been heard
            assert await is_open(bystander)
        goes_on.set()
        for one in windows:
            await receives(one, lambda found: found.get("id") == 2 and found["done"])

    monkeypatch.setattr("tests.adapters.web.hosting.paint_here", paint)
    crowded(tmp_path, work)
    assert most == 2
