"""What nobody uses any more is ended, what nobody may overdo is refused in a sentence, and nothing is sent twice."""

import asyncio
import base64
import gzip
import json
import logging
import re
import secrets
import time
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import make_mocked_request

from bot.adapters.discord.posted import PostedInteractions
from bot.adapters.web import connections, server
from bot.adapters.web.limits import GUESSES, PEOPLE, TABLES, Limit, PageLimits, address_of
from bot.adapters.web.replays import WAITING
from bot.config.values import parse_networks
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.request_json import request_of, stays_stored
from bot.logs import LineFormatter
from bot.requests.answer import Answer
from bot.requests.openings import MOST_TABLES
from bot.requests.own_link import account_of
from bot.requests.request_context import RequestContext
from bot.requests.requests import Request
from bot.requests.seating import Find
from bot.words.languages import say
from tests.adapters.web.hosting import PATIENCE, Hosted, run

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(host: Hosted) -> Ends:
    place = host.url.removeprefix("http://").rstrip("/")
    name, _, port = place.partition(":")
    return await asyncio.open_connection(name, int(port))


async def ended(reader: asyncio.StreamReader) -> None:
    """Until the other side has closed the connection, whatever it sent before."""
    async with asyncio.timeout(PATIENCE):
        try:
            while await reader.read(65536):
                pass
        except ConnectionError:
            pass


def head(host: Hosted, path: str, *more: str, method: str = "GET") -> bytes:
    place = host.url.removeprefix("http://").rstrip("/")
    return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {place}", *more, "", ""]).encode()


def upgrade(host: Hosted) -> bytes:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    words = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}")
    return head(host, "/ws", f"Origin: {host.url.rstrip('/')}", *words)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    for name in ("FIRST", "IDLE", "LONGEST", "GOODBYE"):
        monkeypatch.setattr(connections, name, 0.2)
    monkeypatch.setattr(server, "WATCH", 0.02)
    monkeypatch.setattr(server, "HEARTBEAT", 0.3)


async def _silent(_host: Hosted, _ends: Ends) -> None:
    """Who connects and says nothing."""


async def _half_a_head(host: Hosted, ends: Ends) -> None:
    ends[1].write(head(host, "/")[:-2])


async def _another_half(host: Hosted, ends: Ends) -> None:
    """Who asks once, and then begins to ask again."""
    ends[1].write(head(host, "/healthz"))
    await ends[0].readuntil(b'{"ok": true}')
    ends[1].write(head(host, "/healthz")[:-2])


async def _half_a_body(host: Hosted, ends: Ends) -> None:
    ends[1].write(head(host, "/nothing", "Content-Length: 100", method="POST") + b"half")


async def _deaf_window(host: Hosted, ends: Ends) -> None:
    """A window whose machine has gone: it answers no heartbeat."""
    ends[1].write(upgrade(host))
    await ends[0].readuntil(b"\r\n\r\n")


@pytest.mark.parametrize("begin", [_silent, _half_a_head, _another_half, _half_a_body, _deaf_window])
def test_a_connection_that_nobody_uses_is_ended(
    tmp_path: Path, impatient: None, begin: Callable[[Hosted, Ends], Awaitable[None]]
) -> None:
    async def work(host: Hosted) -> None:
        ends = await connected(host)
        await begin(host, ends)
        await ended(ends[0])
        ends[1].close()

    run(tmp_path, work)


