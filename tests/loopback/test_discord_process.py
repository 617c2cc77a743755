"""The server as a process of its own, driven from outside, as a benchmark does it."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import aiohttp

from tests.loopback.discord import Discord
from tests.loopback.discord.running import pointed, specs
from tests.loopback.discord.sample import Bot


class Driver:
    """Acts by name: `await driver("press", user=1, label="Join")`."""

    def __init__(self, session: aiohttp.ClientSession, root: str) -> None:
        self.session = session
        self.root = root

    async def __call__(self, act: str, **given: Any) -> Any:
        async with self.session.post(f"{self.root}/control/{act}", json=given) as answer:
            return await answer.json()


@asynccontextmanager
async def process(root: Path) -> AsyncIterator[Driver]:
    folder = specs()
    command = [sys.executable, "-m", "tests.loopback.discord", *(["--specs", str(folder)] if folder else [])]
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True) as server:  # noqa: ASYNC220
        assert server.stdout is not None
        try:
            address = (await asyncio.to_thread(server.stdout.readline)).strip()
            async with aiohttp.ClientSession() as session:
                yield Driver(session, address)
        finally:
            server.terminate()
            server.wait(10)
    assert server.returncode == 0


def test_a_driver_plays_people_and_reads_the_figures(root: Path) -> None:
    async def main() -> None:
        async with process(root) as driver:
            about = await driver("about")
            anna = (await driver("user", name="Anna", locale="it"))["user"]
            club = (await driver("guild", name="Circolo", users=[anna]))["guild"]
            room = (await driver("channel", guild=club, name="tavoli"))["channel"]
            where = cast("Discord", SimpleNamespace(api=about["api"], gateway_url=about["gateway"]))
            bot = Bot()
            with pointed(where):
                running = asyncio.create_task(bot.start(about["token"]))
                assert (await driver("settle"))["ready"]
                here = {"user": anna, "channel": room}
                assert "burraco nuova" in (await driver("commands", **here))["commands"]
                made = await driver("command", **here, words="burraco new", options={"code": "fitab"})
                assert made["answer"] == "message"
                assert made["ms"] > 0
                assert (await driver("press", **here, label="My hand"))["answer"] == "message"
                assert (await driver("choose", **here, labels=["KD"]))["answer"] == "update"
                seen = (await driver("sees", user=anna, pictures=True))["seen"]
                assert [one["kind"] for one in seen] == ["posted", "posted", "edited"]
                assert seen[0]["attachments"][0]["data"].startswith("iVBOR")
                assert [one["only_mine"] for one in (await driver("screen", **here))["messages"]] == [False, True]
                await driver("drop")
                await driver("write", **here, text="ciao")
                assert "LookupError" in (await driver("press", **here, label="Nothing"))["error"]
                assert "press" in (await driver("nothing"))["error"]
                assert await driver("fault", kind="ERROR", times=1, only="nothing") == {"fired": 0}
                assert await driver("fault") == {"fired": 0}
                assert await driver("budget", route="GET /users/{user_id}", many=1, seconds=0.1) == {"floods": {}}
                assert (await driver("clock", advance=60))["now"] > 0
                figures = await driver("figures")
                assert figures["routes"]["POST /interactions/{interaction_id}/{interaction_token}/callback"] == 3
                assert figures["violations"] == []
                await bot.close()
                await running

    asyncio.run(main())
