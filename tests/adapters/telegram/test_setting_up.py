"""What is set wrongly is said in one sentence: no traceback, and no bot that runs and hears nothing."""

import asyncio
from pathlib import Path

import pytest
from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, NetworkError

from bot.adapters.telegram import polling, webhook
from bot.adapters.telegram.platform import Telegram as Adapter
from bot.adapters.telegram.polling import MOST, NEWCOMER, REFUSED, TAKEN, UNKNOWN, Rivals, poll
from bot.adapters.telegram.request import Request
from bot.adapters.telegram.webhook import Hook
from bot.gateway.outbound.messenger import CannotHost
from tests import hosting
from tests.hosting import WIDE, milliseconds
from tests.loopback.faults import Kind
from tests.loopback.news import PATIENCE
from tests.loopback.running import judged, specs
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.errors import Declined
from tests.loopback.telegram.updates import Hook as Posted
from tests.programs import ended, log_with, programs
from tests.watching import Watch

UNKNOWN_TOKEN = "7000000001:AAnobodysnobodysnobodysnobodys12345"  # noqa: S105  nobody's


def settings(telegram: Telegram, **more: str) -> dict[str, str]:
    return {"BURRACO_TELEGRAM_TOKEN": telegram.token, "BURRACO_TELEGRAM_API": telegram.root, **more}


def test_an_address_that_telegram_never_calls_is_refused_at_once(tmp_path: Path) -> None:
    address = "http://burraco.example.org/hook"
    environment = {"BURRACO_TELEGRAM_TOKEN": UNKNOWN_TOKEN, "BURRACO_TELEGRAM_WEBHOOK": address}
    status, text = asyncio.run(ended(tmp_path, environment))
    sentence = "BURRACO_TELEGRAM_WEBHOOK: Telegram calls addresses with https:// only"
    assert (status, text.strip()) == (2, f"burraco run: {sentence}")


def test_an_address_that_the_server_does_not_take_is_said_in_its_words(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            web = {"BURRACO_TELEGRAM_WEBHOOK": "http://burraco.example.org/hook", "BURRACO_WEB": "127.0.0.1:0"}
            async with programs(tmp_path, settings(telegram, **web)) as start:
                process = await start()
                text = await log_with(tmp_path, "BURRACO_TELEGRAM_WEBHOOK: Telegram does not take the address")
                assert "an https url must be provided" in text
                assert (process.returncode, "Traceback" in text) == (None, False)

    asyncio.run(main())


def test_who_comes_second_gives_up_and_who_was_alone_goes_on() -> None:
    async def main() -> None:
        second, first = Rivals(alone=1000), Rivals(alone=0)
        second.note_updates()
        first.note_updates()
        conflict = Conflict("terminated by other getUpdates request")
        for _ in range(NEWCOMER - 1):
            second.note_error(conflict)
        for _ in range(MOST - 1):
            first.note_error(conflict)
        for one in (second, first):
            with pytest.raises(CannotHost) as caught:
                one.note_error(conflict)
            assert str(caught.value) == TAKEN

    asyncio.run(main())


def test_a_token_that_is_revoked_while_the_program_runs() -> None:
    async def main() -> None:
        rivals = Rivals(alone=1000)
        for _ in range(REFUSED - 1):
            rivals.note_error(InvalidToken("no"))
        rivals.note_error(NetworkError("away"))
        for _ in range(REFUSED - 1):
            rivals.note_error(InvalidToken("no"))
        with pytest.raises(CannotHost) as caught:
            rivals.note_error(InvalidToken("no"))
        assert str(caught.value) == UNKNOWN

    asyncio.run(main())


def test_a_second_program_is_told_by_the_server_and_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polling, "RIVAL_WAIT", 0.01)

    async def main() -> None:
        async with serve(specs()) as telegram:
            rival = asyncio.create_task(asks_always(telegram))
            bot = bot_of(telegram)
            await bot.initialize()
            with pytest.raises(CannotHost) as caught:
                await poll(bot, never)
            assert str(caught.value) == TAKEN
            await bot.shutdown()
            assert not rival.done()
            rival.cancel()
            judged(telegram)

    async def asks_always(telegram: Telegram) -> None:
        """Another program, which asks again whenever it is interrupted."""
        while True:
            try:
                await telegram.updates.poll(0, 100, 25)
            except Declined:
                await asyncio.sleep(0)

    asyncio.run(main())


def test_a_webhook_that_another_program_takes_away_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "LOOK", 0.01)

    async def main() -> None:
        async with serve(specs()) as telegram:
            bot = bot_of(telegram)
            await bot.initialize()
            hook = Hook(bot, "http://127.0.0.1:9/hook", telegram.token)
            await hook.start(never)
            watching = asyncio.create_task(hook.watch())
            await telegram.until(lambda: len(telegram.called("getWebhookInfo")) > 2)
            assert not watching.done()
            telegram.updates.set_hook(Posted("http://127.0.0.1:9/other"))
            with pytest.raises(CannotHost) as caught:
                await watching
            assert str(caught.value) == TAKEN
            await bot.shutdown()
            judged(telegram)

    asyncio.run(main())


def test_a_token_that_is_revoked_is_said_over_a_webhook_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "LOOK", 0.01)

    async def main() -> None:
        async with serve(specs()) as telegram:
            bot = bot_of(telegram)
            await bot.initialize()
            hook = Hook(bot, "http://127.0.0.1:9/hook", telegram.token)
            await hook.start(never)
            telegram.faults.add(Kind.ERROR, methods={"getWebhookInfo"}, times=REFUSED)
            watching = asyncio.create_task(hook.watch())
            await telegram.until(lambda: len(telegram.called("getWebhookInfo")) > 0)
            assert not watching.done()  # a server that is away says nothing of the token
            telegram.token = UNKNOWN_TOKEN
            async with asyncio.timeout(PATIENCE):
                with pytest.raises(CannotHost) as caught:
                    await watching
            assert str(caught.value) == UNKNOWN
            await bot.shutdown()
            judged(telegram)

    asyncio.run(main())


def bot_of(telegram: Telegram) -> Bot:
    requests = {"request": Request(4, 20.0), "get_updates_request": Request(1, 20.0)}
    return Bot(telegram.token, base_url=telegram.base_url, **requests)  # type: ignore[arg-type]  # one is `request`, one `get_updates_request`


async def never(_update: Update) -> None:
    """Nothing is to be heard."""


def test_who_writes_is_answered_while_telegram_takes_no_menus(tmp_path: Path) -> None:
    """A host that begins often is asked to leave its menus alone for minutes, and for nothing else."""

    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.faults.add(Kind.FLOOD, methods={"setMyCommands"}, retry_after=600)
            anna = telegram.user("Anna")
            async with hosting.working([adapter_of(telegram)], telegram.clock, tmp_path / "bot.db", WIDE, Watch()):
                anna.start()
                await anna.until(lambda seen: [one for one in seen if one.kind == "posted" and "Burraco" in one.text])
            assert telegram.commands == {}
            judged(telegram)

    asyncio.run(main())


def adapter_of(telegram: Telegram) -> Adapter:
    return Adapter(telegram.token, telegram.root, clock=milliseconds(telegram.clock))
