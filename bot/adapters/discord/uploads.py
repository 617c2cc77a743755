"""What is uploaded with a message leaves in one piece: a form of several parts as the bytes that it comes to.

The library gives each part to the connection by itself, some nine pieces for a message with a picture, each a call of
the operating system. A picture has some ten thousand bytes, and is in memory as it is.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from aiohttp import BytesPayload, ClientMiddlewareType, ClientSession

Parts = Iterable[Mapping[str, Any]]
"""As the library has them: `name` and `value`, for a file its `filename` and `content_type`, too."""


def whole(parts: Parts) -> BytesPayload:
    """A form as one body; files are read."""
    boundary = secrets.token_hex(16)
    pieces: list[bytes] = []
    for part in parts:
        pieces += [f"--{boundary}\r\n{_head(part)}\r\n\r\n".encode(), _bytes_of(part["value"]), b"\r\n"]
    body = b"".join([*pieces, f"--{boundary}--\r\n".encode()])
    return BytesPayload(body, content_type=f"multipart/form-data; boundary={boundary}")


def _head(part: Mapping[str, Any]) -> str:
    filename = part.get("filename")
    file_name = f'; filename="{_quoted(filename)}"' if filename else ""
    usual_type = "application/octet-stream" if filename else "text/plain; charset=utf-8"
    about = f'Content-Disposition: form-data; name="{_quoted(part["name"])}"{file_name}'
    return f"{about}\r\nContent-Type: {part.get('content_type') or usual_type}"


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", " ").replace("\n", " ")


def _bytes_of(value: Any) -> bytes:
    found = value.read() if hasattr(value, "read") else value
    return found.encode() if isinstance(found, str) else bytes(found)


class Calling:
    """A session for one call: whom it passes `through`, and its body where something is uploaded."""

    def __init__(self, session: ClientSession, through: Sequence[ClientMiddlewareType], form: Parts | None) -> None:
        self._session = session
        self._through = through
        self._body = whole(form) if form else None

    def request(self, method: str, url: str, **how: Any) -> Any:
        if self._body is not None:
            how["data"] = self._body
        return self._session.request(method, url, **how, middlewares=self._through)
