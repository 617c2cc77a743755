"""What the server gives to whom: files with their headers, its own names, its own pages, health and figures."""

import asyncio
import gc
import re
import socket
import time
import weakref
from pathlib import Path

import aiohttp
import pytest
from aiohttp.web import Request, StreamResponse
from yarl import URL

from bot.adapters.web.files import FOR_EVER
from bot.adapters.web.guard import answers_to, is_own_page
from bot.adapters.web.server import Web
from bot.adapters.web.window import PER_SECOND
from bot.adapters.web.window import Window as Served
from bot.host.ports import Account, StoreError
from bot.requests.news import News
from bot.requests.own_link import account_of
from bot.words.languages import say
from tests.adapters.web.hosting import PATIENCE, Hosted, run

SVG = "http://www.w3.org/2000/svg"  # a name, which nothing is fetched from


def test_the_page_and_its_files_are_served_and_may_load_nothing_else(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for name in ("", "table.js", "table.css", "words.it.json", "icon.svg"):
            async with host.session.get(host.url + name) as answer:
                assert answer.status == 200
                policy = answer.headers["Content-Security-Policy"]
                assert "default-src 'none'" in policy
                assert "script-src 'self'" in policy
                assert "unsafe" not in policy
        for name in ("server.py", "../server.py", "%2e%2e/server.py", "table.js/", "nothing"):
            async with host.session.get(host.url + name) as answer:
                assert answer.status == 404

    run(tmp_path, work)


def test_what_a_page_loads_is_kept_for_good_and_the_page_itself_is_asked_for_each_time(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.session.get(host.url) as answer:
            page = await answer.text()
            assert answer.headers["Cache-Control"] == "no-cache"
        loaded = re.findall(r'(?:src|href)="([^"]+\.(?:js|css))"', page)
        assert len(loaded) > 5
        for address in loaded:
            async with host.session.get(host.url + address) as answer:
                assert answer.status == 200
                assert answer.headers["Cache-Control"] == FOR_EVER
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        for address in ("table.css", "worker.js", "words.en.json", "icon.svg"):
            async with host.session.get(host.url + address) as answer:
                assert answer.headers["Cache-Control"] == "no-cache"

    run(tmp_path, work)


def test_every_page_has_the_common_head(tmp_path: Path, root: Path) -> None:
    folder = root / "bot" / "adapters" / "web" / "page"
    names = {file.name for file in folder.glob("*.html")} - {"head.html"}

    async def work(host: Hosted) -> None:
        for name in names:
            async with host.session.get(host.url + name) as answer:
                text = await answer.text()
                assert text.count("<title>Burraco</title>") == 1, name
                assert text.index('<meta charset="utf-8">') < 1024
        async with host.session.get(host.url + "head.html") as answer:
            assert answer.status == 404

    of_table = {"index.html", "lesson.html", "replay.html", "offline.html", "own.html"}
    assert names == {*of_table, "club.html", "tournament.html", "desk.html", "beamer.html"}
    run(tmp_path, work)


def test_nothing_of_the_page_is_inline_or_from_elsewhere(root: Path) -> None:
    page = root / "bot" / "adapters" / "web" / "page"
    index = (page / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]*\bsrc=)|\bon\w+=|style=|https?://", index)
    for file in page.glob("*.js"):
        text = file.read_text("utf-8").replace(SVG, "")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|https?://", text), file


def test_no_style_looks_for_what_stands_within(root: Path) -> None:
    """Else whatever changes within has all styled anew; what stands there is said by classes. Paper never changes."""
    for file in (root / "bot" / "adapters" / "web" / "page").glob("*.css"):
        on_screen = re.sub(r"^@media print \{.*?^\}", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        assert ":has(" not in on_screen, file


def test_another_name_of_the_host_is_refused(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        port = host.url.rstrip("/").rpartition(":")[2]
        for name, status in ((f"localhost:{port}", 200), (f"evil.example:{port}", 421), (f"192.168.1.9:{port}", 421)):
            async with host.session.get(host.url, headers={"Host": name}) as answer:
                assert answer.status == status

    run(tmp_path, work)


WIDE = "0.0.0.0"  # noqa: S104  nothing is bound


@pytest.mark.parametrize(
    ("header", "bound", "fine"),
    [
        ("127.0.0.1:8765", "127.0.0.1", True),
        ("[::1]:8765", "::1", True),
        ("localhost", "127.0.0.1", True),
        ("evil.example", "127.0.0.1", False),
        ("evil.example:8765", WIDE, False),
        ("192.168.1.9:8765", WIDE, True),
        ("", WIDE, False),
        ("cards.home:8765", "cards.home", True),
    ],
)
def test_the_names_it_answers_to(header: str, bound: str, fine: bool) -> None:
    assert answers_to(header, bound) is fine


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_a_host_at_every_address_is_found_by_figures_of_either_kind(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        port = URL(host.url).port
        assert host.url == f"http://127.0.0.1:{port}/"
        for address in (host.url, f"http://[::1]:{port}/"):
            async with host.session.get(address) as answer:
                assert answer.status == 200

    run(tmp_path, work, host="::")


def test_only_its_own_page_may_connect(tmp_path: Path) -> None:
    assert is_own_page("http://a:1", "a:1")
    assert not is_own_page("", "a:1")
    assert not is_own_page("null", "a:1")

    async def work(host: Hosted) -> None:
        for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await host.session.ws_connect(f"{host.url}ws", headers=headers)
            assert refused.value.status == 403

    run(tmp_path, work)


SURROGATE = '{"want":"hello","token":"\\ud800"}'  # half a sign: no store takes it


def test_nonsense_ends_the_connection(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for nonsense in (
            "no json",
            "[]",
            '{"want":"fly"}',
            '{"want":7}',
            '{"id":"x","want":"play"}',
            "[" * 5000,
            SURROGATE,
        ):
            async with host.window() as window:
                await window.socket.send_str(nonsense)
                await window.until(lambda window=window: window.socket.closed)  # type: ignore[misc]  # mypy gives such a lambda no type

    run(tmp_path, work)


def test_a_flood_is_slowed_down(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        begun = time.monotonic()
        async with host.window() as window:  # its first request begins the second that all others do not fit into
            for _ in range(PER_SECOND + 5):
                await window.want("show", table="")
        assert time.monotonic() - begun > 0.9  # a slow machine only takes longer

    run(tmp_path, work)


@pytest.mark.parametrize(("language", "fault"), [("en", RecursionError()), ("it", OSError("the disk is full"))])
def test_a_request_that_fails_is_answered_as_in_the_chats_and_the_window_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, fault: Exception
) -> None:
    """Also where it is a fault of ours that what a window sends could bring about as well."""

    async def fail(*_: object) -> None:
        raise fault

    async def work(host: Hosted) -> None:
        async with host.window(language=language) as window:
            assert (await window.want("play", pace=0))["done"]
            with monkeypatch.context() as broken:
                broken.setattr("bot.requests.service.Service.carry_out", fail)
                answer = await window.want("play")
                assert (answer["failed"], answer["words"]) == (True, say(language, "fault.ours"))
                hint = await window.want("hint", table=window.table)
                assert (hint["done"], hint["words"]) == (False, say(language, "fault.ours"))
            assert (await window.want("play", pace=0))["done"]

    run(tmp_path, work)


async def full(*_: object, **__: object) -> str:
    raise StoreError("the disk is full")


def test_a_newcomer_is_told_that_nothing_can_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(host: Hosted) -> None:
        async with host.window(language="it") as window:
            with monkeypatch.context() as broken:
                broken.setattr("bot.requests.service.Service.enters", full)
                answer = await window.want("play")
                assert (answer["done"], answer["words"]) == (False, say("it", "store.failed"))
            assert (await window.want("play", pace=0))["done"]

    run(tmp_path, work)


def test_a_window_that_has_gone_when_its_request_fails_leaves_no_fault_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    request_came, window_left, ended, serve = asyncio.Event(), asyncio.Event(), asyncio.Event(), Served.serve

    async def served(window: Served) -> None:
        try:
            await serve(window)
        finally:
            ended.set()

    async def late(*_: object, **__: object) -> str:
        request_came.set()
        await window_left.wait()
        raise StoreError("the server is away")

    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("introduce", name="Anna")
            token = window.token
        with monkeypatch.context() as broken:
            broken.setattr("bot.requests.service.Service.enters", late)
            broken.setattr(Served, "serve", served)
            async with host.session.ws_connect(f"{host.url}ws", headers={"Origin": host.url.rstrip("/")}) as socket:
                await socket.send_json({"id": 1, "want": "hello", "token": token, "language": "en", "table": ""})
                await request_came.wait()
                connection = socket._response.connection
                assert connection is not None
                assert connection.transport is not None
                connection.transport.abort()
                async with host.session.get(f"{host.url}healthz"):  # by then the host has heard that the window is gone
                    window_left.set()
                await ended.wait()

    run(tmp_path, work)
    assert [record.message for record in caplog.records if record.exc_info] == []


def test_a_window_that_has_gone_before_it_is_let_in_leaves_no_fault_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def vanish(_web: Web, request: Request, _door: object) -> None:
        assert request.transport is not None
        request.transport.abort()

    async def work(host: Hosted) -> None:
        with monkeypatch.context() as broken:
            broken.setattr(Web, "_refuse_strangers", vanish)
            with pytest.raises(aiohttp.ClientError):
                await host.session.ws_connect(f"{host.url}ws")

    run(tmp_path, work)
    assert [record.message for record in caplog.records if record.exc_info] == []


def test_what_a_window_took_is_free_as_soon_as_it_has_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a search for rings, which hosts make every few hours."""
    requests: list[weakref.ref[Request]] = []
    serve = Web._socket

    async def noted(web: Web, request: Request) -> StreamResponse:
        requests.append(weakref.ref(request))
        return await serve(web, request)

    async def work(host: Hosted) -> None:
        gc.disable()
        try:
            for _ in range(3):
                async with host.window() as window:
                    await window.want("introduce", name="Anna")
            async with asyncio.timeout(PATIENCE):
                while any(one() is not None for one in requests):  # noqa: ASYNC110  nothing tells when
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()

    monkeypatch.setattr(Web, "_socket", noted)
    run(tmp_path, work)
    assert len(requests) == 3


def test_who_comes_while_the_store_fails_is_known_or_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("introduce", name="Anna")
            with monkeypatch.context() as broken:
                broken.setattr("bot.requests.people.People.arrives", full)
                async with host.window(window.token) as again:
                    assert again.welcome["me"]["name"] == "Anna"
            with monkeypatch.context() as broken:
                broken.setattr("bot.requests.people.People.by_account", full)
                await window.send(want="hello", token=window.token)
                await window.until(lambda: window.socket.closed)
            assert window.news[-1]["words"] == say("en", "store.failed")

    run(tmp_path, work)


def test_words_are_told_though_who_it_is_cannot_be_read_in_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            await window.want("introduce", name="Anna")
            person = await host.store.person_of("b", Account("web", account_of(window.token)))
            assert person is not None
            with monkeypatch.context() as broken:
                broken.setattr("bot.requests.people.People.by_account", full)
                for words in ("", "Bruno plays with you."):
                    host.service.backend.tell(News(person.id, words))
                await window.until(lambda: window.socket.closed)
            assert [one["words"] for one in window.news] == ["Bruno plays with you."]

    run(tmp_path, work)


def test_a_run_of_the_program_has_a_name_only_where_no_other_host_goes_on(tmp_path: Path) -> None:
    hosts = [1]

    async def work(host: Hosted) -> None:
        async with host.window() as window:
            assert window.welcome["boot"]
            hosts.append(2)
        async with host.window() as window:
            assert window.welcome["boot"] == ""

    run(tmp_path, work, is_alone=lambda: len(hosts) == 1)


def test_health_and_figures(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.session.get(f"{host.url}healthz") as answer:
            assert await answer.json() == {"ok": True}
        async with host.session.get(f"{host.url}metrics") as answer:
            assert await answer.text() == "figures 1\n"
        async with host.session.get(f"{host.url}metrics", headers={"Host": "10.0.0.1"}) as answer:
            assert answer.status in (404, 421)

    run(tmp_path, work, figures=("text/plain", lambda: b"figures 1\n"))


def test_a_host_that_cannot_write_is_not_well(tmp_path: Path) -> None:
    writes = True

    async def work(host: Hosted) -> None:
        nonlocal writes
        for expected in (200, 503, 200):
            writes = expected == 200
            async with host.session.get(f"{host.url}healthz") as answer:
                body = {"ok": True} if writes else {"ok": False, "failing": []}
                assert (answer.status, await answer.json()) == (expected, body)

    run(tmp_path, work, healthy=lambda: writes)


def test_who_uses_a_code_is_shown_the_other_s_table_from_then_on(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as phone:
            await anna.want("introduce", name="Anna")
            await anna.want("open")
            await anna.phase("lobby")
            code = (await anna.want("link"))["page"]["code"]
            assert not (await phone.want("uselink", code="BCDF-GHJK"))["done"]
            assert (await phone.want("uselink", code=code))["done"]
            await anna.until(lambda: bool(anna.news))
            assert "Web" in anna.news[0]["words"]
            await phone.until(lambda: phone.view.get("me", {}).get("seat") == "N")
            assert (phone.me["name"], phone.me["language"]) == ("Anna", "en")
            assert (await phone.want("do", table=anna.table, command="computer", delivery="c"))["done"]
        async with host.window(phone.token) as again:
            assert again.welcome["me"]["name"] == "Anna"
            assert again.welcome["me"]["table"] == anna.table

    run(tmp_path, work)


def test_a_table_is_joined_by_its_short_name_and_the_next_one_is_shown_to_who_waits(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno, host.window() as carla, host.window() as dario:
            await anna.want("open", options="rules=febur players=2", delivery="one")
            await anna.phase("lobby")
            label = anna.view["table"]["label"]
            assert (await bruno.want("join", label=label.lower(), seat="S", delivery="a"))["done"]
            await bruno.until(lambda: bruno.view.get("me", {}).get("seat") == "S")
            assert (await carla.want("join", label=label))["done"]
            await carla.until(lambda: carla.view.get("me", {}).get("waiting") is True)
            assert (await dario.want("join", label=label))["done"]
            for window in (carla, dario):  # two wait, and the table has two seats
                await window.until(lambda window=window: bool(window.view["me"]["seat"]))  # type: ignore[misc]  # mypy gives such a lambda no type
                assert window.view["table"]["label"] != label
            assert carla.table == dario.table
            assert [row["label"] for row in (await anna.want("tables"))["page"]["tables"]] == [label]
            assert (await anna.want("which"))["table"] == anna.table

    run(tmp_path, work)


def test_who_waits_may_open_the_next_table(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno, host.window() as carla:
            await anna.want("open", options="rules=febur players=2")
            await anna.phase("lobby")
            for window in (bruno, carla):
                assert (await window.want("join", label=anna.view["table"]["label"]))["done"]
            assert not (await anna.want("next", table=anna.table))["done"]
            assert (await carla.want("next", table=anna.table, delivery="n"))["done"]
            assert carla.view["me"]["seat"] == "N"
            assert carla.table != anna.table

    run(tmp_path, work)


def test_several_tables_are_asked_about(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as window:
            for _ in range(2):
                await window.want("open")
            answer = await window.want("do", command="computer", delivery="x", table="")
            assert not answer["done"]
            assert len(answer["choices"]) == 2
            assert set(answer["choices"][0]) == {"table", "label", "words"}

    run(tmp_path, work)
