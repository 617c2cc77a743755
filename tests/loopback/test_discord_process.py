"""The server as a process of its own, driven from outside, as a benchmark does it."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from tests.loopback.discord import Discord
from tests.loopback.discord.running import pointed
from tests.loopback.discord.sample import Bot
from tests.loopback.driving import process


def test_a_driver_plays_people_and_reads_the_figures(root: Path) -> None:
    async def main() -> None:
        async with process("tests.loopback.discord", root) as driver:
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
                opened = await driver("command", **here, words="burraco new", options={"code": "fitab"})
                assert opened["answer"] == "message"
                assert opened["ms"] > 0
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
