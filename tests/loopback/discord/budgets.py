"""Rate limits: a bucket a route and major id, one for the whole bot. Open until a test closes them; in real seconds."""

import time
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from tests.loopback.discord.calls import Call

MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token")
OPEN: Final = (1000, 1.0)
SEND: Final = "POST /channels/{channel_id}/messages"
EDIT: Final = "PATCH /channels/{channel_id}/messages/{message_id}"
ROUTES: Final = {
    SEND: (5, 5.0),
    EDIT: (5, 5.0),  # its own count (discord-api-docs#1442) and, since January 2026, its own name (#8073)
    "DELETE /channels/{channel_id}/messages/{message_id}": (3, 1.0),  # older than ten seconds (#1295, #8330)
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original": (5, 5.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": (5, 5.0),
}
"""Discord's own limits, as its answers tell them: each route's, in each channel or for each press."""
WHOLE: Final = (50, 1.0)
EXEMPT: Final = ("/interactions/", "/webhooks/")  # do not count against the whole bot


@dataclass(frozen=True)
class Flood:
    """Too many: in so many seconds again; `everywhere` when it is the whole bot's budget that is spent."""

    retry_after: float
    everywhere: bool = False


@dataclass
class Budgets:
    """`routes` limits single routes, `whole` the bot; each as so many in so many seconds."""

    routes: dict[str, tuple[int, float]] = field(default_factory=dict)
    whole: tuple[int, float] | None = None
    floods: list[str] = field(default_factory=list)  # the routes that were refused
    _spent: dict[str, deque[float]] = field(default_factory=dict)

    def limit(self, route: str, many: int, seconds: float) -> None:
        """E.g. `limit("POST /channels/{channel_id}/messages", 5, 5.0)`."""
        self.routes[route] = (many, seconds)

    def as_discords(self) -> None:
        """From now on what Discord allows, as far as it is known."""
        self.whole = WHOLE
        self.routes |= ROUTES

    def take(self, call: Call) -> Flood | None:
        """Counts a call, or says how long to wait."""
        whole = None if call.path.startswith(EXEMPT) else self.whole
        checks = [(self._key(call), self.routes.get(call.route), False), ("", whole, True)]
        for key, limit, everywhere in checks:
            if limit and (wait := self._wait(key, *limit)) > 0:
                self.floods.append(call.route)
                return Flood(wait, everywhere)
        for key, limit, _ in checks:
            if limit:
                self._spent[key].append(time.monotonic())
        return None

    def headers(self, call: Call) -> dict[str, str]:
        """What the client may still do, as Discord tells with every answer."""
        many, seconds = self.routes.get(call.route, OPEN)
        spent = self._spent.get(self._key(call), deque())
        after = max(0.0, seconds - (time.monotonic() - spent[0])) if spent else seconds
        return {
            "X-RateLimit-Limit": str(many),
            "X-RateLimit-Remaining": str(max(0, many - max(1, len(spent)))),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(call.route.encode()):08x}",
            "Via": "1.1 loopback",
        }

    def _key(self, call: Call) -> str:
        return " ".join([call.route, *[call.parts[name] for name in MAJOR if name in call.parts]])

    def _wait(self, key: str, many: int, seconds: float) -> float:
        spent, now = self._spent.setdefault(key, deque()), time.monotonic()
        while spent and spent[0] <= now - seconds:
            spent.popleft()
        return spent[0] + seconds - now if len(spent) >= many else 0.0
