"""The files of the page, with their digests and compressed once: a browser that has one is not sent it again."""

import gzip
import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from aiohttp import web

TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent. `tag` changes with its bytes."""

    kind: str
    body: bytes
    zipped: bytes
    tag: str

    def answer(self, request: web.Request) -> web.Response:
        """The file, compressed where the browser can read that; nothing where it has it."""
        headers = {"ETag": f'"{self.tag}"', "Vary": "Accept-Encoding"}
        asked = request.if_none_match
        if asked and any([one.value in (self.tag, "*") for one in asked]):
            return web.Response(status=304, headers=headers)
        if not _reads_gzip(request.headers.get("Accept-Encoding", "")):
            return web.Response(body=self.body, content_type=self.kind, charset="utf-8", headers=headers)
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=self.zipped, content_type=self.kind, charset="utf-8", headers=headers)


def pages() -> dict[str, File]:
    """The files of the page, by name."""
    folder = files("bot.adapters.web").joinpath("page")
    found = {one.name: one.name.rpartition(".")[2] for one in folder.iterdir()}
    return {
        name: _file(TYPES[ending], folder.joinpath(name).read_bytes())
        for name, ending in found.items()
        if ending in TYPES
    }


def _file(kind: str, body: bytes) -> File:
    return File(kind, body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:24])


def _reads_gzip(accepted: str) -> bool:
    """Whether a browser says that it reads gzip; `gzip;q=0` says that it does not."""
    for one in accepted.lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
