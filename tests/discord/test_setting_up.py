"""A wrong token is said in one sentence: no traceback, and no bot that runs and hears nothing."""

import asyncio
from pathlib import Path

import aiohttp

from bot.adapters.discord.platform import UNKNOWN
from bot.requests.news import News
from tests.discord.hosting import Host, run, server
from tests.discord.test_restart import settings
from tests.programs import ended, programs, said

UNKNOWN_TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAx.Nobody.nobodysnobodysnobodysnobodys123456"  # noqa: S105  nobody's


def test_a_wrong_token_without_the_browser_table_ends_the_program_with_the_sentence(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            given = {**settings(discord), "BURRACO_DISCORD_TOKEN": UNKNOWN_TOKEN}
            status, text = await ended(tmp_path, given)
            assert (status, text.count(UNKNOWN), "Traceback" in text) == (2, 1, False)
            assert text.rstrip().endswith(UNKNOWN)
            assert "nobodysnobodys" not in text

    asyncio.run(main())


def test_a_wrong_token_beside_the_browser_table_is_said_and_the_page_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with server() as discord:
            wrong = {"BURRACO_DISCORD_TOKEN": UNKNOWN_TOKEN, "BURRACO_WEB": "127.0.0.1:0"}
            async with programs(tmp_path, {**settings(discord), **wrong}) as start:
                process = await start()
                text = await said(tmp_path, UNKNOWN)
                page = next(line for line in text.splitlines() if line.startswith("http://"))
                async with aiohttp.ClientSession() as session, session.get(page) as answer:
                    assert answer.status == 200
                assert (process.returncode, "Traceback" in text, "nobodysnobodys" in text) == (None, False, False)

    asyncio.run(main())


def test_who_is_told_something_is_told_it_once_however_often_the_bot_was_begun_again() -> None:
    async def body(host: Host) -> None:
        anna = host.discord.user("Anna")
        room = host.discord.guild("Club", anna).channel("tables")
        await anna.answer(anna.types("burraco help", room))
        await host.settle()
        await host.discord.until(lambda: host.discord.gateway.logins == 1 and host.discord.gateway.ready)
        await host.begin_again()
        await host.discord.until(lambda: host.discord.gateway.logins == 2 and host.discord.gateway.ready)
        await host.heard()
        person = await host.service.person_of("discord", str(anna.id))
        host.service.desk.tell(News(person, "A seat for you"))
        await host.settle()
        assert len([one for one in anna.screen() if "A seat for you" in one.content.text]) == 1

    run(body)
