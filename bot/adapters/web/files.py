"""The files of the page, with their digests and compressed once: a browser that has one is not sent it again.

`languages.json` names the languages there are, `words.LANGUAGE.json` has the page's own words in one of them, and in
English what that lacks: a page is sent those of the language it speaks. What the heads of all pages have in common is
written once, in `head.html`.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from aiohttp import web

from bot.adapters.web.uncommented import without_comments
from bot.locales import PAGE, folder
from bot.words.languages import DEFAULT, LANGUAGES, Language, own_name

TYPES: Final = {
    "html": "text/html",
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}
FOR_EVER: Final = "public, max-age=31536000, immutable"  # what is named after its bytes never changes
SCRIPT: Final = b'<script type="module" '
BEGINS: Final = SCRIPT + b'src="table.js">'
ROOT: Final = b"<html "
DRESS: Final = '<link rel="stylesheet" href="app.css">'
_WORDS: Final = "words.{}.json"
_HEAD: Final = "head.html"
_ITS_PLACE: Final = b"<!-- head.html -->\n"


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent. `tag` changes with its bytes. What `lasts` has an address of its own for ever."""

    kind: str
    body: bytes
    zipped: bytes
    tag: str
    lasts: bool = False

    @property
    def is_page(self) -> bool:
        """Whether it is shown by itself, and could be in a frame."""
        return self.kind == TYPES["html"]

    def answer(self, request: web.Request, beside: Mapping[str, str] | None = None) -> web.Response:
        """The file, compressed where the browser can read that; nothing where it has it. `beside`: more headers."""
        headers = {"ETag": f'"{self.tag}"', "Vary": "Accept-Encoding", **(beside or {})}
        if self.lasts:
            headers["Cache-Control"] = FOR_EVER
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
    found = _bodies(files("bot.adapters.web").joinpath("page"))
    head = found.pop(_HEAD)
    found = {name: body.replace(_ITS_PLACE, head) if _ending(name) == "html" else body for name, body in found.items()}
    found = {name: without_comments(_ending(name), body) for name, body in found.items()}
    found |= {_WORDS.format(language): _whole(language) for language in LANGUAGES}
    names = {language: own_name(language) for language in LANGUAGES}
    return _as_files({**found, "languages.json": json.dumps(names, ensure_ascii=False).encode()})


def _bodies(folder: Traversable) -> dict[str, bytes]:
    """What of a folder is served, by name."""
    return {one.name: one.read_bytes() for one in folder.iterdir() if _ending(one.name) in TYPES}


def _as_files(bodies: Mapping[str, bytes]) -> dict[str, File]:
    return {name: as_file(name, body) for name, body in bodies.items()}


def in_app(pages: Mapping[str, File], app: str, script: str, beside: str) -> dict[str, File]:
    """The same files, but that the first page begins with an app's own script, in its own dress, and names the app.

    The pages beside it wear the dress too, and `beside` comes before their own script; "" is none. With them is what
    the app's platform gives for it, which is in a folder of its own.
    """
    given_by = files("bot.adapters.web").joinpath("vendored", app)
    theirs = _as_files(_bodies(given_by)) if given_by.is_dir() else {}
    dressed = {name: _file(file.kind, _beside(file.body, app, beside)) for name, file in pages.items() if file.is_page}
    first = pages["index.html"].body.replace(BEGINS, f"{DRESS}\n{_loaded(script)}".encode())
    first = first.replace(ROOT, f'<html data-app="{app}" '.encode())
    return {**pages, **theirs, **dressed, "index.html": _file(TYPES["html"], first)}


def _beside(page: bytes, app: str, script: str) -> bytes:
    """A page beside the first one: whatever it loads comes after what the app needs there."""
    first = "\n".join([DRESS, *([f"{_loaded(script)}</script>"] if script else [])])
    own, begins, rest = page.partition(SCRIPT)
    return f"{first}\n".encode().join([own, begins + rest]).replace(ROOT, f'<html data-beside="{app}" '.encode())


def _loaded(script: str) -> str:
    return f'<script type="module" src="{script}">'


def page_words(language: Language) -> bytes:
    """The page's own words in a language, as far as there are any."""
    file = folder(language).joinpath(PAGE)
    return file.read_bytes() if file.is_file() else b"{}"


def _whole(language: Language) -> bytes:
    """Every word of the page, in English where the language has none."""
    found = json.loads(page_words(DEFAULT)) | json.loads(page_words(language))
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()


def _ending(name: str) -> str:
    return name.rpartition(".")[2]


def as_file(name: str, body: bytes) -> File:
    """What is sent by this name; its ending says of what kind it is."""
    return _file(TYPES[_ending(name)], body)


def _file(kind: str, body: bytes) -> File:
    return File(kind, body, gzip.compress(body, mtime=0), hashlib.sha256(body).hexdigest()[:24])


def _reads_gzip(accepted: str) -> bool:
    """Whether a browser says that it reads gzip; `gzip;q=0` says that it does not."""
    for one in accepted.lower().split(","):
        name, _, quality = one.partition(";")
        if name.strip() in ("gzip", "*"):
            return quality.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
