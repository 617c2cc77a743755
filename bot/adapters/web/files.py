"""The files of the page, with their digests and compressed once: a browser that has one is not sent it again.

`languages.json` names the languages there are, `words.LANGUAGE.json` has the page's own words in one of them.
"""

import gzip
import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from aiohttp import web

from bot.locales import PAGE, folder
from bot.words.languages import LANGUAGES, Language, own_name

TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
_WORDS: Final = "words.{}.json"


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
        tags = request.if_none_match
        if tags and any(one.value in (self.tag, "*") for one in tags):
            return web.Response(status=304, headers=headers)
        if not _reads_gzip(request.headers.get("Accept-Encoding", "")):
            return web.Response(body=self.body, content_type=self.kind, charset=self._charset, headers=headers)
        headers["Content-Encoding"] = "gzip"
        return web.Response(body=self.zipped, content_type=self.kind, charset=self._charset, headers=headers)

    @property
    def _charset(self) -> str | None:
        return None if self.kind == TYPES["png"] else "utf-8"


def pages() -> dict[str, File]:
    """The files of the page, by name."""
    page = files("bot.adapters.web").joinpath("page")
    found = {one.name: one.read_bytes() for one in page.iterdir() if _ending(one.name) in TYPES}
    found |= {_WORDS.format(language): page_words(language) for language in LANGUAGES}
    names = {language: own_name(language) for language in LANGUAGES}
    found["languages.json"] = json.dumps(names, ensure_ascii=False).encode()
    return {name: _file(TYPES[_ending(name)], body) for name, body in found.items()}


def page_words(language: Language) -> bytes:
    """The page's own words in a language; what it lacks the page says in English."""
    file = folder(language).joinpath(PAGE)
    return file.read_bytes() if file.is_file() else b"{}"


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def _file(kind: str, body: bytes) -> File:
    return File(kind, body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:24])


def _reads_gzip(accepted: str) -> bool:
    """Whether a browser says that it reads gzip; `gzip;q=0` says that it does not."""
    for one in accepted.lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