def test_who_does_not_read_is_not_waited_for(tmp_path: Path, impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers that somebody asked for and never reads would stay in memory."""

    async def work(host: Hosted) -> None:
        reader, writer = await connected(host)
        writer.transport.pause_reading()  # type: ignore[attr-defined]  # it reads from a socket
        for _ in range(400):
            writer.write(head(host, "/table.css"))
        async with asyncio.timeout(PATIENCE):
            while not writer.is_closing():
                writer.write(head(host, "/table.css"))  # a connection that was reset says so to whoever writes
                await asyncio.sleep(0.01)
        assert reader is not None
        for limit in ("FIRST", "IDLE", "LONGEST"):  # who asks now has the time of a busy machine
            monkeypatch.setattr(connections, limit, PATIENCE)
        async with host.session.get(f"{host.url}healthz") as answer:
            assert answer.status == 200

    run(tmp_path, work)


def test_a_window_that_answers_stays_however_long_it_says_nothing(tmp_path: Path, impatient: None) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            reader, writer = await connected(host)
            for _ in range(5):  # each time somebody else has been silent for too long
                await ended(reader)
                writer.close()
                reader, writer = await connected(host)
            writer.close()
            assert not anna.socket.closed
            assert (await anna.want("alive"))["done"]

    run(tmp_path, work)


def test_of_many_connections_that_are_no_windows_the_oldest_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is an open file, of which a host has so many."""
    monkeypatch.setattr(connections, "MOST", 5)
    monkeypatch.setattr(server, "WATCH", 0.02)

    async def asks(host: Hosted, ends: Ends) -> None:
        ends[1].write(head(host, "/healthz"))
        async with asyncio.timeout(PATIENCE):
            await ends[0].readuntil(b'{"ok": true}')

    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            many = []
            for _ in range(9):
                many.append(await connected(host))
                await asks(host, many[-1])
            for ends in many[:4]:
                await ended(ends[0])
            for ends in many[4:]:
                await asks(host, ends)
            assert (await anna.want("alive"))["done"]
            for _, writer in many:
                writer.close()

    run(tmp_path, work)


@pytest.mark.parametrize("path", ["/replay", "/"])
def test_a_megabyte_that_would_be_a_gigabyte_is_not_unpacked(tmp_path: Path, path: str) -> None:
    part = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    zeros = part.compress(bytes(1 << 20)) + part.flush(zlib.Z_FULL_FLUSH)  # it may stand there again and again
    body = b"\x78\x9c" + 1000 * zeros

    async def work(host: Hosted) -> None:
        words = (f"Origin: {host.url.rstrip('/')}", "Content-Encoding: deflate", f"Content-Length: {len(body)}")
        reader, writer = await connected(host)
        since = time.process_time()
        writer.write(head(host, path, *words, "Connection: close", method="POST") + body)
        assert (await reader.readline()).startswith(b"HTTP/1.1 415")
        await ended(reader)
        assert time.process_time() - since < 1.5  # seconds; unpacked, it takes more than three, and everybody waits
        writer.close()

    run(tmp_path, work)


@pytest.mark.parametrize("line", ["GET /" + "a" * 9000 + " HTTP/1.1", "GET / HTTP/1.1\r\nno header", "GET * HTTP/1.1"])
def test_what_is_no_request_is_refused_and_fills_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, line: str
) -> None:
    async def work(host: Hosted) -> None:
        reader, writer = await connected(host)
        writer.write(f"{line}\r\n\r\n".encode())
        assert b" 400 " in await reader.readline()
        await ended(reader)
        writer.close()

    run(tmp_path, work)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_who_asks_for_leave_to_go_on_and_has_gone_by_then_fills_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(host: Hosted) -> None:
        reader, writer = await connected(host)
        writer.write(head(host, "/", "Expect: 100-continue"))
        writer.write_eof()
        await ended(reader)
        writer.close()

    run(tmp_path, work)
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_fault_of_ours_is_logged_without_the_address_of_who_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise OSError("a fault")

    async def work(host: Hosted) -> None:
        async with host.session.get(host.url) as answer:
            assert answer.status == 500

    monkeypatch.setattr(server.Web, "_page", fail)
    run(tmp_path, work)
    (line,) = [record for record in caplog.records if record.exc_info]
    assert LineFormatter("text").format(line).count("a fault") > 0
    assert "127.0.0.1" not in LineFormatter("text").format(line)


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_file_of_the_page_is_compressed_and_sent_once(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with aiohttp.ClientSession(auto_decompress=False) as session:
            for name in ("", "table.css", "words.it.json"):
                url = f"{host.url}{name}"
                async with session.get(url, headers={"Accept-Encoding": "identity"}) as answer:
                    plain, tag = await answer.read(), answer.headers["ETag"]
                    assert "Content-Encoding" not in answer.headers
                for accepted in ("gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1"):
                    async with session.get(url, headers={"Accept-Encoding": accepted}) as answer:
                        assert answer.headers["Content-Encoding"] == "gzip"
                        assert "Accept-Encoding" in answer.headers["Vary"]
                        zipped = await answer.read()
                        assert gzip.decompress(zipped) == plain
                        assert len(zipped) < len(plain)
                async with session.get(url, headers={"Accept-Encoding": "gzip;q=0"}) as answer:
                    assert await answer.read() == plain
                for tags in (tag, f'"other", {tag}', f"W/{tag}"):
                    async with session.get(url, headers={"If-None-Match": tags}) as answer:
                        assert (answer.status, await answer.read()) == (304, b"")
                        assert answer.headers["Content-Security-Policy"]
                async with session.get(url, headers={"If-None-Match": '"other"'}) as answer:
                    assert answer.status == 200

    run(tmp_path, work)


# --- what may be done how often ---------------------------------------------------------------------------------------


def test_somebody_s_guesses_are_forgotten_after_a_while_and_an_address_has_more_than_a_person() -> None:
    now = 0.0
    limits, limit = PageLimits(lambda: now), Limit(2, 3, 600)
    for person in ("anna", "anna", "bruno"):
        assert limits.wait(limit, person, "10.0.0.1") == 0
        limits.did(limit, person, "10.0.0.1")
    assert limits.wait(limit, "anna", "10.0.0.2") == limits.wait(limit, "eve", "10.0.0.1") == 10
    assert limits.wait(limit, "eve", "10.0.0.2") == 0
    now = 541.0
    assert limits.wait(limit, "anna", "10.0.0.2") == 1
    now = 600.0
    assert limits.wait(limit, "anna", "10.0.0.1") == 0


@pytest.mark.parametrize(
    ("remote", "forwarded", "counts"),
    [
        ("192.168.1.5", "", "192.168.1.5"),
        ("192.168.1.5", "10.0.0.1", "192.168.1.5"),  # it could say what it likes
        ("127.0.0.1", "", ""),
        ("127.0.0.1", "127.0.0.1", ""),
        ("::1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "203.0.113.9, 127.0.0.1", "203.0.113.9"),  # two web servers in a row on this machine
        ("127.0.0.1", "127.0.0.1, 203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2::5", "", "2001:db8:1:2::/64"),  # its neighbours belong to the same connection
        ("127.0.0.1", "2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "", "fe80::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
    ],
)
def test_an_address_counts_by_what_nobody_can_make_up(remote: str, forwarded: str, counts: str) -> None:
    assert address_of(remote, forwarded) == counts


@pytest.mark.parametrize(
    ("remote", "forwarded", "counts"),
    [
        ("10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("::ffff:10.0.0.7", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.7", "6.6.6.6, 203.0.113.9, 10.0.0.8", "203.0.113.9"),  # two in a row, both known
        ("10.0.0.7", "", "10.0.0.7"),
        ("10.0.0.7", "nonsense", "nonsense"),  # of somebody whom we believe
        ("10.0.1.7", "203.0.113.9", "10.0.1.7"),
        ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "6.6.6.6, 203.0.113.9:51234, 10.0.0.8:443", "203.0.113.9"),  # as some write it: with its port
        ("127.0.0.1", "[2001:db8:1:2::5]:51234", "2001:db8:1:2::/64"),
    ],
)
def test_a_balancer_that_is_named_is_believed_and_no_other(remote: str, forwarded: str, counts: str) -> None:
    assert address_of(remote, forwarded, parse_networks("10.0.0.0/24")) == counts


@pytest.mark.parametrize(
    ("remote", "is_told"), [("172.18.0.1", True), ("fd00::1", True), ("93.184.215.14", False), ("127.0.0.1", False)]
)
def test_a_web_server_that_is_not_believed_is_named_once_in_the_log(
    remote: str, is_told: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As one before a container, whose network is not this machine; of strangers anybody could fill the log."""

    async def work(host: Hosted) -> None:
        for _ in range(2):
            request = make_mocked_request("GET", "/", headers={"X-Forwarded-For": "203.0.113.7"}).clone(remote=remote)
            host.web._address(request)

    run(tmp_path, work)
    named = [vars(record)["address"] for record in caplog.records if "BURRACO_TRUSTED" in record.getMessage()]
    assert named == [remote] * is_told


@pytest.mark.parametrize("language", ["en", "it"])
def test_guesses_of_short_names_are_refused_in_a_sentence_also_to_newcomers_of_the_address(
    tmp_path: Path, language: Any
) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as bruno:
            assert (await bruno.want("open", rules="fibur", pace=0, delivery="open"))["done"]
            await bruno.phase("lobby")
            label = bruno.view["table"]["label"]
            async with host.window(language=language) as anna:
                assert (await anna.want("find", label=label))["done"]
                for number in range(GUESSES.person):
                    request = ("find", "join", "accept")[number % 3]
                    answer = await anna.want(request, label="QQQQ", invitation="nowhere", delivery=f"d{number}")
                    assert not answer["done"]
                    assert "10 min" not in answer["words"]
                for request in ("find", "join"):
                    answer = await anna.want(request, label=label, delivery="again")
                    assert (answer["done"], answer["words"]) == (
                        False,
                        say(language, "web.too-many-guesses", minutes=10),
                    )
                assert (await anna.want("play", rules="fibur", pace=0, delivery="own"))["done"]

    run(tmp_path, work)


@pytest.mark.parametrize(
    "request_",
    [
        {"want": "record"},
        {"want": "rules"},
        {"want": "why", "cards": "4c"},
        {"want": "hint", "delivery": "h"},
        {"want": "explain", "seat": "N"},
        {"want": "sort", "by": "rank"},
        {"want": "say", "phrase": "bravo"},
        {"want": "write", "words": "ciao", "delivery": "w"},
        {"want": "do", "command": "join", "delivery": "j"},
        {"want": "next", "delivery": "n"},
    ],
    ids=lambda one: one["want"],
)
def test_a_short_name_that_leads_nowhere_is_a_guess_in_whatever_request_it_stands(
    tmp_path: Path, request_: dict[str, Any]
) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert (await anna.want("open", rules="fibur", pace=0, delivery="open"))["done"]
            await anna.phase("lobby")
            label = anna.view["table"]["label"]
            too_many = say("en", "web.too-many-guesses", minutes=10)
            for _ in range(GUESSES.person + 1):  # what is declined at a table that there is, is no guess
                assert (await anna.want("record", table=label))["words"] == say("en", "answer.nothing-yet")
            for _ in range(GUESSES.person):
                answer = await anna.want(**request_, table="QQQQ")
                assert (answer["done"], answer["words"] != too_many) == (False, True)
            for name in ("QQQQ", label):
                assert (await anna.want(**request_, table=name))["words"] == too_many
            assert (await anna.want("find", label=label))["words"] == too_many
            assert (await anna.want("rules", table=anna.table))["done"]  # by its id, as the page names it

    run(tmp_path, work)


def test_no_picture_is_to_be_had_by_a_short_name(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert (await anna.want("play", rules="fibur", pace=0, delivery="play"))["done"]
            await anna.phase("playing")
            label, table = anna.view["table"]["label"], anna.table
            assert (await anna.want("picture", kind="table"))["done"]
            async with host.window() as eve:
                assert (await eve.want("introduce", name="Eve"))["done"]
                for name, is_shown in ((label, False), (table, True)):
                    assert (await eve.want("show", table=name))["done"]
                    assert (await eve.want("picture", kind="table"))["done"] is is_shown

    run(tmp_path, work)


async def _guess(host: Hosted, times: int) -> dict[str, Any]:
    """A newcomer behind a web server who guesses; the last answer."""
    headers = {"Origin": host.url.rstrip("/"), "X-Forwarded-For": "203.0.113.9"}
    async with host.session.ws_connect(f"{host.url}ws", headers=headers) as socket:
        await socket.send_json({"id": 0, "want": "hello", "language": "en"})
        answer: dict[str, Any] = {}
        for number in range(1, times + 1):
            await socket.send_json({"id": number, "want": "find", "label": "QQQQ"})
            while answer.get("id") != number:
                answer = json.loads((await socket.receive()).data)
        return answer


async def _comes(host: Hosted, address: str, newcomers: int, token: str = "", language: str = "en") -> dict[str, Any]:
    """People who come from an address one after the other, each says who they are; the last one's token and answer."""
    headers = {"Origin": host.url.rstrip("/"), "X-Forwarded-For": address}
    found: dict[str, Any] = {}
    async with host.session.ws_connect(f"{host.url}ws", headers=headers) as socket:
        for number in range(1, newcomers + 1):
            await socket.send_json({"id": 0, "want": "hello", "language": language, "token": token})
            await socket.send_json({"id": number, "want": "introduce", "name": "Eve"})
            while found.get("id") != number:
                message = json.loads((await socket.receive()).data)
                found = found | message if message["type"] in ("welcome", "answer") else found
    return found


@pytest.mark.parametrize("language", ["en", "it"])
def test_people_of_whom_nobody_has_heard_are_limited_by_address_and_who_is_known_comes_in(
    tmp_path: Path, language: str
) -> None:
    async def work(host: Hosted) -> None:
        each = 50
        first = await _comes(host, "203.0.113.9", 1)
        assert (await _comes(host, "203.0.113.9", each - 1))["done"]
        crowds = [_comes(host, "203.0.113.9", each) for _ in range(PEOPLE.address // each - 1)]
        assert all(one["done"] for one in await asyncio.gather(*crowds))
        more = await _comes(host, "203.0.113.9", 1, language=language)
        assert (more["done"], more["words"]) == (False, say(language, "web.too-many-people", minutes=60))
        assert not await host.service.person_of("web", account_of(more["token"]))
        assert (await _comes(host, "203.0.113.9", 2, first["token"]))["done"]
        assert (await _comes(host, "203.0.113.8", 1))["done"]

    run(tmp_path, work)


def test_whoever_is_forgotten_and_comes_again_and_again_has_to_wait_too(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            for _ in range(PEOPLE.person):
                assert (await anna.want("introduce", name="Anna"))["done"]
                question = await anna.want("erase")
                assert (await anna.want("erase", word=question["page"]["word"]))["done"]
            refused = await anna.want("introduce", name="Anna")
            assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-people", minutes=60))

    run(tmp_path, work)


def test_newcomers_of_one_address_guess_together(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        for _ in range(GUESSES.address // GUESSES.person):
            assert "10 min" not in (await _guess(host, GUESSES.person))["words"]
        assert (await _guess(host, 1))["words"] == say("en", "web.too-many-guesses", minutes=10)

    run(tmp_path, work)


def test_windows_that_guess_at_once_guess_no_more_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(host: Hosted) -> None:
        do, answers, tries = Inbound.do, asyncio.Event(), list[str]()

        async def slowly(inbound: Inbound, context: RequestContext, request: Request) -> Answer:
            if isinstance(request, Find):
                tries.append(request.label)
                await answers.wait()
            return await do(inbound, context, request)

        monkeypatch.setattr(Inbound, "do", slowly)
        guesses = [asyncio.create_task(_guess(host, 1)) for _ in range(GUESSES.address + 10)]
        refused, _ = await asyncio.wait(guesses, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert say("en", "web.too-many-guesses", minutes=1) in [one.result()["words"] for one in refused]
        answers.set()
        await asyncio.gather(*guesses)
        assert len(tries) == GUESSES.address
        assert (await _guess(host, 1))["words"] == say("en", "web.too-many-guesses", minutes=10)

    run(tmp_path, work)


def test_tables_that_one_person_is_at_or_opens_are_limited_and_a_repeated_request_is_answered(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            for number in range(MOST_TABLES):
                assert (await anna.want("open", rules="fibur", pace=0, delivery=f"d{number}"))["done"]
            again = await anna.want("open", rules="fibur", pace=0, delivery="d0")
            assert again["done"]
            refused = await anna.want("open", rules="fibur", pace=0, delivery="more")
            assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-tables", most=MOST_TABLES))
            assert not (await anna.want("play", rules="fibur", pace=0, delivery="more"))["done"]
            for number in range(MOST_TABLES, TABLES.person):
                left = await anna.want("do", table=again["table"], command="leave", delivery=f"leave{number}")
                assert left["done"]
                again = await anna.want("open", rules="fibur", pace=0, delivery=f"d{number}")
                assert again["done"]
            refused = await anna.want("open", rules="fibur", pace=0, delivery="most")
            assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-opened", minutes=60))

    run(tmp_path, work)


def test_who_waits_at_a_full_table_opens_no_more_tables_by_asking_for_the_next_than_otherwise(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno, host.window() as carla:
            await anna.want("open", options="rules=febur players=2")
            await anna.phase("lobby")
            full = {"label": anna.view["table"]["label"]}
            assert (await bruno.want("join", **full))["done"]
            for number in range(MOST_TABLES - 1):  # where they wait they are, too
                assert (await carla.want("join", **full))["done"]
                assert (await carla.want("next", table=anna.table, delivery=f"next{number}"))["done"]
            assert (await carla.want("join", **full))["done"]
            refused = await carla.want("next", table=anna.table, delivery="more")
            assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-tables", most=MOST_TABLES))

    run(tmp_path, work)


def test_two_who_wait_at_a_full_table_again_and_again_open_no_more_tables_than_they_may_be_at(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno, host.window() as carla, host.window() as dario:
            await anna.want("open", options="rules=febur players=2")
            await anna.phase("lobby")
            full = {"label": anna.view["table"]["label"]}
            assert (await bruno.want("join", **full))["done"]
            tables: set[str] = set()
            for _ in range(MOST_TABLES + 3):
                answers = [await window.want("join", **full) for window in (carla, dario)]
                assert all(answer["done"] for answer in answers)
                tables.add(answers[-1]["table"])
            assert len(tables - {anna.table}) == MOST_TABLES - 1  # where they wait they are, too

    run(tmp_path, work)


def test_names_settings_and_seats_are_changed_only_so_often_and_cards_played_as_often_as_they_fall(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each such change stays in the log, of every table where its person sits: somebody could fill the disk."""
    few = Limit(6, 100, 600.0)
    monkeypatch.setattr("bot.adapters.web.window_limits.CHANGES", few)

    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            assert (await anna.want("open"))["done"]
            await anna.phase("lobby")
            for number in range(few.person // 2):
                assert (await anna.want("introduce", name=f"Anna {number}"))["done"]
                assert (await anna.do(f"set pace={number}"))["done"]
            for refused in (await anna.want("introduce", name="Anna"), await anna.do("leave")):
                assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-changes", minutes=10))
            assert (await anna.want("introduce", theme="dark"))["done"]
            assert (await anna.want("play", pace=0))["done"]
            for _ in range(3):
                await anna.until(lambda: bool(anna.controls))
                assert ((await anna.play()) or {})["done"]

    run(tmp_path, work)


def test_whoever_asks_faster_than_any_hand_waits_whatever_it_is_and_nobody_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.adapters.web.window_limits.REQUESTS", Limit(6, 100, 600.0))
    refused = {"do": {"command": "play d"}, "tick": {"card": "4c"}, "say": {"phrase": "hello"}, "tournament": {}}

    async def work(host: Hosted) -> None:
        async with host.window() as anna, host.window() as bruno:
            for one in (anna, bruno):
                assert (await one.want("play", pace=0))["done"]
                await one.phase("playing")
            for _ in range(5):
                assert (await anna.want("sort", table=anna.table, by="suit"))["done"]
            async with host.window(anna.token) as another:
                for want, facts in refused.items():
                    answer = await another.want(want, table=anna.table, **facts)
                    assert not answer["done"]
                    assert re.fullmatch(say("en", "web.too-fast", seconds=r"\d+").replace(".", r"\."), answer["words"])
            assert (await bruno.want("sort", table=bruno.table, by="suit"))["done"]

    run(tmp_path, work)


def test_so_many_requests_come_in_a_minute_and_then_it_begins_anew() -> None:
    now = 0.0
    limits, limit = PageLimits(lambda: now), Limit(2, 3, 60.0)
    assert [limits.seconds_left(limit, person, "9.9.9.9") for person in "aaabb"] == [0, 0, 60, 0, 60]
    now = 30.5
    assert limits.seconds_left(limit, "a", "") == 30
    now = 60.0
    assert [limits.seconds_left(limit, "a", "9.9.9.9") for _ in range(3)] == [0, 0, 60]


@pytest.mark.parametrize(
    ("message", "stays"),
    [
        ({"want": "do", "command": "set pace=5"}, True),
        ({"want": "do", "command": "play d"}, False),
        ({"want": "introduce", "name": "Anna"}, True),
        ({"want": "introduce", "theme": "dark"}, False),
        ({"want": "changeplan", "what": "cancel"}, True),
        ({"want": "tick", "card": "4c"}, False),
    ],
)
def test_what_stays_stored_without_a_card_being_played(message: dict[str, str], stays: bool) -> None:
    assert stays_stored(request_of(message)) is stays


def test_matches_planned_as_soon_as_there_is_room_count_as_tables_that_are_opened(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        async with host.window() as anna:
            for number in range(TABLES.person):
                assert (await anna.want("plan", time="now", delivery=f"d{number}"))["done"]
                assert (await anna.want("changeplan", what="cancel", delivery=f"off{number}"))["done"]
            for want in ("plan", "open"):
                refused = await anna.want(want, time="now", delivery="most")
                assert (refused["done"], refused["words"]) == (False, say("en", "web.too-many-opened", minutes=60))
            assert (await anna.want("plan", time="now", delivery="d0"))["done"]  # it was heard before

    run(tmp_path, work)


# --- bodies -----------------------------------------------------------------------------------------------------------


async def posts(host: Hosted, address: str, path: str, body: bytes, length: int = 0) -> Ends:
    """A post of an address, of which so many bytes are announced, 0 for as many as come."""
    reader, writer = await connected(host)
    words = (f"Origin: {host.url.rstrip('/')}", f"X-Forwarded-For: {address}", f"Content-Length: {length or len(body)}")
    writer.write(head(host, path, *words, "Connection: close", method="POST") + body)
    return reader, writer


@pytest.mark.parametrize(("path", "status"), [("/replay", b" 200 "), ("/interactions", b" 503 ")])
def test_who_posts_slowly_keeps_their_own_address_waiting_and_nobody_else(
    tmp_path: Path, path: str, status: bytes
) -> None:
    body = json.dumps({"text": "", "language": "en"}).encode()

    async def work(host: Hosted) -> None:
        assert host.web.take_posts(PostedInteractions("https://burraco.example/interactions")) is not None
        slow = [await posts(host, "203.0.113.7", path, b"{", 1000) for _ in range(WAITING)]
        own = await posts(host, "203.0.113.7", path, body)
        waits = asyncio.create_task(own[0].readline())
        for _ in range(3):
            other = await posts(host, "203.0.113.8", path, body)
            async with asyncio.timeout(PATIENCE):
                assert status in await other[0].readline()
            other[1].close()
        assert not waits.done()
        for _, writer in slow:
            writer.close()
        async with asyncio.timeout(PATIENCE):
            assert status in await waits
        own[1].close()

    run(tmp_path, work)


def test_a_post_for_a_bot_that_is_removed_while_it_arrives_is_answered(tmp_path: Path) -> None:
    async def work(host: Hosted) -> None:
        take_no_more = host.web.take_posts(PostedInteractions("https://burraco.example/interactions"))
        assert take_no_more is not None
        reader, writer = await posts(host, "203.0.113.7", "/interactions", b"{", 2)
        while not host.web._bodies._few._semaphores:  # noqa: ASYNC110  nothing tells of it
            await asyncio.sleep(0.01)
        take_no_more()
        writer.write(b"}")
        async with asyncio.timeout(PATIENCE):
            assert b" 503 " in await reader.readline()
        writer.close()

    run(tmp_path, work)
