"""Files for who plays inside an app of a platform, whose frame saves none: for each an address of its own.

Such an address is good for minutes and is stored nowhere: it says who may fetch what, signed. It carries the request,
not the file, so whoever comes with it is asked again whether they may have it, and gets it as it is by then. Platforms
look at an address before they open it, so it is no less good the second time. Every host of a database signs alike,
for the key is made of what the platform gave to the bot.
"""

import hashlib
import hmac
import json
import logging
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from aiohttp import web

from bot.adapters.web.limits import FILES, PageLimits
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.request_json import Nonsense, request_of, sound
from bot.gateway.outbound.delivery import Paint
from bot.host.ports import StoreError
from bot.requests.request_context import RequestContext
from bot.requests.store_error_words import store_error_words
from bot.requests.tournaments import asks
from bot.words.languages import DEFAULT, Language, guess, say

LOG: Final = logging.getLogger(__name__)
LASTS: Final = 5 * 60  # seconds
LONGEST: Final = 1800  # signs of an address, which platforms pass on whole
PICTURE: Final = "picture"
PNG: Final = "image/png"
BYTES: Final = "application/octet-stream"  # of text, a phone would call a record `.brn.txt`
READS: Final = frozenset({"record", "replay", "csv", "leaderboard", "stats", "export", PICTURE})
ABOUT_TOURNAMENTS: Final = frozenset({"tournament", "club"})
PAPERS: Final = frozenset({*asks.FILES, asks.FILE, asks.REPORT})
_STRANGE: Final = re.compile(r"[^\w.-]", re.ASCII)

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What an address says: this person, as this account, may fetch what they asked for with this message."""

    account: str
    person: str
    message: Json


@dataclass(frozen=True, slots=True)
class SavedFile:
    """What is fetched; or `words` why there is nothing."""

    name: str = ""
    body: bytes = b""
    kind: str = BYTES
    words: str = ""


class FileAddresses:
    """Addresses below one, signed with a key that is made of an app's."""

    def __init__(self, key: bytes, below: str) -> None:
        self._key = hmac.new(key, b"burraco files", hashlib.sha256).digest()
        self._below = below

    def address(self, wanted: Wanted, now: int) -> str:
        """Where it is fetched, `now` in seconds; "" where it has no address."""
        if not self._below or not _only_reads(wanted.message):
            return ""
        facts = {name: value for name, value in wanted.message.items() if name not in ("id", "delivery")}
        text = _signs(json.dumps([wanted.account, wanted.person, now + LASTS, facts]).encode())
        address = f"{self._below}{text}.{self._sign(text)}"
        return address if len(address) <= LONGEST else ""

    def read(self, word: str, now: int) -> Wanted | None:
        """What the last part of an address says; None where it is none of ours, or over."""
        text, _, signature = word.rpartition(".")
        if not word.isascii() or not hmac.compare_digest(self._sign(text), signature):
            return None
        account, person, until, message = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
        return Wanted(account, person, message) if now < until else None

    def _sign(self, text: str) -> str:
        return _signs(hmac.new(self._key, text.encode(), hashlib.sha256).digest())


class AppFiles:
    """The files of one app. `below` is where their addresses begin, "" for none; `reader`: a page that reads them."""

    def __init__(
        self,
        platform: str,
        addresses: FileAddresses,
        reader: str,
        inbound: Inbound,
        paint: Paint | None,
        limits: PageLimits,
    ) -> None:
        self._platform = platform
        self._addresses = addresses
        self._inbound = inbound
        self._paint = paint
        self._limits = limits
        self._headers = {"Cache-Control": "no-store", **({"Access-Control-Allow-Origin": reader} if reader else {})}

    def address(self, account: str, person: str, message: Json) -> str:
        """Where this person fetches what this message of their window asks for; "" where that is no file."""
        return self._addresses.address(Wanted(account, person, message), self._now)

    async def answer(self, request: web.Request) -> web.Response:
        """The file of an address, as it is now, for nobody else than whom it was given to."""
        language = guess(request.headers.get("Accept-Language", "").partition(",")[0], DEFAULT)
        wanted = self._addresses.read(request.match_info["word"], self._now)
        if wanted is None:
            return self._refused(404, say(language, "web.file-over"))
        bearer = f"{self._platform}:{wanted.account}"
        minutes = self._limits.wait(FILES, bearer, "")
        if minutes:
            return self._refused(429, say(language, "web.too-many-files", minutes=minutes))
        self._limits.did(FILES, bearer, "")
        try:
            return await self._fetched(wanted, language)
        except StoreError as error:
            LOG.error("a file could not be fetched, for the store failed", extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            return self._refused(503, store_error_words(language, error))

    async def _fetched(self, wanted: Wanted, language: Language) -> web.Response:
        context = RequestContext(self._platform, wanted.account)
        await self._inbound.enters(context, registers=False)
        if not wanted.person or context.person.id != wanted.person:  # forgotten since, or somebody else by now
            return self._refused(404, say(language, "web.file-over"))
        file = await self._file(context, wanted.message)
        if not file.name:
            return self._refused(403, file.words or say(context.person.language, "web.file-over"))
        named = f'attachment; filename="{_STRANGE.sub("_", file.name)}"'
        headers = {**self._headers, "Content-Disposition": named}
        return web.Response(body=file.body, content_type=file.kind, headers=headers)

    async def _file(self, context: RequestContext, message: Json) -> SavedFile:
        if message["want"] == PICTURE:
            return await self._picture(context, sound(message, "table"), sound(message, "kind"))
        try:
            request = request_of(message)
        except Nonsense:  # an older program has signed it
            return SavedFile()
        answer = await self._inbound.do(context, request)
        if not answer.done or answer.file is None:
            return SavedFile(words=answer.words)
        name, body = answer.file
        return SavedFile(name, body, str(answer.json.get("type") or BYTES))

    async def _picture(self, context: RequestContext, table: str, kind: str) -> SavedFile:
        message = await self._inbound.look(context, table, kind)
        if message is None or message.picture is None or self._paint is None:
            return SavedFile()
        return SavedFile(picture_name(kind), (await self._paint(message.picture, message.look)).png, PNG)

    def _refused(self, status: int, words: str) -> web.Response:
        return web.Response(status=status, text=f"{words}\n", headers=self._headers)

    @property
    def _now(self) -> int:
        return self._inbound.clock() // 1000


def picture_name(kind: str) -> str:
    """What the file of a picture is called."""
    return f"burraco-{kind}.png"


def _only_reads(message: Json) -> bool:
    """Whether carrying it out again changes nothing: an address may be looked at by machines, and more than once."""
    want, what = message.get("want"), message.get("what")
    return want in READS or (want in ABOUT_TOURNAMENTS and what in PAPERS)


def _signs(found: bytes) -> str:
    return urlsafe_b64encode(found).decode().rstrip("=")
