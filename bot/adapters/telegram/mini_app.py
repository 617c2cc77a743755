"""The Mini App: the browser's page inside Telegram, where one is the same person as in the chat."""

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Final

from bot.adapters.telegram.chat_ids import PLATFORM
from bot.adapters.telegram.init_data import key_of, read_init_data
from bot.gateway.inbound.visitor import Visitor
from bot.messages.pages import desk_in, table_in

FRAMES: Final = ("https://web.telegram.org", "https://*.telegram.org")  # the clients in a browser; others have no frame
READER: Final = "https://web.telegram.org"  # its script fetches what it saves, as Telegram asks for


class MiniApp:
    """One bot's. `clock` gives milliseconds."""

    name = PLATFORM
    script = "telegram_app.js"
    script_beside = "telegram_beside.js"
    reader = READER
    frames: tuple[str, ...] = FRAMES

    def __init__(self, token: str, clock: Callable[[], int]) -> None:
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

    async def prepare(self) -> None:
        """It knows all from its token."""

    async def recognise(self, proof: Mapping[str, str]) -> Visitor | None:
        opened = read_init_data(proof.get("init", ""), self._telegrams_key, self._clock() // 1000)
        if opened is None:
            return None
        start = opened.start
        return Visitor(
            opened.account, opened.name, opened.locale, opened.username, table=table_in(start), desk=desk_in(start)
        )


def app_address(page: str, wanted: str) -> str:
    """The page of a table, or a desk, inside the app; `page` is the host's public address, a slash at the end."""
    facts = f"?table={wanted}" if table_in(wanted) else f"?desk={wanted}" if desk_in(wanted) else ""
    return f"{page}{PLATFORM}/{facts}"


def app_link(username: str, wanted: str) -> str:
    """The link that opens the app of a bot from any chat, at a table or a desk."""
    is_known = table_in(wanted) or desk_in(wanted)
    return f"https://t.me/{username}?startapp={wanted}" if is_known else f"https://t.me/{username}?startapp"
