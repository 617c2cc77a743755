"""Interactions that Discord posts to an address, in place of telling of them through the gateway.

Each post is signed by the application (Ed25519, over its time and its body). A ping is answered at once, by which
Discord tries a new address; anything else is taken, and its answers go the way of all others: a call with its token.
Discord posts nothing twice, so what cannot be taken here is refused, for the web server in front to try another host.
https://discord.com/developers/docs/interactions/overview
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from contextvars import Context, copy_context
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from discord import AppInfo, HTTPException
from discord.http import HTTPClient, Route

from bot.adapters.discord.errors import FAILED, known_error

LOG: Final = logging.getLogger(__name__)
SIGNATURE: Final = "X-Signature-Ed25519"
TIME: Final = "X-Signature-Timestamp"
PING: Final = 1
PONG: Final = b'{"type":1}'
FIRST_WAIT: Final = 1.0  # seconds until an address that was not taken is offered again, doubled each time
LAST_WAIT: Final = 60.0
REFUSED: Final = 400

Json = dict[str, Any]
Take = Callable[[Any], None]  # Discord's own object, which its library reads


class PostedInteractions:
    """Who is posted to. `address` is public; its path is where the posts arrive."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._key: Ed25519PublicKey | None = None
        self._take: Take | None = None
        self._context = Context()  # of the bot, whose server this may not be: how its calls are made
        self._takes: Callable[[int], bool] = lambda _server: True

    def begin(self, public_key: str, take: Take, takes: Callable[[int], bool] = lambda _server: True) -> None:
        """From now on, what is signed for this key is taken, if this host `takes` what comes from a server, 0 for none.

        Raises `ValueError` for what is no key.
        """
        self._key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
        self._take, self._takes, self._context = take, takes, copy_context()

    def end(self) -> None:
        """Nothing is taken any more."""
        self._take = None

    async def answer_post(self, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The status for a post, and what is said with it."""
        if self._key is None or self._take is None:
            return 503, b""
        if not self._is_signed(self._key, headers, body):
            return 401, b""
        try:
            posted = json.loads(body)
            kind, server = int(posted["type"]), int(posted.get("guild_id") or 0)
        except (ValueError, TypeError, KeyError, RecursionError):
            LOG.warning("a signed post that is no interaction")
            return 400, b""
        if kind == PING:
            return 200, PONG
        if not self._takes(server):
            return 503, b""
        try:
            self._context.run(self._take, posted)
        except Exception:
            LOG.exception("an interaction could not be read")
            return 400, b""
        return 202, b""

    @staticmethod
    def _is_signed(key: Ed25519PublicKey, headers: Mapping[str, str], body: bytes) -> bool:
        try:
            signature = bytes.fromhex(headers.get(SIGNATURE, ""))
            key.verify(signature, headers.get(TIME, "").encode("utf-8", "surrogateescape") + body)
        except (ValueError, InvalidSignature):
            return False
        return True


async def point(http: HTTPClient, application: AppInfo, hook: PostedInteractions | None) -> None:
    """Discord posts interactions where they are taken, or tells of them through the gateway where nobody takes posts.

    Until an address is taken they come as before: a web server in front may be up later than the host.
    """
    there, wanted = application.interactions_endpoint_url or "", hook.address if hook is not None else ""
    if there == wanted:
        return
    if not wanted:
        LOG.warning("Discord posted interactions to an address, and does so no more", extra={"address": there})
    wait = FIRST_WAIT
    while True:
        try:  # `AppInfo.edit` of discord.py 2.7 leaves this field out: its list of fields has a blank behind the name
            await http.request(Route("PATCH", "/applications/@me"), json={"interactions_endpoint_url": wanted or None})
            return
        except FAILED as error:
            _complain(error, wanted, wait)
        await asyncio.sleep(wait)
        wait = min(wait * 2, LAST_WAIT)


def _complain(error: Exception, wanted: str, wait: float) -> None:
    if isinstance(error, HTTPException) and error.status == REFUSED:
        words = "BURRACO_DISCORD_INTERACTIONS: Discord has called the address and does not take it"
    else:
        words = "Discord was not told where to post interactions"
    LOG.warning(words, extra={"address": wanted, "words": known_error(error).words, "again_in": wait})
