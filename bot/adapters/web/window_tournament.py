"""The tournament that a window shows: a page of it that is sent whenever it has changed, until it is over or gone."""

import json
from dataclasses import replace
from typing import Final

from bot.adapters.web.limits import PAGES
from bot.adapters.web.window_limits import WindowLimits
from bot.gateway.inbound.inbound import Inbound
from bot.requests.request_context import RequestContext
from bot.requests.tournaments.asks import ClubPage
from bot.words.languages import DEFAULT, Language

NONE: Final = ClubPage("", DEFAULT)


class ShownTournament:
    """None at first. It makes the page and knows what was sent; when it is sent is the window's to say."""

    def __init__(self, inbound: Inbound, limits: WindowLimits) -> None:
        self._inbound = inbound
        self._limits = limits
        self._club = NONE
        self._last = ""
        self._ends = 0  # when there is nothing to see of it any more, 0: not yet known

    @property
    def id(self) -> str:
        """Which tournament it is, "" for none."""
        return self._club.tournament

    @property
    def is_secret(self) -> bool:
        """Whether it is shown to whoever has its secret, whoever they are."""
        return bool(self._club.secret)

    def show(self, club: ClubPage) -> None:
        """This page from now on; `NONE` to show none."""
        self._club, self._last = club, ""

    def ends_by(self, now: int) -> bool:
        """Whether it is over by now, though nothing has changed; said once."""
        if not 0 < self._ends <= now:
            return False
        self._ends = 0
        return True

    async def newest(self, reader: RequestContext, language: Language) -> str:
        """The page as text, "" where it is what was sent last, or another one is shown meanwhile."""
        club = self._club
        page = await self._inbound.page(reader, replace(club, language=language))
        if club is not self._club:
            return ""
        self._ends = page.get("ends", 0)
        content = {name: value for name, value in page.items() if name != "ends"}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        is_new, self._last = text != self._last, text
        if page["type"] == "nowhere":
            self._club = NONE  # it is not looked up again and again
            self._limits.did(PAGES)
        return text if is_new else ""
