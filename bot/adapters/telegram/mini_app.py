"""The Mini App: the browser's page inside Telegram, where one is the same person as in the chat."""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from typing import Final

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.init_data import key_of, read_init_data
from bot.gateway.inbound.visitor import Visitor
from bot.messages.buttons import CODE, NO_TABLE

FRAMES: Final = ("https://web.telegram.org", "https://*.telegram.org")  # the clients in a browser; others have no frame
READER: Final = "https://web.telegram.org"  # its script fetches what it saves, as Telegram asks for
_TABLE: Final = re.compile(CODE)


class MiniApp:
    """One bot's. `clock` gives milliseconds."""

    name = PLATFORM
    script = "telegram_app.js"
    script_beside = "telegram_beside.js"
    reader = READER

    def __init__(self, token: str, clock: Callable[[], int], frames: tuple[str, ...] = FRAMES) -> None:
        self.frames = frames
        self.key = hmac.new(token.encode(), b"burraco sessions", hashlib.sha256).digest()
        self._telegrams_key = key_of(token)
        self._clock = clock

    @property
    def origins(self) -> tuple[str, ...]:
        """Only the host's own: Telegram loads the page from there."""
        return ()

    @property
    def facts(self) -> Mapping[str, str]:
        return {}

    async def recognise(self, proof: Mapping[str, str]) -> Visitor | None:
        opened = read_init_data(proof.get("init", ""), self._telegrams_key, self._clock() // 1000)
        if opened is None:
            return None
        return Visitor(opened.account, opened.name, opened.locale, opened.username, table_in(opened.start))


def table_in(text: str) -> str:
    """The short name of a table that a link says, "" where it says none."""
    return text if _TABLE.fullmatch(text) and text != NO_TABLE else ""


def app_address(page: str, label: str) -> str:
    """The page of a table inside the app; `page` is the host's public address, a slash at the end."""
    return f"{page}{PLATFORM}/{f'?table={label}' if table_in(label) else ''}"


def app_link(username: str, label: str) -> str:
    """The link that opens the app of a bot from any chat, at a table."""
    return f"https://t.me/{username}?startapp={label}" if table_in(label) else f"https://t.me/{username}?startapp"
