"""A message taken to a browser's push service: one request, whose answer says whether it was taken."""

from collections.abc import Callable
from typing import Final

import aiohttp
from yarl import URL

from bot.adapters.push.encryption import encrypt
from bot.adapters.push.public_addresses import PublicResolver
from bot.adapters.push.signature import VapidKey
from bot.durations import SECOND
from bot.host.delivery_errors import TryLater, Undeliverable
from bot.requests.pushes import Browser, Forbidden

PATIENCE: Final = aiohttp.ClientTimeout(total=15)
LASTS: Final = 4 * 3600  # seconds for which a service keeps a message for a device that is off
NOT_FOUND: Final = (404, 410)  # RFC 8030, 7.3: the subscription has expired, or was taken back
FORBIDDEN: Final = (401, 403)  # RFC 8292, 4.2: this host's word is missing, wrong, or for another key
CONNECTIONS: Final = 256
OF_ONE: Final = 8  # to one service: a slow one, which may be anybody's, holds no more
KNOWN_FOR: Final = 300  # seconds for which a name need not be looked up again
DIGITS: Final = 6  # of seconds after which a service, which may be anybody, wants to be asked again


class PushPost:
    """Sends, signed as this host. `now` in milliseconds."""

    def __init__(self, signature: VapidKey, now: Callable[[], int]) -> None:
        self._signature = signature
        self._now = now
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def send(self, browser: Browser, message: str, topic: str) -> None:
        """Bring it there; one of the same topic that was not fetched yet is replaced.

        Raises `TryLater`, `Undeliverable`, `Forbidden`.
        """
        try:
            url = URL(browser.endpoint)
            body = encrypt(message.encode(), browser.key, browser.auth)
        except ValueError:
            raise Undeliverable("no address, or no key") from None
        headers = {
            "Authorization": self._signature.header(str(url.origin()), self._now() // SECOND),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Topic": topic,
            "Urgency": "high",
        }
        try:
            async with self._open().post(url, data=body, headers=headers, allow_redirects=False) as answer:
                _judge(answer.status, answer.headers.get("Retry-After", ""))
        except (aiohttp.ClientError, OSError, UnicodeError) as error:  # the last of a name that cannot be looked up
            raise TryLater(type(error).__name__) from error

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                resolver=PublicResolver(), limit=CONNECTIONS, limit_per_host=OF_ONE, ttl_dns_cache=KNOWN_FOR
            )
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=PATIENCE, cookie_jar=aiohttp.DummyCookieJar(), auto_decompress=False
            )
        return self._session


def _judge(status: int, retry_after: str) -> None:
    if status in NOT_FOUND:
        raise Undeliverable("the browser takes no messages any more")
    if status in FORBIDDEN:
        raise Forbidden
    if not 200 <= status < 300:
        seconds = int(retry_after) if retry_after.isdecimal() and len(retry_after) <= DIGITS else 0
        raise TryLater(f"status {status}", seconds * SECOND)
