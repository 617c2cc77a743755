"""The door for windows inside an app of a platform: who may frame the page, whose pages connect, who is let in.

The platform vouches for an account by a proof, which the page shows once and gets a session for.
"""

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any, Final, Protocol

from aiohttp import web

from bot.adapters.web.app_files import AppFiles, FileAddresses
from bot.adapters.web.guard import HEADERS
from bot.adapters.web.limits import PageLimits
from bot.adapters.web.public_name import PublicName
from bot.adapters.web.sessions import Sessions
from bot.gateway.inbound.inbound import Inbound
from bot.gateway.inbound.visitor import NotNow, Visitor
from bot.gateway.outbound.delivery import Paint
from bot.host.ports import StoreError
from bot.requests.pages import Which
from bot.requests.request_context import RequestContext

LOG: Final = logging.getLogger(__name__)
LONGEST: Final = 4096  # signs of one fact of a proof
AT_ONCE: Final = 16  # proofs that are looked at at the same time
FILES: Final = "file"  # the folder of addresses of files
FRAMES: Final = "frame-ancestors 'none'"  # of every other answer


class App(Protocol):
    """The page inside an app of a platform.

    `name`: the platform, and the folder of the page; `key` signs sessions; `frames`: the pages that may show it in a
    frame; `script`: what of the page begins there, `script_beside` what each other page begins with, "" for nothing;
    `reader`: the page of the platform whose script fetches files, "" for none.
    """

    name: str
    script: str
    script_beside: str
    reader: str
    key: bytes
    frames: tuple[str, ...]

    @property
    def origins(self) -> tuple[str, ...]:
        """Where the page may have come from, beside the host's own names."""

    @property
    def facts(self) -> Mapping[str, str]:
        """What the page has to know before anybody is let in; no secrets."""

    async def prepare(self) -> None:
        """Learn what it does not know yet and has to, before anything else is asked of it; soon done where it knows."""

    async def recognise(self, proof: Mapping[str, str]) -> Visitor | None:
        """Whom the platform vouches for by this, None for nobody. Raises `NotNow`."""


class AppDoor:
    """The door of one app."""

    def __init__(self, app: App, inbound: Inbound, public: PublicName, paint: Paint | None, limits: PageLimits) -> None:
        self.name = app.name
        self.script = app.script
        self.script_beside = app.script_beside
        self._app = app
        self._inbound = inbound
        self._sessions = Sessions(app.key)
        below = f"{public.address}{app.name}/{FILES}/" if public.is_encrypted else ""
        self.files = AppFiles(app.name, FileAddresses(app.key, below), app.reader, inbound, paint, limits)
        self._looking = asyncio.Semaphore(AT_ONCE)
        theirs = f"worker-src 'none'; frame-ancestors {' '.join(app.frames)}"
        policy = HEADERS["Content-Security-Policy"].replace(FRAMES, theirs)
        self.headers: Mapping[str, str] = {"Content-Security-Policy": policy}

    async def is_own_origin(self, origin: str) -> bool:
        """Whether the app's own pages come from there."""
        await self._app.prepare()
        return bool(origin) and origin in self._app.origins

    def account(self, session: str) -> str:
        """Whose session it is, "" for nobody's."""
        return self._sessions.account(session, self._now)

    def bearer(self, session: str) -> str:
        """Under what name a person's deeds are counted, however many sessions they have; "" for nobody's session."""
        account = self.account(session)
        return f"{self.name}:{account}" if account else ""

    async def facts(self) -> web.Response:
        """What the page has to know first."""
        await self._app.prepare()
        return web.json_response(dict(self._app.facts), headers={"Cache-Control": "no-store"})

    async def let_in(self, proof: str) -> web.Response:
        """A session for whoever the platform vouches for by a proof, as JSON; 403 for everybody else."""
        if self._looking.locked():
            return _answer(503)
        try:
            async with self._looking:
                visitor = await self._app.recognise(_proof(proof))
        except NotNow:
            return _answer(503)
        if visitor is None:
            return _answer(403)
        context = RequestContext(self.name, visitor.account, username=visitor.username)
        try:
            await self._inbound.enters(context, visitor.locale, visitor.name)
            table = visitor.table or ("" if visitor.desk else await self._table_of(visitor.channel, context))
        except StoreError as error:
            LOG.error("somebody could not be let in, for the store failed", extra={"error": str(error)})  # noqa: TRY400  which says all there is to know
            return _answer(503)
        session = self._sessions.begin(visitor.account, self._now)
        return _answer(200, token=session, table=table, desk=visitor.desk)

    async def _table_of(self, channel: str, context: RequestContext) -> str:
        """The short name of the table that somebody in a channel means, "" where that is not clear."""
        if not channel:
            return ""
        found = await self._inbound.do(context, Which(channel, watches=True))
        page = await self._inbound.page(context, found.table) if found.table else {}
        return str(page["table"]["label"]) if page.get("type") == "view" else ""

    @property
    def _now(self) -> int:
        return self._inbound.clock() // 1000


def _answer(status: int, **facts: Any) -> web.Response:
    return web.json_response(facts, status=status, headers={"Cache-Control": "no-store"})


def _proof(body: str) -> Mapping[str, str]:
    """What a window shows; {} where it is no proof at all."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    texts = found.items() if isinstance(found, dict) else ()
    return {name: text for name, text in texts if isinstance(text, str) and len(text) <= LONGEST}
