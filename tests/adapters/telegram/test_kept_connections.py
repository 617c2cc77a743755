"""Calls on connections of ours: answers are read however they come, and none is taken for another call's."""

import asyncio
import json
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from telegram import Bot, Message
from telegram.error import BadRequest, NetworkError, TelegramError, TimedOut

from bot.adapters.telegram.http_answers import HttpAnswer, NoHttpAnswer, answer_in
from bot.adapters.telegram.kept_connections import STAYS_OPEN, trusted
from bot.adapters.telegram.request import Request, plain_server

FORM: Final = st.sampled_from(["length", "chunks", "end"])
CALL: Final = "/bot1:secret/getMe"

Handler: TypeAlias = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
OK: Final = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


def written(body: bytes, form: str, pieces: list[int]) -> bytes:
    """An answer as a server may write it."""
    head = b"HTTP/1.1 200 OK\r\nServer: x\r\n"
    if form == "length":
        return head + b"content-length:%d\r\n\r\n" % len(body) + body
    if form == "end":
        return head + b"\r\n" + body
    cuts = sorted({0, *[one % (len(body) + 1) for one in pieces], len(body)})
    parts = [body[low:high] for low, high in pairwise(cuts)]
    chunks = b"".join([b"%X;a=b\r\n%s\r\n" % (len(part), part) for part in parts if part])
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\nTrailer: 1\r\n\r\n"


# --- answers ----------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=60), FORM, st.lists(st.integers(0, 60), max_size=3), st.booleans(), st.binary(max_size=3))
def test_an_answer_is_the_same_wherever_it_is_cut(
    body: bytes, form: str, pieces: list[int], continues: bool, more: bytes
) -> None:
    came = (b"HTTP/1.1 100 Continue\r\n\r\n" if continues else b"") + written(body, form, pieces)
    ends = form == "end"
    assert all(answer_in(came[:part]) is None for part in range(len(came)))
    assert answer_in(came, is_over=ends) == HttpAnswer(200, body, stays=not ends)
    if not ends:  # what nobody has asked for ends the connection
        assert answer_in(came + more) == HttpAnswer(200, body, stays=not more)
        with pytest.raises(NoHttpAnswer):
            answer_in(came[:-1], is_over=True)


def test_a_server_that_closes_the_connection_or_sends_no_body_says_so() -> None:
    assert answer_in(b"HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n") == HttpAnswer(
        200, b"", False
    )
    assert answer_in(b"HTTP/1.0 502 Bad Gateway\r\nContent-Length: 1\r\n\r\nx") == HttpAnswer(502, b"x", False)
    assert answer_in(b"HTTP/1.1 204 No Content\r\n\r\n") == HttpAnswer(204, b"", True)


@pytest.mark.parametrize(
    "came",
    [
        b"SSH-2.0-server\r\n\r\n",
        b"HTTP/1.1 many\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"x" * 65_000,
    ],
)
def test_what_is_no_answer_is_an_error_of_the_network(came: bytes) -> None:
    with pytest.raises(NoHttpAnswer):
        answer_in(came)


# --- calls ------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def served(
    handler: Handler, patience: float = 5.0, most: int = 4, security: ssl.SSLContext | None = None
) -> AsyncIterator[tuple[Request, str]]:
    """A server on this machine that does so with each connection, and what calls it; its address."""
    under_way: set[asyncio.Task[None]] = set()

    async def with_one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                await handler(reader, writer)
        finally:
            writer.close()

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        under_way.add(asyncio.create_task(with_one(reader, writer)))

    server = await asyncio.start_server(begin, "127.0.0.1", 0, ssl=security)
    request = Request(most, patience)
    await request.initialize()
    try:
        yield request, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        await request.shutdown()
        server.close()
        for one in under_way:
            one.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)


