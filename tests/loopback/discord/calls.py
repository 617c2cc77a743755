"""One call of the HTTP API as it came: its route, JSON body and files. The log is made of these."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import web

from tests.loopback.discord.errors import Declined

FILE: Final = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True)
class Upload:
    name: str
    data: bytes


@dataclass
class Call:
    """`path` is the template of the address, `parts` what fills it; `status` is 0 while there is no answer."""

    method: str
    path: str
    at: float
    parts: Mapping[str, str]
    query: Mapping[str, str]
    token: str = ""
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    size: int = 0  # bytes of the request's body
    status: int = 0
    answer: Any = None
    unknown: tuple[str, ...] = ()  # parts of a form that nobody knows

    @property
    def route(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def succeeded(self) -> bool:
        return 200 <= self.status < 300

    def number(self, name: str) -> int:
        """An id in the address; what is no number is nobody's id."""
        text = self.parts[name]
        return int(text) if text.isdigit() else 0

    def flag(self, name: str) -> bool:
        return self.query.get(name, "").lower() in {"1", "true"}


async def read(request: web.Request, path: str, now: float) -> Call:
    """The call in JSON, or in a multipart form with `payload_json` and `files[n]`."""
    token = request.headers.get("Authorization", "").removeprefix("Bot ")
    call = Call(request.method, path, now, dict(request.match_info), dict(request.query), token)
    try:
        if request.content_type == "multipart/form-data":
            await _form(request, call)
        elif request.can_read_body:
            raw = await request.read()
            call.size = len(raw)
            call.body = json.loads(raw) if raw else None
    except ValueError:
        raise Declined(50109) from None
    return call


async def _form(request: web.Request, call: Call) -> None:
    for name, value in (await request.post()).items():
        numbered = FILE.fullmatch(name)
        if isinstance(value, web.FileField) and numbered:
            call.files[int(numbered[1])] = Upload(value.filename, value.file.read())
        elif name == "payload_json":
            call.body = json.loads(value if isinstance(value, str) else "")
        else:
            call.unknown += (name,)
    call.size = sum(len(one.data) for one in call.files.values()) + len(json.dumps(call.body))
