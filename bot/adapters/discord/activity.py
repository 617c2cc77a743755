"""The Activity: the browser's page inside Discord, where one is the same person as in the server.

The page brings a code that Discord gave to who sits before it, good once and for this application alone; the host
exchanges it and asks who that is. Where the Activity runs is asked of Discord too: the page could say anything.

Anybody can bring codes that are none, and Discord shuts an address out that goes on asking after it was told to wait:
https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
"""

import asyncio
import hashlib
import hmac
import logging
import re
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import aiohttp

from bot.adapters.discord.chat_ids import PLATFORM
from bot.bounded import Bounded
from bot.gateway.inbound.visitor import NotNow, Visitor
from bot.messages.pages import desk_in, table_in

LOG: Final = logging.getLogger(__name__)
SERVER: Final = "https://discord.com/api/v10"
FRAMES: Final = ("https://discord.com", "https://*.discord.com", "https://discordapp.com", "https://*.discordapp.com")
PROXY: Final = "discordsays.com"
PATIENCE: Final = aiohttp.ClientTimeout(total=10)  # seconds for all that is asked of Discord
CODES: Final = 10_000  # that are remembered
LAUNCHES: Final = 1_000  # presses of a table's button whose page has not come yet
COMES_IN: Final = 120.0  # seconds
AGAIN: Final = 10.0  # seconds until Discord is asked again which application it is
LONGEST_WAIT: Final = 600.0  # seconds, in which Discord counts what it has refused
USUAL_WAIT: Final = 60.0
TOO_MANY: Final = 429
AGENT: Final = "DiscordBot (Burraco Host, self-hosted, 1)"
_PLAIN: Final = re.compile(r"(?!\.+$)[\w.-]{1,200}", re.ASCII)  # dots alone would lead elsewhere in a path
_SECONDS: Final = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)

Json = dict[str, Any]


