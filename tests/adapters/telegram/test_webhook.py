"""Webhooks through the program's own web server: a secret, an answer after the commit, any order, everything once."""

import asyncio
import io
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.adapters.telegram.webhook import HEADER
from bot.adapters.web.server import BIGGEST_POST, Web
from bot.host.ports import StoreError
from bot.messages.buttons import Verb
from bot.requests.request_context import RequestContext
from bot.tables.table import LOBBY
from tests.adapters.telegram.hosting import Host, check_eyes, hosted
from tests.adapters.telegram.scripted import ScriptedMatch
from tests.loopback.running import judged, specs
from tests.loopback.serving import own_port
from tests.loopback.telegram import Telegram, serve
from tests.scripted import NAMES

PATH = "/telegram/hook"
DATABASE = "bot.db"


@asynccontextmanager
async def hooked(telegram: Telegram, folder: Path) -> AsyncIterator[tuple[Host, str]]:
    """A host that is posted to, at the route of its web server."""
    port = own_port()
    address = f"http://127.0.0.1:{port}{PATH}"
    async with hosted(telegram, folder / DATABASE, webhook=address) as host:
        assert host.adapter.hook is not None
        web = Web(host.chats.inbound, "127.0.0.1", port, hooks=(host.adapter.hook,))
        await web.start()
        try:
            await telegram.until(lambda: telegram.updates.hook is not None)
            yield host, address
        finally:
            await telegram.updates.close()
            await web.stop()


def secret_of(telegram: Telegram) -> str:
    assert telegram.updates.hook is not None
    return telegram.updates.hook.secret


def test_a_game_is_played_over_webhooks_and_an_update_twice_is_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES[:2]]
            async with hooked(telegram, tmp_path) as (host, _):
                match = ScriptedMatch(host, telegram.group("Sala", *people), people)
                await match.begin("fibur players=2")
                for _ in range(6):
                    await match.play()
                    telegram.updates.again()
                    await host.settle()
                await match.press(people[0], Verb.HAND, match.group)
                assert (await match.table()).stage >= 6
                await match.check_hands()
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())


def test_updates_in_any_order_over_many_connections_are_applied_once_and_answered_after_the_commit(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram, aiohttp.ClientSession() as session:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in NAMES]
            async with hooked(telegram, tmp_path) as (host, address):
                match = ScriptedMatch(host, telegram.group("Sala", *people), people)
                for person in people:
                    person.start()
                await host.settle()
                await match.open()
                headers = {HEADER: secret_of(telegram)}
                hook, telegram.updates.hook = telegram.updates.hook, None  # what happens now is posted by hand
                taps = [one.forges(f"{match.label}:0:join", match.group.messages[-1]) for one in people[1:]]
                people[0].writes("/tables", match.group)
                updates = [one for one in reversed(telegram.updates.pending) for _ in range(5)]

                async def status(update: dict[str, Any]) -> int:
                    async with session.post(address, json=update, headers=headers) as answer:
                        query = update.get("callback_query", {}).get("id", "")
                        assert query in stored(tmp_path)  # another connection reads what is answered for
                        return answer.status

                assert await asyncio.gather(*[status(one) for one in updates]) == [200] * len(updates)
                telegram.updates.drop()
                telegram.updates.hook = hook
                await host.settle()
                table = await match.table()
                assert (table.phase, sorted(chair.name for chair in table.chairs)) == (LOBBY, sorted(NAMES))
                assert all(tap.answered for tap in taps)
                assert len(telegram.called("answerCallbackQuery")) == len(taps)
                listed = [one for one in match.group.messages if one.content.text.startswith(match.label)]
                assert len(listed) == 1
            judged(telegram)

    def stored(folder: Path) -> str:
        """The deliveries of all commands that are stored."""
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            return " ".join([action for (action,) in database.execute("SELECT action_id FROM log")])

    asyncio.run(main())


