"""Discord's limit of fifty calls a second for the whole bot: nothing leaves that would be one too many.

Letters keep a budget of their own, but opening private channels, asking for members and deleting count as well, and at
a start all of them come together. The library learns of this limit only by being refused, each waiting call for itself;
and an address with ten thousand refusals in ten minutes is shut out by Discord for a while.
https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""

import time
from types import SimpleNamespace
from typing import Any, Final

import aiohttp

from bot.departures import Departures

A_SECOND: Final = 48  # of Discord's 50: `burraco doctor` may be calling meanwhile
EXEMPT: Final = ("/interactions/", "/webhooks/")  # answers to presses count nowhere


class GlobalLimit:
    """Holds calls back where they leave, one after the other."""

    def __init__(self, most: int = A_SECOND) -> None:
        self._departures = Departures(most, lambda: round(time.monotonic() * 1000))

    def hold(self, config: aiohttp.TraceConfig) -> None:
        """From now on those of the clients that are listened to by this configuration."""
        config.on_request_start.append(self._leaves)
        config.on_request_end.append(self._has_arrived)
        config.on_request_exception.append(self._has_arrived)

    async def _leaves(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        if any(one in params.url.path for one in EXEMPT):
            return
        leaving = self._departures.leave()
        await leaving.__aenter__()
        context.leaving = leaving

    async def _has_arrived(self, _session: aiohttp.ClientSession, context: SimpleNamespace, _params: Any) -> None:
        """Or has failed, also after its answer."""
        leaving = vars(context).pop("leaving", None)
        if leaving is not None:
            await leaving.__aexit__(None, None, None)
