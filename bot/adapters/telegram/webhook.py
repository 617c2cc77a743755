"""Webhooks: Telegram posts each update to an address, and is answered when it is applied and stored."""

import asyncio
import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from typing import Final

from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.adapters.telegram.polling import KINDS, REFUSED, TAKEN, UNKNOWN, Take
from bot.adapters.telegram.received import read_update
from bot.gateway.outbound.messenger import CannotHost
from bot.host.ports import StoreError

LOG: Final = logging.getLogger(__name__)
HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
CONNECTIONS: Final = 40
LOOK: Final = 60.0  # seconds between two looks whether updates still come here


class Hook:
    """The one who is posted to. `address` is public; its path is where the posts arrive."""

    def __init__(self, bot: Bot, address: str, token: str) -> None:
        self._bot = bot
        self.address = address
        self._secret = hashlib.sha256(f"webhook {token}".encode()).hexdigest()  # known to who knows the token
        self._take: Take | None = None

    async def start(self, take: Take) -> None:
        """Tell Telegram where to post. Raises `TelegramError`."""
        self._take = take
        await self._bot.set_webhook(
            self.address, max_connections=CONNECTIONS, allowed_updates=KINDS, secret_token=self._secret
        )

    def end(self) -> None:
        """Nothing is taken any more: another host may do it now."""
        self._take = None

    async def watch(self) -> None:
        """Until it is cancelled. Raises `CannotHost` where updates will come here no more.

        Another program has turned them elsewhere, or Telegram says several times that it does not know the token.
        """
        refused = 0
        while True:
            await asyncio.sleep(LOOK)
            try:
                there = (await self._bot.get_webhook_info()).url
            except TelegramError as error:
                refused = refused + 1 if isinstance(error, InvalidToken) else 0
                if refused >= REFUSED:
                    raise CannotHost(UNKNOWN) from None
                continue
            refused = 0
            if there != self.address:
                raise CannotHost(TAKEN)

    async def answer_post(self, headers: Mapping[str, str], body: bytes) -> tuple[int, bytes]:
        """The status for a post, and nothing with it; anything but 200 and Telegram posts it again."""
        return await self._status(headers.get(HEADER, ""), body), b""

    async def _status(self, secret: str, body: bytes) -> int:
        if not hmac.compare_digest(secret.encode("utf-8", "surrogateescape"), self._secret.encode()):
            return 403
        if self._take is None:
            return 503
        try:
            update = read_update(json.loads(body), self._bot)
        except (ValueError, RecursionError):
            update = None
        if update is None:
            LOG.warning("a post that is no update")
            return 400
        try:
            await self._take(update)
        except StoreError:  # which is told already
            return 500
        except Exception:
            LOG.exception("an update could not be applied")
            return 500
        return 200
