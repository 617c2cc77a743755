"""A connection that breaks is taken up where it broke off, also where Discord cannot be reached at once.

The library resumes a session after a break, but begins a new one as soon as a single attempt to connect has failed; the
presses of that time would never arrive. Discord keeps a session for about a minute, so it is tried again for as long.
"""

from collections.abc import Callable
from typing import Any, Final

from discord import AutoShardedClient, shard
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

ATTEMPTS: Final = 8  # to take a session up again, a minute in all
FIRST_WAIT: Final = 0.25  # seconds at most, doubled each time: somebody waits who has pressed


class Shard(shard.Shard):
    """One connection, as the library makes it, but for what it does after a failed attempt."""

    def __init__(
        self, ws: DiscordWebSocket, client: AutoShardedClient, queue_put: Callable[[shard.EventItem], None]
    ) -> None:
        super().__init__(ws, client, queue_put)
        self._backoff: ExponentialBackoff[Any] = ExponentialBackoff(base=FIRST_WAIT)  # type: ignore[arg-type]  # it multiplies
        self._attempts = 0
        self._is_closed = False

    def launch(self) -> None:
        self._attempts = 0
        super().launch()

    async def close(self) -> None:
        self._is_closed = True
        await super().close()

    def ends(self) -> None:
        """Nothing is heard here any more; the connection is somebody else's to close."""
        self._is_closed = True
        self._cancel_task()

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """A break that was heard of before the connection was closed here opens it no more."""
        if not self._is_closed:
            await super().reidentify(exc)
        if self._is_closed:
            await super().close()

    async def reconnect(self) -> None:
        """After the library's wait behind a failed attempt."""
        if self._is_closed:
            return
        if self.ws.session_id is None or self._attempts >= ATTEMPTS:
            self._attempts = 0
            await super().reconnect()
        else:
            self._attempts += 1
            await self.reidentify(ReconnectWebSocket(self.id, resume=True))


def resuming() -> None:
    """From now on the library's connections are these; it has no other place to say so."""
    shard.Shard = Shard  # type: ignore[misc]  # its own class is replaced
