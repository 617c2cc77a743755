"""Webhooks: a secret that is compared in constant time, an answer after the commit, updates in any order and twice."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from aiohttp import web

from bot.chat.messages.buttons import Verb
from tests.loopback.telegram import Telegram, serve
from tests.loopback.telegram.running import specs
from tests.telegram.evening import NAMES, Evening
from tests.telegram.hosting import Host, hosted, judged

PATH = "/telegram/hook"


@asynccontextmanager
async def hooked(telegram: Telegram, folder: Path) -> AsyncIterator[tuple[Host, str]]:
    """A host that is posted to."""
    hosts: list[Host] = []

    async def post(request: web.Request) -> web.Response:
        hook = hosts[0].adapter.hook
        assert hook is not None
        secret = request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")
        return web.Response(status=await hook.posted(secret, await request.read()))

    app = web.Application()
    app.router.add_post(PATH, post)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}{PATH}"
    try:
        async with hosted(telegram, folder / "bot.db", webhook=address) as host:
            hosts.append(host)
            await telegram.until(lambda: telegram.updates.hook is not None)
            yield host, address
            await telegram.updates.close()
    finally:
        await runner.cleanup()


def test_a_game_is_played_over_webhooks_and_an_update_twice_is_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            async with hooked(telegram, tmp_path) as (host, _):
                evening = Evening(host, telegram.group("Sala", *people), people)
                await evening.begin("fibur players=2")
                for _ in range(6):
                    await evening.play()
                    telegram.updates.again()
                    await host.settle()
                await evening.press(people[0], Verb.HAND, evening.group)
                assert (await evening.table()).stage >= 6
            judged(telegram)

    asyncio.run(main())


def test_a_post_without_the_secret_is_refused_and_nonsense_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram, hooked(telegram, tmp_path) as (host, address):
            assert telegram.updates.hook is not None
            secret = telegram.updates.hook.secret
            assert len(secret) == 64
            assert telegram.token not in secret
            anna = telegram.user("Anna")
            update = {
                "update_id": 5,
                "message": {"message_id": 1, "date": 1, "text": "/start", "chat": {"id": anna.id}},
            }
            async with aiohttp.ClientSession() as session:

                async def status(body: bytes, given: str) -> int:
                    headers = {"X-Telegram-Bot-Api-Secret-Token": given}
                    async with session.post(address, data=body, headers=headers) as answer:
                        return answer.status

                good = json.dumps(update).encode()
                assert [await status(good, wrong) for wrong in ("", "x", secret[:-1], f"{secret}x", "è")] == [403] * 5
                assert [await status(body, secret) for body in (b"", b"[]", b"{", b'{"update_id":{}}')][:3] == [400] * 3
            await host.settle()
            assert anna.sees() == []

    asyncio.run(main())
