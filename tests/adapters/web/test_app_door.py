"""The page inside Telegram: who is let in, as whom, and what a stranger could forge; over loopback, bytes and all."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
import pytest
from yarl import URL

from bot.adapters.telegram.init_data import OLDEST, key_of, sign
from bot.adapters.telegram.mini_app import MiniApp
from bot.adapters.web.limits import GUESSES
from bot.adapters.web.sessions import LASTS, Sessions
from bot.host.ports import Account
from bot.requests.own_link import account_of
from bot.requests.request_context import RequestContext
from bot.words.languages import say
from tests.adapters.web.hosting import Hosted, Window, run

TOKEN = "1234567890:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"  # noqa: S105  nobody's
OTHER = "1234567891:BBHdqTcvCH1vGWJxfSeofSAs0K5PALDsawX"
NOW = 1_700_000_000  # the clock of the tests, in seconds


def init_data(account: int = 77, name: str = "Anna", at: int = NOW, token: str = TOKEN, **others: str) -> str:
    user = json.dumps({"id": account, "first_name": name, "language_code": "it"})
    fields = {"auth_date": str(at), "query_id": "AAH", "user": user, **others}
    return urlencode({**fields, "hash": sign(fields, key_of(token))})


def with_app(folder: Path, work: Callable[[Hosted], Any], token: str = TOKEN, **options: Any) -> None:
    run(folder, work, apps=lambda clock: [MiniApp(token, clock)], **options)


def own_origin(host: Hosted) -> str:
    return str(URL(host.url).origin())


async def show(host: Hosted, proof: object, origin: str = "", body: str | bytes = "") -> tuple[int, dict[str, Any]]:
    """What a window is answered that shows this."""
    headers = {"Origin": origin or own_origin(host), "Content-Type": "application/json"}
    text = body or json.dumps({"init": proof})
    async with host.session.post(f"{host.url}telegram/enter", data=text, headers=headers) as answer:
        return answer.status, json.loads(await answer.text()) if answer.content_type == "application/json" else {}


async def session_of(host: Hosted, proof: str) -> str:
    status, answer = await show(host, proof)
    assert status == 200
    return str(answer["token"])


@asynccontextmanager
async def window(host: Hosted, session: str, path: str = "telegram/ws") -> AsyncIterator[Window]:
    origin = {"Origin": own_origin(host)}
    async with host.session.ws_connect(host.url + path, headers=origin) as socket:
        found = Window(socket)
        listening = asyncio.create_task(found.listen())
        await found.send(want="hello", token=session, language="en", table="")
        try:
            yield found
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


# --- who one is -------------------------------------------------------------------------------------------------------


def test_one_is_the_same_person_there_as_in_the_chat(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        context = RequestContext("telegram", "77")
        await host.service.enters(context, "it", "Anna")
        async with window(host, await session_of(host, init_data())) as anna:
            await anna.until(lambda: bool(anna.welcome))
            assert anna.welcome["me"]["name"] == "Anna"
            assert anna.welcome["push"] == ""  # the chat calls
            assert (await anna.want("open", options="rules=febur players=2", delivery="a"))["done"]
            await anna.phase("lobby")
            table = await host.door.table(anna.table)
            assert table is not None
            assert table.seat_of(context.person.id)

    with_app(tmp_path, work)


def test_who_comes_first_by_the_app_is_registered_as_they_would_be_in_the_chat(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        await session_of(host, init_data(name="Anna"))
        person = await host.store.person_of("b", Account("telegram", "77"))
        assert person is not None
        assert (person.name, person.language) == ("Anna", "it")

    with_app(tmp_path, work)


def test_a_link_of_a_table_is_read_from_what_telegram_has_signed(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for start, table in (("KQRB", "KQRB"), ("t_KQRB", ""), ("<script>", ""), ("", "")):
            assert (await show(host, init_data(start_param=start)))[1]["table"] == table

    with_app(tmp_path, work)


def test_a_session_outlives_a_restart_and_ends_with_the_token(tmp_path: Path) -> None:
    session = ""

    async def first(host: Hosted) -> None:
        nonlocal session
        session = await session_of(host, init_data())

    async def again(host: Hosted) -> None:
        async with window(host, session) as anna:
            await anna.until(lambda: bool(anna.welcome))
            assert anna.welcome["me"]["name"] == "Anna"

    async def renewed(host: Hosted) -> None:
        async with window(host, session) as anna:
            await anna.until(lambda: bool(anna.news))
            assert anna.welcome == {}

    with_app(tmp_path, first)
    with_app(tmp_path, again)
    run(tmp_path, renewed, apps=lambda clock: [MiniApp(OTHER, clock)])


# --- what could be forged ---------------------------------------------------------------------------------------------


def test_nobody_is_let_in_by_what_was_altered_or_is_old_or_another_bot_s(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for proof in (
            init_data().replace("77", "78"),
            init_data(at=NOW - OLDEST - 60),
            init_data(at=NOW + 3600),
            init_data(token=OTHER),
            "",
            "x" * 5000,
            7,
            None,
            ["user"],
        ):
            assert await show(host, proof) == (403, {})
        for body in ("no json", "[]", "7", "[" * 5000, '{"init": "a=\\ud800&hash=x"}', '{"hash": "x"}', b"\xff"):
            assert (await show(host, "", body=body))[0] == 403
        assert (await show(host, "", body="x" * 100_000))[0] == 413
        assert await host.store.person_of("b", Account("telegram", "78")) is None

    with_app(tmp_path, work)


def test_who_shows_many_proofs_that_prove_nothing_is_heard_no_more_and_others_are(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async def status(proof: str, address: str) -> int:
            headers = {"Origin": host.url.rstrip("/"), "X-Forwarded-For": address}
            body = json.dumps({"init": proof})
            async with host.session.post(f"{host.url}telegram/enter", data=body, headers=headers) as answer:
                return answer.status

        guesses = [await status(f"guess {number}", "203.0.113.7") for number in range(GUESSES.address + 1)]
        assert guesses == [403] * GUESSES.address + [429]
        assert await status(init_data(), "203.0.113.7") == 429
        assert await status(init_data(), "203.0.113.8") == 200

    with_app(tmp_path, work)


def test_what_is_shown_again_within_its_hour_is_the_same_person_and_nobody_else(tmp_path: Path) -> None:
    """Telegram itself gives it to every load of an open app; it is worth no more the second time."""

    async def work(host: Hosted) -> None:
        for _ in range(2):
            async with window(host, await session_of(host, init_data())) as anna:
                await anna.until(lambda: bool(anna.welcome))
                assert anna.welcome["me"]["name"] == "Anna"

    with_app(tmp_path, work)


def test_a_session_is_for_its_account_its_time_and_its_door(tmp_path: Path) -> None:
    sessions = Sessions(b"key")
    session = sessions.begin("77", NOW)
    assert sessions.account(session, NOW + LASTS - 1) == "77"
    assert sessions.account(session, NOW + LASTS) == ""
    for forged in (session.replace("77.", "78.", 1), session[:-1], f"{session}0", "", ".", "..", "77.9.x", "ä.9.ä"):
        assert sessions.account(forged, NOW) == ""
    assert Sessions(b"another").account(session, NOW) == ""

    async def work(host: Hosted) -> None:
        session = await session_of(host, init_data())
        for wrong in (session.replace("77.", "78.", 1), session[:-1], "", "x"):
            async with window(host, wrong) as anna:
                await anna.until(lambda anna=anna: bool(anna.news))  # type: ignore[misc]  # mypy gives such a lambda no type
                assert anna.news[0]["words"] == say("en", "web.app-over")
                await anna.send(want="play", pace=0)
                await anna.until(lambda anna=anna: anna.socket.closed)  # type: ignore[misc]  # mypy gives such a lambda no type
                assert (anna.welcome, anna.view) == ({}, {})
        async with window(host, session, path="ws") as stranger:  # at the browser's own door it is nobody's
            await stranger.until(lambda: bool(stranger.welcome))
            assert stranger.welcome["me"] is None
        async with host.window() as browser, window(host, browser.token) as anna:
            await anna.until(lambda: bool(anna.news))
            assert anna.welcome == {}
        assert await host.store.person_of("b", Account("telegram", account_of(session))) is None

    with_app(tmp_path, work)


def test_only_the_host_s_own_page_may_show_a_proof_or_connect(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for origin in ("https://evil.example", "https://web.telegram.org", "null", "http://127.0.0.1:1"):
            assert (await show(host, init_data(), origin=origin))[0] == 403
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await host.session.ws_connect(f"{host.url}telegram/ws", headers={"Origin": origin})
            assert refused.value.status == 403

    with_app(tmp_path, work)


def test_telegram_alone_may_frame_its_page_and_nobody_any_other_answer(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for path in (
            "",
            "club.html",
            "telegram/table.js",
            "telegram/nothing",
            "telegram/app.json",
            "healthz",
            "telegram",
        ):
            async with host.session.get(host.url + path, allow_redirects=False) as answer:
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"], path
        for path in ("telegram/", "telegram/club.html"):
            async with host.session.get(host.url + path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                assert policy.endswith("frame-ancestors https://web.telegram.org https://*.telegram.org")
                assert "worker-src 'none';" in policy
                assert "script-src 'self';" in policy
        async with host.session.get(f"{host.url}telegram/", headers={"Host": "evil.example"}) as answer:
            assert (answer.status, "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]) == (421, True)

    with_app(tmp_path, work)


def test_where_no_app_is_on_there_is_no_door(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for path in ("telegram/", "telegram/app.json", "discord/"):
            async with host.session.get(host.url + path) as answer:
                assert answer.status == 404
        assert (await show(host, init_data()))[0] in (404, 405)

    run(tmp_path, work)


def test_the_page_of_an_app_begins_with_its_script_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.session.get(f"{host.url}telegram/") as answer:
            page = await answer.text()
        assert re.search(r'src="v-\w+/telegram_app.js"', page)
        assert not re.search(r'src="[^"]*table.js"', page)
        assert '<html data-app="telegram" ' in page
        assert "http" not in page
        async with host.session.get(host.url) as answer:
            assert "telegram" not in await answer.text()

    with_app(tmp_path, work)


def test_the_pages_beside_the_first_one_wear_the_app_s_dress_and_its_script_comes_first(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for name in ("replay.html", "lesson.html", "club.html", "tournament.html"):
            async with host.session.get(f"{host.url}telegram/{name}") as answer:
                page = await answer.text()
            scripts = re.findall(r'src="v-\w+/(\w+\.js)"', page)
            assert scripts == ["remembering.js", "words.js", "telegram_beside.js", name.replace("html", "js")]
            assert '<html data-beside="telegram" ' in page
            assert len(re.findall(r'href="v-\w+/app.css"', page)) == 1
            async with host.session.get(f"{host.url}{name}") as answer:
                assert "telegram" not in await answer.text()

    with_app(tmp_path, work)
