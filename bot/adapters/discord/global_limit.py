"""Discord's limit of fifty calls a second for the whole bot: nothing leaves that would be one too many.

Letters keep a budget of their own, but opening private channels, asking for members and deleting count as well, and at
a start all of them come together. The library learns of this limit only by being refused, each waiting call for itself;
and an address with ten thousand refusals in ten minutes is shut out by Discord for a while.
https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
"""

import time
from collections.abc import Callable
from typing import Final

from aiohttp import ClientHandlerType, ClientRequest, ClientResponse

from bot.departures import Departures

A_SECOND: Final = 48  # of Discord's 50: `burraco doctor` may be calling meanwhile
EXEMPT: Final = ("/interactions/", "/webhooks/")  # answers to presses count nowhere


class GlobalLimit:
    """Holds calls back where they leave, one after the other. `share`: how much of the limit is this host's."""

    def __init__(self, most: int = A_SECOND, share: Callable[[], float] = lambda: 1.0) -> None:
        self._departures = Departures(lambda: max(1, int(most * share())), lambda: round(time.monotonic() * 1000))

    async def hold(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """A call that passes through here leaves once there is room, and counts until it is answered or has failed."""
        if any(one in request.url.path for one in EXEMPT):
            return await handler(request)
        async with self._departures.leave():
            return await handler(request)
