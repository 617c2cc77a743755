"""A wrong token is said in one sentence, on every platform: no traceback, and no bot that runs and hears nothing."""

import asyncio
from pathlib import Path

import aiohttp

from bot.requests.news import News
from tests.adapters.both import both
from tests.adapters.both.surface import Kind, Surface, run
from tests.programs import ended, log_with, programs


@both
def test_a_wrong_token_without_the_browser_table_ends_the_program_with_the_sentence(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            status, text = await ended(tmp_path, here.settings(here.wrong_token))
            assert (status, text.count(here.unknown), "Traceback" in text) == (2, 1, False)
            assert text.rstrip().endswith(here.unknown)
            assert "nobodysnobodys" not in text

    asyncio.run(main())


@both
def test_a_wrong_token_beside_the_browser_table_is_said_and_the_page_goes_on(on: Kind, tmp_path: Path) -> None:
    async def main() -> None:
        async with on() as here:
            environment = {**here.settings(here.wrong_token), "BURRACO_WEB": "127.0.0.1:0"}
            async with programs(tmp_path, environment) as start:
                process = await start()
                text = await log_with(tmp_path, here.unknown)
                page = next(line for line in text.splitlines() if line.startswith("http://"))
                async with aiohttp.ClientSession() as session, session.get(page) as answer:
                    assert answer.status == 200
                assert (process.returncode, "Traceback" in text, "nobodysnobodys" in text) == (None, False, False)

    asyncio.run(main())


@both
def test_who_is_told_something_is_told_it_once_however_often_the_bot_was_begun_again(on: Kind) -> None:
    async def body(here: Surface) -> None:
        anna = here.person("Anna")
        here.gather([anna])
        await here.comes(anna)
        await here.begins_again()
        person = await here.host.service.person_of(here.name, str(anna.id))
        here.host.service.backend.tell(News(person, "A seat for you"))
        await here.host.settle()
        assert len([one for one in here.private(anna) if "A seat for you" in here.text(one)]) == 1

    run(on, body)
