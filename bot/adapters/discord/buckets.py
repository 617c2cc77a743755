"""What Discord says of its limits with each answer: how many calls a bucket has left, and when it is full again.

Each press has a bucket of its own for what is changed through it. The library waits until a bucket is full again before
it gives back the answer that has emptied it; so the last call of a press is never made, and the message is changed as
any other, or through the next press. Also here: an answer that the library would wait for and repeat, although only
another call helps; and how often the library tidies what it knows of limits.
"""

import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

from aiohttp import ClientError, ClientHandlerType, ClientMiddlewareType, ClientRequest, ClientResponse
from discord import HTTPException, RateLimited, client
from discord.http import HTTPClient, Route

from bot.adapters.discord.answers import without_content
from bot.adapters.discord.uploads import Parts, whole
from bot.bounded import Bounded

PRESS: Final = re.compile(r"/webhooks/\d+/(?P<token>[^/]+)")
TOKENS: Final = 5000
TIDIED_AFTER: Final = 60.0  # seconds until what the library knows of limits is looked through again
CHANGES: Final = "PATCH"
SPARE: Final = 1  # calls of a press that are never made
TOO_MANY: Final = 429
WORN: Final = 30046  # too many changes of messages that are older than an hour
PUBLISHED: Final = (20022, 20028)  # among others, too many changes of a message that was published to other servers
LONGEST_FLOOD: Final = 30.0  # seconds that a call is held back by Discord's limits before it fails


class Buckets:
    """Those of presses, by token."""

    def __init__(self) -> None:
        self._left: Bounded[str, tuple[int, float]] = Bounded(TOKENS)  # calls, and until when that holds

    async def note(self, request: ClientRequest, handler: ClientHandlerType) -> ClientResponse:
        """A call that passes through here is noted as it is answered.

        Raises `discord.HTTPException` for what is not to be repeated, `discord.RateLimited` for what not before long.
        """
        response = await handler(request)
        await self._note(request.method, request.url.path, response)
        return response

    def has_room(self, token: str) -> bool:
        """Whether a message can be changed through this press now."""
        left, until = self._left.get(token, (SPARE + 1, 0.0))
        return left > SPARE or until <= time.monotonic()

    async def _note(self, method: str, path: str, response: ClientResponse) -> None:
        found = PRESS.search(path)
        left = response.headers.get("X-RateLimit-Remaining", "")
        if found is not None and left.isdecimal():
            self._left[found["token"]] = (int(left), time.monotonic() + _seconds(response.headers))
        if response.status == TOO_MANY:
            answer = await _json_of(response)
            wait = _number(answer.get("retry_after"))
            is_full = answer.get("code") in PUBLISHED and method == CHANGES and wait > LONGEST_FLOOD
            if answer.get("code") == WORN or is_full:
                raise HTTPException(response, answer)
            if wait > LONGEST_FLOOD:  # the library waits for a press however long that is
                raise RateLimited(wait)


class RarelyTidied(HTTPClient):
    """The library's calls, which seldom look through what is known of limits, for those that are long past.

    By itself it does so, from some hundred chats on, at the first call of each kind in each chat, and through all.
    What is uploaded leaves in one piece. One whose calls pass through others is the bot's own: of what a change is
    answered with only that is read there which somebody needs.
    """

    _through: Sequence[ClientMiddlewareType] = ()
    _next_at = 0.0

    def pass_through(self, through: Sequence[ClientMiddlewareType]) -> None:
        """Each call passes these from now on: the library makes its client by itself."""
        self._through = through

    async def request(self, route: Route, *, form: Parts | None = None, **how: Any) -> Any:
        if form:
            how["data"] = whole(form)
        answer = await super().request(route, **how, middlewares=self._through)
        return without_content(answer) if self._through and route.method == CHANGES else answer

    def _try_clear_expired_ratelimits(self) -> None:
        if time.monotonic() >= self._next_at:
            self._next_at = time.monotonic() + TIDIED_AFTER
            super()._try_clear_expired_ratelimits()


def rarely_tidied() -> None:
    """From now on the library's calls are these; it has no other place to say so."""
    client.HTTPClient = RarelyTidied  # type: ignore[attr-defined]  # its own class is replaced


def _seconds(headers: Mapping[str, str]) -> float:
    try:
        return float(headers.get("X-RateLimit-Reset-After", "0"))
    except ValueError:
        return 0.0


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


async def _json_of(response: ClientResponse) -> dict[str, object]:
    """An answer's JSON; nothing for what is none."""
    try:
        found = await response.json(content_type=None)
    except (ClientError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
