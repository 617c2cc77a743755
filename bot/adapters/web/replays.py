"""Records that a page wants to look through: it posts the text, and is sent the moments; nothing of it is kept.

The page has the text from a file, or from the host, which gives it to those who may read it. Replaying takes the host
some time, so that it is done for one page after the other, beside the event loop, and not too often for one address.
"""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

from aiohttp import web

from bot.adapters.web.limits import REPLAYS, PageLimits
from bot.fair_share import FewOfEach
from bot.requests.analysing import analysis_page
from bot.requests.deal_analyses import DealAnalyses
from bot.requests.replaying import LONGEST, RecordLook, Unfit, ended_deal, record_alone, replay_page
from bot.requests.what_if import MOST_BRANCHED, what_if, what_if_page
from bot.words.languages import DEFAULT, Language, guess, say

P = ParamSpec("P")
T = TypeVar("T")

BIGGEST: Final = 5 * LONGEST  # bytes: signs take some in JSON
WAITING: Final = 50  # pages
OF_ONE: Final = 4  # of them for one person or address: whoever posts hundreds waits for themselves
LONGEST_SESSION: Final = 600  # signs


class Replays:
    """Answers them, one after the other; computers that play or look back for a page keep no other page waiting."""

    def __init__(self, limits: PageLimits, analyses: DealAnalyses) -> None:
        self._analyses = analyses
        self._limits = limits
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._of_one: FewOfEach[str] = FewOfEach(OF_ONE)

    async def answer(self, body: bytes, address: str, bearer: Callable[[str], str] | None = None) -> web.Response:
        """The moments of a deal, or in words why there are none. Who may ask is known by now.

        `body`: what was posted; `address`: whose address counts. `bearer`: whose session of an app it is.
        """
        message = _message(body)
        language, wanted = guess(str(message.get("language", "")), DEFAULT), _request_of(message)
        person = bearer(_session(message)) if bearer is not None else ""
        who = (person, "") if person else (address, address)  # everybody in an app may come by one address
        async with self._of_one[who[0]]:
            found = await self._found(language, wanted, who)
        response = web.json_response(found, dumps=lambda one: json.dumps(one, ensure_ascii=False))
        response.enable_compression()
        return response

    async def _found(self, language: Language, wanted: RecordLook, who: tuple[str, str]) -> dict[str, Any]:
        minutes = self._limits.wait(REPLAYS, *who) if who[0] else 0
        if minutes:
            return {"done": False, "words": say(language, "web.too-many-replays", minutes=minutes)}
        if self._waiting >= WAITING:
            raise web.HTTPServiceUnavailable
        if who[0]:
            self._limits.did(REPLAYS, *who)
        self._waiting += 1
        try:
            page = await self._page(language, wanted)
        finally:
            self._waiting -= 1
        if isinstance(page, Unfit):
            return {"done": False, "unfit": True, "words": page.words}
        return {"done": True, "page": page}

    async def _page(self, language: Language, wanted: RecordLook) -> dict[str, Any] | Unfit:
        if wanted.analysed:
            return await self._analysis(language, wanted)
        if wanted.at < 0:
            return await self._alone(replay_page, language, wanted)
        branch = await self._alone(what_if, language, wanted)
        if isinstance(branch, Unfit):
            return branch
        played = await self._analyses.others_play(language, branch)
        return played if isinstance(played, Unfit) else await self._alone(what_if_page, played)

    async def _analysis(self, language: Language, wanted: RecordLook) -> dict[str, Any] | Unfit:
        deal = await self._alone(ended_deal, language, wanted)
        if isinstance(deal, Unfit):
            return deal
        found = await self._analyses.of(language, record_alone(deal.deal))
        return found if isinstance(found, Unfit) else await self._alone(analysis_page, deal, found)

    async def _alone(self, work: Callable[P, T], *facts: P.args, **by_name: P.kwargs) -> T:
        """What takes the host some time, for one page at a time."""
        async with self._turn:
            return await asyncio.to_thread(work, *facts, **by_name)


def _message(body: bytes) -> dict[str, Any]:
    """What was posted. Raises `HTTPBadRequest`, also for a number of thousands of digits."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise web.HTTPBadRequest from error
    if not isinstance(found, dict):
        raise web.HTTPBadRequest
    return found


def _session(message: dict[str, Any]) -> str:
    found = message.get("session", "")
    return found if isinstance(found, str) and len(found) <= LONGEST_SESSION else ""


def _request_of(message: dict[str, Any]) -> RecordLook:
    text, seat, line = message.get("text", 0), message.get("seat", ""), message.get("line", [])
    deal, at, level = message.get("deal", 0), message.get("at", -1), message.get("level", "")
    numbers = type(deal) is int and type(at) is int and 0 <= deal < 1000 and -1 <= at < 1 << 20
    actions = isinstance(line, list) and len(line) <= MOST_BRANCHED and all(isinstance(one, str) for one in line)
    if not (all(isinstance(one, str) for one in (text, seat, level)) and numbers and actions):
        raise web.HTTPBadRequest
    analysed = message.get("analysed") is True
    return RecordLook(text, deal, seat, message.get("open") is not False, at, tuple(line), level, analysed)
