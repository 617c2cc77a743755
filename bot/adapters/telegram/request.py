"""How calls travel: python-telegram-bot's own place for an HTTP client, filled with aiohttp.

Measured at twenty presses a second: with httpx, the library's usual client, a call costs about ten writes to the socket
and half of all the host's CPU time went there. Here a call is one body in one piece. Addresses hold the token, so that
no error may quote one.
"""

import json
import secrets
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import IO, Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import ClientConnectionError, ClientError, ClientRequest, ClientSession, ClientTimeout, TCPConnector
from aiohttp.connector import Connection
from telegram._utils.defaultvalue import DefaultValue
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.adapters.telegram.received import set_place_aside

JSON: Final = "application/json"
CONTENT: Final = ("from", "text", "entities", "caption", "caption_entities", "reply_markup", "reply_to_message")
"""The parts of our own messages that nobody reads."""


class GuardedConnector(TCPConnector):
    """Connections over which a call leaves only where it still may at that very moment, however long it had to wait."""

    def __init__(self, connections: int, may_leave: Callable[[], bool]) -> None:
        super().__init__(limit=connections)
        self._may_leave = may_leave

    async def connect(
        self,
        req: ClientRequest,
        traces: list[Any],
        timeout: ClientTimeout,  # noqa: ASYNC109  as the library has it
    ) -> Connection:
        """Raises `ClientConnectionError` where it may not."""
        connection = await super().connect(req, traces, timeout)
        if not self._may_leave():
            connection.close()
            raise ClientConnectionError("another host may have taken over")
        return connection


class Request(BaseRequest):
    """So many connections at most; `patience`: seconds for an answer, and for a connection.

    `may_leave`: whether this host may say anything at this moment.
    """

    def __init__(self, connections: int, patience: float, may_leave: Callable[[], bool] = lambda: True) -> None:
        self._connections = connections
        self._may_leave = may_leave
        self._patience = patience
        self._session: ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        return self._patience

    async def initialize(self) -> None:
        if self._session is None:
            connector = GuardedConnector(self._connections, self._may_leave)
            self._session = ClientSession(connector=connector, auto_decompress=True)

    async def shutdown(self) -> None:
        if self._session is not None:
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
        connect = self._seconds(connect_timeout)
        timeout = ClientTimeout(
            total=None, connect=connect, sock_connect=connect, sock_read=self._seconds(read_timeout)
        )
        headers = {"User-Agent": self.USER_AGENT, "Content-Type": kind}
        try:
            call = self._session.request(method, url, data=body, headers=headers, timeout=timeout, proxy=_proxy_of(url))
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
                set_place_aside(press)
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