def test_a_post_without_the_secret_is_refused_and_nonsense_too(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram, hooked(telegram, tmp_path) as (host, address):
            secret = secret_of(telegram)
            assert len(secret) == 64
            assert telegram.token not in secret
            anna = telegram.user("Anna")
            update = (
                b'{"update_id":5,"message":{"message_id":1,"date":1,"text":"/start",'
                b'"chat":{"id":%d,"type":"private"},"from":{"id":%d,"is_bot":false,"first_name":"Anna"}}}'
            )
            good = update % (anna.id, anna.id)
            async with aiohttp.ClientSession() as session:

                async def status(body: bytes | io.BytesIO, header: str | None) -> int:
                    headers = {HEADER: header} if header is not None else {}
                    async with session.post(address, data=body, headers=headers) as answer:
                        assert await answer.read() in (b"", f"{HTTPStatus(413).phrase}\n".encode())
                        return answer.status

                wrong = (None, "", "x", secret[:-1], f"{secret}x", secret.upper(), "è")
                assert [await status(good, header) for header in wrong] == [403] * len(wrong)
                nonsense = (b"", b"[]", b"{", b"5", b"null", b"\xff", b'{"update_id":{}}', b"[" * 100_000, b"{}")
                assert [await status(body, secret) for body in nonsense] == [400] * len(nonsense)
                huge = b" " * BIGGEST_POST + good
                assert [await status(io.BytesIO(huge), header) for header in (secret, "x")] == [413, 413]
                async with session.get(address) as answer:
                    assert answer.status in (404, 405)
            await host.settle()
            assert anna.sees() == []
            assert host.adapter.hook is not None
            assert await host.adapter.hook.answer_post({HEADER: "\udcff"}, good) == (403, b"")

    asyncio.run(main())


def test_a_host_that_hears_telegram_no_more_refuses_posts_so_that_another_one_takes_them(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            anna = telegram.user("Anna")
            async with hooked(telegram, tmp_path) as (host, address), aiohttp.ClientSession() as session:
                headers = {HEADER: secret_of(telegram)}
                for task in host.tasks:  # as where the lease goes over
                    task.cancel()
                await asyncio.gather(*host.tasks, return_exceptions=True)
                telegram.updates.hook = None  # what happens now is posted by hand
                anna.start()
                (update,) = telegram.updates.pending
                async with session.post(address, json=update, headers=headers) as answer:
                    assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
                assert await host.service.person_of("telegram", str(anna.id)) == ""
                telegram.updates.drop()
            judged(telegram)

    asyncio.run(main())


def test_what_cannot_be_stored_is_not_answered_for_and_comes_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            async with hooked(telegram, tmp_path) as (host, _):
                anna = telegram.user("Anna")
                broken = host.service.enters

                async def fails(
                    context: RequestContext, locale: str = "", name: str = "", *, registers: bool = True
                ) -> None:
                    raise StoreError("no disk")

                host.service.enters = fails  # type: ignore[method-assign]  # a fault of ours  # the store fails
                anna.start()
                hook = telegram.updates.hook
                assert hook is not None
                while not hook.error:  # noqa: ASYNC110  the server tells nobody
                    await asyncio.sleep(0.005)
                assert "500" in hook.error
                assert hook.retry_after == 2
                host.service.enters = broken  # type: ignore[method-assign]  # as it was before
                await host.settle()
                assert len([one for one in anna.sees(None, "posted") if "Welcome to Burraco" in one.text]) == 1
            judged(telegram)

    asyncio.run(main())


def test_what_cannot_be_applied_for_a_fault_of_ours_is_logged_and_does_not_come_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            async with hooked(telegram, tmp_path) as (host, _):
                anna, bruno = telegram.user("Anna"), telegram.user("Bruno")
                sound, names = host.service.enters, []

                async def fails(
                    context: RequestContext, locale: str = "", name: str = "", *, registers: bool = True
                ) -> None:
                    if context.account == str(anna.id):
                        names.append(name)
                        raise OverflowError("date value out of range")
                    await sound(context, locale, name, registers=registers)

                host.service.enters = fails  # type: ignore[method-assign]  # a fault of ours
                anna.start()
                bruno.start()
                await host.settle()
                hook = telegram.updates.hook
                assert hook is not None
                assert (hook.error, telegram.updates.pending, names) == ("", [], ["Anna"])
                assert [one for one in bruno.sees(None, "posted") if "Welcome to Burraco" in one.text]
            judged(telegram)

    asyncio.run(main())
    assert "an update could not be applied" in caplog.text


def test_a_date_at_the_end_of_all_calendars_is_answered_over_a_webhook(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            async with hooked(telegram, tmp_path) as (host, _):
                anna = telegram.user("Anna")
                anna.start()
                await host.settle()
                for line, words in (("0001-01-01 00:00", "passed"), ("9999-12-31 24:00", "400 days")):
                    before = len(anna.sees(None, "posted"))
                    anna.writes(f"/plan {line}")
                    await host.settle()
                    assert [one.text for one in anna.sees(None, "posted")[before:] if words in one.text]
            judged(telegram)

    asyncio.run(main())
