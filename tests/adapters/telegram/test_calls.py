"""Single calls: pictures that Telegram has already, a chat that asks to wait, a group that moved before a restart."""

import asyncio
import json
import logging
import socket
import traceback
from pathlib import Path

import pytest
from aiohttp import web
from telegram.error import NetworkError, TelegramError

from bot.adapters.telegram.request import Request, proxy_for
from engine.actions import DRAW
from tests.adapters.telegram.hosting import Host, check_eyes, hosted, run
from tests.adapters.telegram.scripted import ScriptedMatch, about_table, presses_on
from tests.adapters.telegram.test_presses import two
from tests.adapters.telegram.test_troubles import turn
from tests.loopback.running import judged, specs
from tests.loopback.serving import listening
from tests.loopback.telegram import serve
from tests.loopback.telegram.budgets import Allowance
from tests.watching import Watch

TOKEN = "123456:secretsecret"  # noqa: S105  nobody's


def test_a_picture_that_telegram_has_is_not_sent_again() -> None:
    async def body(host: Host) -> None:
        match = await two(host)
        anna = match.people[0]
        for _ in range(2):
            anna.writes("/hand")
            await host.settle()
        last = host.telegram.called("sendPhoto")[-1]
        assert (last.fields["chat_id"], list(last.files)) == (str(anna.id), [])
        assert host.telegram.file(last.text("photo")) is not None

    run(body)


def test_a_group_that_asks_to_wait_holds_up_nobody_else_and_is_left_alone_until_then() -> None:
    async def body(host: Host) -> None:
        telegram = host.telegram
        match = await two(host)
        person = await match.person_in_turn()
        telegram.clock.freeze()
        group, budgets = match.group, telegram.budgets
        budgets.chat = budgets.in_all = Allowance(1000, 1)
        for _ in range(budgets.group.many):
            budgets.spend(group.id, True, telegram.clock.now())
        budgets.enforced = True
        before = len(telegram.calls)
        await turn(match)
        for _ in range(2):
            host.chats.wake()
            await host.settle()
        calls = [one for one in telegram.calls[before:] if one.fields.get("chat_id") == str(group.id)]
        assert [one.outcome["error_code"] for one in calls if one.outcome] == [429]
        assert "Your turn" in (await match.person_in_turn()).screen()[-1].content.text
        telegram.clock.advance(61)
        host.chats.wake()
        await host.settle()
        table_message = [one for one in group.messages if about_table(one)][-1]
        assert f"{person.account.first_name} draws and discards" in table_message.content.text

    run(body)


def test_a_group_that_moved_is_known_by_its_first_name_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        async with serve(specs()) as telegram:
            telegram.budgets.enforced = False
            people = [telegram.user(name) for name in ("Anna", "Bruno")]
            group = telegram.group("Sala", *people, supergroup=False)
            watch = Watch()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match = ScriptedMatch(host, group, people)
                await match.begin("fibur players=2")
                group.migrates()
                await host.settle()
            async with hosted(telegram, tmp_path / "bot.db", watch=watch) as host:
                match.host = host
                before = group.messages[-1].id
                people[1].writes("/table", group)
                await host.settle()
                assert [one for one in group.messages if one.id > before and presses_on(one)]
                person = await match.person_in_turn()
                public = next(one for one in match.offered(person, group) if one[1].request == DRAW)
                await match.tap(person, public)
                assert len((await match.table()).turn) == 1
                await check_eyes(host)
            judged(telegram)

    asyncio.run(main())


@pytest.mark.parametrize("address", ["http://127.0.0.1:{port}", "http://127.0.0.1:{port}x", "nowhere://"])
def test_an_error_of_the_network_holds_no_address(address: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    async def main() -> None:
        request = Request(1, 5.0)
        await request.initialize()
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))  # nobody listens there
            called = f"{address.format(port=silent.getsockname()[1])}/bot{TOKEN}/getMe"
            with pytest.raises(NetworkError) as caught:
                await request.do_request(called, "POST")
        await request.shutdown()
        assert TOKEN not in "".join(traceback.format_exception(caught.value))

    asyncio.run(main())
    assert TOKEN not in caplog.text


def test_a_call_that_may_leave_no_more_once_it_has_its_connection_does_not() -> None:
    """As that of a host that was stopped in between, and wakes when another has taken over."""

    async def main() -> None:
        paths, may_leave = list[str](), [True]

        async def answer(request: web.Request) -> web.Response:
            paths.append(request.path)
            return web.json_response({"ok": True})

        app = web.Application()
        app.router.add_post("/{method}", answer)
        async with listening(app, 0) as address:
            request = Request(1, 5.0, lambda: may_leave[0])
            await request.initialize()
            await request.do_request(f"{address}/first", "POST")
            may_leave[0] = False
            with pytest.raises(NetworkError):
                await request.do_request(f"{address}/second", "POST")
            may_leave[0] = True
            await request.do_request(f"{address}/third", "POST")
            await request.shutdown()
        assert paths == ["/first", "/third"]

    asyncio.run(main())


def test_what_our_own_messages_show_is_not_read_back_and_what_stands_above_a_line_is() -> None:
    buttons = {"inline_keyboard": [[{"text": "Draw", "callback_data": "x"}]]}
    there = {"message_id": 3, "date": 1, "chat": {"id": -5}, "message_thread_id": 2, "is_topic_message": True}
    bold = [{"type": "bold", "offset": 0, "length": 1}]
    content = {"from": {"id": 1}, "reply_markup": buttons, "caption": "a", "caption_entities": bold, "photo": [1, 2, 3]}
    own = {**there, **content, "text": "a", "entities": bold, "reply_to_message": {"message_id": 2}}

    def answered(result: object) -> object:
        answer = Request.parse_json_payload(json.dumps({"ok": True, "result": result}).encode())
        assert answer["ok"] is True
        return answer["result"]

    bare = {**there, "photo": [3]}
    assert answered(own) == bare
    written = {"update_id": 1, "message": {"message_id": 4, "reply_to_message": own}}
    pressed = {"update_id": 2, "callback_query": {"id": "7", "data": "x", "message": own}}
    assert answered([written, pressed]) == [
        written,
        {"update_id": 2, "callback_query": {"id": "7", "data": "x", "message": bare}},
    ]
    assert answered(True) is True
    with pytest.raises(TelegramError):
        Request.parse_json_payload(b"no answer")


def test_calls_go_through_the_proxy_that_the_environment_names_which_is_looked_up_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    async def proxied(request: web.BaseRequest) -> web.Response:
        calls.append(f"{request.method} {request.headers['Host']}{request.path}")
        return web.Response(text="through")

    async def inside() -> None:
        server = web.Server(proxied)
        runner = web.ServerRunner(server)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{runner.addresses[0][1]}")
        monkeypatch.setenv("no_proxy", "spared.invalid")
        request = Request(4, 5.0)
        await request.initialize()
        for _ in range(2):
            assert await request.do_request("http://telegram.invalid/getMe", "POST") == (200, b"through")
        with pytest.raises(NetworkError):
            await request.do_request("http://spared.invalid/getMe", "POST")
        await request.shutdown()
        await runner.cleanup()

    proxy_for.cache_clear()
    asyncio.run(inside())
    assert calls == ["POST telegram.invalid/getMe"] * 2
    assert (proxy_for.cache_info().misses, proxy_for.cache_info().hits) == (2, 1)
    proxy_for.cache_clear()