class Activity:
    """One application's. `client` tells its id, "" while the bot is not logged in; `server`: another API.

    Of several hosts only those are logged in that hold a lease of Discord's; the others ask Discord for the id.
    """

    name = PLATFORM
    script = "discord_app.js"
    script_beside = "discord_beside.js"
    reader = ""  # Discord opens files in the browser

    def __init__(self, token: str, secret: str, client: Callable[[], str], server: str = "") -> None:
        self.frames: tuple[str, ...] = FRAMES
        self.key = hmac.new(secret.encode(), b"burraco sessions", hashlib.sha256).digest()
        self._token = token
        self._secret = secret
        self._logged_in_as = client
        self._number = ""
        self._learning = asyncio.Lock()
        self._ask_again = 0.0
        self._waits_until = 0.0  # until when no code is exchanged
        self.server = server or SERVER
        self.proxies: tuple[str, ...] = ()  # other addresses than Discord's own at which its proxy shows the page
        self._used: Bounded[str, None] = Bounded(CODES)
        self._launched: Bounded[str, tuple[str, str, float]] = Bounded(LAUNCHES)  # by account: channel, table, when

    @property
    def origins(self) -> tuple[str, ...]:
        """Discord shows the page at an address of its own, through which all that it asks for goes."""
        client = self._client()
        return (f"https://{client}.{PROXY}", *self.proxies) if client else ()

    @property
    def facts(self) -> Mapping[str, str]:
        return {"client": self._client()}

    async def prepare(self) -> None:
        """Ask Discord which application it is, where this host is not logged in; not again at once after a refusal."""
        async with self._learning:
            if self._client() or time.monotonic() < self._ask_again:
                return
            self._ask_again = time.monotonic() + AGAIN
            try:
                async with aiohttp.ClientSession(timeout=PATIENCE, headers={"User-Agent": AGENT}) as session:
                    found = await self._get(session, "applications/@me", f"Bot {self._token}")
            except (aiohttp.ClientError, TimeoutError, ValueError) as error:
                LOG.warning("Discord does not say which application it is", extra={"error": type(error).__name__})
                return
            number = str(found.get("id") or "")
            self._number = number if number.isdecimal() else ""

    def _client(self) -> str:
        self._number = self._logged_in_as() or self._number
        return self._number

    def note_launched(self, account: str, channel: str, label: str) -> None:
        """Somebody has pressed the button of a table or a desk there: the page that comes now shows that one."""
        self._launched[account] = (channel, label, time.monotonic())

    async def recognise(self, proof: Mapping[str, str]) -> Visitor | None:
        code, instance = proof.get("code", ""), proof.get("instance", "")
        if not self._client() or not _PLAIN.fullmatch(code):
            return None
        if time.monotonic() < self._waits_until:
            raise NotNow
        if not self._is_new(code):
            return None
        try:
            async with aiohttp.ClientSession(timeout=PATIENCE, headers={"User-Agent": AGENT}) as session:
                return await self._visitor(session, code, instance)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            LOG.warning("Discord does not say who opened the Activity", extra={"error": type(error).__name__})
            return None

    def _is_new(self, code: str) -> bool:
        """Whether this code comes for the first time; its digest is enough to know it again."""
        digest = _digest(code)
        if digest in self._used:
            return False
        self._used[digest] = None
        return True

    async def _visitor(self, session: aiohttp.ClientSession, code: str, instance: str) -> Visitor | None:
        client = self._client()
        form = {"client_id": client, "client_secret": self._secret, "grant_type": "authorization_code", "code": code}
        async with session.post(f"{self.server}/oauth2/token", data=form) as answer:
            if answer.status == TOO_MANY:
                self._wait(answer.headers.get("Retry-After", ""), code)
                raise NotNow
            granted = await _object(answer)
        user = await self._get(session, "users/@me", f"Bearer {granted.get('access_token', '')}") if granted else {}
        account = user.get("id")
        if not isinstance(account, str) or not account.isdecimal() or user.get("bot"):
            return None
        name = str(user.get("global_name") or user.get("username") or "")
        channel = await self._channel(session, instance, account) if _PLAIN.fullmatch(instance) else ""
        locale, wanted = str(user.get("locale") or ""), self._wanted(account, channel)
        return Visitor(account, name, locale, table=table_in(wanted), channel=channel, desk=desk_in(wanted))

    def _wait(self, seconds: str, code: str) -> None:
        """Discord takes no codes for so long; this one was not looked at, and is still good."""
        wait = min(float(seconds), LONGEST_WAIT) if _SECONDS.fullmatch(seconds) else USUAL_WAIT
        self._waits_until = time.monotonic() + wait
        self._used.pop(_digest(code), None)
        LOG.warning("nobody opens the Activity for now", extra={"error": "Discord takes no more codes"})

    def _wanted(self, account: str, channel: str) -> str:
        """The table, or the desk, whose button they have just pressed there, "" for none."""
        where, label, at = self._launched.pop(account, ("", "", 0.0))
        is_there = channel == f"{PLATFORM}:{where}" and time.monotonic() - at < COMES_IN
        return label if is_there else ""

    async def _channel(self, session: aiohttp.ClientSession, instance: str, account: str) -> str:
        """The channel in which this Activity runs, where this person is in it; "" where Discord knows of no such."""
        found = await self._get(
            session, f"applications/{self._client()}/activity-instances/{instance}", f"Bot {self._token}"
        )
        place = found.get("location")
        channel = str(place.get("channel_id") or "") if isinstance(place, dict) else ""
        is_there = account in [str(one) for one in found.get("users") or ()]
        return f"{PLATFORM}:{channel}" if is_there and channel.isdecimal() else ""

    async def _get(self, session: aiohttp.ClientSession, path: str, authorization: str) -> Json:
        async with session.get(f"{self.server}/{path}", headers={"Authorization": authorization}) as answer:
            return await _object(answer)


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


async def _object(answer: aiohttp.ClientResponse) -> Json:
    """What was answered; {} for a refusal. Raises `ValueError`."""
    if answer.status != 200:
        return {}
    found = await answer.json()
    return found if isinstance(found, dict) else {}