async def request_to(reader: asyncio.StreamReader) -> bytes:
    """A request that has come in full: its head."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.split(b"\r\n") if line.startswith(b"Content-Length:"))
    await reader.readexactly(int(length.partition(b":")[2]))
    return head


def test_calls_one_after_the_other_share_a_connection_and_those_at_once_have_as_many_as_there_may_be() -> None:
    opened: list[int] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(0)
        while not reader.at_eof():
            await request_to(reader)
            writer.write(OK)

    async def main() -> None:
        async with served(handler, most=3) as (request, root):
            for _ in range(5):
                assert await request.do_request(root + CALL, "POST") == (200, b"ok")
            assert len(opened) == 1
            answers = await asyncio.gather(*[request.do_request(root + CALL, "POST") for _ in range(9)])
            assert answers == [(200, b"ok")] * 9
            assert len(opened) == 3

    asyncio.run(main())


def test_a_connection_that_the_server_has_ended_or_spoken_on_is_not_used_again() -> None:
    opened: list[int] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(0)
        await request_to(reader)
        writer.write(OK)
        if len(opened) == 1:
            writer.close()
        elif len(opened) == 2:
            await asyncio.sleep(0)
            writer.write(b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n")
            await reader.read()
        else:
            writer.write(b"")
            await reader.read()

    async def main() -> None:
        async with served(handler) as (request, root):
            for number in range(1, 4):
                assert await request.do_request(root + CALL, "POST") == (200, b"ok")
                assert len(opened) == number
                for _ in range(20):
                    await asyncio.sleep(0.005)

    asyncio.run(main())


def test_an_answer_that_comes_too_late_is_nobody_elses() -> None:
    opened: list[asyncio.Event] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(asyncio.Event())
        mine = len(opened)
        await request_to(reader)
        if mine == 1:
            await opened[0].wait()
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate")
        else:
            writer.write(OK)

    async def main() -> None:
        async with served(handler) as (request, root):
            with pytest.raises(TimedOut):
                await request.do_request(root + CALL, "POST", read_timeout=0.05)
            opened[0].set()
            assert await request.do_request(root + CALL, "POST") == (200, b"ok")
            given_up = asyncio.ensure_future(request.do_request(root + CALL, "POST"))
            await asyncio.sleep(0)
            given_up.cancel()
            assert await request.do_request(root + CALL, "POST") == (200, b"ok")

    asyncio.run(main())


@pytest.mark.parametrize("answers", [b"", b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", b"no HTTP\r\n\r\n"])
def test_a_server_that_breaks_off_is_an_error_of_the_network_which_holds_no_address(answers: bytes) -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await request_to(reader)
        writer.write(answers)
        writer.close()

    async def main() -> None:
        async with served(handler) as (request, root):
            with pytest.raises(NetworkError) as caught:
                await request.do_request(root + CALL, "POST")
            assert not isinstance(caught.value, TimedOut)
            assert "secret" not in str(caught.value)

    asyncio.run(main())


def test_one_address_of_several_where_nobody_answers_is_passed_over() -> None:
    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            await request_to(reader)
            writer.write(OK)

    async def main() -> None:
        async with served(handler) as (request, root):
            loop = asyncio.get_running_loop()
            port = int(root.rpartition(":")[2])
            found = await loop.getaddrinfo("127.0.0.1", port)

            async def several(*_: object, **__: object) -> list[object]:
                dead = (*found[0][:4], ("127.0.0.2", port))
                return [dead, *found]

            loop.getaddrinfo = several  # type: ignore[method-assign, assignment]
            for _ in range(2):
                assert await request.do_request(f"http://several.invalid:{port}{CALL}", "POST") == (200, b"ok")

    asyncio.run(main())


def test_an_answer_that_leads_elsewhere_is_followed_with_all_that_was_asked() -> None:
    bodies: list[tuple[str, int]] = []

    async def answered(request: web.Request) -> web.StreamResponse:
        bodies.append((request.path, len(await request.read())))
        if request.path == CALL:
            raise web.HTTPPermanentRedirect("/elsewhere")
        return web.Response(text="there")

    async def main() -> None:
        runner = web.ServerRunner(web.Server(answered))  # type: ignore[arg-type]
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        request = Request(2, 5.0)
        await request.initialize()
        root = f"http://127.0.0.1:{runner.addresses[0][1]}"
        assert await request.do_request(root + CALL, "POST") == (200, b"there")
        await request.shutdown()
        await runner.cleanup()

    asyncio.run(main())
    assert bodies[-1] == ("/elsewhere", 2)


@pytest.mark.parametrize(("chat", "is_read"), [(5, False), (-5, True)])
def test_an_edit_in_a_private_chat_is_answered_by_what_nobody_reads(chat: int, is_read: bool) -> None:
    message = {"message_id": 7, "date": 1, "chat": {"id": chat, "type": "private" if chat > 0 else "group"}}
    answers = [(200, {"ok": True, "result": message}), (400, {"ok": False, "description": "message is not modified"})]

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for status, answer in answers:
            await request_to(reader)
            body = json.dumps(answer).encode()
            writer.write(b"HTTP/1.1 %d X\r\nContent-Length: %d\r\n\r\n%s" % (status, len(body), body))
        await request_to(reader)
        writer.write(OK)

    async def main() -> None:
        async with served(handler) as (request, root):
            bot = Bot("1:secret", f"{root}/bot", request=request)
            found = await bot.edit_message_caption(chat, 7, caption="a")
            assert isinstance(found, Message) is is_read
            with pytest.raises(BadRequest, match="not modified"):
                await bot.edit_message_reply_markup(chat, 7)
            with pytest.raises(TelegramError, match="Invalid server response"):  # 200, and not what Telegram says
                await bot.edit_message_text("a", chat, 7)

    asyncio.run(main())


@pytest.mark.skipif(shutil.which("openssl") is None, reason="a certificate is made by openssl")
def test_a_server_whose_certificate_nobody_has_signed_is_told_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    options = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    named = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(["openssl", *options, *named], check=True, capture_output=True)  # noqa: S607
    security = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    security.load_cert_chain(certificate, key)
    calls: list[bytes] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            calls.append(await request_to(reader))
            writer.write(OK)

    async def main() -> None:
        async with served(handler, security=security) as (request, root):
            there = root.replace("http://127.0.0.1", "https://localhost")
            with pytest.raises(NetworkError):
                await request.do_request(there + CALL, "POST")
            assert calls == []
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            trusted.cache_clear()
            for _ in range(2):
                assert await request.do_request(there + CALL, "POST") == (200, b"ok")
            with pytest.raises(NetworkError):  # it is another's
                await request.do_request(there.replace("localhost", "127.0.0.1") + CALL, "POST")
            assert len(calls) == 2

    trusted.cache_clear()
    try:
        asyncio.run(main())
    finally:
        trusted.cache_clear()


def test_what_is_not_plain_is_left_to_the_general_client() -> None:
    plain = plain_server("https://api.telegram.org/bot1:a/getMe")
    assert plain is not None
    assert (plain.host, plain.port, plain.is_secure) == ("api.telegram.org", 443, True)
    local = plain_server("http://[::1]:8081/bot1:a/getMe?x=1")
    assert local is not None
    assert (local.host, local.port, local.is_secure) == ("::1", 8081, False)
    odd = ["http://me:pass@host/x", "http://höst/x", "http://host/a b", "ftp://host/x", "http://host:x/", "nowhere://"]
    assert [plain_server(one) for one in odd] == [None] * len(odd)
    assert STAYS_OPEN < 60  # nginx keeps them for 75 s, other servers for a minute
