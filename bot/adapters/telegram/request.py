"""How calls travel: python-telegram-bot's own place for an HTTP client, filled with connections of ours.

Measured at twenty presses a second: with httpx, the library's usual client, a call costs about ten writes to the socket
and half of all the host's CPU time went there. Here a call is one body in one piece. What is not plain goes through
aiohttp: a proxy, an address with a password or in letters that have to be written otherwise, an answer that leads
elsewhere. Addresses hold the token, so that no error may quote one.
"""

import json
import re
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import IO, Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import ClientError, ClientSession, ClientTimeout, TCPConnector
from telegram._utils.defaultvalue import DefaultValue
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.adapters.telegram.http_answers import HttpAnswer
from bot.adapters.telegram.kept_connections import ApiServer, KeptConnections

JSON: Final = "application/json"
PORTS: Final = {"http": 80, "https": 443}
OK: Final = 200
TRUE: Final = b'{"ok":true,'
CHANGED: Final = b'{"ok":true,"result":true}'  # what is answered where a change can be told of no message
ECHOES: Final = ("/editMessageCaption", "/editMessageReplyMarkup", "/editMessageText")
PRINTED: Final = re.compile("[!-~]+")  # an address that can be sent as it is written
REDIRECTIONS: Final = (301, 302, 303, 307, 308)
CONTENT: Final = ("from", "text", "entities", "caption", "caption_entities", "reply_markup", "reply_to_message")
"""The parts of our own messages that nobody reads."""


class Request(BaseRequest):
    """So many connections at most; `patience`: seconds for an answer, and for a connection."""

    def __init__(self, connections: int, patience: float) -> None:
        self._connections = connections
        self._patience = patience
        self._session: ClientSession | None = None
        self._plain = KeptConnections(connections)

    @property
    def read_timeout(self) -> float:
        return self._patience

    async def initialize(self) -> None:
        if self._session is None:
            connector = TCPConnector(limit=self._connections)
            self._session = ClientSession(connector=connector, auto_decompress=True)

    async def shutdown(self) -> None:
        if self._session is not None:
            self._plain.close()
            await self._session.close()
            self._session = None

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  a body is written as fast as it is taken
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,  # noqa: ARG002  waiting for a connection is part of connecting
    ) -> tuple[int, bytes]:
        """The status and the body of the answer. Raises `TimedOut`, `NetworkError`."""
        if self._session is None:
            raise RuntimeError("the request is not initialized")
        kind, body = body_of(request_data)
        connect, read = self._seconds(connect_timeout), self._seconds(read_timeout)
        headers = {"User-Agent": self.USER_AGENT, "Content-Type": kind}
        proxy = _proxy_of(url)
        server = plain_server(url) if proxy is None else None
        try:
            if server is not None:
                found = await self._plain.post(server, in_full(method, url, headers, body), connect, read)
                if found.status not in REDIRECTIONS:
                    return found.status, CHANGED if is_echo(url, request_data, found) else found.body
            timeout = ClientTimeout(total=None, connect=connect, sock_connect=connect, sock_read=read)
            call = self._session.request(method, url, data=body, headers=headers, timeout=timeout, proxy=proxy)
            async with call as answer:
                return answer.status, await answer.read()
        except TimeoutError:
            raise TimedOut from None
        except (ClientError, OSError) as error:
            raise NetworkError(type(error).__name__) from None

    @staticmethod
    def parse_json_payload(payload: bytes) -> Any:
        """What is answered, without what our own messages show: nobody reads it, and each part becomes an object."""
        answer: Any = BaseRequest.parse_json_payload(payload)
        found = answer.get("result") if isinstance(answer, dict) else None
        for one in found if isinstance(found, list) else [found]:
            if isinstance(one, dict):
                press = one.get("callback_query")
                _without_content(press.get("message") if isinstance(press, dict) else one)
        return answer

    def _seconds(self, timeout: Any) -> float | None:
        """The patience, where nobody has said otherwise."""
        seconds: float | None = self._patience if isinstance(timeout, DefaultValue) else timeout
        return seconds


def _without_content(message: Any) -> None:
    """Of a picture, which comes in several sizes, the largest stays: its name saves sending it again."""
    if not isinstance(message, dict) or "message_id" not in message:
        return
    for name in CONTENT:
        message.pop(name, None)
    if "photo" in message:
        message["photo"] = message["photo"][-1:]


def _proxy_of(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    parts = urlsplit(url)
    return proxy_for(parts.scheme, parts.netloc)


@lru_cache(16)
def proxy_for(scheme: str, host: str) -> str | None:
    """The same, looked up once: aiohttp does it at every call, in a thread, and reads a file of passwords for it."""
    return None if proxy_bypass(host) else getproxies().get(scheme)


def is_echo(url: str, data: RequestData | None, answer: HttpAnswer) -> bool:
    """Whether nothing is told but the message as it was just changed; of one in a group its number is noted."""
    if data is None or answer.status != OK or not url.endswith(ECHOES):
        return False
    chat = data.parameters.get("chat_id")
    return isinstance(chat, int) and chat > 0 and answer.body[: len(TRUE) + 1].replace(b" ", b"").startswith(TRUE)


def plain_server(url: str) -> ApiServer | None:
    """Where an address leads; None where there is more to it than that."""
    parts = urlsplit(url)
    return _plain(parts.scheme, parts.netloc) if PRINTED.fullmatch(url) and not parts.fragment else None


@lru_cache(16)
def _plain(scheme: str, netloc: str) -> ApiServer | None:
    parts = urlsplit(f"{scheme}://{netloc}")
    try:
        port = parts.port or PORTS.get(scheme)
    except ValueError:
        return None
    if not parts.hostname or not port or scheme not in PORTS or "@" in netloc:
        return None
    return ApiServer(parts.hostname, port, is_secure=scheme == "https")


def in_full(method: str, url: str, headers: Mapping[str, str], body: bytes) -> bytes:
    """A request as it is sent."""
    parts = urlsplit(url)
    target = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    fields = {"Host": parts.netloc, **headers, "Content-Length": str(len(body))}
    lines = [f"{method} {target} HTTP/1.1", *[f"{name}: {value}" for name, value in fields.items()]]
    return "\r\n".join([*lines, "", ""]).encode() + body


def body_of(data: RequestData | None) -> tuple[str, bytes]:
    """The content type and the body of a call: JSON, and where there are files a form in parts.

    The library's own forms write each value as JSON twice over, and then once more sign by sign for the form.
    """
    if data is None:
        return JSON, b"{}"
    files = data.multipart_data if data.contains_files else {}
    if not files:
        return JSON, json.dumps(data.parameters).encode()
    fields = {name: one if isinstance(one, str) else json.dumps(one) for name, one in data.parameters.items()}
    return _in_parts(fields, files)


def _in_parts(fields: Mapping[str, str], files: Mapping[str, tuple[str, bytes | IO[bytes], str]]) -> tuple[str, bytes]:
    boundary = secrets.token_hex(16)
    parts = [(f'name="{_quote(name)}"', value.encode()) for name, value in fields.items()]
    for name, (file, content, kind) in files.items():
        head = f'name="{_quote(name)}"; filename="{_quote(file)}"\r\nContent-Type: {kind}'
        parts.append((head, content if isinstance(content, bytes) else content.read()))
    lines = [
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
        for head, content in parts
    ]
    return f"multipart/form-data; boundary={boundary}", b"".join([*lines, f"--{boundary}--\r\n".encode()])


def _quote(name: str) -> str:
    """A name between quotation marks, as HTML forms write it."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
