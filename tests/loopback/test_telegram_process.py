"""The server as a process of its own, driven from outside, as a benchmark does it."""

import asyncio
from pathlib import Path

from telegram import Bot

from tests.loopback.driving import process


def test_a_driver_plays_people_and_reads_the_figures(root: Path) -> None:
    async def main() -> None:
        async with process("tests.loopback.telegram", root) as driver:
            about = await driver("about")
            anna = (await driver("user", name="Anna", language="it"))["user"]
            sala = (await driver("group", title="Sala", users=[anna]))["chat"]
            await driver("start", user=anna, payload="seat_1")
            await driver("write", user=anna, chat=sala, text="/table")
            async with Bot(about["token"], about["base_url"]) as bot:
                updates = await bot.get_updates()
                assert [one.message.text for one in updates if one.message and one.message.text] == [
                    *("/start seat_1", "/table")
                ]
                pressed = asyncio.create_task(driver("forge", user=anna, chat=sala, data="t:1"))
                while not (pressing := await bot.get_updates(updates[-1].update_id + 1, timeout=10)):
                    pass  # a busy machine
                tapped = pressing[0].callback_query
                assert tapped is not None
                await tapped.answer("done")
                answer = await pressed
                assert answer["text"] == "done"
                assert answer["ms"] > 0
                await bot.send_message(sala, "Ciao")
            assert [one["kind"] for one in (await driver("sees", user=anna))["seen"]][-2:] == ["toast", "posted"]
            assert (await driver("screen", user=anna, chat=sala))["messages"][-1]["text"] == "Ciao"
            figures = await driver("figures")
            assert figures["methods"]["sendMessage"] == figures["methods"]["answerCallbackQuery"] == 1
            assert figures["violations"] == []
            assert await driver("budgets") == {str(sala): 1}
            assert "LookupError" in (await driver("press", user=anna, chat=sala, label="Nothing"))["error"]
            assert "press" in (await driver("nothing"))["error"]
            assert await driver("fault", kind="ERROR", times=1) == {"fired": 0}
            assert (await driver("clock", advance=60))["now"] > 0

    asyncio.run(main())
