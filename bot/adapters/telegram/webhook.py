"""Webhooks: Telegram posts each update to an address, and is answered when it is applied and stored."""

import hashlib
import hmac
import json
import logging
from typing import Final

from telegram import Bot, Update

from bot.adapters.telegram.polling import KINDS, Take

LOG: Final = logging.getLogger(__name__)
HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
CONNECTIONS: Final = 40


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

    async def posted(self, secret: str, body: bytes) -> int:
        """The status for a post; anything but 200 and Telegram posts it again."""
        if not hmac.compare_digest(secret.encode("utf-8", "surrogateescape"), self._secret.encode()):
            return 403
        if self._take is None:
            return 503
        try:
            update: Update | None = Update.de_json(json.loads(body), self._bot)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            update = None
        if update is None or not isinstance(update.update_id, int):
            LOG.warning("a post that is no update")
            return 400
        try:
            await self._take(update)
        except Exception:
            LOG.exception("an update could not be applied")
            return 500
        return 200
